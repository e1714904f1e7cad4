/* fleet.h: three daemons that share a PostgreSQL, and two networks that they play on: what is done
 * to them, and what is to hold afterwards. All of it asserts; what is done is drawn from a seed. */
#ifndef TALON_TESTS_FLEET_FLEET_H
#define TALON_TESTS_FLEET_FLEET_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/bench/measure.h"
#include "tests/match/daemon.h"
#include "town.h"
#include "wire.h"

enum { FLEET_PROCESSES = 3, FLEET_TOWNS = 2, FLEET_PATIENCE = 60 /* seconds */ };

enum fleet_act {
    FLEET_KILL,      /* SIGKILL */
    FLEET_FREEZE,    /* SIGSTOP until another plays, and then SIGCONT */
    FLEET_NAP,       /* for less than it may */
    FLEET_CUT,       /* its connections to the server break, at a COMMIT */
    FLEET_DEAD,      /* nothing passes on them */
    FLEET_CLOCK,     /* set by minutes */
    FLEET_END,       /* SIGTERM */
    FLEET_DRAIN,     /* talon ctl drain */
    FLEET_GIVE,      /* talon ctl give, of one network */
    FLEET_GIVE_KILL, /* the same, and SIGKILL within the hand-over */
    FLEET_SERVER,    /* the server is killed, and comes again */
    FLEET_RESTART,   /* it ends in order, and comes again */
    FLEET_FAILOVER,  /* it is killed, and a synchronous standby takes its place */
    FLEET_LOSS, /* it is killed, and a standby takes its place that lacks moves that were told */
    FLEET_FULL, /* its disk is full until nobody says a word */
    FLEET_ACTS
};
extern const char *const fleet_acts[FLEET_ACTS];

struct process {
    struct daemon daemon; /* pid 0: it does not run */
    struct wire wire;
    char address[200];
    char lines[120];         /* of [talon] */
    volatile int64_t *clock; /* ms that its clock of the day is ahead */
    char clock_path[96];
    unsigned start; /* the number of its last start (town.h) */
    double began;
    double again; /* when it is started again */
    bool may_end; /* by itself: another may have its place */
};

struct fleet {
    uint64_t seed, random;
    struct process processes[FLEET_PROCESSES];
    struct town towns[FLEET_TOWNS];
    char database[200]; /* address, past the wires */
    unsigned starts;
    unsigned acts[FLEET_ACTS];
    bool tells; /* what it does, as it does it */
    /* Seconds from an act to the first line of who plays then, and to the first move; where
     * something is done to the server, from when it is there again. */
    struct samples lines[FLEET_TOWNS][FLEET_ACTS], moves[FLEET_TOWNS][FLEET_ACTS];
    unsigned ended;                     /* processes by themselves: another had their place */
    unsigned unasked;                   /* of them, to which nothing had been done */
    unsigned long plays, hands, rounds; /* that were judged */
};

/* Set-up and tear-down of a group: both servers, where there are all three kinds. */
int fleet_find(void **state);
int fleet_lose(void **state);
bool fleet_there(void);
/* Whether it can be done here: a disk of one's own can be mounted. */
bool fleet_can(enum fleet_act act);

/* An empty database, three processes, two tables at which a match has begun. */
void fleet_open(struct fleet *fleet, uint64_t seed);
/* Plays on for so long; processes that ended are started again. */
void fleet_play(struct fleet *fleet, int milliseconds);
/* Does it, and plays on until both towns are played on. */
void fleet_do(struct fleet *fleet, enum fleet_act act);
/* All that was told against all that is kept; the processes end in order before. */
void fleet_judge(struct fleet *fleet);
void fleet_close(struct fleet *fleet);
uint32_t fleet_draw(struct fleet *fleet, uint32_t below);
/* Names the seed in what fails. */
void fleet_need(const struct fleet *fleet, bool good, const char *why);

/* -- between fleet.c and acts.c -- */

void fleet_start(struct fleet *fleet, struct process *process);
/* What is done, for who reads along. */
void fleet_tell(const struct fleet *fleet, const char *what, const struct process *process);
/* Plays on until it is so, for FLEET_PATIENCE. */
void fleet_await(struct fleet *fleet, bool (*is_so)(const struct fleet *fleet, const void *arg),
                 const void *arg, const char *what);

#endif
