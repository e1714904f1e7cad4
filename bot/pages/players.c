#include "players.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/pages/boards.h"
#include "bot/pages/json.h"
#include "bot/pages/pages_state.h"
#include "bot/people/web.h"
#include "bot/text/language.h"
#include "storage/achievement.h"

enum { PLAYERS_AGE = 10 /* seconds */, LAST_MAX = 20 /* rounds that are shown */, WORD_MAX = 100 };

struct players_asked {
    struct page_job *job;
    page_present *present;
    cJSON *document; /* the first half of a person's document, until the store answers for the
                        second; owned */
};

/* Begins a question to the store. NULL: memory is out, and `present` got the error. */
static struct players_asked *ask(struct page_job *job, page_present *present)
{
    struct players_asked *asked = malloc(sizeof(*asked));
    if (asked != NULL)
        *asked = (struct players_asked){job, present, NULL};
    else
        present(job, 503, NULL, 0);
    return asked;
}

/* -- one person -- */

static void add_scores(struct json *json, const struct store_profile *profile)
{
    cJSON *scores = json_object(json, json->root, "scores");
    for (unsigned w = 0; w < STORE_PERIODS; w++) {
        const struct store_score *score = &profile->scores[w];
        const char *window = boards_window((enum store_period)w);
        if (score->rounds == 0) {
            json_null(json, scores, window);
            continue;
        }
        cJSON *at = json_object(json, scores, window);
        json_known(json, at, "rank", score->rank);
        json_sums(json, at, score);
    }
}

static void add_ratings(struct json *json, const struct store_ratings *ratings)
{
    cJSON *list = json_list(json, json->root, "ratings");
    for (unsigned i = 0; i < ratings->count; i++) {
        const char *set = ratings->at[i].set;
        cJSON *at = json_object(json, list, NULL);
        json_text(json, at, "set", *set != '\0' ? set : NULL);
        json_rating(json, at, &ratings->at[i].rating);
    }
}

static void add_part(struct json *json, cJSON *list, struct people *people,
                     const struct store_taken_part *part)
{
    cJSON *at = json_object(json, list, NULL);
    json_number(json, at, "round", part->round);
    json_number(json, at, "ended_at", part->ended_at);
    json_channel(json, at, people, part->network, part->channel);
    json_text(json, at, "set", part->set);
    json_text(json, at, "outcome", part->outcome);
    json_flag(json, at, "counts", part->counts);
    json_number(json, at, "points", part->points);
    json_flag(json, at, "won", part->won);
    json_known(json, at, "place", part->place);
    json_number(json, at, "seats", part->seats);
}

/* Adds the last rounds, without those of channels that hide their rounds. */
static void add_last(struct json *json, struct people *people, const struct store_profile *profile)
{
    cJSON *list = json_list(json, json->root, "last");
    unsigned shown = 0;
    for (unsigned i = 0; i < profile->last_count && shown < LAST_MAX; i++) {
        const struct store_taken_part *part = &profile->last[i];
        if (web_of(people, part->network, part->channel) == WEB_OFF)
            continue;
        add_part(json, list, people, part);
        shown++;
    }
}

/* -- what they have done -- */

static void add_feats(struct json *json, const struct store_player *player)
{
    cJSON *list = json_list(json, json->root, "feats");
    for (unsigned i = 0; i < player->record_count; i++) {
        const struct store_records *records = &player->records[i];
        cJSON *at = json_object(json, list, NULL);
        json_text(json, at, "set", records->set[0] != '\0' ? records->set : NULL);
        json_number(json, at, "rounds", records->rounds);
        json_number(json, at, "won", records->won);
        json_number(json, at, "streak", records->streak);
        json_number(json, at, "longest", records->longest);
        json_known(json, at, "fastest", records->plays);
        json_known(json, at, "largest", records->cards);
        json_number(json, at, "duels_won", records->duels_won);
        json_number(json, at, "duels_lost", records->duels_lost);
        json_number(json, at, "bluffs", records->bluffs);
    }
}

/* Adds all achievements, in the order of their table. They have no numbers of rounds, for the same
 * reason as the curve. */
static void add_achievements(struct json *json, const struct store_player *player)
{
    cJSON *list = json_list(json, json->root, "achievements");
    for (unsigned i = 0; i < STORE_ACHIEVEMENTS; i++) {
        cJSON *at = json_object(json, list, NULL);
        json_text(json, at, "achievement", achievement_key(i));
        json_number(json, at, "least", achievement_least(i));
        json_flag(json, at, "earned", player->achievements[i].earned);
        json_known(json, at, "at", player->achievements[i].at);
    }
}

static void add_rivals(struct json *json, const struct store_player *player)
{
    cJSON *list = json_list(json, json->root, "rivals");
    for (unsigned i = 0; i < player->rival_count; i++) {
        const struct store_rival *rival = &player->rivals[i];
        struct store_someone who = {.person = rival->person, .verified = rival->verified};
        cJSON *at = json_object(json, list, NULL);
        memcpy(who.name, rival->name, sizeof(who.name));
        json_someone(json, at, &who);
        json_number(json, at, "rounds", rival->rounds);
        json_number(json, at, "ahead", rival->ahead);
        json_number(json, at, "behind", rival->behind);
    }
}

/* Adds the points of the rating curve: when, rating, and the "±" behind it. It has no numbers of
 * rounds, because some may have been played in channels that hide their rounds. */
static void add_curve(struct json *json, const struct store_player *player)
{
    cJSON *list = json_list(json, json->root, "curve");
    for (unsigned i = 0; i < player->point_count; i++) {
        cJSON *at = json_object(json, list, NULL);
        json_number(json, at, "at", player->points[i].at);
        json_number(json, at, "rating", player->points[i].rating);
        json_number(json, at, "off", player->points[i].off);
    }
}

static void player_came(void *arg, bool ok, const struct store_player *player)
{
    struct players_asked *asked = arg;
    struct json json = {.root = asked->document};
    if (!ok || player->person == 0) { /* they hide, or were forgotten, since the first question */
        cJSON_Delete(asked->document);
        job_present_error(asked->job, ok ? 404 : 503, ok ? job_no_page : job_unread,
                          asked->present);
        free(asked);
        return;
    }
    add_feats(&json, player);
    add_achievements(&json, player);
    add_rivals(&json, player);
    add_curve(&json, player);
    asked->present(asked->job, 200, json_end(&json), PLAYERS_AGE);
    free(asked);
}

static void profile_came(void *arg, bool ok, bool found, const struct store_profile *profile)
{
    struct players_asked *asked = arg;
    struct page_job *job = asked->job;
    struct json json;
    if (!ok || !found) {
        job_present_error(job, ok ? 404 : 503, ok ? job_no_page : job_unread, asked->present);
        free(asked);
        return;
    }
    json_init(&json);
    json_someone(&json, json.root, &profile->who);
    json_known(&json, json.root, "since", profile->first_at);
    add_scores(&json, profile);
    add_ratings(&json, &profile->ratings);
    add_last(&json, job->pages->lent.people, profile);
    asked->document = json_end(&json);
    if (asked->document == NULL) {
        asked->present(job, 503, NULL, 0);
        free(asked);
        return;
    }
    const struct store_player_query query = {.person = profile->who.person, .set = ""};
    store_ask_player(job->pages->lent.store, &query, player_came, asked);
}

void players_make(struct page_job *job, int64_t person, page_present *present)
{
    const struct store_person_query query = {
        .person = person, .scope = STORE_OVERALL, .at = clock_now()};
    struct players_asked *asked = ask(job, present);
    if (asked != NULL)
        store_ask_profile(job->pages->lent.store, &query, profile_came, asked);
}

void players_api(struct page_job *job)
{
    int64_t person = job_rest_number(job);
    if (person > 0)
        players_make(job, person, job_answer_json);
    else
        job_refuse_json(job, 404, job_no_page);
}

/* -- search -- */

static void found_came(void *arg, bool ok, const struct store_someone *found, unsigned count)
{
    struct players_asked *asked = arg;
    struct json json;
    if (!ok) {
        job_present_error(asked->job, 503, job_unread, asked->present);
        free(asked);
        return;
    }
    json_init(&json);
    cJSON *list = json_list(&json, json.root, "players");
    for (unsigned i = 0; i < count; i++)
        json_someone(&json, json_object(&json, list, NULL), &found[i]);
    asked->present(asked->job, 200, json_end(&json), PLAYERS_AGE);
    free(asked);
}

void search_make(struct page_job *job, const char *beginning, page_present *present)
{
    struct players_asked *asked = ask(job, present);
    if (asked != NULL)
        store_search(job->pages->lent.store, beginning, found_came, asked);
}

void search_api(struct page_job *job)
{
    char word[WORD_MAX];
    if (job_parameter(job, "q", word, sizeof(word)) && *word != '\0')
        search_make(job, word, job_answer_json);
    else
        job_refuse_json(job, 400, N_("q is the beginning of a name."));
}
