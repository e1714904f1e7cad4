/* share.h: evens out how many networks and shards the processes have that share a store.
 *
 * Every SHARE_LOOK_MS each process reads who has what. If it has more than another one by two or
 * more, or has a lease whose home is another process, it hands one over (share_plan.h,
 * leases_hand()). All processes together do that once in SHARE_PAUSE_MS. After a drain or a crash
 * nobody is chosen: the others take what is free (storage/postgresql/pg_keeper.h).
 *
 * A network moves only while it is calm. It is calm if nothing waits to be sent there, so that
 * nobody waits for an answer, and if the bot has said nothing there for SHARE_CALM_MS. People
 * answer the bot's messages, and what they type during the hand-over would be lost. A table whose
 * player thinks for minutes is calm. It continues with the same hands, and nobody is told. If a
 * network is never calm, it stays until an operator moves it.
 *
 * A network also stays while a table connects it with another network of this process: that table
 * would have to wait.
 *
 * If an adapter delivers events again to the next process (adapter_caps.goes_on), nothing that
 * people do is lost. For its networks, calm only means that nothing waits to be sent. */
#ifndef TALON_BOT_HOST_FLEET_SHARE_H
#define TALON_BOT_HOST_FLEET_SHARE_H

#include "bot/host.h"
#include "storage/lease.h"

enum { SHARE_LOOK_MS = 2000, SHARE_PAUSE_MS = 10000, SHARE_CALM_MS = 5000 };

/* The leases as they were last read, each with the process that has it. */
struct share_seen {
    uint64_t at; /* loop_now() */
    const struct store_member_row *members;
    const struct store_lease_row *leases;
    unsigned member_count, lease_count;
};

/* Begins to look, if processes share the store. Returns NULL if memory is out. */
struct sharing *share_create(struct host *host);
void share_begin(struct host *host);
void share_destroy(struct sharing *share);

/* Returns false if nothing was read yet, or processes do not share the store. */
bool share_seen(const struct host *host, struct share_seen *seen);
/* Counts the leases that nobody has, that this process wants, and for which it has room. */
unsigned share_lacks(const struct host *host);

/* Why this process gave a lease away. */
enum share_cause { SHARE_BALANCE, SHARE_HOME, SHARE_BY_HAND, SHARE_CAUSES };
extern const char *const share_causes[SHARE_CAUSES];
/* Returns how often this process gave a lease away for that cause. */
uint64_t share_given(const struct host *host, enum share_cause cause);

/* Gives one network or shard to another process. NULL as the other process: the one with the fewest
 * leases of those that can have it. `told` is called once, in this turn of the loop or later. It
 * gets the name of the process that received the lease, or a fault with one line that says why
 * nothing moves. */
typedef void share_told_fn(void *arg, const char *to, const struct fault *fault);
void share_give(struct host *host, const char *lease, const char *process, share_told_fn *told,
                void *arg);

#endif
