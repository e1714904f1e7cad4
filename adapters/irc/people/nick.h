/* nick.h: our own nick: we take another one if the wanted one is in use, and get it back later. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_NICK_H
#define TALON_ADAPTERS_IRC_PEOPLE_NICK_H

#include <stdbool.h>

#include "adapters/irc/handler.h"

/* A connection begins: we use the wanted nick. */
void nick_begin(struct session *session);
/* Our nick is now this one; plans how to get the wanted one back. */
void nick_changed(struct session *session, const char *nick);
/* Has the server watch the wanted nick (MONITOR) while somebody else has it. */
void nick_watch(struct session *session);
/* We are welcome and have said who we are: services that are named take the wanted nick from
 * whoever has it, if it is our account's (a connection of ours that is dead, above all). */
void nick_claim(struct session *session);
/* Whether that is the wanted nick, and the server watches it. */
bool nick_watches(const struct session *session, const char *nick);
/* Another nick is wanted from now on, and asked for where we are on the network. */
void nick_want(struct session *session, const char *nick);
/* Somebody has given up that nick: asks for it if it is the wanted one. */
void nick_freed(struct session *session, const char *nick);
/* To be called in STAGE_READY. */
void nick_tick(struct session *session);

line_handler nick_on_refused, nick_on_offline;

#endif
