/* shard.h: one shard's life on Discord's gateway (v10, JSON), without a socket.
 *
 * Text messages and the time come in; frames, the wish for a connection, and dispatches go out. The
 * machine greets, sends heartbeats, identifies or resumes, detects dead connections, backs off, and
 * says in one line why it gives up for good. It keeps what must outlive a connection (session id,
 * sequence, resume address). shard_export() writes that as text, so that it outlives the process,
 * too. Time is milliseconds of a clock that never jumps. Dispatches are raised only by
 * shard_text(). Bounds: messages of SHARD_TEXT_MAX (it skips longer ones), one frame of each kind
 * to be sent.
 *
 * The caller opens a connection when shard_want() says so. It calls shard_opened(), shard_text()
 * for every whole message, and shard_closed() at the end (also if the connection never stood). It
 * sends what shard_take() writes, and calls shard_tick() at shard_due() or any time. After each of
 * these calls it looks at shard_want() again.
 *
 * Names begin with shard_ because IRC has `session`. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_SHARD_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_SHARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "identify_limit.h"

enum {
    SHARD_TEXT_MAX = 4 << 20, /* bytes of a message; the shard skips longer ones */
    SHARD_FRAME_MAX = 4096,   /* bytes we may send at once */
    SHARD_ADDRESS = 256,      /* bytes of an address, NUL included */
    SNOWFLAKE_MAX = 24,       /* of a snowflake */
    SHARD_SESSION_ID = 128,
    SHARD_STATE = 1024 /* of shard_export() */
};

/* Intents. We never ask for the privileged ones (members, presences, message content). Without
 * message content a guild's messages come empty, except those that name us.
 *
 * We ask for GUILD_MESSAGES, though buttons and slash commands need none: only this intent tells us
 * at once that a moderator deleted a board. Without it we would notice at our next edit, but a
 * table whose board is gone makes no edits, because nobody can move. We would have to look at each
 * board every few seconds, out of the 50 requests a second that all tables share.
 *
 * Its price is every message of every guild: about 1,000 bytes without content and 2.7 us to read.
 * 1,000 messages a second cost 0.3 % of a core and 1 MB/s, and the 2,500 guilds of a full shard
 * send fewer. The intent also brings the messages that name us. */
enum { INTENT_GUILDS = 1 << 0, INTENT_GUILD_MESSAGES = 1 << 9, INTENT_DIRECT_MESSAGES = 1 << 12 };

struct shard_setup {
    const char *token; /* must outlive the shard; no export and no shard_why() contains it */
    unsigned shard, shards;
    uint32_t intents;
    bool plain;                            /* accepts addresses without TLS, for a test server */
    uint32_t seed;                         /* of the jitter; random */
    struct identify_limit *identify_limit; /* shared with the other shards */
    /* Returns true if a session may begin or resume now; NULL: always. While it returns false
     * shard_held() is true, and shard_due() names no time for the session: ask again. */
    bool (*may_start)(void *arg);
    /* An event of the gateway. `data` is lent for the call, which must not destroy the shard. READY
     * and RESUMED come like all others, after the machine has read them. After a restart from an
     * older export, events can come again. */
    void (*dispatch)(void *arg, const char *name, const cJSON *data);
    void *arg;
};

/* What the shard wants of its connection. */
enum shard_want {
    SHARD_WAIT,    /* wants nothing until shard_due() */
    SHARD_ASK,     /* wants the caller to ask for GET /gateway/bot, then to call shard_address() */
    SHARD_OPEN,    /* wants the caller to connect to shard_url(), then to call shard_opened() or
                    * shard_closed() */
    SHARD_KEEP,    /* wants the caller to keep the connection that stands */
    SHARD_HANG_UP, /* wants the caller to close the connection with shard_close_code(), then to call
                    * shard_closed() */
    SHARD_LEFT,    /* no connection: shard_leave() has ended the shard */
    SHARD_REFUSED  /* no connection ever again; shard_why() says why */
};

struct shard;

/* Returns NULL if memory is out, or the setup makes no sense (no token, `shard` not below
 * `shards`). */
struct shard *shard_create(const struct shard_setup *setup);
void shard_destroy(struct shard *shard);

/* Sets the address that GET /gateway/bot gave. False: we may not connect to it. */
bool shard_address(struct shard *shard, const char *address);

void shard_opened(struct shard *shard, uint64_t now);
/* Takes one whole text message from the connection. A message that the shard cannot read changes
 * nothing. */
void shard_text(struct shard *shard, const char *text, size_t length, uint64_t now);
/* Call it when the connection is gone, or could not be made. `code`: the code in the server's close
 * frame; 0: there was none. */
void shard_closed(struct shard *shard, unsigned code, uint64_t now);
void shard_tick(struct shard *shard, uint64_t now);
/* Returns when to call shard_tick(); UINT64_MAX: no need. */
uint64_t shard_due(const struct shard *shard);
/* Returns true if only `may_start` keeps the shard from its session, now or once its connection has
 * opened. */
bool shard_held(const struct shard *shard);
/* Returns true if the shard waits until it may IDENTIFY. */
bool shard_identifies(const struct shard *shard);
/* Writes the next frame to send, NUL-ended, and returns its length; 0: none. `size` must be greater
 * than SHARD_FRAME_MAX. */
size_t shard_take(struct shard *shard, uint64_t now, char *out, size_t size);
/* Ends the shard: for good (the session ends, and users see us go offline), or so that a later
 * process resumes it. */
void shard_leave(struct shard *shard, bool for_good);

enum shard_want shard_want(const struct shard *shard);
const char *shard_url(const struct shard *shard);
unsigned shard_close_code(const struct shard *shard);
/* Returns in one line why the last connection ended, or is being closed; "": no connection has
 * ended yet. */
const char *shard_why(const struct shard *shard);

/* Returns true if READY or RESUMED has come on this connection. */
bool shard_ready(const struct shard *shard);
/* Return the ids of the application and of its user, known from READY or an import; "" before. */
const char *shard_application(const struct shard *shard);
const char *shard_user(const struct shard *shard);

/* Writes what a later process needs to resume the session: one line of text, without the token.
 * Returns its length; 0: there is no session, or it does not fit. */
size_t shard_export(const struct shard *shard, char *out, size_t size);
/* Takes an export; call it before the first connection. False, and nothing changes: the text is no
 * export, or belongs to another shard, number of shards or set of intents. */
bool shard_import(struct shard *shard, const char *text);

/* Returns the number of the shard that gets a guild's events. */
unsigned shard_of_guild(uint64_t guild, unsigned shards);

#endif
