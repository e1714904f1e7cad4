/* shard_state.h: the state of a shard. shard.c (messages, time), reconnect.c (where and when to
 * connect, and what the end of a connection means) and gateway_payload.c (JSON) share it. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_SHARD_STATE_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_SHARD_STATE_H

#include "shard.h"

/* The code for our close frames after which we can still resume the session. */
enum { CLOSE_OURS = 4000 };

enum opcode {
    OP_DISPATCH = 0,
    OP_HEARTBEAT = 1,
    OP_IDENTIFY = 2,
    OP_RESUME = 6,
    OP_RECONNECT = 7,
    OP_INVALID_SESSION = 9,
    OP_HELLO = 10,
    OP_ACK = 11
};

enum stage {
    STAGE_WAITING,  /* until `due` */
    STAGE_ASKING,   /* asking for the gateway's address */
    STAGE_OPENING,  /* opening a connection to `url` */
    STAGE_GREETING, /* connected; HELLO must come by `due` */
    STAGE_STARTING, /* HELLO came; after `started`, READY or RESUMED must come by `due` */
    STAGE_READY,
    STAGE_CLOSING, /* closing with `close_code` */
    STAGE_LEFT,
    STAGE_REFUSED
};

struct shard {
    struct shard_setup setup;
    uint32_t random;
    enum stage stage;
    uint64_t due;
    bool leaving;
    char address[SHARD_ADDRESS]; /* address from GET /gateway/bot; "": we must still ask for it */
    char url[SHARD_ADDRESS + 32];
    unsigned close_code;
    char why[128];
    /* the session */
    char session[SHARD_SESSION_ID]; /* "": none */
    char resume_address[SHARD_ADDRESS];
    uint64_t sequence;
    bool numbered;  /* `sequence` was given */
    uint64_t taken; /* bit n: we had the event number `sequence - n`; we take older events as
                     * already had */
    char application[SNOWFLAKE_MAX], user[SNOWFLAKE_MAX];
    /* trouble */
    unsigned failures; /* how many connections failed in a row */
    unsigned unheard;  /* of them without HELLO */
    unsigned resumes;  /* RESUMEs without success */
    uint64_t wait_min,
        wait_max; /* the delay that the end of the last connection demands; 0: the usual one */
    /* this connection */
    bool resuming, started;
    uint64_t ready_at;
    uint64_t interval, heartbeat_due, heartbeat_soonest;
    bool heartbeat_now, unanswered;
};

#endif
