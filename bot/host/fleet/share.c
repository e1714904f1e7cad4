#include "share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "bot/host/daemon_state.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/fleet/share_plan.h"

_Static_assert((int)SHARE_MEMBERS_MAX == (int)STORE_MEMBERS_MAX, "a plan has room for all members");

const char *const share_causes[SHARE_CAUSES] = {"balance", "home", "hand"};

struct sharing {
    struct timer timer; /* first member, so that a cast finds this struct */
    struct host *host;
    bool looks; /* the store has not answered yet */
    bool turn;  /* when the answer comes, it is our turn to give something */
    char *welcomes;
    bool shares;
    unsigned room; /* what we told the store, with the two above */
    uint64_t given[SHARE_CAUSES];
    uint64_t seen_at; /* loop_now() */
    struct store_member_row *members;
    struct store_lease_row *leases;
    unsigned member_count, lease_count;
};

/* Waits for the store's answer to share_give(). */
struct gift {
    struct host *host;
    share_told_fn *told;
    void *arg;
    bool named; /* `process` was given */
    char lease[STORE_LEASE_NAME_MAX], process[STORE_PROCESS_MAX];
};

/* -- what is planned with -- */

static int find_ours(const struct store_fleet *rows)
{
    for (unsigned i = 0; i < rows->member_count; i++) {
        if (rows->members[i].ours)
            return (int)i;
    }
    return -1;
}

/* Returns the member that is the home of the lease; -1: none is. Several processes may have the
 * name: then the one that has the lease is its home. */
static int find_home(const struct store_fleet *rows, const struct store_lease_row *row,
                     const char *home)
{
    int found = -1;
    for (unsigned i = 0; home != NULL && i < rows->member_count; i++) {
        const struct store_member_row *member = &rows->members[i];
        bool may = (row->takers >> i & 1) != 0 && member->shares && !member->leaves;
        if (strcmp(member->name, home) == 0 && (may || row->member == (int)i) &&
            (found < 0 || row->member == (int)i))
            found = (int)i;
    }
    return found;
}

/* Returns what a plan needs of these rows; valid until the next call. */
static struct share_fleet *plan_with(const struct host *host, const struct store_fleet *rows)
{
    static struct share_lease leases[STORE_LEASES_MAX];
    static struct share_fleet plan = {.leases = leases};
    struct share_fleet *fleet = &plan;
    fleet->member_count = rows->member_count;
    fleet->lease_count = rows->lease_count;
    for (unsigned i = 0; i < rows->member_count; i++) {
        const struct store_member_row *row = &rows->members[i];
        fleet->members[i] = (struct share_member){row->shares, row->leaves, row->room};
    }
    for (unsigned i = 0; i < rows->lease_count; i++) {
        const struct store_lease_row *row = &rows->leases[i];
        struct share_lease *lease = &fleet->leases[i];
        const struct network_setup *setup = leases_setup(host, row->name);
        *lease = (struct share_lease){.at = row->member >= 0 ? row->member : row->heir,
                                      .takers = row->takers,
                                      .counts = setup == NULL || setup->impl->pages == NULL,
                                      .stays = row->by_hand};
        lease->home = find_home(rows, row, setup != NULL ? setup->home : NULL);
        lease->calm = row->ours && leases_are_calm(host, row->name, SHARE_CALM_MS, &lease->quiet);
    }
    return fleet;
}

/* -- giving -- */

static void give(struct sharing *share, const struct store_fleet *rows,
                 const struct share_fleet *fleet, const struct share_move *move)
{
    const struct host *host = share->host;
    const struct store_lease_row *lease = &rows->leases[move->lease];
    const struct store_member_row *to = &rows->members[move->to];
    bool home = fleet->leases[move->lease].home == (int)move->to;
    const char *why = leases_hand(share->host, lease->name, to->process, false);
    if (why != NULL) {
        log_warn(&host->log, "network %s does not move: %s", lease->name, why);
        return;
    }
    share->given[home ? SHARE_HOME : SHARE_BALANCE]++;
    log_info(&host->log, "network %s moves to process %s, %s", lease->name, to->name,
             home ? "its home" : "which has less");
}

static void look(struct sharing *share);

static void on_turn(void *arg, bool ok, uint64_t wait)
{
    struct sharing *share = ((struct host *)arg)->daemon->share;
    if (share == NULL)
        return;
    share->looks = false;
    share->turn = ok && wait == 0;
    if (share->turn)
        look(share);
}

/* Finds the next step. Leaves networks together that a table connects. */
static bool find_move(const struct host *host, const struct store_fleet *rows,
                      struct share_fleet *fleet, unsigned ours, struct share_move *move)
{
    while (share_plan(fleet, ours, move)) {
        if (!leases_span(host, rows->leases[move->lease].name))
            return true;
        fleet->leases[move->lease].calm = false;
    }
    return false;
}

static void follow_plan(struct sharing *share, const struct store_fleet *rows)
{
    struct host *host = share->host;
    struct share_move move;
    int ours = find_ours(rows);
    bool turn = share->turn;
    share->turn = false;
    if (ours < 0 || host->stopping || host->daemon->drained || host->trouble || !leases_hold(host))
        return;
    struct share_fleet *fleet = plan_with(host, rows);
    if (!find_move(host, rows, fleet, (unsigned)ours, &move))
        return;
    if (turn) {
        give(share, rows, fleet, &move);
        return;
    }
    share->looks = true;
    store_ask_turn(host->store, "share", SHARE_PAUSE_MS, on_turn, host);
}

/* -- looking -- */

/* Keeps a copy of the rows, for those who ask who has what. */
static void keep_rows(struct sharing *share, const struct store_fleet *rows)
{
    size_t members = rows->member_count * sizeof(rows->members[0]);
    size_t leases = rows->lease_count * sizeof(rows->leases[0]);
    struct store_member_row *member_copy = malloc(members + 1);
    struct store_lease_row *lease_copy = malloc(leases + 1);
    if (member_copy == NULL || lease_copy == NULL) {
        free(member_copy);
        free(lease_copy);
        return;
    }
    memcpy(member_copy, rows->members, members);
    memcpy(lease_copy, rows->leases, leases);
    free(share->members);
    free(share->leases);
    share->members = member_copy;
    share->leases = lease_copy;
    share->member_count = rows->member_count;
    share->lease_count = rows->lease_count;
    share->seen_at = loop_now(share->host->loop);
}

static void on_fleet(void *arg, bool ok, const struct store_fleet *rows)
{
    struct sharing *share = ((struct host *)arg)->daemon->share;
    if (share == NULL)
        return;
    share->looks = false;
    if (!ok) {
        share->turn = false;
        return;
    }
    keep_rows(share, rows);
    follow_plan(share, rows);
}

/* Tells the store what other processes must know of this one, if that has changed. */
static void tell_terms(struct sharing *share)
{
    const struct host_options *options = &share->host->options;
    char *welcomes = leases_welcomed(share->host);
    if (welcomes == NULL)
        return;
    bool same = share->welcomes != NULL && strcmp(welcomes, share->welcomes) == 0 &&
                share->shares == options->share && share->room == options->room;
    if (same) {
        free(welcomes);
        return;
    }
    free(share->welcomes);
    share->welcomes = welcomes;
    share->shares = options->share;
    share->room = options->room;
    store_lease_set_terms(share->host->store,
                          &(struct store_lease_terms){share->shares, share->room, welcomes});
}

static void look(struct sharing *share)
{
    if (share->looks)
        return;
    tell_terms(share);
    share->looks = true;
    store_ask_leases(share->host->store, on_fleet, share->host);
}

static void on_timer(struct timer *timer)
{
    struct sharing *share = (struct sharing *)timer;
    timer_set(timer, SHARE_LOOK_MS);
    look(share);
}

bool share_seen(const struct host *host, struct share_seen *seen)
{
    const struct sharing *share = host->daemon->share;
    if (share == NULL || share->members == NULL)
        return false;
    *seen = (struct share_seen){share->seen_at, share->members, share->leases, share->member_count,
                                share->lease_count};
    return true;
}

static int by_name(const void *name, const void *row)
{
    return strcmp(name, ((const struct store_lease_row *)row)->name);
}

/* Returns true if another process has the lease, or is about to get it. */
static bool is_elsewhere(void *arg, const char *lease)
{
    const struct sharing *share = arg;
    const struct store_lease_row *row =
        bsearch(lease, share->leases, share->lease_count, sizeof(share->leases[0]), by_name);
    return row != NULL && !row->ours && (row->member >= 0 || row->heir >= 0);
}

unsigned share_lacks(const struct host *host)
{
    struct sharing *share = host->daemon->share;
    unsigned wanted = 0;
    unsigned had = 0;
    leases_count(host, &wanted, &had);
    unsigned lacked = leases_lacked(host, is_elsewhere, share);
    unsigned room = share->room == 0 ? lacked : share->room > had ? share->room - had : 0;
    return lacked < room ? lacked : room;
}

uint64_t share_given(const struct host *host, enum share_cause cause)
{
    return host->daemon->share->given[cause];
}

/* -- by hand -- */

/* Returns the only member of that name. -1 with the reason in `why`: there is none, or several. */
static int find_named(const struct store_fleet *rows, const char *name, struct fault *why)
{
    int found = -1;
    for (unsigned i = 0; i < rows->member_count; i++) {
        if (strcmp(rows->members[i].name, name) != 0)
            continue;
        if (found >= 0) {
            fault_set(why, "several processes have the name %s: give each its own (process =)",
                      name);
            return -1;
        }
        found = (int)i;
    }
    if (found < 0)
        fault_set(why, "there is no process %s: talon ctl fleet lists all", name);
    return found;
}

/* Returns true if the member can have the lease. */
static bool may_have(const struct store_fleet *rows, const struct share_fleet *fleet, unsigned row,
                     int to, struct fault *why)
{
    const struct store_member_row *member = &rows->members[to];
    const char *name = rows->leases[row].name;
    unsigned had = share_had(fleet, (unsigned)to);
    if (member->ours)
        fault_set(why, "process %s has %s already", member->name, name);
    else if (member->leaves)
        fault_set(why, "process %s is drained, or is ending", member->name);
    else if ((rows->leases[row].takers >> to & 1) == 0) {
        fault_set(
            why,
            "process %s does not take %s: its configuration lacks the network, or the network "
            "failed there",
            member->name, name);
    } else if (member->room > 0 && had >= member->room) {
        fault_set(why, "process %s is full: it has %u networks and shards, and its room is %u",
                  member->name, had, member->room);
    } else
        return true;
    return false;
}

/* Returns the row of the lease. -1 with the reason in `why`: this process cannot give it. */
static int find_lease_row(const struct host *host, const struct store_fleet *rows, const char *name,
                          struct fault *why)
{
    char part[STORE_LEASE_NAME_MAX + 8];
    int parts = 0;
    for (unsigned i = 0; i < rows->lease_count; i++) {
        const struct store_lease_row *row = &rows->leases[i];
        snprintf(part, sizeof(part), "%s/", name);
        parts += strncmp(row->name, part, strlen(part)) == 0;
        if (strcmp(row->name, name) != 0)
            continue;
        if (row->ours)
            return (int)i;
        if (row->member >= 0)
            fault_set(why, "process %s has %s: ask that one", row->holder, name);
        else
            fault_set(why, "no process has %s now", name);
        return -1;
    }
    if (parts > 0) {
        fault_set(why, "%s is divided: name one of its shards, as talon ctl fleet lists them",
                  name);
    } else if (leases_setup(host, name) != NULL)
        fault_set(why, "no process has %s now", name);
    else
        fault_set(why, "there is no network %s: talon ctl fleet lists all", name);
    return -1;
}

static void give_by_hand(struct gift *gift, const struct store_fleet *rows, struct fault *why)
{
    struct host *host = gift->host;
    int ours = find_ours(rows);
    int row = find_lease_row(host, rows, gift->lease, why);
    if (row < 0 || ours < 0)
        return;
    const struct share_fleet *fleet = plan_with(host, rows);
    int to = gift->named ? find_named(rows, gift->process, why)
                         : share_heir(fleet, (unsigned)ours, &fleet->leases[row]);
    if (to < 0 && !gift->named)
        fault_set(why, "no other process can take %s", gift->lease);
    if (to < 0 || !may_have(rows, fleet, (unsigned)row, to, why))
        return;
    const char *refused = leases_hand(host, gift->lease, rows->members[to].process, true);
    if (refused != NULL) {
        fault_set(why, "%s: %s", gift->lease, refused);
        return;
    }
    host->daemon->share->given[SHARE_BY_HAND]++;
    snprintf(gift->process, sizeof(gift->process), "%s", rows->members[to].name);
    log_info(&host->log, "network %s moves to process %s: an operator asked for it", gift->lease,
             gift->process);
}

static void on_gift(void *arg, bool ok, const struct store_fleet *rows)
{
    struct gift *gift = arg;
    struct fault why = {0};
    if (!ok || gift->host->daemon->share == NULL)
        fault_set(&why, "the database cannot be read right now");
    else
        give_by_hand(gift, rows, &why);
    gift->told(gift->arg, gift->process, *why.text != '\0' ? &why : NULL);
    free(gift);
}

void share_give(struct host *host, const char *lease, const char *process, share_told_fn *told,
                void *arg)
{
    struct fault why = {0};
    struct gift *gift = calloc(1, sizeof(*gift));
    bool long_lease = strlen(lease) >= sizeof(gift->lease);
    bool long_name = process != NULL && strlen(process) >= sizeof(gift->process);
    if (gift == NULL || long_lease || long_name) {
        fault_set(&why, "%s",
                  gift == NULL ? "out of memory"
                  : long_lease ? "there is no network of that name: talon ctl fleet lists all"
                               : "there is no process of that name: talon ctl fleet lists all");
        free(gift);
        told(arg, NULL, &why);
        return;
    }
    *gift = (struct gift){.host = host, .told = told, .arg = arg, .named = process != NULL};
    memcpy(gift->lease, lease, strlen(lease) + 1);
    if (process != NULL)
        memcpy(gift->process, process, strlen(process) + 1);
    store_ask_leases(host->store, on_gift, gift);
}

/* -- life -- */

struct sharing *share_create(struct host *host)
{
    struct sharing *share = calloc(1, sizeof(*share));
    if (share == NULL)
        return NULL;
    share->host = host;
    timer_init(host->loop, &share->timer, on_timer);
    return share;
}

void share_begin(struct host *host)
{
    if (store_shared(host->store))
        timer_set(&host->daemon->share->timer, 0);
}

static void free_share(struct timer *timer)
{
    struct sharing *share = (struct sharing *)timer;
    free(share->welcomes);
    free(share->members);
    free(share->leases);
    free(share);
}

void share_destroy(struct sharing *share)
{
    if (share != NULL)
        timer_finish(&share->timer, free_share);
}
