/* round_json.h: a finished round, for lists and for its own document. */
#ifndef TALON_BOT_PAGES_ROUND_JSON_H
#define TALON_BOT_PAGES_ROUND_JSON_H

#include "storage/web_query.h"

struct cJSON;
struct json;
struct page_job;
struct setup;

/* The name of people who hide or were forgotten, a text of the catalogue. */
extern const char *const round_hidden_name;

/* Adds the members round, network, channel, channel_name, set, started_at, ended_at, outcome,
 * counts, replay, winner and results. */
void round_json(struct json *json, struct cJSON *at, const struct store_played *played,
                const struct page_job *job);
/* Returns the result of a seat; NULL: its player left for good, and has none. */
const struct store_seat_result *round_result(const struct store_played *played, unsigned seat);

#endif
