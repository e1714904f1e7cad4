/* shard.h: one shard's life on Discord's gateway (v10, JSON), without a socket.
 *
 * Text messages and the time come in; frames, the wish for a connection, and dispatches go out.
 * The machine greets, beats, identifies or resumes, sees zombies, backs off, and says in one line
 * why it gives up for good. What must outlive a connection (session id, sequence, resume address)
 * it keeps; shard_export() gives it as text so that it outlives the process too. Time is
 * milliseconds of a clock that never jumps. Dispatches are raised from shard_text() only.
 *
 * Bounds: a message of SHARD_TEXT_MAX (a longer one is passed over), one frame to be sent of each
 * kind; nothing gathers.
 *
 * Its user opens a connection when shard_want() says so, tells shard_opened(), shard_text() for
 * every whole message and shard_closed() for the end (also of a connection that never stood), sends
 * what shard_take() gives, and calls shard_tick() at shard_due() or any time. After each of these
 * it looks at shard_want() again.
 *
 * The names are of the shard: `session` is IRC's. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_SHARD_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_SHARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "identify_limit.h"

enum {
    SHARD_TEXT_MAX = 4 << 20, /* bytes of a message; a longer one is passed over */
    SHARD_FRAME_MAX = 4096,   /* bytes we may send at once */
    SHARD_ADDRESS = 256,      /* bytes of an address, NUL included */
    SNOWFLAKE_MAX = 24,       /* of a snowflake */
    SHARD_SESSION_ID = 128,
    SHARD_STATE = 1024 /* of shard_export() */
};

/* Intents; the privileged ones (members, presences, message content) are never asked for. Without
 * the last a guild's messages come empty, but for those that name us.
 *
 * GUILD_MESSAGES is asked for on purpose, though buttons and slash commands need none: it alone
 * tells that a moderator took a board away, at once and for every table. Without it only an edit
 * finds that out, and a table where nobody can move (the board is gone) makes none: each would have
 * to be asked for every few seconds, of the 50 requests a second that all tables share. Its price
 * is every message of every guild: about 1,000 bytes without their content and 2.7 us to read, so
 * 0.3 % of a core and 1 MB/s where 1,000 messages come a second, which is more than the 2,500
 * guilds of a full shard send. Words that name us come by it, too. */
enum { INTENT_GUILDS = 1 << 0, INTENT_GUILD_MESSAGES = 1 << 9, INTENT_DIRECT_MESSAGES = 1 << 12 };

struct shard_setup {
    const char *token; /* outlives the shard; never in an export or in a reason */
    unsigned shard, shards;
    uint32_t intents;
    bool plain;    /* addresses without TLS are taken, too: of a server for tests */
    uint32_t seed; /* of the jitter; random */
    struct identify_limit *identify_limit; /* shared with the other shards */
    /* Whether a session may be begun or gone on with at this moment; NULL: always. No: shard_held()
     * is true, and shard_due() leaves that out. */
    bool (*may_start)(void *arg);
    /* An event of the gateway. `data` is lent for the call, which must not destroy the shard. READY
     * and RESUMED come like all others, once the machine itself has taken them. After a restart
     * from an older export events can come again. */
    void (*dispatch)(void *arg, const char *name, const cJSON *data);
    void *arg;
};

/* What the shard wants of its connection. */
enum shard_want {
    SHARD_WAIT,    /* none until shard_due() */
    SHARD_ASK,     /* GET /gateway/bot, then shard_address() */
    SHARD_OPEN,    /* one to shard_url(), until shard_opened() or shard_closed() */
    SHARD_KEEP,    /* the one that stands */
    SHARD_HANG_UP, /* close it with shard_close_code(), then shard_closed() */
    SHARD_LEFT,    /* ended by shard_leave() */
    SHARD_REFUSED  /* never again; shard_why() says why */
};

struct shard;

/* NULL: memory is out, or the setup makes no sense (no token, shard beyond shards). */
struct shard *shard_create(const struct shard_setup *setup);
void shard_destroy(struct shard *shard);

/* The address that GET /gateway/bot gave. False: none that one may connect to. */
bool shard_address(struct shard *shard, const char *address);

void shard_opened(struct shard *shard, uint64_t now);
/* One whole text message. What is not understood changes nothing. */
void shard_text(struct shard *shard, const char *text, size_t length, uint64_t now);
/* The connection is gone or was never made; `code` is the one the server closed with, 0: none. */
void shard_closed(struct shard *shard, unsigned code, uint64_t now);
void shard_tick(struct shard *shard, uint64_t now);
/* When there is something to do; UINT64_MAX: never by itself. */
uint64_t shard_due(const struct shard *shard);
/* Whether `may_start` holds it up, now or as soon as the connection stands that it wants. */
bool shard_held(const struct shard *shard);
/* Whether it waits for its time to IDENTIFY. */
bool shard_identifies(const struct shard *shard);
/* The next frame to send now, NUL-ended; its length, 0: none. `size` over SHARD_FRAME_MAX. */
size_t shard_take(struct shard *shard, uint64_t now, char *out, size_t size);
/* Ends this life: for good (the session ends too, we are seen to go) or so that a later process
 * resumes it. */
void shard_leave(struct shard *shard, bool for_good);

enum shard_want shard_want(const struct shard *shard);
const char *shard_url(const struct shard *shard);
unsigned shard_close_code(const struct shard *shard);
/* Why the last connection ended or is to end, in one line; "" before the first. */
const char *shard_why(const struct shard *shard);

/* READY or RESUMED on this connection. */
bool shard_ready(const struct shard *shard);
/* Ours, known since READY or an import; "" before. */
const char *shard_application(const struct shard *shard);
const char *shard_user(const struct shard *shard);

/* What a later process needs to resume, as one line of text without the token; its length, 0: no
 * session, or it does not fit. */
size_t shard_export(const struct shard *shard, char *out, size_t size);
/* Takes an export before the first connection. False, and nothing changes: not an export, or of
 * another shard, number of shards or intents. */
bool shard_import(struct shard *shard, const char *text);

/* The shard that a guild's events come to. */
unsigned shard_of_guild(uint64_t guild, unsigned shards);

#endif
