/* nick.h: our own nick. If the wanted one is in use, we take another one and get the wanted one
 * back later. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_NICK_H
#define TALON_ADAPTERS_IRC_PEOPLE_NICK_H

#include <stdbool.h>

#include "adapters/irc/handler.h"

/* A connection begins: we ask for the wanted nick. */
void nick_begin(struct session *session);
/* Our nick is now this one. Plans how to get the wanted one back. */
void nick_changed(struct session *session, const char *nick);
/* Has the server watch the wanted nick (MONITOR) while somebody else has it. */
void nick_watch(struct session *session);
/* We are registered and logged in. If services are configured, asks them to free the wanted nick.
 * A dead connection of ours usually holds it. The nick must belong to our account. */
void nick_claim(struct session *session);
/* True if this is the wanted nick, and the server watches it. */
bool nick_watches(const struct session *session, const char *nick);
/* Changes the wanted nick, and asks for it if we are connected. */
void nick_want(struct session *session, const char *nick);
/* Somebody has given up a nick. Asks for it if it is the wanted one. */
void nick_freed(struct session *session, const char *nick);
/* Call it in STAGE_READY. */
void nick_tick(struct session *session);

line_handler nick_on_refused, nick_on_offline;

#endif
