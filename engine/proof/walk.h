/* walk.h: follows a table line by line through a log.
 *
 * After each line a walk knows the seats in their order, the rules, the number of shuffles dealt
 * from the chain, the cuts for the next shuffle, and who deals it. A line that it cannot follow
 * is a fault: then no deal can be proven until the next table opens. */
#ifndef TALON_ENGINE_PROOF_WALK_H
#define TALON_ENGINE_PROOF_WALK_H

#include "said.h"
#include "transcript.h"

enum {
    WALK_SEATS =
        2 *
        PLAYERS_MAX,   /* a person who leaves during a round keeps the seat until the round ends */
    WALK_CHAIN = 1000, /* shuffles of a chain */
    WALK_SHEET = 2048
};

struct walk_seat {
    struct setup_seat seat;
    bool leaving; /* the seat is removed when the round ends */
};

struct walk_cut {
    struct setup_cut said;
    char owner[RECORD_NAME]; /* the name of their seat now */
    unsigned line;           /* that tells the cut, from 1 */
};

struct walk {
    const struct transcript *log;
    unsigned line; /* from 1 */

    const char *fault; /* NULL: all could be followed */
    unsigned fault_line;

    bool open;    /* a table is there */
    bool unknown; /* a table of one person: the log does not say who sits there */
    unsigned count;
    struct walk_seat seats[WALK_SEATS];

    char bond[BOND_TEXT]; /* "": none was told */
    unsigned bond_line;
    bool late;          /* `bond` came after the opening line: others may already have sat down */
    unsigned dealt;     /* shuffles of that chain */
    unsigned deal_line; /* of the last one; 0: none */
    bool shown;         /* true: the secret of the last shuffle was told */

    unsigned told; /* the number of the last cut told for the next deal; 0: none */
    unsigned cut_count;
    struct walk_cut cuts[WALK_SEATS];

    unsigned rules_version;
    const struct ruleset *set;
    struct switches switches;
    bool match;             /* a match runs */
    bool round;             /* a round of it */
    char sheet[WALK_SHEET]; /* the first part of a text about changed rules, while the next line
                             * must hold the rest; else "" */
    unsigned rounds;        /* of the match that counted */
    unsigned round_players; /* of the round that runs */
    unsigned dealer; /* of the running round, else of the next; SEAT_NONE: the deal finds one */
};

/* What a line did. */
enum walk_news { WALK_NOTHING, WALK_DEALT, WALK_ENDED };

/* `rules_version`: that of the round to prove. */
void walk_begin(struct walk *walk, const struct transcript *log, unsigned rules_version);
/* Follows one line. If the line tells a deal (WALK_DEALT), `before` is the state of the walk just
 * before the deal, with the rules that the same line tells. */
enum walk_news walk_line(struct walk *walk, const char *line, struct walk *before);
/* sheet.c: reads a line that tells which rules of a match changed, or the second part of such a
 * text. Ignores other lines. Returns NULL, or why the changes cannot be read. */
const char *walk_sheet(struct walk *walk, const char *message);
/* Whether a line tells a deal, and how many cards each player gets. */
bool walk_deals(const char *message, unsigned *cards, struct heard *heard);
/* The seat whose name ends at `at` and begins the message or follows a blank. WALK_SEATS: none. */
unsigned walk_seat_before(const struct walk *walk, const char *message, const char *at);

#endif
