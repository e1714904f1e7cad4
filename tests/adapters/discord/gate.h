/* gate.h: a WebSocket server on loopback that says what a test tells it to, for the gateway's
 * client. Serves in gate_turn() only: without it, it is as good as hung. */
#ifndef TALON_TESTS_ADAPTERS_DISCORD_GATE_H
#define TALON_TESTS_ADAPTERS_DISCORD_GATE_H

#include <stdbool.h>
#include <stddef.h>

enum { GATE_VISITS = 8, GATE_HEARD = 64 };

/* One connection, in the order they came. */
struct gate_visit {
    bool gone;
    unsigned code;        /* of the client's close frame; 0: none came */
    unsigned count, next; /* frames heard; those a test has passed */
    char *heard[GATE_HEARD];
    char path[64];
};

struct gate {
    struct lws_context *context;
    void *tls;
    int port;
    unsigned refuse; /* HTTP status of the next upgrade; 0: let in */
    unsigned refused;
    unsigned count;
    struct gate_visit visits[GATE_VISITS];
    void *wsi[GATE_VISITS];
    void *outgoing[GATE_VISITS];
    unsigned goodbye[GATE_VISITS];
};

/* On 127.0.0.1. `port` 0: any. `folder`: of server.crt and server.key; NULL: without TLS. */
void gate_open(struct gate *gate, int port, const char *folder);
/* Likewise on ::1, any port, without TLS. False: this machine has no such address. */
bool gate_open_six(struct gate *gate);
void gate_shut(struct gate *gate);
void gate_turn(struct gate *gate);
/* Says a text in frames of `most` bytes. */
void gate_say(struct gate *gate, unsigned visit, const char *text, size_t most);
void gate_close(struct gate *gate, unsigned visit, unsigned code);
/* The connection breaks, without a close frame. */
void gate_drop(struct gate *gate, unsigned visit);

#endif
