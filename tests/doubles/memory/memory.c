/* Every search walks through arrays. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_achievement.h"
#include "memory_people.h"
#include "memory_player.h"
#include "memory_rating.h"
#include "memory_read.h"
#include "memory_web_query.h"
#include "storage/board_period.h"

/* -- applying -- */

static void free_table(struct store_table *table)
{
    free((char *)table->network);
    free((char *)table->channel);
    free((char *)table->state);
}

static void close_table(struct memory_store *m, int64_t id)
{
    struct store_table *tables = m->tables.items;
    for (size_t i = 0; i < m->tables.count; i++) {
        if (tables[i].id != id)
            continue;
        free_table(&tables[i]);
        memory_list_remove(&m->tables, sizeof(*tables), i);
        return;
    }
}

static int by_table_id(const void *a, const void *b)
{
    int64_t left = ((const struct store_table *)a)->id, right = ((const struct store_table *)b)->id;
    return (left > right) - (left < right);
}

static void put_table(struct memory_store *m, const struct store_table *table)
{
    close_table(m, table->id);
    struct store_table *added = memory_list_add(&m->tables, sizeof(*added));
    *added = (struct store_table){table->id, memory_copy(table->network),
                                  memory_copy(table->channel), memory_copy(table->state)};
    qsort(m->tables.items, m->tables.count, sizeof(*added), by_table_id);
    if (table->id > m->last_table)
        m->last_table = table->id;
}

static struct memory_round *find_round(struct memory_store *m, int64_t id)
{
    struct memory_round *rounds = m->rounds.items;
    for (size_t i = 0; i < m->rounds.count; i++) {
        if (rounds[i].round.id == id)
            return &rounds[i];
    }
    return NULL;
}

static bool begin_round(struct memory_store *m, const struct store_round *round)
{
    if (find_round(m, round->id) != NULL)
        return false;
    struct memory_round *added = memory_list_add(&m->rounds, sizeof(*added));
    added->round = *round;
    added->round.network = memory_copy(round->network);
    added->round.channel = memory_copy(round->channel);
    added->round.set = memory_copy(round->set);
    added->round.setup = memory_copy(round->setup);
    if (round->id > m->last_round)
        m->last_round = round->id;
    return true;
}

static bool append(struct memory_store *m, const struct store_action *action)
{
    struct memory_round *round = find_round(m, action->round);
    const struct store_action *actions = round != NULL ? round->actions.items : NULL;
    for (size_t i = 0; round != NULL && i < round->actions.count; i++) {
        if (actions[i].seq == action->seq)
            return false;
    }
    if (round == NULL || round->ended)
        return false;
    struct store_action *added = memory_list_add(&round->actions, sizeof(*added));
    *added = *action;
    added->text = memory_copy(action->text);
    return true;
}

static void put_setting(struct memory_store *m, const struct setting *setting)
{
    struct setting *settings = m->settings.items;
    for (size_t i = 0; i < m->settings.count; i++) {
        if (strcmp(settings[i].scope, setting->scope) != 0 ||
            strcmp(settings[i].key, setting->key) != 0)
            continue;
        free((char *)settings[i].scope);
        free((char *)settings[i].key);
        free((char *)settings[i].value);
        memory_list_remove(&m->settings, sizeof(*settings), i);
        break;
    }
    if (setting->value == NULL)
        return;
    struct setting *added = memory_list_add(&m->settings, sizeof(*added));
    *added = (struct setting){memory_copy(setting->scope), memory_copy(setting->key),
                              memory_copy(setting->value)};
}

static void free_actions(struct memory_round *round)
{
    struct store_action *actions = round->actions.items;
    for (size_t i = 0; i < round->actions.count; i++)
        free((char *)actions[i].text);
    free(actions);
    memset(&round->actions, 0, sizeof(round->actions));
}

enum { RECORDS_KEPT = 100 }; /* newest rounds that keep their actions */

static void end_round(struct memory_store *m, const struct store_round_end *end)
{
    struct memory_round *round = find_round(m, end->round);
    if (round == NULL || round->ended)
        return; /* nothing may count twice */
    bool idle = round->actions.count == 0;
    for (unsigned i = 0; i < end->result_count; i++)
        idle = idle && !end->results[i].won;
    round->ended = true;
    *(size_t *)memory_list_add(&m->ended, sizeof(size_t)) =
        (size_t)(round - (struct memory_round *)m->rounds.items);
    round->end_number = m->ended.count;
    struct memory_round *old = find_round(m, end->round - RECORDS_KEPT);
    if (old != NULL && old->ended)
        free_actions(old);
    if (idle)
        return;
    round->ended_at = end->ended_at;
    round->counts = end->counts;
    round->outcome = memory_copy(end->outcome);
    for (unsigned i = 0; i < end->result_count; i++) {
        const struct store_result *result = &end->results[i];
        if (result->who.network == NULL) {
            *(struct store_result *)memory_list_add(&round->computers, sizeof(*result)) = *result;
            continue;
        }
        struct memory_result *kept = memory_list_add(&round->results, sizeof(*kept));
        kept->identity = memory_meet(m, &result->who, end->ended_at, 1);
        kept->result = *result;
    }
    memory_score(m, round);
    memory_rate(m, round);
    memory_earn(m, round);
}

/* All rounds that are over. A stranger may sit in a running one under the same nick. */
static void forget_rounds(struct memory_store *m, const struct forget_op *op)
{
    enum { OUT_SIZE = 32768 };
    char *out = memory_need(malloc(OUT_SIZE));
    struct memory_round *rounds = m->rounds.items;
    for (size_t i = 0; i < m->rounds.count * op->known_count; i++) {
        struct store_round *round = &rounds[i / op->known_count].round;
        const struct store_identity *who = &op->known[i % op->known_count];
        enum store_forgets forgets = rounds[i / op->known_count].ended
                                         ? op->texts->setup(who, round->setup, out, OUT_SIZE)
                                         : STORE_NAMES_NOBODY;
        if (forgets == STORE_NAMES_NOBODY)
            continue;
        free((char *)round->setup);
        round->setup = memory_copy(forgets == STORE_FORGOT ? out : "");
    }
    free(out);
}

/* All of it at once. */
static void fold(struct memory_store *m, int64_t now)
{
    const struct memory_round *rounds = m->rounds.items;
    int64_t at = 0;
    for (size_t i = 0; i < m->rounds.count; i++) {
        if (rounds[i].ended && rounds[i].ended_at > at)
            at = rounds[i].ended_at;
    }
    at = now < at ? now : at;
    for (size_t i = m->scores.count; i > 0; i--) {
        struct score *score = (struct score *)m->scores.items + i - 1;
        enum store_period period = score->board.period;
        if (score->board.start >= board_period_start(period, at, m->base.timezone_minutes))
            continue;
        free((char *)score->board.network);
        free((char *)score->board.channel);
        memory_list_remove(&m->scores, sizeof(*score), i - 1);
    }
}

static bool apply_op(struct memory_store *m, const struct op *op)
{
    switch (op->kind) {
    case OP_TABLE:
        put_table(m, &op->as.table);
        return true;
    case OP_TABLE_CLOSED:
        close_table(m, op->as.closed);
        return true;
    case OP_ROUND:
        return begin_round(m, &op->as.round);
    case OP_ACTION:
        return append(m, &op->as.action);
    case OP_ROUND_END:
        end_round(m, &op->as.end);
        return true;
    case OP_SETTING:
        put_setting(m, &op->as.setting);
        return true;
    case OP_LINK:
        memory_link(m, &op->as.link);
        return true;
    case OP_PART:
        memory_part(m, &op->as.person);
        return true;
    case OP_NAME:
        memory_name(m, &op->as.person);
        return true;
    case OP_HIDE:
        memory_hide(m, &op->as.person);
        return true;
    case OP_MOVE:
        memory_move(m, &op->as.person);
        return true;
    case OP_PRUNE: /* this store keeps everything and has no log */
    case OP_EMPTY_LOG:
    case OP_GIVE: /* all is had alone */
    case OP_LETTER:
    case OP_LETTER_READ:
        return true;
    case OP_FOLD:
        fold(m, op->as.fold);
        return true;
    case OP_FORGET:
        forget_rounds(m, &op->as.forget);
        memory_forget(m, &op->as.forget);
        return true;
    }
    return false;
}

static enum apply apply(struct store *store, const struct batch *first, unsigned count,
                        struct fault *why)
{
    struct memory_store *m = (struct memory_store *)store;
    (void)count; /* group_max is 1 */
    if (atomic_load(&m->fails)) {
        fault_set(why, "memory: told to fail");
        return APPLY_LATER;
    }
    bool good = true;
    uv_mutex_lock(&m->mutex);
    for (const struct op *op = first->first; op != NULL && good; op = op->next)
        good = apply_op(m, op);
    uv_mutex_unlock(&m->mutex);
    if (!good)
        fault_set(why, "memory: a round or an action came twice");
    return good ? APPLY_DONE : APPLY_NEVER;
}

/* -- lifetime -- */

static void interrupt(struct store *store)
{
    (void)store; /* nothing takes long */
}

static void destroy(struct store *store)
{
    struct memory_store *m = (struct memory_store *)store;
    store_finish(store);
    struct store_table *tables = m->tables.items;
    for (size_t i = 0; i < m->tables.count; i++)
        free_table(&tables[i]);
    free(tables);
    struct memory_round *rounds = m->rounds.items;
    for (size_t i = 0; i < m->rounds.count; i++) {
        free_actions(&rounds[i]);
        free(rounds[i].results.items);
        free(rounds[i].computers.items);
        free(rounds[i].outcome);
        free((char *)rounds[i].round.network);
        free((char *)rounds[i].round.channel);
        free((char *)rounds[i].round.set);
        free((char *)rounds[i].round.setup);
    }
    free(rounds);
    struct setting *settings = m->settings.items;
    for (size_t i = 0; i < m->settings.count; i++) {
        free((char *)settings[i].scope);
        free((char *)settings[i].key);
        free((char *)settings[i].value);
    }
    free(settings);
    memory_free_people(m);
    free(m->earned.items);
    free(m->ended.items);
    memory_free_ratings(m);
    uv_mutex_destroy(&m->mutex);
    free(m);
}

static const struct store_impl memory_impl = {
    .group_max = 1,
    .apply = apply,
    .next_table_id = memory_next_table_id,
    .next_round_id = memory_next_round_id,
    .load_tables = memory_load_tables,
    .load_rounds = memory_load_rounds,
    .load_settings = memory_load_settings,
    .board = memory_board,
    .stats = memory_stats,
    .player = memory_player,
    .round_news = memory_round_news,
    .links = memory_links,
    .taken = memory_taken,
    .traces = memory_traces,
    .web = &memory_web_query,
    .interrupt = interrupt,
    .destroy = destroy,
};

enum store_error store_open_memory(struct store **store, int timezone_minutes, struct loop *loop)
{
    *store = NULL;
    struct memory_store *m = calloc(1, sizeof(*m));
    if (m == NULL)
        return STORE_NO_MEMORY;
    atomic_init(&m->fails, false);
    if (uv_mutex_init(&m->mutex) != 0)
        goto fail_mutex;
    if (!store_init(&m->base, &memory_impl, timezone_minutes, loop, NULL))
        goto fail_init;
    m->base.crashes.fd = -1;
    *store = &m->base;
    return STORE_OK;

fail_init:
    uv_mutex_destroy(&m->mutex);
fail_mutex:
    free(m);
    return STORE_NO_MEMORY;
}

void store_memory_fail(struct store *store, bool fails)
{
    struct memory_store *m = (struct memory_store *)store;
    atomic_store(&m->fails, fails);
}
