/* Channels and people: who comes and goes in a registered session. */
#include <stdio.h>
#include <string.h>

#include "cloak.h"
#include "session_private.h"

enum {
    JOIN_ANSWER = 60000,    /* ms a JOIN may stay unanswered */
    REJOIN_AFTER = 10000,   /* ms we stay out after a KICK */
    KICK_FORGOTTEN = 600000 /* ms in the channel after which a KICK counts as the first again */
};

#define WHOX_TOKEN  "7"
#define WHOX_FIELDS "%tcuhna," WHOX_TOKEN

/* -- people -- */

struct chat_user traffic_user(const struct session *session, const struct user *user,
                              const char *nick, const struct member_channel *channel)
{
    struct chat_user chat = {.id = nick, .name = nick};
    if (user) {
        chat.account = user->account;
        chat.host = user->host;
        chat.vouched = cloak_vouches(user->host);
        chat.certificate = user->certificate;
        const uint32_t *member = channel ? roster_member(user, channel) : NULL;
        chat.is_operator = member && (*member & isupport_operators(&session->isupport));
    }
    return chat;
}

void session_members(const struct session *session, const char *channel,
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
            const struct chat_user chat = traffic_user(session, user, at->name, place);
            each(arg, &chat);
        }
    }
}

void traffic_raise(struct session *session, enum chat_event_kind kind, const struct user *user,
                   const char *nick, const struct member_channel *channel, const char *text)
{
    struct chat_event event = {.kind = kind, .text = text};
    event.channel = channel ? channel->named.name : NULL;
    event.user = traffic_user(session, user, nick, channel);
    session_raise(session, &event);
}

void traffic_account(struct session *session, struct user *user, const char *account)
{
    bool none = roster_no_account(account);
    if (none ? !user->account : user->account && strcmp(user->account, account) == 0) {
        return;
    }
    bool had = user->account;
    roster_account(&session->roster, user, account);
    if (had) {
        session_revoke(session, user->named.name);
    }
    traffic_raise(session, CHAT_IDENTITY, user, user->named.name, NULL, NULL);
}

/* Nothing tells us any more who holds that nick: no line of ours may wait for it. */
static void lose_user(void *arg, struct user *user)
{
    struct session *session = arg;
    session_revoke(session, user->named.name);
    traffic_raise(session, CHAT_GONE, user, user->named.name, NULL, NULL);
}

static void part_user(struct session *session, const char *nick, struct member_channel *channel,
                      const char *words)
{
    struct user *user = roster_user(&session->roster, nick);
    if (!user || !roster_member(user, channel)) {
        return;
    }
    traffic_raise(session, CHAT_LEAVE, user, nick, channel, words);
    if (user->count == 1) {
        lose_user(session, user);
    }
    roster_part(&session->roster, user, channel);
}

/* A nick is somebody else's now: whoever had it before, nothing waits for them under it. */
static void take_nick(struct session *session, const char *nick, const struct user *user)
{
    struct user *other = roster_user(&session->roster, nick);
    if (other && other == user) { /* it is written otherwise, no more */
        return;
    }
    stranger_ends(session, nick);
    if (other) { /* cannot be; if it is, nobody gets what was meant for another */
        lose_user(session, other);
        roster_quit(&session->roster, other);
    }
}

void traffic_renamed(struct session *session, const struct proto_line *line)
{
    struct user *user = roster_user(&session->roster, line->nick);
    take_nick(session, line->params[0], user);
    if (!user) { /* nobody whom we see: what waits for that nick waits for nobody */
        stranger_ends(session, line->nick);
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
                session_key(session, nick, key), session_readdress, nick);
    if (!roster_rename(&session->roster, user, nick)) {
        session_revoke(session, nick);
        return;
    }
    talk_renamed(session, user);
    struct chat_event event = {.kind = CHAT_RENAME, .old_id = line->nick};
    event.user = traffic_user(session, user, nick, NULL);
    session_raise(session, &event);
}

static void on_quit(struct session *session, const struct proto_line *line, uint64_t now)
{
    struct user *user = roster_user(&session->roster, line->nick);
    if (user && !session_is_me(session, line->nick)) {
        const char *words = proto_param(line, 0);
        struct chat_event event = {.kind = CHAT_GONE, .text = words};
        event.user = traffic_user(session, user, line->nick, NULL);
        event.netsplit = session->split || proto_netsplit(words);
        session_raise(session, &event);
        session_revoke(session, user->named.name);
        roster_quit(&session->roster, user);
    }
    register_freed(session, line->nick, now);
}

static void on_account(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct user *user = roster_user(&session->roster, line->nick);
    if (user) {
        traffic_account(session, user, line->params[0]);
    }
}

/* -- joining -- */

/* Adds `name` to a JOIN's list; false when it does not fit. */
static bool list_add(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);
    size_t length = strlen(name);
    if (length + (used > 0) >= size - used) {
        return false;
    }
    if (used > 0) {
        list[used++] = ',';
    }
    memcpy(list + used, name, length + 1);
    return true;
}

void traffic_queue_joins(struct session *session, uint64_t now)
{
    if (session->join_waits || now < session->join_due || session->stage != STAGE_READY) {
        return;
    }
    char list[PROTO_LINE - 16] = "";
    unsigned count = 0;
    uint64_t next = UINT64_MAX;
    bool full = false;
    const char *key = NULL; /* of the only one in the line */
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        struct member_channel *channel = session->roster.channels[i];
        if (channel->state != CHANNEL_WANTED && channel->state != CHANNEL_JOINING) {
            continue;
        }
        full = full || count == session->isupport.join_targets;
        if (channel->due <= now && !full && !(channel->key && count > 0) &&
            list_add(list, sizeof list, channel->named.name)) {
            count++;
            key = channel->key;
            full = key;
            channel->state = CHANNEL_JOINING;
            channel->due = now + JOIN_ANSWER;
        }
        next = channel->due < next ? channel->due : next;
    }
    session->join_due = next;
    if (count > 0) {
        session->join_waits = SESSION_PUT(session, PACE_TABLE, "JOIN", NULL, list, key);
    }
}

void traffic_want_again(struct session *session, struct member_channel *channel, uint64_t due)
{
    channel->state = CHANNEL_WANTED;
    channel->due = due;
    if (due < session->join_due) {
        session->join_due = due;
    }
}

static void on_own_join(struct session *session, const struct proto_line *line, uint64_t now)
{
    const char *name = line->params[0];
    struct member_channel *channel = roster_channel(&session->roster, name);
    if (!channel) { /* forwarded or dragged: we go only where we were asked to */
        log_warn(session->setup.log, "leaving %s: not in our configuration", name);
        SESSION_PUT(session, PACE_TABLE, "PART", NULL, name);
        return;
    }
    if (*line->host) {
        session->user_host = 2 + strlen(line->user) + strlen(line->host);
    }
    if (channel->state == CHANNEL_JOINED) {
        return;
    }
    channel->state = CHANNEL_JOINED;
    channel->due = now;
    channel->ranks = 0;
    modes_enter(channel);
    channel->refusals = 0;
    log_info(session->setup.log, "joined %s", channel->named.name);
    session_raise(session,
                  &(struct chat_event){.kind = CHAT_ENTERED, .channel = channel->named.name});
}

static void on_join(struct session *session, const struct proto_line *line, uint64_t now)
{
    if (session_is_me(session, line->nick)) {
        on_own_join(session, line, now);
        return;
    }
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!session_inside(channel)) {
        return;
    }
    if (!roster_user(&session->roster, line->nick)) {
        stranger_joins(session, line->nick, line->user, line->host);
    }
    struct user *user = roster_join(&session->roster, line->nick, channel);
    if (user && (session->caps & CAP_EXTENDED_JOIN) && line->count >= 3) {
        roster_account(&session->roster, user, line->params[1]);
    }
    if (user) {
        roster_host(&session->roster, user, line->user, line->host);
    }
    traffic_raise(session, CHAT_JOIN, user, line->nick, channel, NULL);
}

void traffic_host(struct session *session, struct user *user, const char *name, const char *host,
                  const struct member_channel *channel)
{
    if (roster_host(&session->roster, user, name, host)) {
        traffic_raise(session, CHAT_JOIN, user, user->named.name, channel, NULL);
    }
}

/* Somebody is there, from `name`@`host` if that is told (""). */
static void find_member(struct session *session, struct member_channel *channel, const char *nick,
                        uint8_t ranks, const char *name, const char *host)
{
    const struct user *known = roster_user(&session->roster, nick);
    bool was_there = known && roster_member(known, channel);
    if (!known) {
        stranger_joins(session, nick, name, host);
    }
    struct user *user = roster_join(&session->roster, nick, channel);
    if (user) {
        *roster_member(user, channel) |= ranks;
        roster_host(&session->roster, user, name, host);
    }
    if (!was_there) {
        traffic_raise(session, CHAT_JOIN, user, nick, channel, NULL);
    }
}

/* 353: the people that are there, each behind the signs of their ranks. */
static void on_names(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct member_channel *channel = roster_channel(&session->roster, line->params[2]);
    if (!session_inside(channel)) {
        return;
    }
    for (const char *at = line->params[3]; *at; at += strspn(at, " ")) {
        uint8_t ranks = 0;
        for (uint8_t bit; (bit = isupport_rank_sign(&session->isupport, *at)) != 0; at++) {
            ranks |= bit;
        }
        char nick[PROTO_NICK];
        size_t length = strcspn(at, " ");
        size_t nick_length = strcspn(at, " !");
        bool fits = nick_length > 0 && nick_length < sizeof nick;
        snprintf(nick, sizeof nick, "%.*s", fits ? (int)nick_length : 0, at);
        char from[PROTO_LINE] = ""; /* with userhost-in-names: nick!user@host */
        char *host = NULL;
        if (nick_length < length) {
            snprintf(from, sizeof from, "%.*s", (int)(length - nick_length - 1),
                     at + nick_length + 1);
            host = strchr(from, '@');
        }
        at += length;
        if (host) {
            *host++ = '\0';
        }
        if (fits && session_is_me(session, nick)) {
            channel->ranks |= ranks;
        } else if (fits) {
            find_member(session, channel, nick, ranks, from, host ? host : "");
        }
    }
}

void traffic_queue_who(struct session *session)
{
    if (session->who_waits || session->who_count == 0) {
        return;
    }
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        struct member_channel *channel = session->roster.channels[i];
        if (!channel->unasked) {
            continue;
        }
        channel->unasked = false;
        session->who_count--;
        const char *fields = session->isupport.whox ? WHOX_FIELDS : NULL;
        if (session_inside(channel)) {
            session->who_waits =
                SESSION_PUT(session, PACE_INFO, "WHO", NULL, channel->named.name, fields);
            return;
        }
    }
}

/* 366: where NAMES told no hosts, WHO does: who has no account is known by it; and WHOX tells the
 * accounts of those who were there before us. One channel at a time: more can wait. */
static void on_names_end(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    bool ask = !(session->caps & CAP_HOSTS_IN_NAMES) || session->isupport.whox;
    if (session_inside(channel) && ask && !channel->unasked) {
        channel->unasked = true;
        session->who_count++;
        traffic_queue_who(session);
    }
}

/* 354, as we asked for: token, channel, user, host, nick, account. */
static void on_whox(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const struct member_channel *channel = roster_channel(&session->roster, line->params[2]);
    struct user *user = roster_user(&session->roster, line->params[5]);
    if (strcmp(line->params[1], WHOX_TOKEN) == 0 && session_inside(channel) && user &&
        roster_member(user, channel)) {
        traffic_account(session, user, line->params[6]);
        traffic_host(session, user, line->params[3], line->params[4], channel);
    }
}

/* 352: channel, user, host, server, nick. */
static void on_who(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    struct user *user = roster_user(&session->roster, line->params[5]);
    if (session_inside(channel) && user && roster_member(user, channel)) {
        traffic_host(session, user, line->params[2], line->params[3], channel);
    }
}

/* -- leaving -- */

static void removed(struct session *session, struct member_channel *channel, const char *why)
{
    channel->state = CHANNEL_IDLE;
    guest_forget(session, channel);
    roster_empty(&session->roster, channel, lose_user, session);
    log_info(session->setup.log, "out of %s: %s", channel->named.name, why);
    session_raise(session, &(struct chat_event){
                               .kind = CHAT_REMOVED, .channel = channel->named.name, .text = why});
}

static void on_part(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
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

static void on_kick(struct session *session, const struct proto_line *line, uint64_t now)
{
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
        traffic_want_again(session, channel, now + REJOIN_AFTER);
    }
}

void traffic_locked_out(struct session *session, struct member_channel *channel, const char *why,
                        uint64_t now)
{
    if (channel->state != CHANNEL_JOINING) {
        return;
    }
    log_warn(session->setup.log, "cannot join %s: %s", channel->named.name, why);
    channel->state = CHANNEL_IDLE;
    guest_refused(session, channel, now);
}

/* How servers say that a channel, where we are, does not take what we say: for a mode or a ban; its
 * colours; who has no account; who has no rank. */
static bool refuses_words(const char *command)
{
    static const char *const refusals[] = {"404", "408", "415", "477", "482", "489"};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (strcmp(refusals[i], command) == 0) {
            return true;
        }
    }
    return false;
}

void traffic_refused(struct session *session, const struct proto_line *line, uint64_t now)
{
    struct member_channel *channel =
        line->count > 1 ? roster_channel(&session->roster, line->params[1]) : NULL;
    if (!channel) {
        return;
    }
    const char *command = line->command;
    if (session_inside(channel) && strcmp(command, "489") == 0 && channel->ranks) {
        channel->ranks = 0;
        talk_not_through(session, channel, now);
        return;
    }
    if (session_inside(channel) && refuses_words(command)) {
        modes_refused(session, channel, strcmp(command, "408") == 0, now);
        return;
    }
    const char *why = line->params[line->count - 1];
    if (strcmp(command, "437") == 0 && channel->state == CHANNEL_JOINING) {
        /* held by a netsplit, for a while */
        log_info(session->setup.log, "cannot join %s yet: %s", channel->named.name, why);
        traffic_want_again(session, channel, now + JOIN_ANSWER);
        return;
    }
    traffic_locked_out(session, channel, why, now);
}

static const struct session_handler handlers[] = {
    {"352", 6, on_who},       {"353", 4, on_names},       {"354", 7, on_whox},
    {"366", 2, on_names_end}, {"ACCOUNT", 1, on_account}, {"JOIN", 1, on_join},
    {"KICK", 2, on_kick},     {"PART", 1, on_part},       {"QUIT", 0, on_quit},
};
const struct session_part traffic_part = {handlers, sizeof handlers / sizeof handlers[0]};
