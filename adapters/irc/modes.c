#include "modes.h"

#include <stdio.h>
#include <string.h>

#include "session_state.h"

enum {
    EXCUSED = 2000,    /* ms in which refusals of lines are expected that were said again */
    TRY_FIRST = 5000,  /* ms until the first try, and between any two */
    TRY_AGAIN = 30000, /* ms until the second; doubles each time */
    TRY_MOST = 600000, /* ms; but not beyond that */
    TRY_ANSWER = 60000 /* ms that the PING behind it may stay unanswered: then it was not heard */
};

#define TRY_TOKEN "heard."

/* -- whether we are heard -- */

void modes_enter(struct member_channel *channel)
{
    channel->plain = channel->muted = channel->moderated = channel->refused = false;
    channel->unheard = channel->asked = channel->may_try = false;
    channel->excused = channel->tries = 0;
    channel->trying = 0;
    channel->excused_until = channel->tried_at = channel->try_due = 0;
}

static void raise_heard(struct session *session, const struct member_channel *channel, bool tried)
{
    session_raise(session, &(struct chat_event){.kind = channel->muted ? CHAT_MUTED : CHAT_ENTERED,
                                                .channel = channel->named.name,
                                                .tried = tried});
}

static void check_muted(struct session *session, struct member_channel *channel, bool tried)
{
    bool muted = channel->refused || (channel->moderated && !channel->ranks);
    if (channel->muted != muted) {
        channel->muted = muted;
        channel->plain = channel->plain && muted; /* a try goes without colours */
        log_info(session->setup.log, "%s %s", channel->named.name,
                 !muted             ? "hears us again"
                 : channel->refused ? "refuses what we say"
                                    : "is moderated: we are not heard there");
        raise_heard(session, channel, tried);
    }
}

static void due_by(struct session *session, const struct member_channel *channel)
{
    if (channel->try_due < session->try_due) {
        session->try_due = channel->try_due;
    }
}

/* When it is tried again: the first time soon, since it may have been that line alone. */
static void try_later(struct session *session, struct member_channel *channel)
{
    uint64_t wait = TRY_FIRST;
    if (channel->tries > 0) {
        wait = (uint64_t)TRY_AGAIN << (channel->tries < 6 ? channel->tries - 1 : 5);
        wait = wait < TRY_MOST ? wait : (uint64_t)TRY_MOST;
    }
    channel->tries = channel->tries < UINT8_MAX ? (uint8_t)(channel->tries + 1) : UINT8_MAX;
    channel->try_due = session_now(session) + wait;
    due_by(session, channel);
}

/* Something changed that may let us be heard. */
static void try_soon(struct session *session, struct member_channel *channel)
{
    uint64_t now = session_now(session);
    if (channel->refused && !channel->trying && !channel->may_try) {
        uint64_t soon = channel->tried_at + TRY_FIRST;
        channel->try_due = soon > now ? soon : now;
        due_by(session, channel);
    }
}

void modes_again(struct session *session)
{
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        struct member_channel *channel = session->roster.channels[i];
        if (session_inside(channel)) {
            try_soon(session, channel);
        }
    }
}

static void refuse(struct session *session, struct member_channel *channel)
{
    uint64_t now = session_now(session);
    bool known = channel->muted && !channel->trying;
    channel->trying = 0;
    if (known) { /* what waited behind a line that was refused */
        return;
    }
    if (!channel->refused) {
        channel->refused = true;
        if (now >= channel->tried_at + TRY_FIRST) { /* else that it was heard was none */
            channel->tries = 0;
        }
        channel->tried_at = now;
        channel->asked = SESSION_PUT(session, PACE_TABLE, "MODE", NULL, channel->named.name);
    }
    try_later(session, channel);
    if (channel->muted) { /* the host may have said that of a table which it takes as heard */
        raise_heard(session, channel, false);
    }
    check_muted(session, channel, false);
}

void modes_refused(struct session *session, struct member_channel *channel, bool colours)
{
    uint64_t now = session_now(session);
    unsigned said = channel->plain ? 0 : sent_again_plain(session, channel);
    channel->plain = true;
    if (said > 0) {
        channel->excused = (uint8_t)(said - 1);
        channel->excused_until = now + EXCUSED;
    } else if (channel->excused > 0 && now < channel->excused_until) {
        channel->excused--;
    } else if (!colours) {
        refuse(session, channel);
    }
}

bool modes_may_try(struct session *session, struct member_channel *channel)
{
    if (!channel->may_try) {
        channel->unheard = true;
        session->try_due = 0;
    }
    return channel->may_try;
}

void modes_tried(struct session *session, struct member_channel *channel)
{
    char token[32];
    const struct pace_way way = {.to = channel->named.name}; /* so that it comes behind the line */
    channel->trying = ++session->try_last ? session->try_last : ++session->try_last;
    channel->may_try = false;
    channel->try_due = session_now(session) + TRY_ANSWER;
    due_by(session, channel);
    snprintf(token, sizeof token, TRY_TOKEN "%u", channel->trying);
    const struct words words = {"PING", (const char *const[]){NULL}, token};
    session_put(session, PACE_TABLE, &way, &words);
}

/* What was refused before would have been told of before. */
void modes_on_pong(struct session *session, const struct proto_line *line)
{
    char token[32];
    const char *what = line->params[line->count - 1];
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        struct member_channel *channel = session->roster.channels[i];
        snprintf(token, sizeof token, TRY_TOKEN "%u", channel->trying);
        if (session_inside(channel) && channel->trying && strcmp(token, what) == 0) {
            channel->trying = 0;
            channel->refused = false;
            check_muted(session, channel, true);
        }
    }
}

void modes_tick(struct session *session)
{
    uint64_t now = session_now(session);
    if (now < session->try_due) {
        return;
    }
    session->try_due = UINT64_MAX;
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        struct member_channel *channel = session->roster.channels[i];
        if (!session_inside(channel) || !channel->muted) {
            continue;
        }
        if (channel->unheard) {
            channel->unheard = false;
            raise_heard(session, channel, false);
        }
        bool moderated = channel->moderated && !channel->ranks;
        if (!channel->refused || moderated || channel->may_try) {
            continue;
        }
        if (now >= channel->try_due && channel->trying) {
            channel->trying = 0;
            try_later(session, channel);
        } else if (now >= channel->try_due) {
            channel->may_try = true;
            channel->tried_at = now;
            session_raise(session,
                          &(struct chat_event){.kind = CHAT_TRY, .channel = channel->named.name});
        } else {
            due_by(session, channel);
        }
    }
}

/* -- modes -- */

/* 324: the modes, since what we said was refused. Where they tell why, they will tell when it ends,
 * and nothing need be tried. */
void modes_on_modes(struct session *session, const struct proto_line *line)
{
    struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    if (!session_inside(channel) || !channel->asked) {
        return;
    }
    channel->asked = false;
    channel->moderated = strchr(line->params[2], 'm') != NULL;
    if (channel->moderated && !channel->ranks && !channel->trying) {
        channel->refused = channel->may_try = false;
    }
    check_muted(session, channel, false);
}

/* Whether that may end what kept our words out, or their colours: +c, +m, a ban, or no voice. */
static bool opens_up(const struct session *session, char mode, bool set, const char *value)
{
    if (isupport_rank_mode(&session->isupport, mode)) {
        return set && session_is_me(session, value);
    }
    return set ? mode == 'e' : strchr("cmbq", mode) != NULL;
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

void modes_on_mode(struct session *session, const struct proto_line *line)
{
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!session_inside(channel)) {
        return;
    }
    bool set = true;
    bool opens = false;
    bool may_open = false; /* networks have more such modes than we know */
    unsigned next = 2;
    for (const char *mode = line->params[1]; *mode; mode++) {
        if (*mode == '+' || *mode == '-') {
            set = *mode == '+';
            continue;
        }
        bool takes = isupport_mode_takes(&session->isupport, *mode, set);
        const char *value = takes ? proto_param(line, next++) : "";
        uint8_t rank = isupport_rank_mode(&session->isupport, *mode);
        opens = opens || opens_up(session, *mode, set, value);
        may_open = may_open || opens || !set;
        if (rank) {
            set_rank(session, channel, rank, set, value);
        }
        channel->moderated = *mode == 'm' ? set : channel->moderated;
        if (*mode == 'k' && set && *value && strcmp(value, "*") != 0) {
            roster_key(channel, value); /* for when we come again */
        }
    }
    check_muted(session, channel, false);
    if (opens && !channel->muted) {
        channel->plain = false;
    } else if (may_open) {
        try_soon(session, channel);
    }
}
