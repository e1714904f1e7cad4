#include "whois.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "session_state.h"

enum {
    ANSWER_MOST = 15000, /* ms; then what was said goes on without */
    PRINT_LEAST = 32,    /* hexadecimal digits */
    PRINT_MOST = 128
};

static void let_go(struct held *held)
{
    free(held->channel);
    free(held->nick);
    free(held->text);
}

void whois_reset(struct session *session)
{
    while (session->whois.held_count > 0) {
        let_go(&session->whois.held[--session->whois.held_count]);
    }
    session->whois.nick[0] = '\0';
}

static bool hold(struct session *session, const struct user *user, const struct chat_event *event)
{
    struct held *held = &session->whois.held[session->whois.held_count];
    *held = (struct held){.number = user->asked,
                          .due = session->heard + ANSWER_MOST,
                          .channel = event->channel ? strdup(event->channel) : NULL,
                          .nick = strdup(user->named.name),
                          .text = strdup(event->text)};
    if (!held->nick || !held->text || (event->channel && !held->channel)) {
        let_go(held);
        return false;
    }
    session->whois.held_count++;
    return true;
}

bool whois_identify(struct session *session, const struct chat_event *event)
{
    struct user *user =
        event->kind == CHAT_MESSAGE ? roster_user(&session->roster, event->user.id) : NULL;
    if (session->stage != STAGE_READY || session->whois.held_count == WHOIS_HELD || !user ||
        !user->host || !event->user.host || strcmp(user->host, event->user.host) != 0 ||
        user->certificate) {
        return false;
    }
    bool asked = user->asked;
    if (!asked) {
        user->asked =
            ++session->whois.asked_last ? session->whois.asked_last : ++session->whois.asked_last;
    }
    if ((asked || SESSION_PUT(session, PACE_TABLE, "WHOIS", NULL, user->named.name)) &&
        hold(session, user, event)) {
        return true;
    }
    user->asked = asked ? user->asked : 0;
    return false;
}

/* Raises once more what the n-th said, if its author is still who said it. */
static void go_on(struct session *session, unsigned n)
{
    struct held held = session->whois.held[n];
    session->whois.held_count--;
    memmove(session->whois.held + n, session->whois.held + n + 1,
            (session->whois.held_count - n) * sizeof session->whois.held[0]);
    const struct user *user = roster_user(&session->roster, held.nick);
    const struct member_channel *channel =
        held.channel ? roster_channel(&session->roster, held.channel) : NULL;
    bool there = user && user->asked == held.number &&
                 (!held.channel || (session_inside(channel) && roster_member(user, channel)));
    if (there) {
        struct chat_event event = {
            .kind = CHAT_MESSAGE, .channel = held.channel, .text = held.text};
        event.user = identity_user(session, user, user->named.name, channel);
        event.user.certificate = user->certificate ? user->certificate : "";
        session_raise(session, &event);
    }
    let_go(&held);
}

/* All that waits for that answer goes on. */
static void answered(struct session *session, uint32_t number)
{
    for (unsigned i = 0; i < session->whois.held_count;) {
        if (session->whois.held[i].number == number) {
            go_on(session, i);
        } else {
            i++;
        }
    }
}

void whois_tick(struct session *session)
{
    while (session->whois.held_count > 0 && session->whois.held[0].due <= session_now(session)) {
        struct user *user = roster_user(&session->roster, session->whois.held[0].nick);
        uint32_t number = session->whois.held[0].number;
        answered(session, number);
        if (user && user->asked == number) {
            user->asked = 0; /* the next time we ask again */
        }
    }
}

uint64_t whois_due(const struct session *session)
{
    return session->whois.held_count > 0 ? session->whois.held[0].due : UINT64_MAX;
}

/* -- what the server says -- */

/* Whom an answer is about, if we asked, and only a server gives it. */
static struct user *asked_for(const struct session *session, const struct proto_line *line)
{
    struct user *user = *line->host ? NULL : roster_user(&session->roster, proto_param(line, 1));
    return user && user->asked && !user->certificate ? user : NULL;
}

/* 311: nick, user, host. */
void whois_on_user(struct session *session, const struct proto_line *line)
{
    const struct user *user = asked_for(session, line);
    size_t length = strlen(line->params[2]);
    bool same = user && user->host && strncmp(user->host, line->params[2], length) == 0 &&
                user->host[length] == '@' && strcmp(user->host + length + 1, line->params[3]) == 0;
    snprintf(session->whois.nick, sizeof session->whois.nick, "%s", same ? user->named.name : "");
}

/* 276: nick, and words of which the last is the print. */
void whois_on_certificate(struct session *session, const struct proto_line *line)
{
    struct user *user = asked_for(session, line);
    const char *words = line->params[line->count - 1];
    const char *print = strrchr(words, ' ') ? strrchr(words, ' ') + 1 : words;
    size_t length = strlen(print);
    if (user && session_same(session, session->whois.nick, user->named.name) &&
        length >= PRINT_LEAST && length <= PRINT_MOST &&
        strspn(print, "0123456789abcdefABCDEF") == length) {
        roster_certificate(&session->roster, user, print);
    }
}

/* 318: all is told. */
void whois_on_end(struct session *session, const struct proto_line *line)
{
    struct user *user = roster_user(&session->roster, line->params[1]);
    session->whois.nick[0] = '\0';
    if (!user || !user->asked) {
        return;
    }
    if (!user->certificate) {
        roster_certificate(&session->roster, user, "");
    }
    answered(session, user->asked);
}

/* 263: the server has no time for that. */
void whois_on_busy(struct session *session, const struct proto_line *line)
{
    if (strcmp(line->params[1], "WHOIS") == 0) {
        for (unsigned i = 0; i < session->whois.held_count; i++) {
            session->whois.held[i].due = session_now(session);
        }
    }
}
