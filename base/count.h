/* count.h: what happens in the daemon, counted for who watches it (bot/control/metrics.h).
 *
 * Every folder but the engine may count here: it costs an addition, calls nobody, and may be done
 * from any thread. Counts begin at zero with the process and only grow. */
#ifndef TALON_BASE_COUNT_H
#define TALON_BASE_COUNT_H

#include <stdint.h>

/* Rows of the table in count.c. */
enum count {
    COUNT_MOVES,        /* actions that the engine took */
    COUNT_ROUNDS,       /* dealt */
    COUNT_COMMANDS,     /* given by people */
    COUNT_EVENTS,       /* that networks raised */
    COUNT_MESSAGES,     /* handed to networks */
    COUNT_COMMITS,      /* groups of batches that became durable */
    COUNT_COMMIT_FAILS, /* that could not be written, and are tried again */
    COUNT_RATE_LIMITED, /* answers 429 of Discord */
    COUNTS
};

/* Durations that are sorted into classes, in microseconds. */
enum duration {
    DURATION_COMMIT,     /* the disk makes a group of batches durable */
    DURATION_LINE,       /* from an event to what is said because of it: handed to the network */
    DURATION_SEND_QUEUE, /* a line waits in the send queue of an IRC network */
    DURATIONS
};

enum { COUNT_REASONS_MAX = 64, DURATION_CLASSES = 15 };

/* A duration as it stands: how many took at most duration_limits[i] microseconds, each class with
 * those before it; and all of them. */
struct duration_counts {
    uint64_t at_most[DURATION_CLASSES];
    uint64_t count, sum;
};
extern const uint64_t duration_limits[DURATION_CLASSES];

void count_add(enum count which);
uint64_t count_get(enum count which);
const char *count_name(enum count which); /* "moves" */
const char *count_help(enum count which); /* one sentence */

/* Actions that the engine refused, by its reason (enum refusal); numbers from COUNT_REASONS_MAX on
 * count as 0. */
void count_refusal(unsigned reason);
uint64_t count_refusals(unsigned reason);

void duration_add(enum duration which, uint64_t microseconds);
void duration_get(enum duration which, struct duration_counts *out);
const char *duration_name(enum duration which);
const char *duration_help(enum duration which);

#endif
