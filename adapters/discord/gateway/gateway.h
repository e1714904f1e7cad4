/* gateway.h: the bot's shards on Discord's gateway, on the loop.
 *
 * It runs a machine of shard.h over a connection of websocket.h for each of its shards. All shards
 * share the limits of identify_limit.h. The number of shards is fixed: the caller first asks GET
 * /gateway/bot, creates the gateway with that number and passes the answer on. The gateway asks
 * again only when connecting fails for long.
 *
 * Hooks come from the loop, never from inside a call below. They may call anything below,
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
    unsigned shards;       /* number of shards that the bot has, over all processes */
    unsigned first, count; /* this process runs the shards from `first` to `first + count - 1`;
                              gateway_add() adds more */
    unsigned most;         /* shards that this process may run; 0: `count` */
    uint32_t intents;      /* without the privileged ones */
    bool plain;            /* accepts addresses without TLS, for a test server */
    const char *ca; /* file of trusted CAs, read during gateway_create(); NULL: the system's */
    /* Returns true if we may now open a connection, and begin or resume a session; NULL: always.
     * False: open connections stay, and the gateway calls this again a little later. */
    bool (*may_start)(void *arg);
    /* Asks for GET /gateway/bot; gateway_told() answers, now or later. */
    void (*ask)(void *arg);
    /* Asks for a turn to IDENTIFY (identify_limit.h). All processes together get one turn for each
     * `key` in `pause` ms. gateway_turn() answers, now or later. NULL: no other process has shards
     * of the bot. */
    void (*ask_turn)(void *arg, unsigned key, uint64_t pause);
    /* An event; `data` is lent for the call. READY and RESUMED come, too. */
    void (*dispatch)(void *arg, unsigned shard, const char *name, const cJSON *data);
    /* The shard has become ready (after its READY or RESUMED), or its connection has ended. */
    void (*ready)(void *arg, unsigned shard, bool ready);
    /* Discord refuses that shard for good: it does not connect again. `why` is one line without the
     * token. */
    void (*refused)(void *arg, unsigned shard, const char *why);
    void *arg;
};

/* Returns NULL if memory is out, the setup makes no sense, or libwebsockets does not start. */
struct gateway *gateway_create(const struct gateway_setup *setup);
/* Ends all connections and calls no hook any more. The memory is freed some turns of the loop
 * later; then it calls `closed` (NULL: not wanted). Accepts NULL, and calls nothing then. */
void gateway_destroy(struct gateway *gateway, void (*closed)(void *arg), void *arg);

/* Gives one more of the bot's shards to this process; it connects as soon as the gateway has
 * started. False: the process has it already or has `most`, or memory is out. */
bool gateway_add(struct gateway *gateway, unsigned shard);
bool gateway_has(const struct gateway *gateway, unsigned shard);
/* Takes a shard from this process: its connection ends, and another process can resume its session.
 * gateway_left() becomes true when nothing more comes from it; then gateway_add() may give it
 * back. */
void gateway_leave(struct gateway *gateway, unsigned shard);
bool gateway_left(const struct gateway *gateway, unsigned shard);
/* The n-th shard of this process, from 0; false: there are fewer. */
bool gateway_shard(const struct gateway *gateway, unsigned n, unsigned *shard);

/* Takes the session of an earlier process from its shard_export(). Call it before the shard
 * connects first. False, and nothing changes: shard_import() refuses it. */
bool gateway_import(struct gateway *gateway, unsigned shard, const char *text);
/* Writes the session of a shard as text for gateway_import(), and returns the length; 0: there is
 * no session to resume. SHARD_STATE bytes are enough. Call it any time, also after gateway_stop().
 */
size_t gateway_export(const struct gateway *gateway, unsigned shard, char *out, size_t size);

void gateway_start(struct gateway *gateway);
/* Takes the answer of GET /gateway/bot. `address` NULL: there was no answer, and `limit` is not
 * read. You may call it without `ask`, also before gateway_start(). */
void gateway_told(struct gateway *gateway, const char *address,
                  const struct session_start_limit *limit);
/* Answers `ask_turn`. `wait` 0: the turn to IDENTIFY is this process's. Otherwise the gateway asks
 * again in `wait` ms. */
void gateway_turn(struct gateway *gateway, unsigned key, uint64_t wait);
/* Ends the sessions: for good (users see us go offline), or so that a later process resumes them.
 * `stopped` comes once, within GATEWAY_STOP_MAX whatever the network does. Then call only functions
 * that read, export or destroy the gateway. */
void gateway_stop(struct gateway *gateway, bool for_good, void (*stopped)(void *arg));

/* Ids of the application and of its user; "" until a shard was ready or imported. */
const char *gateway_application(const struct gateway *gateway);
const char *gateway_user(const struct gateway *gateway);
bool gateway_ready(const struct gateway *gateway, unsigned shard);
/* For how many ms a shard has not been ready since it last was; 0: it is ready, or never was. */
uint64_t gateway_lost(const struct gateway *gateway, unsigned shard);

#endif
