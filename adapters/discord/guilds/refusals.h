/* refusals.h: whose requests Discord refuses, and when we ask again.
 *
 * After a refusal we leave an address (a channel, or the talk with a user: channel_message.h) alone
 * for ten seconds, then for twice as long each time, an hour at most, until we hear something
 * there. We count a server's refusals over all its channels, posts and answers apart. After more
 * than REFUSALS_GUILD in a short while the server is muted until half of them are paid back, one in
 * 20 s. So one server uses less than a fiftieth of the limit in global_limit.h.
 *
 * Bound: REFUSALS_MAX addresses and servers, a hundred bytes each. For one more, the one with the
 * oldest refusal is forgotten, as is each after two hours without a refusal. Pure: the time (ms)
 * comes in. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_REFUSALS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_REFUSALS_H

#include <stdbool.h>

#include "adapters/discord/rest/global_limit.h"

enum {
    REFUSALS_MAX = 4096,
    REFUSALS_GUILD = 30,
    REFUSALS_PAY = 20000, /* ms in which one refusal of a server is paid back */
    REFUSALS_MIN = 10000, /* ms for which we leave an address alone at first; doubles */
    REFUSALS_LONGEST = 3600000
};

/* All zero: none. */
struct refusals {
    struct refusal *all;
};

void refusals_finish(struct refusals *refusals);

/* An address refused a request. If memory is out it goes uncounted, here and below. */
void refusals_leave(struct refusals *refusals, const char *place, uint64_t now);
/* Something has changed there: we may try at once. The interval stays. */
void refusals_retry(struct refusals *refusals, const char *place);
/* It was heard there. */
void refusals_heard(struct refusals *refusals, const char *place);
/* Until when we leave an address alone; 0: we may ask. */
uint64_t refusals_address_due(const struct refusals *refusals, const char *place);

/* Discord refused a request for a server. Returns whether this mutes the server, which was not
 * muted before. */
bool refusals_count(struct refusals *refusals, const char *guild, enum rest_auth auth,
                    uint64_t now);
/* Until when a server is muted; 0: it is not. */
uint64_t refusals_guild_due(const struct refusals *refusals, const char *guild, enum rest_auth auth,
                            uint64_t now);

#endif
