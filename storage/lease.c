#include "lease_base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "query_base.h"
#include "store_base.h"
#include "writer.h"

/* How long after a letter more are likely. */
#define LETTERS_BUSY_NS (60 * UINT64_C(1000000000))

uint64_t lease_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

void store_set_lease_owner(struct store *store, const struct store_lease_owner *owner)
{
    store->leases.owner = *owner;
}

bool store_lease_holds(const struct store *store)
{
    uint64_t deadline = atomic_load(&store->leases.deadline);
    return deadline == 0 || lease_clock() < deadline;
}

uint64_t store_lease_age(const struct store *store)
{
    uint64_t renewed = atomic_load(&store->leases.renewed);
    return renewed != 0 ? (lease_clock() - renewed) / 1000000 : 0;
}

bool store_shared(const struct store *store)
{
    return store->impl->leases != NULL && store->impl->leases->shared(store);
}

/* -- wanting -- */

struct lease *lease_find(struct store *store, const char *name)
{
    struct leases *leases = &store->leases;
    for (unsigned i = 0; i < leases->count; i++) {
        if (strcmp(leases->at[i].name, name) == 0)
            return &leases->at[i];
    }
    return NULL;
}

/* The caller holds the mutex. */
static bool add_lease(struct leases *leases, const char *name)
{
    if (strlen(name) >= STORE_LEASE_NAME_MAX || leases->count == STORE_LEASES_MAX)
        return false;
    struct lease *at = array_grow(leases->at, leases->count, sizeof(*at));
    if (at == NULL)
        return false;
    leases->at = at;
    struct lease *lease = &leases->at[leases->count++];
    *lease = (struct lease){.state = LEASE_WANTED};
    leases->asked++;
    memcpy(lease->name, name, strlen(name) + 1);
    return true;
}

/* In a store of one process: grants a wanted lease at once. */
static void have_lease(struct lease *lease)
{
    lease->state = LEASE_HAD;
    lease->epoch = 1;
    lease->since = lease_clock();
}

bool store_lease_want(struct store *store, const char *name)
{
    uv_mutex_lock(&store->mutex);
    bool wanted = lease_find(store, name) != NULL;
    if (!wanted && add_lease(&store->leases, name)) {
        wanted = true;
        if (store->impl->leases == NULL) {
            have_lease(lease_find(store, name));
            store_wake(store);
        }
    }
    uv_mutex_unlock(&store->mutex);
    if (wanted && store->impl->leases != NULL)
        store->impl->leases->wake(store);
    return wanted;
}

void store_lease_give(struct store *store, const char *name, bool told)
{
    store_lease_hand(store, name, told, NULL, false);
}

void store_lease_hand(struct store *store, const char *name, bool told, const char *heir,
                      bool by_hand)
{
    struct leases *leases = &store->leases;
    uv_mutex_lock(&store->mutex);
    struct lease *lease = lease_find(store, name);
    bool gives = lease != NULL && lease->state == LEASE_HAD && store->impl->leases != NULL;
    if (gives) /* the lease is given back in the open batch; if there is none, in the next one */
        leases->gave = store->last_number + (store->open == NULL);
    if (lease != NULL)
        *lease = leases->at[--leases->count];
    uv_mutex_unlock(&store->mutex);
    if (gives)
        store_gather_give(store, &(struct give_op){name, heir, told, by_hand});
}

void store_lease_prefer(struct store *store, const char *name, const char *home)
{
    uv_mutex_lock(&store->mutex);
    struct lease *lease = lease_find(store, name);
    if (lease != NULL)
        snprintf(lease->home, sizeof(lease->home), "%s", home != NULL ? home : "");
    uv_mutex_unlock(&store->mutex);
}

bool lease_is_welcome(const char *welcomes, const char *lease)
{
    size_t size = strcspn(lease, "/");
    for (const char *at = welcomes; *at != '\0'; at += strcspn(at, "\n"), at += *at != '\0') {
        if (strncmp(at, lease, size) == 0 && at[size] == '\n')
            return true;
    }
    return false;
}

void store_lease_set_terms(struct store *store, const struct store_lease_terms *terms)
{
    char *welcomes = strdup(terms->welcomes);
    uv_mutex_lock(&store->mutex);
    free(store->leases.welcomes);
    store->leases.shares = terms->shares;
    store->leases.room = terms->room;
    store->leases.welcomes = welcomes;
    uv_mutex_unlock(&store->mutex);
}

void store_lease_leave(struct store *store, bool leaves)
{
    uv_mutex_lock(&store->mutex);
    store->leases.leaves = leaves;
    uv_mutex_unlock(&store->mutex);
    if (store->impl->leases != NULL)
        store->impl->leases->wake(store);
}

/* -- telling -- */

/* Copies the next lease whose state the owner must hear of. A copy, because the owner's callback
 * may change the list. */
static bool next_news(struct store *store, struct lease *news)
{
    bool found = false;
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count && !found; i++) {
        struct lease *lease = &store->leases.at[i];
        found = lease->state != lease->told;
        if (!found)
            continue;
        lease->told = lease->state;
        *news = *lease;
    }
    uv_mutex_unlock(&store->mutex);
    return found;
}

/* Tells the owner of settings that other processes changed. If this process has set something since
 * they were read, drops them, because one of them may be older. The keeper then reads them
 * again. */
static void tell_changes(struct store *store)
{
    const struct store_lease_owner *owner = &store->leases.owner;
    struct leases *leases = &store->leases;
    uv_mutex_lock(&store->mutex);
    struct batch *changes = leases->changes;
    leases->changes = NULL;
    bool stale = changes != NULL && leases->changes_read != leases->sets;
    leases->read_again = leases->read_again || stale;
    uv_mutex_unlock(&store->mutex);
    if (stale) {
        batch_destroy(changes);
        return;
    }
    for (const struct op *op = changes != NULL ? changes->first : NULL; op != NULL; op = op->next) {
        if (owner->setting != NULL) {
            owner->setting(owner->arg, op->as.setting.scope, op->as.setting.key,
                           op->as.setting.value);
        }
    }
    batch_destroy(changes);
}

/* -- letters -- */

void lease_busy(struct store *store)
{
    store->leases.busy_until = lease_clock() + LETTERS_BUSY_NS;
}

void store_send_letter(struct store *store, const char *to, const char *from, const char *text)
{
    if (!store_shared(store))
        return;
    store_gather_letter(store, &(struct letter_op){0, to, from, text});
    uv_mutex_lock(&store->mutex);
    bool rested = lease_clock() >= store->leases.busy_until;
    lease_busy(store);
    uv_mutex_unlock(&store->mutex);
    if (rested) /* an answer may come soon, so the keeper must look for letters more often */
        store->impl->leases->wake(store);
}

/* What the owner does with a letter, and its deletion, are in the open batch. Letters wait for
 * settings that were dropped (tell_changes()), because they may need them. */
static void tell_letters(struct store *store)
{
    const struct store_lease_owner *owner = &store->leases.owner;
    bool any = false;
    uv_mutex_lock(&store->mutex);
    struct batch *letters = store->leases.letters;
    bool waits = store->leases.read_again;
    uv_mutex_unlock(&store->mutex);
    for (const struct op *op = letters != NULL && !waits ? letters->first : NULL; op != NULL;
         op = op->next) {
        const struct letter_op *letter = &op->as.letter;
        if (owner->letter == NULL ||
            !owner->letter(owner->arg, letter->to, letter->from, letter->text))
            continue;
        store_gather_read(store, letter->id);
        any = true;
    }
    if (letters == NULL)
        return;
    uv_mutex_lock(&store->mutex);
    store->leases.letters = NULL;
    if (any) {
        store->leases.took_batch = store->last_number;
        lease_busy(store);
    }
    uv_mutex_unlock(&store->mutex);
    batch_destroy(letters);
}

void lease_deliver(struct store *store)
{
    const struct store_lease_owner *owner = &store->leases.owner;
    struct lease news;
    tell_changes(store);
    while (next_news(store, &news)) {
        if (news.state == LEASE_HAD && owner->had != NULL) {
            owner->had(owner->arg, news.name, news.epoch,
                       news.given != 0 ? (int64_t)((lease_clock() - news.given) / 1000000) : -1);
        }
        if (news.state == LEASE_LOST && owner->lost != NULL)
            owner->lost(owner->arg, news.name);
    }
    tell_letters(store);
}

/* -- what is known of them -- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct store_lease_row *)a)->name,
                  ((const struct store_lease_row *)b)->name);
}

/* In a store of one process: lists the leases that this process wanted; it holds all of them. */
static void list_own(struct store *store, struct store_fleet *fleet)
{
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++) {
        const struct lease *lease = &store->leases.at[i];
        struct store_lease_row *row = &fleet->leases[fleet->lease_count++];
        *row = (struct store_lease_row){
            .ours = lease->state == LEASE_HAD, .epoch = lease->epoch, .member = -1, .heir = -1};
        memcpy(row->name, lease->name, sizeof(row->name));
        row->held = (int64_t)((lease_clock() - lease->since) / 1000000);
    }
    uv_mutex_unlock(&store->mutex);
}

static bool run_leases(struct store *store, struct query *query)
{
    struct store_fleet *fleet = query->answer;
    bool good = true;
    if (store->impl->leases == NULL)
        list_own(store, fleet);
    else
        good = store->impl->leases->list(store, fleet);
    qsort(fleet->leases, fleet->lease_count, sizeof(fleet->leases[0]), by_name);
    return good;
}

static void tell_leases(struct query *query, bool ok, const void *answer)
{
    query->done.leases(query->arg, ok, ok ? answer : NULL);
}

void store_ask_leases(struct store *store, store_leases_fn *done, void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct store_fleet), true, {0}, run_leases, tell_leases, NULL};
    store_query(store, &(struct query){.kind = &kind, .done.leases = done, .arg = arg});
}

/* -- turns -- */

static bool run_turn(struct store *store, struct query *query)
{
    return store->impl->leases->turn(store, query->as.turn.name, query->as.turn.pause,
                                     query->answer);
}

static void tell_turn(struct query *query, bool ok, const void *answer)
{
    query->done.turn(query->arg, ok, *(const uint64_t *)answer);
}

void store_ask_turn(struct store *store, const char *name, uint64_t pause, store_turn_fn *done,
                    void *arg)
{
    static const struct query_kind kind = {sizeof(uint64_t), false,     {QUERY_TEXT(turn.name)},
                                           run_turn,         tell_turn, NULL};
    store_query(store, &(struct query){
                           .kind = &kind, .as.turn = {name, pause}, .done.turn = done, .arg = arg});
}

/* -- numbers -- */

/* Returns the next number of this process's block; -1: the block is used up. If no further block
 * waits, asks the keeper to fetch one. */
static int64_t next_number(struct store *store, struct numbers *numbers)
{
    int64_t number = -1;
    uv_mutex_lock(&store->mutex);
    if (numbers->next == numbers->end) {
        numbers->next = numbers->next_after;
        numbers->end = numbers->end_after;
        numbers->next_after = numbers->end_after = 0;
    }
    if (numbers->next < numbers->end)
        number = numbers->next++;
    bool few = numbers->end_after == 0;
    uv_mutex_unlock(&store->mutex);
    if (few && store->impl->leases != NULL)
        store->impl->leases->wake(store);
    return number;
}

int64_t store_new_table_id(struct store *store)
{
    return next_number(store, &store->leases.tables);
}

int64_t store_new_round_id(struct store *store)
{
    return next_number(store, &store->leases.rounds);
}

static bool is_empty(const struct numbers *numbers)
{
    return numbers->next == numbers->end && numbers->next_after == numbers->end_after;
}

bool store_lacks_numbers(struct store *store)
{
    uv_mutex_lock(&store->mutex);
    bool lacks = is_empty(&store->leases.tables) || is_empty(&store->leases.rounds);
    uv_mutex_unlock(&store->mutex);
    return lacks;
}

void lease_finish(struct store *store)
{
    batch_destroy(store->leases.changes);
    batch_destroy(store->leases.letters);
    free(store->leases.at);
    free(store->leases.welcomes);
}
