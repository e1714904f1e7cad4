/* share_plan.h: which network or shard a process hands to which other process, so that each is
 * where it belongs and all processes have about the same number. Pure: no clock, no store.
 *
 * The plan is made one step at a time. A step either brings a lease to its home or evens out the
 * numbers: after it the giver still has no fewer leases than the taker. A lease stays if it is at
 * its home, or if an operator gave it to its process. So steps come to an end, and no step undoes
 * another one. */
#ifndef TALON_BOT_HOST_FLEET_SHARE_PLAN_H
#define TALON_BOT_HOST_FLEET_SHARE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum { SHARE_MEMBERS_MAX = 64 };

struct share_member {
    bool shares;   /* plans may move leases to this member and from it */
    bool leaves;   /* it gives all its leases away */
    unsigned room; /* the most leases that it may have; 0: no limit */
};

struct share_lease {
    int at;   /* the member that has it, or to whom it is being handed; -1: nobody */
    int home; /* the member that is to have it if it can; -1: any, or its home is not there */
    uint64_t takers; /* the members that can have it: bit N is member N */
    bool counts;     /* it counts for the balance. Leases of pages do not count, and move only to
                      * their home */
    bool stays;      /* an operator gave it to the process that has it */
    bool calm;       /* it may move now; only read for leases of the giver */
    uint64_t quiet;  /* milliseconds since the last message there; the quietest one moves */
};

struct share_fleet {
    struct share_member members[SHARE_MEMBERS_MAX];
    unsigned member_count;
    struct share_lease *leases;
    unsigned lease_count;
};

struct share_move {
    unsigned lease, to; /* numbers in the lists */
};

/* Finds the next step of that member. False: none of its leases should move now. */
bool share_plan(const struct share_fleet *fleet, unsigned giver, struct share_move *move);
/* Finds the member that gets the lease if an operator takes it from the giver. Balance does not
 * matter then, and the member need not share. -1: no other member can have it. */
int share_heir(const struct share_fleet *fleet, unsigned giver, const struct share_lease *lease);
/* How many leases the member has. */
unsigned share_had(const struct share_fleet *fleet, unsigned member);

#endif
