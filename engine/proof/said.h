/* said.h: the sentences of the bot that a proof reads, in each language.
 *
 * They repeat those of the message catalogues, with plain blanks instead of no-break ones,
 * because a web page has no catalogue. config/locale/said.sh makes the tables of said.list and the
 * catalogues; tests/fair/test_said.c compares both. Places are {named}. */
#ifndef TALON_ENGINE_PROOF_SAID_H
#define TALON_ENGINE_PROOF_SAID_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/card.h"
#include "engine/proof/said_languages.h" /* SAID_LANGUAGES; English is the first */
#include "engine/switches.h"

enum said {
    SAID_OPENS,
    SAID_ALONE,
    SAID_SITS,
    SAID_SITS_NEXT,
    SAID_LEAVES,
    SAID_LEAVES_ROUND,
    SAID_PLAYS_AS,
    SAID_CLOSES,
    SAID_CLOSED,
    SAID_CLOSED_EMPTY,
    SAID_CLOSED_UNREAD,
    SAID_CLOSED_VOTE,
    SAID_CLOSED_HOST,
    SAID_STOPS,
    SAID_STOPPED,
    SAID_STOPPED_VOTE,
    SAID_CHOOSES,
    SAID_AT_TABLE,
    SAID_COMPUTER,
    SAID_AWAY,
    SAID_CUTS,
    SAID_SHEET,
    SAID_DEALS_ONE,
    SAID_DEALS,
    SAID_WINS_ONE,
    SAID_WINS,
    SAID_WINS_MATCH_ONE,
    SAID_WINS_MATCH,
    SAID_TEAM_WINS_ONE,
    SAID_TEAM_WINS,
    SAID_TEAM_WINS_MATCH_ONE,
    SAID_TEAM_WINS_MATCH,
    SAID_MATCH_WON,
    SAID_VOID_BLOCKED,
    SAID_VOID_LIMIT,
    SAID_VOID_DESERTED,
    SAID_VOID_LOST,
    SAID_PLAYS,
    SAID_FIRST,
    SAID_PASSED_OVER,
    SAID_GOES_BACK,
    SAID_THEN,
    SAID_AND,
    SAID_LAST_MOVE,
    SAID_LAST_ROUND,
    SAID_COUNT
};

extern const char *const said_words[SAID_COUNT][SAID_LANGUAGES];

/* The symbol on a card besides its colour; NULL: a number. */
extern const char *const said_kinds[KIND_COUNT][SAID_LANGUAGES];

/* The letters of a colour on a card, and the longer form if two colours of the set share these. */
extern const char *const said_initials[COLOUR_COUNT][SAID_LANGUAGES];
extern const char *const said_beginnings[COLOUR_COUNT][SAID_LANGUAGES];

/* The commands that only cut, and those that cut and deal, if no match runs; without accents, ended
 * by NULL. `said_advice` stands for a word in what the bot advises to type: "!cut WORD". */
extern const char *const said_cuts[], *const said_starts[];
extern const char *const said_advice[SAID_LANGUAGES];

/* The words for one value of a switch. If the switch is a number, `value` is 0 for the number 0,
 * and 1 for any other number. */
struct said_switch {
    enum switch_id id;
    unsigned value;
    const char *words[SAID_LANGUAGES];
};

extern const struct said_switch said_switches[];
extern const unsigned said_switch_count;

/* How well a computer player plays. */
struct said_level {
    const char *name; /* of player_find() */
    const char *words[SAID_LANGUAGES];
};

enum { SAID_LEVELS = 4 };
extern const struct said_level said_levels[SAID_LEVELS];

/* A stretch of a text. */
struct stretch {
    const char *text;
    size_t length;
};

enum { HEARD_PLACES = 6 };

struct heard {
    const char *at;                     /* where the pattern's first words are */
    const char *end;                    /* behind its last ones */
    struct stretch place[HEARD_PLACES]; /* the texts of its places, in order */
};

/* Finds a pattern in a message. A pattern that begins with a place takes the message from its
 * start; one that begins with words may match anywhere. */
bool said_hear(const char *message, const char *pattern, struct heard *heard);
/* Like said_hear(), with the pattern of `said` in any language. */
bool said_is(const char *message, enum said said, struct heard *heard);
/* Like said_hear(), but finds the next match after heard->at. */
bool said_again(const char *message, const char *pattern, struct heard *heard);

/* True if the stretch is exactly `text`. */
bool stretch_is(struct stretch stretch, const char *text);
/* Reads a stretch as a whole number; false: it is none. */
bool stretch_number(struct stretch stretch, unsigned *number);
bool text_begins(const char *text, const char *words);
/* True if `words` stand just before `at` in the text that begins at `from`. */
bool text_ends(const char *from, const char *at, const char *words);

#endif
