#include "invite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/irc/session_state.h"
#include "cloak.h"
#include "join.h"

enum {
    INVITE_EVERY = 5000, /* ms in which we follow at most one invitation to another channel */
    RETRY_FIRST = 60000, /* ms until we try again to join after a refusal; doubles each time */
    SHARES = 4,          /* one origin may have at most a quarter of all invited channels */
    RETRIES = 8 /* tries after the first refusal; the last one comes some two hours after the last
                   but one */
};

static void invites_changed(struct session *session)
{
    if (session->setup.invites != NULL)
        session->setup.invites(session->setup.arg);
}

void invite_forget(struct session *session, struct channel *channel)
{
    if (!channel->invited)
        return;
    bool told = channel->inviter == NULL;
    channel->invited = false;
    session->invite_count--;
    free(channel->inviter);
    free(channel->origin);
    channel->inviter = channel->origin = NULL;
    if (told)
        invites_changed(session);
}

void invite_refused(struct session *session, struct channel *channel)
{
    if (!channel->invited)
        return;
    /* We are not in the channel, so we cannot find out whether this person may invite us. */
    if (channel->inviter != NULL) {
        invite_forget(session, channel);
    } else if (channel->refusals == RETRIES) {
        log_warn(LOG_OF(session->setup.log, channel->named.name),
                 "the channel does not let the bot in any more: its invitation is forgotten");
        invite_forget(session, channel);
    } else {
        join_again(session, channel,
                   session_now(session) + ((uint64_t)RETRY_FIRST << channel->refusals++));
    }
}

/* Finds an entry for a channel: its own, the entry of another channel that is no longer used, or a
 * new one. NULL: there is no room. */
static struct channel *reuse_channel(struct session *session, const char *name)
{
    struct nicklist *nicklist = &session->nicklist;
    struct channel *channel = nicklist_channel(nicklist, name);
    for (uint32_t i = 0; channel == NULL && i < nicklist->channel_count; i++) {
        struct channel *old = nicklist->channels[i];
        if (old->state == CHANNEL_IDLE && !old->configured && !old->invited && !old->who_wanted)
            return nicklist_rename_channel(nicklist, old, name) ? old : NULL;
    }
    return channel != NULL ? channel : nicklist_add_channel(nicklist, name);
}

/* True if this origin already has its share of the invited channels. The limit keeps room for
 * others. */
static bool has_share(const struct session *session, const char *origin)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        const struct channel *channel = session->nicklist.channels[i];
        count +=
            channel->invited && channel->origin != NULL && strcmp(channel->origin, origin) == 0;
    }
    return count >= (session->setup.invites_max + SHARES - 1) / SHARES;
}

/* Notes an invitation to a channel. `origin` is cloak_origin() of the person who invites; "":
 * unknown. NULL: we do not follow the invitation. */
static struct channel *take_invitation(struct session *session, const char *name,
                                       const char *origin)
{
    struct channel *channel = NULL;
    if (session->invite_count < session->setup.invites_max &&
        isupport_channel(&session->isupport, name) &&
        !(*origin != '\0' && has_share(session, origin)))
        channel = reuse_channel(session, name);
    if (channel != NULL && !channel->configured && !channel->invited) {
        channel->invited = true;
        channel->origin = *origin != '\0' ? strdup(origin) : NULL;
        session->invite_count++;
    }
    return channel;
}

bool invite_want(struct session *session, const char *line)
{
    char name[PROTO_CHANNEL];
    char origin[CLOAK_ORIGIN] = "";
    size_t length = strcspn(line, " ");
    if (length >= sizeof(name))
        return false;
    snprintf(name, sizeof(name), "%.*s", (int)length, line);
    cloak_origin(line + length + (line[length] == ' '), origin);
    struct channel *channel = take_invitation(session, name, origin);
    if (channel != NULL && channel->state == CHANNEL_IDLE)
        channel->state = CHANNEL_WANTED;
    return channel != NULL;
}

void invite_each(const struct session *session, void (*each)(void *arg, const char *line),
                 void *arg)
{
    char line[PROTO_CHANNEL + CLOAK_ORIGIN];
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        const struct channel *channel = session->nicklist.channels[i];
        if (channel->invited && channel->inviter == NULL) {
            snprintf(line, sizeof(line), "%s%s%s", channel->named.name,
                     channel->origin != NULL ? " " : "",
                     channel->origin != NULL ? channel->origin : "");
            each(arg, line);
        }
    }
}

void invite_on_invite(struct session *session, const struct proto_line *line)
{
    uint64_t now = session_now(session);
    const char *name = line->params[1];
    struct channel *channel = nicklist_channel(&session->nicklist, name);
    if (!session_is_me(session, line->params[0]) || session_joined(channel))
        return;
    if (channel == NULL || !(channel->configured || channel->invited)) {
        bool soon = session->invite_due > now;
        char origin[CLOAK_ORIGIN];
        cloak_origin(line->host, origin);
        channel = soon || *line->host == '\0' ? NULL : take_invitation(session, name, origin);
        if (channel == NULL) {
            log_info(LOG_OF(session->setup.log, name), "ignored an invitation by=%s", line->nick);
            return;
        }
        session->invite_due = now + INVITE_EVERY;
        channel->inviter = strlen(line->nick) < PROTO_NICK ? strdup(line->nick) : NULL;
        if (channel->inviter == NULL) {
            invite_forget(session, channel);
            return;
        }
    }
    channel->kicked = false;
    join_again(session, channel, now);
}

/* 366: NAMES is over, and now we know whether the person who invited us is an operator. */
void invite_on_names_end(struct session *session, const struct proto_line *line)
{
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[1]);
    if (!session_joined(channel) || channel->inviter == NULL)
        return;
    const struct user *user = nicklist_user(&session->nicklist, channel->inviter);
    const uint32_t *ranks = user != NULL ? nicklist_ranks(user, channel) : NULL;
    if (ranks != NULL && (*ranks & isupport_operators(&session->isupport))) {
        log_info(LOG_OF(session->setup.log, channel->named.name), "invited by=%s",
                 channel->inviter);
        free(channel->inviter);
        channel->inviter = NULL;
        invites_changed(session);
        return;
    }
    log_info(LOG_OF(session->setup.log, channel->named.name),
             "the person who invited the bot may not do so: leaving by=%s", channel->inviter);
    invite_forget(session, channel);
    SESSION_PUT(session, SENDQ_TABLE, "PART", "An operator of the channel has to invite me.",
                channel->named.name);
}
