/* batch.h: which batch a line is in, and how old it is, by its tags (batch, server-time). Servers
 * and bouncers replay what was said earlier; none of that is meant for us. A PRIVMSG in a batch
 * that we do not know is dropped, too: it may be such a replay. */
#ifndef TALON_ADAPTERS_IRC_WIRE_BATCH_H
#define TALON_ADAPTERS_IRC_WIRE_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "proto.h"

struct session;

enum { BATCHES_MAX = 32 };

/* What a batch holds: lines of one netsplit, a replay of earlier lines, or anything else. */
enum batch_kind { BATCH_OTHER, BATCH_SPLIT, BATCH_HISTORY };

struct batch {
    uint64_t reference; /* its hash, as references may have any length; 0: the entry is free */
    enum batch_kind kind;
};

struct batches {
    struct batch batch[BATCHES_MAX];
    unsigned next;  /* which one a new batch replaces if none is free */
    bool split;     /* the line that is being handled belongs to a netsplit */
    int64_t newest; /* s; the time now, as far as lines have told it */
    bool own_clock; /* our own server has told it */
};

/* A connection begins: no batch is open. */
void batch_begin(struct session *session);
/* Opens and closes batches, and sets `split`. False: the line is a replay, and to be ignored. */
bool batch_take(struct session *session, const struct proto_line *line);

#endif
