#include "whois.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "session_state.h"

enum {
    ANSWER_MAX = 15000,   /* ms; then a message goes on without the answer */
    FINGERPRINT_MIN = 32, /* hexadecimal digits of a fingerprint */
    FINGERPRINT_MAX = 128
};

static void let_go(struct whois_held *held)
{
    free(held->channel);
    free(held->nick);
    free(held->text);
}

void whois_reset(struct session *session)
{
    while (session->whois.held_count > 0)
        let_go(&session->whois.held[--session->whois.held_count]);
    session->whois.nick[0] = '\0';
}

static bool hold(struct session *session, const struct user *user, const struct chat_event *event)
{
    struct whois_held *held = &session->whois.held[session->whois.held_count];
    *held = (struct whois_held){.number = user->whois,
                                .due = session->heard + ANSWER_MAX,
                                .channel = event->channel != NULL ? strdup(event->channel) : NULL,
                                .nick = strdup(user->named.name),
                                .text = strdup(event->text)};
    if (held->nick == NULL || held->text == NULL ||
        (event->channel != NULL && held->channel == NULL)) {
        let_go(held);
        return false;
    }
    session->whois.held_count++;
    return true;
}

bool whois_identify(struct session *session, const struct chat_event *event)
{
    struct user *user =
        event->kind == CHAT_MESSAGE ? nicklist_user(&session->nicklist, event->user.id) : NULL;
    if (session->stage != STAGE_READY || session->whois.held_count == WHOIS_HELD_MAX ||
        user == NULL || user->host == NULL || event->user.host == NULL ||
        strcmp(user->host, event->user.host) != 0 || user->certificate != NULL)
        return false;
    bool asked = user->whois;
    if (!asked) {
        user->whois =
            ++session->whois.asked_last ? session->whois.asked_last : ++session->whois.asked_last;
    }
    if ((asked || SESSION_PUT(session, SENDQ_TABLE, "WHOIS", NULL, user->named.name)) &&
        hold(session, user, event))
        return true;
    user->whois = asked ? user->whois : 0;
    return false;
}

/* Raises the n-th held message, if who has its author's nick is still the author. */
static void go_on(struct session *session, unsigned n)
{
    struct whois_held held = session->whois.held[n];
    session->whois.held_count--;
    memmove(session->whois.held + n, session->whois.held + n + 1,
            (session->whois.held_count - n) * sizeof session->whois.held[0]);
    const struct user *user = nicklist_user(&session->nicklist, held.nick);
    const struct channel *channel =
        held.channel != NULL ? nicklist_channel(&session->nicklist, held.channel) : NULL;
    bool there = user != NULL && user->whois == held.number &&
                 (held.channel == NULL ||
                  (session_joined(channel) && nicklist_ranks(user, channel) != NULL));
    if (there) {
        struct chat_event event = {
            .kind = CHAT_MESSAGE, .channel = held.channel, .text = held.text};
        event.user = identity_user(session, user, user->named.name, channel);
        event.user.certificate = user->certificate != NULL ? user->certificate : "";
        session_raise(session, &event);
    }
    let_go(&held);
}

/* The answer to that WHOIS is complete: the messages that wait for it go on. */
static void answered(struct session *session, uint32_t number)
{
    for (unsigned i = 0; i < session->whois.held_count;)
        if (session->whois.held[i].number == number)
            go_on(session, i);
        else
            i++;
}

void whois_tick(struct session *session)
{
    while (session->whois.held_count > 0 && session->whois.held[0].due <= session_now(session)) {
        struct user *user = nicklist_user(&session->nicklist, session->whois.held[0].nick);
        uint32_t number = session->whois.held[0].number;
        answered(session, number);
        if (user != NULL && user->whois == number)
            user->whois = 0; /* we ask again when they say something next */
    }
}

uint64_t whois_due(const struct session *session)
{
    return session->whois.held_count > 0 ? session->whois.held[0].due : UINT64_MAX;
}

/* -- what the server says -- */

/* The user whom an answer is about; NULL: we did not ask, or no server says it. */
static struct user *asked_for(const struct session *session, const struct proto_line *line)
{
    struct user *user =
        *line->host ? NULL : nicklist_user(&session->nicklist, proto_param(line, 1));
    return user != NULL && user->whois && user->certificate == NULL ? user : NULL;
}

/* 311: nick, user, host. */
void whois_on_user(struct session *session, const struct proto_line *line)
{
    const struct user *user = asked_for(session, line);
    size_t length = strlen(line->params[2]);
    bool same = user != NULL && user->host != NULL &&
                strncmp(user->host, line->params[2], length) == 0 && user->host[length] == '@' &&
                strcmp(user->host + length + 1, line->params[3]) == 0;
    snprintf(session->whois.nick, sizeof session->whois.nick, "%s", same ? user->named.name : "");
}

/* 276: nick, and words of which the last is the fingerprint. */
void whois_on_certificate(struct session *session, const struct proto_line *line)
{
    struct user *user = asked_for(session, line);
    const char *words = line->params[line->count - 1];
    const char *print = strrchr(words, ' ') != NULL ? strrchr(words, ' ') + 1 : words;
    size_t length = strlen(print);
    if (user != NULL && session_same(session, session->whois.nick, user->named.name) &&
        length >= FINGERPRINT_MIN && length <= FINGERPRINT_MAX &&
        strspn(print, "0123456789abcdefABCDEF") == length)
        nicklist_set_certificate(&session->nicklist, user, print);
}

/* 318: the answer is complete. */
void whois_on_end(struct session *session, const struct proto_line *line)
{
    struct user *user = nicklist_user(&session->nicklist, line->params[1]);
    session->whois.nick[0] = '\0';
    if (user == NULL || !user->whois)
        return;
    if (user->certificate == NULL)
        nicklist_set_certificate(&session->nicklist, user, "");
    answered(session, user->whois);
}

/* 263: the server is too busy for a WHOIS: what is held goes on at the next tick. */
void whois_on_busy(struct session *session, const struct proto_line *line)
{
    if (strcmp(line->params[1], "WHOIS") == 0)
        for (unsigned i = 0; i < session->whois.held_count; i++)
            session->whois.held[i].due = session_now(session);
}
