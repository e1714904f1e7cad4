/* What is said: to us, by people; of what we said, by servers. */
#include <stdio.h>
#include <string.h>

#include "cloak.h"
#include "session_private.h"

enum {
    CTCP_EVERY = 5000,   /* ms an answer costs */
    CTCP_AHEAD = 10000,  /* ms they may be ahead */
    THROUGH_AGAIN = 5000 /* ms; what went through a channel before that got there */
};

#ifndef TALON_VERSION
#define TALON_VERSION "unknown"
#endif

/* Tags by which networks mark a bot's lines. */
static const char *const bot_tags[] = {"bot", "draft/bot", "inspircd.org/bot"};

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

/* Whom the configuration does not want to be heard. */
static bool is_ignored(const struct session *session, const struct proto_line *line)
{
    char source[PROTO_LINE];
    char mask[PROTO_CHANNEL];
    const char *at = session->setup.ignore ? session->setup.ignore : "";
    snprintf(source, sizeof source, "%s!%s@%s", line->nick, line->user, line->host);
    for (at += strspn(at, " ,"); *at; at += strspn(at, " ,")) {
        size_t length = strcspn(at, " ,");
        snprintf(mask, sizeof mask, "%.*s", (int)length, at);
        at += length;
        if (length < sizeof mask && proto_mask(session->isupport.map, mask, source)) {
            return true;
        }
    }
    return false;
}

/* What we said ourselves: it is through, and shows how others see us. */
static void take_echo(struct session *session, const struct proto_line *line)
{
    if (session_is_me(session, line->nick) && *line->host) {
        session->user_host = 2 + strlen(line->user) + strlen(line->host);
        flow_echo(session, line->params[0]);
    }
}

/* A NOTICE is never answered, nor heard; ours come back where all that we say does. */
static void on_notice(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    take_echo(session, line);
}

static void on_privmsg(struct session *session, const struct proto_line *line, uint64_t now)
{
    take_echo(session, line);
    if (!*line->host || !*line->nick || session_is_me(session, line->nick) || from_bot(line) ||
        is_ignored(session, line)) {
        return;
    }
    bool private = session_is_me(session, line->params[0]);
    struct member_channel *channel = roster_channel(&session->roster, line->params[0]);
    if (!private && !session_inside(channel)) {
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
    if (!user) {
        stranger_talks(session, line);
    }
    bool tagged = session->caps & CAP_ACCOUNT_TAG;
    if (tagged && !proto_tag(line, "account", account, sizeof account)) {
        account[0] = '\0';
    }
    if (tagged && user) {
        traffic_account(session, user, account);
    }
    if (user && !private) {
        traffic_host(session, user, line->user, line->host, channel);
    }
    struct chat_event event = {.kind = CHAT_MESSAGE, .text = text};
    event.channel = private ? NULL : channel->named.name;
    event.user = traffic_user(session, user, line->nick, private ? NULL : channel);
    event.user.stranger = !user && !session->isupport.monitor;
    char host[PROTO_LINE];
    snprintf(host, sizeof host, "%s@%s", line->user, line->host);
    event.user.host = host;
    event.user.vouched = cloak_vouches(host);
    if (tagged) { /* the tag of the very message is the authority */
        event.user.account = *account ? account : NULL;
    }
    session_raise(session, &event);
}

/* -- what did not get there -- */

static void undelivered(struct session *session, const char *nick, bool gone, const char *why)
{
    if (strchr(nick, '@')) { /* of the services, not of a person */
        log_warn(session->setup.log, "%s: %s", nick, why);
        return;
    }
    struct user *user = roster_user(&session->roster, nick);
    if (user) {
        user->greeted = false;
    }
    session_revoke(session, user ? user->named.name : nick);
    traffic_raise(session, CHAT_FAILED, user, nick, NULL, why);
    if (gone) {
        traffic_raise(session, CHAT_GONE, user, nick, NULL, NULL);
    }
}

/* 401 and its kind. */
static void on_undelivered(struct session *session, const struct proto_line *line, uint64_t now)
{
    (void)now;
    const char *nick = line->params[1];
    if (!isupport_channel(&session->isupport, nick) && !session_is_me(session, nick)) {
        undelivered(session, nick, strcmp(line->command, "401") == 0,
                    line->params[line->count - 1]);
    }
}

static bool is_said(const char *line, size_t length)
{
    line += length > 9 && *line == 'C';
    return length > 9 && (memcmp(line, "PRIVMSG ", 8) == 0 || memcmp(line, "NOTICE ", 7) == 0);
}

/* A channel where they are, and we speak for more than ourselves; NULL: none. */
static const struct member_channel *common(const struct session *session, const struct user *user)
{
    uint8_t ranks = (uint8_t)(isupport_operators(&session->isupport) |
                              isupport_rank_mode(&session->isupport, 'v'));
    for (uint32_t i = 0; i < user->count; i++) {
        const struct member_channel *channel = session->roster.channels[user->channels[i] >> 8];
        if (session_inside(channel) && channel->ranks & ranks) {
            return channel;
        }
    }
    return NULL;
}

size_t talk_through(struct session *session, char *line, size_t length, size_t size, uint64_t now)
{
    char copy[PROTO_LINE_MOST + 1];
    char new[PROTO_LINE_MOST + 1];
    char command[12];
    struct proto_line parsed;
    const struct isupport *isupport = &session->isupport;
    if (!(isupport->cprivmsg || isupport->cnotice) || !is_said(line, length) ||
        length >= sizeof copy) {
        return length;
    }
    memcpy(copy, line, length - 2);
    copy[length - 2] = '\0';
    bool good = proto_parse(&parsed, copy, length - 2) && parsed.count == 2 &&
                (*parsed.command == 'P' ? isupport->cprivmsg : isupport->cnotice);
    const struct user *user = good ? roster_user(&session->roster, parsed.params[0]) : NULL;
    const struct member_channel *channel = user ? common(session, user) : NULL;
    if (!channel) {
        return length;
    }
    snprintf(command, sizeof command, "C%s", parsed.command);
    size_t most = isupport->line_length < size ? isupport->line_length : size;
    size_t longer = PROTO_WRITE(new, sizeof new, command, parsed.params[1], parsed.params[0],
                                channel->named.name);
    if (longer == 0 || longer > most) {
        return length;
    }
    struct recent *recent = session_remember(session, line, length, now);
    recent->through = channel->id + 1;
    recent->user = user->number;
    snprintf(recent->to, sizeof recent->to, "%s", user->named.name);
    memcpy(line, new, longer);
    return longer;
}

void talk_not_through(struct session *session, const struct member_channel *channel, uint64_t now)
{
    for (unsigned i = 0; i < RECENT_LINES; i++) {
        struct recent *recent = &session->recent[(session->recent_next + i) % RECENT_LINES];
        const struct user *user = roster_user(&session->roster, recent->to);
        if (recent->through != channel->id + 1) {
            continue;
        }
        recent->through = 0;
        if (recent->sent + THROUGH_AGAIN < now || !user || user->number != recent->user) {
            continue;
        }
        char key[PROTO_NICK];
        const struct pace_way way = {.to = session_key(session, recent->to, key), .whisper = true};
        pace_put(&session->pace, PACE_HAND, &way, recent->line, strlen(recent->line));
    }
}

void talk_renamed(struct session *session, const struct user *user)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", user->named.name);
    for (unsigned i = 0; i < RECENT_LINES; i++) {
        struct recent *recent = &session->recent[i];
        char line[sizeof recent->line];
        if (!recent->through || recent->user != user->number) {
            continue;
        }
        size_t length = session_readdress(nick, recent->line, line, sizeof line);
        recent->through = length ? recent->through : 0;
        memcpy(recent->line, line, length);
        recent->line[length] = '\0';
        memcpy(recent->to, nick, sizeof nick);
    }
    for (unsigned i = 0; i < LABELS; i++) {
        struct label *label = &session->labels[i];
        if (*label->nick && label->user == user->number) {
            memcpy(label->nick, nick, sizeof nick);
        }
    }
}

size_t talk_label(struct session *session, char *line, size_t length, size_t size)
{
    char copy[PROTO_LINE_MOST + 1];
    char tag[24];
    struct proto_line parsed;
    if (!is_said(line, length) || length >= sizeof copy) {
        return length;
    }
    memcpy(copy, line, length - 2);
    copy[length - 2] = '\0';
    if (!proto_parse(&parsed, copy, length - 2) || strlen(parsed.params[0]) >= PROTO_NICK ||
        isupport_channel(&session->isupport, parsed.params[0])) {
        return length;
    }
    uint32_t number = ++session->label_last ? session->label_last : ++session->label_last;
    size_t more = (size_t)snprintf(tag, sizeof tag, "@label=%u ", number);
    if (length + more > size) {
        return length;
    }
    const struct user *user = roster_user(&session->roster, parsed.params[0]);
    struct label *label = &session->labels[number % LABELS];
    *label = (struct label){.number = number, .user = user ? user->number : 0};
    snprintf(label->nick, sizeof label->nick, "%s", parsed.params[0]);
    memmove(line + more, line, length);
    memcpy(line, tag, more);
    return length + more;
}

/* What a line that answers a labelled whisper says of its failing; NULL: nothing. What is delivered
 * is echoed; an acknowledgement instead of the echo means that the whisper was dropped silently. */
static const char *refusal_in(const struct session *session, const struct proto_line *line)
{
    if (strcmp(line->command, "ACK") == 0) {
        return session->caps & CAP_ECHO ? "dropped on the way" : NULL;
    }
    bool refusal = *line->command == '4' || *line->command == '5' || !strcmp(line->command, "FAIL");
    return refusal && line->count > 0 ? line->params[line->count - 1] : NULL;
}

bool talk_refused(struct session *session, const struct proto_line *line)
{
    char text[12];
    const char *why = session->caps & CAP_LABELS ? refusal_in(session, line) : NULL;
    if (!why || !proto_tag(line, "label", text, sizeof text)) {
        return false;
    }
    for (unsigned i = 0; i < LABELS; i++) {
        struct label *label = &session->labels[i];
        char number[12];
        snprintf(number, sizeof number, "%u", label->number);
        if (label->number && strcmp(number, text) == 0) {
            char nick[PROTO_NICK];
            bool gone = strcmp(line->command, "401") == 0 &&
                        session_same(session, proto_param(line, 1), label->nick);
            memcpy(nick, label->nick, sizeof nick);
            label->number = 0;
            if (*nick) {
                undelivered(session, nick, gone, why);
            }
            return true;
        }
    }
    return false;
}

/* FAIL, WARN and NOTE: command, code, what it is about, words. */
static void on_standard_reply(struct session *session, const struct proto_line *line, uint64_t now)
{
    const char *words = line->params[line->count - 1];
    if (*line->command == 'N') {
        log_info(session->setup.log, "the server notes on %s: %s", line->params[0], words);
        return;
    }
    log_warn(session->setup.log, "the server %s %s (%s): %s",
             *line->command == 'F' ? "refuses" : "warns of", line->params[0], line->params[1],
             words);
    bool said = !strcmp(line->params[0], "PRIVMSG") || !strcmp(line->params[0], "NOTICE");
    for (unsigned i = 2; *line->command == 'F' && i + 1 < line->count; i++) {
        struct member_channel *channel = roster_channel(&session->roster, line->params[i]);
        const struct user *user = roster_user(&session->roster, line->params[i]);
        if (channel && strcmp(line->params[0], "JOIN") == 0) {
            traffic_locked_out(session, channel, words, now);
        } else if (session_inside(channel) && said) {
            modes_refused(session, channel, false, now);
        } else if (user && said && user->greeted) {
            undelivered(session, line->params[i], false, words);
        }
    }
}

const char session_unseen[] = "you are in no channel of mine";

void talk_unseen(struct session *session)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof nick, "%s", session->unseen);
    session->unseen[0] = '\0';
    traffic_raise(session, CHAT_FAILED, NULL, nick, NULL, session_unseen);
}

static const struct session_handler handlers[] = {
    {"401", 2, on_undelivered},     {"439", 2, on_undelivered},     {"477", 2, on_undelivered},
    {"486", 2, on_undelivered},     {"492", 2, on_undelivered},     {"493", 2, on_undelivered},
    {"531", 2, on_undelivered},     {"707", 2, on_undelivered},     {"716", 2, on_undelivered},
    {"FAIL", 3, on_standard_reply}, {"NOTE", 3, on_standard_reply}, {"NOTICE", 2, on_notice},
    {"PRIVMSG", 2, on_privmsg},     {"WARN", 3, on_standard_reply},
};
const struct session_part talk_part = {handlers, sizeof handlers / sizeof handlers[0]};
