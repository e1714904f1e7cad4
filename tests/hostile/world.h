/* world.h: a daemon between two networks, one with an innocent channel and one that is hostile
 * itself, and whoever plays and does harm there.
 *
 * What is done is drawn from a seed. */
#ifndef TALON_TESTS_HOSTILE_WORLD_H
#define TALON_TESTS_HOSTILE_WORLD_H

#include "net.h"
#include "tests/bench/measure.h"
#include "tests/match/daemon.h"
#include "tests/match/reading.h"
#include "witness.h"

enum {
    INNOCENT = WITNESS_INNOCENT,
    VISITOR = INNOCENT, /* comes to another channel when all is over */
    TOLD = 40,
    CALM = 0,
    WILD = 1,
    NETS = 2,
    CARDS = 0, /* channels */
    QUIET = 1,
    PITS = 2 /* the first of them */
};

/* What an innocent has said and what they wait for. */
struct innocent {
    bool asks;             /* a command waits for its answer */
    bool draws;            /* ... which is a whisper */
    unsigned long between; /* lines of the bot to others since */
    double typed;
    char question[WITNESS_TEXT]; /* that was asked of them; "": nothing */
};

/* How the innocent were answered in a phase. */
struct answers {
    struct samples between; /* lines to others between a command and its answer */
    struct samples seconds;
    unsigned rounds; /* that they won */
};

struct world {
    uint64_t random, preferences; /* of what is done to the bot; of the moves of the innocent */
    struct net net[NETS];         /* CALM: the innocent are its persons 0 to 3, in its channel 0 */
    struct daemon daemon;
    struct witness witness;
    struct innocent innocent[INNOCENT];
    struct answers *answers; /* of this phase */
    unsigned moves;          /* of the innocent */
    unsigned spared;         /* ... until when their nicks are left alone */
    double moved;            /* when something was last said of the innocent table */
    unsigned nudges;         /* times that they asked where the game stands */
    bool seated, over;       /* the match: to be begun (again) */
    unsigned acts;
    const char *act; /* the last one */
    char code[64];   /* the last code of !link or seat word that was told to somebody hostile */
    unsigned robbed; /* the innocent whose nick somebody took; INNOCENT: none */
    unsigned robberies;
    char told[TOLD][WITNESS_TEXT]; /* the last lines on the network of the innocent: a ring */
    unsigned tell;
    const char *awaited;        /* words of a line that the innocent wait for; NULL: they do not */
    bool came;                  /* it was told */
    char visited[WITNESS_TEXT]; /* the last line to the visitor or their channel */
};

static inline uint32_t world_draw(uint64_t *random, uint32_t below)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*random >> 33) % below;
}

static inline uint32_t world_random(struct world *world, uint32_t below)
{
    return world_draw(&world->random, below);
}

/* Puts `seed` to use, makes the networks and the people, starts the daemon. */
bool world_open(struct world *world, uint64_t seed);
void world_close(struct world *world);
/* Lets everybody read and the innocent play, waits at most so long for something to do. */
void world_turn(struct world *world, int milliseconds);
/* The daemon runs. */
bool world_lives(struct world *world);

/* innocent.c: they sit down, and play whenever they are asked. */
bool innocent_sit(struct world *world);
void innocent_hear(struct world *world, unsigned who, const char *plain);
void innocent_see(struct world *world, const char *plain); /* a line of their channel */
/* Somebody opens a table where nobody has played so far: false, if they are not let. */
bool innocent_visit(struct world *world);
/* Nothing was said for long: they ask where the game stands. */
void innocent_tick(struct world *world);

/* users.c: people who do harm, on either network. */
void users_come(struct world *world, struct net *net);
void users_act(struct world *world, struct net *net);
void users_hear(struct world *world, struct net *net, unsigned who, const char *plain);
/* No innocent is without their nick any more. */
void users_relent(struct world *world);
/* server.c: a server that does harm. */
void server_act(struct world *world, struct net *net);

/* noise.c: words that nobody should say. */
enum { NOISE_TEXT = 1400 };
void noise_text(struct world *world, char text[NOISE_TEXT]);
void noise_nick(struct world *world, char nick[NET_NICK]);
/* A command with its arguments; `loud`: one that changes nothing among others. */
void noise_command(struct world *world, bool loud, char text[NOISE_TEXT]);

#endif
