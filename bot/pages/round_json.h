/* round_json.h: a round that is over, as lists and its own document have it. */
#ifndef TALON_BOT_PAGES_ROUND_JSON_H
#define TALON_BOT_PAGES_ROUND_JSON_H

#include "storage/web_query.h"

struct cJSON;
struct json;
struct page_job;
struct setup;

/* Who hides, and who was forgotten, in a round: a text of the catalogue. */
extern const char *const round_hidden_name;

/* Adds round, network, channel, channel_name, set, started_at, ended_at, outcome, counts, replay,
 * winner and results. */
void round_json(struct json *json, struct cJSON *at, const struct store_played *played,
                const struct page_job *job);
/* The result of a seat; NULL: it has none, for who sat there left for good. */
const struct store_seat_result *round_result(const struct store_played *played, unsigned seat);

#endif
