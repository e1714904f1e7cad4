/* login.h: logs in to an account: by SASL during registration or when the server offers it later,
 * by NickServ if there is no SASL. */
#ifndef TALON_ADAPTERS_IRC_WIRE_LOGIN_H
#define TALON_ADAPTERS_IRC_WIRE_LOGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/irc/handler.h"
#include "sasl.h"

enum login_state { LOGIN_IDLE, LOGIN_RUNNING, LOGIN_DONE, LOGIN_FAILED };

struct login {
    struct sasl *sasl; /* NULL: nothing to log in with */
    enum login_state state;
    enum sasl_mechanism mechanism; /* the one that runs */
    bool sasl_there;               /* the server offers SASL, with whatever mechanisms */
    unsigned offered, tried;       /* mechanisms, as bits (1 << mechanism) */
    bool asked;                    /* the server has answered our choice of mechanism */
    bool listed;                   /* 908 has named the server's mechanisms */
    unsigned count;                /* logins that began before `counted_until` */
    uint64_t counted_until;        /* ms */
    uint64_t due;                  /* ms; end of our waiting for an answer */
};

/* A connection begins or ends: forgets the login of the last one. */
void login_reset(struct session *session);
/* True if we can log in and have not done so. */
bool login_wanted(const struct session *session);
/* The server offers SASL with these mechanisms (empty: it does not say which). */
void login_offered(struct session *session, const char *list, size_t length);
/* The server has granted the capability. Logs in with the best mechanism that both have. */
void login_begin(struct session *session);
bool login_runs(const struct session *session);
/* If a login is required and there is none, leaves the network and returns true. */
bool login_must_leave(struct session *session);
/* We are registered. If there is no SASL, asks NickServ if configured. */
void login_welcomed(struct session *session);
void login_tick(struct session *session);

line_handler login_on_authenticate, login_on_logged_in, login_on_logged_out, login_on_mechanisms;
line_handler login_on_refusal, login_on_success;

#endif
