/* verify.h: the parts of `talon verify`: from the database, one round or all of them, and from what
 * a channel saw. */
#ifndef TALON_BOT_CLI_TRANSCRIPT_VERIFY_H
#define TALON_BOT_CLI_TRANSCRIPT_VERIFY_H

#include <stdint.h>

struct replay;
struct store_proof;

/* What is wrong with a round. */
struct verify_fault {
    const char *wrong; /* NULL: nothing, it is proven */
    uint32_t seq;      /* at which action; 0: before the first */
};
/* Deals it again and repeats every action; `replay` is what that led to. */
struct verify_fault verify_round(struct replay *replay, const struct store_proof *proof);

/* Each gives the exit status. */
int verify_all(const char *path);
/* `path` "-": the standard input. */
int verify_transcript(const char *path);

#endif
