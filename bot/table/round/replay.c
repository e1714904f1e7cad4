#include "replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/notify.h"
#include "bot/table/autostart.h"
#include "bot/table/clock.h"
#include "bot/table/pause.h"
#include "bot/table/round/computer_reaction.h"
#include "bot/table/round/round.h"
#include "bot/table/rules_share.h"
#include "bot/table/saved/save.h"
#include "bot/table/table_open.h"
#include "bot/table/tables_state.h"
#include "bot/table/watcher.h"
#include "engine/move/check.h"
#include "engine/notation.h"

/* -- rounds -- */

void replay_note_end(struct replay *replay)
{
    for (unsigned i = 0; i < replay->events.count; i++) {
        if (replay->events.at[i].kind != EVENT_ROUND_OVER)
            continue;
        replay->end = replay->events.at[i].detail;
        replay->points = replay->events.at[i].points;
    }
}

/* Explains a hash that differs. A round of older rules may differ because today's rules play on in
 * another way. */
static const char *hash_differs(const struct replay *replay, const char *wrong)
{
    return replay->rules->version < RULES_VERSION
               ? "it was played by an older version of the rules, which this one does not repeat"
               : wrong;
}

static const char no_memory[] = "out of memory for its rules";

/* Takes the rules of the setup. NULL, or why that cannot be. */
static const char *take_rules(struct replay *replay, uint32_t version)
{
    const struct setup *setup = &replay->setup;
    struct rules_share **shares = replay->shares != NULL ? replay->shares : &replay->own;
    enum rules_error error = RULES_OK;
    if (setup->rules_version != version || version > RULES_VERSION)
        return "it was played by another version of the rules";
    const struct rules *rules =
        rules_share_get(shares, setup->set, &setup->switches, setup->players, version, &error);
    if (rules == NULL && error == RULES_OK)
        return no_memory;
    if (rules == NULL || rules_deal(&rules->switches, setup->players) != RULES_OK) {
        rules_share_put(shares, rules);
        return "its switches contradict each other";
    }
    rules_share_put(shares, replay->rules);
    replay->rules = rules;
    return NULL;
}

const char *replay_deal(struct replay *replay, const struct store_round *round)
{
    uint8_t commitment[FAIR_SIZE];
    uint8_t seed[FAIR_SIZE];
    if (!fair_commitment(round->secret, commitment) ||
        memcmp(commitment, round->commitment, FAIR_SIZE) != 0)
        return "the secret does not fit the commitment";
    const char *wrong = setup_read_kept(round->setup, &replay->setup, &replay->kept);
    if (wrong != NULL)
        return wrong;
    if (strcmp(round->set, ruleset_name(replay->setup.set)) != 0)
        return "its rule set is not that of the setup";
    wrong = take_rules(replay, round->rules_version);
    if (wrong != NULL)
        return wrong;
    if (!setup_seed(round->setup, &replay->setup, &replay->kept, round->secret, seed))
        return "the seed cannot be computed";
    fair_init(&replay->chance, seed);
    game_deal(replay->rules, &replay->game, replay->setup.players, replay->setup.dealer,
              &replay->chance.base, &replay->events);
    replay_note_end(replay); /* */
    facts_begin(&replay->facts, &replay->game);
    if (game_hash(replay->rules, &replay->game) != round->deal_hash)
        return hash_differs(replay, "the deal differs");
    return NULL;
}

/* Repeats replay->action. */
static const char *repeat_action(struct replay *replay)
{
    struct action *action = &replay->action;
    uint32_t guilty = replay->game.guilty;
    if (game_apply(replay->rules, &replay->game, action, &replay->chance.base, &replay->events) !=
        REFUSED_NOT)
        return hash_differs(replay, "an action was refused");
    replay_note_end(replay);
    facts_note(&replay->facts, replay->rules, guilty, action, &replay->game, &replay->events);
    return NULL;
}

static const char *compare_state(const struct replay *replay, uint64_t hash)
{
    return game_hash(replay->rules, &replay->game) == hash
               ? NULL
               : hash_differs(replay, "the state after an action differs");
}

static const char unreadable[] = "an action cannot be read";

const char *replay_action(struct replay *replay, const struct store_action *row)
{
    if (action_parse(replay->rules, row->text, strlen(row->text), &replay->action) != NULL)
        return unreadable;
    const char *wrong = repeat_action(replay);
    return wrong != NULL ? wrong : compare_state(replay, row->hash);
}

/* -- texts of actions that were read before -- */

enum { READ_TEXTS = 1024, READ_TEXT = 16 };

/* One text, and what it says by the rules that `struct restore` has now. */
struct read_text {
    char text[READ_TEXT]; /* with its end; "": none */
    struct action action;
};

/* Like action_parse(), but reads a text that came before from memory: 1,200 instructions become
 * 100. */
static bool read_action(struct read_text texts[READ_TEXTS], const struct rules *rules,
                        const char *text, struct action *action)
{
    const size_t size = strlen(text) + 1;
    uint32_t hash = UINT32_C(0x811c9dc5);
    for (const char *at = text; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * UINT32_C(0x01000193);
    struct read_text *read = &texts[(hash ^ hash >> 16) % READ_TEXTS];
    if (size <= READ_TEXT && size > 1 && memcmp(read->text, text, size) == 0) {
        *action = read->action;
        return true;
    }
    if (action_parse(rules, text, strlen(text), action) != NULL)
        return false;
    if (size <= READ_TEXT) {
        memcpy(read->text, text, size);
        read->action = *action;
    }
    return true;
}

/* -- start-up -- */

enum {
    MOVES_TOLD = 12,
    CRASHES_BORNE = 2, /* starts in a row that may crash at one table */
    DISK_TRIES = 500   /* of 10 ms */
};

/* The last moves, and the game before them: told again after a restart, because the messages about
 * them may have been lost. */
struct last_moves {
    struct game before;
    struct chance_fair chance;
    unsigned count;
    struct action at[MOVES_TOLD];
};

struct restore {
    struct tables *tables;
    struct table *table; /* the table whose round is being read; NULL: the table is gone */
    struct replay replay;
    struct read_text texts[READ_TEXTS]; /* by replay.rules */
    struct last_moves moves;
    const char *wrong;
    struct store_round row;
    uint32_t seq;
    uint64_t hash; /* of the state after action `seq`, as stored; seq 0: not set */
    unsigned table_count, rounds, damaged;
    /* Only for replay_begin(), which reads one network. */
    struct table *rebuilt; /* the table whose rounds come next; NULL: none */
    bool again; /* some of its tables were read before, or belong to another process: rebuilds only
                   tables that waited, and tables whose part is being read */
    bool lost;  /* memory was out */
};

/* If two starts in a row crashed while reading this table: empties its state in the store, durably,
 * and returns true. So even if this start crashes as well, the next one does not crash at this
 * table. */
static bool set_aside(const struct tables *tables, const struct store_table *row)
{
    static const struct timespec pause = {.tv_nsec = 10000000};
    const struct store_crashes *crashes = store_last_crashes(tables->lent.store);
    if (crashes->table != row->id || crashes->of_table < CRASHES_BORNE)
        return false;
    log_error(tables->lent.log,
              "two starts ended at this table, so it is set aside starts=%u network=%s channel=%s",
              crashes->of_table, row->network, row->channel);
    struct store_table empty = *row;
    empty.state = "{}";
    store_put_table(tables->lent.store, &empty);
    uint64_t batch = store_commit(tables->lent.store);
    for (unsigned i = 0; i < DISK_TRIES && store_durable(tables->lent.store) < batch; i++)
        nanosleep(&pause, NULL);
    return true;
}

/* Makes an empty table in place of one that cannot be read. It is closed as soon as we can say so
 * in its channel. */
static struct table *create_damaged(struct tables *tables, struct network *network,
                                    const struct store_table *row)
{
    struct table *table = table_create(tables, network, row->channel, row->id);
    if (table == NULL)
        return NULL;
    log_error(&table->log, "cannot read the table, it will be closed");
    table->set = ruleset_at(0);
    ruleset_defaults(table->set, &table->switches);
    table->damaged = true;
    return table;
}

/* Returns true if the table in the row must be rebuilt. The rows may be older than memory. If the
 * table's part runs already, only a table that waited must be rebuilt: others are in memory, or
 * were closed since.
 */
static bool is_wanted(const struct restore *restore, struct network *network,
                      const struct store_table *row)
{
    char tenant[TENANT_MAX];
    save_tenant(row->state, tenant, sizeof(tenant));
    enum part_stage part = network_part(network, row->channel, *tenant != '\0' ? tenant : NULL);
    if (part < PART_READS ||
        (part == PART_RUNS && restore->again && !network_waits(network, row->id)))
        return false;
    return true;
}

static bool restore_table(void *arg, const struct store_table *row)
{
    struct restore *restore = arg;
    struct tables *tables = restore->tables;
    struct network *network = network_named(tables->lent.people, row->network);
    if (network == NULL || network->adapter == NULL)
        return true; /* this process has no such network now: the table waits in the store */
    if (!is_wanted(restore, network, row))
        return true;
    bool waited = network_waits(network, row->id);
    network_waits_no_more(tables->lent.people, row->id);
    if (!save_can_play(tables, row)) {
        if (!waited) {
            log_warn(tables->lent.log,
                     "a table waits until this process has all its networks, and its channels are "
                     "free network=%s channel=%s",
                     row->network, row->channel);
        }
        return save_wait(tables->lent.people, row);
    }
    restore->table_count++;
    if (set_aside(tables, row))
        return create_damaged(tables, network, row) != NULL;
    struct table *table = table_create(tables, network, row->channel, row->id);
    if (table == NULL)
        return false;
    store_at(tables->lent.store, row->id);
    if (save_read(table, row->state)) {
        const int64_t deals_at = table->deals_at;
        pause_restore(table, table->paused_until);
        table_read_channels(table); /* a private table uses the language and look of its opener */
        autostart_restore(table, deals_at);
        return true;
    }
    table_destroy(table);
    return create_damaged(tables, network, row) != NULL;
}

void replay_give_up(struct table *table)
{
    table_noted(table, NOTE_UNREADABLE, SEAT_NONE, 0);
    table_close(table);
}

/* Returns the table that runs that round; NULL if there is none any more. */
static struct table *table_of_round(struct tables *tables, struct network *network,
                                    const struct store_round *row)
{
    struct table *table = table_at(tables, network, row->channel);
    return table != NULL && table->id == row->table && table->state == TABLE_ROUND ? table : NULL;
}

static void end_damaged(struct restore *restore, const struct log *log, int64_t round,
                        const char *why)
{
    struct store_round_end end = {.round = round, .ended_at = clock_now(), .outcome = "damaged"};
    log_error(log, "a round is void round=%" PRId64 ": %s", round, why);
    store_end_round(restore->tables->lent.store, &end);
    restore->damaged++;
}

/* Plays the last moves once more, so that watchers can tell them. */
static void retell_round(struct table *table, const struct last_moves *moves)
{
    struct round *round = table->round;
    const struct game game = round->game;
    const uint32_t seq = round->seq;
    struct chance_fair chance = moves->chance;
    struct events events;
    if (moves->count == 0)
        return;
    round->game = moves->before;
    for (unsigned i = 0; i < moves->count; i++) {
        const struct game before = round->game;
        round->seq = seq - moves->count + i + 1;
        if (game_apply(round->rules, &round->game, &moves->at[i], &chance.base, &events) ==
                REFUSED_NOT &&
            !round_is_idle_call(round, &before, &moves->at[i], &events))
            watchers_repeated(table, &events);
    }
    round->game = game;
    round->seq = seq;
}

/* When all actions of a round have been read: gives the round to its table, or ends it as void if
 * something was wrong. */
static void settle_rounds(struct restore *restore)
{
    struct table *table = restore->table;
    const struct setup *setup = &restore->replay.setup;
    if (table == NULL)
        return;
    restore->table = NULL;
    if (restore->wrong == NULL && restore->seq > 0)
        restore->wrong = compare_state(&restore->replay, restore->hash);
    if (restore->wrong == NULL && (setup->players > table->seat_count || setup->set != table->set))
        restore->wrong = "its seats or rule set are not the table's";
    if (restore->wrong != NULL) {
        end_damaged(restore, &table->log, restore->row.id, restore->wrong);
        return;
    }
    struct round *round = calloc(1, sizeof(*round));
    if (round == NULL) /* lack of memory must not make a round void */
        log_fatal(&table->log, "out of memory for its round: ending");
    round->id = restore->row.id;
    round->seq = restore->seq;
    round->rules = restore->replay.rules;
    rules_share_hold(restore->tables->rules, round->rules);
    round->game = restore->replay.game;
    round->facts = restore->replay.facts;
    round->chance = fair_mark(&restore->replay.chance);
    memcpy(round->secret, restore->row.secret, sizeof(round->secret));
    round->shuffle = (uint16_t)restore->replay.kept.shuffle;
    if (!fair_lots(round->secret, round->lots))
        log_fatal(&table->log, "out of memory for its round: ending");
    table->round = round;
    round_remember(table);
    retell_round(table, &restore->moves);
    if (round->game.phase == PHASE_ROUND_OVER) /* an earlier daemon left the round in this state */
        round_tell(table, NULL, &restore->replay.events);
}

static const char *deal_again(struct restore *restore, const struct store_round *row)
{
    const struct rules *rules = restore->replay.rules;
    const char *wrong = replay_deal(&restore->replay, row);
    if (wrong == no_memory) /* lack of memory must not make a round void */
        log_fatal(&restore->table->log, "out of memory for its round: ending");
    if (rules != restore->replay.rules)
        memset(restore->texts, 0, sizeof(restore->texts));
    return wrong;
}

static bool restore_round(void *arg, const struct store_round *row)
{
    struct restore *restore = arg;
    struct network *network = network_named(restore->tables->lent.people, row->network);
    notify_extend();
    settle_rounds(restore);
    /* The round waits with its table, or the table never left memory. */
    const bool left =
        network == NULL || network->adapter == NULL || network_waits(network, row->table) ||
        (restore->again && (restore->rebuilt == NULL || restore->rebuilt->id != row->table));
    store_at(restore->tables->lent.store, left ? 0 : row->table);
    if (left)
        return true;
    restore->rounds++;
    restore->table = table_of_round(restore->tables, network, row);
    if (restore->table == NULL) {
        end_damaged(restore, restore->tables->lent.log, row->id, "its table is gone");
        return true;
    }
    restore->row = *row;
    restore->seq = 0;
    restore->moves.count = 0;
    restore->wrong = row->damaged ? "its row is damaged" : deal_again(restore, row);
    return true;
}

/* Keeps a move for `moves`. One message tells a person's move with all moves of computer players
 * after it, so each new move of a person drops the earlier ones. */
static void note_move(struct restore *restore, const struct game *before,
                      const struct chance_fair *chance)
{
    struct last_moves *moves = &restore->moves;
    const struct action *action = &restore->replay.action;
    bool word = round_is_word(&restore->replay.events);
    bool computer =
        action->seat < restore->table->seat_count && seat_is_computer(restore->table, action->seat);
    if (moves->count == 0 || moves->count == MOVES_TOLD || (!word && !computer)) {
        moves->before = *before;
        moves->chance = *chance;
        moves->count = 0;
    }
    moves->at[moves->count++] = *action;
}

static bool restore_action(void *arg, const struct store_action *row)
{
    struct restore *restore = arg;
    if (restore->table == NULL || restore->wrong != NULL)
        return true;
    const struct game before = restore->replay.game;
    const struct chance_fair chance = restore->replay.chance;
    if (row->seq != restore->seq + 1)
        restore->wrong = "a move is missing";
    else if (!read_action(restore->texts, restore->replay.rules, row->text,
                          &restore->replay.action))
        restore->wrong = unreadable;
    else
        restore->wrong = repeat_action(&restore->replay);
    if (restore->wrong == NULL)
        note_move(restore, &before, &chance);
    restore->seq = row->seq;
    restore->hash = row->hash;
    return true;
}

/* If the table's state says that a round runs but it has none (the round is void or lost), the
 * table continues with a new deal. */
static void void_round(struct table *table)
{
    if (table->state == TABLE_ROUND && table->round == NULL) {
        for (struct place *place = place_first(table); place != NULL; place = place->next)
            place->round_void = true;
        match_pass_deal(&table->match, table->match.dealer); /* */
        round_close(table);
        save_table(table);
    }
}

static void restore_free(struct restore *restore)
{
    rules_share_put(&restore->tables->rules, restore->replay.rules);
    free(restore);
}

bool replay_all(struct tables *tables)
{
    struct restore *restore = calloc(1, sizeof(*restore));
    struct table *table = NULL;
    struct table *next = NULL;
    if (restore == NULL)
        return false;
    restore->tables = tables;
    restore->replay.shares = &tables->rules;
    tables->secrets = (uint64_t)tables->first_round; /* skips the secrets that the seed gave earlier
                                                        starts, which may be public */
    bool ok = store_load_tables(tables->lent.store, restore_table, restore) &&
              store_load_rounds(tables->lent.store, restore_round, restore_action, restore);
    if (ok)
        settle_rounds(restore);
    store_at(tables->lent.store, 0);
    HASH_ITER(hh, tables->by_id, table, next)
    {
        void_round(table);
        clock_arm(table);
    }
    tables_begin_secrets(tables);
    if (tables->count > 0) {
        log_info(tables->lent.log, "rebuilt the tables tables=%u rounds=%u void=%u", tables->count,
                 restore->rounds, restore->damaged);
    }
    restore_free(restore);
    return ok;
}

/* -- one network, while the daemon runs -- */

/* Completes the last table. Call it when all of that table's rows have been read. */
static void finish_table(struct restore *restore)
{
    struct table *table = restore->rebuilt;
    settle_rounds(restore);
    store_at(restore->tables->lent.store, 0);
    restore->rebuilt = NULL;
    if (table == NULL)
        return;
    void_round(table);
    clock_arm(table);
}

struct restore *replay_begin(struct tables *tables, const struct network *network)
{
    struct restore *restore = calloc(1, sizeof(*restore));
    if (restore == NULL)
        return NULL;
    restore->tables = tables;
    restore->replay.shares = &tables->rules;
    restore->again = network->stage == NETWORK_RUNS || network->parts > 0;
    return restore;
}

void replay_table(struct restore *restore, const struct store_table *row)
{
    finish_table(restore);
    if (restore->lost || table_by_id(restore->tables, row->id) != NULL)
        return;
    restore->lost = !restore_table(restore, row);
    restore->rebuilt = table_by_id(restore->tables, row->id);
}

void replay_round(struct restore *restore, const struct store_round *row)
{
    if (!restore->lost)
        restore->lost = !restore_round(restore, row);
}

void replay_row(struct restore *restore, const struct store_action *row)
{
    if (!restore->lost)
        restore->lost = !restore_action(restore, row);
}

static void put_back(const struct restore *restore, struct table *table)
{
    if (restore->again && !network_wait(table->home.network, table->id, table->home.channel, true))
        log_error(&table->log, "out of memory: the table waits for a restart");
    table_put_away(table);
}

bool replay_end(struct restore *restore, bool ok)
{
    ok = ok && !restore->lost;
    if (ok)
        finish_table(restore);
    else if (restore->rebuilt !=
             NULL) /* its rows may be incomplete; all tables before it are complete */
        put_back(restore, restore->rebuilt);
    store_at(restore->tables->lent.store, 0);
    if (ok && restore->table_count > 0) {
        log_info(restore->tables->lent.log, "rebuilt tables tables=%u rounds=%u void=%u",
                 restore->table_count, restore->rounds, restore->damaged);
    }
    restore_free(restore);
    return ok;
}
