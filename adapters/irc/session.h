/* session.h: everything that we do on one IRC network, without a socket.
 *
 * Lines of the server and the time come in, lines to the server and chat events go out. A session
 * registers, agrees on capabilities, keeps its nick, joins the wanted channels, answers PING, knows
 * who is who, and sends messages as fast as the server allows. The connection may end and come
 * again; the session keeps what must outlive it (the wanted channels).
 *
 * Times are milliseconds of a clock that never jumps. Events come only from session_line(),
 * session_tick() and session_closed(). say.h takes messages. Other functions of a session are in
 * invite.h, membership.h, throttle.h and whois.h. */
#ifndef TALON_ADAPTERS_IRC_SESSION_H
#define TALON_ADAPTERS_IRC_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/adapter.h"
#include "adapters/irc/wire/proto.h"
#include "adapters/irc/wire/sasl.h"

struct session;

/* How to log in to our account. */
struct session_login {
    const char *user, *password; /* NULL: none is configured */
    bool certificate;            /* TLS connections show a certificate of ours */
    enum sasl_mechanism
        only;             /* the mechanism to use; SASL_MECHANISMS: the best that the server has */
    bool required;        /* we leave if it fails */
    const char *nickserv; /* "nick@server" to ask, by TLS, if there is no SASL; NULL: nobody */
};

struct session_setup {
    const char *nick, *user, *realname; /* all strings outlive the session */
    const char *password;               /* password of the server; NULL: none */
    struct session_login login;
    const char *ignore;    /* masks with blanks or commas between; NULL: ignore nobody */
    const char *relays;    /* masks or nicks, as `ignore`; NULL: none */
    unsigned ping_seconds; /* seconds of silence before we send a PING, and of waiting for its
                            * PONG */
    bool flood_auto;       /* true: the limits of the server's software hold (servers.h); false:
                            * those of the next two */
    unsigned flood_burst, flood_rate; /* as flood_limits_of() takes them */
    bool colours;                     /* cards are coloured */
    bool notices;                     /* whispers to a user go by NOTICE, except the first */
    bool quiet_names;                 /* names are written so that clients do not ring */
    uint32_t seed;                    /* a random number */
    const struct log *log;
    unsigned invites_max;       /* how many channels we join by invitation */
    void (*invites)(void *arg); /* called when invite_each() has something new; may be NULL */
    void (*event)(void *arg, const struct chat_event *event);
    /* adapter_setup.is_stale; NULL: nothing is. */
    bool (*is_stale)(void *arg, uint32_t ticket);
    /* The server told us, by TLS, for how many seconds we may not connect without TLS (sts.h). */
    void (*secure)(void *arg, uint64_t seconds);
    void *arg;
};

/* Whether the connection must be closed, and what follows. */
enum session_end {
    SESSION_ALIVE,
    SESSION_LOST,    /* reconnect */
    SESSION_UPGRADE, /* reconnect at once, by TLS, to the port of session_upgrade() */
    SESSION_REFUSED  /* the server does not want us: reconnect later */
};

/* NULL when memory is out. */
struct session *session_create(const struct session_setup *setup);
void session_destroy(struct session *session);
/* Joins a channel, "#name" or "#name:key", now and after each connect. Returns false if the text
 * names no channel, or there are too many. */
bool session_want(struct session *session, const char *channel);

/* Takes over changed settings: nick, ignore, relays, ping_seconds, colours, notices, quiet_names
 * and invites_max of `setup`. The earlier texts of these may be freed. */
void session_change(struct session *session, const struct session_setup *setup, uint64_t now);
/* Changes the wanted channels in three steps: session_want_none(), session_want() for each,
 * session_leave_unwanted(), which leaves the others. Channels that invited us stay. */
void session_want_none(struct session *session);
void session_leave_unwanted(struct session *session);

/* The connection is open (`tls`: encrypted, and verified as configured). Begins to register. */
void session_opened(struct session *session, bool tls, uint64_t now);
/* Takes one line of the server, without its end. Parsing changes the text. */
void session_line(struct session *session, char *text, size_t length, uint64_t now);
/* Does what is due. Call it at session_due(); earlier calls do no harm. */
void session_tick(struct session *session, uint64_t now);
uint64_t session_due(const struct session *session);
/* `held`: from now on only urgent lines go out, such as a PONG, for which the server itself
 * waits. */
void session_hold(struct session *session, bool held);
/* Writes the next line to send now, and returns its length; 0: there is none that fits `size`. */
size_t session_take(struct session *session, uint64_t now, char *out, size_t size);
/* The connection is gone. Drops what waits, and tells the host (CHAT_DISCONNECTED). */
void session_closed(struct session *session);

/* If the result is not SESSION_ALIVE, close the connection; `why` (may be NULL) gets the reason. */
enum session_end session_end(const struct session *session, const char **why);
/* The port for TLS after SESSION_UPGRADE. */
unsigned session_upgrade(const struct session *session);
/* True if registration is over, with the MOTD. */
bool session_ready(const struct session *session);
/* Our nick now. */
const char *session_nick(const struct session *session);

/* Sends QUIT with these words after what waits, or after `patience` ms. From now on nothing is
 * queued or raised. The words must outlive the session. */
void session_quit(struct session *session, const char *words, uint64_t now, uint64_t patience);
/* True if QUIT came after everything that we had to say. */
bool session_told(const struct session *session);

/* Folds a name as the network compares names; as adapter_impl.fold. */
bool session_fold(const struct session *session, const char *text, char *out, size_t size);

#endif
