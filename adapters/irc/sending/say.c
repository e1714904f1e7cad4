#include "say.h"

#include <stdio.h>
#include <string.h>

#include "adapters/irc/people/modes.h"
#include "adapters/irc/people/relay.h"
#include "adapters/irc/session_state.h"
#include "helper.h"
#include "render.h"
#include "throttle.h"

enum {
    USER_HOST_MAX = 1 + 10 + 1 + 63, /* bytes of "!user@host", until we know ours */
    TOPIC_PRIVATE = 1 << 30,         /* topic of a private table; that of a channel is its id + 1 */
    TEXT_MIN = 32,                   /* bytes of text; a line with room for fewer is not sent */
    CONTEXT_MAX = 60 /* bytes of "[#channel] "; a longer one would fill too much of the line */
};

/* True if the text is the name of one user: no list, mask or channel. */
static bool is_addressable(const struct session *session, const char *user)
{
    return *user != '\0' && *user != '$' && *user != ':' &&
           user[strcspn(user, " ,!@*?\r\n")] == '\0' &&
           !isupport_channel(&session->isupport, user) && strlen(user) < PROTO_NICK;
}

/* Returns the bytes of "nick!user@host" that may stand before our lines, also after we get the nick
 * that we want. */
static size_t source_of(const struct session *session)
{
    size_t own = strlen(session->nick);
    size_t wanted = strlen(session->setup.nick);
    return (own > wanted ? own : wanted) +
           (session->user_host ? session->user_host : (size_t)USER_HOST_MAX);
}

/* Returns how many bytes of text fit a line to `target`, even if either of us changes nicks before
 * it goes out, or a helper has to say it. */
static size_t text_room(const struct session *session, const char *target, bool whisper)
{
    size_t source = source_of(session);
    size_t other = strlen(target);
    if (whisper && other < session->isupport.nick_length)
        other = session->isupport.nick_length;
    for (struct session *at = NULL; whisper && (at = helper_next(session, at)) != NULL;)
        source = source_of(at) > source ? source_of(at) : source;
    return proto_budget(session->isupport.line_length, source, "PRIVMSG", other);
}

/* Returns the class of the send queue for the lines of a message. */
static enum sendq_class class_of(const struct message *message)
{
    if (message->company == COMPANY_ALONE)
        return SENDQ_PRIVATE;
    if (message->company == COMPANY_ONE && message->urgency != URGENCY_INFO)
        return SENDQ_SOLO;
    if (message->user != NULL && message->first &&
        !message->replaces) /* the answer to a player's own move */
        return SENDQ_MOVE;
    switch ((enum urgency)message->urgency) {
    case URGENCY_HAND:
        return SENDQ_HAND;
    case URGENCY_TABLE:
        return message->first ? SENDQ_MOVE : SENDQ_TABLE;
    case URGENCY_INFO:
        break;
    }
    return SENDQ_INFO;
}

/* Returns the topic of a whisper. It replaces the waiting whispers to the same user on the same
 * topic: the same channel, or the user's private table. 0: it replaces none. */
static uint32_t topic_of(const struct session *session, const struct message *message)
{
    if (!message->replaces || message->user == NULL)
        return 0;
    if (message->channel == NULL)
        return TOPIC_PRIVATE;
    const struct channel *channel = nicklist_channel(&session->nicklist, message->channel);
    return channel != NULL ? channel->id + 1 : 0;
}

/* Writes "[#channel] " before a NOTICE about a channel, as services do. Clients that know the
 * custom (irssi) then show it in the channel's window, where a player looks. Only for readers whom
 * we see in the channel, and only if the text does not already begin with it. Returns its
 * length. */
static size_t write_context(struct session *session, const struct message *message,
                            const char *command, char out[CONTEXT_MAX + 1])
{
    struct channel *channel =
        message->user != NULL && message->channel != NULL && strcmp(command, "NOTICE") == 0
            ? nicklist_channel(&session->nicklist, message->channel)
            : NULL;
    struct user *user = channel != NULL ? nicklist_user(&session->nicklist, message->user) : NULL;
    if (!session_joined(channel) || user == NULL || nicklist_ranks(user, channel) == NULL)
        return 0;
    int length = snprintf(out, CONTEXT_MAX + 1, "[%s] ", channel->named.name);
    bool fits = length > 0 && length <= CONTEXT_MAX;
    bool there = fits && message->length >= (uint32_t)length &&
                 memcmp(message->text, out, (size_t)length) == 0;
    return fits && !there ? (size_t)length : 0;
}

/* The readers of a channel. */
struct readers {
    const struct session *session;
    const struct channel *channel;
};

static bool nick_rings(const void *arg, const char *name, size_t length)
{
    const struct readers *readers = arg;
    char nick[PROTO_NICK];
    if (length >= sizeof(nick))
        return false;
    snprintf(nick, sizeof(nick), "%.*s", (int)length, name);
    const struct user *user = nicklist_user(&readers->session->nicklist, nick);
    return user != NULL && nicklist_ranks(user, readers->channel) != NULL;
}

/* How the lines of a message go out. */
struct line_form {
    struct session *via; /* the bot's session or a helper's */
    const char *command, *target;
    uint32_t topic; /* as in struct sendq_target */
    bool colours;
};

/* Notes whom the only line of a message asks (struct sendq_target). */
static void note_mention(struct sendq_target *target, const struct message *message,
                         const struct render *render)
{
    const struct span *span = message->span_count > 0 ? &message->spans[0] : NULL;
    if (message->asks == 0 || span == NULL || span->style != STYLE_MENTION ||
        render->at < message->length)
        return;
    const char *behind = memchr(message->text + span->length, ' ', message->length - span->length);
    if (behind == NULL)
        return;
    target->mention = (size_t)(behind - message->text) + 1;
    target->asks = message->asks;
}

static bool say_lines(struct session *session, const struct message *message,
                      const struct line_form *form)
{
    char text[PROTO_LINE_MAX + 1];
    bool whisper = message->user != NULL;
    size_t context = write_context(session, message, form->command, text);
    size_t room = text_room(session, form->target, whisper);
    if (room < TEXT_MIN + context || room >= sizeof(text))
        return false;
    bool secret = whisper && message->urgency == URGENCY_HAND;
    /* "NOTICE bob :[#cards] " */
    size_t head = strlen(form->command) + strlen(form->target) + 3 + context;
    char key[PROTO_NICK];
    struct sendq_target target = {.name = whisper ? session_key(session, form->target, key)
                                                  : form->target,
                                  .whisper = whisper,
                                  .first = message->first,
                                  .topic = form->topic,
                                  .ticket = message->ticket,
                                  .replaces = whisper,
                                  .head = head,
                                  .max = head + room + 2};
    struct render render;
    const struct readers readers = {
        session, whisper ? NULL : nicklist_channel(&session->nicklist, form->target)};
    bool quiet = session->setup.quiet_names && readers.channel != NULL;
    render_init(&render, message, form->colours, quiet ? nick_rings : NULL, &readers);
    bool good = true;
    for (bool only = true; good && render_next(&render, text + context, room - context);
         only = false) {
        char line[PROTO_LINE_MAX + 1];
        if (only)
            note_mention(&target, message, &render);
        size_t length =
            PROTO_WRITE(line, session->isupport.line_length + 1, form->command, text, form->target);
        good = length > 0;
        if (good && !(secret && unseen_waits(session, form->target, line)) &&
            !sendq_put(&form->via->sendq, class_of(message), &target, line, length)) {
            throttle_lost(session, message);
            good = false;
        }
        target.replaces = false; /* the next lines of the message must not replace this one */
    }
    return good;
}

static bool say_publicly(struct session *session, const struct message *message)
{
    struct channel *channel =
        message->channel != NULL ? nicklist_channel(&session->nicklist, message->channel) : NULL;
    if (!session_joined(channel) || (channel->muted && !modes_may_try(session, channel)))
        return false;
    const struct line_form form = {.via = session,
                                   .command = "PRIVMSG",
                                   .target = channel->named.name,
                                   .topic = message->replaces ? SENDQ_STALE : 0,
                                   .colours = session->setup.colours && !channel->plain};
    if (!say_lines(session, message, &form))
        return false;
    if (channel->muted)
        modes_tried(session, channel);
    return true;
}

/* Refuses a hand whose user no whisper reaches: the host is told in the next tick. Returns false if
 * too many wait to be told. The hand then counts as lost, and the table is shown again later. */
static bool refuse_hand(struct session *session, const struct message *message)
{
    if (unseen_refuse(session, message->user))
        return true;
    throttle_lost(session, message);
    return false;
}

bool say_message(struct session *session, const struct message *message, uint64_t now)
{
    sendq_time(&session->sendq, now);
    if (session->stage != STAGE_READY || session->end || session->goodbye != NULL ||
        message->failed)
        return false;
    if (message->user == NULL)
        return say_publicly(session, message);
    if (relay_is_id(message->user)) /* no whisper reaches them */
        return message->urgency == URGENCY_HAND && refuse_hand(session, message);
    if (!is_addressable(session, message->user))
        return false;
    struct user *user = nicklist_user(&session->nicklist, message->user);
    /* Anybody may own a nick that we do not see, so it gets answers, but no hands. */
    if (user == NULL && message->urgency == URGENCY_HAND && !unseen_reach(session, message->user))
        return refuse_hand(session, message);
    /* The first whisper to a user is a PRIVMSG: if the server or the user's settings refuse it (+g,
     * +R), it gets an error, while a NOTICE vanishes silently. The price is a window that most
     * clients open for it. CNOTICE does not help: it only avoids a limit on targets. A whisper that
     * replaces one that still waits is a PRIVMSG, too: the waiting one may be the user's first. */
    struct line_form form = {.via = helper_choose(session, message, user),
                             .target = user != NULL ? user->named.name : message->user,
                             .topic = topic_of(session, message),
                             .colours = session->setup.colours};
    char key[PROTO_NICK];
    session_key(session, form.target, key);
    sendq_time(&form.via->sendq, now);
    helper_supersede(session, form.via, key, form.topic);
    bool stale = sendq_waits_topic(&form.via->sendq, key, form.topic);
    bool waits = sendq_waits_like(&form.via->sendq, key, "PRIVMSG "); /* the lines may be joined */
    bool notice = user != NULL && helper_greeted(form.via, user) && !stale && !waits &&
                  (message->way == WAY_ANY ? session->setup.notices : message->way == WAY_NOTICE);
    if (user != NULL)
        helper_greet(form.via, user);
    form.command = notice ? "NOTICE" : "PRIVMSG";
    return say_lines(session, message, &form);
}
