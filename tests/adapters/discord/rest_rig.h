/* rest_rig.h: Discord's REST transport on a server of our own (web.h), both in one loop. */
#ifndef TALON_TESTS_ADAPTERS_DISCORD_REST_RIG_H
#define TALON_TESTS_ADAPTERS_DISCORD_REST_RIG_H

#include "adapters/discord/rest/rest.h"
#include "web.h"

enum { RIG_CALLS = 256 };

/* How a request ended. */
struct gateway_loop_call {
    uint64_t id;
    unsigned order; /* in which it was told; 0: not yet */
    enum rest_end end;
    unsigned status;
    uint32_t code;
    char body[256]; /* "": none */
    void (*then)(void);
};

struct gateway_loop {
    struct loop *loop;
    struct web *web;
    struct rest *rest;
    struct timer guard; /* fails a test that waits for what does not come */
    uint64_t end;       /* ms: it does then */
    unsigned count, told, troubles, stops;
    struct gateway_loop_call calls[RIG_CALLS];
    char log[1 << 16]; /* all that was logged */
};

extern struct gateway_loop rig;

/* Of each test: a server, and a transport to it. */
int gateway_loop_set_up(void **state);
int gateway_loop_tear_down(void **state);
#define RIG_TEST(test)                                                                             \
    cmocka_unit_test_setup_teardown(test, gateway_loop_set_up, gateway_loop_tear_down)

/* Another transport in place of the one it has, to `setup->base` or to the same server. */
void gateway_loop_start(const struct rest_setup *setup);
/* Before its time, in the middle of a test. */
void gateway_loop_close(void);

/* A request as `request` says, with `done` and, where they are not set, deadline and route. */
struct gateway_loop_call *gateway_loop_send(const struct rest_request *request);
/* POST to that channel, with {"content": content}. */
struct gateway_loop_call *gateway_loop_post(unsigned channel, const char *content);
/* PATCH to a message there, likewise: this may be carried out twice, that may not. */
struct gateway_loop_call *gateway_loop_edit(unsigned channel, const char *content);
cJSON *gateway_loop_content(const char *content);
/* The same, once it has ended. */
struct gateway_loop_call *gateway_loop_done(struct gateway_loop_call *call);
/* To rest_stop(). */
void gateway_loop_stopped(void *arg);

void gateway_loop_turn(void);
#define RIG_UNTIL(condition)                                                                       \
    do {                                                                                           \
        while (!(condition)) {                                                                     \
            gateway_loop_turn();                                                                   \
        }                                                                                          \
    } while (0)

#endif
