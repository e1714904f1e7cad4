#include "register.h"

#include <string.h>

#include "adapters/irc/people/nick.h"
#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/session_state.h"

enum {
    REGISTER_MAX = 60000, /* ms until 001 */
    PASS_MAX = 5000,      /* ms that a password waits, in case the server wants TLS first */
    MOTD_MAX = 10000      /* ms after 001 until we go on without the end of the MOTD */
};

static void introduce_us(struct session *session)
{
    session->pass_due = UINT64_MAX;
    if (session->setup.password != NULL)
        SESSION_PUT(session, SENDQ_URGENT, "PASS", session->setup.password, NULL);
    SESSION_PUT(session, SENDQ_URGENT, "NICK", NULL, session->nick);
    SESSION_PUT(session, SENDQ_URGENT, "USER", session->setup.realname, session->setup.user, "0",
                "*");
}

void register_listed(struct session *session)
{
    if (session->pass_due != UINT64_MAX && !session->end)
        introduce_us(session);
}

void register_begin(struct session *session)
{
    session->stage = STAGE_REGISTERING;
    session->stage_due = session_now(session) + REGISTER_MAX;
    nick_begin(session);
    if (session->setup.password != NULL && !session->tls)
        session->pass_due = session_now(session) + PASS_MAX;
    else
        introduce_us(session);
}

/* 421, 451: the server has no capabilities. */
void register_on_unknown(struct session *session, const struct proto_line *line)
{
    (void)line;
    register_listed(session);
}

void register_on_welcome(struct session *session, const struct proto_line *line)
{
    const char *nick = line->params[0];
    if (session->stage != STAGE_REGISTERING || *nick == '\0' || strlen(nick) >= PROTO_NICK)
        return;
    session->stage = STAGE_WELCOMED;
    session->stage_due = session_now(session) + MOTD_MAX;
    nick_changed(session, nick);
    login_welcomed(session);
}

void register_on_isupport(struct session *session, const struct proto_line *line)
{
    for (unsigned i = 1; i + 1 < line->count; i++)
        isupport_take(&session->isupport, line->params[i]);
    nicklist_casemap(&session->nicklist, session->isupport.map);
}

static void become_ready(struct session *session)
{
    if (session->stage != STAGE_WELCOMED)
        return;
    session->stage = STAGE_READY;
    session->stage_due = UINT64_MAX;
    session->connected = true;
    session->map = session->isupport.map;
    log_info(session->setup.log, "connected nick=%s", session->nick);
    throttle_ready(session);
    if (session->isupport.bot_mode != '\0') {
        const char mode[] = {'+', session->isupport.bot_mode, '\0'};
        SESSION_PUT(session, SENDQ_URGENT, "MODE", NULL, session->nick, mode);
    }
    nick_watch(session);
    nick_claim(session);
    session_raise(session, &(struct chat_event){.kind = CHAT_CONNECTED});
}

void register_on_motd_end(struct session *session, const struct proto_line *line)
{
    (void)line;
    become_ready(session);
}

void register_tick(struct session *session)
{
    uint64_t now = session_now(session);
    if (now >= session->stage_due) {
        if (session->stage == STAGE_WELCOMED)
            become_ready(session);
        else
            session_fail(session, SESSION_LOST, "registration took too long");
    }
    if (now >= session->pass_due)
        register_listed(session);
}
