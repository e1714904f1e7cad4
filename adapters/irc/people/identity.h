/* identity.h: who somebody is: the account and the host of people whom we see, as the server tells
 * them (ACCOUNT, CHGHOST, WHO, WHOX, the tags of lines), and our own host. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_IDENTITY_H
#define TALON_ADAPTERS_IRC_PEOPLE_IDENTITY_H

#include "adapters/adapter.h"
#include "adapters/irc/handler.h"

struct channel;
struct user;

/* A user (NULL: we know nothing but the nick) as the host sees them, in a channel or (NULL) without
 * one. The strings are the nick's and the user's own: they live as long as these. */
struct chat_user identity_user(const struct session *session, const struct user *user,
                               const char *nick, const struct channel *channel);
/* Raises the event with that user and channel filled in. */
void identity_raise(struct session *session, struct chat_event event, const struct user *user,
                    const char *nick, const struct channel *channel);
/* The user's account is known now ("*", "0", "" or NULL: they have none). If it is another one,
 * lines that wait for the nick are dropped: they were for the owner of the old account. */
void identity_account(struct session *session, struct user *user, const char *account);
/* The user's host "name@host" is known now. If it was not known before, the host is told that they
 * are in `channel` (CHAT_JOIN) once more, since it may tell who they are. */
void identity_host(struct session *session, struct user *user, const char *name, const char *host,
                   const struct channel *channel);
/* Takes our own host from a line of ours that came back to us. */
void identity_own_host(struct session *session, const struct proto_line *line);
/* The queued WHO goes out: the one for the next channel may be queued. */
void identity_who_sent(struct session *session);

line_handler identity_on_account, identity_on_chghost, identity_on_host_hidden;
line_handler identity_on_names_end, identity_on_who, identity_on_whox;

#endif
