#include "nick.h"

#include <stdio.h>
#include <string.h>

#include "adapters/irc/session_state.h"

enum {
    NICK_TRIES = 50,
    NICK_SURE = 9, /* bytes; every server takes a nick of this length (RFC 2812) */
    NICK_USUAL = 30,
    REGAIN_FIRST = 60000, /* ms until we ask for our nick again; doubles up to REGAIN_MAX */
    REGAIN_MAX = 600000
};

void nick_begin(struct session *session)
{
    session->nick_tries = 0;
    session->nick_limit = NICK_USUAL;
    session->regain_due = UINT64_MAX;
    session->regain_wait = REGAIN_FIRST;
    session->watching = false;
    snprintf(session->nick, sizeof(session->nick), "%s", session->setup.nick);
}

/* Tries "talon_", "talon2", "talon3" and so on, cut to what the server takes. */
static void next_nick(struct session *session)
{
    char suffix[12] = "_";
    if (++session->nick_tries > 1)
        snprintf(suffix, sizeof(suffix), "%u", session->nick_tries);
    size_t keep = session->nick_limit - strlen(suffix);
    snprintf(session->nick, sizeof(session->nick), "%.*s%s", (int)keep, session->setup.nick,
             suffix);
    SESSION_PUT(session, SENDQ_URGENT, "NICK", NULL, session->nick);
}

void nick_on_refused(struct session *session, const struct proto_line *line)
{
    if (strcmp(line->command, "432") == 0) {
        log_warn(session->setup.log, "the server refuses the nick nick=%s: %s",
                 line->count > 1 ? proto_param(line, 1) : session->nick,
                 proto_param(line, line->count - 1));
    }
    if (session->stage != STAGE_REGISTERING)
        return; /* we asked for the wanted nick again, and did not get it; or 437 is about a channel
                 */
    if (strcmp(line->command, "432") == 0)
        session->nick_limit = NICK_SURE;
    if (session->nick_tries >= NICK_TRIES) {
        session_fail(session, SESSION_REFUSED, "the nick and its variants are taken");
        return;
    }
    next_nick(session);
}

static bool has_wanted_nick(const struct session *session)
{
    return session_same(session, session->nick, session->setup.nick);
}

void nick_watch(struct session *session)
{
    bool wanted = session->isupport.monitor && !has_wanted_nick(session);
    if (wanted != session->watching) {
        session->watching = wanted;
        SESSION_PUT(session, SENDQ_INFO, "MONITOR", NULL, wanted ? "+" : "-", session->setup.nick);
    }
}

void nick_claim(struct session *session)
{
    const struct session_login *login = &session->setup.login;
    char words[PROTO_NICK + 8];
    bool known = session->login.state == LOGIN_DONE || session->tls; /* login_welcomed() */
    if (login->nickserv == NULL || !known || has_wanted_nick(session))
        return;
    snprintf(words, sizeof(words), "GHOST %s", session->setup.nick);
    SESSION_PUT(session, SENDQ_URGENT, "PRIVMSG", words, login->nickserv);
}

static void plan_regain(struct session *session)
{
    session->regain_due =
        has_wanted_nick(session) ? UINT64_MAX : session_now(session) + session->regain_wait;
    if (session->stage == STAGE_READY)
        nick_watch(session);
}

void nick_changed(struct session *session, const char *nick)
{
    snprintf(session->nick, sizeof(session->nick), "%s", nick);
    plan_regain(session);
}

static void regain_nick(struct session *session)
{
    SESSION_PUT(session, SENDQ_URGENT, "NICK", NULL, session->setup.nick);
    session->regain_wait *= 2;
    if (session->regain_wait > REGAIN_MAX)
        session->regain_wait = REGAIN_MAX;
    plan_regain(session);
}

void nick_want(struct session *session, const char *nick)
{
    if (session_same(session, nick, session->setup.nick)) {
        session->setup.nick = nick;
        return;
    }
    if (session->watching)
        SESSION_PUT(session, SENDQ_INFO, "MONITOR", NULL, "-", session->setup.nick);
    session->watching = false;
    session->setup.nick = nick;
    session->regain_wait = REGAIN_FIRST;
    if (session->stage == STAGE_READY && !has_wanted_nick(session))
        regain_nick(session);
    else
        plan_regain(session);
}

void nick_freed(struct session *session, const char *nick)
{
    if (session->stage == STAGE_READY && !has_wanted_nick(session) &&
        session_same(session, nick, session->setup.nick))
        regain_nick(session);
}

bool nick_watches(const struct session *session, const char *nick)
{
    return session->watching && session_same(session, nick, session->setup.nick);
}

/* 731: nicks, perhaps with user and host, separated by commas. */
void nick_on_offline(struct session *session, const struct proto_line *line)
{
    char nick[PROTO_NICK];
    for (const char *list = line->params[1]; session->watching && *list != '\0';) {
        size_t length = strcspn(list, "!,");
        snprintf(nick, sizeof(nick), "%.*s", length < sizeof(nick) ? (int)length : 0, list);
        nick_freed(session, nick);
        list += strcspn(list, ",");
        list += *list == ',';
    }
}

void nick_tick(struct session *session)
{
    if (session_now(session) >= session->regain_due)
        regain_nick(session);
}
