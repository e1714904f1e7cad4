/* refusals.h: who makes Discord refuse what we send, and when they are asked again.
 *
 * An address (a channel, or the talk with a user: channel_message.h) that refused is left alone for
 * ten seconds, then for twice as long each time, an hour at most, until something is heard there. A
 * server's refusals are counted over all its channels, posts and answers apart: more than
 * REFUSALS_GUILD in a short while, and it is muted until half of that is paid back, at one in 20 s.
 * So one server spends less than a fiftieth of what global_limit.h has for all.
 *
 * Bound: REFUSALS_MAX addresses and servers, a hundred bytes each; the one that refused longest
 * ago makes room, and who has refused nothing for two hours is forgotten. Pure: the time (ms) comes
 * in. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_REFUSALS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_REFUSALS_H

#include <stdbool.h>

#include "adapters/discord/rest/global_limit.h"

enum {
    REFUSALS_MAX = 4096,
    REFUSALS_GUILD = 30,
    REFUSALS_PAY = 20000, /* ms that each of a server's takes to be paid back */
    REFUSALS_MIN = 10000, /* ms that an address is left alone at first; doubled */
    REFUSALS_LONGEST = 3600000
};

/* All zero: none. */
struct refusals {
    struct refusal *all;
};

void refusals_finish(struct refusals *refusals);

/* An address refused. Memory out: it goes uncounted, here and below. */
void refusals_leave(struct refusals *refusals, const char *place, uint64_t now);
/* Something has changed there: it may be tried at once. Its interval stays. */
void refusals_retry(struct refusals *refusals, const char *place);
/* It was heard there. */
void refusals_heard(struct refusals *refusals, const char *place);
/* Until when an address is left alone; 0: it is not. */
uint64_t refusals_address_due(const struct refusals *refusals, const char *place);

/* A request for a server was refused. True: with that it is muted, which it was not. */
bool refusals_count(struct refusals *refusals, const char *guild, enum rest_auth auth,
                    uint64_t now);
/* Until when a server is muted; 0: it is not. */
uint64_t refusals_guild_due(const struct refusals *refusals, const char *guild, enum rest_auth auth,
                            uint64_t now);

#endif
