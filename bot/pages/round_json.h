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
/* Returns the result of a seat; NULL: the round has none, because it was damaged. */
const struct store_seat_result *round_result(const struct store_played *played, unsigned seat);
/* Returns the setup of a round, which the caller frees. NULL: it is not kept, or it is of version
 * 1, whose text has people's identities. */
struct setup *round_setup(const struct store_played *played);
/* Returns a result as pages may show it. The store takes each seat without a person for a
 * computer's; the setup (NULL: unknown) knows better. If a person sat there whom the round counts
 * nothing for (!link), we cannot tell whether they hide, so they are hidden. */
struct store_seat_result round_shown(const struct store_seat_result *result,
                                     const struct setup *setup);

#endif
