#include "membership.h"

#include <stdio.h>
#include <string.h>

#include "identity.h"
#include "invite.h"
#include "join.h"
#include "modes.h"
#include "nick.h"
#include "session_state.h"

enum {
    REJOIN_AFTER = 10000,   /* ms we stay out after a KICK */
    KICK_FORGOTTEN = 600000 /* ms in the channel after which a KICK counts as the first again */
};

void membership_each(const struct session *session, const char *channel,
                     void (*each)(void *arg, const struct chat_user *user), void *arg)
{
    const struct names *names = &session->roster.user_names;
    const struct member_channel *place = roster_channel(&session->roster, channel);
    for (size_t i = 0; place && i < names->room; i++) {
        for (const struct named *at = names->slots[i]; at; at = at->next) {
            const struct user *user = (const struct user *)at;
            if (!roster_member(user, place) || session_is_me(session, at->name)) {
                continue;
            }
            const struct chat_user chat = identity_user(session, user, at->name, place);
            each(arg, &chat);
        }
    }
}

/* -- nicks -- */

/* Nothing tells us any more who holds that nick: no line of ours may wait for it. */
static void lose_user(void *arg, struct user *user)
{
    struct session *session = arg;
    sent_revoke(session, user->named.name);
    identity_raise(session, (struct chat_event){.kind = CHAT_GONE}, user, user->named.name, NULL);
}

/* A nick is somebody else's now: whoever had it before, nothing waits for them under it. */
static void take_nick(struct session *session, const char *nick, const struct user *user)
{
    struct user *other = roster_user(&session->roster, nick);
    if (other && other == user) { /* it is written otherwise, no more */
        return;
    }
    unseen_ends(session, nick);
    if (other) { /* cannot be; if it is, nobody gets what was meant for another */
        lose_user(session, other);
        roster_quit(&session->roster, other);
    }
}

static void rename_user(struct session *session, const struct proto_line *line)
{
    struct user *user = roster_user(&session->roster, line->nick);
    take_nick(session, line->params[0], user);
    if (!user) { /* nobody whom we see: what waits for that nick waits for nobody */
        unseen_ends(session, line->nick);
        return;
    }
    if (strlen(line->params[0]) >= PROTO_NICK) { /* we cannot follow: their nick is free now */
        lose_user(session, user);
        roster_quit(&session->roster, user);
        return;
    }
    char nick[PROTO_NICK];
    char old_key[PROTO_NICK];
    char key[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", line->params[0]);
    pace_rename(&session->pace, session_key(session, user->named.name, old_key),
                session_key(session, nick, key), sent_readdress, nick);
    if (!roster_rename(&session->roster, user, nick)) {
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
    if (!*nick || (me && strlen(nick) >= PROTO_NICK)) {
        return;
    }
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
    struct member_channel *channel = roster_channel(&session->roster, name);
    if (!channel) { /* forwarded or dragged: we go only where we were asked to */
        log_warn(session->setup.log, "leaving %s: not in our configuration", name);
        SESSION_PUT(session, PACE_TABLE, "PART", NULL, name);
        return;
    }
    identity_own_host(session, line);
    if (channel->state == CHANNEL_JOINED) {
        return;
    }
    channel->state = CHANNEL_JOINED;
    channel->due = session_now(session);
    channel->ranks = 0;
    modes_enter(channel);
    channel->refusals = 0;
    log_info(session->setup.log, "joined %s", channel->named.name);
    session_raise(session,
                  &(struct chat_event){.kind = CHAT_ENTERED, .channel = channel->named.name});
}

void membership_on_join(struct session *session, const struct proto_line *line)
{
    if (session_is_me(session, line->nick)) {
        own_join(session, line);
        return;
    }
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!session_inside(channel)) {
        return;
    }
    if (!roster_user(&session->roster, line->nick)) {
        unseen_joins(session, line->nick, line->user, line->host);
    }
    struct user *user = roster_join(&session->roster, line->nick, channel);
    if (user && (session->caps & CAP_EXTENDED_JOIN) && line->count >= 3) {
        roster_account(&session->roster, user, line->params[1]);
    }
    if (user) {
        roster_host(&session->roster, user, line->user, line->host);
    }
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
    for (uint8_t bit; (bit = isupport_rank_sign(&session->isupport, *at)) != 0; at++) {
        entry->ranks |= bit;
    }
    size_t length = strcspn(at, " ");
    size_t nick = strcspn(at, " !");
    size_t behind = nick + (nick < length);
    snprintf(entry->nick, sizeof entry->nick, "%.*s", nick < PROTO_NICK ? (int)nick : 0, at);
    snprintf(entry->user, sizeof entry->user, "%.*s", (int)(length - behind), at + behind);
    char *host = strchr(entry->user, '@');
    if (host) {
        *host++ = '\0';
    }
    entry->host = host ? host : "";
    return at + length;
}

static void find_member(struct session *session, struct member_channel *channel,
                        const struct entry *entry)
{
    const struct user *known = roster_user(&session->roster, entry->nick);
    bool was_there = known && roster_member(known, channel);
    if (!known) {
        unseen_joins(session, entry->nick, entry->user, entry->host);
    }
    struct user *user = roster_join(&session->roster, entry->nick, channel);
    if (user) {
        *roster_member(user, channel) |= entry->ranks;
        roster_host(&session->roster, user, entry->user, entry->host);
    }
    if (!was_there) {
        identity_raise(session, (struct chat_event){.kind = CHAT_JOIN}, user, entry->nick, channel);
    }
}

/* 353: the people that are there, each behind the signs of their ranks. */
void membership_on_names(struct session *session, const struct proto_line *line)
{
    struct member_channel *channel = roster_channel(&session->roster, line->params[2]);
    if (!session_inside(channel)) {
        return;
    }
    for (const char *at = line->params[3]; *at; at += strspn(at, " ")) {
        struct entry entry;
        at = read_entry(session, at, &entry);
        if (*entry.nick && session_is_me(session, entry.nick)) {
            channel->ranks |= entry.ranks;
        } else if (*entry.nick) {
            find_member(session, channel, &entry);
        }
    }
}

/* -- leaving -- */

static void part_user(struct session *session, const char *nick, struct member_channel *channel,
                      const char *words)
{
    struct user *user = roster_user(&session->roster, nick);
    if (!user || !roster_member(user, channel)) {
        return;
    }
    identity_raise(session, (struct chat_event){.kind = CHAT_LEAVE, .text = words}, user, nick,
                   channel);
    if (user->count == 1) {
        lose_user(session, user);
    }
    roster_part(&session->roster, user, channel);
}

void membership_on_quit(struct session *session, const struct proto_line *line)
{
    struct user *user = roster_user(&session->roster, line->nick);
    if (user && !session_is_me(session, line->nick)) {
        const char *words = proto_param(line, 0);
        bool split = session->batches.split || proto_netsplit(words);
        const struct chat_event event = {.kind = CHAT_GONE, .text = words, .netsplit = split};
        identity_raise(session, event, user, line->nick, NULL);
        sent_revoke(session, user->named.name);
        roster_quit(&session->roster, user);
    }
    nick_freed(session, line->nick);
}

static void removed(struct session *session, struct member_channel *channel, const char *why)
{
    channel->state = CHANNEL_IDLE;
    invite_forget(session, channel);
    roster_empty(&session->roster, channel, lose_user, session);
    log_info(session->setup.log, "out of %s: %s", channel->named.name, why);
    session_raise(session, &(struct chat_event){
                               .kind = CHAT_REMOVED, .channel = channel->named.name, .text = why});
}

void membership_on_part(struct session *session, const struct proto_line *line)
{
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!session_inside(channel)) {
        return;
    }
    if (session_is_me(session, line->nick)) {
        removed(session, channel, proto_param(line, 1));
    } else {
        part_user(session, line->nick, channel, proto_param(line, 1));
    }
}

void membership_on_kick(struct session *session, const struct proto_line *line)
{
    uint64_t now = session_now(session);
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!session_inside(channel)) {
        return;
    }
    if (!session_is_me(session, line->params[1])) {
        part_user(session, line->params[1], channel, proto_param(line, 2));
        return;
    }
    bool again = channel->kicked && now < channel->due + KICK_FORGOTTEN;
    bool asked = !channel->guest; /* who invited us does not want us any more */
    channel->kicked = true;
    removed(session, channel, proto_param(line, 2));
    if (!again && asked) {
        join_again(session, channel, now + REJOIN_AFTER);
    }
}
