#include "json.h"

#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/buf.h"
#include "base/text.h"
#include "bot/people/channel_name.h"
#include "storage/web_query.h"

void json_init(struct json *json)
{
    json->root = cJSON_CreateObject();
    json->failed = json->root == NULL;
}

struct cJSON *json_end(struct json *json)
{
    if (json->failed) {
        cJSON_Delete(json->root);
        json->root = NULL;
    }
    return json->root;
}

/* Takes the item over; NULL: memory was out. */
static cJSON *add(struct json *json, cJSON *at, const char *key, cJSON *item)
{
    if (item != NULL && at != NULL &&
        (key != NULL ? cJSON_AddItemToObject(at, key, item) : cJSON_AddItemToArray(at, item)))
        return item;
    cJSON_Delete(item);
    json->failed = true;
    return NULL;
}

struct cJSON *json_object(struct json *json, struct cJSON *at, const char *key)
{
    return add(json, at, key, cJSON_CreateObject());
}

struct cJSON *json_list(struct json *json, struct cJSON *at, const char *key)
{
    return add(json, at, key, cJSON_CreateArray());
}

void json_text(struct json *json, struct cJSON *at, const char *key, const char *text)
{
    add(json, at, key, text != NULL ? cJSON_CreateString(text) : cJSON_CreateNull());
}

void json_typed(struct json *json, struct cJSON *at, const char *key, const char *text)
{
    char clean[512];
    struct buf buf;
    buf_init(&buf, clean, sizeof(clean));
    text_clean(&buf, text, strlen(text));
    json_text(json, at, key, clean);
}

void json_number(struct json *json, struct cJSON *at, const char *key, int64_t number)
{
    add(json, at, key, cJSON_CreateNumber((double)number));
}

void json_flag(struct json *json, struct cJSON *at, const char *key, bool flag)
{
    add(json, at, key, cJSON_CreateBool(flag));
}

void json_null(struct json *json, struct cJSON *at, const char *key)
{
    add(json, at, key, cJSON_CreateNull());
}

void json_known(struct json *json, struct cJSON *at, const char *key, int64_t number)
{
    if (number != 0)
        json_number(json, at, key, number);
    else
        json_null(json, at, key);
}

void json_hex(struct json *json, struct cJSON *at, const char *key, const uint8_t *bytes,
              unsigned size)
{
    char hex[2 * 64 + 1] = "";
    for (unsigned i = 0; i < size && i < 64; i++)
        snprintf(hex + (size_t)2 * i, 3, "%02x", bytes[i]);
    json_text(json, at, key, hex);
}

void json_channel(struct json *json, struct cJSON *at, struct people *people, const char *network,
                  const char *channel)
{
    char name[CHANNEL_NAME_MAX];
    json_text(json, at, "network", network);
    json_text(json, at, "channel", channel);
    json_text(json, at, "channel_name", channel_name(people, network, channel, name));
}

void json_someone(struct json *json, struct cJSON *at, const struct store_someone *who)
{
    json_known(json, at, "player", who->person);
    json_text(json, at, "name", who->name);
    json_flag(json, at, "verified", who->verified);
}

void json_sums(struct json *json, struct cJSON *at, const struct store_score *score)
{
    json_number(json, at, "points", score->points);
    json_number(json, at, "rounds", score->rounds);
    json_number(json, at, "rounds_won", score->rounds_won);
    json_number(json, at, "matches", score->matches);
    json_number(json, at, "matches_won", score->matches_won);
}

void json_rating(struct json *json, struct cJSON *at, const struct rating *rating)
{
    json_number(json, at, "least", rating_number(rating));
    json_number(json, at, "rating", rating_shown(rating));
    json_number(json, at, "off", rating_off(rating));
    json_number(json, at, "rated", rating->rounds);
    json_flag(json, at, "provisional", rating_provisional(rating));
}
