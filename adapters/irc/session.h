/* session.h: all that we do on one IRC network, without a socket.
 *
 * Lines of the server and the time come in, lines to the server and chat events go out. A session
 * registers, agrees on capabilities, keeps its nick, joins the wanted channels, answers PING, knows
 * who is who, and sends what the host wants said as fast as the server allows. The connection under
 * it may end and come again; what must outlive it (the wanted channels) the session keeps. Times
 * are milliseconds of a clock that never jumps. Events are raised from session_line(),
 * session_tick() and session_closed() only. Messages to be said go in by say.h; what else one may
 * ask of a session is in invite.h, membership.h, throttle.h and whois.h. */
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
    bool certificate;            /* a connection by TLS shows a certificate of ours */
    enum sasl_mechanism only;    /* the one to use; SASL_MECHANISMS: the best of the server's */
    bool required;               /* we leave if it fails */
    const char *nickserv; /* "nick@server" to ask, by TLS, where there is no SASL; NULL: nobody */
};

struct session_setup {
    const char *nick, *user, *realname; /* all strings outlive the session */
    const char *password;               /* of the server; NULL: none */
    struct session_login login;
    const char *ignore;    /* masks, separated by blanks or commas; NULL: nobody is ignored */
    const char *relays;    /* masks or nicks, as `ignore`; NULL: none */
    unsigned ping_seconds; /* of silence before we send a PING, and of waiting for its PONG */
    bool flood_auto;       /* the server's software tells the limits (servers.h); else: */
    unsigned flood_burst, flood_rate; /* as flood_limits_of() takes them */
    bool colours;                     /* cards are coloured */
    bool notices;                     /* whispers to a user go by NOTICE, except the first */
    bool quiet_names; /* names are written so that clients do not call for attention */
    uint32_t seed;    /* a random number */
    const struct log *log;
    unsigned invites_max;       /* how many channels that invite us we join */
    void (*invites)(void *arg); /* what invite_each() tells has changed; may be NULL */
    void (*event)(void *arg, const struct chat_event *event);
    /* adapter_setup.is_stale; NULL: nothing is. */
    bool (*is_stale)(void *arg, uint32_t ticket);
    /* The server has told, by TLS, for how many seconds we may not come without it (sts.h). */
    void (*secure)(void *arg, uint64_t seconds);
    void *arg;
};

/* Whether a connection must be closed, and what comes then. */
enum session_end {
    SESSION_ALIVE,
    SESSION_LOST,    /* reconnect */
    SESSION_UPGRADE, /* reconnect at once, by TLS, to the port of session_upgrade() */
    SESSION_REFUSED  /* the server does not want us: reconnect, but late */
};

/* NULL when memory is out. */
struct session *session_create(const struct session_setup *setup);
void session_destroy(struct session *session);
/* Has us join a channel, "#name" or "#name:key", now and after each connect. False: it is no
 * channel's name, or there are too many. */
bool session_want(struct session *session, const char *channel);

/* Other settings hold from now on: nick, ignore, relays, ping_seconds, colours, notices,
 * quiet_names and invites_max of `setup`. Of the texts that were given before for these nothing is
 * kept. */
void session_change(struct session *session, const struct session_setup *setup, uint64_t now);
/* Other channels are wanted from now on: none but those that session_want() names before
 * session_leave_unwanted() leaves the others. Channels that invited us stay. */
void session_want_none(struct session *session);
void session_leave_unwanted(struct session *session);

/* The connection is open (`tls`: encrypted, and verified as configured): registration begins. */
void session_opened(struct session *session, bool tls, uint64_t now);
/* Takes one line of the server, without its end. Parsing changes the text. */
void session_line(struct session *session, char *text, size_t length, uint64_t now);
/* Does what is due. To be called at session_due(), and may be called at any time. */
void session_tick(struct session *session, uint64_t now);
uint64_t session_due(const struct session *session);
/* From now on, or no more, only what the server itself waits for may be sent. */
void session_hold(struct session *session, bool held);
/* Writes the next line that is to be sent now, and returns its length; 0: there is none that fits
 * `size`. */
size_t session_take(struct session *session, uint64_t now, char *out, size_t size);
/* The connection is gone: what waits is dropped, and the host is told (CHAT_DISCONNECTED). */
void session_closed(struct session *session);

/* If it is not SESSION_ALIVE, the connection is to be closed; `why` (may be NULL) tells why. */
enum session_end session_end(const struct session *session, const char **why);
/* The port for TLS after SESSION_UPGRADE. */
unsigned session_upgrade(const struct session *session);
/* Whether registration is over, MOTD included. */
bool session_ready(const struct session *session);
/* Our nick now. */
const char *session_nick(const struct session *session);

/* Says QUIT with these words when what waits has been sent, or after `patience` ms. From now on no
 * message is queued or raised. The words outlive the session. */
void session_quit(struct session *session, const char *words, uint64_t now, uint64_t patience);
/* Whether it was said behind all that was to be said. */
bool session_told(const struct session *session);

/* Folds a name as the network compares names; as adapter_impl.fold. */
bool session_fold(const struct session *session, const char *text, char *out, size_t size);

#endif
