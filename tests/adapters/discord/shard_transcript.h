/* shard_transcript.h: a shard as transcripts: what comes in, what must go out.
 *
 *   "<..."  a text message of the gateway  ">..."  the next frame we send
 *   "!..."  the next dispatch: NAME data   "+..."  so many ms pass
 *   "-..."  so many ms pass, in which beats are taken and answered
 *   "?..."  it asks for the address and gets this one
 *   "@..."  it wants a connection there, and has it; "@!..." it wants it and cannot have it
 *   "x..."  the server ends the connection with that code; "x": without one
 *   "/CODE why"  it hangs up so, and the connection is gone
 *   "~LEAST-MOST why"  it waits some ms between these before it connects again, since `why`; they
 *           pass
 *   "=..."  refused for good, with those words; "."  it has left; "*"  it is ready
 *   "q"     it is told to leave, "Q" for good
 *
 * Before anything comes in or time passes, all that went out must have been named. */
#ifndef TALON_TESTS_ADAPTERS_DISCORD_SHARD_TRANSCRIPT_H
#define TALON_TESTS_ADAPTERS_DISCORD_SHARD_TRANSCRIPT_H

#include "adapters/discord/gateway/shard.h"

enum { STAGE_EVENTS = 16, STAGE_EVENT = 600 };

struct shard_transcript {
    struct shard *shard;
    struct identify_limit starts;
    uint64_t now;
    const char *step;
    unsigned events, next_event;
    char event[STAGE_EVENTS][STAGE_EVENT];
};

#define STAGE_URL        "wss://gw.example/?v=10&encoding=json"
#define STAGE_RESUME_URL "wss://gw-7.example/?v=10&encoding=json"
#define STAGE_IDENTIFY                                                                             \
    "{\"op\":2,\"d\":{\"token\":\"secret\",\"intents\":4097,\"shard\":[0,1],"                      \
    "\"properties\":{\"os\":\"linux\",\"browser\":\"talon\",\"device\":\"talon\"}}}"
#define STAGE_RESUME(sequence)                                                                     \
    "{\"op\":6,\"d\":{\"token\":\"secret\",\"session_id\":\"abc\",\"seq\":" sequence "}}"
#define STAGE_HELLO "<{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}"
#define STAGE_READY_DATA                                                                           \
    "{\"v\":10,\"user\":{\"id\":\"11\"},\"session_id\":\"abc\","                                   \
    "\"resume_gateway_url\":\"wss://gw-7.example\",\"application\":{\"id\":\"22\"},"               \
    "\"guilds\":[{\"id\":\"33\",\"unavailable\":true}]}"
/* Up to READY, sequence 1. */
#define STAGE_READY                                                                                \
    "@" STAGE_URL, STAGE_HELLO, ">" STAGE_IDENTIFY,                                                \
        "<{\"op\":0,\"s\":1,\"t\":\"READY\",\"d\":" STAGE_READY_DATA "}",                          \
        "!READY " STAGE_READY_DATA, "*"

extern struct shard_transcript stage;

/* What tests start from: token secret, shard 0 of 1, GUILDS and DIRECT_MESSAGES. */
extern const struct shard_setup shard_transcript_setup;

/* A shard that knows its address and may connect; `state` (or NULL) was exported before. */
void shard_transcript_open(const struct shard_setup *setup, const char *address, const char *state);
void shard_transcript_run(const char *const *steps);
#define STEPS(...) shard_transcript_run((const char *const[]){__VA_ARGS__, NULL})
/* Nothing may be left that was not named. */
void shard_transcript_end(void);

/* A test: opens a stage, takes the steps, ends. */
#define SCENE(name, ...)                                                                           \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        shard_transcript_open(&shard_transcript_setup, "wss://gw.example", NULL);                  \
        STEPS(__VA_ARGS__);                                                                        \
        shard_transcript_end();                                                                    \
    }

#endif
