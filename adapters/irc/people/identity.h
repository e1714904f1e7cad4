/* identity.h: the accounts and hosts of the people whom we see, as the server reports them
 * (ACCOUNT, CHGHOST, WHO, WHOX, the tags of lines), and our own host. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_IDENTITY_H
#define TALON_ADAPTERS_IRC_PEOPLE_IDENTITY_H

#include "adapters/adapter.h"
#include "adapters/irc/handler.h"

struct channel;
struct user;

/* Fills in a chat_user for the host. `user` NULL: we know only the nick. `channel` NULL: outside of
 * a channel. The strings belong to `nick` and `user`, and live as long as these. */
struct chat_user identity_user(const struct session *session, const struct user *user,
                               const char *nick, const struct channel *channel);
/* Raises the event with that user and channel filled in. */
void identity_raise(struct session *session, struct chat_event event, const struct user *user,
                    const char *nick, const struct channel *channel);
/* Sets a user's account ("*", "0", "" or NULL: none). If it changed, this drops the lines that wait
 * for the nick, since they were for the owner of the old account. */
void identity_account(struct session *session, struct user *user, const char *account);
/* Sets a user's host, "name@host". If it was not known before, we raise CHAT_JOIN for `channel`
 * again, since the host may show who they are. */
void identity_host(struct session *session, struct user *user, const char *name, const char *host,
                   const struct channel *channel);
/* Takes our own host from an echo of our own line. */
void identity_own_host(struct session *session, const struct proto_line *line);
/* Call it when the queued WHO has gone out, so that the WHO for the next channel can be queued. */
void identity_who_sent(struct session *session);

line_handler identity_on_account, identity_on_chghost, identity_on_host_hidden;
line_handler identity_on_names_end, identity_on_who, identity_on_whox;

#endif
