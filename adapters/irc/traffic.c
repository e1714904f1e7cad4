/* Channels and people: what moves in a registered session. */
#include <stdio.h>
#include <string.h>

#include "session_private.h"

enum {
    JOIN_ANSWER = 60000,     /* ms a JOIN may stay unanswered */
    REJOIN_AFTER = 10000,    /* ms we stay out after a KICK */
    KICK_FORGOTTEN = 600000, /* ms in the channel after which a KICK counts as the first again */
    CTCP_EVERY = 5000,       /* ms an answer costs */
    CTCP_AHEAD = 10000       /* ms they may be ahead */
};

#ifndef TALON_VERSION
#define TALON_VERSION "unknown"
#endif

/* Tags by which networks mark a bot's lines. */
static const char *const bot_tags[] = {"bot", "draft/bot", "inspircd.org/bot"};

static bool is_self(const struct session *session, const char *nick)
{
    return session_same(session, nick, session->nick);
}

static bool is_joined(const struct member_channel *channel)
{
    return channel && channel->state == CHANNEL_JOINED;
}

/* -- people -- */

static struct chat_user chat_user(const struct session *session, const struct user *user,
                                  const char *nick, const struct member_channel *channel)
{
    struct chat_user chat = {.id = nick, .name = nick};
    if (user) {
        chat.account = user->account;
        chat.host = user->host;
        const uint32_t *member = channel ? roster_member(user, channel) : NULL;
        chat.is_operator = member && (*member & isupport_operators(&session->isupport));
    }
    return chat;
}

static void raise_user(struct session *session, enum chat_event_kind kind, const struct user *user,
                       const char *nick, const struct member_channel *channel, const char *text)
{
    struct chat_event event = {.kind = kind, .text = text};
    event.channel = channel ? channel->named.name : NULL;
    event.user = chat_user(session, user, nick, channel);
    session_raise(session, &event);
}

/* Takes an account over; a change revokes what waits for its old owner. */
static void learn_account(struct session *session, struct user *user, const char *account)
{
    bool none = roster_no_account(account);
    if (none ? !user->account : user->account && strcmp(user->account, account) == 0) {
        return;
    }
    bool had = user->account;
    roster_account(user, account);
    if (had) {
        pace_forget(&session->pace, user->named.name);
    }
    raise_user(session, CHAT_IDENTITY, user, user->named.name, NULL, NULL);
}

/* Nothing tells us any more who holds that nick: no line of ours may wait for it. */
static void lose_user(void *arg, struct user *user)
{
    struct session *session = arg;
    pace_forget(&session->pace, user->named.name);
    raise_user(session, CHAT_GONE, user, user->named.name, NULL, NULL);
}

static void part_user(struct session *session, const char *nick,
                      const struct member_channel *channel, const char *words)
{
    struct user *user = roster_user(&session->roster, nick);
    if (!user || !roster_member(user, channel)) {
        return;
    }
    raise_user(session, CHAT_LEAVE, user, nick, channel, words);
    if (user->count == 1) {
        lose_user(session, user);
    }
    roster_part(&session->roster, user, channel);
}

static size_t readdress(void *arg, const char *line, char *out, size_t size)
{
    char text[PROTO_LINE_MOST + 1];
    struct proto_line parsed;
    size_t length = strlen(line);
    if (length < 2 || length >= sizeof text) {
        return 0;
    }
    memcpy(text, line, length - 2);
    text[length - 2] = '\0';
    if (!proto_parse(&parsed, text, length - 2) || parsed.count != 2) {
        return 0;
    }
    return PROTO_WRITE(out, size, parsed.command, parsed.params[1], (const char *)arg);
}

void traffic_renamed(struct session *session, const struct proto_line *line)
{
    struct user *user = roster_user(&session->roster, line->nick);
    if (!user) {
        return;
    }
    struct user *other = roster_user(&session->roster, line->params[0]);
    if (other && other != user) { /* cannot be; if it is, nobody gets what was meant for another */
        pace_forget(&session->pace, other->named.name);
        roster_quit(&session->roster, other);
    }
    char nick[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", line->params[0]);
    pace_rename(&session->pace, user->named.name, nick, readdress, nick);
    if (!roster_rename(&session->roster, user, nick)) {
        return;
    }
    struct chat_event event = {.kind = CHAT_RENAME, .old_id = line->nick};
    event.user = chat_user(session, user, nick, NULL);
    session_raise(session, &event);
}

static void on_quit(struct session *session, const struct proto_line *line, uint64_t now)
{
    struct user *user = roster_user(&session->roster, line->nick);
    if (user && !is_self(session, line->nick)) {
        const char *words = proto_param(line, 0);
        struct chat_event event = {.kind = CHAT_GONE, .text = words};
        event.user = chat_user(session, user, line->nick, NULL);
        event.netsplit = proto_netsplit(words);
        session_raise(session, &event);
        pace_forget(&session->pace, user->named.name);
        roster_quit(&session->roster, user);
    }
    register_freed(session, line->nick, now);
}

static void on_account(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct user *user = roster_user(&session->roster, line->nick);
    if (user) {
        learn_account(session, user, line->params[0]);
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
    for (uint32_t i = 0; i < session->roster.channel_count; i++) {
        struct member_channel *channel = session->roster.channels[i];
        if (channel->state != CHANNEL_WANTED && channel->state != CHANNEL_JOINING) {
            continue;
        }
        full = full || count == session->isupport.join_targets;
        if (channel->due <= now && !full && list_add(list, sizeof list, channel->named.name)) {
            count++;
            channel->state = CHANNEL_JOINING;
            channel->due = now + JOIN_ANSWER;
        }
        next = channel->due < next ? channel->due : next;
    }
    session->join_due = next;
    if (count > 0) {
        session->join_waits = SESSION_PUT(session, PACE_TABLE, "JOIN", NULL, list);
    }
}

static void want_again(struct session *session, struct member_channel *channel, uint64_t due)
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
    channel->plain = false;
    log_info(session->setup.log, "joined %s", channel->named.name);
    session_raise(session,
                  &(struct chat_event){.kind = CHAT_ENTERED, .channel = channel->named.name});
}

static void on_join(struct session *session, const struct proto_line *line, uint64_t now)
{
    if (is_self(session, line->nick)) {
        on_own_join(session, line, now);
        return;
    }
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!is_joined(channel)) {
        return;
    }
    struct user *user = roster_join(&session->roster, line->nick, channel);
    if (user && (session->caps & CAP_EXTENDED_JOIN) && line->count >= 3) {
        roster_account(user, line->params[1]);
    }
    if (user) {
        roster_host(user, line->user, line->host);
    }
    raise_user(session, CHAT_JOIN, user, line->nick, channel, NULL);
}

/* Takes a host over; found out late, it tells who somebody is. */
static void learn_host(struct session *session, struct user *user, const char *name,
                       const char *host, const struct member_channel *channel)
{
    if (roster_host(user, name, host)) {
        raise_user(session, CHAT_JOIN, user, user->named.name, channel, NULL);
    }
}

/* 353: the people that are there, each behind the signs of their ranks. */
static void on_names(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct member_channel *channel = roster_channel(&session->roster, line->params[2]);
    if (!is_joined(channel)) {
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
        if (!fits || is_self(session, nick)) {
            continue;
        }
        const struct user *known = roster_user(&session->roster, nick);
        bool was_there = known && roster_member(known, channel);
        struct user *user = roster_join(&session->roster, nick, channel);
        if (user) {
            *roster_member(user, channel) |= ranks;
        }
        if (user && host) {
            *host++ = '\0';
            roster_host(user, from, host);
        }
        if (!was_there) {
            raise_user(session, CHAT_JOIN, user, nick, channel, NULL);
        }
    }
}

/* 366: where NAMES told no hosts, WHO does: who has no account is known by it. */
static void on_names_end(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    if (is_joined(channel) && !(session->caps & CAP_HOSTS_IN_NAMES)) {
        SESSION_PUT(session, PACE_INFO, "WHO", NULL, channel->named.name);
    }
}

/* 352: channel, user, host, server, nick. */
static void on_who(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    struct user *user = roster_user(&session->roster, line->params[5]);
    if (is_joined(channel) && user && roster_member(user, channel)) {
        learn_host(session, user, line->params[2], line->params[3], channel);
    }
}

/* -- leaving -- */

static void removed(struct session *session, struct member_channel *channel, const char *why)
{
    channel->state = CHANNEL_IDLE;
    roster_empty(&session->roster, channel, lose_user, session);
    log_info(session->setup.log, "out of %s: %s", channel->named.name, why);
    session_raise(session, &(struct chat_event){
                               .kind = CHAT_REMOVED, .channel = channel->named.name, .text = why});
}

static void on_part(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!is_joined(channel)) {
        return;
    }
    if (is_self(session, line->nick)) {
        removed(session, channel, proto_param(line, 1));
    } else {
        part_user(session, line->nick, channel, proto_param(line, 1));
    }
}

static void on_kick(struct session *session, const struct proto_line *line, uint64_t now)
{
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!is_joined(channel)) {
        return;
    }
    if (!is_self(session, line->params[1])) {
        part_user(session, line->params[1], channel, proto_param(line, 2));
        return;
    }
    bool again = channel->kicked && now < channel->due + KICK_FORGOTTEN;
    channel->kicked = true;
    removed(session, channel, proto_param(line, 2));
    if (!again) {
        want_again(session, channel, now + REJOIN_AFTER);
    }
}

static void on_invite(struct session *session, const struct proto_line *line, uint64_t now)
{
    struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    if (channel && is_self(session, line->params[0]) && channel->state != CHANNEL_JOINED) {
        channel->kicked = false;
        want_again(session, channel, now);
    }
}

void traffic_refused(struct session *session, const struct proto_line *line, uint64_t now)
{
    struct member_channel *channel =
        line->count > 1 ? roster_channel(&session->roster, line->params[1]) : NULL;
    if (!channel) {
        return;
    }
    if (strcmp(line->command, "404") == 0) {
        session_unsaid(session, channel, now);
    } else if (channel->state == CHANNEL_JOINING) {
        const char *why = line->params[line->count - 1];
        log_warn(session->setup.log, "cannot join %s: %s", channel->named.name, why);
        if (strcmp(line->command, "437") == 0) { /* held by a netsplit for a while */
            want_again(session, channel, now + JOIN_ANSWER);
        } else {
            channel->state = CHANNEL_IDLE;
        }
    }
}

/* -- ranks -- */

static void on_mode(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!is_joined(channel)) {
        return;
    }
    bool set = true;
    unsigned next = 2;
    for (const char *mode = line->params[1]; *mode; mode++) {
        if (*mode == '+' || *mode == '-') {
            set = *mode == '+';
            continue;
        }
        if (!isupport_mode_takes(&session->isupport, *mode, set)) {
            continue;
        }
        const struct user *user = roster_user(&session->roster, proto_param(line, next++));
        uint8_t rank = isupport_rank_mode(&session->isupport, *mode);
        uint32_t *member = user && rank ? roster_member(user, channel) : NULL;
        if (member) {
            *member = set ? *member | rank : *member & ~(uint32_t)rank;
        }
    }
}

/* -- words -- */

static void on_ctcp(struct session *session, const struct proto_line *line, uint64_t now)
{
    char reply[256];
    const char *request = line->params[1] + 1;
    size_t length = strcspn(request, "\x01");
    if (length == 7 && memcmp(request, "VERSION", 7) == 0) {
        snprintf(reply, sizeof reply, "\x01VERSION Talon " TALON_VERSION "\x01");
    } else if (length >= 4 && length < 64 && memcmp(request, "PING", 4) == 0 &&
               (length == 4 || request[4] == ' ')) {
        snprintf(reply, sizeof reply, "\x01%.*s\x01", (int)length, request);
    } else {
        return;
    }
    uint64_t from = session->ctcp_due > now ? session->ctcp_due : now;
    if (from + CTCP_EVERY > now + CTCP_AHEAD) {
        return;
    }
    session->ctcp_due = from + CTCP_EVERY;
    SESSION_PUT(session, PACE_INFO, "NOTICE", reply, line->nick);
}

static bool from_bot(const struct proto_line *line)
{
    char value[128];
    for (size_t i = 0; i < sizeof bot_tags / sizeof bot_tags[0]; i++) {
        if (proto_tag(line, bot_tags[i], value, sizeof value)) {
            return true;
        }
    }
    return false;
}

static void on_privmsg(struct session *session, const struct proto_line *line, uint64_t now)
{
    if (!*line->host || !*line->nick || is_self(session, line->nick) || from_bot(line)) {
        return;
    }
    bool private = is_self(session, line->params[0]);
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!private && !is_joined(channel)) {
        return;
    }
    if (*line->params[1] == '\x01') {
        if (private) {
            on_ctcp(session, line, now);
        }
        return;
    }
    char text[PROTO_INPUT + 1];
    char account[128] = "";
    snprintf(text, sizeof text, "%s", line->params[1]);
    proto_strip(text);
    if (!*text) {
        return;
    }
    struct user *user = roster_user(&session->roster, line->nick);
    bool tagged = session->caps & CAP_ACCOUNT_TAG;
    if (tagged && !proto_tag(line, "account", account, sizeof account)) {
        account[0] = '\0';
    }
    if (tagged && user) {
        learn_account(session, user, account);
    }
    if (user && !private) {
        learn_host(session, user, line->user, line->host, channel);
    }
    struct chat_event event = {.kind = CHAT_MESSAGE, .text = text};
    event.channel = private ? NULL : channel->named.name;
    event.user = chat_user(session, user, line->nick, private ? NULL : channel);
    char host[PROTO_LINE];
    snprintf(host, sizeof host, "%s@%s", line->user, line->host);
    event.user.host = host;
    if (tagged) { /* the tag of the very message is the authority */
        event.user.account = *account ? account : NULL;
    }
    session_raise(session, &event);
}

/* 401 and its kind: what we whispered did not get there. */
static void on_undelivered(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const char *nick = line->params[1];
    if (isupport_channel(&session->isupport, nick) || is_self(session, nick)) {
        return;
    }
    struct user *user = roster_user(&session->roster, nick);
    if (user) {
        user->greeted = false;
    }
    pace_forget(&session->pace, user ? user->named.name : nick);
    raise_user(session, CHAT_FAILED, user, nick, NULL, line->params[line->count - 1]);
    if (strcmp(line->command, "401") == 0) {
        raise_user(session, CHAT_GONE, user, nick, NULL, NULL);
    }
}

void traffic_unseen(struct session *session)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", session->unseen);
    session->unseen[0] = '\0';
    raise_user(session, CHAT_FAILED, NULL, nick, NULL, "you are in no channel of mine");
}

static const struct session_handler handlers[] = {
    {"352", 6, on_who},         {"353", 4, on_names},       {"366", 2, on_names_end},
    {"401", 2, on_undelivered}, {"477", 2, on_undelivered}, {"486", 2, on_undelivered},
    {"493", 2, on_undelivered}, {"531", 2, on_undelivered}, {"716", 2, on_undelivered},
    {"ACCOUNT", 1, on_account}, {"INVITE", 2, on_invite},   {"JOIN", 1, on_join},
    {"KICK", 2, on_kick},       {"MODE", 2, on_mode},       {"PART", 1, on_part},
    {"PRIVMSG", 2, on_privmsg}, {"QUIT", 0, on_quit},
};
const struct session_part traffic_part = {handlers, sizeof handlers / sizeof handlers[0]};
