#include "errors.h"

#include <string.h>

#include "adapters/irc/people/identity.h"
#include "adapters/irc/people/invite.h"
#include "adapters/irc/people/join.h"
#include "adapters/irc/people/modes.h"
#include "adapters/irc/session_state.h"
#include "base/array.h"
#include "base/count.h"

/* -- whispers that did not arrive -- */

static void report_undelivered(struct session *session, const char *nick, bool gone,
                               const char *why)
{
    count_add(COUNT_LINES_PERSON);
    if (strchr(nick, '@') != NULL) { /* an address of the services, not a person */
        log_warn(session->setup.log, "not delivered to=%s: %s", nick, why);
        return;
    }
    if (session->helpers.bot != NULL) {
        helper_refused(session, nick, why);
        return;
    }
    struct user *user = nicklist_user(&session->nicklist, nick);
    if (user != NULL)
        user->greeted = 0;
    sent_revoke(session, user != NULL ? user->named.name : nick);
    identity_raise(session, (struct chat_event){.kind = CHAT_FAILED, .text = why}, user, nick,
                   NULL);
    if (gone)
        identity_raise(session, (struct chat_event){.kind = CHAT_GONE}, user, nick, NULL);
}

/* Returns the nick that a refusal is about; "": it names none. ngircd has the nick only in the text
 * of its 493: "You must share a common channel with bob". Other texts have none: some servers greet
 * with "439 * :Please wait while we process your connection". */
static const char *refused_nick(const struct proto_line *line)
{
    const char *nick = line->params[1];
    const char *blank = strrchr(nick, ' ');
    if (blank == NULL)
        return nick;
    return strcmp(line->command, "493") == 0 ? blank + 1 : "";
}

/* 401 and other numerics by which a server refuses a whisper to a nick. */
void errors_on_undelivered(struct session *session, const struct proto_line *line)
{
    const char *nick = refused_nick(line);
    bool gone = strcmp(line->command, "401") == 0;
    if (*nick != '\0' && !isupport_channel(&session->isupport, nick) &&
        !session_is_me(session, nick) && !(gone && whois_missed(session, line)) &&
        !whois_tells(session, line)) {
        report_undelivered(session, nick, gone, line->params[line->count - 1]);
    }
}

/* Returns why a whisper failed, from the line that answers it; NULL: it did not fail. A server
 * echoes a delivered whisper. An ACK instead of the echo means that it dropped the whisper
 * silently. */
static const char *refusal_in(const struct session *session, const struct proto_line *line)
{
    if (strcmp(line->command, "ACK") == 0)
        return session->caps & CAP_ECHO ? "dropped on the way" : NULL;
    bool refusal =
        *line->command == '4' || *line->command == '5' || strcmp(line->command, "FAIL") == 0;
    return refusal && line->count > 0 ? line->params[line->count - 1] : NULL;
}

bool errors_labelled(struct session *session, const struct proto_line *line)
{
    char text[12];
    char nick[PROTO_NICK];
    const char *why = session->caps & CAP_LABELS ? refusal_in(session, line) : NULL;
    if (why == NULL || !proto_tag(line, "label", text, sizeof(text)))
        return false;
    if (!sent_labelled(session, text, nick))
        return false;
    bool gone =
        strcmp(line->command, "401") == 0 && session_same(session, proto_param(line, 1), nick);
    if (*nick != '\0')
        report_undelivered(session, nick, gone, why);
    return true;
}

/* -- channels -- */

static void not_let_in(struct session *session, struct channel *channel, const char *why)
{
    if (channel->state != CHANNEL_JOINING)
        return;
    log_warn(LOG_OF(session->setup.log, channel->named.name), "cannot join: %s", why);
    channel->state = CHANNEL_IDLE;
    invite_refused(session, channel);
}

/* True if the numeric refuses a line of ours to a channel that we are in, because of a mode or a
 * ban, of colours, of a missing account or a missing rank. */
static bool refuses_words(const char *command)
{
    static const char *const refusals[] = {"404", "408", "415", "477", "482", "489"};
    for (size_t i = 0; i < ARRAY_SIZE(refusals); i++) {
        if (strcmp(refusals[i], command) == 0)
            return true;
    }
    return false;
}

/* True if the numeric keeps us out for a while only: a netsplit holds the name (437), or too many
 * people join at once (Unreal's 500; 480 of Solanum, which is something lasting elsewhere). */
static bool refuses_for_now(const char *command, const char *why)
{
    return strcmp(command, "437") == 0 || strcmp(command, "500") == 0 ||
           (strcmp(command, "480") == 0 && strstr(why, "(+j)") != NULL);
}

void errors_of_channel(struct session *session, const struct proto_line *line)
{
    const char *command = line->command;
    bool error = (*command == '4' || *command == '5') && line->count > 1;
    struct channel *channel = error ? nicklist_channel(&session->nicklist, line->params[1]) : NULL;
    if (channel == NULL)
        return;
    if (session_joined(channel) && strcmp(command, "489") == 0 && channel->ranks) {
        channel->ranks = 0;
        sent_cprivmsg_refused(session, channel);
        return;
    }
    if (session_joined(channel) && refuses_words(command)) {
        count_add(COUNT_LINES_CHANNEL);
        modes_refused(session, channel, strcmp(command, "408") == 0);
        return;
    }
    const char *why = line->params[line->count - 1];
    if (refuses_for_now(command, why) && channel->state == CHANNEL_JOINING) {
        log_info(LOG_OF(session->setup.log, channel->named.name), "cannot join yet: %s", why);
        join_again(session, channel, session_now(session) + JOIN_ANSWER);
        return;
    }
    not_let_in(session, channel, why);
}

/* FAIL, WARN and NOTE: their command, a code, contexts, a text for people. */
void errors_on_standard_reply(struct session *session, const struct proto_line *line)
{
    const char *words = line->params[line->count - 1];
    if (*line->command == 'N') {
        log_info(session->setup.log, "the server notes command=%s: %s", line->params[0], words);
        return;
    }
    log_warn(session->setup.log, "the server %s command=%s code=%s: %s",
             *line->command == 'F' ? "refuses" : "warns", line->params[0], line->params[1], words);
    bool said = strcmp(line->params[0], "PRIVMSG") == 0 || strcmp(line->params[0], "NOTICE") == 0;
    for (unsigned i = 2; *line->command == 'F' && i + 1 < line->count; i++) {
        struct channel *channel = nicklist_channel(&session->nicklist, line->params[i]);
        const struct user *user = nicklist_user(session_people(session), line->params[i]);
        if (channel != NULL && strcmp(line->params[0], "JOIN") == 0)
            not_let_in(session, channel, words);
        else if (session_joined(channel) && said)
            modes_refused(session, channel, false);
        else if (user != NULL && said && user->greeted)
            report_undelivered(session, line->params[i], false, words);
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
