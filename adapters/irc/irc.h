/* irc.h: the IRC adapter. It runs a session (session.h) on a connection (conn.h), and connects
 * again whenever the connection is lost. ../registry.h lists it as `irc_adapter`. Its keys are the
 * section [irc NAME] of the configuration (options_keys.c explains each). */
#ifndef TALON_ADAPTERS_IRC_IRC_H
#define TALON_ADAPTERS_IRC_IRC_H

#include "adapters/adapter.h"

extern const struct adapter_impl irc_adapter;

#endif
