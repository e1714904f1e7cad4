#include "sent.h"

#include <stdio.h>
#include <string.h>

#include "adapters/irc/session_state.h"
#include "helper.h"

enum {
    PLAIN_AGAIN = 2000,   /* ms after which a line has surely arrived, and needs no repetition */
    THROUGH_AGAIN = 5000, /* ms; older CPRIVMSGs have arrived */
};

static struct sent_line *remember_line(struct session *session, const char *line, size_t length)
{
    struct sent_line *recent = &session->sent.recent[session->sent.next++ % SENT_LINES_MAX];
    *recent = (struct sent_line){.sent = session_now(session)};
    memcpy(recent->line, line, length);
    recent->line[length] = '\0';
    return recent;
}

/* Copies and parses a line of ours: command, target, perhaps a channel, text. */
static bool parse_copy(struct proto_line *parsed, char copy[PROTO_LINE_MAX + 1], const char *line,
                       size_t length)
{
    if (length < 2 || length > PROTO_LINE_MAX)
        return false;
    memcpy(copy, line, length - 2);
    copy[length - 2] = '\0';
    return proto_parse(parsed, copy, length - 2) && parsed->count > 1;
}

void sent_coloured(struct session *session, const char *line, size_t length)
{
    if (length <= PROTO_LINE_MAX && memchr(line, '\x03', length) != NULL)
        remember_line(session, line, length);
}

static bool is_said(const char *line, size_t length)
{
    line += length > 9 && *line == 'C';
    return length > 9 && (memcmp(line, "PRIVMSG ", 8) == 0 || memcmp(line, "NOTICE ", 7) == 0);
}

size_t sent_readdress(void *nick, const char *line, char *out, size_t size)
{
    char copy[PROTO_LINE_MAX + 1];
    struct proto_line parsed;
    bool good = parse_copy(&parsed, copy, line, strlen(line)) && parsed.count == 2;
    return good ? PROTO_WRITE(out, size, parsed.command, parsed.params[1], (const char *)nick) : 0;
}

/* Drops what one connection, the bot's or a helper's, keeps for this nick. */
static void revoke_lines(struct session *session, const char *nick, const char *key)
{
    if (*key != '\0') /* "" would be the queue of the server */
        sendq_forget(&session->sendq, key);
    for (unsigned i = 0; i < SENT_LINES_MAX; i++) {
        struct sent_line *recent = &session->sent.recent[i];
        if (recent->through && session_same(session, recent->to, nick))
            recent->through = 0;
    }
    for (unsigned i = 0; i < SENT_LABELS_MAX; i++) {
        struct sent_label *label = &session->sent.labels[i];
        if (session_same(session, label->nick, nick))
            label->nick[0] = '\0';
    }
}

void sent_revoke(struct session *session, const char *nick)
{
    char key[PROTO_NICK];
    session_key(session, nick, key);
    revoke_lines(session, nick, key);
    for (struct session *at = NULL; (at = helper_next(session, at)) != NULL;)
        revoke_lines(at, nick, key);
    helper_revoke(session, nick);
}

static void rename_labels(struct sent *sent, const struct user *user)
{
    for (unsigned i = 0; i < SENT_LABELS_MAX; i++) {
        struct sent_label *label = &sent->labels[i];
        if (*label->nick != '\0' && label->user == user->number)
            snprintf(label->nick, sizeof(label->nick), "%s", user->named.name);
    }
}

void sent_renamed(struct session *session, const struct user *user)
{
    char nick[PROTO_NICK];
    snprintf(nick, sizeof(nick), "%s", user->named.name);
    for (unsigned i = 0; i < SENT_LINES_MAX; i++) {
        struct sent_line *recent = &session->sent.recent[i];
        char line[sizeof(recent->line)];
        if (!recent->through || recent->user != user->number)
            continue;
        size_t length = sent_readdress(nick, recent->line, line, sizeof(line));
        recent->through = length ? recent->through : 0;
        memcpy(recent->line, line, length);
        recent->line[length] = '\0';
        memcpy(recent->to, nick, sizeof(nick));
    }
    rename_labels(&session->sent, user);
    for (struct session *at = NULL; (at = helper_next(session, at)) != NULL;)
        rename_labels(&at->sent, user);
    helper_renamed(session, user);
}

/* -- colours -- */

unsigned sent_again_plain(struct session *session, const struct channel *channel)
{
    unsigned said = 0;
    for (unsigned i = 0; i < SENT_LINES_MAX; i++) {
        struct sent_line *recent = &session->sent.recent[(session->sent.next + i) % SENT_LINES_MAX];
        struct proto_line line;
        char copy[sizeof(recent->line)];
        if (recent->through || recent->sent + PLAIN_AGAIN < session_now(session))
            continue;
        if (parse_copy(&line, copy, recent->line, strlen(recent->line)) && line.count == 2 &&
            session_same(session, line.params[0], channel->named.name)) {
            recent->line[0] = '\0';
            proto_strip(copy + (line.params[1] - copy));
            SESSION_PUT(session, SENDQ_TABLE, line.command, line.params[1], line.params[0]);
            said++;
        }
    }
    return said;
}

/* -- CPRIVMSG -- */

/* Returns a channel with the user in which we are operator or have a voice; NULL: there is none. */
static const struct channel *common_channel(const struct session *session, const struct user *user)
{
    uint8_t ranks = (uint8_t)(isupport_operators(&session->isupport) |
                              isupport_rank_mode(&session->isupport, 'v'));
    for (uint32_t i = 0; i < user->count; i++) {
        const struct channel *channel = session->nicklist.channels[user->channels[i] >> 8];
        if (session_joined(channel) && channel->ranks & ranks)
            return channel;
    }
    return NULL;
}

size_t sent_as_cprivmsg(struct session *session, char *line, size_t length, size_t size)
{
    char copy[PROTO_LINE_MAX + 1];
    char new[PROTO_LINE_MAX + 1];
    char command[12];
    struct proto_line parsed;
    const struct isupport *isupport = &session->isupport;
    if (!(isupport->cprivmsg || isupport->cnotice) || !is_said(line, length))
        return length;
    bool good = parse_copy(&parsed, copy, line, length) && parsed.count == 2 &&
                (*parsed.command == 'P' ? isupport->cprivmsg : isupport->cnotice);
    const struct user *user = good ? nicklist_user(&session->nicklist, parsed.params[0]) : NULL;
    const struct channel *channel = user != NULL ? common_channel(session, user) : NULL;
    if (channel == NULL)
        return length;
    snprintf(command, sizeof(command), "C%s", parsed.command);
    size_t most = isupport->line_length < size ? isupport->line_length : size;
    size_t longer = PROTO_WRITE(new, sizeof(new), command, parsed.params[1], parsed.params[0],
                                channel->named.name);
    if (longer == 0 || longer > most)
        return length;
    struct sent_line *recent = remember_line(session, line, length);
    recent->through = channel->id + 1;
    recent->user = user->number;
    snprintf(recent->to, sizeof(recent->to), "%s", user->named.name);
    memcpy(line, new, longer);
    return longer;
}

void sent_cprivmsg_refused(struct session *session, const struct channel *channel)
{
    for (unsigned i = 0; i < SENT_LINES_MAX; i++) {
        struct sent_line *recent = &session->sent.recent[(session->sent.next + i) % SENT_LINES_MAX];
        const struct user *user = nicklist_user(&session->nicklist, recent->to);
        if (recent->through != channel->id + 1)
            continue;
        recent->through = 0;
        if (recent->sent + THROUGH_AGAIN < session_now(session) || user == NULL ||
            user->number != recent->user)
            continue;
        char key[PROTO_NICK];
        const struct sendq_target target = {.name = session_key(session, recent->to, key),
                                            .whisper = true};
        sendq_put(&session->sendq, SENDQ_HAND, &target, recent->line, strlen(recent->line));
    }
}

/* -- labels -- */

size_t sent_label(struct session *session, char *line, size_t length, size_t size)
{
    char copy[PROTO_LINE_MAX + 1];
    char tag[24];
    struct proto_line parsed;
    if (!is_said(line, length) || !parse_copy(&parsed, copy, line, length) ||
        strlen(parsed.params[0]) >= PROTO_NICK ||
        isupport_channel(&session->isupport, parsed.params[0]))
        return length;
    uint32_t number =
        ++session->sent.label_last ? session->sent.label_last : ++session->sent.label_last;
    size_t more = (size_t)snprintf(tag, sizeof(tag), "@label=%u ", number);
    if (length + more > size)
        return length;
    const struct user *user = nicklist_user(session_people(session), parsed.params[0]);
    struct sent_label *label = &session->sent.labels[number % SENT_LABELS_MAX];
    *label = (struct sent_label){.number = number, .user = user != NULL ? user->number : 0};
    snprintf(label->nick, sizeof(label->nick), "%s", parsed.params[0]);
    memmove(line + more, line, length);
    memcpy(line, tag, more);
    return length + more;
}

bool sent_labelled(struct session *session, const char *label, char nick[PROTO_NICK])
{
    for (unsigned i = 0; i < SENT_LABELS_MAX; i++) {
        struct sent_label *sent = &session->sent.labels[i];
        char number[12];
        snprintf(number, sizeof(number), "%u", sent->number);
        if (sent->number && strcmp(number, label) == 0) {
            memcpy(nick, sent->nick, sizeof(sent->nick));
            sent->number = 0;
            return true;
        }
    }
    return false;
}
