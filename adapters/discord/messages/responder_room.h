/* responder_room.h: how many responses are kept (the bounds of responder.h). */
#ifndef TALON_ADAPTERS_DISCORD_MESSAGES_RESPONDER_ROOM_H
#define TALON_ADAPTERS_DISCORD_MESSAGES_RESPONDER_ROOM_H

#include "responder_state.h"

/* Frees a response and all that it holds. */
void responder_drop(struct response *response);
/* Makes room for one more: drops the oldest response that has ended. False: there is none. */
bool responder_make_room(struct responder *responder, const char *user, const char *guild);

#endif
