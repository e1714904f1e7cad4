/* queue.h: the limits of REST as transcripts.
 *
 *   "p NAME CLASS ROUTE MAJOR [MS]"  a request waits: CLASS is a(nswer), h(and), t(able) or i(nfo),
 *           in capitals by an interaction's token; too late after MS. "P ..." is refused.
 *   "> NAME"  it is the next to go now; ">": none is
 *   "< NAME STATUS [KEY=VALUE...] [| BODY]"  its answer, and it is done; "~ ..." it waits again;
 *           "! ..." it is given up. KEY: b(ucket), l(imit), r(emaining), a(fter), t (retry),
 * s(cope), g(lobal) "r NAME MS"  no answer, it waits again; "R NAME MS" it is given up
 *   "- NAME late", "- NAME refused"  it is dropped; "-": none is
 *   "c NAME"  it is taken back
 *   "m NAME"  it waits for its file; "M NAME" the file is made
 *   "+MS"  time passes       "@MS"  the next thing is due in so many ms; "@": by itself never
 *   "? WHY"  nothing is sent, since; "?": all is well */
#ifndef TALON_TESTS_ADAPTERS_DISCORD_QUEUE_H
#define TALON_TESTS_ADAPTERS_DISCORD_QUEUE_H

#include "adapters/discord/rest/limits.h"

enum { QUEUE_NAMES = 64 };

struct queue {
    struct limits *limits;
    uint64_t now;
    const char *step;
    unsigned count;
    struct queue_item {
        char name[16];
        struct limits_job *job;
    } items[QUEUE_NAMES];
};

void queue_open(struct queue *queue, uint32_t invalid_max);
void queue_run(struct queue *queue, const char *const *steps);
void queue_end(struct queue *queue);

/* A test: opens a queue, takes the steps, ends. */
#define QUEUE(name, ...)                                                                           \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        struct queue queue;                                                                        \
        queue_open(&queue, 0);                                                                     \
        queue_run(&queue, (const char *const[]){__VA_ARGS__, NULL});                               \
        queue_end(&queue);                                                                         \
    }

#endif
