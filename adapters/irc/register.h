/* register.h: registration, from PASS, NICK and USER to the end of the MOTD. */
#ifndef TALON_ADAPTERS_IRC_REGISTER_H
#define TALON_ADAPTERS_IRC_REGISTER_H

#include "handler.h"

/* A connection begins, and says who we are; a password waits in plain text for a moment, in which
 * the server may want us to come by TLS. */
void register_begin(struct session *session);
/* All capabilities are told: a password that waited for one of them to want TLS goes now. */
void register_listed(struct session *session);
void register_tick(struct session *session);

line_handler register_on_isupport, register_on_motd_end, register_on_unknown, register_on_welcome;

#endif
