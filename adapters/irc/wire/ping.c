#include "ping.h"

#include "adapters/irc/session_state.h"

enum { PONGS_MAX = 16 };

void ping_heard(struct session *session)
{
    session->heard = session_now(session);
    session->ping_asked = false;
}

uint64_t ping_due(const struct session *session)
{
    return session->ping_asked ? session->ping_due
                               : session->heard + session->setup.ping_seconds * UINT64_C(1000);
}

void ping_ask(struct session *session)
{
    if (session->ping_asked)
        return;
    session->ping_asked = true;
    session->ping_due = session_now(session) + session->setup.ping_seconds * UINT64_C(1000);
    SESSION_PUT(session, SENDQ_URGENT, "PING", NULL, "talon");
}

void ping_tick(struct session *session)
{
    if (session_now(session) < ping_due(session))
        return;
    if (session->ping_asked) {
        session_fail(session, SESSION_LOST, "the server does not answer");
        return;
    }
    ping_ask(session);
}

/* A server that asks and does not read gets answers only to its PONGS_MAX latest questions: each
 * PONG replaces an older one. They wait in a queue whose name cannot be a nick. */
void ping_on_ping(struct session *session, const struct proto_line *line)
{
    const struct sendq_target target = {.name = " pong",
                                        .whisper = true,
                                        .topic = 1 + session->pong_next++ % PONGS_MAX,
                                        .replaces = true};
    const struct line_words words = {"PONG", (const char *const[]){NULL},
                                     line->params[line->count - 1]};
    session_put(session, SENDQ_URGENT, &target, &words);
}
