#include "posters.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/poster.h"
#include "bot/pages/boards.h"
#include "bot/pages/html/parts.h"
#include "bot/pages/live.h"
#include "bot/pages/players.h"
#include "bot/pages/replays.h"
#include "bot/pages/views/board_page.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "engine/notation.h"
#include "round_facts.h"

enum { BOARD_AGE = 60, ROUND_AGE = 3600, TABLE_AGE = 10, HOME_AGE = 86400 /* seconds */ };

/* -- answering -- */

/* Begins the poster of a document. Returns NULL if the document is an error or memory is out. Then
 * the job has been answered, and the document freed. */
static struct poster *begin(struct page_job *job, unsigned status, struct cJSON *json)
{
    struct poster *poster = NULL;
    if (status == 200 && json != NULL)
        poster = calloc(1, sizeof(*poster));
    if (poster != NULL)
        return poster;
    cJSON_Delete(json);
    job_refuse_json(job, status != 200 ? status : 503, status == 404 ? job_no_page : job_unread);
    return NULL;
}

static void end(struct page_job *job, struct poster *poster, struct cJSON *json, unsigned max_age)
{
    cJSON_Delete(json);
    job_answer_poster(job, poster, max_age);
}

static void add_row(struct poster *poster, const struct language *language, int64_t rank,
                    const struct cJSON *who, const char *value)
{
    const char *name = parts_text(who, "name");
    if (poster->count == POSTER_ROWS)
        return;
    if (rank > 0)
        snprintf(poster->rows[poster->count].rank, POSTER_CELL, "%" PRId64, rank);
    facts_words(poster->rows[poster->count].name, SNAPSHOT_NAME,
                *name != '\0' ? name : tr(language, N_("former player")));
    snprintf(poster->rows[poster->count++].value, POSTER_CELL, "%s", value);
}

static const char *number_of(const struct cJSON *at, const char *key, char out[POSTER_CELL])
{
    snprintf(out, POSTER_CELL, "%" PRId64, parts_number(at, key));
    return out;
}

/* -- a board -- */

static const char *rating_of(const struct cJSON *row, const struct language *language,
                             char out[POSTER_CELL])
{
    if (!parts_is(row, "provisional"))
        return number_of(row, "least", out);
    snprintf(out, POSTER_CELL, "%s", tr(language, N_("still new")));
    return out;
}

static void show_board(struct page_job *job, unsigned status, struct cJSON *board, unsigned max_age)
{
    char words[PARTS_WORDS];
    char value[POSTER_CELL];
    const cJSON *row = NULL;
    struct poster *poster = begin(job, status, board);
    (void)max_age;
    if (poster == NULL)
        return;
    if (cJSON_GetArraySize(cJSON_GetObjectItem(board, "rows")) ==
        0) { /* an empty board may mean that no such place exists */
        free(poster);
        cJSON_Delete(board);
        job_refuse_json(job, 404, job_no_page);
        return;
    }
    bool rated = *parts_text(board, "set") != '\0';
    facts_words(poster->title, POSTER_WORDS, board_title(job->language, board, words));
    facts_words(poster->note, POSTER_WORDS, board_caption(job->language, board, words));
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(board, "rows"))
    {
        add_row(poster, job->language, parts_number(row, "rank"), row,
                rated ? rating_of(row, job->language, value) : number_of(row, "points", value));
    }
    end(job, poster, board, BOARD_AGE);
}

void poster_board(struct page_job *job)
{
    struct boards_query query;
    const char *wrong = boards_read(job, &query);
    query.limit = POSTER_ROWS;
    query.behind = (struct store_behind){.number = 0};
    if (!job->request.draws)
        job_refuse_json(job, 404, job_no_page);
    else if (wrong != NULL)
        job_refuse_json(job, 400, wrong);
    else
        boards_make(job, &query, show_board);
}

/* -- a round -- */

static int64_t place_of(const struct cJSON *result)
{
    int64_t place = parts_number(result, "place");
    return place > 0 ? place : STORE_SEATS_MAX + 1; /* players without a place come last */
}

/* The best first. */
static void add_results(struct poster *poster, const struct language *language,
                        const struct cJSON *results)
{
    char value[POSTER_CELL];
    for (int64_t place = 1; place <= STORE_SEATS_MAX + 1; place++) {
        const cJSON *result = NULL;
        cJSON_ArrayForEach(result, results)
        {
            if (place_of(result) == place) {
                add_row(poster, language, parts_number(result, "place"), result,
                        number_of(result, "points", value));
            }
        }
    }
}

static void show_round(struct page_job *job, unsigned status, struct cJSON *round, unsigned max_age)
{
    char words[PARTS_WORDS];
    struct message *note = NULL;
    struct poster *poster = begin(job, status, round);
    (void)max_age;
    if (poster == NULL)
        return;
    facts_words(poster->title, POSTER_WORDS, round_facts_title(job->language, round, words));
    note = message_create(NULL, NULL, URGENCY_INFO);
    if (note != NULL) {
        PHRASE(note, tr(job->language, N_("Played by the rules of {set} in {channel}.")),
               arg_text("set", parts_text(round, "set")),
               arg_text("channel", parts_channel_name(round)));
    }
    if (note != NULL && !message_empty(note))
        facts_words(poster->note, POSTER_WORDS, note->text);
    message_destroy(note);
    add_results(poster, job->language, cJSON_GetObjectItem(round, "results"));
    end(job, poster, round, ROUND_AGE);
}

/* "7.png"; 0: it is something else. */
static int64_t read_number(const struct page_job *job)
{
    char *ending = NULL;
    bool digits = *job->rest >= '1' && *job->rest <= '9' && strlen(job->rest) < 23;
    int64_t number = digits ? strtoll(job->rest, &ending, 10) : 0;
    return ending != NULL && strcmp(ending, ".png") == 0 ? number : 0;
}

void poster_round(struct page_job *job)
{
    int64_t round = read_number(job);
    if (round > 0 && job->request.draws)
        replays_make(job, round, show_round);
    else
        job_refuse_json(job, 404, job_no_page);
}

/* -- a table -- */

static uint8_t tint_of(const char *colour)
{
    unsigned n = colour_parse(colour, strlen(colour));
    return n != COLOUR_NONE ? (uint8_t)n : (uint8_t)TINT_WILD;
}

static void add_top(struct snapshot *snapshot, const struct language *language,
                    const struct cJSON *table)
{
    struct rules rules;
    const char *code = parts_text(cJSON_GetObjectItem(table, "play"), "top");
    if (rules_init(&rules, ruleset_find(parts_text(table, "set")), NULL, 0) != RULES_OK)
        return;
    unsigned face = face_parse(&rules.deck, code, strlen(code));
    if (face == FACE_NONE)
        return;
    snapshot->tint = (uint8_t)card_tint(&rules.deck.face[face]);
    snapshot->card = card_shown(language, &rules, &rules.deck.face[face], MARK_NONE, snapshot->top);
    if (snapshot->colour != TINT_WILD)
        snapshot->letters = colour_letters(language, &rules, snapshot->colour);
}

/* Lists the seats in playing order, from the player who must act. */
static void add_seats(struct snapshot *snapshot, const struct cJSON *table)
{
    const cJSON *seats = cJSON_GetObjectItem(table, "seats");
    const cJSON *play = cJSON_GetObjectItem(table, "play");
    int count = cJSON_GetArraySize(seats);
    int step = parts_number(play, "direction") > 0 ? 1 : count - 1;
    int seat = (int)parts_number(play, "turn");
    for (int i = 0; i < count && snapshot->count < SNAPSHOT_SEATS; i++) {
        const cJSON *at = cJSON_GetArrayItem(seats, seat % count);
        seat = (seat + step) % count;
        if (!cJSON_IsNumber(cJSON_GetObjectItem(at, "cards")))
            continue;
        facts_words(snapshot->seats[snapshot->count].name, SNAPSHOT_NAME, parts_text(at, "name"));
        snapshot->seats[snapshot->count++].cards = (unsigned)parts_number(at, "cards");
    }
}

static void add_play(struct snapshot *snapshot, const struct language *language,
                     const struct cJSON *table)
{
    const cJSON *play = cJSON_GetObjectItem(table, "play");
    snapshot->colour = tint_of(parts_text(play, "colour"));
    snapshot->clockwise = parts_number(play, "direction") > 0;
    snapshot->pile = (uint16_t)parts_number(play, "pile");
    snapshot->pending = (uint16_t)parts_number(play, "pending");
    if (snapshot->colour != TINT_WILD) {
        snprintf(snapshot->colour_word, SNAPSHOT_LABEL, "%s",
                 colour_word(language, snapshot->colour));
    }
    add_top(snapshot, language, table);
    add_seats(snapshot, table);
}

static void show_table(struct page_job *job, unsigned status, struct cJSON *table, unsigned max_age)
{
    char words[PARTS_WORDS];
    char value[POSTER_CELL];
    const cJSON *seat = NULL;
    struct poster *poster = begin(job, status, table);
    (void)max_age;
    if (poster == NULL)
        return;
    facts_words(poster->title, POSTER_WORDS,
                parts_phrase(job->language, N_("Table of {channel}"), "channel",
                             parts_channel_name(table), words));
    facts_words(poster->note, POSTER_WORDS,
                parts_phrase(job->language, N_("The rules are those of {set}. Hands stay secret."),
                             "set", parts_text(table, "set"), words));
    poster->is_table = cJSON_IsObject(cJSON_GetObjectItem(table, "play"));
    if (poster->is_table)
        add_play(&poster->snapshot, job->language, table);
    cJSON_ArrayForEach(seat, cJSON_GetObjectItem(table, "seats"))
    {
        if (!poster->is_table)
            add_row(poster, job->language, 0, seat, number_of(seat, "points", value));
    }
    end(job, poster, table, TABLE_AGE);
}

void poster_table(struct page_job *job)
{
    int64_t table = read_number(job);
    if (table > 0 && job->request.draws)
        table_make(job, table, show_table);
    else
        job_refuse_json(job, 404, job_no_page);
}

/* -- a player -- */

static void add_fact(struct poster *poster, const struct language *language, const char *name,
                     const char *value)
{
    if (poster->count == POSTER_ROWS)
        return;
    facts_words(poster->rows[poster->count].name, SNAPSHOT_NAME, tr(language, name));
    snprintf(poster->rows[poster->count++].value, POSTER_CELL, "%s", value);
}

static void show_player(struct page_job *job, unsigned status, struct cJSON *player,
                        unsigned max_age)
{
    static const struct {
        const char *name, *key;
    } sums[] = {{N_("Points"), "points"},
                {N_("Rounds"), "rounds"},
                {N_("Rounds won"), "rounds_won"},
                {N_("Rank"), "rank"}};
    char words[PARTS_WORDS];
    char value[POSTER_CELL];
    struct poster *poster = begin(job, status, player);
    (void)max_age;
    if (poster == NULL)
        return;
    const cJSON *all = cJSON_GetObjectItem(cJSON_GetObjectItem(player, "scores"), "all");
    const char *name = parts_text(player, "name");
    facts_words(poster->title, POSTER_WORDS, name);
    facts_words(poster->note, POSTER_WORDS,
                parts_phrase(job->language, N_("Record, rating and last rounds of {player}."),
                             "player", name, words));
    for (unsigned i = 0; i < ARRAY_SIZE(sums); i++) {
        if (parts_number(all, sums[i].key) > 0)
            add_fact(poster, job->language, sums[i].name, number_of(all, sums[i].key, value));
    }
    const cJSON *rating = cJSON_GetArrayItem(cJSON_GetObjectItem(player, "ratings"), 0);
    if (rating != NULL)
        add_fact(poster, job->language, N_("Rating"), rating_of(rating, job->language, value));
    end(job, poster, player, BOARD_AGE);
}

void poster_player(struct page_job *job)
{
    int64_t player = read_number(job);
    if (player > 0 && job->request.draws)
        players_make(job, player, show_player);
    else
        job_refuse_json(job, 404, job_no_page);
}

/* -- every other page -- */

/* A table that nobody plays at. */
static const char shown_off[] =
    "{\"set\":\"classic\",\"seats\":[{\"name\":\"Ada\",\"cards\":4},{\"name\":\"Grace\",\"cards\":"
    "1},"
    "{\"name\":\"Blaise\",\"cards\":6},{\"name\":\"Emmy\",\"cards\":3}],\"play\":{\"turn\":0,"
    "\"direction\":1,\"top\":\"G7\",\"colour\":\"green\",\"pile\":63,\"pending\":0}}";

void poster_home(struct page_job *job)
{
    struct cJSON *table = job->request.draws ? cJSON_Parse(shown_off) : NULL;
    struct poster *poster = begin(job, job->request.draws ? 200 : 404, table);
    if (poster == NULL)
        return;
    facts_words(poster->title, POSTER_WORDS, "Talon");
    facts_words(poster->note, POSTER_WORDS, tr(job->language, N_("Cards where you already talk")));
    poster->is_table = true;
    add_play(&poster->snapshot, job->language, table);
    end(job, poster, table, HOME_AGE);
}

/* -- where they are -- */

/* Each reader's picture speaks the language of their page. */
static void name(struct page_head *head, const struct language *language, struct buf *path,
                 const char *words)
{
    bool whole = address_ask(path, "lang", language->code);
    head->picture = whole ? path->start : NULL;
    head->picture_words = tr(language, words);
}

void poster_name_board(struct page_head *head, const struct language *language,
                       const struct cJSON *board, char path[ADDRESS_MAX])
{
    static const char *const keys[] = {"scope", "network", "channel", "window", "set", "season"};
    struct buf buf;
    buf_init(&buf, path, ADDRESS_MAX);
    buf_add(&buf, "/og/boards.png");
    for (unsigned i = 0; i < ARRAY_SIZE(keys); i++) {
        if (*parts_text(board, keys[i]) != '\0')
            address_ask(&buf, keys[i], parts_text(board, keys[i]));
    }
    name(head, language, &buf, N_("A board: its first players, each with rank and points."));
}

void poster_name_round(struct page_head *head, const struct language *language, int64_t round,
                       char path[ADDRESS_MAX])
{
    struct buf buf;
    buf_init(&buf, path, ADDRESS_MAX);
    buf_printf(&buf, "/og/rounds/%" PRId64 ".png", round);
    name(head, language, &buf, N_("The result of a round: who played, each with their points."));
}

void poster_name_table(struct page_head *head, const struct language *language, int64_t table,
                       char path[ADDRESS_MAX])
{
    struct buf buf;
    buf_init(&buf, path, ADDRESS_MAX);
    buf_printf(&buf, "/og/tables/%" PRId64 ".png", table);
    name(head, language, &buf,
         N_("A table: the card on top, and the players with the number of their cards."));
}

void poster_name_player(struct page_head *head, const struct language *language, int64_t player,
                        char path[ADDRESS_MAX])
{
    struct buf buf;
    buf_init(&buf, path, ADDRESS_MAX);
    buf_printf(&buf, "/og/players/%" PRId64 ".png", player);
    name(head, language, &buf, N_("A player: points, rounds and rating."));
}
