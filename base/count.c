#include "count.h"

#include <stdatomic.h>
#include <stddef.h>

static const char lines_refused[] = "Lines that did not reach people, by cause.";
static const char commands_refused[] = "Commands of people that were not carried out, by cause.";

static const struct {
    const char *name, *help, *cause;
} names[COUNTS] = {
    [COUNT_MOVES] = {"moves", "Moves that the rules accepted.", NULL},
    [COUNT_ROUNDS] = {"rounds", "Rounds dealt.", NULL},
    [COUNT_COMMANDS] = {"commands", "Commands that people gave.", NULL},
    [COUNT_EVENTS] = {"events", "Events that networks reported.", NULL},
    [COUNT_MESSAGES] = {"messages", "Messages handed to networks.", NULL},
    [COUNT_COMMITS] = {"commits", "Groups of changes written to the database.", NULL},
    [COUNT_COMMIT_FAILS] = {"commit_failures",
                            "Groups of changes that failed and were tried again.", NULL},
    [COUNT_RATE_LIMITED] = {"discord_rate_limited", "Requests that Discord answered with 429.",
                            NULL},
    [COUNT_LINES_NO_ROOM] = {"lines_refused", lines_refused, "no_room"},
    [COUNT_LINES_CHANNEL] = {"lines_refused", lines_refused, "channel"},
    [COUNT_LINES_PERSON] = {"lines_refused", lines_refused, "person"},
    [COUNT_COMMANDS_FLOOD] = {"commands_refused", commands_refused, "flood"},
    [COUNT_COMMANDS_NOT_SAVED] = {"commands_refused", commands_refused, "not_saved"},
};

static const struct {
    const char *name, *help;
} duration_names[DURATIONS] = {
    [DURATION_COMMIT] = {"commit", "Time to make a group of changes durable."},
    [DURATION_LINE] = {"event_to_line",
                       "Time from an event to a message that it caused being handed "
                       "to its network."},
    [DURATION_SEND_QUEUE] = {"send_queue_age",
                             "Time that a line waited in the send queue of an IRC "
                             "network."},
};

const uint64_t duration_limits[DURATION_CLASSES] = {100,    250,    500,     1000,    2500,
                                                    5000,   10000,  25000,   50000,   100000,
                                                    250000, 500000, 1000000, 5000000, 30000000};

static atomic_uint_fast64_t counts[COUNTS];
static atomic_uint_fast64_t refusals[COUNT_REASONS_MAX];
static struct {
    atomic_uint_fast64_t classes[DURATION_CLASSES + 1]; /* the last class counts durations above all
                                                         * limits */
    atomic_uint_fast64_t sum;
} measured[DURATIONS];

static void counter_add(atomic_uint_fast64_t *to, uint64_t number)
{
    atomic_fetch_add_explicit(to, number, memory_order_relaxed);
}

static uint64_t get(atomic_uint_fast64_t *from)
{
    return atomic_load_explicit(from, memory_order_relaxed);
}

void count_add(enum count which)
{
    counter_add(&counts[which], 1);
}

uint64_t count_get(enum count which)
{
    return get(&counts[which]);
}

const char *count_name(enum count which)
{
    return names[which].name;
}

const char *count_help(enum count which)
{
    return names[which].help;
}

const char *count_cause(enum count which)
{
    return names[which].cause;
}

void count_refusal(unsigned reason)
{
    counter_add(&refusals[reason < COUNT_REASONS_MAX ? reason : 0], 1);
}

uint64_t count_refusals(unsigned reason)
{
    return reason < COUNT_REASONS_MAX ? get(&refusals[reason]) : 0;
}

void duration_add(enum duration which, uint64_t microseconds)
{
    unsigned at = 0;
    while (at < DURATION_CLASSES && microseconds > duration_limits[at])
        at++;
    counter_add(&measured[which].classes[at], 1);
    counter_add(&measured[which].sum, microseconds);
}

void duration_get(enum duration which, struct duration_counts *out)
{
    out->count = 0;
    for (unsigned i = 0; i < DURATION_CLASSES; i++) {
        out->count += get(&measured[which].classes[i]);
        out->at_most[i] = out->count;
    }
    out->count += get(&measured[which].classes[DURATION_CLASSES]);
    out->sum = get(&measured[which].sum);
}

const char *duration_name(enum duration which)
{
    return duration_names[which].name;
}

const char *duration_help(enum duration which)
{
    return duration_names[which].help;
}
