/* What a channel lets through: our rank there, colours, and whether it is moderated. */
#include <string.h>

#include "session_private.h"

enum { PLAIN_AGAIN = 2000 /* ms; older lines than that one got through before */ };

/* Says again, without colours, what a channel that turns out to refuse them did not get; false:
 * nothing. */
static bool say_plainly(struct session *session, const struct member_channel *channel, uint64_t now)
{
    bool said = false;
    for (unsigned i = 0; i < RECENT_LINES; i++) {
        struct recent *recent = &session->recent[(session->recent_next + i) % RECENT_LINES];
        struct proto_line line;
        size_t length = strlen(recent->line);
        if (length < 2 || recent->through || recent->sent + PLAIN_AGAIN < now) {
            continue;
        }
        char text[sizeof recent->line];
        memcpy(text, recent->line, length - 2);
        text[length - 2] = '\0';
        if (proto_parse(&line, text, length - 2) && line.count == 2 &&
            session_same(session, line.params[0], channel->named.name)) {
            recent->line[0] = '\0';
            proto_strip(text + (line.params[1] - text));
            SESSION_PUT(session, PACE_TABLE, line.command, line.params[1], line.params[0]);
            said = true;
        }
    }
    return said;
}

void modes_refused(struct session *session, struct member_channel *channel, bool colours,
                   uint64_t now)
{
    if (!session_inside(channel)) {
        return;
    }
    bool said = !channel->plain && say_plainly(session, channel, now);
    channel->plain = true;
    if (!colours && !said && !channel->muted && !channel->asked) { /* it is not the colours */
        channel->asked = SESSION_PUT(session, PACE_TABLE, "MODE", NULL, channel->named.name);
    }
}

static void set_muted(struct session *session, struct member_channel *channel, bool muted)
{
    if (channel->muted != muted) {
        channel->muted = muted;
        log_info(session->setup.log, "%s %s", channel->named.name,
                 muted ? "is moderated: we are not heard there" : "hears us again");
        session_raise(session, &(struct chat_event){.kind = muted ? CHAT_MUTED : CHAT_ENTERED,
                                                    .channel = channel->named.name});
    }
}

/* 324: the modes, since what we said was refused. */
static void on_modes(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    if (!session_inside(channel) || !channel->asked) {
        return;
    }
    channel->asked = false;
    if (!channel->ranks && strchr(line->params[2], 'm')) {
        set_muted(session, channel, true);
    } else {
        log_warn(session->setup.log, "%s refuses what we say", channel->named.name);
    }
}

/* Whether that may end what kept our words out, or their colours: +c, +m, a ban, or no voice. */
static bool opens_up(const struct session *session, char mode, bool set, const char *value)
{
    if (isupport_rank_mode(&session->isupport, mode)) {
        return set && session_is_me(session, value);
    }
    return !set && strchr("cmbq", mode);
}

static void set_rank(struct session *session, struct member_channel *channel, uint8_t rank,
                     bool set, const char *nick)
{
    const struct user *user = roster_user(&session->roster, nick);
    uint32_t *member = user ? roster_member(user, channel) : NULL;
    if (session_is_me(session, nick)) {
        channel->ranks = (uint8_t)(set ? channel->ranks | rank : channel->ranks & ~rank);
    }
    if (member) {
        *member = set ? *member | rank : *member & ~(uint32_t)rank;
    }
}

static void on_mode(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!session_inside(channel)) {
        return;
    }
    bool set = true;
    bool moderated = channel->muted;
    unsigned next = 2;
    for (const char *mode = line->params[1]; *mode; mode++) {
        if (*mode == '+' || *mode == '-') {
            set = *mode == '+';
            continue;
        }
        bool takes = isupport_mode_takes(&session->isupport, *mode, set);
        const char *value = takes ? proto_param(line, next++) : "";
        uint8_t rank = isupport_rank_mode(&session->isupport, *mode);
        if (opens_up(session, *mode, set, value)) {
            channel->plain = false;
        }
        if (rank) {
            set_rank(session, channel, rank, set, value);
        }
        moderated = *mode == 'm' ? set : moderated;
        if (*mode == 'k' && set && *value && strcmp(value, "*") != 0) {
            roster_key(channel, value); /* for when we come again */
        }
    }
    set_muted(session, channel, moderated && !channel->ranks);
}

static const struct session_handler handlers[] = {
    {"324", 3, on_modes},
    {"MODE", 2, on_mode},
};
const struct session_part modes_part = {handlers, sizeof handlers / sizeof handlers[0]};
