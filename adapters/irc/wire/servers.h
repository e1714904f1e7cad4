/* servers.h: the limits that each server software sets on what a client sends. */
#ifndef TALON_ADAPTERS_IRC_WIRE_SERVERS_H
#define TALON_ADAPTERS_IRC_WIRE_SERVERS_H

#include "adapters/irc/sending/flood.h"

struct server_kind {
    const char *name;    /* for the log */
    const char *version; /* part of the version in 004, upper or lower case; NULL: use `token` */
    const char *token;   /* beginning of a capability that only this software has; NULL: none */
    struct flood_limits limits;
};

/* Finds the software by the version in 004; NULL: unknown. */
const struct server_kind *servers_find(const char *version);
/* Finds the software by a capability of the server; NULL: this capability does not tell. */
const struct server_kind *servers_by_token(const char *token, size_t length);
/* For unknown software. */
extern const struct server_kind servers_unknown;
/* Returns the n-th software of the table, from 0; NULL: there are no more. */
const struct server_kind *servers_at(unsigned n);

#endif
