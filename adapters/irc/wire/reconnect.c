#include "reconnect.h"

#include "adapters/irc/options.h"

enum { PORT_PLAIN = 6667, PORT_TLS = 6697 };

void reconnect_choose(struct reconnect *reconnect, const struct settings *settings, int64_t now)
{
    long port = settings_number(settings, KEY_PORT);
    reconnect->tls = settings_switch(settings, KEY_TLS);
    reconnect->port = port ? (unsigned)port : reconnect->tls ? PORT_TLS : PORT_PLAIN;
    if (reconnect->policy.port && reconnect->policy.expires < now)
        reconnect->policy.port = 0;
    unsigned other = reconnect->upgrade ? reconnect->upgrade : reconnect->policy.port;
    if (!reconnect->tls && other) {
        reconnect->tls = true;
        reconnect->port = other;
    }
}

void reconnect_upgrade(struct reconnect *reconnect, unsigned port)
{
    reconnect->upgrade = port;
}

void reconnect_sts(struct reconnect *reconnect, uint64_t seconds, int64_t now)
{
    reconnect->policy =
        (struct sts_policy){.port = seconds ? reconnect->port : 0, .duration = seconds};
    reconnect_renew_sts(reconnect, now);
}

void reconnect_renew_sts(struct reconnect *reconnect, int64_t now)
{
    reconnect->policy.expires = now + (int64_t)reconnect->policy.duration;
}

void reconnect_established(struct reconnect *reconnect)
{
    if (reconnect->tls)
        reconnect->upgrade = 0;
}

uint64_t reconnect_delay(struct reconnect *reconnect, const struct settings *settings, bool steady,
                         bool refused, uint32_t chance)
{
    uint64_t least = (uint64_t)settings_number(settings, KEY_RECONNECT_MIN) * 1000;
    uint64_t most = (uint64_t)settings_number(settings, KEY_RECONNECT_MAX) * 1000;
    least = least < most ? least : most;
    reconnect->tries = steady ? 0 : reconnect->tries;
    uint64_t delay = least << (reconnect->tries < 16 ? reconnect->tries : 16);
    reconnect->tries++;
    delay = refused || delay > most ? most : delay;
    uint64_t longest = delay + delay / 2 < most ? delay + delay / 2 : most;
    uint64_t shortest = longest - longest / 3; /* if the longest wait was cut, the shortest keeps
                                                * the same proportion to it */
    return shortest + (longest - shortest) * (chance % 1024) / 1024;
}
