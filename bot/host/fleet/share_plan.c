#include "share_plan.h"

#include <string.h>

/* What each member has: all leases, which fill its room, and those that count for the balance. */
struct load {
    unsigned had[SHARE_MEMBERS_MAX], work[SHARE_MEMBERS_MAX];
};

static void count_loads(const struct share_fleet *fleet, struct load *load)
{
    memset(load, 0, sizeof(*load));
    for (unsigned i = 0; i < fleet->lease_count; i++) {
        const struct share_lease *lease = &fleet->leases[i];
        if (lease->at < 0)
            continue;
        load->had[lease->at]++;
        load->work[lease->at] += lease->counts;
    }
}

static bool can_take(const struct share_fleet *fleet, const struct load *load,
                     const struct share_lease *lease, unsigned member)
{
    const struct share_member *at = &fleet->members[member];
    return !at->leaves && (lease->takers >> member & 1) != 0 &&
           (at->room == 0 || load->had[member] < at->room);
}

/* Returns the member with the least work that can have the lease; -1: none can. Of equals, the
 * process that began last: a killed process stays listed for a moment, above its replacement.
 * `any`: also members that do not share. */
static int find_idlest(const struct share_fleet *fleet, const struct load *load, unsigned giver,
                       const struct share_lease *lease, bool any)
{
    int best = -1;
    for (unsigned i = 0; i < fleet->member_count; i++) {
        if (i != giver && (any || fleet->members[i].shares) && can_take(fleet, load, lease, i) &&
            (best < 0 || load->work[i] <= load->work[best]))
            best = (int)i;
    }
    return best;
}

/* Returns where the lease should go from the giver; -1: it stays. */
static int find_place(const struct share_fleet *fleet, const struct load *load, unsigned giver,
                      const struct share_lease *lease, bool homeward)
{
    if (homeward) {
        bool away =
            lease->home >= 0 && lease->home != (int)giver && fleet->members[lease->home].shares;
        return away && can_take(fleet, load, lease, (unsigned)lease->home) ? lease->home : -1;
    }
    if (!lease->counts || lease->home == (int)giver)
        return -1;
    int to = find_idlest(fleet, load, giver, lease, false);
    return to >= 0 && load->work[giver] >= load->work[to] + 2 ? to : -1;
}

static bool find_step(const struct share_fleet *fleet, const struct load *load, unsigned giver,
                      bool homeward, struct share_move *move)
{
    const struct share_lease *best = NULL;
    for (unsigned i = 0; i < fleet->lease_count; i++) {
        const struct share_lease *lease = &fleet->leases[i];
        if (lease->at != (int)giver || !lease->calm || lease->stays ||
            (best != NULL && lease->quiet <= best->quiet))
            continue;
        int to = find_place(fleet, load, giver, lease, homeward);
        if (to < 0)
            continue;
        best = lease;
        *move = (struct share_move){i, (unsigned)to};
    }
    return best != NULL;
}

bool share_plan(const struct share_fleet *fleet, unsigned giver, struct share_move *move)
{
    struct load load;
    count_loads(fleet, &load);
    const struct share_member *us = &fleet->members[giver];
    return us->shares && !us->leaves &&
           (find_step(fleet, &load, giver, true, move) ||
            find_step(fleet, &load, giver, false, move));
}

int share_heir(const struct share_fleet *fleet, unsigned giver, const struct share_lease *lease)
{
    struct load load;
    count_loads(fleet, &load);
    return find_idlest(fleet, &load, giver, lease, true);
}

unsigned share_had(const struct share_fleet *fleet, unsigned member)
{
    struct load load;
    count_loads(fleet, &load);
    return load.had[member];
}
