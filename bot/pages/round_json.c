#include "round_json.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bot/pages/job.h"
#include "bot/pages/json.h"
#include "bot/pages/pages_state.h"
#include "bot/table/setup.h"
#include "bot/text/language.h"

const char *const round_hidden_name = N_("a player");

const struct store_seat_result *round_result(const struct store_played *played, unsigned seat)
{
    for (unsigned i = 0; i < played->result_count; i++) {
        if (played->results[i].seat == seat)
            return &played->results[i];
    }
    return NULL;
}

/* Returns the seat in the setup; NULL: no setup is kept that has it. */
static const struct setup_seat *seat_in(const struct setup *setup, unsigned seat)
{
    return setup != NULL && seat < setup->players ? &setup->seats[seat] : NULL;
}

struct store_seat_result round_shown(const struct store_seat_result *result,
                                     const struct setup *setup)
{
    const struct setup_seat *seat = seat_in(setup, result->seat);
    struct store_seat_result shown = *result;
    if (shown.computer && seat != NULL && seat->player == NULL) {
        shown.computer = false;
        shown.who.hidden = true;
    }
    return shown;
}

static void add_who(struct json *json, cJSON *at, const struct store_seat_result *result,
                    const struct setup *setup, const struct language *language)
{
    const struct store_seat_result shown = round_shown(result, setup);
    const struct setup_seat *seat = seat_in(setup, result->seat);
    const char *name = shown.who.name;
    if (shown.computer)
        name = seat != NULL ? seat->name : "computer";
    else if (shown.who.hidden)
        name = tr(language, round_hidden_name);
    json_known(json, at, "player", shown.who.person);
    json_text(json, at, "name", name);
    json_flag(json, at, "verified", shown.who.verified);
    json_flag(json, at, "computer", shown.computer);
}

static void add_results(struct json *json, cJSON *at, const struct store_played *played,
                        const struct setup *setup, const struct language *language)
{
    cJSON *list = json_list(json, at, "results");
    for (unsigned i = 0; i < played->result_count; i++) {
        const struct store_seat_result *result = &played->results[i];
        cJSON *row = json_object(json, list, NULL);
        json_number(json, row, "seat", result->seat);
        add_who(json, row, result, setup, language);
        json_number(json, row, "points", result->points);
        json_flag(json, row, "won", result->won);
        json_known(json, row, "place", result->place);
        json_flag(json, row, "match_over", result->match_over);
        json_flag(json, row, "match_won", result->match_over && result->match_won);
    }
}

static void add_winner(struct json *json, cJSON *at, const struct store_played *played,
                       const struct setup *setup, const struct language *language)
{
    for (unsigned i = 0; i < played->result_count; i++) {
        if (!played->results[i].won)
            continue;
        cJSON *winner = json_object(json, at, "winner");
        json_number(json, winner, "seat", played->results[i].seat);
        add_who(json, winner, &played->results[i], setup, language);
        return;
    }
    json_null(json, at, "winner");
}

struct setup *round_setup(const struct store_played *played)
{
    struct setup *setup = malloc(sizeof(*setup));
    struct setup_kept *kept = malloc(sizeof(*kept));
    bool good = setup != NULL && kept != NULL && *played->setup != '\0' &&
                setup_read_kept(played->setup, setup, kept) == NULL && setup->version > 1;
    free(kept);
    if (good)
        return setup;
    free(setup);
    return NULL;
}

void round_json(struct json *json, struct cJSON *at, const struct store_played *played,
                const struct page_job *job)
{
    const struct language *language = job->language;
    struct setup *setup = round_setup(played);
    json_number(json, at, "round", played->id);
    json_channel(json, at, job->pages->lent.people, played->network, played->channel);
    json_text(json, at, "set", played->set);
    json_number(json, at, "started_at", played->started_at);
    json_number(json, at, "ended_at", played->ended_at);
    json_text(json, at, "outcome", played->outcome);
    json_flag(json, at, "counts", played->counts);
    json_flag(json, at, "replay", played->kept && setup != NULL);
    add_winner(json, at, played, setup, language);
    add_results(json, at, played, setup, language);
    free(setup);
}
