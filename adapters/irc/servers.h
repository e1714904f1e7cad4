/* servers.h: how servers limit one talker, by their software. */
#ifndef TALON_ADAPTERS_IRC_SERVERS_H
#define TALON_ADAPTERS_IRC_SERVERS_H

#include "pace.h"

struct server_kind {
    const char *name; /* as the log calls it */
    const char
        *version;      /* part of the version in 004, in any case; NULL: told by its token alone */
    const char *token; /* beginning of a capability that nobody else has; NULL: there is none */
    struct pace_limits limits;
};

/* By what 004 says; NULL: nobody we know. */
const struct server_kind *servers_find(const char *version);
/* By a capability that is offered. */
const struct server_kind *servers_by_token(const char *token, size_t length);
/* Of servers that nobody knows. */
extern const struct server_kind servers_unknown;
/* The n-th row from 0, NULL behind the last. */
const struct server_kind *servers_at(unsigned n);

#endif
