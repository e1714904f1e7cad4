#include "session_state.h"

#include <stdio.h>

enum { LEAVE_MAX = 2000 /* ms from QUIT until we close the connection */ };

void session_fail(struct session *session, enum session_end end, const char *why)
{
    if (session->end == SESSION_ALIVE) {
        session->end = end;
        snprintf(session->why, sizeof(session->why), "%s", why);
    }
}

void session_raise(struct session *session, const struct chat_event *event)
{
    if (session->goodbye != NULL && event->kind == CHAT_MESSAGE)
        return;
    if (session->helpers.bot != NULL && event->kind != CHAT_STALE)
        return; /* the host does not know of helpers */
    session->setup.event(session->setup.arg, event);
}

bool session_put(struct session *session, enum sendq_class class, const struct sendq_target *target,
                 const struct line_words *words)
{
    char line[PROTO_LINE_MAX + 1];
    size_t length = proto_write(line, session->isupport.line_length + 1, words->command,
                                words->middles, words->text);
    bool good = length > 0 && sendq_put(&session->sendq, class, target, line, length);
    if (length > 0 && !good && class == SENDQ_URGENT)
        session_fail(session, SESSION_LOST, "the server wants more answers than it reads");
    return good;
}

void session_say_quit(struct session *session, const char *words)
{
    session->stage = STAGE_QUITTING;
    session->stage_due = UINT64_MAX;
    if (!SESSION_PUT(session, SENDQ_URGENT, "QUIT", words ? words : "", NULL))
        SESSION_PUT(session, SENDQ_URGENT, "QUIT", "", NULL);
}

void session_leave(struct session *session, const char *why)
{
    session_say_quit(session, why);
    session->stage_due = session_now(session) + LEAVE_MAX;
    snprintf(session->leaving, sizeof(session->leaving), "%s", why);
}

const char *session_key(const struct session *session, const char *nick, char key[PROTO_NICK])
{
    if (!proto_fold(session_map(session), nick, key, PROTO_NICK))
        key[0] = '\0';
    return key;
}
