/* scenario.h: rule cases as text, for `talon scenario`.
 *
 * scenario_read.c turns the lines of one case into a struct scenario, and finds every error of the
 * file before any case runs. scenario_run.c plays the case. */
#ifndef TALON_BOT_CLI_SCENARIO_SCENARIO_H
#define TALON_BOT_CLI_SCENARIO_SCENARIO_H

#include "base/buf.h"
#include "engine/match.h"
#include "engine/notation.h"
#include "engine/position.h"
#include "scenario_expect.h"

enum { GOT_TEXT = 1024 };

enum step_kind { STEP_DO, STEP_REFUSE, STEP_EXPECT, STEP_NEXT_ROUND };

struct scenario_step {
    enum step_kind kind;
    struct line line;
    struct action action;
    struct expect expect; /* what is expected; STEP_NEXT_ROUND uses only its list, the cards that
                           * are turned up */
};

struct scenario {
    struct word id;
    unsigned line;
    const struct ruleset *set;
    struct rules rules;
    enum rules_error refused; /* why the table cannot be dealt, if the case expects that */
    bool expects_refusal;
    unsigned players;
    struct scenario_step *steps; /* owned */
    unsigned step_count;
    /* The state before the first step. */
    struct game game;
    struct match match;
    struct events events;
    struct chance_seeded chance;
};

/* Reads the `count` lines of one case; the first is its `scenario` line. Returns false with `fault`
 * set; nothing is then to be freed. */
bool scenario_read(const struct line *lines, unsigned count, struct scenario *scenario,
                   struct scenario_fault *fault);
void scenario_finish(struct scenario *scenario);

/* A case while it runs. */
struct run {
    const struct scenario *scenario;
    struct game game;
    struct match match;
    struct events events; /* what happened in the last accepted action, or in the deal */
    struct chance_seeded chance;
    uint8_t seat[PLAYERS_MAX]; /* the seat of each name, by the name's number; SEAT_NONE: has left
                                  the match */
};

/* Returns the seat of a name, or SEAT_NONE if that player has left the match. */
uint8_t scenario_seat(const struct run *run, unsigned name);

/* Plays a case. Returns true if all expectations hold. Otherwise `line` is the line that failed and
 * `why` gets "expected ..., got ...". */
bool scenario_run(const struct scenario *scenario, unsigned *line, struct buf *why);

#endif
