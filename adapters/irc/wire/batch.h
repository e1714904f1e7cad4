/* batch.h: the batch and the age of a line, from its tags (batch, server-time). Servers and
 * bouncers replay earlier lines, and none of these is meant for us. We also drop a PRIVMSG in an
 * unknown batch, since it may be such a replay. */
#ifndef TALON_ADAPTERS_IRC_WIRE_BATCH_H
#define TALON_ADAPTERS_IRC_WIRE_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "proto.h"

struct session;

enum { BATCHES_MAX = 32 };

/* What is in a batch: the lines of one netsplit, a replay, or anything else. */
enum batch_kind { BATCH_OTHER, BATCH_SPLIT, BATCH_HISTORY };

struct line_batch {
    uint64_t reference; /* hash of the reference, which may have any length; 0: the entry is free */
    enum batch_kind kind;
};

struct batches {
    struct line_batch batch[BATCHES_MAX];
    unsigned next;  /* entry that a new batch replaces if none is free */
    bool split;     /* the current line belongs to a netsplit */
    int64_t newest; /* s; the current time, as far as lines have told it */
    bool own_clock; /* `newest` is from a line of our own server */
};

/* A connection begins: no batch is open. */
void batch_begin(struct session *session);
/* Opens and closes batches, and sets `split`. Returns false if the line is a replay, to be
 * ignored. */
bool batch_take(struct session *session, const struct proto_line *line);

#endif
