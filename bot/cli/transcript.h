/* transcript.h: what a channel saw of a round, and whether that alone proves it (FAIR.md).
 *
 * A transcript is any text: lines of a client's log, pasted or saved, with whatever the client puts
 * around them. Tokens (reveal.h) and cards are found wherever they stand; time stamps, nick
 * columns, colours of IRC and marks of Discord do not matter. What people write into the channel
 * may look like a token too: then two say different things, and nothing is proven until one is
 * taken out. */
#ifndef TALON_BOT_CLI_TRANSCRIPT_H
#define TALON_BOT_CLI_TRANSCRIPT_H

#include "bot/table/replay.h"
#include "bot/table/reveal.h"

enum { TRANSCRIPT_MAX = 16 << 20 }; /* bytes */

struct transcript_token {
    char kind;
    unsigned number;
    unsigned part, parts; /* 0: it has none */
    const char *value;    /* not NUL-ended */
    size_t length;
    unsigned line; /* from 0 */
};

struct transcript {
    char *bytes;        /* cleaned, each line NUL-ended */
    const char **lines; /* into it */
    unsigned line_count;
    struct transcript_token *tokens; /* in order */
    unsigned token_count;
};

/* False: memory is out, or it is larger than TRANSCRIPT_MAX; nothing is to be finished. */
bool transcript_read(struct transcript *transcript, const char *bytes, size_t size);
void transcript_finish(struct transcript *transcript);
/* Takes out of a text what clients put there: what is looked for is cleaned the same way. Gives its
 * length. */
size_t transcript_clean(char *text, size_t length);

enum transcript_verdict {
    TRANSCRIPT_PROVEN,
    TRANSCRIPT_NOT, /* `why` */
    TRANSCRIPT_NONE /* there is nothing in it to prove: `why` */
};

enum { TRANSCRIPT_PLAYS = 4096 };

/* What the record says that lines may show: a card played or turned up. */
struct transcript_card {
    uint8_t seat; /* SEAT_NONE: nobody's */
    uint8_t face;
    uint8_t turned; /* EVENT_TURNED's count + 1; 0: played */
};

struct transcript_proof {
    enum transcript_verdict verdict;
    char why[256];
    unsigned line; /* where, from 1; 0: nowhere */

    unsigned shuffle;
    uint8_t secret[FAIR_SIZE];
    char text[SETUP_TEXT], who[SETUP_WHO];
    char *moves; /* owned */
    struct setup setup;
    uint8_t told[FAIR_SIZE];

    bool bound;           /* by a whole commitment: */
    unsigned bond;        /* its number */
    unsigned bond_line;   /* from 1; 0: from elsewhere */
    unsigned deal_line;   /* from 1: where the deal was told */
    unsigned last_line;   /* from 1: where its end was */
    unsigned end_line;    /* from 1: where its secret was told whole */
    unsigned untold_line; /* from 1: looks like a cut, and is none of the setup; 0: none does */
    unsigned told_digits; /* of the setup's hash at the deal; 0: it was not seen */
    struct replay replay; /* dealt, and played as the record says */
    struct game dealt;    /* behind the deal */
    unsigned move_count;
    struct transcript_card cards[TRANSCRIPT_PLAYS];
    unsigned card_count, seen;
};

/* `commitment`: what is known from elsewhere, told before the deal (s0 or a later one); NULL:
 * nothing. The proof is large: not for a stack. */
void transcript_prove(const struct transcript *transcript, const uint8_t *commitment,
                      struct transcript_proof *proof);
void transcript_proof_finish(struct transcript_proof *proof);

/* transcript_facts.c: whether what the setup says is what the lines say of the table: its people,
 * their order, computer players, the round, the dealer, the changes of its rules. False: `why`. */
bool transcript_check_facts(const struct transcript *transcript, struct transcript_proof *proof);
/* transcript_cards.c: compares what the lines show with proof->cards. False: `why`. */
bool transcript_compare(const struct transcript *transcript, struct transcript_proof *proof);
/* The seat whose name ends at `words`, and a blank behind it; SEAT_NONE: nobody's does. */
unsigned transcript_seat_before(const struct transcript_proof *proof, const char *line,
                                const char *words);
/* A pattern's words from behind its place `from` (NULL: its beginning) up to the next place,
 * cleaned; what stands behind that is not looked at. False: there is no such place. */
bool transcript_words(const char *pattern, const char *from, char *words, size_t size);
/* Says what is wrong; false. `line` from 1. */
bool transcript_refuse(struct transcript_proof *proof, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
