/* rest.h: requests to Discord's REST API. limits.h decides when a request may go, and http.h sends
 * it.
 *
 * A request waits until limits.h lets it go, is sent, waits again after a 429, and calls `done`
 * once when it has ended. If no answer comes, or the server fails, only a request with `repeat` is
 * sent again, after a random delay that grows. A request that certainly was not sent, or that the
 * server refused unread, is always sent again. After a 401 nothing is sent any more.
 *
 * Neither the token nor a path reaches the log, as a path may hold an interaction's token: the log
 * names routes.
 *
 * Bounds: limits.h bounds how many requests wait and are under way; rest_send() refuses one more.
 * The callers bound the requests for one Discord server: one for each of its channels
 * (channel_message.h) and hands (hand.h), and two for each interaction that is kept (responder.h).
 *
 * Call everything from the loop's thread. Callbacks come in later turns of the loop. They may call
 * everything here except rest_destroy(). */
#ifndef TALON_ADAPTERS_DISCORD_REST_REST_H
#define TALON_ADAPTERS_DISCORD_REST_REST_H

#include <stdbool.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/log.h"
#include "base/loop.h"
#include "limits.h"

#define REST_BASE     "https://discord.com/api"
#define REST_HOMEPAGE "https://talon.example/" /* a reserved domain: nobody's */

enum {
    REST_INVALID_STEP = 100,
    REST_WHOLE_MS = 15000, /* ms from the sending of a request to the end of its answer */
    REST_LATE_MS = 1000,   /* ms after its deadline that we still wait for Discord to take an answer
                            * to an interaction */
    REST_AGAIN_MS = 1000,  /* ms until a failed request is sent again, or a quarter of that for an
                            * answer to an interaction; doubles each time */
    REST_PATH = 1024,      /* bytes, NUL included */
    REST_ADDRESS = 32,     /* the same */
    REST_HOMEPAGE_MAX = 200
};

struct rest;

struct rest_setup {
    struct loop *loop;
    const struct log *log; /* must outlive rest; NULL: silent */
    const char *base;      /* without the version; NULL: REST_BASE */
    const char *homepage;  /* homepage in the User-Agent of each request; NULL: REST_HOMEPAGE */
    const char *token;     /* must outlive rest */
    const char
        *ca; /* file of CAs to trust instead of the system's, must outlive rest; NULL: none */
    uint32_t invalid_max; /* as limits_create() takes it */
    uint32_t again_ms;    /* 0: REST_AGAIN_MS */
    uint32_t silent_ms;   /* as http.h has it */
    /* Called when the numbers of refused requests have changed by about REST_INVALID_STEP, to be
     * stored for a later process. NULL: not wanted. */
    void (*count)(void *arg, const uint32_t invalid[AUTHS]);
    /* Discord refused a request for the address `place`. The refusal counts towards a ban, or says
     * that the channel is gone. NULL: not wanted. */
    void (*refused)(void *arg, const char *place, enum rest_auth auth);
    /* Discord refused a request because of an emoji in it. NULL: not wanted. */
    void (*emoji_refused)(void *arg);
    /* Returns true if we may send now. False: requests wait, even those whose file is being made,
     * and their deadlines still hold. NULL: always. */
    bool (*may_send)(void *arg);
    /* Called once, when Discord has refused the token: nothing is sent any more. NULL: not wanted.
     */
    void (*trouble)(void *arg, const char *why);
    void *arg;
};

enum rest_end {
    REST_ANSWERED, /* see the status */
    REST_LATE,     /* the request was not sent: its deadline passed, or there was no connection */
    REST_REFUSED,  /* nothing is sent any more */
    REST_LOST,   /* the answer is missing or not whole: Discord may have carried the request out, or
                    not */
    REST_STOPPED /* ended by rest_stop(); if it was under way, Discord may have carried it out, or
                    not */
};

struct rest_reply {
    enum rest_end end;
    unsigned status;         /* of HTTP; 0: none came */
    uint32_t code;           /* Discord's for an error; 0: none */
    const cJSON *body;       /* lent for the call; NULL: none, or no JSON */
    const cJSON *sent;       /* the request's body, lent for the call; NULL: none, or the request
                                certainly was not sent */
    struct rest_file **file; /* the request's file: set it to NULL to take it over for another
                                request; NULL: none */
};

/* A file that is sent with a request. It is made only when the limits let the request go
 * (make_queue.h), so that a waiting request costs little memory, and a replaced one no work. */
struct rest_file {
    const char *name;        /* file name, with the extension of its type */
    const char *type;        /* "image/png" */
    const char *description; /* description for people who cannot see the picture; NULL: none */
    const void *data;        /* NULL: not made yet */
    size_t size;
    /* Sets data and size; runs on another thread. False: the request goes without the file. */
    bool (*make)(struct rest_file *file);
    void (*destroy)(struct rest_file *file);
};

/* Accepts NULL. */
void rest_file_destroy(struct rest_file *file);

/* Returns true if the failure may pass: the same request may succeed later. */
static inline bool rest_passes(const struct rest_reply *reply)
{
    return reply->end != REST_ANSWERED || reply->status >= 500 || reply->status == 429;
}

struct rest_request {
    const char *method, *path; /* `path` is the address after the version, with ids:
                                * "/channels/123/messages" */
    const char *route, *major; /* as limits.h has them */
    const char
        *address; /* the address (channel_message.h) that a refusal counts against; NULL: none */
    enum limits_class class;
    bool token_only; /* only the interaction's token in the path authorises it */
    bool repeat; /* it may be sent twice, since it is idempotent or has a nonce. Requests without it
                    take a connection of their own */
    uint64_t deadline; /* the request must be sent before this loop_now(); UINT64_MAX: no
                        * deadline */
    cJSON *body;       /* rest_send() takes it over, also when it refuses the request; NULL: none */
    struct rest_file *file; /* taken over, too; rest.h lists it in the body's `attachments`, and
                               shows it at the top of a container */
    /* Called once, when the request has ended; not if it is cancelled or rest is destroyed. NULL:
     * not wanted. */
    void (*done)(void *arg, const struct rest_reply *reply);
    void *arg;
};

/* NULL: memory is out. */
struct rest *rest_create(const struct rest_setup *setup);
/* Closes all sockets before it returns, and calls no `done`. Call it before the loop ends. Accepts
 * NULL. */
void rest_destroy(struct rest *rest);
/* Adds the refused requests of an earlier process in the last ten minutes. */
void rest_recall(struct rest *rest, const uint32_t invalid[AUTHS]);

/* Returns the number of the request. 0, and `done` is not called: there is no room, the request is
 * too large, memory is out, or nothing is sent any more. */
uint64_t rest_send(struct rest *rest, const struct rest_request *request);

/* Returns true if the request waits and certainly was not carried out. */
bool rest_is_waiting(const struct rest *rest, uint64_t id);
/* Cancels a request for which rest_is_waiting() is true; `done` is not called. False: it is not
 * cancelled. */
bool rest_cancel(struct rest *rest, uint64_t id);
/* Replaces body and file of a waiting request. Takes both over, even if it returns false. False:
 * the request is under way or has ended, or it is a POST that may have been carried out. */
bool rest_replace(struct rest *rest, uint64_t id, cJSON *body, struct rest_file *file);

/* Stops in order. New requests are refused, and waiting requests of LIMITS_INFO end at once. The
 * others have `patience` ms to be sent and answered. Then it calls `stopped` once, which may call
 * rest_destroy(). */
void rest_stop(struct rest *rest, uint64_t patience, void (*stopped)(void *arg), void *arg);

/* Call it in or after `stopped`. Returns true if all requests whose result people would see were
 * sent and answered. */
bool rest_is_whole(const struct rest *rest);

/* Returns the time by Discord's clock (ms since 1970, exact to a second), learnt from its answers,
 * since our own clock may be wrong. 0: not known yet. */
int64_t rest_date(const struct rest *rest);
/* Returns how many requests wait. */
unsigned rest_waiting(const struct rest *rest);
/* Returns why nothing is sent, for a while or for good; NULL: requests are sent. */
const char *rest_trouble(const struct rest *rest);

#endif
