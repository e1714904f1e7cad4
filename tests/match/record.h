/* record.h: what the channel was told of a match, and what the journal says of it. */
#ifndef TALON_TESTS_MATCH_RECORD_H
#define TALON_TESTS_MATCH_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "daemon.h"

enum { RECORD_PLAYS = 20000, RECORD_SEATS = 10, RECORD_WHY = 1200 /* bytes */ };

/* What the onlooker has heard. */
struct record {
    unsigned play_count;  /* "alice plays [R 5]" lines, since the record began */
    char (*plays)[48];    /* "alice R 5" */
    char (*lines)[400];   /* in which they stood */
    unsigned heard_count; /* the same, and those of "The table goes on": the last move, which may
                             have been told before */
    char (*heard)[48];
    unsigned rounds_won; /* "wins the round" lines */
    unsigned deals;      /* "deals 7 cards each" lines */
    bool match_won;
    char totals[700]; /* the last "Totals: ..." */
};

bool record_init(struct record *record);
void record_finish(struct record *record);
/* A line of the channel; `arg` is the record. */
void record_said(void *arg, const char *text);

/* The truth of the database: every round dealt again and compared (bot/table/round/replay.h). */
struct truth {
    unsigned rounds;
    unsigned actions;
    char (*plays)[48]; /* as in the record, of all rounds in order */
    unsigned play_count;
    int points[RECORD_SEATS]; /* by seat, of the rounds won */
    char wrong[256];          /* "" when every round is as it was journaled */
};

bool truth_read(struct truth *truth, const struct daemon *daemon, const char *const *names);
/* The same of these rounds of a database, in this order. */
bool truth_read_rounds(struct truth *truth, const char *database, const int64_t *rounds,
                       unsigned count, const char *const *names);
void truth_finish(struct truth *truth);
/* Whether what was announced is in the journal, in order, and nothing twice. */
bool truth_covers(const struct truth *truth, const struct record *record, char why[RECORD_WHY]);
/* Whether each play of the journal was announced, whatever died meanwhile. */
bool truth_heard(const struct truth *truth, const struct record *record, char why[RECORD_WHY]);
/* The total of a name in "Totals: alice 120, bob 30."; -1 when it is not there. */
int record_total(const struct record *record, const char *name);

#endif
