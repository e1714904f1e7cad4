/* identity.h: who somebody is: the account and the host of people whom we see, as the server tells
 * them (ACCOUNT, CHGHOST, WHO, WHOX, the tags of lines), and our own host. */
#ifndef TALON_ADAPTERS_IRC_IDENTITY_H
#define TALON_ADAPTERS_IRC_IDENTITY_H

#include "adapters/adapter.h"
#include "handler.h"

struct member_channel;
struct user;

/* `user` (NULL: unknown) as the host sees them, in a channel or (NULL) without. The strings are the
 * user's and the caller's. */
struct chat_user identity_user(const struct session *session, const struct user *user,
                               const char *nick, const struct member_channel *channel);
/* Raises an event about them, whose kind and text the caller gives. */
void identity_raise(struct session *session, struct chat_event event, const struct user *user,
                    const char *nick, const struct member_channel *channel);
/* Takes an account over; a change revokes what waits for its old owner. */
void identity_account(struct session *session, struct user *user, const char *account);
/* Takes a host over, "name@host"; found out late, it tells who somebody is. */
void identity_host(struct session *session, struct user *user, const char *name, const char *host,
                   const struct member_channel *channel);
/* A line of our own came back, with the host that others see. */
void identity_own_host(struct session *session, const struct proto_line *line);
/* The WHO that waited goes out: the next channel that has to be asked for may be. */
void identity_who_sent(struct session *session);

line_handler identity_on_account, identity_on_chghost, identity_on_host_hidden;
line_handler identity_on_names_end, identity_on_who, identity_on_whox;

#endif
