/* rest_rig.h: Discord's REST transport on a server of our own (web.h), both in one loop. */
#ifndef TALON_TESTS_DISCORD_REST_RIG_H
#define TALON_TESTS_DISCORD_REST_RIG_H

#include "adapters/discord/rest.h"
#include "web.h"

enum { RIG_CALLS = 256 };

struct rig;

/* How a request ended. */
struct rig_call {
    struct rig *rig;
    uint64_t id;
    unsigned order; /* in which it was told; 0: not yet */
    enum rest_end end;
    unsigned status;
    uint32_t code;
    char body[256]; /* "": none */
    void (*then)(struct rig *rig);
};

struct rig {
    struct loop *loop;
    struct web *web;
    struct rest *rest;
    struct timer guard; /* fails a test that waits for what does not come */
    unsigned count, told, troubles, stops;
    struct rig_call calls[RIG_CALLS];
    char log[1 << 16]; /* all that was logged */
};

/* With `setup->base`, or to a server of its own. */
void rig_open(struct rig *rig, const struct rest_setup *setup);
/* Another transport in place of the one it has, to the same server. */
void rig_start(struct rig *rig, const struct rest_setup *setup);
void rig_close(struct rig *rig);

/* A request as `request` says, with `done` and, where they are not set, deadline and route. */
struct rig_call *rig_send(struct rig *rig, const struct rest_request *request);
/* POST to that channel, with {"content": content}. */
struct rig_call *rig_post(struct rig *rig, unsigned channel, const char *content);
cJSON *rig_content(const char *content);
/* To rest_stop(). */
void rig_stopped(void *arg);

void rig_turn(struct rig *rig);
#define RIG_UNTIL(rig, condition)                                                                  \
    do {                                                                                           \
        while (!(condition)) {                                                                     \
            rig_turn(rig);                                                                         \
        }                                                                                          \
    } while (0)

#endif
