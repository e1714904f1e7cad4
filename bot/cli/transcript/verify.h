/* verify.h: the parts of `talon verify`. They prove one round or all rounds of a database, or a
 * round from the lines that a channel saw. */
#ifndef TALON_BOT_CLI_TRANSCRIPT_VERIFY_H
#define TALON_BOT_CLI_TRANSCRIPT_VERIFY_H

#include <stdint.h>

struct replay;
struct store_proof;

/* The result of checking a round. */
struct verify_fault {
    const char *wrong; /* what is wrong; NULL: the round is proven */
    uint32_t seq;      /* number of the action; 0: before the first action */
};
/* Deals the round again, repeats every action and compares the results with `proof`. `replay` gets
 * the state that this leads to. */
struct verify_fault verify_round(struct replay *replay, const struct store_proof *proof);

/* Proves every round of the database at `path` that still has its replay. Prints a summary and
 * returns the exit status. */
int verify_all(const char *path);
/* Proves a round from the lines of a file; "-" is the standard input. Returns the exit status. */
int verify_transcript(const char *path);

#endif
