#include "replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/board.h"
#include "bot/clock.h"
#include "bot/code.h"
#include "bot/language.h"
#include "bot/render.h"
#include "bot/rules_share.h"
#include "bot/table.h"
#include "engine/notation.h"

/* -- a table as text -- */

static void add_seat(cJSON *list, const struct table *table, unsigned index)
{
    const struct seat *seat = &table->seats[index];
    cJSON *item = cJSON_CreateObject();
    cJSON_AddNumberToObject(item, "joined", (double)seat->joined_at);
    if (seat->person != NULL) {
        cJSON_AddStringToObject(item, "account", seat->person->key);
        cJSON_AddStringToObject(item, "name", seat->person->name);
        cJSON_AddBoolToObject(item, "verified", seat->person->verified);
        if (seat->person->host != NULL)
            cJSON_AddStringToObject(item, "host", seat->person->host);
        if (seat->person->account != NULL)
            cJSON_AddStringToObject(item, "logged_in", seat->person->account);
        if (seat->person->has_word) {
            char word[FAIR_HEX];
            uint8_t hash[FAIR_SIZE] = {0}; /* of which the beginning is kept */
            memcpy(hash, seat->person->word, sizeof(seat->person->word));
            fair_hex(hash, word);
            cJSON_AddStringToObject(item, "word", word);
        }
        if (seat->person->client != NULL)
            cJSON_AddStringToObject(item, "client", seat->person->client->code);
        /* Of an account the settings know it. */
        for (unsigned i = 0; taste_keys[i] != NULL && !seat->person->verified; i++) {
            const char *value = taste_get(&seat->person->taste, taste_keys[i]);
            if (value != NULL)
                cJSON_AddStringToObject(item, taste_keys[i], value);
        }
    } else {
        cJSON_AddStringToObject(item, "bot", seat->bot_name);
        cJSON_AddStringToObject(item, "player", seat->player->name);
    }
    if (seat->away)
        cJSON_AddTrueToObject(item, "away");
    if (seat->split)
        cJSON_AddTrueToObject(item, "split");
    if (seat->leaving)
        cJSON_AddTrueToObject(item, "leaving");
    if (seat->ask != NULL && table->round != NULL) {
        char text[ACTION_TEXT];
        action_format(table->round->rules, seat->ask, text);
        cJSON_AddStringToObject(item, "ask", text);
    }
    cJSON_AddItemToArray(list, item);
}

/* In a match all of them: it goes on as it began, whatever a later version's defaults are. */
static void add_switches(cJSON *state, const struct table *table)
{
    struct switches defaults;
    cJSON *chosen = cJSON_AddObjectToObject(state, "switches");
    ruleset_defaults(table->set, &defaults);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        char value[64];
        bool kept = table->match_on || table->switches.value[id] != defaults.value[id];
        if (kept && switches_format(&table->switches, id, value, sizeof(value)) > 0)
            cJSON_AddStringToObject(chosen, switch_info(id)->name, value);
    }
}

static void add_match(cJSON *state, const struct table *table)
{
    const struct match *match = &table->match;
    cJSON *item = cJSON_AddObjectToObject(state, "match");
    cJSON *total = cJSON_AddArrayToObject(item, "total");
    cJSON_AddNumberToObject(item, "dealer", match->dealer);
    cJSON_AddNumberToObject(item, "rounds", match->rounds);
    if (!table->match_on)
        cJSON_AddTrueToObject(item, "ended");
    if (match->over)
        cJSON_AddNumberToObject(item, "winners", match->winners);
    for (unsigned i = 0; i < match->players; i++)
        cJSON_AddItemToArray(total, cJSON_CreateNumber(match->total[i]));
}

char *replay_state(const struct table *table)
{
    static const char *const states[] = {"lobby", "round", "between"};
    char secret[FAIR_HEX];
    cJSON *state = cJSON_CreateObject();
    cJSON_AddNumberToObject(state, "version", 1);
    cJSON_AddStringToObject(state, "state", states[table->state]);
    cJSON_AddStringToObject(state, "set", ruleset_name(table->set));
    add_switches(state, table);
    fair_hex(table->secret, secret);
    cJSON_AddStringToObject(state, "secret", secret);
    if (table->opener != NULL) {
        cJSON_AddStringToObject(state, "opener", table->opener->key);
        cJSON_AddBoolToObject(state, "opener_verified", table->opener->verified);
        cJSON_AddStringToObject(state, "opener_name", table->opener->name);
        if (table->opener->host != NULL)
            cJSON_AddStringToObject(state, "opener_host", table->opener->host);
    }
    if (table->last.id != 0) {
        fair_hex(table->last.secret, secret);
        cJSON_AddNumberToObject(state, "last_round", (double)table->last.id);
        cJSON_AddStringToObject(state, "last_secret", secret);
    }
    if (table->last.words != NULL)
        cJSON_AddStringToObject(state, "last_words", table->last.words);
    cJSON_AddNumberToObject(state, "bots_named", table->bots_named);
    cJSON *seats = cJSON_AddArrayToObject(state, "seats");
    for (unsigned i = 0; i < table->seat_count; i++)
        add_seat(seats, table, i);
    if (table->match.players > 0) /* also of a match that is over: its end may have to be told */
        add_match(state, table);
    char *text = cJSON_PrintUnformatted(state);
    cJSON_Delete(state);
    return text;
}

void replay_save(struct table *table)
{
    char *state = replay_state(table);
    board_due(table); /* what is kept of a table is what everybody may see */
    if (state == NULL) {
        log_error(&table->log, "out of memory for the table's state: ending");
        abort(); /* as the store does: what is durable comes back */
    }
    struct store_table row = {.id = table->id,
                              .network = table->network->name,
                              .channel = table->channel,
                              .state = state};
    store_put_table(table->host->store, &row);
    free(state);
}

/* -- and back -- */

static const char *text_of(const cJSON *item, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, key);
    return cJSON_IsString(value) ? value->valuestring : "";
}

/* A whole number, as far as JSON can hold one exactly; else 0. */
static int64_t number_of(const cJSON *item, const char *key)
{
    static const double most = 9007199254740992.0;
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, key);
    bool good = cJSON_IsNumber(value) && value->valuedouble >= -most && value->valuedouble <= most;
    return good ? (int64_t)value->valuedouble : 0;
}

static bool true_of(const cJSON *item, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(item, key));
}

/* A play that waited for its colour, target or words. */
static void read_ask(struct table *table, struct seat *seat, const char *text)
{
    enum rules_error error = RULES_OK;
    struct rules_share **shares = &table->host->rules;
    const struct rules *rules = rules_share_get(shares, table->set, &table->switches, 0, &error);
    seat->ask = malloc(sizeof(*seat->ask));
    if (rules == NULL || seat->ask == NULL ||
        action_parse(rules, text, strlen(text), seat->ask) != NULL) {
        free(seat->ask);
        seat->ask = NULL;
    }
    rules_share_put(shares, rules);
}

/* By what a nick is known again. */
static void read_proofs(struct person *person, const cJSON *item)
{
    uint8_t word[FAIR_SIZE];
    if (*text_of(item, "host") != '\0')
        person_set_host(person, text_of(item, "host"));
    if (*text_of(item, "client") != '\0')
        person->client = language_find(text_of(item, "client"));
    if (*text_of(item, "logged_in") != '\0')
        person_set_account(person, text_of(item, "logged_in"));
    if (code_read_hex(text_of(item, "word"), word))
        person_set_word(person, word);
}

static bool read_seats(struct table *table, const cJSON *list)
{
    int count = cJSON_GetArraySize(list);
    if (count < 0 || count > 2 * PLAYERS_MAX)
        return false;
    table->seats = calloc(count > 0 ? (size_t)count : 1, sizeof(*table->seats));
    if (table->seats == NULL)
        return false;
    table->seat_room = (uint8_t)(count > 0 ? count : 1);
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        struct seat *seat = &table->seats[table->seat_count];
        seat->joined_at = number_of(item, "joined");
        seat->away = true_of(item, "away");
        seat->leaving = true_of(item, "leaving");
        seat->split = true_of(item, "split");
        if (*text_of(item, "bot") != '\0') {
            seat->bot_name = table_bot_name(text_of(item, "bot"));
            seat->player = player_find(text_of(item, "player"));
            if (seat->player == NULL)
                return false;
        } else {
            seat->person =
                people_restore(&table->host->people, table->network, text_of(item, "account"),
                               text_of(item, "name"), true_of(item, "verified"));
            if (seat->person == NULL || !person_sit(seat->person, table)) {
                seat->person = NULL;
                return false;
            }
            read_proofs(seat->person, item);
            host_know_person(table->host, seat->person);
            for (unsigned i = 0; taste_keys[i] != NULL; i++)
                if (*text_of(item, taste_keys[i]) != '\0')
                    taste_set(&seat->person->taste, taste_keys[i], text_of(item, taste_keys[i]));
        }
        if (*text_of(item, "ask") != '\0')
            read_ask(table, seat, text_of(item, "ask"));
        table->seat_count++;
    }
    return true;
}

static bool read_switches(struct table *table, const cJSON *chosen)
{
    const cJSON *item = NULL;
    ruleset_defaults(table->set, &table->switches);
    cJSON_ArrayForEach(item, chosen)
    {
        enum switch_id id = switch_find(item->string);
        if (id == SWITCH_COUNT || !cJSON_IsString(item) ||
            !switches_parse(&table->switches, id, item->valuestring))
            return false;
    }
    return true;
}

static bool read_match(struct table *table, const cJSON *item)
{
    const cJSON *total = cJSON_GetObjectItemCaseSensitive(item, "total");
    int players = cJSON_GetArraySize(total);
    if (players > PLAYERS_MAX)
        return false;
    match_init(&table->match, (unsigned)players);
    table->match_on = !true_of(item, "ended");
    table->match.over = cJSON_HasObjectItem(item, "winners");
    table->match.winners = (uint16_t)number_of(item, "winners");
    table->match.dealer = (uint8_t)number_of(item, "dealer");
    table->match.rounds = (uint16_t)number_of(item, "rounds");
    for (int i = 0; i < players; i++)
        table->match.total[i] = cJSON_GetArrayItem(total, i)->valueint;
    return true;
}

static bool read_state(struct table *table, const cJSON *state)
{
    const cJSON *match = cJSON_GetObjectItemCaseSensitive(state, "match");
    const char *name = text_of(state, "state");
    table->state = strcmp(name, "round") == 0     ? TABLE_ROUND
                   : strcmp(name, "between") == 0 ? TABLE_BETWEEN
                                                  : TABLE_LOBBY;
    table->set = ruleset_find(text_of(state, "set"));
    table->bots_named = (uint8_t)number_of(state, "bots_named");
    if (number_of(state, "version") != 1 || table->set == NULL ||
        !read_switches(table, cJSON_GetObjectItemCaseSensitive(state, "switches")) ||
        !code_read_hex(text_of(state, "secret"), table->secret) ||
        !read_seats(table, cJSON_GetObjectItemCaseSensitive(state, "seats")))
        return false;
    if (*text_of(state, "opener") != '\0') {
        table->opener =
            people_restore(&table->host->people, table->network, text_of(state, "opener"),
                           text_of(state, "opener_name"), true_of(state, "opener_verified"));
        if (table->opener != NULL)
            person_hold(table->opener);
        if (table->opener != NULL && *text_of(state, "opener_host") != '\0')
            person_set_host(table->opener, text_of(state, "opener_host"));
        table_read_channel(table);
    }
    table->last.id = number_of(state, "last_round");
    if (table->last.id != 0 && !code_read_hex(text_of(state, "last_secret"), table->last.secret))
        return false;
    if (*text_of(state, "last_words") != '\0')
        table->last.words = strdup(text_of(state, "last_words"));
    return match == NULL || read_match(table, match);
}

/* -- rounds -- */

const char *replay_deal(struct replay *replay, const struct store_round *round)
{
    uint8_t commitment[FAIR_SIZE];
    uint8_t seed[FAIR_SIZE];
    if (!fair_commitment(round->secret, commitment) ||
        memcmp(commitment, round->commitment, FAIR_SIZE) != 0)
        return "the secret does not fit the commitment";
    if (!round_setup_read(round->setup, &replay->setup))
        return "the setup cannot be read";
    if (strcmp(round->set, ruleset_name(replay->setup.set)) != 0)
        return "its rule set is not that of the setup";
    if (replay->setup.rules_version != RULES_VERSION || round->rules_version != RULES_VERSION)
        return "it was played by another version of the rules";
    if (rules_init(&replay->rules, replay->setup.set, &replay->setup.switches,
                   replay->setup.players) != RULES_OK)
        return "its switches contradict each other";
    if (!fair_seed(round->secret, round->setup, seed))
        return "the seed cannot be computed";
    fair_init(&replay->chance, seed);
    game_deal(&replay->rules, &replay->game, replay->setup.players, replay->setup.dealer,
              &replay->chance.base, NULL);
    if (game_hash(&replay->rules, &replay->game) != round->deal_hash)
        return "the deal differs";
    return NULL;
}

const char *replay_action(struct replay *replay, const struct store_action *row)
{
    struct action action;
    if (action_parse(&replay->rules, row->text, strlen(row->text), &action) != NULL)
        return "an action cannot be read";
    if (game_apply(&replay->rules, &replay->game, &action, &replay->chance.base, &replay->events) !=
        REFUSED_NOT)
        return "an action was refused";
    for (unsigned i = 0; i < replay->events.count; i++) {
        if (replay->events.at[i].kind != EVENT_ROUND_OVER)
            continue;
        replay->end = replay->events.at[i].detail;
        replay->points = replay->events.at[i].points;
    }
    if (game_hash(&replay->rules, &replay->game) != row->hash)
        return "the state after an action differs";
    return NULL;
}

/* -- start-up -- */

struct restore {
    struct host *host;
    struct table *table; /* of the round being read; NULL: its table is gone */
    struct replay replay;
    const char *wrong;
    struct store_round row;
    uint32_t seq;
    unsigned rounds, damaged;
};

static struct network *network_named(struct host *host, const char *name)
{
    for (unsigned i = 0; i < host->network_count; i++)
        if (strcmp(host->networks[i].name, name) == 0)
            return &host->networks[i];
    return NULL;
}

/* An empty table in place of one that cannot be read, until its channel can be told. */
static struct table *create_damaged(struct host *host, struct network *network,
                                    const struct store_table *row)
{
    struct table *table = table_create(host, network, row->channel, row->id);
    if (table == NULL)
        return NULL;
    log_error(&table->log, "the table cannot be read and will be closed");
    table->set = ruleset_at(0);
    ruleset_defaults(table->set, &table->switches);
    table->damaged = true;
    return table;
}

static bool restore_table(void *arg, const struct store_table *row)
{
    struct host *host = ((struct restore *)arg)->host;
    struct network *network = network_named(host, row->network);
    if (network == NULL || network->adapter == NULL)
        return true; /* its network is not configured now: the table waits in the store */
    if (table_at(host, network, row->channel) != NULL) {
        log_error(&host->log, "a second table of %s on %s is closed", row->channel, row->network);
        store_close_table(host->store, row->id);
        return true;
    }
    struct table *table = table_create(host, network, row->channel, row->id);
    if (table == NULL)
        return false;
    cJSON *state = cJSON_Parse(row->state);
    bool read = read_state(table, state);
    cJSON_Delete(state);
    if (read)
        return true;
    table_destroy(table);
    return create_damaged(host, network, row) != NULL;
}

void replay_give_up(struct table *table)
{
    struct message *line = table_line(table, URGENCY_TABLE);
    if (line != NULL) {
        PHRASE(line,
               tr(table->language, N_("The table that was here could not be read and is closed; "
                                      "the scores stand. {p}uno opens a new one.")),
               arg_text("p", network_prefix(table->network)));
        table_say(table, line);
    }
    table_close(table);
}

/* The table whose running round that is; NULL: there is none any more. */
static struct table *table_of_round(struct host *host, struct network *network,
                                    const struct store_round *row)
{
    struct table *table = table_at(host, network, row->channel);
    return table != NULL && table->id == row->table && table->state == TABLE_ROUND ? table : NULL;
}

static void end_damaged(struct restore *restore, const struct log *log, int64_t round,
                        const char *why)
{
    struct store_round_end end = {.round = round, .ended_at = clock_now(), .outcome = "damaged"};
    log_error(log, "round %" PRId64 " is void: %s", round, why);
    store_end_round(restore->host->store, &end);
    restore->damaged++;
}

/* What the round's rows added up to becomes the table's round. */
static void settle(struct restore *restore)
{
    struct table *table = restore->table;
    const struct round_setup *setup = &restore->replay.setup;
    enum rules_error error = RULES_OK;
    if (table == NULL)
        return;
    restore->table = NULL;
    if (restore->wrong == NULL && (setup->players > table->seat_count || setup->set != table->set))
        restore->wrong = "its seats or rule set are not the table's";
    if (restore->wrong != NULL) {
        end_damaged(restore, &table->log, restore->row.id, restore->wrong);
        return;
    }
    struct round *round = calloc(1, sizeof(*round));
    const struct rules *rules = rules_share_get(&restore->host->rules, setup->set, &setup->switches,
                                                setup->players, &error);
    if (round == NULL || rules == NULL)
        abort(); /* memory is out: nothing is void for that */
    round->id = restore->row.id;
    round->seq = restore->seq;
    round->rules = rules;
    round->game = restore->replay.game;
    round->chance = restore->replay.chance;
    memcpy(round->secret, restore->row.secret, sizeof(round->secret));
    table->round = round;
    round_remember(table);
}

static bool restore_round(void *arg, const struct store_round *row)
{
    struct restore *restore = arg;
    struct network *network = network_named(restore->host, row->network);
    settle(restore);
    if (network == NULL || network->adapter == NULL)
        return true; /* it waits with its table */
    restore->rounds++;
    restore->table = table_of_round(restore->host, network, row);
    if (restore->table == NULL) {
        end_damaged(restore, &restore->host->log, row->id, "its table is gone");
        return true;
    }
    restore->row = *row;
    restore->seq = 0;
    restore->wrong = row->damaged ? "its row is damaged" : replay_deal(&restore->replay, row);
    return true;
}

static bool restore_action(void *arg, const struct store_action *row)
{
    struct restore *restore = arg;
    if (restore->table == NULL || restore->wrong != NULL)
        return true;
    if (row->seq != restore->seq + 1)
        restore->wrong = "an action is missing";
    else
        restore->wrong = replay_action(&restore->replay, row);
    restore->seq = row->seq;
    return true;
}

/* A table that says a round runs but has none (void or lost) goes on with a new deal. */
static void void_round(struct table *table)
{
    if (table->state == TABLE_ROUND && table->round == NULL) {
        table->round_void = true;
        round_close(table);
        replay_save(table);
    }
}

bool replay_host(struct host *host)
{
    struct restore *restore = calloc(1, sizeof(*restore));
    struct table *table = NULL;
    struct table *next = NULL;
    if (restore == NULL)
        return false;
    restore->host = host;
    host->secrets = (uint64_t)host->next_round; /* a seed's secrets before it may be known */
    bool ok = store_load_tables(host->store, restore_table, restore) &&
              store_load_rounds(host->store, restore_round, restore_action, restore);
    if (ok)
        settle(restore);
    HASH_ITER(hh, host->tables, table, next)
    {
        void_round(table);
        clock_arm(table);
    }
    if (host->table_count == 0)
        host->secrets = 0;
    else
        log_info(&host->log, "%u tables rebuilt, %u rounds, %u of them void", host->table_count,
                 restore->rounds, restore->damaged);
    free(restore);
    return ok;
}
