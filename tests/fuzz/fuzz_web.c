/* Any bytes as what a request says: paths come out clean or not at all, queries mean the same when
 * they are read again, and no text makes a line of its own in a head. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/web/address.h"
#include "adapters/web/head.h"
#include "adapters/web/request.h"
#include "adapters/web/said.h"

enum { PARTS = 5, PART = 1500 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_path(const char *text, size_t length)
{
    static const char *const homes[] = {"", "/talon"};
    char out[REQUEST_PATH];
    char again[REQUEST_PATH];
    for (unsigned i = 0; i < 2; i++) {
        if (!request_path(text, length, homes[i], out))
            continue;
        check(out[0] == '/' && strlen(out) < REQUEST_PATH && strstr(out, "/../") == NULL);
        for (const char *at = out; *at != '\0'; at++)
            check(!iscntrl((unsigned char)*at));
        check(request_path(out, strlen(out), "", again));
        check(strcmp(out, again) == 0);
    }
}

static void check_query(const char *text, size_t length)
{
    char out[REQUEST_QUERY];
    char decoded[REQUEST_QUERY];
    struct buf query;
    size_t count = 0;
    buf_init(&query, out, sizeof(out));
    if (!request_add_query(&query, text, length))
        return;
    for (const char *at = out; *at != '\0'; at++) {
        check(*at > ' ' && *at <= '~' && strchr("&\"<>#", *at) == NULL);
        if (*at == '%') {
            const char digits[] = {at[1], at[2], '\0'};
            decoded[count++] = (char)strtoul(digits, NULL, 16);
            at += 2;
        } else {
            decoded[count++] = *at;
        }
    }
    check(count == length && memcmp(decoded, text, length) == 0);
}

static void check_head(const char *text)
{
    char out[HEAD_MAX];
    const struct head head = {.status = 301, .location = text, .etag = text, .kept = true};
    size_t length = head_write(&head, out);
    if (length == 0)
        return;
    check(length == strlen(out) && strstr(out, "\r\n\r\n") == out + length - 4);
    check(strstr(out, "\r\nETag: ") != NULL);
}

/* Whoever it is, it is somebody who wrote it, and the last one who did. */
static void check_forwarded(const char *text)
{
    struct address_range proxies[2];
    check(address_read_range(&proxies[0], "127.0.0.1") &&
          address_read_range(&proxies[1], "10.0.0.0/8"));
    struct address stranger;
    struct address proxy;
    check(address_read(&stranger, "192.0.2.1", 9) && address_read(&proxy, "127.0.0.1", 9));
    struct address who = address_forwarded(&stranger, text, proxies, 2);
    check(memcmp(&who, &stranger, sizeof(who)) == 0);
    char longer[PART + 32];
    size_t length = strlen(text);
    memcpy(longer, text, length);
    memcpy(longer + length, ",192.0.2.1", 11);
    who = address_forwarded(&proxy, longer, proxies, 2);
    check(memcmp(&who, &stranger, sizeof(who)) == 0);
    struct address_range range;
    if (address_read_range(&range, text))
        check(address_in(&range.base, &range));
}

/* What a browser keeps for us, and what a page says. */
static void check_seat(const char *text, size_t length)
{
    char session[REQUEST_SESSION];
    char words[SAID_WORDS];
    uint64_t stamp = 0;
    request_cookie(text, "talon-seat", session);
    check(strlen(session) < REQUEST_SESSION);
    for (const char *at = session; *at != '\0'; at++)
        check(isalnum((unsigned char)*at));
    if (said_read(text, length, words, &stamp))
        check(strlen(words) < SAID_WORDS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[PART];
    for (unsigned part = 0; part < PARTS && size > 0; part++) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end != NULL ? (size_t)(end - data) : size;
        size_t taken = length < PART ? length : PART - 1;
        memcpy(text, data, taken);
        text[taken] = '\0';
        check_path(text, taken);
        check_query(text, taken);
        check_head(text);
        check_forwarded(text);
        check_seat(text, taken);
        request_takes_gzip(text);
        check(!request_has("", text));
        request_has(text, "W/\"0\"");
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    return 0;
}
