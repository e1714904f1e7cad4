/* The documents of running tables. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/pages/json.h"
#include "bot/pages/live.h"
#include "bot/pages/round_json.h"
#include "bot/table/round.h"
#include "bot/table/seats.h"
#include "bot/text/language.h"
#include "engine/notation.h"

enum { TABLES_MAX = 100 /* in the list */, KNOWN_FOR = 10000 /* milliseconds */ };

static const char *const states[] = {
    [TABLE_LOBBY] = "lobby", [TABLE_ROUND] = "round", [TABLE_BETWEEN] = "between"};

static const char *state_of(const struct table *table)
{
    return states[table->round != NULL            ? TABLE_ROUND
                  : table->state == TABLE_BETWEEN ? TABLE_BETWEEN
                                                  : TABLE_LOBBY];
}

static void add_table(struct json *json, cJSON *at, const struct table *table)
{
    json_number(json, at, "table", table->id);
    json_text(json, at, "network", table->home.network->name);
    json_text(json, at, "channel", table->home.channel);
    json_text(json, at, "set", ruleset_name(table->set));
    json_text(json, at, "state", state_of(table));
}

/* -- all of them -- */

void tables_make(struct page_job *job, page_present *present)
{
    struct json json;
    struct table *table = NULL;
    struct table *next = NULL;
    unsigned count = 0;
    json_init(&json);
    cJSON *list = json_list(&json, json.root, "tables");
    HASH_ITER(hh, job->host->tables, table, next)
    {
        if (count == TABLES_MAX || !live_is_shown(table))
            continue;
        cJSON *at = json_object(&json, list, NULL);
        add_table(&json, at, table);
        json_number(&json, at, "seats", table->seat_count);
        json_number(&json, at, "people", seats_people(table));
        count++;
    }
    job->batch = store_batch(job->host->store);
    present(job, 200, json_end(&json), 0);
}

void tables_api(struct page_job *job)
{
    tables_make(job, job_answer_json);
}

/* -- one of them -- */

/* What one table's document is made of. */
struct showing {
    const struct table *table;
    const struct live_table *shown;
    struct view view; /* a spectator's: of a table with a round */
    bool hides;       /* somebody does */
};

static const char *name_of(const struct showing *s, unsigned seat, const struct language *language)
{
    return s->shown->seats[seat].hidden ? tr(language, round_hidden_name)
                                        : seat_name(s->table, seat);
}

static void add_round_of_seat(struct json *json, cJSON *at, const struct showing *s, unsigned seat)
{
    bool plays = s->table->round != NULL && seat_in_round(s->table, seat);
    if (!plays) {
        json_null(json, at, "cards");
        return;
    }
    json_number(json, at, "cards", s->view.hand_count[seat]);
    json_flag(json, at, "uno", (s->view.announced >> seat & 1) != 0);
    json_flag(json, at, "exposed", (s->view.exposed >> seat & 1) != 0);
    if (s->table->round->rules->power_cards > 0)
        json_text(json, at, "power", (s->view.power_red >> seat & 1) != 0 ? "red" : "green");
}

static void add_seat(struct json *json, cJSON *list, const struct showing *s, unsigned seat)
{
    const struct seat *held = &s->table->seats[seat];
    const struct match *match = &s->table->match;
    cJSON *at = json_object(json, list, NULL);
    json_number(json, at, "seat", seat);
    json_text(json, at, "name", name_of(s, seat, s->table->home.language));
    json_known(json, at, "player", s->shown->seats[seat].person);
    json_text(json, at, "computer",
              held->person == NULL && held->player != NULL ? held->player->name : NULL);
    json_flag(json, at, "away", held->away);
    json_number(json, at, "points", seat < match->players ? match->total[seat] : 0);
    add_round_of_seat(json, at, s, seat);
}

static void add_colour(struct json *json, cJSON *at, const char *key, unsigned colour)
{
    json_text(json, at, key, colour != COLOUR_NONE ? colour_name(colour) : NULL);
}

/* What binds the shuffle: who looks on keeps it, and can prove the round when it is over. */
static void add_fair(struct json *json, cJSON *at, const struct table *table)
{
    unsigned number = 0;
    uint8_t bond[FAIR_SIZE];
    if (!round_bond(table, &number, bond) || table->round->shuffle == 0) {
        json_null(json, at, "fair");
        return;
    }
    cJSON *fair = json_object(json, at, "fair");
    json_number(json, fair, "shuffle", table->round->shuffle);
    json_number(json, fair, "bond_number", number);
    json_hex(json, fair, "bond", bond, FAIR_SIZE);
    json_hex(json, fair, "told", table->round->told, FAIR_SIZE);
}

/* What binds the next shuffle, if none is played with: whoever looks on keeps it before the deal.
 */
static void add_bond(struct json *json, const struct table *table)
{
    unsigned number = 0;
    uint8_t bond[FAIR_SIZE];
    if (table->round != NULL || !round_bond(table, &number, bond)) {
        json_null(json, json->root, "bond");
        return;
    }
    cJSON *at = json_object(json, json->root, "bond");
    json_number(json, at, "number", number);
    json_hex(json, at, "value", bond, FAIR_SIZE);
}

static void add_play(struct json *json, const struct showing *s)
{
    char card[CARD_TEXT];
    const struct round *round = s->table->round;
    if (round == NULL) {
        json_null(json, json->root, "play");
        return;
    }
    cJSON *at = json_object(json, json->root, "play");
    json_number(json, at, "round", round->id);
    json_number(json, at, "number", round_number(s->table));
    json_number(json, at, "move", round->seq);
    json_text(json, at, "phase", phase_name(s->view.phase));
    if (s->view.turn != SEAT_NONE)
        json_number(json, at, "turn", s->view.turn);
    else
        json_null(json, at, "turn");
    json_number(json, at, "direction", s->view.direction);
    json_text(json, at, "top", face_format(&round->rules->deck.face[s->view.top_face], card));
    add_colour(json, at, "colour", s->view.colour);
    add_colour(json, at, "hyper", s->view.hyper);
    json_number(json, at, "pile", s->view.pile_count);
    json_number(json, at, "discard", s->view.discard_count);
    json_number(json, at, "pending", s->view.pending);
    add_fair(json, at, s->table);
}

static void add_lines(struct json *json, const struct showing *s)
{
    cJSON *lines = json_list(json, json->root, "lines");
    for (unsigned i = 0; i < s->shown->line_count && !s->hides; i++)
        json_text(json, lines, NULL, s->shown->lines[i]);
}

static struct cJSON *document(const struct table *table, const struct live_table *shown)
{
    struct json json;
    struct showing s = {.table = table, .shown = shown};
    for (unsigned i = 0; i < table->seat_count && i < PLAYERS_MAX; i++)
        s.hides = s.hides || shown->seats[i].hidden;
    if (table->round != NULL)
        view_of(table->round->rules, &table->round->game, SEAT_NONE, &s.view);
    json_init(&json);
    add_table(&json, json.root, table);
    json_number(&json, json.root, "seq", shown->seq);
    json_text(&json, json.root, "language", table->home.language->code);
    cJSON *seats = json_list(&json, json.root, "seats");
    for (unsigned i = 0; i < table->seat_count && i < PLAYERS_MAX; i++)
        add_seat(&json, seats, &s, i);
    add_bond(&json, table);
    add_play(&json, &s);
    json_known(&json, json.root, "last_round", table->last.id);
    add_lines(&json, &s);
    return json_end(&json);
}

/* -- who sits there -- */

/* Of all who sit there, and of how: FNV-1a; never 0. */
static uint64_t hash_seats(const struct table *table)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct person *person = table->seats[i].person;
        const char *key = person != NULL ? person->key : "";
        hash = (hash ^ (person != NULL ? 1U + person->verified : 0U)) * UINT64_C(1099511628211);
        for (; *key != '\0'; key++)
            hash = (hash ^ (unsigned char)*key) * UINT64_C(1099511628211);
    }
    return hash != 0 ? hash : 1;
}

static bool is_known(const struct table *table, const struct live_table *shown)
{
    return shown->known_as == hash_seats(table) &&
           loop_now(table->host->loop) - shown->known_at < KNOWN_FOR;
}

struct asked {
    struct page_job *job;
    page_present *present;
    int64_t table;
    uint64_t seats; /* hash_seats() when it was asked */
    unsigned count, at[PLAYERS_MAX];
};

static void answer(struct page_job *job, const struct table *table, struct live_table *shown,
                   page_present *present)
{
    if (job->pushes != 0)
        shown->made = shown->seq;
    job->batch = store_batch(job->host->store);
    present(job, 200, document(table, shown), 0);
}

static void people_came(void *arg, bool ok, const struct store_someone *found, unsigned count)
{
    struct asked *asked = arg;
    struct page_job *job = asked->job;
    struct table *table = NULL;
    struct live_table *shown = live_find(job->host->live, asked->table, &table);
    if (!ok || shown == NULL || hash_seats(table) != asked->seats) {
        /* Somebody else sits there by now: whoever asks again hears of it. */
        bool gone = ok && shown == NULL;
        job_present_error(job, gone ? 404 : 503, gone ? job_no_page : job_unread, asked->present);
        free(asked);
        return;
    }
    memset(shown->seats, 0, sizeof(shown->seats));
    for (unsigned i = 0; i < count; i++)
        shown->seats[asked->at[i]] = found[i];
    shown->known_as = asked->seats;
    shown->known_at = loop_now(job->host->loop);
    answer(job, table, shown, asked->present);
    free(asked);
}

static void ask_people(struct page_job *job, const struct table *table, page_present *present)
{
    struct store_identity who[PLAYERS_MAX];
    char marks[PLAYERS_MAX][HASH_HEX];
    struct asked *asked = calloc(1, sizeof(*asked));
    if (asked == NULL) {
        present(job, 503, NULL, 0);
        return;
    }
    *asked = (struct asked){
        .job = job, .present = present, .table = table->id, .seats = hash_seats(table)};
    for (unsigned i = 0; i < table->seat_count && i < PLAYERS_MAX; i++) {
        const struct person *person = table->seats[i].person;
        if (person == NULL)
            continue;
        people_mark(person, marks[i]);
        asked->at[asked->count] = i;
        who[asked->count++] = (struct store_identity){.network = person->network->name,
                                                      .account = person->key,
                                                      .name = "",
                                                      .verified = person->verified,
                                                      .mark = marks[i]};
    }
    store_ask_someone(job->host->store, who, asked->count, people_came, asked);
}

void table_make(struct page_job *job, int64_t id, page_present *present)
{
    struct table *table = NULL;
    struct live_table *shown = live_find(job->host->live, id, &table);
    if (shown == NULL)
        job_present_error(job, 404, job_no_page, present);
    else if (is_known(table, shown))
        answer(job, table, shown, present);
    else
        ask_people(job, table, present);
}

void table_api(struct page_job *job)
{
    int64_t table = job_rest_number(job);
    if (table > 0)
        table_make(job, table, job_answer_json);
    else
        job_refuse_json(job, 404, job_no_page);
}
