/* lane.h: lines that wait for one receiver, in order, and the rings of such lanes (pace.h), which
 * take turns. A lane in a ring has a line but for the moment in which it is opened or emptied: who
 * does that puts one, or closes it. Counts what waits (`bytes`, `waiting` of the pace). */
#ifndef TALON_ADAPTERS_IRC_LANE_H
#define TALON_ADAPTERS_IRC_LANE_H

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "pace.h"

struct pace_line {
    struct pace_line *next;
    size_t length;
    uint64_t since; /* ms; waits */
    bool late;      /* waited for its turn before a move took it along */
    uint32_t topic;
    size_t head, most; /* as in struct pace_way */
    char text[];
};

struct pace_lane {
    UT_hash_handle hh;
    struct pace_lane *prev, *next; /* in the ring */
    struct pace_line *first, *last;
    uint8_t class;
    bool ahead;  /* went before others */
    char name[]; /* 'u' and a user, 'c' and a channel, or nothing: the server */
};

/* NULL: nothing waits there. */
struct pace_lane *lane_find(const struct pace *pace, enum pace_class class, const char *name);
/* Finds or makes a lane, which waits for its turn behind all others; NULL: memory is out. */
struct pace_lane *lane_open(struct pace *pace, enum pace_class class, const char *name);
void lane_close(struct pace *pace, enum pace_class class, struct pace_lane *lane);

/* A line like another one, with a text of its own (copied); NULL: memory is out. */
struct pace_line *lane_line(const struct pace_line *like, const char *text, size_t length);
/* The line is the lane's from then on; at its end. */
void lane_put(struct pace *pace, struct pace_lane *lane, struct pace_line *line);
/* The same, but it has waited as long as what waits there on its topic, which may go for it: the
 * lane keeps its place in the ring. */
void lane_put_on(struct pace *pace, struct pace_lane *lane, struct pace_line *line, bool replaces);
/* The first line, which is the caller's from then on; there is one. */
struct pace_line *lane_take(struct pace *pace, struct pace_lane *lane);
/* Drops what is of that topic, 0: all, and closes the lane where that was all; how many. */
unsigned lane_drop(struct pace *pace, struct pace_lane *lane, uint32_t topic);
/* The first line of that topic; NULL: there is none, or it is 0. */
const struct pace_line *lane_on(const struct pace_lane *lane, uint32_t topic);

#endif
