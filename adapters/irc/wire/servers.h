/* servers.h: which limits each server software puts on what a client sends. */
#ifndef TALON_ADAPTERS_IRC_WIRE_SERVERS_H
#define TALON_ADAPTERS_IRC_WIRE_SERVERS_H

#include "adapters/irc/sending/flood.h"

struct server_kind {
    const char *name;    /* for the log */
    const char *version; /* part of the version in 004, in any case; NULL: only the token tells */
    const char *token;   /* how a capability begins that no other software has; NULL: none */
    struct flood_limits limits;
};

/* The software by the version in 004; NULL: it is unknown. */
const struct server_kind *servers_find(const char *version);
/* The software by a capability that the server offers; NULL: this one does not tell. */
const struct server_kind *servers_by_token(const char *token, size_t length);
/* For unknown software. */
extern const struct server_kind servers_unknown;
/* The n-th software of the table, from 0; NULL: there are no more. */
const struct server_kind *servers_at(unsigned n);

#endif
