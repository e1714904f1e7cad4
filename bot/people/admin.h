/* admin.h: who is an administrator of a network: services accounts, and certificates that the
 * network tells ("certfp:" and the print, hexadecimal, with colons or without), parted by blanks or
 * commas. A nick is never one. */
#ifndef TALON_BOT_PEOPLE_ADMIN_H
#define TALON_BOT_PEOPLE_ADMIN_H

#include <stdbool.h>

#include "adapters/adapter.h"

struct network;

/* What is wrong with a list; NULL: nothing. */
const char *admin_check(const char *list);
/* Whether the network vouches at this moment that the user is one of its administrators. */
bool admin_is(const struct network *network, const struct chat_user *user);
/* Whether the network is asked now for the certificate by which the author of the event, a command,
 * may be an administrator: the command comes again then. */
bool admin_asks(const struct network *network, const struct chat_event *event);

#endif
