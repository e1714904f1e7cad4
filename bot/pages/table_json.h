/* table_json.h: a running table in a document: what everybody at the table sees, and no hand. In
 * the last moves a seat also finds the cards that it drew or was shown. */
#ifndef TALON_BOT_PAGES_TABLE_JSON_H
#define TALON_BOT_PAGES_TABLE_JSON_H

#include <stdint.h>

struct cJSON;
struct json;
struct store_someone;
struct table;

struct table_json_facts {
    int64_t seq;     /* of the last event */
    unsigned reader; /* the seat that reads the document; SEAT_NONE: a spectator */
    /* The person in each seat (PLAYERS_MAX of them): the number of their page, and whether they
     * hide. If one hides, their name and all lines are left out. NULL: the reader sits at the
     * table, and gets all names. */
    const struct store_someone *seats;
    char *const *lines; /* what happened in the round, the oldest first */
    unsigned line_count;
};

/* Adds table, network, channel, set, state and guests. */
void table_json_head(struct json *json, struct cJSON *at, const struct table *table);
/* Adds play, with only what lies on the pile. */
void table_json_pile(struct json *json, struct cJSON *at, const struct table *table);
/* Adds all members of /api/1/tables/ID. */
void table_json(struct json *json, struct cJSON *at, const struct table *table,
                const struct table_json_facts *facts);

#endif
