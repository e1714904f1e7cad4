/* relay.h: a wire between a bot and its IRC server that repeats what people say, and changes its
 * order.
 *
 * A thread of its own, for one connection at a time; a new one ends the one before. Only PRIVMSGs
 * of people to the bot's side are repeated or put in another order: joins, renames and the like are
 * what a server tells in order and once. What the bot says passes as it is. */
#ifndef TALON_TESTS_STORM_RELAY_H
#define TALON_TESTS_STORM_RELAY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { RELAY_LINE = 16384 };

struct relay {
    unsigned port;                    /* for the bot */
    unsigned upstream;                /* of the server, on 127.0.0.1 */
    atomic_uint twice, swapped;       /* per cent of what people say */
    atomic_ulong repeated, reordered; /* so far */
    FILE *book; /* every line of people as it was passed on; to be read when the relay is closed */

    pthread_t thread;
    uint64_t random;
    int listening, bot, server; /* -1: none */
    int wake[2];
    char in[RELAY_LINE], held[RELAY_LINE];
    size_t got, kept; /* bytes of them */
};

/* False: no port or no thread. */
bool relay_open(struct relay *relay, unsigned upstream, uint64_t seed);
/* Both connections break off. */
void relay_cut(struct relay *relay);
/* Ends the thread and both connections; the book stays. */
void relay_close(struct relay *relay);
/* Forgets the book. */
void relay_finish(struct relay *relay);

#endif
