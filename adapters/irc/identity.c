#include "identity.h"

#include <string.h>

#include "cloak.h"
#include "modes.h"
#include "session_state.h"

#define WHOX_TOKEN  "7"
#define WHOX_FIELDS "%tcuhna," WHOX_TOKEN

struct chat_user identity_user(const struct session *session, const struct user *user,
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

void identity_raise(struct session *session, struct chat_event event, const struct user *user,
                    const char *nick, const struct member_channel *channel)
{
    event.channel = channel ? channel->named.name : NULL;
    event.user = identity_user(session, user, nick, channel);
    session_raise(session, &event);
}

/* -- accounts and hosts -- */

void identity_account(struct session *session, struct user *user, const char *account)
{
    bool none = roster_no_account(account);
    if (none ? !user->account : user->account && strcmp(user->account, account) == 0) {
        return;
    }
    bool had = user->account;
    roster_account(&session->roster, user, account);
    if (had) {
        sent_revoke(session, user->named.name);
    }
    identity_raise(session, (struct chat_event){.kind = CHAT_IDENTITY}, user, user->named.name,
                   NULL);
}

void identity_on_account(struct session *session, const struct proto_line *line)
{
    struct user *user = roster_user(&session->roster, line->nick);
    if (user) {
        identity_account(session, user, line->params[0]);
    }
}

void identity_host(struct session *session, struct user *user, const char *name, const char *host,
                   const struct member_channel *channel)
{
    if (roster_host(&session->roster, user, name, host)) {
        identity_raise(session, (struct chat_event){.kind = CHAT_JOIN}, user, user->named.name,
                       channel);
    }
}

void identity_own_host(struct session *session, const struct proto_line *line)
{
    if (*line->host) {
        session->user_host = 2 + strlen(line->user) + strlen(line->host);
    }
}

static void set_host(struct session *session, const char *user, const char *host)
{
    session->user_host = 2 + strlen(user) + strlen(host);
    modes_again(session);
}

/* 396: our host as others see it; the user's name may be in front, or stays unknown. */
void identity_on_host_hidden(struct session *session, const struct proto_line *line)
{
    set_host(session, "1234567890", line->params[1]);
}

void identity_on_chghost(struct session *session, const struct proto_line *line)
{
    struct user *user = roster_user(&session->roster, line->nick);
    if (session_same(session, line->nick, session->nick)) {
        set_host(session, line->params[0], line->params[1]);
    } else if (user) {
        roster_host(&session->roster, user, line->params[0], line->params[1]);
    }
}

/* -- WHO -- */

static void queue_who(struct session *session)
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
void identity_on_names_end(struct session *session, const struct proto_line *line)
{
    struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    bool ask = !(session->caps & CAP_HOSTS_IN_NAMES) || session->isupport.whox;
    if (session_inside(channel) && ask && !channel->unasked) {
        channel->unasked = true;
        session->who_count++;
        queue_who(session);
    }
}

void identity_who_sent(struct session *session)
{
    session->who_waits = false;
    queue_who(session);
}

/* 354, as we asked for: token, channel, user, host, nick, account. */
void identity_on_whox(struct session *session, const struct proto_line *line)
{
    const struct member_channel *channel = roster_channel(&session->roster, line->params[2]);
    struct user *user = roster_user(&session->roster, line->params[5]);
    if (strcmp(line->params[1], WHOX_TOKEN) == 0 && session_inside(channel) && user &&
        roster_member(user, channel)) {
        identity_account(session, user, line->params[6]);
        identity_host(session, user, line->params[3], line->params[4], channel);
    }
}

/* 352: channel, user, host, server, nick. */
void identity_on_who(struct session *session, const struct proto_line *line)
{
    const struct member_channel *channel = roster_channel(&session->roster, line->params[1]);
    struct user *user = roster_user(&session->roster, line->params[5]);
    if (session_inside(channel) && user && roster_member(user, channel)) {
        identity_host(session, user, line->params[2], line->params[3], channel);
    }
}
