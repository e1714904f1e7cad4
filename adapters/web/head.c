#include "head.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"

static const struct {
    unsigned status;
    const char *reason;
} reasons[] = {
    {200, "OK"},
    {301, "Moved Permanently"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {410, "Gone"},
    {413, "Content Too Large"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {503, "Service Unavailable"},
};

static const char *reason_of(unsigned status)
{
    for (size_t i = 0; i < ARRAY_SIZE(reasons); i++) {
        if (reasons[i].status == status)
            return reasons[i].reason;
    }
    return "Other";
}

/* What a page may do: load our own files, run the engine as WebAssembly, and never make a script
 * out of text (Trusted Types; the only policy is for addresses of Workers). Other sites may not
 * show it in a frame, except pages made for that. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types talon; frame-ancestors ";

static const char always[] = "X-Content-Type-Options: nosniff\r\n"
                             "Referrer-Policy: no-referrer\r\n"
                             "Cross-Origin-Opener-Policy: same-origin\r\n";

/* True if the text may be part of a header: no line ends, no control codes, only ASCII. */
static bool is_line(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text < ' ' || *text > '~')
            return false;
    }
    return true;
}

static void add_line(struct buf *out, const char *name, const char *value, bool *good)
{
    if (value == NULL)
        return;
    *good = *good && is_line(value);
    buf_printf(out, "%s: %s\r\n", name, value);
}

/* In English, whatever the locale. */
static void add_date(struct buf *out, time_t now)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    struct tm tm;
    if (gmtime_r(&now, &tm) != NULL) {
        buf_printf(out, "Date: %s, %02d %s %d %02d:%02d:%02d GMT\r\n", days[tm.tm_wday], tm.tm_mday,
                   months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
    }
}

static void add_keeping(struct buf *out, const struct head *head)
{
    if (!head->kept)
        buf_add(out, "Cache-Control: no-store\r\n");
    else if (head->max_age == 0)
        buf_add(out, "Cache-Control: no-cache\r\n");
    else {
        buf_printf(out, "Cache-Control: public, max-age=%u%s\r\n", head->max_age,
                   head->immutable ? ", immutable" : "");
    }
    if (head->kept) {
        buf_printf(out, "Vary: Accept-Encoding%s\r\n",
                   head->by_language ? ", Accept-Language" : "");
    }
}

size_t head_write(const struct head *head, char out[HEAD_MAX])
{
    struct buf buf;
    bool good = true;
    buf_init(&buf, out, HEAD_MAX);
    buf_printf(&buf, "HTTP/1.1 %u %s\r\n", head->status, reason_of(head->status));
    add_date(&buf, head->now);
    add_line(&buf, "Content-Type", head->type, &good);
    if (head->status != 304)
        buf_printf(&buf, "Content-Length: %zu\r\n", head->length);
    if (head->gzip)
        buf_add(&buf, "Content-Encoding: gzip\r\n");
    add_line(&buf, "ETag", head->etag, &good);
    add_line(&buf, "Location", head->location, &good);
    add_line(&buf, "Set-Cookie", head->cookie, &good);
    add_keeping(&buf, head);
    if (head->retry > 0)
        buf_printf(&buf, "Retry-After: %u\r\n", head->retry);
    if (head->allow)
        buf_add(&buf, "Allow: GET, HEAD\r\n");
    if (head->close)
        buf_add(&buf, "Connection: close\r\n");
    buf_printf(&buf, "Content-Security-Policy: %s%s\r\n", policy, head->embeds ? "*" : "'none'");
    buf_add(&buf, always);
    buf_add(&buf, "\r\n");
    return good && !buf.full ? buf_length(&buf) : 0;
}

/* FNV-1a, 64 bits. A collision only makes a browser keep an old page, so an attacker gains
 * nothing. */
void head_etag(const void *body, size_t length, char out[HEAD_ETAG])
{
    const unsigned char *bytes = body;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    snprintf(out, HEAD_ETAG, "W/\"%016" PRIx64 "\"", hash);
}
