/* targetq.h: the lines that wait for one target (a channel, a user, or the server), in order. Such
 * queues take turns in rings (sendq.h).
 *
 * A queue in a ring has at least one line, except while the caller opens or empties it; then the
 * caller puts a line into it or closes it. These functions also update the send queue's counts of
 * what waits (`bytes`, `urgent`, `waiting`, `private`). */
#ifndef TALON_ADAPTERS_IRC_SENDING_TARGETQ_H
#define TALON_ADAPTERS_IRC_SENDING_TARGETQ_H

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "sendq.h"

struct sendq_line {
    struct sendq_line *next;
    size_t length;
    uint64_t since; /* ms; when it began to wait */
    bool late;      /* the line waited in a later class until a move took it along */
    uint32_t topic, ticket;
    size_t head, max, mention, asks; /* as in struct sendq_target */
    char text[];
};

struct targetq {
    UT_hash_handle hh;
    struct targetq *prev, *next; /* in the ring */
    struct sendq_line *first, *last;
    uint8_t class;
    bool ahead;  /* it was moved before others */
    char name[]; /* 'u' and a user, 'c' and a channel, or "": the server */
};

/* Finds the queue of a name; NULL: nothing waits there. */
struct targetq *targetq_find(const struct sendq *sendq, enum sendq_class class, const char *name);
/* Finds or makes a queue. A new one is the last to get its turn. NULL: memory is out. */
struct targetq *targetq_open(struct sendq *sendq, enum sendq_class class, const char *name);
/* Frees an empty queue. */
void targetq_close(struct sendq *sendq, enum sendq_class class, struct targetq *queue);

/* Makes a line like another one, with a copy of `text`. NULL: memory is out. */
struct sendq_line *targetq_line(const struct sendq_line *like, const char *text, size_t length);
/* Puts a line at the end of the queue, which then owns it. */
void targetq_put(struct sendq *sendq, struct targetq *queue, struct sendq_line *line);
/* As targetq_put(), but the line takes over the waiting time of the line that waits on its topic.
 * With `replaces` it also drops that line. The queue keeps its place in the ring. */
void targetq_put_topic(struct sendq *sendq, struct targetq *queue, struct sendq_line *line,
                       bool replaces);
/* Takes the first line; there must be one. The caller then owns it. */
struct sendq_line *targetq_take(struct sendq *sendq, struct targetq *queue);
/* Frees the lines on a topic (0: all lines), and closes the queue if it is empty. Returns how many
 * lines it freed. */
unsigned targetq_drop(struct sendq *sendq, struct targetq *queue, uint32_t topic);
/* Returns the first line on a topic; NULL: there is none, or the topic is 0. */
const struct sendq_line *targetq_topic(const struct targetq *queue, uint32_t topic);

#endif
