/* nick.h: our own nick: another one where it is taken, and how we get it back. */
#ifndef TALON_ADAPTERS_IRC_NICK_H
#define TALON_ADAPTERS_IRC_NICK_H

#include <stdbool.h>

#include "handler.h"

/* A connection begins, with the nick that we want. */
void nick_begin(struct session *session);
/* The server calls us so. */
void nick_changed(struct session *session, const char *nick);
/* Has the server tell when the wanted nick is free (MONITOR), where it can and that is of use. */
void nick_watch(struct session *session);
/* Whether the server watches that nick since we want it ourselves. */
bool nick_watches(const struct session *session, const char *nick);
/* Somebody gave that nick up: perhaps it is the one we want. */
void nick_freed(struct session *session, const char *nick);
/* To be called in STAGE_READY. */
void nick_tick(struct session *session);

line_handler nick_on_refused, nick_on_offline;

#endif
