#include "say.h"

#include <stdio.h>
#include <string.h>

#include "modes.h"
#include "render.h"
#include "session_state.h"
#include "throttle.h"

enum {
    USER_HOST_MOST = 1 + 10 + 1 + 63, /* "!user@host" while we do not know ours */
    TOPIC_PRIVATE = 1 << 30,          /* that of a channel is its id and one */
    TEXT_LEAST = 32,                  /* no names are so long that less room is left */
    CONTEXT_MOST = 60 /* "[#channel] "; a longer one would cost too much of a line */
};

/* Whether a user may be addressed so: one name, no list, mask or channel. */
static bool addressable(const struct session *session, const char *user)
{
    return *user && *user != '$' && *user != ':' && !user[strcspn(user, " ,!@*?\r\n")] &&
           !isupport_channel(&session->isupport, user) && strlen(user) < PROTO_NICK;
}

/* Bytes of text a line to `target` surely takes, whatever nick either side changes to meanwhile. */
static size_t text_room(const struct session *session, const char *target, bool whisper)
{
    size_t own = strlen(session->nick);
    size_t wanted = strlen(session->setup.nick);
    size_t other = strlen(target);
    if (whisper && other < session->isupport.nick_length) {
        other = session->isupport.nick_length;
    }
    size_t source = (own > wanted ? own : wanted) +
                    (session->user_host ? session->user_host : (size_t)USER_HOST_MOST);
    return proto_budget(session->isupport.line_length, source, "PRIVMSG", other);
}

/* To whom it goes first. */
static enum pace_class class_of(const struct message *message)
{
    if (message->company == COMPANY_ALONE) {
        return PACE_ALONE;
    }
    if (message->company == COMPANY_ONE && message->urgency != URGENCY_INFO) {
        return PACE_ONE;
    }
    if (message->user && message->first && !message->replaces) { /* no hand: a player's answer */
        return PACE_MOVE;
    }
    switch ((enum urgency)message->urgency) {
    case URGENCY_HAND:
        return PACE_HAND;
    case URGENCY_TABLE:
        return message->first ? PACE_MOVE : PACE_TABLE;
    case URGENCY_INFO:
        break;
    }
    return PACE_INFO;
}

/* What a message makes stale: what was said to the same user of the same channel, or in the same
 * private talk, and waits still. */
static uint32_t topic_of(const struct session *session, const struct message *message)
{
    if (!message->replaces || !message->user) {
        return 0;
    }
    if (!message->channel) {
        return TOPIC_PRIVATE;
    }
    const struct member_channel *channel = roster_channel(&session->roster, message->channel);
    return channel ? channel->id + 1 : 0;
}

/* "[#channel] " before a notice from there, as services do: clients that know the custom (irssi)
 * show it in the channel's window, where who plays looks. Only where the reader is known to be
 * inside, and once: the text may begin so. */
static size_t write_context(struct session *session, const struct message *message,
                            const char *command, char out[CONTEXT_MOST + 1])
{
    struct member_channel *channel = message->user && message->channel && !strcmp(command, "NOTICE")
                                         ? roster_channel(&session->roster, message->channel)
                                         : NULL;
    struct user *user = channel ? roster_user(&session->roster, message->user) : NULL;
    if (!session_inside(channel) || !user || !roster_member(user, channel)) {
        return 0;
    }
    int length = snprintf(out, CONTEXT_MOST + 1, "[%s] ", channel->named.name);
    bool fits = length > 0 && length <= CONTEXT_MOST;
    bool there = fits && message->length >= (uint32_t)length &&
                 memcmp(message->text, out, (size_t)length) == 0;
    return fits && !there ? (size_t)length : 0;
}

static bool say(struct session *session, const struct message *message, const char *target,
                uint32_t topic, const char *command, bool codes)
{
    char text[PROTO_LINE_MOST + 1];
    bool whisper = message->user;
    size_t context = write_context(session, message, command, text);
    size_t room = text_room(session, target, whisper);
    if (room < TEXT_LEAST + context || room >= sizeof text) {
        return false;
    }
    enum pace_class class = class_of(message);
    bool secret = whisper && message->urgency == URGENCY_HAND;
    size_t head = strlen(command) + strlen(target) + 3 + context; /* "NOTICE bob :[#cards] " */
    char key[PROTO_NICK];
    struct pace_way way = {.to = whisper ? session_key(session, target, key) : target,
                           .whisper = whisper,
                           .first = message->first,
                           .topic = topic,
                           .replaces = whisper,
                           .head = head,
                           .most = head + room + 2};
    struct render render;
    render_init(&render, message, codes, session->setup.quiet_names && !whisper);
    bool good = true;
    while (good && render_next(&render, text + context, room - context)) {
        char line[PROTO_LINE_MOST + 1];
        size_t length = PROTO_WRITE(line, session->isupport.line_length + 1, command, text, target);
        good = length > 0;
        if (good && !(secret && unseen_waits(session, target, line)) &&
            !pace_put(&session->pace, class, &way, line, length)) {
            throttle_lost(session, message);
            good = false;
        }
        way.replaces = false; /* its next line goes behind */
    }
    return good;
}

static bool say_publicly(struct session *session, const struct message *message)
{
    struct member_channel *channel =
        message->channel ? roster_channel(&session->roster, message->channel) : NULL;
    if (!session_inside(channel) || (channel->muted && !modes_may_try(session, channel)) ||
        !say(session, message, channel->named.name, message->replaces ? PACE_STALE : 0, "PRIVMSG",
             session->setup.colours && !channel->plain)) {
        return false;
    }
    if (channel->muted) {
        modes_tried(session, channel);
    }
    return true;
}

bool say_message(struct session *session, const struct message *message, uint64_t now)
{
    pace_time(&session->pace, now);
    if (session->stage != STAGE_READY || session->end || session->goodbye || message->failed) {
        return false;
    }
    if (!message->user) {
        return say_publicly(session, message);
    }
    if (!addressable(session, message->user)) {
        return false;
    }
    struct user *user = roster_user(&session->roster, message->user);
    /* A nick that we do not see may be anybody's by now: it gets answers, and no hands. */
    if (!user && message->urgency == URGENCY_HAND && !unseen_reach(session, message->user)) {
        unseen_refuse(session, message->user);
        return true;
    }
    /* The first goes by PRIVMSG, though that opens a window with most clients: a NOTICE that a
     * server or a user's settings refuse (+g, +R) vanishes without a word, a PRIVMSG is answered.
     * CNOTICE is no way round: it spares a limit of targets, and vanishes likewise. What is stale
     * may have been that first. */
    const char *target = user ? user->named.name : message->user;
    uint32_t topic = topic_of(session, message);
    char key[PROTO_NICK];
    session_key(session, target, key);
    bool stale = pace_waits_on(&session->pace, key, topic);
    bool waits = pace_waits_with(&session->pace, key, "PRIVMSG "); /* they may go as one */
    bool notice = user && user->greeted && !stale && !waits &&
                  (message->way == WAY_ANY ? session->setup.notices : message->way == WAY_NOTICE);
    if (user) {
        user->greeted = true;
    }
    return say(session, message, target, topic, notice ? "NOTICE" : "PRIVMSG",
               session->setup.colours);
}
