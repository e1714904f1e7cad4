#include "privmsg.h"

#include <stdio.h>
#include <string.h>

#include "adapters/irc/people/cloak.h"
#include "adapters/irc/people/identity.h"
#include "adapters/irc/people/relay.h"
#include "adapters/irc/sending/throttle.h"
#include "adapters/irc/wire/charset.h"
#include "base/array.h"
#include "base/version.h"
#include "session_state.h"

enum {
    CTCP_EVERY = 5000,  /* ms that an answer to CTCP costs */
    CTCP_AHEAD = 10000, /* ms that answers to CTCP may cost at once */
    POINT_EVERY = 10000 /* ms between two answers of a helper that names the bot */
};

/* The tags by which networks mark lines of bots. */
static const char *const bot_tags[] = {"bot", "draft/bot", "inspircd.org/bot"};

static void answer_ctcp(struct session *session, const struct proto_line *line)
{
    uint64_t now = session_now(session);
    char reply[256];
    const char *request = line->params[1] + 1;
    size_t length = strcspn(request, "\x01");
    if (length == 7 && memcmp(request, "VERSION", 7) == 0)
        snprintf(reply, sizeof(reply), "\x01VERSION Talon %s\x01", version_number);
    else if (length >= 4 && length < 64 && memcmp(request, "PING", 4) == 0 &&
             (length == 4 || request[4] == ' '))
        snprintf(reply, sizeof(reply), "\x01%.*s\x01", (int)length, request);
    else
        return;
    uint64_t from = session->ctcp_due > now ? session->ctcp_due : now;
    if (from + CTCP_EVERY > now + CTCP_AHEAD)
        return;
    session->ctcp_due = from + CTCP_EVERY;
    SESSION_PUT(session, SENDQ_INFO, "NOTICE", reply, line->nick);
}

static bool from_bot(const struct proto_line *line)
{
    for (size_t i = 0; i < ARRAY_SIZE(bot_tags); i++) {
        if (proto_has_tag(line, bot_tags[i]))
            return true;
    }
    return false;
}

/* True if the configuration has us ignore the author. */
static bool is_ignored(const struct session *session, const struct proto_line *line)
{
    char source[PROTO_INPUT + 1];
    char mask[PROTO_CHANNEL];
    const char *at = session->setup.ignore != NULL ? session->setup.ignore : "";
    snprintf(source, sizeof(source), "%s!%s@%s", line->nick, line->user, line->host);
    for (at += strspn(at, " ,"); *at != '\0'; at += strspn(at, " ,")) {
        size_t length = strcspn(at, " ,");
        snprintf(mask, sizeof(mask), "%.*s", (int)length, at);
        at += length;
        if (length < sizeof(mask) && proto_mask(session->isupport.map, mask, source))
            return true;
    }
    return false;
}

/* If the line echoes one of ours, that line has arrived, and shows our host as others see it. */
static void take_echo(struct session *session, const struct proto_line *line)
{
    if (session_is_me(session, line->nick) && *line->host != '\0') {
        identity_own_host(session, line);
        throttle_echo(session, line->params[0]);
    }
}

/* We ignore every NOTICE of others. */
void privmsg_on_notice(struct session *session, const struct proto_line *line)
{
    take_echo(session, line);
}

/* Raises what somebody said through a relay of the configuration. */
static void pass_on(struct session *session, const struct proto_line *line,
                    const struct channel *channel, const char *text)
{
    struct relayed relayed;
    if (!relay_read(line, text, &relayed))
        return;
    struct chat_event event = {.kind = CHAT_MESSAGE,
                               .channel = channel->named.name,
                               .text = relayed.text,
                               .user = {.id = relayed.id,
                                        .name = relayed.name,
                                        .host = relayed.host,
                                        .host_vouched = true,
                                        .unseen = true}};
    session_raise(session, &event);
}

/* Tells the author of a whisper to a helper whom to write to. */
static void point_to_bot(struct session *session, const struct proto_line *line)
{
    char words[PROTO_LINE];
    const char *bot = session->helpers.bot->nick;
    uint64_t now = session_now(session);
    if (now < session->helpers.answer_due)
        return;
    session->helpers.answer_due = now + POINT_EVERY;
    snprintf(words, sizeof(words), "I only whisper for %s. Please write to %s.", bot, bot);
    SESSION_PUT(session, SENDQ_INFO, "NOTICE", words, line->nick);
}

/* Somebody wrote to a helper. It counts as written to the bot: the window with the helper is where
 * a player sees their hand, and where they answer. */
static void pass_to_bot(struct session *session, const struct proto_line *line)
{
    struct session *bot = session->helpers.bot;
    struct proto_line copy = *line;
    if (!session_is_me(session, line->params[0]))
        return;
    sendq_time(&bot->sendq, session_now(session));
    if (!helper_knows(session, line)) {
        if (nicklist_user(&bot->nicklist, line->nick) == NULL && !relay_is_id(line->nick))
            unseen_talks(bot, line); /* the bot learns from where the nick speaks now */
        point_to_bot(session, line);
        return;
    }
    copy.params[0] = bot->nick;
    privmsg_on_privmsg(bot, &copy);
}

void privmsg_on_privmsg(struct session *session, const struct proto_line *line)
{
    take_echo(session, line);
    if (*line->host == '\0' || *line->nick == '\0' || session_is_me(session, line->nick) ||
        is_ignored(session, line))
        return;
    bool relay = relay_knows(session, line);
    if (!relay && from_bot(line))
        return;
    bool private = session_is_me(session, line->params[0]);
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[0]);
    if (!private && !session_joined(channel))
        return;
    if (*line->params[1] == '\x01') {
        if (private)
            answer_ctcp(session, line);
        return;
    }
    if (session->helpers.bot != NULL) {
        pass_to_bot(session, line);
        return;
    }
    char text[PROTO_INPUT + 1];
    char account[CHAT_ID_MAX] = "";
    bool whole = true;
    if (session->isupport.utf8)
        snprintf(text, sizeof(text), "%s", line->params[1]);
    else
        whole = charset_copy(text, sizeof(text), line->params[1]);
    if (!whole)
        text[0] = '\0';
    proto_strip(text);
    if (*text == '\0' && whole)
        return;
    if (relay && !private) {
        if (whole)
            pass_on(session, line, channel, text);
        return;
    }
    struct user *user = nicklist_user(&session->nicklist, line->nick);
    if (user == NULL && !relay_is_id(line->nick))
        unseen_talks(session, line);
    bool tagged = session->caps & CAP_ACCOUNT_TAG;
    if (tagged && !proto_tag(line, "account", account, sizeof(account))) {
        if (proto_has_tag(line, "account"))
            return; /* the account is too long to read, so the author would look like a guest: drops
                       the message */
        account[0] = '\0';
    }
    if (tagged && user != NULL)
        identity_account(session, user, account);
    if (user != NULL && !private)
        identity_host(session, user, line->user, line->host, channel);
    struct chat_event event = {.kind = CHAT_MESSAGE, .text = text, .too_long = !whole};
    event.channel = private ? NULL : channel->named.name;
    event.user = identity_user(session, user, line->nick, private ? NULL : channel);
    event.user.relayed = user == NULL && relay_is_id(line->nick);
    event.user.unseen = event.user.relayed || (user == NULL && !session->isupport.monitor);
    char host[PROTO_INPUT + 1];
    snprintf(host, sizeof(host), "%s@%s", line->user, line->host);
    event.user.host = host;
    event.user.host_vouched = cloak_vouches(host);
    if (tagged) /* the tag of this message is right, even if we knew another account */
        event.user.account = *account != '\0' ? account : NULL;
    session_raise(session, &event);
}
