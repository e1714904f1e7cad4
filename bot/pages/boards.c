#include "boards.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/pages/json.h"
#include "bot/pages/pages_state.h"
#include "bot/people/channel_name.h"
#include "bot/people/web.h"
#include "bot/text/language.h"
#include "engine/ruleset.h"

enum { BOARDS_AGE = 10 /* seconds */, ROWS = 50, CURSOR_MAX = 160 };

static const char *const windows[STORE_PERIODS] = {[STORE_DAY] = "day",
                                                   [STORE_WEEK] = "week",
                                                   [STORE_MONTH] = "month",
                                                   [STORE_SEASON] = "season",
                                                   [STORE_ALL] = "all"};
static const char *const scopes[] = {
    [STORE_CHANNEL] = "channel", [STORE_NETWORK] = "network", [STORE_OVERALL] = "overall"};

/* -- behind which row -- */

/* Writes a cursor: "number,rank,person,standing" on a board by rating,
 * "number,rank,person,points,won" on one by points. Anybody may send it back changed. We believe
 * its rank, since only that reader sees the result. */
static void write_behind(const struct store_behind *behind, bool rated, char text[CURSOR_MAX])
{
    int length = snprintf(text, CURSOR_MAX, "%" PRIu32 ",%" PRIu32 ",%" PRId64, behind->number,
                          behind->rank, behind->person);
    size_t room = CURSOR_MAX - (size_t)length;
    if (rated)
        snprintf(text + length, room, ",%.17g", behind->standing);
    else
        snprintf(text + length, room, ",%" PRId64 ",%" PRIu32, behind->points, behind->rounds_won);
}

/* Reads a number up to the next comma, and moves behind the comma. */
static bool read_number(const char **text, int64_t least, int64_t most, int64_t *number)
{
    char *end = NULL;
    errno = 0;
    *number = strtoll(*text, &end, 10);
    if (end == *text || errno != 0 || (*end != ',' && *end != '\0') || *number < least ||
        *number > most)
        return false;
    *text = end + (*end == ',');
    return true;
}

static bool read_behind(const char *text, bool rated, struct store_behind *behind)
{
    int64_t number[3] = {0};
    char *end = NULL;
    *behind = (struct store_behind){.number = 0};
    if (*text == '\0')
        return true;
    if (!read_number(&text, 1, UINT32_MAX, &number[0]) ||
        !read_number(&text, rated ? 0 : 1, UINT32_MAX, &number[1]) ||
        !read_number(&text, 1, INT64_MAX, &behind->person))
        return false;
    behind->number = (uint32_t)number[0];
    behind->rank = (uint32_t)number[1];
    if (rated) {
        behind->standing = strtod(text, &end);
        return end != text && *end == '\0' && isfinite(behind->standing);
    }
    if (!read_number(&text, INT64_MIN, INT64_MAX, &behind->points) ||
        !read_number(&text, 0, UINT32_MAX, &number[2]))
        return false;
    behind->rounds_won = (uint32_t)number[2];
    return *text == '\0';
}

/* -- what is asked for -- */

const char *boards_window(enum store_period window)
{
    return windows[window];
}

bool boards_read_window(const char *word, enum store_period *window)
{
    for (unsigned i = 0; i < STORE_PERIODS; i++) {
        if (strcmp(windows[i], word) != 0)
            continue;
        *window = (enum store_period)i;
        return true;
    }
    return false;
}

const char *boards_season(int season, char out[SEASON_TEXT])
{
    snprintf(out, SEASON_TEXT, "%d-%d", store_season_year(season), store_season_quarter(season));
    return out;
}

int boards_read_season(const char *word)
{
    int year = 0;
    if (strlen(word) != 6 || word[4] != '-' || word[5] < '1' || word[5] > '4')
        return 0;
    for (unsigned i = 0; i < 4; i++) {
        if (word[i] < '0' || word[i] > '9')
            return 0;
        year = year * 10 + (word[i] - '0');
    }
    return year >= 1970 ? store_season(year, word[5] - '0') : 0;
}

static bool read_scope(const char *word, enum store_scope *scope)
{
    for (unsigned i = 0; i <= STORE_OVERALL; i++) {
        if (strcmp(scopes[i], word) != 0)
            continue;
        *scope = (enum store_scope)i;
        return true;
    }
    return false;
}

/* Reads what `set` asks for: "rating" is the rating over all rules, a rule set is the rating in
 * that set. */
static bool read_set(const char *word, struct boards_query *query)
{
    const struct ruleset *set = ruleset_find(word);
    query->rated = *word != '\0';
    if (set != NULL)
        snprintf(query->set, sizeof(query->set), "%s", ruleset_name(set));
    return set != NULL || *word == '\0' || strcmp(word, "rating") == 0;
}

static bool read_limit(const char *word, unsigned *limit)
{
    int64_t number = ROWS;
    if (*word != '\0' && (!read_number(&word, 1, BOARDS_ROWS_MAX, &number) || *word != '\0'))
        return false;
    *limit = (unsigned)number;
    return true;
}

/* Reads the set and the season of a board by rating. Returns NULL, or what is wrong. */
static const char *read_rating(const struct page_job *job, struct boards_query *query)
{
    char set[STORE_SET_MAX];
    char season[SEASON_TEXT];
    if (!job_parameter(job, "set", set, sizeof(set)) || !read_set(set, query))
        return N_("set is a set of rules, or rating for all of them.");
    if (query->rated && query->window != STORE_ALL)
        return N_("A rating is of now: with set, window is all.");
    if (!job_parameter(job, "season", season, sizeof(season)) ||
        (*season != '\0' && (!query->rated || (query->season = boards_read_season(season)) == 0)))
        return N_("season is a year and a quarter, as 2026-4, of a board by rating.");
    return NULL;
}

const char *boards_read(const struct page_job *job, struct boards_query *query)
{
    char scope[16];
    char window[16];
    char limit[16];
    char behind[CURSOR_MAX];
    *query = (struct boards_query){.scope = STORE_OVERALL, .window = STORE_ALL};
    if (!job_parameter(job, "scope", scope, sizeof(scope)) ||
        (*scope != '\0' && !read_scope(scope, &query->scope)))
        return N_("scope is channel, network or overall.");
    if (!job_parameter(job, "window", window, sizeof(window)) ||
        (*window != '\0' && !boards_read_window(window, &query->window)))
        return N_("window is day, week, month, season or all.");
    const char *wrong = read_rating(job, query);
    if (wrong != NULL)
        return wrong;
    if (!job_parameter(job, "network", query->network, sizeof(query->network)) ||
        !job_parameter(job, "channel", query->channel, sizeof(query->channel)) ||
        (query->scope != STORE_OVERALL && *query->network == '\0') ||
        (query->scope == STORE_CHANNEL && *query->channel == '\0'))
        return N_("Say of which network, and of which channel: network=...&channel=...");
    if (!job_parameter(job, "limit", limit, sizeof(limit)) || !read_limit(limit, &query->limit))
        return N_("limit is a number of rows from 1 to 100.");
    if (!job_parameter(job, "after", behind, sizeof(behind)) ||
        !read_behind(behind, query->rated, &query->behind))
        return N_("after is what next was in the rows before.");
    return NULL;
}

/* -- the answer -- */

struct board_asked {
    struct page_job *job;
    page_present *present;
    struct boards_query query;
};

static void add_row(struct json *json, cJSON *rows, const struct store_ranked *row, bool rated)
{
    const struct store_someone who = {.person = row->person, .verified = row->score.verified};
    cJSON *at = json_object(json, rows, NULL);
    struct store_someone named = who;
    memcpy(named.name, row->score.name, sizeof(named.name));
    json_known(json, at, "rank", row->score.rank);
    json_someone(json, at, &named);
    if (rated)
        json_rating(json, at, &row->score.rating);
    else
        json_sums(json, at, &row->score);
}

static void add_query(struct json *json, struct people *people, const struct boards_query *query)
{
    char name[CHANNEL_NAME_MAX];
    char season[SEASON_TEXT];
    json_text(json, json->root, "scope", scopes[query->scope]);
    if (query->scope != STORE_OVERALL)
        json_typed(json, json->root, "network", query->network);
    if (query->scope == STORE_CHANNEL) {
        json_typed(json, json->root, "channel", query->channel);
        json_typed(json, json->root, "channel_name",
                   channel_name(people, query->network, query->channel, name));
    }
    json_text(json, json->root, "window", windows[query->window]);
    json_text(json, json->root, "set",
              !query->rated           ? NULL
              : query->set[0] != '\0' ? query->set
                                      : "rating");
    json_text(json, json->root, "season",
              query->season != 0 ? boards_season(query->season, season) : NULL);
}

static void rows_came(void *arg, bool ok, const struct store_ranked *rows, unsigned count)
{
    struct board_asked *asked = arg;
    const struct boards_query *query = &asked->query;
    struct json json;
    if (!ok) {
        job_present_error(asked->job, 503, job_unread, asked->present);
        free(asked);
        return;
    }
    json_init(&json);
    add_query(&json, asked->job->pages->lent.people, query);
    cJSON *list = json_list(&json, json.root, "rows");
    for (unsigned i = 0; i < count && i < query->limit; i++)
        add_row(&json, list, &rows[i], query->rated);
    if (count > query->limit) {
        char next[CURSOR_MAX];
        const struct store_behind behind = store_behind(&rows[query->limit - 1], query->rated);
        write_behind(&behind, query->rated, next);
        json_text(&json, json.root, "next", next);
    } else {
        json_null(&json, json.root, "next");
    }
    asked->present(asked->job, 200, json_end(&json), BOARDS_AGE);
    free(asked);
}

void boards_make(struct page_job *job, const struct boards_query *query, page_present *present)
{
    struct board_asked *asked = NULL;
    if (query->scope == STORE_CHANNEL &&
        web_of(job->pages->lent.people, query->network, query->channel) == WEB_OFF) {
        job_present_error(job, 404, job_no_page, present);
        return;
    }
    asked = malloc(sizeof(*asked));
    if (asked == NULL) {
        present(job, 503, NULL, 0);
        return;
    }
    *asked = (struct board_asked){job, present, *query};
    const struct store_board_query board = {.scope = query->scope,
                                            .network = query->network,
                                            .channel = query->channel,
                                            .period = query->window,
                                            .at = clock_now(),
                                            .limit = query->limit + 1,
                                            .rated = query->rated ? query->set : NULL,
                                            .season = query->season};
    store_page(job->pages->lent.store, &board, &query->behind, rows_came, asked);
}

void boards_api(struct page_job *job)
{
    struct boards_query query;
    const char *wrong = boards_read(job, &query);
    if (wrong != NULL)
        job_refuse_json(job, 400, wrong);
    else
        boards_make(job, &query, job_answer_json);
}
