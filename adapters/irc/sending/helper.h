/* helper.h: helpers are further connections of the bot, each under a nick of its own. They only
 * whisper. A server limits how fast each connection may speak, so hands that go through helpers do
 * not wait for lines to channels.
 *
 * The bot's own session knows who is who. A helper is in no channel and decides nothing: it has a
 * send queue of its own, and everything that the bot learns about people changes the queues of its
 * helpers, too. So a line for one person never reaches the next owner of their nick.
 *
 * - A player gets all whispers about channels from the same helper, so that their client shows one
 *   window. Only while that helper is away does another one, or the bot itself, whisper to them.
 * - If a helper's connection ends, the lines that waited there, and those that the server may not
 *   have read, go out by another one.
 * - If the server refuses a helper's whisper, because the reader only accepts whispers from people
 *   in a common channel, the bot itself whispers to that reader from then on.
 * - A helper says nothing while the bot has not heard from the server for HELPER_FRESH: the bot
 *   might not know yet that somebody else has a nick. Then the bot sends a PING first.
 * - If the bot's own connection ends, its helpers drop what waits, as the bot does.
 *
 * Pure, as all of a session. */
#ifndef TALON_ADAPTERS_IRC_SENDING_HELPER_H
#define TALON_ADAPTERS_IRC_SENDING_HELPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/irc/wire/proto.h"
#include "flood.h"
#include "inflight.h"

struct message;
struct session;
struct user;

enum {
    HELPERS_MAX = 4,
    HELPER_KNOWN_MAX = 512, /* names of people whose helper we remember; the oldest is forgotten */
    HELPER_FRESH = 2000     /* ms */
};

/* Remembers which helper a name had, in case its owner comes back. */
struct helper_known {
    uint32_t hash; /* hash of the account or nick as the network compares it; 0: the entry is
                    * free */
    uint8_t helper;
    bool counts;   /* counts as a person; false: another name of a person who has an entry */
    uint64_t used; /* ms */
};

/* A line that a helper has sent and that the server may not have read. */
struct helper_sent {
    uint64_t user;         /* user.number of the reader; 0: the line is for nobody any more */
    char nick[PROTO_NICK]; /* the reader's nick now */
    char line[PROTO_LINE_MAX + 1];
};

struct helpers {
    /* of the bot's own session */
    struct session *at[HELPERS_MAX]; /* not owned; NULL: there is no helper of that number */
    struct helper_known *known;      /* HELPER_KNOWN_MAX; NULL: none yet */
    unsigned known_next;

    /* of a helper's session */
    struct session *bot;      /* whose helper this is; NULL: it is the bot's own session */
    unsigned number;          /* 1 to HELPERS_MAX; 0: the bot's own session */
    struct helper_sent *sent; /* INFLIGHT_LINES_MAX entries, in the order of sendq.inflight.line */
    unsigned sent_count;
    uint64_t answer_due; /* ms; when it may again tell somebody whom to write to (privmsg.c) */
};

/* Makes `helper`, a session without connection, helper `number` of the bot's session. Returns false
 * if memory is out. */
bool helper_begin(struct session *bot, struct session *helper, unsigned number);
/* The helper is about to leave for good: its waiting lines go out by others. */
void helper_end(struct session *helper);
void helper_destroy(struct session *session);
/* Makes a helper always count its lines in flight, since others may have to say them again. */
void helper_limit(const struct session *session, struct flood_limits *limits);

/* Returns the session that whispers this message to this user (NULL: we do not see them). */
struct session *helper_choose(struct session *session, const struct message *message,
                              struct user *user);
/* A whisper on this topic is about to wait in the queue of `via`: drops older ones that it replaces
 * in the queues of other helpers and of the bot. */
void helper_supersede(struct session *bot, const struct session *via, const char *key,
                      uint32_t topic);
/* True if this session has sent the user a PRIVMSG. If the user could not get it, the server would
 * have answered with an error. */
bool helper_greeted(const struct session *session, const struct user *user);
void helper_greet(const struct session *session, struct user *user);

/* Returns the helper's session after `last` (NULL: the first one); NULL: there are no more. */
struct session *helper_next(const struct session *bot, const struct session *last);

/* The functions below do nothing in the bot's own session. */

/* True if the helper may not whisper now, since the bot has not heard from the server. */
bool helper_must_wait(const struct session *session);
/* Asks the server for a sign of life for the bot, if lines wait for it. */
void helper_ask(struct session *session);
/* A line that counts as in flight has gone out. */
void helper_took(struct session *session, const char *line, size_t length);
/* Lines in flight have arrived. */
void helper_arrived(struct session *session);
/* The helper's connection has ended: other sessions say what it has not said. */
void helper_lost(struct session *session);
/* The server refuses whispers of this helper to the nick. */
void helper_refused(struct session *session, const char *nick, const char *why);
/* A user has written to a helper. Returns true if the bot may treat the whisper as written to
 * itself. It may if the line tells the account that the bot knows, and the bot sees the author
 * under the same host or not at all. Otherwise somebody else may have taken the nick without the
 * bot's knowledge. */
bool helper_knows(const struct session *session, const struct proto_line *line);

/* For the bot's own session: its connection has ended. */
void helper_drop_all(struct session *bot);
/* A user has a new nick: updates the lines that helpers might send again. */
void helper_renamed(struct session *bot, const struct user *user);
/* Somebody else may get the nick: helpers do not send their lines to it again. */
void helper_revoke(struct session *bot, const char *nick);

#endif
