/* scenario.h: rule cases as text, for `talon scenario`.
 *
 * scenario_read.c turns the lines of one case into a struct scenario and finds every error of the
 * file before anything runs; scenario_run.c plays it; scenario_expect.c reads and checks what must
 * hold. */
#ifndef TALON_BOT_CLI_SCENARIO_H
#define TALON_BOT_CLI_SCENARIO_H

#include "bot/base/buf.h"
#include "engine/match.h"
#include "engine/notation.h"
#include "engine/position.h"

enum { WORDS_MAX = 160, GOT_TEXT = 1024 };

/* A directive; `text` points into the file, without its comment and the blanks around it. */
struct line {
    unsigned number;
    const char *text;
    unsigned length;
};

struct word {
    const char *text;
    unsigned length;
};

struct words {
    unsigned count;
    struct word at[WORDS_MAX];
};

/* The first error of a case. */
struct fault {
    unsigned line;
    char text[200];
};

/* Sets the fault and is false. */
bool fault_set(struct fault *fault, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void words_split(const struct line *line, struct words *words);
bool word_is(struct word word, const char *text);
/* Arguments of a directive, each false with the fault set when it is none. Players are named from 0
 * and below `players`; cards that the set does not have are FACE_NONE. */
bool word_number(struct word word, unsigned max, unsigned *value);
bool word_player(struct word word, unsigned players, unsigned *player);
bool word_card(const struct rules *rules, struct word word, uint8_t *face);

/* What `expect` asks, by the shape of its arguments (scenario_expect.c). */
struct expect {
    unsigned row;           /* of the table of expectations */
    unsigned player, other; /* names from 0; SEAT_NONE: none (or all) */
    unsigned low, high;     /* a number or a range */
    unsigned value;         /* phase, colour, direction, power */
    uint8_t list[DECK_MAX]; /* faces, players, or plays (face, or face + PLAY_FLEX) */
    unsigned count;
};

enum { PLAY_FLEX = 0x80, OTHER_ALL = 254 };

enum step_kind { STEP_DO, STEP_REFUSE, STEP_EXPECT, STEP_NEXT_ROUND };

struct scenario_step {
    enum step_kind kind;
    struct line line;
    struct action action;
    struct expect expect; /* STEP_NEXT_ROUND: list of cards turned */
};

struct scenario {
    struct word id;
    unsigned line;
    const struct ruleset *set;
    struct rules rules;
    enum rules_error refused; /* the table cannot be dealt, and that is expected */
    bool expects_refusal;
    unsigned players;
    struct scenario_step *steps; /* owned */
    unsigned step_count;
    /* Where it starts. */
    struct game game;
    struct match match;
    struct events events;
    struct chance_seeded chance;
};

/* Reads the `count` lines of one case, the first is its `scenario` line. False: the fault is set
 * and nothing is to be freed. */
bool scenario_read(const struct line *lines, unsigned count, struct scenario *scenario,
                   struct fault *fault);
void scenario_finish(struct scenario *scenario);

/* A case while it runs. */
struct run {
    const struct scenario *scenario;
    struct game game;
    struct match match;
    struct events events; /* of the last accepted action, or of the deal */
    struct chance_seeded chance;
    uint8_t seat[PLAYERS_MAX]; /* by name; SEAT_NONE: has left the match */
};

/* True when everything held; else `line` is where and `why` gets "expected ..., got ...". */
bool scenario_run(const struct scenario *scenario, unsigned *line, struct buf *why);

/* `words` behind "expect". */
bool expect_read(const struct rules *rules, unsigned players, const struct words *words,
                 unsigned line, struct expect *expect, struct fault *fault);
/* Whether it holds; `got` gets what is instead. */
bool expect_check(const struct run *run, const struct expect *expect, struct buf *got);

#endif
