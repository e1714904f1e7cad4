#include "route.h"

#include "options.h"

enum { PORT_PLAIN = 6667, PORT_TLS = 6697 };

void route_choose(struct route *route, const struct settings *settings, int64_t now)
{
    long port = settings_number(settings, KEY_PORT);
    route->tls = settings_switch(settings, KEY_TLS);
    route->port = port ? (unsigned)port : route->tls ? PORT_TLS : PORT_PLAIN;
    if (route->policy.port && route->policy.expires < now) {
        route->policy.port = 0;
    }
    unsigned other = route->upgrade ? route->upgrade : route->policy.port;
    if (!route->tls && other) {
        route->tls = true;
        route->port = other;
    }
}

void route_upgrade(struct route *route, unsigned port)
{
    route->upgrade = port;
}

void route_secure(struct route *route, uint64_t seconds, int64_t now)
{
    route->policy = (struct sts_policy){.port = seconds ? route->port : 0, .duration = seconds};
    route_renew(route, now);
}

void route_renew(struct route *route, int64_t now)
{
    route->policy.expires = now + (int64_t)route->policy.duration;
}

void route_stood(struct route *route)
{
    if (route->tls) {
        route->upgrade = 0;
    }
}

uint64_t route_wait(struct route *route, const struct settings *settings, bool steady, bool refused,
                    uint32_t chance)
{
    uint64_t least = (uint64_t)settings_number(settings, KEY_RECONNECT_MIN) * 1000;
    uint64_t most = (uint64_t)settings_number(settings, KEY_RECONNECT_MAX) * 1000;
    least = least < most ? least : most;
    route->tries = steady ? 0 : route->tries;
    uint64_t delay = least << (route->tries < 16 ? route->tries : 16);
    route->tries++;
    delay = refused || delay > most ? most : delay;
    uint64_t longest = delay + delay / 2 < most ? delay + delay / 2 : most;
    uint64_t shortest = longest - longest / 3; /* what a doubled wait has; the longest, too */
    return shortest + (longest - shortest) * (chance % 1024) / 1024;
}
