/* server.h: a scripted IRC server of one client, for measurements that no real server allows.
 *
 * It welcomes the client, puts it with two players into every channel that it asks for, and judges
 * how fast it speaks. What the players say is up to the caller. */
#ifndef TALON_TESTS_BENCH_SERVER_H
#define TALON_TESTS_BENCH_SERVER_H

#include <stdbool.h>
#include <stddef.h>

/* Of a channel "#c17": the players are "a17" and "b17". */
struct server {
    int listening, fd;
    unsigned port;
    unsigned joined;          /* channels that the client is in */
    unsigned burst, rate;     /* what it may send: lines at once, then lines a second */
    double allowance, judged; /* of lines; since when */
    unsigned excess;          /* lines beyond it: a real server would have killed it */
    size_t got, waiting;      /* bytes of the last incomplete line; of what is to be sent */
    size_t room;
    char *out;
    char in[1 << 16];
    /* A PRIVMSG or NOTICE of the client. */
    void (*said)(void *arg, const char *target, const char *text);
    void *arg;
};

bool server_init(struct server *server, unsigned burst, unsigned rate);
void server_finish(struct server *server);
/* Lets the client connect, or takes and sends what there is; waits at most so long for something
 * to do. False: the client is gone. */
bool server_turn(struct server *server, int milliseconds);
/* A player of a channel says something: 'a' or 'b'. */
bool server_say(struct server *server, char player, unsigned channel, const char *text);

#endif
