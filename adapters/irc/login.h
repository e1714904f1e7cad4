/* login.h: logging in to an account: SASL within the registration, or when the server offers it
 * later; NickServ where there is no SASL. */
#ifndef TALON_ADAPTERS_IRC_LOGIN_H
#define TALON_ADAPTERS_IRC_LOGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "handler.h"
#include "sasl.h"

enum login_state { LOGIN_IDLE, LOGIN_RUNNING, LOGIN_DONE, LOGIN_FAILED };

struct login {
    struct sasl *sasl; /* NULL: nothing to log in with */
    enum login_state state;
    enum sasl_mechanism mechanism; /* that runs */
    bool sasl_there;               /* whatever mechanisms it has */
    unsigned offered, tried;       /* bits of mechanisms */
    bool asked;                    /* the server has taken the mechanism up */
    bool listed;                   /* 908 named those there are */
    unsigned count;                /* of logins that were begun until then: */
    uint64_t counted_until;        /* ms */
    uint64_t due;                  /* ms; when we wait no longer */
};

/* No connection, or a new one: nothing of the last one's login counts. */
void login_reset(struct session *session);
/* Whether there is something to log in with, and it is not done. */
bool login_wanted(const struct session *session);
/* Takes the list of mechanisms; an empty one says nothing of them. */
void login_offered(struct session *session, const char *list, size_t length);
/* SASL is agreed on. */
void login_begin(struct session *session);
bool login_runs(const struct session *session);
/* Leaves, and is true, where we must be logged in and are not. */
bool login_must_leave(struct session *session);
/* We are welcome: what has no SASL has NickServ, perhaps. */
void login_welcomed(struct session *session);
void login_tick(struct session *session);

line_handler login_on_authenticate, login_on_logged_in, login_on_logged_out, login_on_mechanisms;
line_handler login_on_refusal, login_on_success;

#endif
