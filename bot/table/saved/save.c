#include "save.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/table/round/cut.h"
#include "bot/table/rules_share.h"
#include "bot/table/saved/state_json.h"
#include "bot/table/saved/state_text.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/table/tables_state.h"
#include "bot/table/vote.h"
#include "bot/table/watcher.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "storage/store.h"

/* Ends the process, as the store does; a new start continues from what is durable. Giving up the
 * table instead would be wrong, because its text is valid. */
static _Noreturn void out_of_memory(const struct log *log)
{
    log_fatal(log, "out of memory for the table's state: ending");
}

/* -- a table as text -- */

/* Adds the person's network if it is not that of the table's home. */
static void add_network(struct state_text *state, const char *key, const struct table *table,
                        const struct person *person)
{
    if (person->network != table->home.network)
        state_string(state, key, person->network->name);
}

static const char tenant_key[] = "tenant";

static void add_tenant(struct state_text *state, const struct place *place)
{
    if (place->tenant != NULL)
        state_string(state, tenant_key, place->tenant);
}

/* Adds all places except the home; of the home, which the store has, only the tenant. */
static void add_places(struct state_text *state, const struct table *table)
{
    const struct place *place = table->home.next;
    add_tenant(state, &table->home);
    if (place == NULL)
        return;
    state_open(state, "places", '[');
    for (; place != NULL; place = place->next) {
        state_open(state, NULL, '{');
        state_string(state, "network", place->network->name);
        state_string(state, "channel", place->channel);
        add_tenant(state, place);
        state_close(state, '}');
    }
    state_close(state, ']');
}

static void add_seat(struct state_text *state, const struct table *table, unsigned index)
{
    const struct seat *seat = &table->seats[index];
    char nick[PERSON_ID_MAX];
    state_open(state, NULL, '{');
    if (seat->person != NULL) {
        state_string(state, "account", seat->person->key);
        add_network(state, "network", table, seat->person);
        state_string(state, "name", seat->person->name);
        if (seat->label != NULL)
            state_string(state, "label", seat->label);
        state_flag(state, "verified", seat->person->verified);
        if (seat->person->host != NULL)
            state_string(state, "host", seat->person->host);
        if (seat->person->account != NULL)
            state_string(state, "logged_in", seat->person->account);
        if (seat->person->connection != NULL)
            state_string(state, "connection", seat->person->connection);
        if (people_other_nick(seat->person, nick))
            state_string(state, "nick", nick);
        if (seat->person->has_word) {
            char word[FAIR_HEX];
            uint8_t hash[FAIR_SIZE] = {0}; /* memory has only the first bytes of the hash */
            memcpy(hash, seat->person->word, sizeof(seat->person->word));
            hash_hex(hash, word);
            state_string(state, "word", word);
            if (seat->person->untold)
                state_flag(state, "untold", true);
        }
        if (seat->person->client != NULL)
            state_string(state, "client", seat->person->client->code);
        if (seat->person->network->leased && people_is_here(seat->person))
            state_flag(state, "here", true);
        /* the preferences of an account are in the settings instead */
        for (unsigned i = 0; preference_keys[i] != NULL && !seat->person->verified; i++) {
            const char *value = preference_get(&seat->person->preferences, preference_keys[i]);
            if (value != NULL)
                state_string(state, preference_keys[i], value);
        }
    } else {
        state_string(state, "bot", seat->bot_name);
        state_string(state, "player", seat->player->name);
    }
    if (seat->away)
        state_flag(state, "away", true);
    if (seat->gone)
        state_flag(state, "gone", true);
    if (seat->left)
        state_flag(state, "left", true);
    if (seat->waits)
        state_flag(state, "waits", true);
    if (seat->split)
        state_flag(state, "split", true);
    if (seat->leaving)
        state_flag(state, "leaving", true);
    if (seat->given)
        state_flag(state, "given", true);
    if (seat->ask != NULL && table->round != NULL) {
        char text[ACTION_TEXT];
        action_format(table->round->rules, seat->ask, text);
        state_string(state, "ask", text);
    }
    state_close(state, '}');
}

/* Adds the switches that differ from the defaults. In a match these are the defaults of this
 * version of the rules, so that later ones do not change it. */
static void add_switches(struct state_text *state, const struct table *table)
{
    struct switches defaults;
    if (table->match_on)
        state_number(state, "rules", RULES_VERSION);
    ruleset_defaults(table->set, &defaults);
    state_open(state, "switches", '{');
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        char value[64];
        if (table->switches.value[id] != defaults.value[id] &&
            switches_format(&table->switches, id, value, sizeof(value)) > 0)
            state_string(state, switch_info(id)->name, value);
    }
    state_close(state, '}');
}

static void add_match(struct state_text *state, const struct table *table)
{
    const struct match *match = &table->match;
    state_open(state, "match", '{');
    state_open(state, "total", '[');
    for (unsigned i = 0; i < match->players; i++)
        state_number(state, NULL, match->total[i]);
    state_close(state, ']');
    state_number(state, "dealer", match->dealer);
    state_number(state, "rounds", match->rounds);
    if (!table->match_on)
        state_flag(state, "ended", true);
    if (match->over)
        state_number(state, "winners", match->winners);
    state_close(state, '}');
}

static void add_chain(struct state_text *state, const struct table *table)
{
    char root[FAIR_HEX];
    hash_hex(table->chain.root, root);
    state_string(state, "chain", root);
    state_number(state, "chain_length", table->chain.length);
    state_number(state, "chain_used", table->chain.used);
    bool begins = false;
    for (const struct place *place = place_first(table); place != NULL; place = place->next)
        begins = begins || place->chain_begins;
    if (begins)
        state_flag(state, "chain_begins", true);
}

static void add_cuts(struct state_text *state, const struct table *table)
{
    if (table->cuts == NULL)
        return;
    state_open(state, "cuts", '[');
    for (unsigned i = 0; i < table->cuts->count; i++) {
        const struct cut *cut = &table->cuts->at[i];
        state_open(state, NULL, '{');
        state_string(state, "name", cut->said.name);
        state_string(state, "word", cut->said.word);
        state_string(state, "network", cut->network);
        state_string(state, "account", cut->key);
        state_flag(state, "verified", cut->verified);
        state_close(state, '}');
    }
    state_close(state, ']');
    state_number(state, "cuts_told", table->cuts->told);
}

bool save_forgets(const struct table *table)
{
    bool unseen = false;
    for (const struct place *place = place_first(table); place != NULL; place = place->next)
        unseen = unseen || !place->reachable;
    return unseen || table->held != NULL || vote_is_open(table);
}

char *save_state(const struct table *table)
{
    static const char *const states[] = {"lobby", "round", "between"};
    char secret[FAIR_HEX];
    struct state_text text = {0};
    struct state_text *state = &text;
    state_open(state, NULL, '{');
    state_number(state, "version", 1);
    state_string(state, "state", states[table->state]);
    state_string(state, "set", ruleset_name(table->set));
    add_switches(state, table);
    add_chain(state, table);
    add_cuts(state, table);
    if (table->opener != NULL) {
        state_string(state, "opener", table->opener->key);
        add_network(state, "opener_network", table, table->opener);
        state_flag(state, "opener_verified", table->opener->verified);
        state_string(state, "opener_name", table->opener->name);
        if (table->opener->host != NULL)
            state_string(state, "opener_host", table->opener->host);
    }
    if (table->last.id != 0) {
        hash_hex(table->last.secret, secret);
        state_number(state, "last_round", table->last.id);
        state_number(state, "last_number", table->last.number);
        state_number(state, "last_shuffle", table->last.shuffle);
        state_string(state, "last_secret", secret);
    }
    if (table->paused_until != 0)
        state_number(state, "paused_until", table->paused_until);
    if (table->deals_at != 0)
        state_number(state, "deals_at", table->deals_at);
    if (table->home.network->leased && save_forgets(table))
        state_flag(state, "forgets", true);
    if (table->last.words != NULL)
        state_string(state, "last_words", table->last.words);
    state_number(state, "bots_named", table->bots_named);
    add_places(state, table);
    state_open(state, "seats", '[');
    for (unsigned i = 0; i < table->seat_count; i++)
        add_seat(state, table, i);
    state_close(state, ']');
    if (table->match.players > 0) /* people may not have heard the end of the match yet */
        add_match(state, table);
    state_close(state, '}');
    return state_end(state);
}

void save_table(struct table *table)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        place_learn_tenant(place);
    char *state = save_state(table);
    page_seats_check(table);
    table_changed(table); /* everybody may see all of a state, so each save may be news */
    if (state == NULL)
        out_of_memory(&table->log);
    struct store_table row = {.id = table->id,
                              .network = table->home.network->name,
                              .channel = table->home.channel,
                              .state = state};
    store_put_table(table->tables->lent.store, &row);
    free(state);
}

void save_tables_of(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL)
        save_table(table);
}

/* -- and back -- */

static const char *text_of(const cJSON *item, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, key);
    return cJSON_IsString(value) ? value->valuestring : "";
}

/* Returns a whole number that JSON can represent exactly; else 0. */
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

/* Reads a play that waited for its colour, target or words. */
static void read_ask(struct table *table, struct seat *seat, const char *text)
{
    enum rules_error error = RULES_OK;
    struct rules_share **shares = &table->tables->rules;
    const struct rules *rules =
        rules_share_get(shares, table->set, &table->switches, 0, RULES_VERSION, &error);
    seat->ask = malloc(sizeof(*seat->ask));
    if (seat->ask == NULL || (rules == NULL && error == RULES_OK))
        out_of_memory(&table->log);
    if (rules == NULL || action_parse(rules, text, strlen(text), seat->ask) != NULL) {
        free(seat->ask);
        seat->ask = NULL;
    }
    rules_share_put(shares, rules);
}

static void read_host(const struct table *table, struct person *person, const char *host)
{
    if (*host == '\0')
        return;
    people_set_host(table->tables->lent.people, person, host);
    if (person->host == NULL)
        out_of_memory(&table->log);
}

/* Reads what proves that a returning guest is the same. */
static void read_proofs(const struct table *table, struct person *person, const cJSON *item)
{
    uint8_t word[FAIR_SIZE];
    read_host(table, person, text_of(item, "host"));
    if (*text_of(item, "client") != '\0')
        person->client = language_find(text_of(item, "client"));
    if (*text_of(item, "logged_in") != '\0')
        people_set_account(table->tables->lent.people, person, text_of(item, "logged_in"));
    if (*text_of(item, "connection") != '\0')
        people_set_connection(table->tables->lent.people, person, text_of(item, "connection"));
    if (*text_of(item, "nick") != '\0')
        people_set_nick(table->tables->lent.people, person, text_of(item, "nick"));
    if (hash_read_hex(text_of(item, "word"), word))
        person_set_word(person, word);
    person->untold = true_of(item, "untold");
    person->here = true_of(item, "here") && network_has_moved(person->network, NULL, NULL);
}

static bool read_places(struct table *table, const cJSON *list)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        struct network *network =
            network_named(table->tables->lent.people, text_of(item, "network"));
        const char *channel = text_of(item, "channel");
        if (network == NULL || *channel == '\0' || !place_may_add(table, network, channel))
            return false;
        struct place *place = place_add(table, network, channel);
        if (place == NULL)
            out_of_memory(&table->log);
        place_set_tenant(place, text_of(item, tenant_key));
    }
    return true;
}

static struct network *read_network(const struct table *table, const cJSON *item, const char *key)
{
    struct network *network = network_named(table->tables->lent.people, text_of(item, key));
    return network != NULL ? network : table->home.network;
}

/* The JSON keys of a person's members. */
struct person_keys {
    const char *network, *account, *name, *verified;
};
static const struct person_keys seat_keys = {"network", "account", "name", "verified"};
static const struct person_keys opener_keys = {"opener_network", "opener", "opener_name",
                                               "opener_verified"};

/* Returns NULL if the text is not valid. */
static struct person *read_person(const struct table *table, const cJSON *item,
                                  const struct person_keys *keys)
{
    const char *account = text_of(item, keys->account);
    if (strlen(account) >= PERSON_ID_MAX)
        return NULL;
    struct person *person =
        people_restore(table->tables->lent.people, read_network(table, item, keys->network),
                       account, text_of(item, keys->name), true_of(item, keys->verified));
    if (person == NULL)
        out_of_memory(&table->log);
    return person;
}

static bool read_seats(struct table *table, const cJSON *list)
{
    int count = cJSON_GetArraySize(list);
    if (count < 0 || count > 2 * PLAYERS_MAX)
        return false;
    table->seats = calloc(count > 0 ? (size_t)count : 1, sizeof(*table->seats));
    if (table->seats == NULL)
        out_of_memory(&table->log);
    table->seat_room = (uint8_t)(count > 0 ? count : 1);
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        struct seat *seat = &table->seats[table->seat_count];
        seat->away = true_of(item, "away");
        seat->leaving = true_of(item, "leaving");
        seat->given = true_of(item, "given");
        seat->split = true_of(item, "split");
        seat->gone = true_of(item, "gone");
        seat->left = true_of(item, "left");
        seat->waits = true_of(item, "waits");
        if (*text_of(item, "bot") != '\0') {
            seat->bot_name = seat_bot_name(text_of(item, "bot"));
            seat->player = player_find(text_of(item, "player"));
            if (seat->player == NULL)
                return false;
        } else {
            seat->person = read_person(table, item, &seat_keys);
            if (seat->person == NULL)
                return false;
            if (!person_sit(seat->person, table))
                out_of_memory(&table->log);
            read_proofs(table, seat->person, item);
            if (*text_of(item, "label") != '\0')
                seat->label = strdup(text_of(item, "label"));
            preferences_load(seat->person);
            for (unsigned i = 0; preference_keys[i] != NULL; i++) {
                if (*text_of(item, preference_keys[i]) != '\0') {
                    preference_set(&seat->person->preferences, preference_keys[i],
                                   text_of(item, preference_keys[i]));
                }
            }
        }
        if (*text_of(item, "ask") != '\0')
            read_ask(table, seat, text_of(item, "ask"));
        table->seat_count++;
    }
    return true;
}

/* An older text has no version: in a match it has all switches. */
static bool read_switches(struct table *table, const cJSON *state)
{
    const cJSON *chosen = cJSON_GetObjectItemCaseSensitive(state, "switches");
    const cJSON *item = NULL;
    int64_t rules = cJSON_HasObjectItem(state, "rules") ? number_of(state, "rules") : RULES_VERSION;
    if (rules < 1 || rules > RULES_VERSION)
        return false;
    ruleset_defaults_of(table->set, (unsigned)rules, &table->switches);
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
    table->match.winners = (uint32_t)number_of(item, "winners");
    table->match.dealer = (uint8_t)number_of(item, "dealer");
    table->match.rounds = (uint16_t)number_of(item, "rounds");
    for (int i = 0; i < players; i++)
        table->match.total[i] = cJSON_GetArrayItem(total, i)->valueint;
    return true;
}

/* Reads the chain. An older text has only the present or next secret: a chain of one. */
static bool read_chain(struct table *table, const cJSON *state)
{
    uint8_t root[FAIR_SIZE];
    int64_t length = number_of(state, "chain_length");
    int64_t used = number_of(state, "chain_used");
    bool old = *text_of(state, "chain") == '\0';
    if (old) {
        length = 1;
        used = table->state == TABLE_ROUND;
    }
    if (length < 1 || length > FAIR_CHAIN || used < 0 || used > length ||
        !hash_read_hex(text_of(state, old ? "secret" : "chain"), root))
        return false;
    fair_chain_begin(&table->chain, root, (unsigned)length);
    table->chain.used = (uint16_t)used;
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        place->chain_begins = true_of(state, "chain_begins");
    return true;
}

static bool read_field(const cJSON *item, const char *key, char *to, size_t size)
{
    const char *text = text_of(item, key);
    if (*text == '\0' || strlen(text) >= size)
        return false;
    memcpy(to, text, strlen(text) + 1);
    return true;
}

static bool read_cuts(struct table *table, const cJSON *state)
{
    const cJSON *item = NULL;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(state, "cuts");
    if (list == NULL)
        return true;
    table->cuts = calloc(1, sizeof(*table->cuts));
    if (table->cuts == NULL)
        out_of_memory(&table->log);
    cJSON_ArrayForEach(item, list)
    {
        struct cut *cut = &table->cuts->at[table->cuts->count];
        if (table->cuts->count == CUTS_MAX ||
            !read_field(item, "name", cut->said.name, sizeof(cut->said.name)) ||
            !read_field(item, "word", cut->said.word, sizeof(cut->said.word)) ||
            strlen(text_of(item, "account")) >= sizeof(cut->key))
            return false;
        memcpy(cut->key, text_of(item, "account"), strlen(text_of(item, "account")) + 1);
        snprintf(cut->network, sizeof(cut->network), "%s",
                 read_network(table, item, "network")->name); /* older texts have none */
        cut->verified = true_of(item, "verified");
        table->cuts->count++;
    }
    int64_t told = number_of(state, "cuts_told"); /* an older text has only the cuts themselves */
    table->cuts->told = told > 0 && told < UINT16_MAX ? (unsigned)told : table->cuts->count;
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
    table->forgot = true_of(state, "forgets");
    place_set_tenant(&table->home, text_of(state, tenant_key));
    if (number_of(state, "version") != 1 || table->set == NULL || !read_switches(table, state) ||
        !read_places(table, cJSON_GetObjectItemCaseSensitive(state, "places")) ||
        !read_chain(table, state) || !read_cuts(table, state) ||
        !read_seats(table, cJSON_GetObjectItemCaseSensitive(state, "seats")))
        return false;
    if (*text_of(state, "opener") != '\0') {
        table->opener = read_person(table, state, &opener_keys);
        if (table->opener != NULL)
            person_hold(table->opener);
        if (table->opener != NULL)
            read_host(table, table->opener, text_of(state, "opener_host"));
    }
    table->paused_until = number_of(state, "paused_until");
    table->deals_at = number_of(state, "deals_at");
    table->last.id = number_of(state, "last_round");
    if (table->last.id != 0 && !hash_read_hex(text_of(state, "last_secret"), table->last.secret))
        return false;
    if (*text_of(state, "last_words") != '\0' &&
        (table->last.words = strdup(text_of(state, "last_words"))) == NULL)
        out_of_memory(&table->log);
    if (match != NULL && !read_match(table, match))
        return false;
    table->last.shuffle = (uint16_t)number_of(state, "last_shuffle");
    table->last.number = (unsigned)number_of(state, "last_number");
    if (table->last.number == 0) /* an older text */
        table->last.number = table->match.rounds > 0 ? table->match.rounds : 1;
    return true;
}

bool save_read(struct table *table, const char *text)
{
    bool read = read_state(table, state_json_parse(text));
    state_json_free();
    return read;
}
