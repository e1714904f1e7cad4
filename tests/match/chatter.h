/* chatter.h: people at a table, as IRC clients that read what they are told and type commands.
 *
 * Each reads their own whispers and plays a marked card, draws, answers. They know nothing but what
 * reaches them. One onlooker keeps a record of the channel. */
#ifndef TALON_TESTS_MATCH_CHATTER_H
#define TALON_TESTS_MATCH_CHATTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tests/real/irc_client.h"

enum { CHATTERS_MAX = 8, LINE_MAX_TEXT = 700 };

struct chatter {
    struct irc_client *client;
    char nick[16];
    unsigned commands; /* typed */
    bool thinks;       /* types nothing: what asks for a move is kept in `asked` */
    char asked[LINE_MAX_TEXT];
    char word[16]; /* of their seat; "": none is known */
};

struct crowd {
    struct chatter who[CHATTERS_MAX];
    unsigned count;
    struct irc_client *onlooker;
    uint64_t random; /* of the choices */
    /* Told for every line the bot says in the channel, without colour codes. */
    void (*said)(void *arg, const char *text);
    /* Told for every line that the bot whispers to one of them, likewise. NULL: nobody is. */
    void (*whispered)(void *arg, unsigned who, const char *text);
    void *arg;
    unsigned lines;      /* said so far */
    const char *awaited; /* part of a line, while crowd_hear() runs */
    bool heard;          /* it was said */
    char bot[24];        /* its nick when it whispered last; "talon" is free now and then */
    FILE *book; /* what people have typed, as a server passes it on; NULL: nobody keeps it */
    char leaked[LINE_MAX_TEXT]; /* the first line that shows the onlooker what it must not see */
};

/* Logs in `count` people and the onlooker, who join #cards. */
bool crowd_open(struct crowd *crowd, unsigned count, const unsigned *ports, const bool *tls);
void crowd_close(struct crowd *crowd);
/* Types into the channel. */
void crowd_type(struct crowd *crowd, unsigned who, const char *text);
/* Reads everybody's lines and lets them answer, until `done` says so after a line of the channel.
 * False when nothing was said to anybody for `milliseconds`. */
bool crowd_run(struct crowd *crowd, int milliseconds, bool (*done)(void *arg), void *arg);
/* The same until the bot says a line in the channel that has `wanted` in it. */
bool crowd_hear(struct crowd *crowd, int milliseconds, const char *wanted);
/* Ends their thinking: what was asked meanwhile is answered. */
void crowd_wake(struct crowd *crowd, unsigned who);
/* Waits until the onlooker sees the bot come into the channel. */
bool crowd_await_bot(struct crowd *crowd);
uint32_t crowd_random(struct crowd *crowd, uint32_t below);

#endif
