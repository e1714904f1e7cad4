/* table_json.h: a running table as a document shows it: what all who sit there see, and nothing of
 * a hand. */
#ifndef TALON_BOT_PAGES_TABLE_JSON_H
#define TALON_BOT_PAGES_TABLE_JSON_H

#include <stdint.h>

struct cJSON;
struct json;
struct store_someone;
struct table;

struct table_json_facts {
    int64_t seq; /* of the last event */
    /* By seat, PLAYERS_MAX of them: whose page there is, and who hides, which leaves names and all
     * lines out. NULL: for who sits there, who is told names in any case. */
    const struct store_someone *seats;
    char *const *lines; /* what happened in the round, the oldest first */
    unsigned line_count;
};

/* table, network, channel, set, state. */
void table_json_head(struct json *json, struct cJSON *at, const struct table *table);
/* All of /api/1/tables/ID. */
void table_json(struct json *json, struct cJSON *at, const struct table *table,
                const struct table_json_facts *facts);

#endif
