/* refusals.h: for which channels, users and servers Discord refuses our requests, and when we try
 * again.
 *
 * After a refusal we send nothing to that address (a channel, or direct messages with a user:
 * channel_message.h) for ten seconds. Each further refusal doubles that time, up to an hour.
 * refusals_heard() ends the wait and the doubling. We also count the refusals of each server, over
 * all its channels, for posts and for answers separately. Every 20 s one refusal is taken off the
 * count. At REFUSALS_GUILD the server is muted until the count is down to half of that. So one
 * server uses less than a fiftieth of the limit in global_limit.h.
 *
 * Bound: REFUSALS_MAX addresses and servers, a hundred bytes each. To make room for one more, we
 * forget the one with the oldest refusal. We also forget each one after two hours without a
 * refusal. Pure: the time (ms) comes in. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_REFUSALS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_REFUSALS_H

#include <stdbool.h>

#include "adapters/discord/rest/global_limit.h"

enum {
    REFUSALS_MAX = 4096,
    REFUSALS_GUILD = 30,
    REFUSALS_PAY = 20000, /* ms after which one refusal is taken off a server's count */
    REFUSALS_MIN = 10000, /* ms without requests to an address after its first refusal; doubles */
    REFUSALS_LONGEST = 3600000
};

/* All zero: none. */
struct refusals {
    struct refusal *all;
};

void refusals_finish(struct refusals *refusals);

/* Call it when Discord refused a request for that address. If memory is out, neither this nor
 * refusals_count() counts the refusal. */
void refusals_leave(struct refusals *refusals, const char *place, uint64_t now);
/* Call it when something has changed there: we may send at once. The next refusal still doubles the
 * time. */
void refusals_retry(struct refusals *refusals, const char *place);
/* Call it when we could write there again: forgets the refusals of that address. */
void refusals_heard(struct refusals *refusals, const char *place);
/* Returns the time until which we send nothing to an address; 0: we may send. */
uint64_t refusals_address_due(const struct refusals *refusals, const char *place);

/* Call it when Discord refused a request for a server. Returns true if this mutes the server, and
 * it was not muted before. */
bool refusals_count(struct refusals *refusals, const char *guild, enum rest_auth auth,
                    uint64_t now);
/* Returns the time until which a server is muted; 0: it is not muted. */
uint64_t refusals_guild_due(const struct refusals *refusals, const char *guild, enum rest_auth auth,
                            uint64_t now);

#endif
