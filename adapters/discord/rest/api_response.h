/* api_response.h: reads limits and errors from an HTTP answer of Discord. Malformed values count as
 * absent, and no value exceeds a day. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_REST_API_RESPONSE_H
#define TALON_ADAPTERS_DISCORD_REST_API_RESPONSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    API_RESPONSE_BUCKET = 64,     /* bytes of a bucket's hash, NUL included */
    API_RESPONSE_BODY = 64 << 10, /* the most bytes of a body that we read to find the error */
    API_RESPONSE_NONE = UINT32_MAX
};

enum rate_limit_scope { SCOPE_USER, SCOPE_SHARED, SCOPE_GLOBAL };

struct api_response {
    unsigned status;                  /* of HTTP; 0: none came */
    char bucket[API_RESPONSE_BUCKET]; /* "": none */
    uint32_t limit, remaining;        /* API_RESPONSE_NONE: not said */
    uint32_t reset_after;             /* ms; API_RESPONSE_NONE: not said */
    uint32_t retry_after;             /* ms; API_RESPONSE_NONE: not said */
    uint8_t scope;                    /* enum rate_limit_scope, of a 429 */
    bool json;                        /* the body is a JSON object */
    uint32_t code;                    /* code of Discord's error (10062, 50027, ...); 0: none */
    bool emoji;                       /* the error is about an emoji in what we sent */
    int64_t date; /* when Discord answered, in s since 1970 by its clock; 0: unknown */
};

void api_response_init(struct api_response *answer, unsigned status);
/* Reads the headers. `value_of` must return the value of the header `name`, without blanks around
 * it; NULL: there is none. */
void api_response_headers(struct api_response *answer,
                          const char *(*value_of)(const void *arg, const char *name),
                          const void *arg);
/* Reads the whole body of an answer that reports an error. Call it after api_response_headers():
 * the body is more exact and overwrites what the headers said. */
void api_response_body(struct api_response *answer, const char *text, size_t length);

/* Returns true if a 429 came from Discord's edge, the proxy in front of its API, which blocks all
 * our requests. */
bool api_response_is_edge(const struct api_response *answer);
/* Returns true if the answer is one of the refusals of which Discord bans us after 10,000. */
bool api_response_is_invalid(const struct api_response *answer);

#endif
