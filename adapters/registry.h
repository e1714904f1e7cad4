/* registry.h: which adapters this build has. The array in registry.c is the whole list. */
#ifndef TALON_ADAPTERS_REGISTRY_H
#define TALON_ADAPTERS_REGISTRY_H

#include "adapter.h"

extern const struct adapter_impl console_adapter;
extern const struct adapter_impl terminal_adapter; /* only in builds with ncurses */
#ifdef TALON_IRC
extern const struct adapter_impl irc_adapter;
#endif
#ifdef TALON_DISCORD
extern const struct adapter_impl discord_adapter;
#endif
#ifdef TALON_WEB
extern const struct adapter_impl web_adapter;
#endif

#endif
