/* words.h: reads cards, colours and the rest of a play as people type them in a chat.
 *
 * It knows the words of every language, for every rule set: "r5", "5 red", "cinq rouge", "rd2",
 * "w+4 vert", "passer bleu", "y2|g flex", "web b on alice uno". It always reads the codes of
 * engine/notation.h, too. Pure: no allocation, no state, bounded time; nothing here knows a hand
 * or a turn, except where one is passed. The words themselves are data (words_table.h).
 *
 * It never guesses a missing colour: for a coloured card the result is
 * WORDS_CARD_COLOUR_MISSING; for a wild `colour` stays COLOUR_NONE, so that the caller can ask. */
#ifndef TALON_BOT_TEXT_WORDS_H
#define TALON_BOT_TEXT_WORDS_H

#include <stddef.h>

#include "engine/ruleset.h"

enum { WORDS_TARGET_MAX = 64, WORDS_MORE_MAX = 7 };

struct play_words {
    unsigned face;   /* FACE_NONE: not understood */
    unsigned colour; /* named for a wild, COLOUR_NONE: none */
    bool flex;       /* by its flex side; `face` has one then */
    bool exact;      /* typed with | or ^: no other face that looks the same may replace it */
    bool uno;        /* announced with the play */
    bool proclaim;   /* the words of S-3 were in the text */
    unsigned more_count;
    uint8_t more[WORDS_MORE_MAX];  /* HR-14: further faces, parted by + or , in the text */
    char target[WORDS_TARGET_MAX]; /* a player's name as typed, "" none */

    /* With WORDS_CARD_COLOUR_MISSING for a single card: what the text named, to pass to
     * words_face(). */
    unsigned kind;  /* enum kind, else KIND_COUNT */
    unsigned value; /* numeral of a number card, else 0 */

    size_t rest; /* with WORDS_TRAILING: where the text behind the play begins */
};

enum words_result {
    WORDS_OK,
    WORDS_UNKNOWN_CARD,
    WORDS_CARD_COLOUR_MISSING, /* "5" or "skip": the card's own colour was not said */
    WORDS_AMBIGUOUS,           /* several cards or colours could be meant: "red blue 5" */
    WORDS_TRAILING,            /* a card, then something that is no part of a play */
    WORDS_EMPTY
};

/* Reads what follows the play command. `out` is always filled; `face` is set with WORDS_OK only.
 *
 * A target is said as "target NAME", "on NAME", "sur NAME", "@NAME" (several words in "quotes",
 * or as long as the words mean nothing else), or as a bare name at the end where the card can
 * have a target. This function checks neither that such a player exists, nor that this side of
 * the card takes a target. */
enum words_result words_play(const struct rules *rules, const char *text, struct play_words *out);

/* Returns true if the word is a word of cards as a whole ("draw", "passer", "j"), in any language
 * and any set. "dr" is none: there "d" and "r" are words. */
bool words_is_of_cards(const char *word);

/* Returns a colour of this set by its full word or a beginning of at least three letters in both
 * languages, by its English initial, or by its French initial if only one colour of the set has it
 * (never v in skull). Else COLOUR_NONE. */
unsigned words_colour(const struct rules *rules, const char *text, size_t length);

/* Returns a set of rules by its name, in any case; NULL if there is none. */
const struct ruleset *words_ruleset(const char *text);

/* Returns a level of computer players by its word in either language, as engine/player/player.h
 * names it; NULL if there is none. */
const char *words_level(const char *text);

/* Returns true if the text holds the proclamation in either language (S-3); case, accents,
 * punctuation and spacing do not count. */
bool words_proclamation(const char *text);

/* Returns true if the text is "last card" in either language, which says UNO; case, accents,
 * punctuation and spacing do not count. */
bool words_last_card(const char *text);

/* Returns the face of that kind, numeral and colour, in its flex version if `flex`; FACE_NONE if
 * the deck has none. Use it with the answer to the colour that words_play() missed. */
unsigned words_face(const struct rules *rules, unsigned kind, unsigned value, unsigned colour,
                    bool flex);

/* In flex a "yellow 2" exists with and without a flex side, and people type the same for both.
 * Returns the face of `hand` that looks like `face` (same kind, colour, numeral): `face` itself if
 * the hand holds it or nothing like it, else the other one. A face with a flex side stays as it is,
 * because the player asked for that side. Do not call this if `exact`. */
unsigned words_alternative(const struct rules *rules, unsigned face, struct cards hand);

#endif
