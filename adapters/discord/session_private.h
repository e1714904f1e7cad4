/* session_private.h: what the parts of a shard share: session.c (messages, time), reconnect.c
 * (where and when to connect, what an end means), frames.c (what is written and read as JSON). */
#ifndef TALON_ADAPTERS_DISCORD_SESSION_PRIVATE_H
#define TALON_ADAPTERS_DISCORD_SESSION_PRIVATE_H

#include "session.h"

/* How we close: so that the session lives on. */
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
    STAGE_ASKING,   /* for the address */
    STAGE_OPENING,  /* a connection to `url` */
    STAGE_GREETING, /* it stands, HELLO by `due` */
    STAGE_STARTING, /* HELLO came; once `started`, READY or RESUMED by `due` */
    STAGE_READY,
    STAGE_CLOSING, /* with `close_code` */
    STAGE_LEFT,
    STAGE_REFUSED
};

struct shard {
    struct shard_setup setup;
    uint32_t random;
    enum stage stage;
    uint64_t due;
    bool leaving;
    char address[SHARD_ADDRESS]; /* of GET /gateway/bot; "": to be asked for */
    char url[SHARD_ADDRESS + 32];
    unsigned close_code;
    char why[128];
    /* the session */
    char session[SHARD_SESSION_ID]; /* "": none */
    char resume_address[SHARD_ADDRESS];
    uint64_t sequence;
    bool numbered; /* `sequence` was given */
    char application[SHARD_ID], user[SHARD_ID];
    /* trouble */
    unsigned failures;              /* connections in a row that did not hold */
    unsigned unheard;               /* of them without HELLO */
    unsigned resumes;               /* RESUMEs without success */
    uint64_t wait_least, wait_most; /* what the last end asks for; 0: the ordinary */
    /* this connection */
    bool resuming, started;
    uint64_t ready_at;
    uint64_t interval, beat_due, beat_soonest, beat_sent, latency;
    bool beat_now, unanswered;
};

/* Of the jitter: from 0 to below `most`. */
uint64_t shard_random(struct shard *shard, uint64_t most);

/* reconnect.c */
void reconnect_forget(struct shard *shard); /* the session */
/* Goes on from waiting: chooses where to connect, or finds that it does not know. */
void reconnect_open(struct shard *shard);
/* The next session is a new one, and not at once. */
void reconnect_anew(struct shard *shard);
void reconnect_hang_up(struct shard *shard, unsigned code, const char *why);

/* frames.c: readers leave `out` as it is when they return false. */
extern const double frames_sequence_most; /* exact in JSON */
const cJSON *frames_member(const cJSON *object, const char *name);
/* A whole number from 0 to `most`. */
bool frames_whole(const cJSON *item, double most, uint64_t *out);
/* A string of printable ASCII without blanks. */
bool frames_word(char *out, size_t size, const cJSON *item);
/* A snowflake. */
bool frames_id(char out[SHARD_ID], const cJSON *item);
/* An address as the gateway gives them: scheme and host, perhaps port and path. */
bool frames_address(const struct shard *shard, char out[SHARD_ADDRESS], const cJSON *item);
/* These give the length, 0: memory is out. */
size_t frames_identify(const struct shard *shard, char *out, size_t size);
size_t frames_resume(const struct shard *shard, char *out, size_t size);
size_t frames_heartbeat(const struct shard *shard, char *out, size_t size);

#endif
