/* storm.h: a match of four on a real server, through which its daemon is killed, held, stopped, its
 * clock set, and what people say repeated and put in another order; and what everybody was told
 * meanwhile.
 *
 * All of it asserts. What is done is drawn from a seed. */
#ifndef TALON_TESTS_STORM_STORM_H
#define TALON_TESTS_STORM_STORM_H

#include <stdbool.h>
#include <stdint.h>

#include "relay.h"
#include "tests/hostile/witness.h"
#include "tests/match/chatter.h"
#include "tests/match/daemon.h"
#include "tests/match/record.h"

enum {
    STORM_PEOPLE = WITNESS_INNOCENT,
    STORM_THIEF = STORM_PEOPLE, /* sits nowhere, and takes a player's nick while the bot is away */
    STORM_PATIENCE = 60000      /* ms of silence that mean a wedge */
};

/* What was done, of each kind (storm_acts). */
enum {
    STORM_KILL,
    STORM_KILL_START,
    STORM_STOP,
    STORM_SLEEP,
    STORM_CLOCK,
    STORM_THEFT,
    STORM_CUT,
    STORM_ACTS
};

struct storm {
    uint64_t seed;
    struct ircd *server;
    struct ircd wire; /* the same server, through the relay */
    struct relay relay;
    struct daemon daemon;
    struct crowd crowd;
    struct record record;
    struct witness witness;
    volatile int64_t *clock; /* ms that the daemon's clock of the day is ahead; tells no other's */
    char clock_path[96];

    bool dealt;               /* a match runs: whoever comes back says where the table stands */
    bool silent;              /* the bot is in the channel and has said nothing yet */
    unsigned entered;         /* times that it came */
    unsigned told;            /* times that it then said where the table stands */
    char wrong[WITNESS_TEXT]; /* "": nothing, so far */
    unsigned acts[STORM_ACTS];
    unsigned nomad; /* the player who had the other nick last */

    bool calm;      /* little is said beside the moves, and it comes once and in order */
    double chats;   /* when somebody may say more than a move again */
    double moved;   /* when the channel was last told something ... */
    unsigned lines; /* ... and what it had heard by then */
};

extern const char *const storm_acts[STORM_ACTS];

/* People, wire and daemon; they sit down, and a match to 500 begins. */
void storm_open(struct storm *storm, struct ircd *server, uint64_t seed);
/* Plays for so long, or until the match is won. True: it is. */
bool storm_play(struct storm *storm, int milliseconds);
/* Does one of the acts; a clock that is set stays so. What must hold then is looked at. `lives`:
 * one that neither the daemon nor its connection ends by. */
void storm_act(struct storm *storm, bool lives);
/* The connection breaks, with what was under way on it, and is there again. Seat words cost all who
 * come from one host so much that this is for once in half a minute. */
void storm_cut(struct storm *storm);
/* What people have typed so far. */
unsigned long storm_moves(const struct storm *storm);
/* The next match at the same table. */
void storm_again(struct storm *storm);
/* All that was told against all that is kept; the daemon ends in order before. Where its connection
 * was cut, or too much was told for a record, hands alone are compared. */
void storm_judge(struct storm *storm);
void storm_close(struct storm *storm);

/* Names the seed in what fails. */
void storm_need(const struct storm *storm, bool good, const char *why);

#endif
