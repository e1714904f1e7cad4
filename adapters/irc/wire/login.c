#include "login.h"

#include <stdio.h>
#include <string.h>

#include <openssl/crypto.h>

#include "adapters/irc/session_state.h"

enum {
    LOGINS_MAX = 8,        /* logins in LOGINS_TIME; each may cost us the work of a SCRAM */
    LOGINS_TIME = 600000,  /* ms */
    ANSWER_MAX = 8000,     /* ms; servers drop clients that do not register within 10 s or more */
    REFUSAL_FOLLOWS = 1000 /* ms to wait for 904 after 908; if no 904 comes, 908 was the refusal */
};

static bool is_usable(const struct session *session, enum sasl_mechanism mechanism)
{
    const struct session_login *login = &session->setup.login;
    bool password = login->user != NULL && login->password != NULL;
    if (login->only < SASL_MECHANISMS && login->only != mechanism)
        return false;
    switch (mechanism) {
    case SASL_EXTERNAL:
        return session->tls && login->certificate;
    case SASL_SCRAM_SHA_256:
        return password;
    case SASL_PLAIN: /* without TLS only if the configuration names it */
        return password && (session->tls || login->only == SASL_PLAIN);
    default:
        return false;
    }
}

bool login_wanted(const struct session *session)
{
    if (session->login.sasl == NULL || session->login.state == LOGIN_DONE)
        return false;
    for (enum sasl_mechanism m = SASL_EXTERNAL; m < SASL_MECHANISMS; m++) {
        if (is_usable(session, m))
            return true;
    }
    return false;
}

bool login_runs(const struct session *session)
{
    return session->login.state == LOGIN_RUNNING;
}

bool login_must_leave(struct session *session)
{
    if (!session->setup.login.required || session->login.state == LOGIN_DONE)
        return false;
    session_leave(session, "not logged in");
    return true;
}

void login_reset(struct session *session)
{
    struct login *login = &session->login;
    if (login->sasl != NULL)
        sasl_end(login->sasl);
    *login = (struct login){.sasl = login->sasl, .due = UINT64_MAX};
}

void login_offered(struct session *session, const char *list, size_t length)
{
    session->login.sasl_there = true;
    session->login.offered = length ? sasl_list(list, length) : (1U << SASL_MECHANISMS) - 1;
    session->login.tried = 0;
    session->login.listed = false;
}

/* -- one mechanism after the other -- */

/* True if we may log in once more. The limit keeps a server from making us busy. */
static bool may_begin(struct login *login, uint64_t now)
{
    if (now >= login->counted_until) {
        login->counted_until = now + LOGINS_TIME;
        login->count = 0;
    }
    return login->count++ < LOGINS_MAX;
}

static bool try_next(struct session *session)
{
    uint64_t now = session_now(session);
    struct login *login = &session->login;
    for (enum sasl_mechanism m = SASL_EXTERNAL; m < SASL_MECHANISMS; m++) {
        unsigned bit = 1U << m;
        if (!is_usable(session, m) || !(login->offered & bit) || (login->tried & bit))
            continue;
        login->tried |= bit;
        if (may_begin(login, now) && sasl_begin(login->sasl, m)) {
            login->mechanism = m;
            login->asked = login->listed = false;
            login->state = LOGIN_RUNNING;
            login->due = now + ANSWER_MAX;
            SESSION_PUT(session, SENDQ_URGENT, "AUTHENTICATE", NULL, sasl_name(m));
            return true;
        }
    }
    return false;
}

static void finish_login(struct session *session, enum login_state state)
{
    session->login.state = state;
    session->login.due = UINT64_MAX;
    sasl_end(session->login.sasl);
}

static void fail_login(struct session *session, const char *why)
{
    log_warn(session->setup.log, "not logged in: %s", why);
    finish_login(session, LOGIN_FAILED);
}

void login_begin(struct session *session)
{
    if (!login_wanted(session) || login_runs(session))
        return;
    if (!try_next(session))
        fail_login(session, "the server and Talon have no SASL mechanism in common");
}

static void give_up(struct session *session, const char *why)
{
    SESSION_PUT(session, SENDQ_URGENT, "AUTHENTICATE", NULL, "*");
    fail_login(session, why);
}

/* The password goes only by TLS, and only to an address at the services' own server. A bare
 * "NickServ" could be a nick that a user has taken. */
void login_welcomed(struct session *session)
{
    const struct session_login *login = &session->setup.login;
    if (login_must_leave(session) || session->login.sasl_there || !session->tls ||
        login->nickserv == NULL || login->user == NULL || login->password == NULL)
        return;
    char words[PROTO_LINE];
    int length = snprintf(words, sizeof(words), "IDENTIFY %s %s", login->user, login->password);
    if (length < 0 || (size_t)length >= sizeof(words) ||
        !SESSION_PUT(session, SENDQ_URGENT, "PRIVMSG", words, login->nickserv))
        log_warn(session->setup.log, "the password is too long for service=%s", login->nickserv);
    OPENSSL_cleanse(words, sizeof(words));
}

void login_tick(struct session *session)
{
    if (login_runs(session) && session_now(session) >= session->login.due &&
        !(session->login.listed && try_next(session)))
        give_up(session, "no answer from the services");
}

/* -- what the server says -- */

void login_on_authenticate(struct session *session, const struct proto_line *line)
{
    struct login *login = &session->login;
    char chunk[SASL_CHUNK + 1];
    if (!login_runs(session))
        return;
    login->asked = true;
    login->due = session_now(session) + ANSWER_MAX;
    switch (sasl_hear(login->sasl, line->params[0])) {
    case SASL_AGAIN:
        break;
    case SASL_ANSWER:
        while (sasl_take(login->sasl, chunk))
            SESSION_PUT(session, SENDQ_URGENT, "AUTHENTICATE", NULL, chunk);
        break;
    case SASL_ABORT:
        give_up(session, "the server's answer to the login is wrong");
        break;
    }
}

/* 900: nick, mask, account. */
void login_on_logged_in(struct session *session, const struct proto_line *line)
{
    log_info(session->setup.log, "logged in account=%s", line->params[2]);
}

void login_on_logged_out(struct session *session, const struct proto_line *line)
{
    (void)line;
    log_warn(session->setup.log, "the services have logged the bot out");
}

/* 903, and 907: we are already logged in. */
void login_on_success(struct session *session, const struct proto_line *line)
{
    (void)line;
    if (!login_runs(session))
        return;
    if (session->login.mechanism == SASL_SCRAM_SHA_256 && !sasl_complete(session->login.sasl)) {
        fail_login(session, "the server did not prove that it knows the password");
        return;
    }
    finish_login(session, LOGIN_DONE);
}

/* 902, 904, 905, 906. We do not send a refused password again by a weaker mechanism. If the server
 * does not have the mechanism, or does not know our certificate, we try the next one. */
void login_on_refusal(struct session *session, const struct proto_line *line)
{
    const struct login *login = &session->login;
    if (!login_runs(session))
        return;
    bool further =
        strcmp(line->command, "904") == 0 && (!login->asked || login->mechanism == SASL_EXTERNAL);
    if (!further || !try_next(session))
        fail_login(session, proto_param(line, line->count - 1));
}

/* 908: the server's mechanisms. Most servers send 904 after it. */
void login_on_mechanisms(struct session *session, const struct proto_line *line)
{
    struct login *login = &session->login;
    if (login_runs(session) && !login->asked) {
        login->offered = sasl_list(line->params[1], strlen(line->params[1]));
        login->listed = true;
        login->due = session_now(session) + REFUSAL_FOLLOWS;
    }
}
