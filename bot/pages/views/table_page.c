/* The documents of running tables. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/pages/json.h"
#include "bot/pages/live.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/table_json.h"
#include "bot/people/nick.h"
#include "bot/table/seats/seats.h"

enum { TABLES_MAX = 100 /* in the list */, KNOWN_FOR = 10000 /* milliseconds */ };

/* -- all of them -- */

void tables_make(struct page_job *job, page_present *present)
{
    struct json json;
    struct table *table = NULL;
    struct table *next = NULL;
    unsigned count = 0;
    json_init(&json);
    cJSON *list = json_list(&json, json.root, "tables");
    HASH_ITER(hh, tables_first(job->pages->lent.tables), table, next)
    {
        if (count == TABLES_MAX || !live_is_shown(table))
            continue;
        cJSON *at = json_object(&json, list, NULL);
        table_json_head(&json, at, table);
        json_number(&json, at, "seats", table->seat_count);
        json_number(&json, at, "people", seats_people(table));
        table_json_pile(&json, at, table);
        count++;
    }
    job->batch = store_batch(job->pages->lent.store);
    present(job, 200, json_end(&json), 0);
}

void tables_api(struct page_job *job)
{
    tables_make(job, job_answer_json);
}

/* -- one of them -- */

static struct cJSON *document(const struct table *table, const struct live_table *shown)
{
    const struct table_json_facts facts = {.seq = shown->seq,
                                           .reader = SEAT_NONE,
                                           .seats = shown->seats,
                                           .lines = shown->lines,
                                           .line_count = shown->line_count};
    struct json json;
    json_init(&json);
    table_json(&json, json.root, table, &facts);
    return json_end(&json);
}

/* -- who sits there -- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t length)
{
    for (const unsigned char *at = bytes; length > 0; at++, length--)
        hash = (hash ^ *at) * UINT64_C(1099511628211);
    return hash;
}

/* A hash of the people in the seats and of how we know them (FNV-1a); never 0. Several people may
 * sit down under one nick, one after the other: each gets another seat word. */
static uint64_t hash_seats(const struct table *table)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct person *person = table->seats[i].person;
        const unsigned kind = person != NULL ? 1U + person->verified : 0U;
        hash = mix(hash, &kind, sizeof(kind));
        if (person == NULL)
            continue;
        hash = mix(hash, person->key, strlen(person->key));
        if (person->has_word)
            hash = mix(hash, person->word, sizeof(person->word));
    }
    return hash != 0 ? hash : 1;
}

static bool is_known(const struct table *table, const struct live_table *shown)
{
    return shown->known_as == hash_seats(table) && table_now(table) - shown->known_at < KNOWN_FOR;
}

struct table_question {
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
    job->batch = store_batch(job->pages->lent.store);
    present(job, 200, document(table, shown), 0);
}

static void people_came(void *arg, bool ok, const struct store_someone *found, unsigned count)
{
    struct table_question *asked = arg;
    struct page_job *job = asked->job;
    struct table *table = NULL;
    struct live_table *shown = live_find(&job->pages->live, asked->table, &table);
    if (!ok || shown == NULL || hash_seats(table) != asked->seats) {
        /* 404: no longer shown; 503: the store failed, or others sit there now: ask again */
        bool gone = ok && shown == NULL;
        job_present_error(job, gone ? 404 : 503, gone ? job_no_page : job_unread, asked->present);
        free(asked);
        return;
    }
    memset(shown->seats, 0, sizeof(shown->seats));
    for (unsigned i = 0; i < count; i++)
        shown->seats[asked->at[i]] = found[i];
    shown->known_as = asked->seats;
    shown->known_at = table_now(table);
    answer(job, table, shown, asked->present);
    free(asked);
}

static void ask_people(struct page_job *job, const struct table *table, page_present *present)
{
    struct store_identity who[PLAYERS_MAX];
    char marks[PLAYERS_MAX][HASH_HEX];
    struct table_question *asked = calloc(1, sizeof(*asked));
    if (asked == NULL) {
        present(job, 503, NULL, 0);
        return;
    }
    *asked = (struct table_question){
        .job = job, .present = present, .table = table->id, .seats = hash_seats(table)};
    for (unsigned i = 0; i < table->seat_count && i < PLAYERS_MAX; i++) {
        const struct person *person = table->seats[i].person;
        if (person == NULL)
            continue;
        nick_mark_of(person, marks[i]);
        asked->at[asked->count] = i;
        who[asked->count++] = (struct store_identity){.network = person->network->name,
                                                      .account = person->key,
                                                      .name = "",
                                                      .verified = person->verified,
                                                      .mark = marks[i]};
    }
    store_ask_someone(job->pages->lent.store, who, asked->count, people_came, asked);
}

void table_make(struct page_job *job, int64_t id, page_present *present)
{
    struct table *table = NULL;
    struct live_table *shown = live_find(&job->pages->live, id, &table);
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
