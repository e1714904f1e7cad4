/* batch.h: which batch a line is in, and how old it is, by its tags. Servers and bouncers replay
 * what was said before; nothing of that is meant for us any more. */
#ifndef TALON_ADAPTERS_IRC_BATCH_H
#define TALON_ADAPTERS_IRC_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "proto.h"

struct session;

enum { BATCHES = 8, BATCH_NAME = 32 };

/* Lines that belong together, and may be no news. */
enum batch_kind { BATCH_OTHER, BATCH_SPLIT, BATCH_HISTORY };

struct batch {
    char name[BATCH_NAME]; /* "": free */
    enum batch_kind kind;
};

struct batches {
    struct batch batch[BATCHES];
    unsigned next;
    bool split;     /* the line at hand is of a netsplit */
    int64_t newest; /* s; of the times that lines carried */
    bool own_clock; /* and it is our server's own */
};

/* A connection begins. */
void batch_begin(struct session *session);
/* False: the line is an old one, told again. */
bool batch_take(struct session *session, const struct proto_line *line);

#endif
