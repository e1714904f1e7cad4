/* town.h: one network of a fleet, four who play on it, one who looks on; and which start of which
 * process they hear.
 *
 * Each start of a daemon has a user name of its own on IRC ("s17"), so that every line tells who
 * says it. Each client sees the lines in the order in which the server got them: once another start
 * has spoken there, the one before is never to be heard again. */
#ifndef TALON_TESTS_FLEET_TOWN_H
#define TALON_TESTS_FLEET_TOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/hostile/witness.h"
#include "tests/match/chatter.h"
#include "tests/match/record.h"

enum {
    TOWN_PEOPLE = WITNESS_INNOCENT,
    TOWN_CLIENTS = TOWN_PEOPLE + 1, /* the last one looks on */
    TOWN_STARTS = 4096
};

/* What had been told at a moment. */
struct town_mark {
    unsigned plays, rounds_won;
    bool match_won;
};

/* What one client has heard. */
struct town_ear {
    struct town *town;
    unsigned who;
    unsigned speaker; /* the start that spoke last; 0: none */
    bool replaced[TOWN_STARTS];
};

struct town {
    const char *network; /* of the configuration */
    struct ircd server;
    struct crowd crowd;
    struct record record;
    struct witness witness;
    struct town_ear ears[TOWN_CLIENTS];
    char wrong[WITNESS_TEXT]; /* "": nothing, so far */

    double moves_at; /* when the next of them acts */
    double nudged;   /* when they last asked for their hands, as nothing was said */
    bool hurries;    /* they do so soon: who takes over in order says nothing by itself */
    double spoken;   /* when the bot last said something to all */
    double changed; /* when the first line of another start was heard, or of anyone (town_expect) */
    double moved;   /* when a move was first told since; 0: not yet */
    unsigned changes; /* how often another spoke */

    bool doubts;               /* what is told now may be lost */
    bool doubted[TOWN_STARTS]; /* who has spoken meanwhile */
    struct town_mark mark;     /* when that began */
};

/* Logs them in. False: they cannot be. */
bool town_open(struct town *town, uint64_t seed);
void town_close(struct town *town);
/* With the bot there: they sit down, and a match to 500 points begins. */
void town_sit(struct town *town);
/* Whose lines are heard: a start; 0: nobody's. */
unsigned town_speaker(const struct town *town);
/* The next line and the next move are the first ones, whoever tells them. */
void town_expect(struct town *town);
/* From now on what is told may be lost: when somebody else speaks who did not while that was so,
 * then only what was told before, and what they tell, is held against what is kept. */
void town_doubt(struct town *town, bool doubts);
/* Reads what there is. */
void town_hear(struct town *town);
/* Lets one of those act who are asked, if it is time; the next match begins when one is won. */
void town_act(struct town *town);
/* What was told against what is kept: a copy of the database, and the rounds of this network in the
 * order in which they were dealt. False: town.wrong. */
bool town_judge(struct town *town, const char *database, const int64_t *rounds, unsigned count);

#endif
