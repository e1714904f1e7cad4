/* rest.h: requests to Discord's REST API.
 *
 * What limits.h lets go, http.h sends. A request waits for its turn, is sent, waits again after a
 * 429, and is told once how it ended. When no answer came, or the server failed, only a request
 * that may be repeated goes again (after a while, that grows and varies); one of which surely
 * nothing was sent, or that the server refused unread, goes again always. After a 401 nothing is
 * sent any more. Neither the token nor a path (it may hold an interaction's token) reaches the log:
 * it names routes.
 *
 * Bounds: as many requests as limits.h lets wait or go; one more is refused to who asks. What one
 * server can make wait is bounded by who asks for it: a request for each of its channels
 * (channel_message.h) and hands (hand.h), and two for each interaction that is kept (responder.h).
 *
 * All is called from the loop's thread. Callbacks come in later turns of the loop and may call
 * everything here but rest_destroy(). */
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
    REST_WHOLE_MS = 15000, /* from the sending of a request to the end of its answer */
    REST_LATE_MS = 1000,   /* that an answer to an interaction is waited for behind its deadline */
    REST_AGAIN_MS = 1000,  /* until a repetition, of a callback a quarter; then twice as long ... */
    REST_PATH = 1024,      /* bytes, NUL included */
    REST_ADDRESS = 32,     /* the same */
    REST_HOMEPAGE_MAX = 200
};

struct rest;

struct rest_setup {
    struct loop *loop;
    const struct log *log; /* outlives it; NULL: silent */
    const char *base;      /* without the version; NULL: REST_BASE */
    const char *homepage;  /* named in each request, as Discord wants; NULL: REST_HOMEPAGE */
    const char *token;     /* outlives it */
    const char *ca;       /* a file instead of the system's certificates; outlives it; NULL: none */
    uint32_t invalid_max; /* as limits_create() takes it */
    uint32_t again_ms;    /* 0: REST_AGAIN_MS */
    uint32_t silent_ms;   /* as http.h has it */
    /* There are so many now: whenever it is about REST_INVALID_STEP more or fewer, for a later
     * process. NULL: not wanted. */
    void (*count)(void *arg, const uint32_t invalid[AUTHS]);
    /* What was asked for that address was refused, in a way that counts for Discord's ban, or
     * because it is not there. NULL: not wanted. */
    void (*refused)(void *arg, const char *place, enum rest_auth auth);
    /* Whether anything may be sent at this moment; no: all of it waits, what has begun and not gone
     * out yet too, and is late when its time is up. NULL: always. */
    bool (*may_send)(void *arg);
    /* Discord refused the token, nothing is sent any more: once. NULL: not wanted. */
    void (*trouble)(void *arg, const char *why);
    void *arg;
};

enum rest_end {
    REST_ANSWERED, /* see the status */
    REST_LATE,     /* not sent: its deadline came before, or no connection */
    REST_REFUSED,  /* nothing is sent any more */
    REST_LOST,     /* no whole answer: it may have been carried out, or not */
    REST_STOPPED   /* by rest_stop(): the same, where it was under way */
};

struct rest_reply {
    enum rest_end end;
    unsigned status;   /* of HTTP; 0: none came */
    uint32_t code;     /* Discord's for an error; 0: none */
    const cJSON *body; /* lent for the call; NULL: none, or no JSON */
    const cJSON *sent; /* likewise: the request's own; NULL: none, or it surely was not sent */
    struct rest_file **file; /* its file, to be taken (set to NULL) for another time; NULL: none */
};

/* A file that goes with a request. Made when that goes, so that what waits costs little, and what
 * is replaced nothing. */
struct rest_file {
    const char *name;        /* with the ending that its type has */
    const char *type;        /* "image/png" */
    const char *description; /* for who cannot see it; NULL: none */
    const void *data;        /* NULL: not made yet */
    size_t size;
    /* Sets data and size; off the loop. False: the request goes without. */
    bool (*make)(struct rest_file *file);
    void (*destroy)(struct rest_file *file);
};

/* Accepts NULL. */
void rest_file_destroy(struct rest_file *file);

/* Whether the same request may do better later. */
static inline bool rest_passes(const struct rest_reply *reply)
{
    return reply->end != REST_ANSWERED || reply->status >= 500 || reply->status == 429;
}

struct rest_request {
    const char *method, *path; /* behind the version, with ids: "/channels/123/messages" */
    const char *route, *major; /* as limits.h has them */
    const char *address; /* for whom it is, as channel_message.h names addresses; NULL: for nobody
                            in particular */
    enum limits_class class;
    bool token_only;   /* authorised by an interaction's token in the path alone */
    bool repeat;       /* may be carried out twice: idempotent, or with a nonce (what is not takes a
                          connection of its own) */
    uint64_t deadline; /* of loop_now(); not sent from then on; UINT64_MAX: never too late */
    cJSON *body;       /* taken over, also when it is refused; NULL: none */
    struct rest_file *file; /* likewise; to be in `attachments` of the body */
    /* Once, unless it is cancelled or all is destroyed. NULL: not wanted. */
    void (*done)(void *arg, const struct rest_reply *reply);
    void *arg;
};

/* NULL: memory is out. */
struct rest *rest_create(const struct rest_setup *setup);
/* Sockets are closed when this returns; what waited or was under way is not told. Before the loop
 * ends. Accepts NULL. */
void rest_destroy(struct rest *rest);
/* So many requests an earlier process had refused in the last ten minutes. */
void rest_recall(struct rest *rest, const uint32_t invalid[AUTHS]);

/* The number of the request; 0: there is no room, it is too large, memory is out, or nothing is
 * sent any more, and `done` is not called. */
uint64_t rest_send(struct rest *rest, const struct rest_request *request);

/* Whether it waits and was certainly not carried out. */
bool rest_is_waiting(const struct rest *rest, uint64_t id);
/* Takes back one of which that is true; `done` is not called. */
bool rest_cancel(struct rest *rest, uint64_t id);
/* Exchanges body and file (taken over in any case) of one that waits. False: it is under way or
 * over, or it is a POST that may have been carried out. */
bool rest_replace(struct rest *rest, uint64_t id, cJSON *body, struct rest_file *file);

/* Ends it in order: nothing is taken any more, LIMITS_INFO that waits ends at once, the others may
 * still go and be answered for so many ms. Then `stopped` is called, which may call
 * rest_destroy(). Once. */
void rest_stop(struct rest *rest, uint64_t patience, void (*stopped)(void *arg), void *arg);

/* From then on: whether all was sent and answered that is to be seen by anybody. */
bool rest_is_whole(const struct rest *rest);

/* What Discord's clock says (ms since 1970, right to a second), by its answers so far: ours may be
 * wrong. 0: not known. */
int64_t rest_date(const struct rest *rest);
/* Requests that wait. */
unsigned rest_waiting(const struct rest *rest);
/* Why nothing is sent, for now or for good; NULL: all is well. */
const char *rest_trouble(const struct rest *rest);

#endif
