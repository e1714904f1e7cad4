/* session_state.h: all that one session keeps, and what every part of it needs: lines to the
 * server, events to the host, and the end of the connection.
 *
 * session.c is on top: it takes lines and time, and hands lines to dispatch.c, whose table names
 * the handler of each command and numeric. Handlers call downwards only: privmsg and errors stand
 * on membership, unseen and invite, those on identity, nick and join, and all of them on this file.
 * A part owns the struct that its header defines, and the fields that stand below its name here:
 * it alone changes them. Everybody may read everything.
 *
 * What a connection keeps, all of it bounded (tests/irc/test_bounds.c):
 *
 *   what                filled by                 bound               at the bound
 *   lines to say        tables, answers           pace.h              refused; tables told anew
 *   PONGs               PING without reading      PONGS               the oldest go
 *   urgent lines        CAP, NICK, AUTHENTICATE   pace.h              the connection ends
 *   lines under way     what we say               window.h            the next waits
 *   who is where        JOIN, NAMES, WHO          roster.h            more stay unknown
 *   logins              CAP NEW, DEL              8 in ten minutes    none is begun
 *   unseen users        whispers from elsewhere   UNSEEN_USERS        the oldest is forgotten
 *     of one host       the same                  UNSEEN_USERS_EACH   its oldest is forgotten
 *     hands for one     our whispers              UNSEEN_HANDS        the oldest is dropped
 *   held messages       WHOIS for a certificate   WHOIS_HELD          they go on without it
 *   labels              our whispers              SENT_LABELS         the oldest is forgotten
 *   recent lines        lines to be said anew     SENT_RECENT         the oldest is forgotten
 *   batches             BATCH                     BATCHES             the oldest is forgotten
 *   capabilities        CAP LS over many lines    bits                unknown ones are not kept
 *   invited channels    INVITE                    invites_most        not followed; one host has a
 *                                                                     quarter of them at most
 *   one line in         anything                  PROTO_INPUT         it is dropped
 */
#ifndef TALON_ADAPTERS_IRC_SESSION_STATE_H
#define TALON_ADAPTERS_IRC_SESSION_STATE_H

#include "batch.h"
#include "caps.h"
#include "isupport.h"
#include "login.h"
#include "pace.h"
#include "roster.h"
#include "sent.h"
#include "servers.h"
#include "session.h"
#include "unseen.h"
#include "whois.h"

enum stage {
    STAGE_OFFLINE,
    STAGE_REGISTERING, /* until 001 */
    STAGE_WELCOMED,    /* until the end of the MOTD */
    STAGE_READY,
    STAGE_QUITTING
};

struct session {
    struct session_setup setup;
    struct pace pace;
    struct roster roster;
    struct isupport isupport; /* register.c takes what the server tells */

    /* session.c */
    bool tls;
    enum stage stage;   /* register.c, too */
    uint64_t stage_due; /* ms; when the stage has lasted too long; UINT64_MAX: never */
    enum session_end end;
    char why[256];
    const char *goodbye;  /* to be said when nothing waits any more; NULL: we stay */
    uint64_t goodbye_due; /* ms; or then */
    char leaving[64];     /* why we said goodbye by ourselves; "": we did not */

    /* register.c */
    bool connected; /* CHAT_CONNECTED was raised */
    /* As of the last CHAT_CONNECTED. At first ASCII, which takes no two channels of any network for
     * one that are two. */
    enum proto_casemap map;
    uint64_t pass_due; /* ms; when we introduce ourselves, password first; UINT64_MAX: we have */

    /* nick.c */
    char nick[PROTO_NICK]; /* ours now */
    unsigned nick_tries;
    size_t nick_limit;   /* bytes; of alternatives */
    uint64_t regain_due; /* ms; when to ask for the wanted nick again; UINT64_MAX: not wanted */
    uint64_t regain_wait;
    bool watching; /* MONITOR tells when the wanted nick is free */

    /* caps.c */
    unsigned caps;        /* enum capability: agreed on */
    unsigned caps_listed; /* offered in the lines of CAP LS so far */
    unsigned caps_asked;  /* REQs without an answer */
    bool caps_listing;    /* CAP LS has no answer yet */
    bool caps_ended;
    unsigned upgrade; /* port for TLS, with SESSION_UPGRADE */

    /* throttle.c */
    const struct server_kind *server; /* its software; NULL: not known */
    unsigned lost;                    /* messages that found no room, since there was some */

    /* ping.c */
    uint64_t heard;  /* ms; of the last line */
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
    size_t user_host;   /* bytes of "!user@host" as others see us; 0: unknown */
    bool who_waits;     /* a WHO is queued */
    uint32_t who_count; /* channels that are to be asked for */

    /* modes.c */
    uint64_t try_due; /* ms; when a channel that refuses us is tried, or the host to be told of one
                       */
    uint32_t try_last;

    /* privmsg.c */
    uint64_t ctcp_due; /* ms; up to when the answers so far count */

    struct login login;
    struct batches batches;
    struct sent sent;
    struct whois whois;
    struct unseen unseen;
};

/* What a line says, as proto_write() takes it. */
struct words {
    const char *command;
    const char *const *middles; /* up to a NULL */
    const char *text;           /* NULL: none */
};

/* Queues one line, on its way (NULL: to the server). False: it does not fit, or there is no room;
 * where an urgent one finds none the connection is over. */
bool session_put(struct session *session, enum pace_class class, const struct pace_way *way,
                 const struct words *words);
#define SESSION_PUT(session, class, command, text, ...)                                            \
    session_put(session, class, NULL,                                                              \
                &(struct words){command, (const char *const[]){__VA_ARGS__, NULL}, text})
/* Tells the host; not of what people say once we are leaving. */
void session_raise(struct session *session, const struct chat_event *event);
/* The connection is to be closed; the first reason counts. */
void session_fail(struct session *session, enum session_end end, const char *why);
/* Says QUIT with those words; no line is taken any more but those that wait (pace.h). */
void session_say_quit(struct session *session, const char *words);
/* The same; the connection ends as refused when the server hangs up, or soon. */
void session_leave(struct session *session, const char *why);
/* The nick as the network compares it: pace.h knows by it whom lines wait for. "": too long. */
const char *session_key(const struct session *session, const char *nick, char key[PROTO_NICK]);

/* ms; of the line or the tick at hand */
static inline uint64_t session_now(const struct session *session)
{
    return session->pace.now;
}

static inline bool session_same(const struct session *session, const char *a, const char *b)
{
    return proto_same(session->isupport.map, a, b);
}

static inline bool session_is_me(const struct session *session, const char *nick)
{
    return session_same(session, nick, session->nick);
}

/* Whether we are in the channel; NULL: no. */
static inline bool session_inside(const struct member_channel *channel)
{
    return channel && channel->state == CHANNEL_JOINED;
}

#endif
