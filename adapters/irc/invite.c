#include "invite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloak.h"
#include "join.h"
#include "session_state.h"

enum {
    INVITE_EVERY = 5000, /* ms between invitations of unknown channels that we follow */
    RETRY_FIRST = 60000, /* ms after a channel did not let us in; doubles each time */
    SHARES = 4,          /* places that fill all that may invite us */
    RETRIES = 8          /* the last some two hours behind the one before */
};

static void changed(struct session *session)
{
    if (session->setup.guests) {
        session->setup.guests(session->setup.arg);
    }
}

void invite_forget(struct session *session, struct member_channel *channel)
{
    if (!channel->guest) {
        return;
    }
    bool told = channel->inviter == NULL;
    channel->guest = false;
    session->invite_count--;
    free(channel->inviter);
    free(channel->place);
    channel->inviter = channel->place = NULL;
    if (told) {
        changed(session);
    }
}

void invite_refused(struct session *session, struct member_channel *channel)
{
    if (!channel->guest) {
        return;
    }
    if (channel->inviter) { /* whose right to ask us there will never be known */
        invite_forget(session, channel);
    } else if (channel->refusals == RETRIES) {
        log_warn(session->setup.log, "%s, which invited us, lets us in no more: it is forgotten",
                 channel->named.name);
        invite_forget(session, channel);
    } else {
        join_again(session, channel,
                   session_now(session) + ((uint64_t)RETRY_FIRST << channel->refusals++));
    }
}

/* A place of a channel where nobody wants us any more, for another one. */
static struct member_channel *take_place(struct session *session, const char *name)
{
    struct roster *roster = &session->roster;
    struct member_channel *channel = roster_channel(roster, name);
    for (uint32_t i = 0; !channel && i < roster->channel_count; i++) {
        struct member_channel *old = roster->channels[i];
        if (old->state == CHANNEL_IDLE && !old->configured && !old->guest && !old->unasked) {
            return roster_rename_channel(roster, old, name) ? old : NULL;
        }
    }
    return channel ? channel : roster_add_channel(roster, name);
}

/* Whether as many as one place may have are asked for from there: nobody fills them all. */
static bool has_share(const struct session *session, const char *place)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        const struct member_channel *channel = session->roster.channels[i];
        count += channel->guest && channel->place && strcmp(channel->place, place) == 0;
    }
    return count >= (session->setup.invites_most + SHARES - 1) / SHARES;
}

/* `place`: from where we are asked; "": not known. */
static struct member_channel *take(struct session *session, const char *name, const char *place)
{
    struct member_channel *channel = NULL;
    if (session->invite_count < session->setup.invites_most &&
        isupport_channel(&session->isupport, name) && !(*place && has_share(session, place))) {
        channel = take_place(session, name);
    }
    if (channel && !channel->configured && !channel->guest) {
        channel->guest = true;
        channel->place = *place ? strdup(place) : NULL;
        session->invite_count++;
    }
    return channel;
}

bool invite_want(struct session *session, const char *line)
{
    char name[PROTO_CHANNEL];
    char place[CLOAK_PLACE] = "";
    size_t length = strcspn(line, " ");
    if (length >= sizeof name) {
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)length, line);
    cloak_place(line + length + (line[length] == ' '), place);
    struct member_channel *channel = take(session, name, place);
    if (channel && channel->state == CHANNEL_IDLE) {
        channel->state = CHANNEL_WANTED;
    }
    return channel != NULL;
}

void invite_each(const struct session *session, void (*each)(void *arg, const char *line),
                 void *arg)
{
    char line[PROTO_CHANNEL + CLOAK_PLACE];
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        const struct member_channel *channel = session->roster.channels[i];
        if (channel->guest && !channel->inviter) {
            snprintf(line, sizeof line, "%s%s%s", channel->named.name, channel->place ? " " : "",
                     channel->place ? channel->place : "");
            each(arg, line);
        }
    }
}

void invite_on_invite(struct session *session, const struct proto_line *line)
{
    uint64_t now = session_now(session);
    const char *name = line->params[1];
    struct member_channel *channel = roster_channel(&session->roster, name);
    if (!session_is_me(session, line->params[0]) || session_inside(channel)) {
        return;
    }
    if (!channel || !(channel->configured || channel->guest)) {
        bool soon = session->invite_due > now;
        char place[CLOAK_PLACE];
        cloak_place(line->host, place);
        channel = soon || !*line->host ? NULL : take(session, name, place);
        if (!channel) {
            log_info(session->setup.log, "not following %s to %s", line->nick, name);
            return;
        }
        session->invite_due = now + INVITE_EVERY;
        channel->inviter = strlen(line->nick) < PROTO_NICK ? strdup(line->nick) : NULL;
        if (!channel->inviter) {
            invite_forget(session, channel);
            return;
        }
    }
    channel->kicked = false;
    join_again(session, channel, now);
}

/* 366: now we see who rules there. */
void invite_on_names_end(struct session *session, const struct proto_line *line)
{
    struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    if (!session_inside(channel) || !channel->inviter) {
        return;
    }
    const struct user *user = roster_user(&session->roster, channel->inviter);
    const uint32_t *ranks = user ? roster_member(user, channel) : NULL;
    if (ranks && (*ranks & isupport_operators(&session->isupport))) {
        log_info(session->setup.log, "%s wants us in %s", channel->inviter, channel->named.name);
        free(channel->inviter);
        channel->inviter = NULL;
        changed(session);
        return;
    }
    log_info(session->setup.log, "%s may not ask us to %s", channel->inviter, channel->named.name);
    invite_forget(session, channel);
    SESSION_PUT(session, PACE_TABLE, "PART", "An operator of the channel has to invite me.",
                channel->named.name);
}
