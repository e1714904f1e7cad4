/* irc.h: the IRC adapter: a session (session.h) on a connection (conn.h), which is opened again
 * whenever it is lost.
 *
 * Registered as `irc_adapter` in ../registry.h. Its keys are the section [irc NAME] of the
 * configuration; their rows explain them (options_keys.c). */
#ifndef TALON_ADAPTERS_IRC_IRC_H
#define TALON_ADAPTERS_IRC_IRC_H

#include "adapters/adapter.h"

extern const struct adapter_impl irc_adapter;

#endif
