#include "identity.h"

#include <string.h>

#include "adapters/irc/session_state.h"
#include "cloak.h"
#include "modes.h"

#define WHOX_TOKEN  "7"
#define WHOX_FIELDS "%tcuhna," WHOX_TOKEN

struct chat_user identity_user(const struct session *session, const struct user *user,
                               const char *nick, const struct channel *channel)
{
    struct chat_user chat = {.id = nick, .name = nick};
    if (user != NULL) {
        chat.account = user->account;
        chat.host = user->host;
        chat.host_vouched = cloak_vouches(user->host);
        chat.certificate = user->certificate;
        chat.connection = user->connection;
        const uint32_t *member = channel != NULL ? nicklist_ranks(user, channel) : NULL;
        chat.is_operator = member != NULL && (*member & isupport_operators(&session->isupport));
    }
    return chat;
}

void identity_raise(struct session *session, struct chat_event event, const struct user *user,
                    const char *nick, const struct channel *channel)
{
    event.channel = channel != NULL ? channel->named.name : NULL;
    event.user = identity_user(session, user, nick, channel);
    session_raise(session, &event);
}

/* -- accounts and hosts -- */

void identity_account(struct session *session, struct user *user, const char *account)
{
    bool none = nicklist_no_account(account);
    if (none ? user->account == NULL : user->account != NULL && strcmp(user->account, account) == 0)
        return;
    bool had = user->account != NULL;
    nicklist_set_account(&session->nicklist, user, account);
    if (had)
        sent_revoke(session, user->named.name);
    identity_raise(session, (struct chat_event){.kind = CHAT_IDENTITY}, user, user->named.name,
                   NULL);
}

void identity_on_account(struct session *session, const struct proto_line *line)
{
    struct user *user = nicklist_user(&session->nicklist, line->nick);
    if (user != NULL)
        identity_account(session, user, line->params[0]);
}

void identity_host(struct session *session, struct user *user, const char *name, const char *host,
                   const struct channel *channel)
{
    if (nicklist_set_host(&session->nicklist, user, name, host)) {
        identity_raise(session, (struct chat_event){.kind = CHAT_JOIN}, user, user->named.name,
                       channel);
    }
}

void identity_own_host(struct session *session, const struct proto_line *line)
{
    if (*line->host != '\0')
        session->user_host = 2 + strlen(line->user) + strlen(line->host);
}

static void set_host(struct session *session, const char *user, const char *host)
{
    session->user_host = 2 + strlen(user) + strlen(host);
    modes_again(session);
}

/* 396: our host as others see it. Some servers put the user name before it. If the user name is
 * missing, we assume one of the usual length. */
void identity_on_host_hidden(struct session *session, const struct proto_line *line)
{
    set_host(session, "1234567890", line->params[1]);
}

void identity_on_chghost(struct session *session, const struct proto_line *line)
{
    struct user *user = nicklist_user(&session->nicklist, line->nick);
    if (session_same(session, line->nick, session->nick))
        set_host(session, line->params[0], line->params[1]);
    else if (user != NULL) {
        nicklist_set_host(&session->nicklist, user, line->params[0], line->params[1]);
        identity_raise(session, (struct chat_event){.kind = CHAT_KNOWN}, user, user->named.name,
                       NULL);
    }
}

/* -- WHO -- */

static void queue_who(struct session *session)
{
    if (session->who_waits || session->who_count == 0)
        return;
    for (uint32_t i = 0; i < session->nicklist.channel_count; i++) {
        struct channel *channel = session->nicklist.channels[i];
        if (!channel->who_wanted)
            continue;
        channel->who_wanted = false;
        session->who_count--;
        const char *fields = session->isupport.whox ? WHOX_FIELDS : NULL;
        if (session_joined(channel)) {
            session->who_waits =
                SESSION_PUT(session, SENDQ_INFO, "WHO", NULL, channel->named.name, fields);
            return;
        }
    }
}

/* 366: NAMES is over. If NAMES had no hosts, we send WHO for them, since we know guests by their
 * host. If the server has WHOX, we always send it: it gives the accounts of people who were there
 * before us. We ask about one channel at a time. */
void identity_on_names_end(struct session *session, const struct proto_line *line)
{
    struct channel *channel = nicklist_channel(&session->nicklist, line->params[1]);
    bool ask = !(session->caps & CAP_HOSTS_IN_NAMES) || session->isupport.whox;
    if (session_joined(channel) && ask && !channel->who_wanted) {
        channel->who_wanted = true;
        session->who_count++;
        queue_who(session);
    }
}

void identity_who_sent(struct session *session)
{
    session->who_waits = false;
    queue_who(session);
}

/* 354, with the fields that we asked for: token, channel, user, host, nick, account. */
void identity_on_whox(struct session *session, const struct proto_line *line)
{
    const struct channel *channel = nicklist_channel(&session->nicklist, line->params[2]);
    struct user *user = nicklist_user(&session->nicklist, line->params[5]);
    if (strcmp(line->params[1], WHOX_TOKEN) == 0 && session_joined(channel) && user != NULL &&
        nicklist_ranks(user, channel) != NULL) {
        identity_account(session, user, line->params[6]);
        identity_host(session, user, line->params[3], line->params[4], channel);
    }
}

/* 352: channel, user, host, server, nick. */
void identity_on_who(struct session *session, const struct proto_line *line)
{
    const struct channel *channel = nicklist_channel(&session->nicklist, line->params[1]);
    struct user *user = nicklist_user(&session->nicklist, line->params[5]);
    if (session_joined(channel) && user != NULL && nicklist_ranks(user, channel) != NULL)
        identity_host(session, user, line->params[2], line->params[3], channel);
}
