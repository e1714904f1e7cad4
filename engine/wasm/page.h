/* page.h: the engine as web pages call it. It plays one round: numbers go in and out, and
 * everything else through one block of memory.
 *
 * adapters/web/site/engine.js calls these functions and knows the formats below: change both
 * together. A function that returns a text or bytes writes them to page_bytes() and returns their
 * length; 0: there is none. The caller writes a text there, too, and passes its length. The engine
 * allocates nothing and imports nothing: it has no clock, and chance comes from the caller.
 *
 * It plays rounds of every version up to RULES_VERSION (ruleset.h). */
#ifndef TALON_ENGINE_WASM_PAGE_H
#define TALON_ENGINE_WASM_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#define PAGE_API __attribute__((visibility("default")))

enum {
    PAGE_BYTES = 1 << 16,
    PAGE_LOG = 4 << 20,
    PAGE_ALL = 254 /* as a seat: sees every hand; only for rounds that are over */
};

PAGE_API uint8_t *page_bytes(void);
/* RULES_VERSION. */
PAGE_API unsigned page_version(void);

/* -- names: the n-th from 0 -- */

PAGE_API unsigned page_set(unsigned n);
PAGE_API unsigned page_switch(unsigned n);
/* Two bytes: of 100 plays to one card, in how many it forgets UNO; of 100 chances to catch
 * somebody, how many it notices. Then its name. */
PAGE_API unsigned page_player(unsigned n);

/* -- rules -- */

/* Starts with a rule set and the switches of its sheet in that version of the rules. */
PAGE_API bool page_choose(unsigned set, unsigned version);
/* page_value() returns the value of a switch as text. page_change() sets a new one from text;
 * false: the switch does not have that value. */
PAGE_API unsigned page_value(unsigned id);
PAGE_API bool page_change(unsigned id, unsigned length);
/* Checks the rules for `players`. Returns 0, or the length of the reason ("mercy"). Before it
 * page_face() knows no faces. */
PAGE_API unsigned page_rules(unsigned players);
/* A face of the deck, a byte each: kind, colour, value, colour of the flex side, 1 if it has
 * one, 1 if it has a flip icon, points, copies, 1 if a play names a colour. Then its code
 * ("R5"). */
PAGE_API unsigned page_face(unsigned face);
/* The four colours of the set, as values of enum colour. */
PAGE_API unsigned page_colours(void);

/* -- a round -- */

/* Replaces the first `length` bytes at page_bytes() by their SHA-256. */
PAGE_API void page_sha256(unsigned length);
/* Deals with the seed, 32 bytes at page_bytes(). `dealer`: a seat, or 255 to find one as the set
 * does. False: no rules are set. */
PAGE_API bool page_deal(unsigned dealer);
/* Applies an action in notation ("P1 play R5 uno"). Returns 0, or the length of the reason
 * ("not_your_turn"); then nothing has changed. */
PAGE_API unsigned page_apply(unsigned length);
/* game_hash(). */
PAGE_API uint64_t page_hash(void);
/* The events of the deal or the last action, as `seat` may see them (255: as everybody may). For
 * each: one byte each for kind, seat, other, face, colour, count, detail and flex; four bytes
 * for points; then the number of cards, and their faces. */
PAGE_API unsigned page_events(unsigned seat);
/* The round as `seat` sees it (255: as everybody does).
 *
 * One byte each: players, dealer, turn, phase, 1 if clockwise, colour, offender, hyper, kind of
 * the sum, pile, discard, top face, drawn face, winner, 1 for a jump-in. Two bytes each, low
 * first: sum, open answers (bits: draw keep pass accept challenge colour target). Four bytes each:
 * seats in the round, exposed, announced, red power cards, targets, catchable. 20 bytes each:
 * cards in hand and places of the seats. Then hand, playable cards, and cards playable by the flex
 * side: for each the number, then the faces. With PAGE_ALL the hands of all seats follow instead.
 */
PAGE_API unsigned page_view(unsigned seat);
/* Whether a play of that seat must name a target. */
PAGE_API bool page_aims(unsigned seat, unsigned face, bool flex);
/* The action of a computer player in the place of the seat to act, as text. Takes a seed and the
 * number of moves it may try (0: the player decides). It sees what that seat sees. */
PAGE_API unsigned page_decide(unsigned player, uint64_t seed, unsigned nodes);

/* -- a proof: only in the module for proofs (proof.wasm), which has all of this, too -- */

/* Returns the address of PAGE_LOG bytes. The caller writes the log of a channel there, for
 * page_prove(). */
PAGE_API uint8_t *page_log(void);
/* Judges whether a log of `length` bytes proves its last round, like talon verify --transcript
 * (engine/proof/proof.h). One byte: enum proof_verdict. Four bytes each, low first: the line (0:
 * none), the shuffle, the line of s0, the line of the deal, the cards seen, all cards. Then the
 * reason if it is not proven. */
PAGE_API unsigned page_prove(unsigned length);

#endif
