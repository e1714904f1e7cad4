/* gateway_loop.h: a gateway's client and the gate it goes to, on one loop; what its hooks say is
 * kept as text for a test to wait for. Waiting fails the test after half a minute. */
#ifndef TALON_TESTS_ADAPTERS_DISCORD_GATEWAY_LOOP_H
#define TALON_TESTS_ADAPTERS_DISCORD_GATEWAY_LOOP_H

#include "adapters/discord/gateway/gateway.h"
#include "gate.h"

enum { RIG_EVENTS = 64 };

struct gateway_loop {
    struct loop *loop;
    struct gate gate;
    bool hung; /* the gate is not served */
    struct gateway_setup setup;
    struct gateway *gateway;
    char address[64];
    unsigned count, next;
    char *events[RIG_EVENTS];
    const char *destroy_at; /* an event that destroys the gateway; NULL: none */
};

extern struct gateway_loop rig;

/* The loop and the gate; as in gate_open(). */
void gateway_loop_init(int port, const char *folder);
/* Creates the gateway of `setup`, tells it the gate's address under that host name and starts it;
 * `state` (or NULL) is imported. */
void gateway_loop_start(const char *host, const char *state);
/* Destroys the gateway that there is; all memory must be free when the loop is. */
void gateway_loop_finish(void);

/* Some turns of both. */
void gateway_loop_turn(void);
/* Until an event matches (fnmatch): "ask", "NAME shard data", "ready shard", "gone shard", "refused
 * shard why", "stopped". Passes those before it. */
const char *gateway_loop_event(const char *pattern);
/* Until the gate hears such a text there. */
const char *gateway_loop_hear(unsigned visit, const char *pattern);
/* Until that visit has come, and until it is over. */
void gateway_loop_come(unsigned visit);
void gateway_loop_gone(unsigned visit);
/* Says that as one frame. */
void gateway_loop_say(unsigned visit, const char *text);
/* HELLO, the wait for IDENTIFY, READY; returns the IDENTIFY. */
const char *gateway_loop_let_in(unsigned visit, const char *session);

#endif
