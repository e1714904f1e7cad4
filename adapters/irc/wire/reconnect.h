/* reconnect.h: where to connect next, by TLS or not, and how long to wait after a loss. A server's
 * wish for TLS (sts.h) overrides a configuration without TLS. Pure: the caller gives the times, in
 * seconds since 1970. */
#ifndef TALON_ADAPTERS_IRC_WIRE_RECONNECT_H
#define TALON_ADAPTERS_IRC_WIRE_RECONNECT_H

#include "base/settings.h"
#include "sts.h"

/* Begins all zero, except for a remembered policy. */
struct reconnect {
    bool tls;         /* the connection is, or will be, encrypted */
    unsigned port;    /* to which it goes */
    unsigned upgrade; /* port at which the server wants TLS; 0: it does not ask for it */
    unsigned tries;   /* connections in a row that did not last */
    struct sts_policy policy;
};

/* Sets `tls` and `port` for the next connection. If the server wanted TLS we keep trying TLS,
 * however often it fails: an attacker who can make TLS fail must not get our plain text. */
void reconnect_choose(struct reconnect *reconnect, const struct settings *settings, int64_t now);
/* The server has told us, in plain text, to come by TLS on this port. */
void reconnect_upgrade(struct reconnect *reconnect, unsigned port);
/* The server has told us, by TLS, for how many seconds we must use TLS; 0: no longer. When the
 * connection ends, reconnect_renew_sts() starts these seconds again. */
void reconnect_sts(struct reconnect *reconnect, uint64_t seconds, int64_t now);
void reconnect_renew_sts(struct reconnect *reconnect, int64_t now);
/* A session is ready. If it uses TLS, this forgets the port of reconnect_upgrade(): from now on
 * only the policy of reconnect_sts() demands TLS. */
void reconnect_established(struct reconnect *reconnect);
/* A connection was lost; `steady`: it had lasted. Returns the ms to wait. They double with each
 * connection in a row that did not last, and are reconnect_max if the server `refused` us. `chance`
 * (any number) spreads many bots: it adds up to half, or at reconnect_max subtracts up to a
 * third. */
uint64_t reconnect_delay(struct reconnect *reconnect, const struct settings *settings, bool steady,
                         bool refused, uint32_t chance);

#endif
