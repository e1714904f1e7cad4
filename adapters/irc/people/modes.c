#include "modes.h"

#include <stdio.h>
#include <string.h>

#include "adapters/irc/session_state.h"

enum {
    EXCUSED = 2000,    /* ms in which we expect refusals of lines that we sent again */
    TRY_FIRST = 5000,  /* ms until the first try, and at least between two tries */
    TRY_AGAIN = 30000, /* ms until the second try; doubles each time */
    TRY_MAX = 600000,  /* ms; the longest wait */
    TRY_ANSWER = 60000 /* ms; without an answer to the PING by then, the try has failed */
};

#define TRY_TOKEN "heard."

/* -- whether we are heard -- */

void modes_enter(struct channel *channel)
{
    channel->plain = channel->muted = channel->moderated = channel->refused = false;
    channel->unheard = channel->modes_asked = channel->may_try = false;
    channel->excused = channel->tries = 0;
    channel->trying = 0;
    channel->excused_until = channel->tried_at = channel->try_due = 0;
}

static void raise_heard(struct session *session, const struct channel *channel, bool tried)
{
    session_raise(session, &(struct chat_event){.kind = channel->muted ? CHAT_MUTED : CHAT_ENTERED,
                                                .channel = channel->named.name,
                                                .tried = tried});
}

static void check_muted(struct session *session, struct channel *channel, bool tried)
{
    bool muted = channel->refused || (channel->moderated && !channel->ranks);
    if (channel->muted != muted) {
        channel->muted = muted;
        channel->plain = channel->plain && muted; /* a try goes without colours */
        log_info(LOG_OF(session->setup.log, channel->named.name), "%s",
                 !muted             ? "the bot can speak again"
                 : channel->refused ? "the channel refuses the bot's lines"
                                    : "the channel is moderated: the bot cannot speak");
        raise_heard(session, channel, tried);
    }
}

static void due_by(struct session *session, const struct channel *channel)
{
    if (channel->try_due < session->try_due)
        session->try_due = channel->try_due;
}

/* Sets the time of the next try. The first one comes soon: perhaps the channel refused only one
 * line, and accepts others. */
static void try_later(struct session *session, struct channel *channel)
{
    uint64_t wait = TRY_FIRST;
    if (channel->tries > 0) {
        wait = (uint64_t)TRY_AGAIN << (channel->tries < 6 ? channel->tries - 1 : 5);
        wait = wait < TRY_MAX ? wait : (uint64_t)TRY_MAX;
    }
    channel->tries = channel->tries < UINT8_MAX ? (uint8_t)(channel->tries + 1) : UINT8_MAX;
    channel->try_due = session_now(session) + wait;
    due_by(session, channel);
}

/* Something has changed, and the channel may accept our lines again. */
static void try_soon(struct session *session, struct channel *channel)
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
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        struct channel *channel = session->nicklist.channels[i];
        if (session_joined(channel))
            try_soon(session, channel);
    }
}

static void refuse_channel(struct session *session, struct channel *channel)
{
    uint64_t now = session_now(session);
    bool known = channel->muted && !channel->trying;
    channel->trying = 0;
    if (known) /* this line had waited behind another refused line, so it tells nothing new */
        return;
    if (!channel->refused) {
        channel->refused = true;
        if (now >= channel->tried_at + TRY_FIRST) /* otherwise the last try only seemed to succeed,
                                                   * and still counts */
            channel->tries = 0;
        channel->tried_at = now;
        channel->modes_asked = SESSION_PUT(session, SENDQ_TABLE, "MODE", NULL, channel->named.name);
    }
    try_later(session, channel);
    if (channel->muted) /* the host may believe that people read this line, so tell it again */
        raise_heard(session, channel, false);
    check_muted(session, channel, false);
}

void modes_refused(struct session *session, struct channel *channel, bool colours)
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
        refuse_channel(session, channel);
    }
}

bool modes_may_try(struct session *session, struct channel *channel)
{
    if (!channel->may_try) {
        channel->unheard = true;
        session->try_due = 0;
    }
    return channel->may_try;
}

void modes_tried(struct session *session, struct channel *channel)
{
    char token[32];
    const struct sendq_target target = {
        .name = channel->named.name}; /* in the queue of the line, so that the PING goes after it */
    channel->trying = ++session->try_last ? session->try_last : ++session->try_last;
    channel->may_try = false;
    channel->try_due = session_now(session) + TRY_ANSWER;
    due_by(session, channel);
    snprintf(token, sizeof(token), TRY_TOKEN "%u", channel->trying);
    const struct line_words words = {"PING", (const char *const[]){NULL}, token};
    session_put(session, SENDQ_TABLE, &target, &words);
}

/* A refusal would have come before this PONG, so the channel accepted the line. */
void modes_on_pong(struct session *session, const struct proto_line *line)
{
    char token[32];
    const char *what = line->params[line->count - 1];
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        struct channel *channel = session->nicklist.channels[i];
        snprintf(token, sizeof(token), TRY_TOKEN "%u", channel->trying);
        if (session_joined(channel) && channel->trying && strcmp(token, what) == 0) {
            channel->trying = 0;
            channel->refused = false;
            check_muted(session, channel, true);
        }
    }
}

void modes_tick(struct session *session)
{
    uint64_t now = session_now(session);
    if (now < session->try_due)
        return;
    session->try_due = UINT64_MAX;
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        struct channel *channel = session->nicklist.channels[i];
        if (!session_joined(channel) || !channel->muted)
            continue;
        if (channel->unheard) {
            channel->unheard = false;
            raise_heard(session, channel, false);
        }
        bool moderated = channel->moderated && !channel->ranks;
        if (!channel->refused || moderated || channel->may_try)
            continue;
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

/* 324: the modes of a channel that refused our line. If it is moderated, MODE will tell when that
 * ends, and we need not try. */
void modes_on_modes(struct session *session, const struct proto_line *line)
{
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[1]);
    if (!session_joined(channel) || !channel->modes_asked)
        return;
    channel->modes_asked = false;
    channel->moderated = strchr(line->params[2], 'm') != NULL;
    if (channel->moderated && !channel->ranks && !channel->trying)
        channel->refused = channel->may_try = false;
    check_muted(session, channel, false);
}

/* True if a change of mode may let in our lines or their colours: -c, -m, the end of a ban or
 * quiet, an exception, or a rank for us. */
static bool opens_up(const struct session *session, char mode, bool set, const char *value)
{
    if (isupport_rank_mode(&session->isupport, mode))
        return set && session_is_me(session, value);
    return set ? mode == 'e' : strchr("cmbq", mode) != NULL;
}

static void set_rank(struct session *session, struct channel *channel, uint8_t rank, bool set,
                     const char *nick)
{
    const struct user *user = nicklist_user(&session->nicklist, nick);
    uint32_t *member = user != NULL ? nicklist_ranks(user, channel) : NULL;
    if (session_is_me(session, nick))
        channel->ranks = (uint8_t)(set ? channel->ranks | rank : channel->ranks & ~rank);
    if (member != NULL)
        *member = set ? *member | rank : *member & ~(uint32_t)rank;
}

void modes_on_mode(struct session *session, const struct proto_line *line)
{
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[0]);
    if (!session_joined(channel))
        return;
    bool set = true;
    bool opens = false;
    bool may_open = false; /* networks have modes that we do not know */
    unsigned next = 2;
    for (const char *mode = line->params[1]; *mode != '\0'; mode++) {
        if (*mode == '+' || *mode == '-') {
            set = *mode == '+';
            continue;
        }
        bool takes = isupport_mode_takes(&session->isupport, *mode, set);
        const char *value = takes ? proto_param(line, next++) : "";
        uint8_t rank = isupport_rank_mode(&session->isupport, *mode);
        opens = opens || opens_up(session, *mode, set, value);
        may_open = may_open || opens || !set;
        if (rank)
            set_rank(session, channel, rank, set, value);
        channel->moderated = *mode == 'm' ? set : channel->moderated;
        if (*mode == 'k' && set && *value != '\0' && strcmp(value, "*") != 0)
            nicklist_set_key(channel, value); /* we need the key to join again */
    }
    check_muted(session, channel, false);
    if (opens && !channel->muted)
        channel->plain = false;
    else if (may_open)
        try_soon(session, channel);
}
