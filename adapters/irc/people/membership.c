#include "membership.h"

#include <stdio.h>
#include <string.h>

#include "adapters/irc/session_state.h"
#include "identity.h"
#include "invite.h"
#include "join.h"
#include "modes.h"
#include "nick.h"

enum {
    REJOIN_AFTER = 10000,   /* ms that we stay out after a KICK */
    KICK_FORGOTTEN = 600000 /* ms in a channel after which a KICK counts as the first one again */
};

bool membership_is_in(const struct session *session, const char *name)
{
    const struct channel *channel = nicklist_channel(&session->nicklist, name);
    return session_joined(channel) && !channel->muted;
}

void membership_each(const struct session *session, const char *name,
                     void (*each)(void *arg, const struct chat_user *user), void *arg)
{
    const struct names *names = &session->nicklist.user_names;
    const struct channel *channel = nicklist_channel(&session->nicklist, name);
    for (size_t i = 0; channel != NULL && i < names->room; i++) {
        for (const struct named *at = names->slots[i]; at != NULL; at = at->next) {
            const struct user *user = (const struct user *)at;
            if (nicklist_ranks(user, channel) == NULL || session_is_me(session, at->name))
                continue;
            const struct chat_user chat = identity_user(session, user, at->name, channel);
            each(arg, &chat);
        }
    }
}

/* -- nicks -- */

/* We no longer see the user in any channel. Nobody will tell us if somebody else takes the nick, so
 * we drop the lines that wait for it. */
static void lose_user(void *arg, struct user *user)
{
    struct session *session = arg;
    sent_revoke(session, user->named.name);
    identity_raise(session, (struct chat_event){.kind = CHAT_GONE}, user, user->named.name, NULL);
}

/* This user has the nick now. Drops the lines that wait for it if they were meant for its earlier
 * owner. */
static void take_nick(struct session *session, const char *nick, const struct user *user)
{
    struct user *other = nicklist_user(&session->nicklist, nick);
    if (other != NULL && other == user) /* only upper and lower case have changed */
        return;
    unseen_ends(session, nick);
    if (other != NULL) { /* should not happen */
        lose_user(session, other);
        nicklist_quit(&session->nicklist, other);
    }
}

static void rename_user(struct session *session, const struct proto_line *line)
{
    struct user *user = nicklist_user(&session->nicklist, line->nick);
    take_nick(session, line->params[0], user);
    if (user == NULL) { /* the user is in no channel of ours, and their old nick is free now */
        unseen_ends(session, line->nick);
        return;
    }
    if (strlen(line->params[0]) >= PROTO_NICK) { /* too long to keep: we no longer know them */
        lose_user(session, user);
        nicklist_quit(&session->nicklist, user);
        return;
    }
    char nick[PROTO_NICK];
    char old_key[PROTO_NICK];
    char key[PROTO_NICK];
    snprintf(nick, sizeof(nick), "%s", line->params[0]);
    session_key(session, user->named.name, old_key);
    session_key(session, nick, key);
    sendq_rename(&session->sendq, old_key, key, sent_readdress, nick);
    for (struct session *at = NULL; (at = helper_next(session, at)) != NULL;)
        sendq_rename(&at->sendq, old_key, key, sent_readdress, nick);
    if (!nicklist_rename(&session->nicklist, user, nick)) {
        sent_revoke(session, nick);
        return;
    }
    sent_renamed(session, user);
    const struct chat_event event = {.kind = CHAT_RENAME, .old_id = line->nick};
    identity_raise(session, event, user, nick, NULL);
}

void membership_on_nick(struct session *session, const struct proto_line *line)
{
    const char *nick = line->params[0];
    bool me = session_is_me(session, line->nick);
    if (*nick == '\0' || (me && strlen(nick) >= PROTO_NICK))
        return;
    if (me) {
        nick_changed(session, nick);
        modes_again(session);
        return;
    }
    rename_user(session, line);
    nick_freed(session, line->nick);
}

/* -- joining -- */

static void own_join(struct session *session, const struct proto_line *line)
{
    const char *name = line->params[0];
    struct channel *channel = nicklist_channel(&session->nicklist, name);
    bool wanted = channel != NULL && (channel->configured || channel->invited);
    if (!wanted) { /* the server forwarded us here, or an operator forced us to join */
        log_warn(LOG_OF(session->setup.log, name),
                 "leaving: the configuration does not name this channel");
        SESSION_PUT(session, SENDQ_TABLE, "PART", NULL, name);
        return;
    }
    identity_own_host(session, line);
    if (channel->state == CHANNEL_JOINED)
        return;
    channel->state = CHANNEL_JOINED;
    channel->due = session_now(session);
    channel->ranks = 0;
    modes_enter(channel);
    channel->refusals = 0;
    log_info(LOG_OF(session->setup.log, channel->named.name), "joined");
    session_raise(session,
                  &(struct chat_event){.kind = CHAT_ENTERED, .channel = channel->named.name});
}

void membership_on_join(struct session *session, const struct proto_line *line)
{
    if (session_is_me(session, line->nick)) {
        own_join(session, line);
        return;
    }
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[0]);
    if (!session_joined(channel))
        return;
    if (nicklist_user(&session->nicklist, line->nick) == NULL)
        unseen_joins(session, line->nick, line->user, line->host);
    struct user *user = nicklist_join(&session->nicklist, line->nick, channel);
    if (user != NULL && (session->caps & CAP_EXTENDED_JOIN) && line->count >= 3)
        nicklist_set_account(&session->nicklist, user, line->params[1]);
    if (user != NULL)
        nicklist_set_host(&session->nicklist, user, line->user, line->host);
    identity_raise(session, (struct chat_event){.kind = CHAT_JOIN}, user, line->nick, channel);
}

/* One entry of 353: "@+nick", or "@nick!user@host" with userhost-in-names. */
struct entry {
    uint8_t ranks;
    char nick[PROTO_NICK]; /* "": it is too long */
    char user[PROTO_LINE]; /* "": not told */
    const char *host;      /* within `user`; "": not told */
};

/* Reads one entry; returns the text behind it. */
static const char *read_entry(const struct session *session, const char *at, struct entry *entry)
{
    entry->ranks = 0;
    for (uint8_t bit; (bit = isupport_rank_sign(&session->isupport, *at)) != 0; at++)
        entry->ranks |= bit;
    size_t length = strcspn(at, " ");
    size_t nick = strcspn(at, " !");
    size_t behind = nick + (nick < length);
    snprintf(entry->nick, sizeof(entry->nick), "%.*s", nick < PROTO_NICK ? (int)nick : 0, at);
    snprintf(entry->user, sizeof(entry->user), "%.*s", (int)(length - behind), at + behind);
    char *host = strchr(entry->user, '@');
    if (host != NULL)
        *host++ = '\0';
    entry->host = host != NULL ? host : "";
    return at + length;
}

static void find_member(struct session *session, struct channel *channel, const struct entry *entry)
{
    const struct user *known = nicklist_user(&session->nicklist, entry->nick);
    bool was_there = known != NULL && nicklist_ranks(known, channel) != NULL;
    if (known == NULL)
        unseen_joins(session, entry->nick, entry->user, entry->host);
    struct user *user = nicklist_join(&session->nicklist, entry->nick, channel);
    if (user != NULL) {
        *nicklist_ranks(user, channel) |= entry->ranks;
        nicklist_set_host(&session->nicklist, user, entry->user, entry->host);
    }
    if (!was_there)
        identity_raise(session, (struct chat_event){.kind = CHAT_JOIN}, user, entry->nick, channel);
}

/* 353: the people in a channel, each behind the signs of their ranks. */
void membership_on_names(struct session *session, const struct proto_line *line)
{
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[2]);
    if (!session_joined(channel))
        return;
    for (const char *at = line->params[3]; *at != '\0'; at += strspn(at, " ")) {
        struct entry entry;
        at = read_entry(session, at, &entry);
        if (*entry.nick != '\0' && session_is_me(session, entry.nick))
            channel->ranks |= entry.ranks;
        else if (*entry.nick != '\0')
            find_member(session, channel, &entry);
    }
}

/* -- leaving -- */

static void part_user(struct session *session, const char *nick, struct channel *channel,
                      const char *words)
{
    struct user *user = nicklist_user(&session->nicklist, nick);
    if (user == NULL || nicklist_ranks(user, channel) == NULL)
        return;
    identity_raise(session, (struct chat_event){.kind = CHAT_LEAVE, .text = words}, user, nick,
                   channel);
    if (user->count == 1)
        lose_user(session, user);
    nicklist_part(&session->nicklist, user, channel);
}

void membership_on_quit(struct session *session, const struct proto_line *line)
{
    struct user *user = nicklist_user(&session->nicklist, line->nick);
    if (user != NULL && !session_is_me(session, line->nick)) {
        const char *words = proto_param(line, 0);
        bool split = session->batches.split || proto_netsplit(words);
        const struct chat_event event = {.kind = CHAT_GONE, .text = words, .netsplit = split};
        identity_raise(session, event, user, line->nick, NULL);
        sent_revoke(session, user->named.name);
        nicklist_quit(&session->nicklist, user);
    }
    nick_freed(session, line->nick);
}

static void on_removed(struct session *session, struct channel *channel, const char *why)
{
    channel->state = CHANNEL_IDLE;
    invite_forget(session, channel);
    nicklist_empty_channel(&session->nicklist, channel, lose_user, session);
    log_info(LOG_OF(session->setup.log, channel->named.name), "the bot is out of the channel: %s",
             why);
    session_raise(session, &(struct chat_event){
                               .kind = CHAT_REMOVED, .channel = channel->named.name, .text = why});
}

void membership_on_part(struct session *session, const struct proto_line *line)
{
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[0]);
    if (!session_joined(channel))
        return;
    if (session_is_me(session, line->nick))
        on_removed(session, channel, proto_param(line, 1));
    else
        part_user(session, line->nick, channel, proto_param(line, 1));
}

void membership_on_kick(struct session *session, const struct proto_line *line)
{
    uint64_t now = session_now(session);
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[0]);
    if (!session_joined(channel))
        return;
    if (!session_is_me(session, line->params[1])) {
        part_user(session, line->params[1], channel, proto_param(line, 2));
        return;
    }
    bool again = channel->kicked && now < channel->due + KICK_FORGOTTEN;
    bool asked = !channel->invited; /* the person who invited us no longer wants us there */
    channel->kicked = true;
    on_removed(session, channel, proto_param(line, 2));
    if (!again && asked)
        join_again(session, channel, now + REJOIN_AFTER);
}
