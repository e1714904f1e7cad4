/* json.h: writes documents for programs. If memory is out for one part, the whole document
 * fails. */
#ifndef TALON_BOT_PAGES_JSON_H
#define TALON_BOT_PAGES_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct cJSON;
struct people;
struct store_score;
struct store_someone;
struct rating;

struct json {
    struct cJSON *root;
    bool failed;
};

void json_init(struct json *json);
/* Returns the document, which the caller owns; NULL: memory was out. The struct itself needs no
 * clean-up. */
struct cJSON *json_end(struct json *json);

/* Each function adds a member. If `at` is a list, it adds an item, and `key` is NULL. */
struct cJSON *json_object(struct json *json, struct cJSON *at, const char *key);
struct cJSON *json_list(struct json *json, struct cJSON *at, const char *key);
/* Adds a text in UTF-8, ours or the store's; NULL becomes null. */
void json_text(struct json *json, struct cJSON *at, const char *key, const char *text);
/* Adds a text that somebody typed, and cleans it. */
void json_typed(struct json *json, struct cJSON *at, const char *key, const char *text);
void json_number(struct json *json, struct cJSON *at, const char *key, int64_t number);
void json_flag(struct json *json, struct cJSON *at, const char *key, bool flag);
void json_null(struct json *json, struct cJSON *at, const char *key);
/* Adds a number, or null for 0. */
void json_known(struct json *json, struct cJSON *at, const char *key, int64_t number);
/* Adds bytes as hexadecimal digits. */
void json_hex(struct json *json, struct cJSON *at, const char *key, const uint8_t *bytes,
              unsigned size);

/* -- members that several documents have -- */

/* Adds network, channel, and channel_name, which people call it. */
void json_channel(struct json *json, struct cJSON *at, struct people *people, const char *network,
                  const char *channel);
/* Adds player, name and verified. */
void json_someone(struct json *json, struct cJSON *at, const struct store_someone *who);
/* Adds points, rounds, rounds_won, matches and matches_won. */
void json_sums(struct json *json, struct cJSON *at, const struct store_score *score);
/* Adds rating, off, rated and provisional. */
void json_rating(struct json *json, struct cJSON *at, const struct rating *rating);

#endif
