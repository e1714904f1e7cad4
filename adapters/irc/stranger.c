/* People who talk to us and are in no channel of ours: nothing tells us when they go, and whoever
 * has the nick next must not be taken for them. The latest are kept with whence they come; who
 * comes from elsewhere under such a nick, or is seen under it, or is too long ago, is somebody new.
 */
#include <stdio.h>
#include <string.h>

#include "session_private.h"

static struct stranger *find(struct session *session, const char *nick)
{
    for (unsigned i = 0; i < STRANGERS; i++) {
        struct stranger *stranger = &session->strangers[i];
        if (*stranger->nick && session_same(session, stranger->nick, nick)) {
            return stranger;
        }
    }
    return NULL;
}

static void forget(struct session *session, struct stranger *stranger)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", stranger->nick);
    stranger->nick[0] = '\0';
    pace_forget(&session->pace, nick);
    traffic_raise(session, CHAT_GONE, NULL, nick, NULL, NULL);
}

void stranger_seen(struct session *session, const char *nick)
{
    struct stranger *stranger = find(session, nick);
    if (stranger) {
        forget(session, stranger);
    }
}

void stranger_talks(struct session *session, const struct proto_line *line)
{
    char from[STRANGER_FROM];
    int length = snprintf(from, sizeof from, "%s@%s", line->user, line->host);
    bool whole = length > 0 && (size_t)length < sizeof from;
    struct stranger *stranger = find(session, line->nick);
    if (stranger && whole && strcmp(stranger->from, from) == 0) {
        return;
    }
    if (!stranger) {
        stranger = &session->strangers[session->stranger_next++ % STRANGERS];
    }
    if (*stranger->nick) {
        forget(session, stranger);
    }
    if (strlen(line->nick) < sizeof stranger->nick) {
        snprintf(stranger->nick, sizeof stranger->nick, "%s", line->nick);
        snprintf(stranger->from, sizeof stranger->from, "%s", whole ? from : "");
    }
}
