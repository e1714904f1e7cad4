#include "api_response.h"

#include <string.h>
#include <strings.h>

#include "adapters/curl/http.h"
#include "base/array.h"
#include <cjson/cJSON.h>

enum { NUMBER_MAX = 24 };

static const double day = 24 * 60 * 60; /* s */

void api_response_init(struct api_response *answer, unsigned status)
{
    *answer = (struct api_response){.status = status,
                                    .limit = API_RESPONSE_NONE,
                                    .remaining = API_RESPONSE_NONE,
                                    .reset_after = API_RESPONSE_NONE,
                                    .retry_after = API_RESPONSE_NONE};
}

/* Seconds as ms, rounded up. */
static uint32_t ms_of(double seconds)
{
    if (!(seconds >= 0))
        return API_RESPONSE_NONE;
    double ms = (seconds < day ? seconds : day) * 1000;
    uint32_t whole = (uint32_t)ms;
    return whole + ((double)whole < ms);
}

/* Returns the value of a decimal number without sign or exponent; -1: the text is none. */
static double number_of(const char *text)
{
    size_t length = strlen(text);
    double value = 0;
    double scale =
        0; /* the value of a 1 at the next place behind the point; 0: still before the point */
    if (length == 0 || length > NUMBER_MAX || *text == '.')
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.' && scale == 0) {
            scale = 0.1;
        } else if (text[i] < '0' || text[i] > '9') {
            return -1;
        } else if (scale > 0) {
            value += (text[i] - '0') * scale;
            scale /= 10;
        } else {
            value = value * 10 + (text[i] - '0');
        }
    }
    return value;
}

static uint32_t count_of(const char *text)
{
    double value = number_of(text);
    return value >= 0 && value <= 1000000 ? (uint32_t)value : (uint32_t)API_RESPONSE_NONE;
}

static void take_bucket(struct api_response *answer, const char *value)
{
    size_t length = strlen(value);
    for (size_t i = 0; i < length; i++) {
        if (value[i] <= ' ' || value[i] > '~')
            return;
    }
    if (length < API_RESPONSE_BUCKET)
        memcpy(answer->bucket, value, length + 1);
}

static void take_limit(struct api_response *answer, const char *value)
{
    answer->limit = count_of(value);
}

static void take_remaining(struct api_response *answer, const char *value)
{
    answer->remaining = count_of(value);
}

static void take_reset_after(struct api_response *answer, const char *value)
{
    answer->reset_after = ms_of(number_of(value));
}

static void take_retry_after(struct api_response *answer, const char *value)
{
    answer->retry_after = ms_of(number_of(value));
}

static void take_global(struct api_response *answer, const char *value)
{
    if (strcasecmp(value, "true") == 0)
        answer->scope = SCOPE_GLOBAL;
}

static void take_scope(struct api_response *answer, const char *value)
{
    if (strcasecmp(value, "shared") == 0)
        answer->scope = SCOPE_SHARED;
    else if (strcasecmp(value, "global") == 0)
        answer->scope = SCOPE_GLOBAL;
}

static void take_date(struct api_response *answer, const char *value)
{
    answer->date = http_date(value);
}

void api_response_headers(struct api_response *answer,
                          const char *(*value_of)(const void *arg, const char *name),
                          const void *arg)
{
    static const struct {
        const char *name;
        void (*take)(struct api_response *, const char *);
    } rows[] = {
        {"X-RateLimit-Bucket", take_bucket},       {"X-RateLimit-Limit", take_limit},
        {"X-RateLimit-Remaining", take_remaining}, {"X-RateLimit-Reset-After", take_reset_after},
        {"Retry-After", take_retry_after},         {"X-RateLimit-Global", take_global},
        {"X-RateLimit-Scope", take_scope},         {"Date", take_date},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *value = value_of(arg, rows[i].name);
        if (value != NULL)
            rows[i].take(answer, value);
    }
}

/* Returns true if Discord's list of errors names an emoji in the body, or has an error about
 * emoji. */
static bool is_of_emoji(const cJSON *errors)
{
    char *text = errors != NULL ? cJSON_PrintUnformatted(errors) : NULL;
    bool found =
        text != NULL && (strstr(text, "\"emoji\"") != NULL || strstr(text, "_EMOJI") != NULL);
    cJSON_free(text);
    return found;
}

void api_response_body(struct api_response *answer, const char *text, size_t length)
{
    if (length > API_RESPONSE_BODY)
        return;
    cJSON *root = cJSON_ParseWithLength(text, length);
    if (cJSON_IsObject(root)) {
        answer->json = true;
        const cJSON *retry = cJSON_GetObjectItemCaseSensitive(root, "retry_after");
        const cJSON *code = cJSON_GetObjectItemCaseSensitive(root, "code");
        if (cJSON_IsNumber(retry) && retry->valuedouble >= 0)
            answer->retry_after = ms_of(retry->valuedouble);
        if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "global")))
            answer->scope = SCOPE_GLOBAL;
        if (cJSON_IsNumber(code) && code->valuedouble >= 0 && code->valuedouble < 1e9)
            answer->code = (uint32_t)code->valuedouble;
        answer->emoji = is_of_emoji(cJSON_GetObjectItemCaseSensitive(root, "errors"));
    }
    cJSON_Delete(root);
}

bool api_response_is_edge(const struct api_response *answer)
{
    return answer->status == 429 && !answer->json && *answer->bucket == '\0';
}

bool api_response_is_invalid(const struct api_response *answer)
{
    return answer->status == 401 || answer->status == 403 ||
           (answer->status == 429 && answer->scope != SCOPE_SHARED);
}
