#include "whois.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/session_state.h"
#include "identity.h"

enum {
    ANSWER_MAX = 15000,   /* ms after which a held message goes on without the WHOIS answer */
    BUSY_WAIT = 5000,     /* ms until we ask a busy server about a guest again */
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
    session->whois.asking[0] = '\0';
    session->whois.ask_due = 0;
    session->whois.told[0] = '\0';
}

static bool is_known(const struct user *user)
{
    return user->certificate != NULL && user->connection != NULL;
}

/* Sends a WHOIS, unless one is on its way; `there`: to the server of that user. */
static bool send_whois(struct session *session, struct user *user, enum sendq_class class,
                       bool there)
{
    struct whois *whois = &session->whois;
    const char *nick = user->named.name;
    if (user->whois != 0 && !there)
        return true;
    if (!SESSION_PUT(session, class, "WHOIS", NULL, nick, there ? nick : NULL))
        return false;
    if (user->whois == 0)
        user->whois = ++whois->asked_last != 0 ? whois->asked_last : ++whois->asked_last;
    user->whois_same = false;
    user->whois_there = there;
    return true;
}

static bool hold_message(struct session *session, const struct user *user,
                         const struct chat_event *event)
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
    if (session->stage != STAGE_READY || session->whois.held_count == WHOIS_HELD_ROOM ||
        user == NULL || user->host == NULL || event->user.host == NULL ||
        strcmp(user->host, event->user.host) != 0 || is_known(user))
        return false;
    bool waits = *session->whois.asking != '\0' && session->whois.ask_due == UINT64_MAX &&
                 session_same(session, user->named.name, session->whois.asking);
    if (waits && !SESSION_PUT(session, SENDQ_TABLE, "WHOIS", NULL, user->named.name))
        return false; /* this second WHOIS overtakes the first one about this user, which may wait
                       * in its queue for long */
    return send_whois(session, user, SENDQ_TABLE, false) && hold_message(session, user, event);
}

/* Raises the n-th held message, if the nick still belongs to its author. */
static void go_on(struct session *session, unsigned n)
{
    struct whois_held held = session->whois.held[n];
    session->whois.held_count--;
    memmove(session->whois.held + n, session->whois.held + n + 1,
            (session->whois.held_count - n) * sizeof(session->whois.held[0]));
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
        event.user.connection = user->connection != NULL ? user->connection : "";
        session_raise(session, &event);
    }
    let_go(&held);
}

/* The answer to this WHOIS is complete, so the messages that wait for it go on. */
static void end_whois(struct session *session, uint32_t number)
{
    for (unsigned i = 0; i < session->whois.held_count;) {
        if (session->whois.held[i].number == number) {
            go_on(session, i);
        } else {
            i++;
        }
    }
}

/* The time (ms) at which the oldest held message goes on without an answer; UINT64_MAX: none is
 * held. */
static uint64_t held_due(const struct whois *whois)
{
    return whois->held_count == 0               ? UINT64_MAX
           : whois->held_count > WHOIS_HELD_MAX ? 0
                                                : whois->held[0].due;
}

static void held_tick(struct session *session)
{
    while (held_due(&session->whois) <= session_now(session)) {
        struct user *user = nicklist_user(&session->nicklist, session->whois.held[0].nick);
        uint32_t number = session->whois.held[0].number;
        end_whois(session, number);
        if (user != NULL && user->whois == number)
            user->whois = 0; /* the next message of this user makes us ask again */
    }
}

/* -- one after another -- */

bool whois_look_up(struct session *session, const char *nick, bool first)
{
    struct user *user =
        session->stage == STAGE_READY ? nicklist_user(&session->nicklist, nick) : NULL;
    if (user == NULL)
        return false;
    if (first && session->whois.ask_due == UINT64_MAX) { /* its WHOIS is still queued */
        session->whois.asking[0] = '\0';
        session->whois.ask_due = 0;
    }
    nicklist_ask(&session->nicklist, user, first);
    return true;
}

bool whois_user(const struct session *session, const char *nick, struct chat_user *chat)
{
    const struct user *user = nicklist_user(&session->nicklist, nick);
    if (user != NULL)
        *chat = identity_user(session, user, user->named.name, NULL);
    return user != NULL;
}

/* WHOIS will tell no more about the user: tells the host what we know, and asks no more. */
static void tell_known(struct session *session, struct user *user)
{
    struct chat_event event = {.kind = CHAT_KNOWN};
    nicklist_ask_no_more(&session->nicklist, user);
    event.user = identity_user(session, user, user->named.name, NULL);
    if (event.user.connection == NULL)
        event.user.connection = "";
    session_raise(session, &event);
}

/* Asks about the next user in the list, unless an answer is still to come. */
static void ask_next(struct session *session)
{
    struct whois *whois = &session->whois;
    struct user *user = NULL;
    while (*whois->asking == '\0' && (user = session->nicklist.ask_first) != NULL) {
        if (user->connection != NULL) {
            tell_known(session, user);
            continue;
        }
        /* The time to wait for an answer begins with whois_sent(), not in the queue. */
        whois->ask_due = user->whois != 0 ? session_now(session) + ANSWER_MAX : UINT64_MAX;
        if (!send_whois(session, user, user->ask_urgent ? SENDQ_TABLE : SENDQ_INFO, false)) {
            whois->ask_due = session_now(session) + BUSY_WAIT;
            return;
        }
        snprintf(whois->asking, sizeof(whois->asking), "%s", user->named.name);
    }
}

/* Call it when the answer about this nick has come, or will not come. Asks about the next user. */
static void end_asking(struct session *session, const char *nick)
{
    if (*session->whois.asking == '\0' || !session_same(session, nick, session->whois.asking))
        return;
    session->whois.asking[0] = '\0';
    session->whois.ask_due = 0;
    ask_next(session);
}

void whois_sent(struct session *session, const char *line, size_t length)
{
    char nick[PROTO_NICK];
    size_t start = strlen("WHOIS ");
    size_t end = start;
    while (end < length && strchr(" \r\n", line[end]) == NULL)
        end++;
    snprintf(nick, sizeof(nick), "%.*s", (int)(end - start), line + start);
    if (*session->whois.asking != '\0' && session_same(session, nick, session->whois.asking))
        session->whois.ask_due = session_now(session) + ANSWER_MAX;
}

void whois_tick(struct session *session)
{
    held_tick(session);
    if (session->stage != STAGE_READY || session->whois.ask_due > session_now(session))
        return;
    if (*session->whois.asking != '\0') { /* no answer came in time */
        struct user *user = nicklist_user(&session->nicklist, session->whois.asking);
        session->whois.asking[0] = '\0';
        if (user != NULL && user->asked) {
            user->whois = 0;
            tell_known(session, user);
        }
    }
    ask_next(session);
}

uint64_t whois_due(const struct session *session)
{
    const struct whois *whois = &session->whois;
    uint64_t due = held_due(whois);
    bool asks = *whois->asking != '\0' || session->nicklist.ask_first != NULL;
    return session->stage == STAGE_READY && asks && whois->ask_due < due ? whois->ask_due : due;
}

/* -- what the server says -- */

/* Returns the user whom an answer is about; NULL: we did not ask, or the line is not the
 * server's. */
static struct user *asked_for(const struct session *session, const struct proto_line *line)
{
    struct user *user =
        *line->host != '\0' ? NULL : nicklist_user(&session->nicklist, proto_param(line, 1));
    return user != NULL && user->whois != 0 && !is_known(user) ? user : NULL;
}

/* Returns the user of asked_for() if the line 311 of the answer named the same host as we see; else
 * NULL. */
static struct user *seen_there(const struct session *session, const struct proto_line *line)
{
    struct user *user = asked_for(session, line);
    return user != NULL && user->whois_same ? user : NULL;
}

/* 311: nick, user, host. */
void whois_on_user(struct session *session, const struct proto_line *line)
{
    struct user *user = asked_for(session, line);
    size_t length = strlen(line->params[2]);
    if (*line->host == '\0')
        snprintf(session->whois.told, sizeof(session->whois.told), "%s", line->params[1]);
    if (user == NULL)
        return;
    if (user->host == NULL)
        identity_host(session, user, line->params[2], line->params[3], NULL);
    user->whois_same = user->whois != 0 && user->host != NULL &&
                       strncmp(user->host, line->params[2], length) == 0 &&
                       user->host[length] == '@' &&
                       strcmp(user->host + length + 1, line->params[3]) == 0;
}

/* 312: nick, server. A server that answers for itself names itself twice. */
void whois_on_server(struct session *session, const struct proto_line *line)
{
    struct user *user = seen_there(session, line);
    if (user != NULL)
        user->whois_far = strcmp(line->nick, line->params[2]) != 0;
}

/* 317: nick, seconds idle, time of sign-on; old servers send only the seconds. */
void whois_on_signon(struct session *session, const struct proto_line *line)
{
    struct user *user = seen_there(session, line);
    const char *signon = line->params[3];
    size_t digits = strspn(signon, "0123456789");
    if (user != NULL && user->connection == NULL && digits > 0 && signon[digits] == '\0' &&
        strspn(signon, "0") < digits)
        nicklist_set_connection(&session->nicklist, user, signon);
}

/* 330: nick, account. We take it only if the network would also tell us of a later logout. */
void whois_on_account(struct session *session, const struct proto_line *line)
{
    struct user *user = seen_there(session, line);
    if (user != NULL && (session->caps & (CAP_ACCOUNT_TAG | CAP_ACCOUNT_NOTIFY)) != 0)
        identity_account(session, user, line->params[2]);
}

/* 276: nick, and words of which the last is the fingerprint. */
void whois_on_certificate(struct session *session, const struct proto_line *line)
{
    struct user *user = seen_there(session, line);
    const char *words = line->params[line->count - 1];
    const char *print = strrchr(words, ' ') != NULL ? strrchr(words, ' ') + 1 : words;
    size_t length = strlen(print);
    if (user != NULL && user->certificate == NULL && length >= FINGERPRINT_MIN &&
        length <= FINGERPRINT_MAX && strspn(print, "0123456789abcdefABCDEF") == length)
        nicklist_set_certificate(&session->nicklist, user, print);
}

/* 318: the answer is complete. */
void whois_on_end(struct session *session, const struct proto_line *line)
{
    struct user *user =
        *line->host != '\0' ? NULL : nicklist_user(&session->nicklist, line->params[1]);
    if (*line->host == '\0')
        session->whois.told[0] = '\0';
    if (user != NULL && user->whois != 0) {
        uint32_t number = user->whois;
        bool same = user->whois_same;
        user->whois_same = false;
        if (same && user->connection == NULL && user->whois_far && !user->whois_there &&
            send_whois(session, user, SENDQ_TABLE, true))
            return;
        if (user->certificate == NULL)
            nicklist_set_certificate(&session->nicklist, user, "");
        if (user->connection == NULL)
            nicklist_set_connection(&session->nicklist, user, "");
        bool wanted = user->asked;
        if (wanted)
            tell_known(session, user);
        end_whois(session, number);
    }
    end_asking(session, line->params[1]);
}

bool whois_tells(const struct session *session, const struct proto_line *line)
{
    const char *told = session->whois.told;
    return strcmp(line->command, "716") == 0 && *line->host == '\0' && *told != '\0' &&
           session_same(session, line->params[1], told);
}

bool whois_missed(struct session *session, const struct proto_line *line)
{
    const struct user *user =
        *line->host != '\0' ? NULL : nicklist_user(&session->nicklist, proto_param(line, 1));
    bool missed = user != NULL && user->whois != 0 && user->whois_there && !is_known(user);
    if (missed)
        whois_on_end(session, line);
    return missed;
}

/* 402: no server has the nick. */
void whois_on_no_server(struct session *session, const struct proto_line *line)
{
    whois_missed(session, line);
}

/* 263: the server is too busy for a WHOIS. Held messages go on at the next tick. */
void whois_on_busy(struct session *session, const struct proto_line *line)
{
    if (strcmp(line->params[1], "WHOIS") != 0)
        return;
    for (unsigned i = 0; i < session->whois.held_count; i++)
        session->whois.held[i].due = session_now(session);
    struct user *user = nicklist_user(&session->nicklist, session->whois.asking);
    if (*session->whois.asking == '\0')
        return;
    if (user != NULL)
        user->whois = 0;
    session->whois.asking[0] = '\0';
    session->whois.ask_due = session_now(session) + BUSY_WAIT;
}
