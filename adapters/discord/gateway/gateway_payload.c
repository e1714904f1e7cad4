#include "gateway_payload.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const double payload_sequence_max = 9007199254740991.0; /* 2^53 - 1 */

static bool is_snowflake(const char *text)
{
    return text != NULL && *text != '\0' && strlen(text) < SNOWFLAKE_MAX &&
           text[strspn(text, "0123456789")] == '\0';
}

const cJSON *payload_member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

const char *payload_text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(payload_member(object, name));
}

const char *payload_snowflake(const cJSON *object, const char *name)
{
    const char *text = payload_text(object, name);
    return is_snowflake(text) ? text : NULL;
}

bool payload_whole(const cJSON *item, double most, uint64_t *out)
{
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0 && item->valuedouble <= most))
        return false;
    *out = (uint64_t)item->valuedouble;
    return (double)*out == item->valuedouble;
}

bool payload_word(char *out, size_t size, const cJSON *item)
{
    const char *text = cJSON_GetStringValue(item);
    if (text == NULL || *text == '\0' || strlen(text) >= size)
        return false;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at <= ' ' || *at > '~')
            return false;
    }
    memcpy(out, text, strlen(text) + 1);
    return true;
}

bool payload_id(char out[SNOWFLAKE_MAX], const cJSON *item)
{
    const char *text = cJSON_GetStringValue(item);
    return is_snowflake(text) && payload_word(out, SNOWFLAKE_MAX, item);
}

bool payload_address(const struct shard *shard, char out[SHARD_ADDRESS], const cJSON *item)
{
    const char *text = cJSON_GetStringValue(item);
    size_t scheme = text == NULL                                           ? 0
                    : strncmp(text, "wss://", 6) == 0                      ? 6
                    : shard->setup.plain && strncmp(text, "ws://", 5) == 0 ? 5
                                                                           : 0;
    if (scheme == 0 || strchr("/:", text[scheme]) != NULL ||
        text[strcspn(text, "?#@\\\"<>")] != '\0')
        return false;
    return payload_word(out, SHARD_ADDRESS, item);
}

/* -- what goes out -- */

static size_t print_payload(cJSON *root, bool complete, char *out, size_t size)
{
    size_t length = 0;
    if (complete && size <= INT32_MAX && cJSON_PrintPreallocated(root, out, (int)size, false))
        length = strlen(out);
    else
        *out = '\0';
    cJSON_Delete(root);
    return length;
}

static bool add_sequence(cJSON *object, const char *name, uint64_t sequence)
{
    char text[24]; /* we print the number, since cJSON prints large ones with an exponent */
    snprintf(text, sizeof(text), "%" PRIu64, sequence);
    return cJSON_AddRawToObject(object, name, text) != NULL;
}

static bool add_shard(cJSON *object, const struct shard_setup *setup)
{
    cJSON *pair = cJSON_AddArrayToObject(object, "shard");
    return pair != NULL && cJSON_AddItemToArray(pair, cJSON_CreateNumber(setup->shard)) &&
           cJSON_AddItemToArray(pair, cJSON_CreateNumber(setup->shards));
}

size_t payload_identify(const struct shard *shard, char *out, size_t size)
{
    cJSON *root = cJSON_CreateObject();
    bool complete = cJSON_AddNumberToObject(root, "op", OP_IDENTIFY) != NULL;
    cJSON *data = cJSON_AddObjectToObject(root, "d");
    complete = complete && cJSON_AddStringToObject(data, "token", shard->setup.token) != NULL &&
               cJSON_AddNumberToObject(data, "intents", shard->setup.intents) != NULL &&
               add_shard(data, &shard->setup);
    cJSON *properties = cJSON_AddObjectToObject(data, "properties");
    complete = complete && cJSON_AddStringToObject(properties, "os", "linux") != NULL &&
               cJSON_AddStringToObject(properties, "browser", "talon") != NULL &&
               cJSON_AddStringToObject(properties, "device", "talon") != NULL;
    return print_payload(root, complete, out, size);
}

size_t payload_resume(const struct shard *shard, char *out, size_t size)
{
    cJSON *root = cJSON_CreateObject();
    bool complete = cJSON_AddNumberToObject(root, "op", OP_RESUME) != NULL;
    cJSON *data = cJSON_AddObjectToObject(root, "d");
    complete = complete && cJSON_AddStringToObject(data, "token", shard->setup.token) != NULL &&
               cJSON_AddStringToObject(data, "session_id", shard->session) != NULL &&
               add_sequence(data, "seq", shard->sequence);
    return print_payload(root, complete, out, size);
}

size_t payload_heartbeat(const struct shard *shard, char *out, size_t size)
{
    int length = shard->numbered
                     ? snprintf(out, size, "{\"op\":1,\"d\":%" PRIu64 "}", shard->sequence)
                     : snprintf(out, size, "{\"op\":1,\"d\":null}");
    return (size_t)length;
}

size_t payload_session(const struct shard *shard, char *out, size_t size)
{
    cJSON *root = cJSON_CreateObject();
    bool complete = cJSON_AddNumberToObject(root, "version", 1) != NULL &&
                    cJSON_AddStringToObject(root, "session", shard->session) != NULL &&
                    add_sequence(root, "sequence", shard->sequence) &&
                    cJSON_AddStringToObject(root, "address", shard->resume_address) != NULL &&
                    cJSON_AddStringToObject(root, "application", shard->application) != NULL &&
                    cJSON_AddStringToObject(root, "user", shard->user) != NULL &&
                    cJSON_AddNumberToObject(root, "intents", shard->setup.intents) != NULL &&
                    add_shard(root, &shard->setup);
    return print_payload(root, complete, out, size);
}
