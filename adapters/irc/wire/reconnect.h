/* reconnect.h: where a connection goes, by TLS or not, and how long it waits after it was lost.
 *
 * If the server wants TLS (sts.h) that counts more than a configuration without it. Pure: the
 * caller gives the times, in seconds since 1970. */
#ifndef TALON_ADAPTERS_IRC_WIRE_RECONNECT_H
#define TALON_ADAPTERS_IRC_WIRE_RECONNECT_H

#include "base/settings.h"
#include "sts.h"

/* At first all zero, except for a policy that was remembered. */
struct reconnect {
    bool tls;         /* the connection is, or will be, encrypted */
    unsigned port;    /* to which it goes */
    unsigned upgrade; /* port at which the server wants us by TLS; 0: it does not */
    unsigned tries;   /* connections in a row that did not last */
    struct sts_policy policy;
};

/* Sets `tls` and `port` for the next connection. If the server wanted us by TLS we go on trying
 * that, however often it fails: an attacker who can make TLS fail must not get us in plain text. */
void reconnect_choose(struct reconnect *reconnect, const struct settings *settings, int64_t now);
/* The server has told us in plain text to come by TLS on that port. */
void reconnect_upgrade(struct reconnect *reconnect, unsigned port);
/* The server has told us by TLS for how many seconds not to come without it; 0: no longer. When the
 * connection ends they are counted anew, by reconnect_renew_sts(). */
void reconnect_sts(struct reconnect *reconnect, uint64_t seconds, int64_t now);
void reconnect_renew_sts(struct reconnect *reconnect, int64_t now);
/* The session of a connection by TLS was ready: from now on only the policy counts. */
void reconnect_established(struct reconnect *reconnect);
/* A connection was lost; `steady`: it had lasted. Returns the ms until the next one. They double
 * with every connection in a row that did not last, and are reconnect_max if the server `refused`
 * us. `chance` (any number) adds up to half as much, so that many bots do not come back at once,
 * or, at reconnect_max, takes away up to a third. */
uint64_t reconnect_delay(struct reconnect *reconnect, const struct settings *settings, bool steady,
                         bool refused, uint32_t chance);

#endif
