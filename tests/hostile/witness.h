/* witness.h: whether a hand went astray.
 *
 * While it runs, every line of the bot to a channel must show no hand, and every hand that is
 * whispered is kept with those who may have got it. Afterwards the database tells whose hand that
 * was: every round is dealt and played again. */
#ifndef TALON_TESTS_HOSTILE_WITNESS_H
#define TALON_TESTS_HOSTILE_WITNESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { WITNESS_TEXT = 700, WITNESS_INNOCENT = 4 };

struct witness {
    FILE *whispers;
    unsigned long hands;      /* whispered */
    char wrong[WITNESS_TEXT]; /* the first that went astray, in words; "": none */
};

bool witness_init(struct witness *witness);
void witness_finish(struct witness *witness);
/* A line to a channel. */
void witness_channel(struct witness *witness, const char *network, const char *channel,
                     const char *plain);
/* A line to a nick; `who` are bits of those who may be meant by it. */
void witness_whisper(struct witness *witness, const char *network, const char *nick, uint64_t who,
                     const char *plain);

/* What the database says. */
struct verdict_of_rounds {
    unsigned rounds;        /* in all */
    unsigned innocent;      /* of the innocent channel: seats 0 to 3 are the persons 0 to 3 */
    unsigned finished;      /* of these */
    unsigned long compared; /* hands that were whispered and are of these rounds */
};
/* `network` and `channel` are those of the innocent. What it finds is told in `wrong`. */
bool witness_judge(struct witness *witness, const char *database, const char *network,
                   const char *channel, struct verdict_of_rounds *verdict);

#endif
