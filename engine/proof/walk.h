/* walk.h: what the lines of a log say of a table, one after the other.
 *
 * A walk knows at each line who sits at the table and in which order, what its rules are, how many
 * shuffles of its chain were dealt, which cuts wait for the next one, and who deals it. What it
 * cannot follow is a fault: nothing that is dealt from then on can be proven, until the next table
 * opens. */
#ifndef TALON_ENGINE_PROOF_WALK_H
#define TALON_ENGINE_PROOF_WALK_H

#include "said.h"
#include "transcript.h"

enum {
    WALK_SEATS = 2 * PLAYERS_MAX, /* who left in a round has a seat until its end */
    WALK_CHAIN = 1000,            /* shuffles of a chain */
    WALK_SHEET = 2048
};

struct walk_seat {
    struct setup_seat seat;
    bool leaving; /* when the round ends the seat is gone */
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
    bool unknown; /* and nobody told who sits there: a table of one person */
    unsigned count;
    struct walk_seat seats[WALK_SEATS];

    char bond[BOND_TEXT]; /* "": none was told */
    unsigned bond_line;
    bool late;          /* others than who opened the table sat there when it was told */
    unsigned dealt;     /* shuffles of that chain */
    unsigned deal_line; /* of the last one; 0: none */
    bool shown;         /* the secret of the last one */

    unsigned told; /* cuts for the next deal, the last one's number */
    unsigned cut_count;
    struct walk_cut cuts[WALK_SEATS];

    unsigned rules_version;
    const struct ruleset *set;
    struct switches switches;
    bool match;             /* a match runs */
    bool round;             /* a round of it */
    char sheet[WALK_SHEET]; /* changes of the rules that go on in the next line; "": none */
    unsigned rounds;        /* of the match that counted */
    unsigned round_players; /* of the round that runs */
    unsigned dealer;        /* of the round that runs, else of the next; SEAT_NONE: chance says */
};

/* What a line did. */
enum walk_news { WALK_NOTHING, WALK_DEALT, WALK_ENDED };

/* `rules_version`: of the round that is to be proven. */
void walk_begin(struct walk *walk, const struct transcript *log, unsigned rules_version);
/* Follows one line. `before` is what held just before a deal in it (WALK_DEALT): of the rules what
 * the line told with it. */
enum walk_news walk_line(struct walk *walk, const char *line, struct walk *before);
/* sheet.c: takes over the changes of the rules that a match is played with. NULL, or why they
 * cannot be read. */
const char *walk_sheet(struct walk *walk, const char *message);
/* How many cards each a line deals, and the words before it; false: it deals none. */
bool walk_deals(const char *message, unsigned *cards, struct heard *heard);
/* Which seat's name ends at `at`, with nothing but a blank before it; WALK_SEATS: nobody's. */
unsigned walk_seat_before(const struct walk *walk, const char *message, const char *at);

#endif
