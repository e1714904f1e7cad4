/* targetq.h: the lines that wait for one target (a channel, a user, or the server), in order, and
 * the rings in which such queues take turns (sendq.h).
 *
 * A queue that stands in a ring has at least one line, except while it is being opened or emptied:
 * the caller who does that puts a line into it or closes it. These functions also keep the send
 * queue's counts of what waits (`bytes`, `urgent`, `waiting`, `private`) up to date. */
#ifndef TALON_ADAPTERS_IRC_SENDING_TARGETQ_H
#define TALON_ADAPTERS_IRC_SENDING_TARGETQ_H

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "sendq.h"

struct sendq_line {
    struct sendq_line *next;
    size_t length;
    uint64_t since; /* ms; when it began to wait */
    bool late;      /* it had waited for its turn before a move took it along */
    uint32_t topic, ticket;
    size_t head, max; /* as in struct sendq_target */
    char text[];
};

struct targetq {
    UT_hash_handle hh;
    struct targetq *prev, *next; /* in the ring */
    struct sendq_line *first, *last;
    uint8_t class;
    bool ahead;  /* it was moved before others */
    char name[]; /* 'u' and a user, or 'c' and a channel, or nothing: the server */
};

/* The queue of that name; NULL: nothing waits there. */
struct targetq *targetq_find(const struct sendq *sendq, enum sendq_class class, const char *name);
/* Finds or makes a queue; a new one waits for its turn behind all others. NULL: memory is out. */
struct targetq *targetq_open(struct sendq *sendq, enum sendq_class class, const char *name);
/* Frees an empty queue. */
void targetq_close(struct sendq *sendq, enum sendq_class class, struct targetq *queue);

/* Makes a line like another one, with a copy of `text`. NULL: memory is out. */
struct sendq_line *targetq_line(const struct sendq_line *like, const char *text, size_t length);
/* Puts a line at the end of the queue, which owns it from then on. */
void targetq_put(struct sendq *sendq, struct targetq *queue, struct sendq_line *line);
/* The same, but the line counts as having waited as long as the one of its topic that waits there,
 * which it may replace. The queue keeps its place in the ring. */
void targetq_put_topic(struct sendq *sendq, struct targetq *queue, struct sendq_line *line,
                       bool replaces);
/* Takes the first line, of which there is one; the caller owns it from then on. */
struct sendq_line *targetq_take(struct sendq *sendq, struct targetq *queue);
/* Frees the lines of that topic (0: all lines) and closes the queue if it is empty then. Returns
 * how many lines there were. */
unsigned targetq_drop(struct sendq *sendq, struct targetq *queue, uint32_t topic);
/* The first line of that topic; NULL: there is none, or the topic is 0. */
const struct sendq_line *targetq_topic(const struct targetq *queue, uint32_t topic);

#endif
