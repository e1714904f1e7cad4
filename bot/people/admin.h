/* admin.h: the administrators of a network.
 *
 * The list names services accounts, and certificates ("certfp:" and the fingerprint in
 * hexadecimal, with colons or without), with blanks or commas between them. Nobody is an
 * administrator by their nick: anyone can take a nick. */
#ifndef TALON_BOT_PEOPLE_ADMIN_H
#define TALON_BOT_PEOPLE_ADMIN_H

#include <stdbool.h>

#include "adapters/adapter.h"

struct network;

/* Returns what is wrong with a list; NULL: nothing. */
const char *admin_check(const char *list);
/* Returns true if the network vouches at this moment that the user is one of its administrators. */
bool admin_is(const struct network *network, const struct chat_user *user);
/* Asks the network for the certificate of the event's author, if the list has certificates and the
 * author's is not known. Returns true if it asks: the caller must drop the event, a command,
 * because the adapter raises it again with the answer. */
bool admin_asks(const struct network *network, const struct chat_event *event);

#endif
