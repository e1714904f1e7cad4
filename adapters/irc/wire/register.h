/* register.h: registration, from PASS, NICK and USER to the end of the MOTD. */
#ifndef TALON_ADAPTERS_IRC_WIRE_REGISTER_H
#define TALON_ADAPTERS_IRC_WIRE_REGISTER_H

#include "adapters/irc/handler.h"

/* A connection begins: tells who we are. Without TLS a password waits for the list of capabilities,
 * or some seconds, because the server may want TLS. */
void register_begin(struct session *session);
/* The capabilities are listed, and none wants TLS: sends a password that has waited. */
void register_listed(struct session *session);
void register_tick(struct session *session);

line_handler register_on_isupport, register_on_motd_end, register_on_unknown, register_on_welcome;

#endif
