/* talk.h: tables of people who think, on a real server with the limits that it ships. */
#ifndef TALON_TESTS_BENCH_TALK_H
#define TALON_TESTS_BENCH_TALK_H

#include "measure.h"
#include "tests/match/daemon.h"
#include "tests/real/irc_client.h"

enum { TALK_TABLES = 8, TALK_SEATS = 4, TALK_TEXT = 700, TALK_LOG = 12 };

struct talk_plan {
    unsigned tables, seconds;
    unsigned seats;   /* people at a table: 3, or 4 with computers at some tables */
    unsigned helpers; /* of the program */
    bool curious;     /* somebody asks for help all the time */
};

struct talk_person {
    struct irc_client *client;
    char nick[16];
    char asked[TALK_TEXT]; /* the whisper that asks for a move; "": none does */
    double due;            /* when they have thought about it */
    double typed;          /* when they last made a move */
    double called;         /* when the channel named them as next, without such a whisper; 0 */
    double played;         /* when they typed "!play"; 0: its line was seen */
};

struct talk_table {
    struct talk_person person[TALK_SEATS];
    char channel[16];
    unsigned step; /* of opening it that are done */
    double again;  /* when a step is tried once more */
    bool computer; /* one sits here */
    bool dealt;    /* somebody was asked for a move */
    double played; /* when the last "!play" was typed, until somebody has the next hand */
    bool over;     /* the match: !start when due */
    double restart;
    double heard;                  /* when a line was last seen in the channel */
    char log[TALK_LOG][TALK_TEXT]; /* what was last typed and heard here: a ring */
    unsigned logged;
};

struct talk_sums {
    unsigned dropped; /* times that the server threw the program out */
    unsigned missed;  /* lines that never came */
    unsigned tables;  /* dealt */
    unsigned refused; /* tables that were not opened at once, since too much waits */
};

struct talk {
    struct ircd ircd;
    struct daemon daemon;
    struct talk_table table[TALK_TABLES];
    unsigned tables, seats;
    unsigned helpers;           /* that must be there before anybody plays */
    struct irc_client *curious; /* NULL: nobody */
    double asks;                /* when they ask again */
    struct samples line, hand;  /* seconds: to the line in the channel; to the next hand */
    struct talk_sums sums;
};

/* Starts server and program, seats everybody; `pace` are lines of [irc test]. False: it is said on
 * stderr. */
bool talk_open(struct talk *talk, enum ircd_kind kind, const char *pace,
               const struct talk_plan *plan);
/* Plays so many seconds from when all tables are dealt. */
void talk_run(struct talk *talk, unsigned seconds);
void talk_close(struct talk *talk);

#endif
