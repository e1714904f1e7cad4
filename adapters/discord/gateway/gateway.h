/* gateway.h: the bot's shards on Discord's gateway, on the loop.
 *
 * Runs a machine of shard.h over a connection of websocket.h for each of its shards; they share the
 * limits of identify_limit.h. The number of shards is fixed: its user asks GET /gateway/bot first,
 * creates the gateway with that number and tells it the answer. Asked again is only when connecting
 * there fails for long.
 *
 * Hooks come from the loop, never from inside a call below, and may call anything below,
 * gateway_destroy() too. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_GATEWAY_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_GATEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/log.h"
#include "base/loop.h"
#include "identify_limit.h"

struct gateway;

enum {
    GATEWAY_SHARDS_MAX = 1024, /* of one process */
    GATEWAY_STOP_MAX = 2000,   /* ms until `stopped` */
    GATEWAY_ASK_MIN = 1000,    /* ms from a request that failed to the next */
    GATEWAY_ASK_MAX = 120000
};

struct gateway_setup {
    struct loop *loop;
    const struct log *log; /* NULL: silent */
    const char *token;     /* both outlive the gateway */
    unsigned shards;       /* of the bot, over all processes */
    unsigned first, count; /* those of this one: first to first + count - 1; gateway_add() adds
                              more */
    unsigned most;         /* so many at most; 0: count */
    uint32_t intents;      /* without the privileged ones */
    bool plain;            /* addresses without TLS are taken, too: of a server for tests */
    const char *ca;        /* file of the CAs to trust, needed for the call; NULL: the system's */
    /* Whether a connection may be opened, and a session begun or gone on with, at this moment;
     * NULL: always. No: it is asked again a little later; connections that stand are kept. */
    bool (*may_start)(void *arg);
    /* GET /gateway/bot is wanted; gateway_told() answers, now or later. */
    void (*ask)(void *arg);
    /* A turn to IDENTIFY is wanted (identify_limit.h), of one in `pause` ms over all processes;
     * gateway_turn() answers, later. NULL: no other process has shards of the bot. */
    void (*ask_turn)(void *arg, unsigned key, uint64_t pause);
    /* An event; `data` is lent for the call. READY and RESUMED come, too. */
    void (*dispatch)(void *arg, unsigned shard, const char *name, const cJSON *data);
    /* The shard has become ready (after its READY or RESUMED), or its connection has ended. */
    void (*ready)(void *arg, unsigned shard, bool ready);
    /* Discord will not have that shard, ever; `why` in one line, without the token. */
    void (*refused)(void *arg, unsigned shard, const char *why);
    void *arg;
};

/* NULL: memory is out, the setup makes no sense, or libwebsockets does not start. */
struct gateway *gateway_create(const struct gateway_setup *setup);
/* Ends all connections; no hook is called any more. The memory is freed some turns of the loop
 * later, then `closed` is called (NULL: not wanted). Accepts NULL, and calls nothing then. */
void gateway_destroy(struct gateway *gateway, void (*closed)(void *arg), void *arg);

/* One more of the bot's shards is this process's; it connects as soon as the gateway has started.
 * False: it is already, there are as many as may be, or memory is out. */
bool gateway_add(struct gateway *gateway, unsigned shard);
bool gateway_has(const struct gateway *gateway, unsigned shard);
/* The n-th shard of this process, from 0; false: there are not so many. */
bool gateway_shard(const struct gateway *gateway, unsigned n, unsigned *shard);

/* What a shard of an earlier process left (shard_export()); before it connects first. False:
 * nothing is taken. */
bool gateway_import(struct gateway *gateway, unsigned shard, const char *text);
/* Its length, 0: nothing to resume. `size` of SHARD_STATE is enough. Any time, also once stopped.
 */
size_t gateway_export(const struct gateway *gateway, unsigned shard, char *out, size_t size);

void gateway_start(struct gateway *gateway);
/* The answer of GET /gateway/bot. `address` NULL: there was none, and `limit` is not read. It may
 * be told without being asked for, also before gateway_start(). */
void gateway_told(struct gateway *gateway, const char *address,
                  const struct session_start_limit *limit);
/* The turn is ours (`wait` 0), or is to be asked for again in so many ms. */
void gateway_turn(struct gateway *gateway, unsigned key, uint64_t wait);
/* Ends the sessions for good (we are seen to go), or so that a later process resumes them.
 * `stopped` comes once, within GATEWAY_STOP_MAX whatever the network does; then the gateway can
 * only be asked, exported and destroyed. */
void gateway_stop(struct gateway *gateway, bool for_good, void (*stopped)(void *arg));

/* Ids of the application and of its user; "" until a shard was ready or imported. */
const char *gateway_application(const struct gateway *gateway);
const char *gateway_user(const struct gateway *gateway);
bool gateway_ready(const struct gateway *gateway, unsigned shard);
/* For how many ms one has not been ready that was; 0: it is, or never was. */
uint64_t gateway_lost(const struct gateway *gateway, unsigned shard);

#endif
