/* session_state.h: everything that a session keeps, and what all its parts need: lines to the
 * server, events to the host, and the end of the connection.
 *
 * session.c is on top. It takes lines and the time, and gives lines to dispatch.c, whose table
 * names the handler of each command and numeric. Handlers call only downwards: dispatch > errors,
 * privmsg, membership > unseen, whois, invite > identity, nick, join > modes > sent > helper > this
 * file.
 * Each part changes the struct of its header, and the fields under its name here. session.c resets
 * them when a connection begins or ends. Every part may read all of them.
 *
 * What a connection keeps, and its bounds (tests/adapters/irc/test_bounds.c):
 *
 *   what              filled by                 bound                 at the bound
 *   waiting lines     tables, answers           sendq.h               refused; tables told later
 *   PONGs             PING without reading      PONGS_MAX             the oldest go
 *   urgent lines      CAP, NICK, AUTHENTICATE   sendq.h               the connection ends
 *   lines in flight   what we say               inflight.h            the next waits
 *   who is where      JOIN, NAMES, WHO          nicklist.h            more stay unknown
 *   logins            CAP NEW, DEL              8 in ten minutes      none is begun
 *   unseen users      whispers from elsewhere   UNSEEN_USERS_MAX      the oldest is forgotten
 *     of one host     the same                  UNSEEN_ORIGIN_MAX     its oldest is forgotten
 *     hands for one   our whispers              UNSEEN_HANDS_MAX      the oldest is dropped
 *   refused hands     our whispers              UNSEEN_REFUSED_MAX    the table is shown again
 *   held messages     WHOIS for a certificate   WHOIS_HELD_MAX        they go on without it
 *   WHOIS list        guests who sit            nicklist.h            one is asked for at a time
 *   labels            our whispers              SENT_LABELS_MAX       the oldest is forgotten
 *   names of readers  hands by helpers          HELPER_KNOWN_MAX      the oldest is forgotten
 *   recent lines      lines to send again       SENT_LINES_MAX        the oldest is forgotten
 *   batches           BATCH                     BATCHES_MAX           the oldest is forgotten; what
 *                                                                     comes in it is dropped
 *   capabilities      CAP LS over many lines    bits                  unknown ones are not kept
 *   invited channels  INVITE                    invites_max           not followed; one host has a
 *                                                                     quarter of them at most
 *   one line in       anything                  PROTO_INPUT           it is dropped
 */
#ifndef TALON_ADAPTERS_IRC_SESSION_STATE_H
#define TALON_ADAPTERS_IRC_SESSION_STATE_H

#include "adapters/irc/people/nicklist.h"
#include "adapters/irc/people/whois.h"
#include "adapters/irc/sending/helper.h"
#include "adapters/irc/sending/sendq.h"
#include "adapters/irc/sending/sent.h"
#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/sending/unseen.h"
#include "adapters/irc/wire/batch.h"
#include "adapters/irc/wire/caps.h"
#include "adapters/irc/wire/isupport.h"
#include "adapters/irc/wire/login.h"
#include "adapters/irc/wire/servers.h"
#include "session.h"

enum stage {
    STAGE_OFFLINE,
    STAGE_REGISTERING, /* until 001 */
    STAGE_WELCOMED,    /* until the end of the MOTD */
    STAGE_READY,
    STAGE_QUITTING
};

struct session {
    struct session_setup setup;
    struct sendq sendq;
    struct nicklist nicklist;
    struct isupport isupport; /* register.c takes what the server tells */

    /* session.c */
    bool tls;
    enum stage stage;   /* register.c changes it, too */
    uint64_t stage_due; /* ms; end of the stage's time; UINT64_MAX: no limit */
    enum session_end end;
    char why[256];
    const char *goodbye;  /* words of the QUIT to send when nothing waits any more; NULL: we stay */
    uint64_t goodbye_due; /* ms; then QUIT goes out, even if lines wait */
    bool told;            /* nothing waited any more when we sent QUIT */
    bool held;            /* session_hold() */
    char leaving[64];     /* reason of session_leave(); "": it was not called */

    /* register.c */
    bool connected; /* CHAT_CONNECTED was raised */
    /* How session_fold() folds names. It changes only with CHAT_CONNECTED. Before the first
     * CHAT_CONNECTED it is ASCII, under which two channels of the network never have the same
     * name. */
    enum proto_casemap map;
    uint64_t pass_due; /* ms; when PASS, NICK and USER go out; UINT64_MAX: they went */

    /* nick.c */
    char nick[PROTO_NICK]; /* ours now */
    unsigned nick_tries;
    size_t nick_limit;   /* bytes that our other nicks may have */
    uint64_t regain_due; /* ms; when to ask for the wanted nick again; UINT64_MAX: we have it */
    uint64_t regain_wait;
    bool watching; /* MONITOR tells when the wanted nick is free */

    /* caps.c */
    unsigned caps;        /* bits of enum capability: those that the server has granted */
    unsigned caps_listed; /* those that the lines of CAP LS have offered so far */
    unsigned caps_asked;  /* REQs without an answer */
    bool caps_listing;    /* CAP LS has no answer yet */
    bool caps_ended;
    unsigned upgrade; /* port for TLS, with SESSION_UPGRADE */

    /* throttle.c */
    const struct server_kind *server; /* software of the server; NULL: not known */
    unsigned lost;                    /* messages that found no room in the queue */
    struct carried carried;

    /* ping.c */
    uint64_t heard;  /* ms; when the last line came */
    bool ping_asked; /* PING sent since */
    uint64_t ping_due;
    unsigned pong_next;

    /* join.c */
    bool join_waits; /* a JOIN is queued */
    uint64_t join_due;

    /* invite.c */
    unsigned invite_count;
    uint64_t invite_due; /* ms; when we follow another invitation */

    /* identity.c */
    size_t user_host;   /* bytes of our "!user@host" as others see it; 0: unknown */
    bool who_waits;     /* a WHO is queued */
    uint32_t who_count; /* channels with `who_wanted` */

    /* modes.c */
    uint64_t try_due; /* ms; when modes_tick() has something to do */
    uint32_t try_last;

    /* privmsg.c */
    uint64_t ctcp_due; /* ms; each answer to CTCP moves it ahead by CTCP_EVERY */

    struct login login;
    struct batches batches;
    struct sent sent;
    struct whois whois;
    struct unseen unseen;
    struct helpers helpers; /* helper.c */
};

/* The words of a line, as proto_write() takes them. */
struct line_words {
    const char *command;
    const char *const *middles; /* up to a NULL */
    const char *text;           /* NULL: none */
};

/* Queues one line for a target (NULL: the server). Returns false if it is too long, or there is no
 * room. If an urgent line finds no room, the connection ends. */
bool session_put(struct session *session, enum sendq_class class, const struct sendq_target *target,
                 const struct line_words *words);
#define SESSION_PUT(session, class, command, text, ...)                                            \
    session_put(session, class, NULL,                                                              \
                &(struct line_words){command, (const char *const[]){__VA_ARGS__, NULL}, text})
/* Raises an event to the host. While we are leaving, messages of people are dropped. */
void session_raise(struct session *session, const struct chat_event *event);
/* Makes session_end() demand that the connection is closed. The first reason given counts. */
void session_fail(struct session *session, enum session_end end, const char *why);
/* Queues QUIT with these words, and ignores further lines of the server. */
void session_say_quit(struct session *session, const char *words);
/* Also queues QUIT. Then the connection ends as SESSION_REFUSED, when the server hangs up or soon
 * after. */
void session_leave(struct session *session, const char *why);
/* Writes the nick as the network compares it, which is its name in the send queue; "": it is too
 * long. */
const char *session_key(const struct session *session, const char *nick, char key[PROTO_NICK]);

/* The time (ms) of the line or tick that is being handled. */
static inline uint64_t session_now(const struct session *session)
{
    return session->sendq.now;
}

/* How the network compares names, as the bot was told. */
static inline enum proto_casemap session_map(const struct session *session)
{
    return (session->helpers.bot != NULL ? session->helpers.bot : session)->isupport.map;
}

static inline bool session_same(const struct session *session, const char *a, const char *b)
{
    return proto_same(session_map(session), a, b);
}

static inline bool session_is_me(const struct session *session, const char *nick)
{
    return session_same(session, nick, session->nick);
}

/* The people whom the bot sees: a helper sees nobody. */
static inline const struct nicklist *session_people(const struct session *session)
{
    return session->helpers.bot != NULL ? &session->helpers.bot->nicklist : &session->nicklist;
}

/* True if we are in the channel; NULL: false. */
static inline bool session_joined(const struct channel *channel)
{
    return channel != NULL && channel->state == CHANNEL_JOINED;
}

#endif
