/* proof.h: whether a log of a channel proves that nobody chose the cards of a round.
 *
 * docs/fair.md is the protocol. Text goes in, a verdict comes out. The program (talon verify
 * --transcript) and the web pages compile this code and say the same. It compares the record that
 * !fair tells with what the log tells of the table before the deal: seats and their order, computer
 * players and their levels, the rules, the rounds, the dealer, s0 and the cuts. What cannot be
 * checked is not proven.
 *
 * Nothing is allocated, read or written. `struct proof` is large: not for a stack. */
#ifndef TALON_ENGINE_PROOF_PROOF_H
#define TALON_ENGINE_PROOF_PROOF_H

#include "chacha20.h"
#include "engine/game.h"
#include "walk.h"

enum proof_verdict {
    PROOF_PROVEN,
    PROOF_NOT, /* `why` */
    PROOF_NONE /* nothing in it can be proven: see `why` */
};

enum { PROOF_MOVES = 1 << 17, PROOF_CARDS = 4096 };

/* The cards that the record says lines may show: played or turned up. */
struct proof_card {
    uint8_t seat; /* SEAT_NONE: nobody's */
    uint8_t face;
    uint8_t turned; /* EVENT_TURNED's count + 1; 0: played */
};

/* The record that !fair tells, as far as it has been read. */
struct proof_record {
    unsigned shuffle;
    unsigned parts, next; /* of the value being read; 0: none */
    bool secret_known;
    uint8_t secret[32];
    char text[RECORD_TEXT], moves[PROOF_MOVES];
    size_t text_length, moves_length;
};

struct proof {
    enum proof_verdict verdict;
    const char *why; /* English; the pages translate it by this text */
    unsigned line;   /* where, from 1; 0: nowhere */

    struct setup setup;
    char bond[BOND_TEXT];                    /* s0 as the log must tell it */
    unsigned bond_line, deal_line, end_line; /* from 1 */
    bool late;                               /* others already sat there when the bot told s0 */
    unsigned untold_line; /* line of a cut that somebody typed and the bot did not tell, from 1; 0:
                             none */
    struct rules rules;
    struct game dealt; /* behind the deal */
    struct game game;  /* behind the moves */
    int32_t points;    /* of the winner */
    unsigned move_count;
    struct proof_card cards[PROOF_CARDS];
    unsigned card_count, seen;
    char names[PLAYERS_MAX][RECORD_NAME]; /* the name at each seat, as the line that is being read
                                           * writes names; "": the player has left */

    struct proof_record record, draft;
    struct transcript log;
    struct walk walk, before;
    struct events events;
    struct chance_chacha20 chance;
};

/* Judges the log `text` of `size` bytes, and writes the verdict into `proof`. Changes `text`;
 * `proof` points into it afterwards. `text` needs room for size + 1 bytes. */
void proof_run(char *text, size_t size, struct proof *proof);

/* Writes the move at `text` (it ends at a comma) into `action`, as notation. Returns where the
 * next move begins. NULL: there is no move. */
const char *proof_move(const char *text, char *action, size_t size);
/* proof_typed.c: compares the cuts with what people typed in the channel. False sets `why`. */
bool proof_typed(struct proof *proof);
/* proof_cards.c: a card as a line shows it. */
enum { PROOF_LABEL = 48 };
/* `english`: with the English letters of colours, which older logs in French have, too. */
void proof_label(const struct rules *rules, const struct card *card, unsigned language,
                 bool english, char label[PROOF_LABEL]);
/* Returns the seat whose name ends at `at`, of several the one with the longest name; SEAT_NONE:
 * none. */
unsigned proof_seat_before(const struct proof *proof, const char *message, const char *at);
/* Compares the cards that a line shows with proof->cards, from number `next` on. Moves `next`
 * behind the last card that it found. Returns NULL, or what is wrong. */
const char *proof_compare(struct proof *proof, const char *message, unsigned *next);

#endif
