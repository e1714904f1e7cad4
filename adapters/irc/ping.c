#include "ping.h"

#include "session_state.h"

enum { PONGS = 16 };

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

void ping_tick(struct session *session)
{
    if (session_now(session) < ping_due(session)) {
        return;
    }
    if (session->ping_asked) {
        session_fail(session, SESSION_LOST, "the server does not answer");
        return;
    }
    session->ping_asked = true;
    session->ping_due = session_now(session) + session->setup.ping_seconds * UINT64_C(1000);
    SESSION_PUT(session, PACE_URGENT, "PING", NULL, "talon");
}

/* Who asks without reading gets the answers to the latest questions alone. They have a lane of
 * their own, which no nick is the name of. */
void ping_on_ping(struct session *session, const struct proto_line *line)
{
    const struct pace_way way = {.to = " pong",
                                 .whisper = true,
                                 .topic = 1 + session->pong_next++ % PONGS,
                                 .replaces = true};
    const struct words words = {"PONG", (const char *const[]){NULL}, line->params[line->count - 1]};
    session_put(session, PACE_URGENT, &way, &words);
}
