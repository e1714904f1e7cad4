/* session.h: one life on an IRC network, without a socket.
 *
 * Lines and the time come in, lines and chat events go out: registration and capabilities, nicks,
 * the wanted channels, PING both ways, who is who, and what the host wants said, paced. The
 * connection around it may end and come again; the session keeps what must outlive it (the channels
 * wanted). Time is milliseconds of a clock that never jumps. Events are raised from session_line(),
 * session_tick() and session_closed() only. What is said goes in by say.h, the rest that is asked
 * of a session stands in invite.h, membership.h, throttle.h and whois.h. */
#ifndef TALON_ADAPTERS_IRC_SESSION_H
#define TALON_ADAPTERS_IRC_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/adapter.h"
#include "proto.h"
#include "sasl.h"

struct session;

/* How to log in to our account. */
struct session_login {
    const char *user, *password; /* NULL: none */
    bool certificate;            /* a TLS connection shows one of ours */
    enum sasl_mechanism only;    /* SASL_MECHANISMS: the best that the server has */
    bool required;               /* we do not stay without it */
    const char *nickserv;        /* whom to ask by TLS where there is no SASL; NULL: nobody */
};

struct session_setup {
    const char *nick, *user, *realname; /* all strings outlive the session */
    const char *password;               /* of the server; NULL: none */
    struct session_login login;
    const char *ignore;               /* masks parted by blanks or commas; NULL: nobody */
    unsigned ping_seconds;            /* silence before we ask, and before we give up */
    bool flood_auto;                  /* the pace is the server's (servers.h), else: */
    unsigned flood_burst, flood_rate; /* as pace_limits_of() takes them */
    bool colours;                     /* cards may be coloured */
    bool notices;                     /* whispers after a user's first go by NOTICE */
    bool quiet_names;                 /* names are made not to call for attention */
    uint32_t seed;                    /* random */
    const struct log *log;
    unsigned invites_most;     /* channels that may invite us beside those we want */
    void (*guests)(void *arg); /* invite_each() has changed; may be NULL */
    void (*event)(void *arg, const struct chat_event *event);
    /* Over TLS the server says for how many seconds never to come without it (sts); 0: forget it.
     */
    void (*secure)(void *arg, uint64_t seconds);
    void *arg;
};

/* Why a connection must end, or ended. */
enum session_end {
    SESSION_ALIVE,
    SESSION_LOST,    /* reconnect */
    SESSION_UPGRADE, /* reconnect at once, by TLS, to the port of session_upgrade() */
    SESSION_REFUSED  /* the server does not want us: reconnect, but late */
};

/* NULL when memory is out. */
struct session *session_create(const struct session_setup *setup);
void session_destroy(struct session *session);
/* Adds a channel to those we are in, "#name" or "#name:key". False: no channel's name, or too many.
 */
bool session_want(struct session *session, const char *channel);

/* The connection stands, encrypted and verified or not: registration begins. */
void session_opened(struct session *session, bool tls, uint64_t now);
/* One line of the server, without its end; changed by parsing. */
void session_line(struct session *session, char *text, size_t length, uint64_t now);
/* Does what is due; to be called at session_due() or any time. */
void session_tick(struct session *session, uint64_t now);
uint64_t session_due(const struct session *session);
/* The next line to send now; 0: none that fits `size`. */
size_t session_take(struct session *session, uint64_t now, char *out, size_t size);
/* The connection is gone: what waits is dropped. */
void session_closed(struct session *session);

/* Not SESSION_ALIVE: the connection is to be closed; `why` (may be NULL) says why. */
enum session_end session_end(const struct session *session, const char **why);
unsigned session_upgrade(const struct session *session);
/* Registered, and the first flood of the server is over. */
bool session_ready(const struct session *session);
/* The nick we have now. */
const char *session_nick(const struct session *session);

/* Says goodbye when what waits has been sent, or will not be for `patience` ms; nothing is taken
 * and no message raised any more. The words outlive the session. */
void session_quit(struct session *session, const char *words, uint64_t now, uint64_t patience);

bool session_fold(const struct session *session, const char *text, char *out, size_t size);

#endif
