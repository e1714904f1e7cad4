/* membership.h: keeps the list of who is in our channels. It handles JOIN, PART, KICK, QUIT, NICK
 * and NAMES, by which people or we ourselves come, go or take another nick. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_MEMBERSHIP_H
#define TALON_ADAPTERS_IRC_PEOPLE_MEMBERSHIP_H

#include "adapters/adapter.h"
#include "adapters/irc/handler.h"

/* True if we are in the channel and people there can read us; as adapter_impl.is_in. */
bool membership_is_in(const struct session *session, const char *name);
/* Calls `each` for everybody in a channel of ours, except us; as adapter_impl.members. */
void membership_each(const struct session *session, const char *name,
                     void (*each)(void *arg, const struct chat_user *user), void *arg);

line_handler membership_on_join, membership_on_kick, membership_on_names, membership_on_nick;
line_handler membership_on_part, membership_on_quit;

#endif
