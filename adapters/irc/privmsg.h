/* privmsg.h: what people say to us, in channels and in private, and the echo of what we say. */
#ifndef TALON_ADAPTERS_IRC_PRIVMSG_H
#define TALON_ADAPTERS_IRC_PRIVMSG_H

#include "handler.h"

line_handler privmsg_on_notice, privmsg_on_privmsg;

#endif
