/* route.h: where a connection goes, by TLS or not, and how long it waits after it was lost.
 *
 * What the server said of TLS (sts.h) beats a configuration without it. Pure: times come from the
 * caller, in seconds since 1970. */
#ifndef TALON_ADAPTERS_IRC_ROUTE_H
#define TALON_ADAPTERS_IRC_ROUTE_H

#include "bot/base/settings.h"
#include "sts.h"

/* All zero at first, but for a policy that was remembered. */
struct route {
    bool tls;         /* it is, or will be, encrypted */
    unsigned port;    /* it goes to */
    unsigned upgrade; /* where the server wants us by TLS; 0: nowhere */
    unsigned tries;   /* in a row that did not last */
    struct sts_policy policy;
};

/* Before each connection: sets `tls` and `port`. Where the server wanted us we go on trying,
 * however often that fails: who can make TLS fail must not have us in plain text. */
void route_choose(struct route *route, const struct settings *settings, int64_t now);
/* The server wants us by TLS on that port. */
void route_upgrade(struct route *route, unsigned port);
/* The server says by TLS for how many seconds never to come without; 0: no more. They are counted
 * anew from the end of the connection: route_renew(). */
void route_secure(struct route *route, uint64_t seconds, int64_t now);
void route_renew(struct route *route, int64_t now);
/* A connection has stood: from now on the policy tells. */
void route_stood(struct route *route);
/* A connection is lost, which lasted if `steady`; gives ms until the next. Doubled with every try
 * in a row, and by `chance` up to half as much again, so that many bots do not come back at once;
 * most of all where the server `refused`. Never beyond reconnect_max: there, chance takes up to a
 * third off. */
uint64_t route_wait(struct route *route, const struct settings *settings, bool steady, bool refused,
                    uint32_t chance);

#endif
