#include "errors.h"

#include <string.h>

#include "identity.h"
#include "invite.h"
#include "join.h"
#include "modes.h"
#include "session_state.h"

/* -- what did not get there -- */

static void undelivered(struct session *session, const char *nick, bool gone, const char *why)
{
    if (strchr(nick, '@')) { /* of the services, not of a person */
        log_warn(session->setup.log, "%s: %s", nick, why);
        return;
    }
    struct user *user = roster_user(&session->roster, nick);
    if (user) {
        user->greeted = false;
    }
    sent_revoke(session, user ? user->named.name : nick);
    identity_raise(session, (struct chat_event){.kind = CHAT_FAILED, .text = why}, user, nick,
                   NULL);
    if (gone) {
        identity_raise(session, (struct chat_event){.kind = CHAT_GONE}, user, nick, NULL);
    }
}

/* 401 and its kind. */
void errors_on_undelivered(struct session *session, const struct proto_line *line)
{
    const char *nick = line->params[1];
    if (!isupport_channel(&session->isupport, nick) && !session_is_me(session, nick)) {
        undelivered(session, nick, strcmp(line->command, "401") == 0,
                    line->params[line->count - 1]);
    }
}

/* What a line that answers a labelled whisper says of its failing; NULL: nothing. What is delivered
 * is echoed; an acknowledgement instead of the echo means that the whisper was dropped silently. */
static const char *refusal_in(const struct session *session, const struct proto_line *line)
{
    if (strcmp(line->command, "ACK") == 0) {
        return session->caps & CAP_ECHO ? "dropped on the way" : NULL;
    }
    bool refusal = *line->command == '4' || *line->command == '5' || !strcmp(line->command, "FAIL");
    return refusal && line->count > 0 ? line->params[line->count - 1] : NULL;
}

bool errors_labelled(struct session *session, const struct proto_line *line)
{
    char text[12];
    char nick[PROTO_NICK];
    const char *why = session->caps & CAP_LABELS ? refusal_in(session, line) : NULL;
    if (!why || !proto_tag(line, "label", text, sizeof text)) {
        return false;
    }
    if (!sent_labelled(session, text, nick)) {
        return false;
    }
    bool gone =
        strcmp(line->command, "401") == 0 && session_same(session, proto_param(line, 1), nick);
    if (*nick) {
        undelivered(session, nick, gone, why);
    }
    return true;
}

/* -- channels -- */

static void not_let_in(struct session *session, struct member_channel *channel, const char *why)
{
    if (channel->state != CHANNEL_JOINING) {
        return;
    }
    log_warn(session->setup.log, "cannot join %s: %s", channel->named.name, why);
    channel->state = CHANNEL_IDLE;
    invite_refused(session, channel);
}

/* How servers say that a channel, where we are, does not take what we say: for a mode or a ban; its
 * colours; who has no account; who has no rank. */
static bool refuses_words(const char *command)
{
    static const char *const refusals[] = {"404", "408", "415", "477", "482", "489"};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (strcmp(refusals[i], command) == 0) {
            return true;
        }
    }
    return false;
}

void errors_of_channel(struct session *session, const struct proto_line *line)
{
    const char *command = line->command;
    bool error = (*command == '4' || *command == '5') && line->count > 1;
    struct member_channel *channel =
        error ? roster_channel(&session->roster, line->params[1]) : NULL;
    if (!channel) {
        return;
    }
    if (session_inside(channel) && strcmp(command, "489") == 0 && channel->ranks) {
        channel->ranks = 0;
        sent_cprivmsg_refused(session, channel);
        return;
    }
    if (session_inside(channel) && refuses_words(command)) {
        modes_refused(session, channel, strcmp(command, "408") == 0);
        return;
    }
    const char *why = line->params[line->count - 1];
    if (strcmp(command, "437") == 0 && channel->state == CHANNEL_JOINING) {
        /* held by a netsplit, for a while */
        log_info(session->setup.log, "cannot join %s yet: %s", channel->named.name, why);
        join_again(session, channel, session_now(session) + JOIN_ANSWER);
        return;
    }
    not_let_in(session, channel, why);
}

/* FAIL, WARN and NOTE: command, code, what it is about, words. */
void errors_on_standard_reply(struct session *session, const struct proto_line *line)
{
    const char *words = line->params[line->count - 1];
    if (*line->command == 'N') {
        log_info(session->setup.log, "the server notes on %s: %s", line->params[0], words);
        return;
    }
    log_warn(session->setup.log, "the server %s %s (%s): %s",
             *line->command == 'F' ? "refuses" : "warns of", line->params[0], line->params[1],
             words);
    bool said = !strcmp(line->params[0], "PRIVMSG") || !strcmp(line->params[0], "NOTICE");
    for (unsigned i = 2; *line->command == 'F' && i + 1 < line->count; i++) {
        struct member_channel *channel = roster_channel(&session->roster, line->params[i]);
        const struct user *user = roster_user(&session->roster, line->params[i]);
        if (channel && strcmp(line->params[0], "JOIN") == 0) {
            not_let_in(session, channel, words);
        } else if (session_inside(channel) && said) {
            modes_refused(session, channel, false);
        } else if (user && said && user->greeted) {
            undelivered(session, line->params[i], false, words);
        }
    }
}

/* -- the connection -- */

void errors_on_error(struct session *session, const struct proto_line *line)
{
    session_fail(session, SESSION_LOST, proto_param(line, line->count - 1));
}

void errors_on_refused(struct session *session, const struct proto_line *line)
{
    session_fail(session, SESSION_REFUSED, proto_param(line, line->count - 1));
}
