/* count.h: counters of what happens in the daemon, for its metrics (bot/control/metrics.h).
 *
 * Every folder except the engine may count. Counting costs one addition, calls nothing, and is
 * safe on any thread. Counters start at zero with the process and only grow. */
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
    COUNT_COMMIT_FAILS, /* commits that failed, and are tried again */
    COUNT_RATE_LIMITED, /* answers 429 of Discord */
    /* Lines that did not reach people, by cause. */
    COUNT_LINES_NO_ROOM, /* too many lines wait for the network */
    COUNT_LINES_CHANNEL, /* the channel refuses them: a mode, a ban, a missing permission */
    COUNT_LINES_PERSON,  /* the network refuses a whisper to somebody */
    /* Commands of people that were not carried out, by cause. */
    COUNT_COMMANDS_FLOOD,     /* the flood limit (bot/people/flood.h) */
    COUNT_COMMANDS_NOT_SAVED, /* the journal cannot be written */
    COUNTS
};

/* Durations that are counted by class. */
enum duration {
    DURATION_COMMIT,     /* the disk makes a group of batches durable */
    DURATION_LINE,       /* time from an event until the network takes the answer to it */
    DURATION_SEND_QUEUE, /* a line waits in the send queue of an IRC network */
    DURATIONS
};

enum { COUNT_REASONS_MAX = 64, DURATION_CLASSES = 15 };

/* A histogram of one duration. at_most[i] counts durations of at most duration_limits[i]
 * microseconds, those of smaller classes included. `count` and `sum` (microseconds) are over all
 * of them. */
struct duration_counts {
    uint64_t at_most[DURATION_CLASSES];
    uint64_t count, sum;
};
extern const uint64_t duration_limits[DURATION_CLASSES];

void count_add(enum count which);
uint64_t count_get(enum count which);
const char *count_name(enum count which); /* "moves" */
const char *count_help(enum count which); /* one sentence */
/* Returns the cause that a row counts. Rows with the same name form one metric, follow each other
 * in the table, and differ in the cause. NULL: the metric has only one row. */
const char *count_cause(enum count which);

/* Counts actions that the engine refused, by reason (enum refusal). A reason of
 * COUNT_REASONS_MAX or more counts as 0. */
void count_refusal(unsigned reason);
uint64_t count_refusals(unsigned reason);

void duration_add(enum duration which, uint64_t microseconds);
void duration_get(enum duration which, struct duration_counts *out);
const char *duration_name(enum duration which);
const char *duration_help(enum duration which);

#endif
