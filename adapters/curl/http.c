#define _DEFAULT_SOURCE /* tcp_info */
#include "http.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "multi.h"

enum {
    KEEPALIVE = 30,    /* s */
    BODY_FIRST = 4096, /* bytes; doubled as it grows */
    LATER = 100 /* ms from a request's timeout to our timer `late`, so that curl can report the
                   timeout first */
};

struct http {
    struct multi multi; /* first member, so that a cast finds this struct */
    struct http_setup setup;
};

/* A part of a request's body, as far as libcurl has read it. */
struct upload {
    struct http_exchange *exchange;
    const char *data;
    size_t size, sent;
};

/* curl has no timeout for a request that waits for a shared connection to open. If curl forgot such
 * a request, it would stay open for ever. So the timer `late` ends it. */
struct http_exchange {
    struct timer late; /* first member, so that a cast finds this struct */
    struct http *http;
    CURL *easy;
    struct curl_slist *headers;
    void (*done)(void *arg, const struct http_result *result);
    void *arg;
    struct upload uploads[HTTP_PARTS]; /* the request's body */
    curl_mime *form;
    char *body; /* the answer's */
    size_t length, room;
    uint64_t began;
    bool resent, large, held;
    bool headed; /* the headers came to their end */
    char why[CURL_ERROR_SIZE];
};

static void exchange_clear(struct http_exchange *exchange)
{
    curl_easy_cleanup(exchange->easy);
    curl_mime_free(exchange->form);
    curl_slist_free_all(exchange->headers);
    free(exchange->body);
}

static void on_late_closed(struct timer *timer)
{
    free(timer);
}

/* Frees an exchange, whose timer must have been started. */
static void exchange_free(struct http_exchange *exchange)
{
    exchange_clear(exchange);
    timer_finish(&exchange->late, on_late_closed);
}

/* Notes if the headers of the answer are complete; libcurl keeps their text. libcurl takes cut-off
 * headers for complete ones, so we look for the empty line that ends them. A 1xx answer has such a
 * line, too, but the headers of the real answer come after it. */
static size_t on_header(char *line, size_t size, size_t count, void *arg)
{
    struct http_exchange *exchange = arg;
    bool begins = size * count >= 5 && memcmp(line, "HTTP/", 5) == 0;
    exchange->headed = !begins && (exchange->headed || size * count <= 2);
    return size * count;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *arg)
{
    struct http_exchange *exchange = arg;
    size_t length = size * count;
    if (length > HTTP_BODY - exchange->length) {
        exchange->large = true;
        return 0;
    }
    size_t needed = exchange->length + length + 1; /* the NUL */
    if (needed > exchange->room) {
        size_t room = exchange->room ? exchange->room : (size_t)BODY_FIRST;
        while (room < needed)
            room *= 2;
        char *body = realloc(exchange->body, room);
        if (body == NULL)
            return 0;
        exchange->body = body;
        exchange->room = room;
    }
    memcpy(exchange->body + exchange->length, bytes, length);
    exchange->length += length;
    exchange->body[exchange->length] = '\0';
    return length;
}

static size_t on_read(char *into, size_t size, size_t count, void *arg)
{
    struct upload *upload = arg;
    size_t left = upload->size - upload->sent;
    size_t length = left < size * count ? left : size * count;
    if (length > 0) {
        memcpy(into, upload->data + upload->sent, length);
        upload->sent += length;
    }
    return length;
}

/* libcurl sends a request again in two cases, whatever its method: when a kept connection closes
 * without an answer, and when HTTP/2 says that the server refused it unread. On a new connection
 * (`once`) only the second can happen. Then we end the request, because the caller waits before it
 * tries again. */
static int on_seek(void *arg, curl_off_t offset, int origin)
{
    struct upload *upload = arg;
    if (upload->exchange->http->setup.once || origin != SEEK_SET || offset < 0 ||
        (uint64_t)offset > upload->size)
        return CURL_SEEKFUNC_FAIL;
    upload->sent = (size_t)offset;
    upload->exchange->resent = true;
    return CURL_SEEKFUNC_OK;
}

/* curl calls this each time that the request goes out, also when it sends it again. */
static int on_ready(void *arg, char *to, char *from, int to_port, int from_port)
{
    struct http_exchange *exchange = arg;
    const struct http_setup *setup = &exchange->http->setup;
    (void)to;
    (void)from;
    (void)to_port;
    (void)from_port;
    exchange->held = setup->may_send != NULL && !setup->may_send(setup->arg);
    return exchange->held ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

/* Closes a connection whose bytes are not acknowledged in time. Otherwise HTTP/2 would give a dead
 * connection one request after the other, until the kernel gives it up. */
static int on_open(void *arg, curl_socket_t fd, curlsocktype purpose)
{
    (void)arg;
    (void)purpose;
    unsigned dead = HTTP_DEAD_MS;
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &dead, sizeof(dead));
    return CURL_SOCKOPT_OK;
}

static bool add_header(struct http_exchange *exchange, const char *name, const char *value)
{
    size_t size = strlen(name) + strlen(value) + 2;
    char *line = malloc(size);
    if (line == NULL)
        return false;
    memcpy(line, name, strlen(name));
    line[strlen(name)] = ' ';
    memcpy(line + strlen(name) + 1, value, strlen(value) + 1);
    struct curl_slist *headers = curl_slist_append(exchange->headers, line);
    free(line);
    if (headers != NULL)
        exchange->headers = headers;
    return headers != NULL;
}

/* Callbacks read the parts, and libcurl copies nothing: when it reads a part again, we know that a
 * request goes out twice. */
static CURLcode add_part(curl_mime *form, const struct http_part *part, struct upload *upload)
{
    curl_mimepart *into = curl_mime_addpart(form);
    CURLcode code = curl_mime_name(into, part->name);
    code |= curl_mime_filename(into, part->filename);
    code |= curl_mime_type(into, part->type);
    code |= curl_mime_data_cb(into, (curl_off_t)part->size, on_read, on_seek, NULL, upload);
    return code;
}

static CURLcode set_form(struct http_exchange *exchange, const struct http_request *request)
{
    CURLcode code = CURLE_OK;
    exchange->form = curl_mime_init(exchange->easy);
    for (unsigned i = 0; i < request->part_count; i++)
        code |= add_part(exchange->form, &request->parts[i], &exchange->uploads[i]);
    return code | curl_easy_setopt(exchange->easy, CURLOPT_MIMEPOST, exchange->form);
}

/* Sets a length even if it is 0: servers expect one with these methods. */
static CURLcode set_post(struct http_exchange *exchange, const struct http_request *request)
{
    CURL *easy = exchange->easy;
    curl_off_t length = request->part_count > 0 ? (curl_off_t)request->parts[0].size : 0;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POST, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, length);
    code |= curl_easy_setopt(easy, CURLOPT_READFUNCTION, on_read);
    code |= curl_easy_setopt(easy, CURLOPT_READDATA, &exchange->uploads[0]);
    code |= curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, on_seek);
    code |= curl_easy_setopt(easy, CURLOPT_SEEKDATA, &exchange->uploads[0]);
    return code;
}

static bool is_form(const struct http_request *request)
{
    return request->part_count > 0 && request->parts[0].name != NULL;
}

static CURLcode set_body(struct http_exchange *exchange, const struct http_request *request)
{
    CURL *easy = exchange->easy;
    bool sends = request->part_count > 0 || strcmp(request->method, "POST") == 0 ||
                 strcmp(request->method, "PUT") == 0 || strcmp(request->method, "PATCH") == 0;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    for (unsigned i = 0; i < request->part_count; i++) {
        exchange->uploads[i] = (struct upload){
            .exchange = exchange, .data = request->parts[i].data, .size = request->parts[i].size};
    }
    if (is_form(request))
        code |= set_form(exchange, request);
    else if (sends)
        code |= set_post(exchange, request);
    return code | curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
}

static bool set_headers(struct http_exchange *exchange, const struct http_request *request)
{
    const char *type = request->part_count > 0 ? request->parts[0].type : "";
    bool set = add_header(exchange, "Expect:", "");
    if (request->authorization != NULL)
        set = set && add_header(exchange, "Authorization:", request->authorization);
    if (!is_form(request)) /* libcurl names a form's type and boundary */
        set = set && add_header(exchange, "Content-Type:", type);
    return set && curl_easy_setopt(exchange->easy, CURLOPT_HTTPHEADER, exchange->headers) == 0;
}

static CURLcode set_calls(struct http_exchange *exchange)
{
    CURL *easy = exchange->easy;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PRIVATE, exchange);
    code |= curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    code |= curl_easy_setopt(easy, CURLOPT_HEADERDATA, exchange);
    code |= curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    code |= curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
    code |= curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, on_open);
    code |= curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_ready);
    code |= curl_easy_setopt(easy, CURLOPT_PREREQDATA, exchange);
    code |= curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, exchange->why);
    return code;
}

static CURLcode set_way(struct http_exchange *exchange, const struct http_request *request)
{
    const struct http_setup *setup = &exchange->http->setup;
    CURL *easy = exchange->easy;
    CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, request->url);
    code |= curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_USERAGENT, setup->agent);
    code |= curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* ignore proxies of the environment */
    code |= curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    code |= curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    code |= curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    code |= curl_easy_setopt(easy, CURLOPT_PIPEWAIT, (long)setup->tls);
    code |= curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, (long)setup->once);
    code |= curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, (long)setup->once);
    code |= curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L); /* never wait for a resolver */
    code |= curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    code |= curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, (long)KEEPALIVE);
    code |= curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, (long)KEEPALIVE / 3);
    code |= curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)HTTP_CONNECT_MS);
    code |= curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS,
                             request->timeout > 0 ? (long)request->timeout : 1L);
    if (setup->ca != NULL) {
        code |= curl_easy_setopt(easy, CURLOPT_CAINFO, setup->ca);
        code |= curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    return code;
}

static void on_late(struct timer *timer);

struct http_exchange *http_start(struct http *http, const struct http_request *request,
                                 void (*done)(void *arg, const struct http_result *result),
                                 void *arg)
{
    struct http_exchange *exchange = calloc(1, sizeof(*exchange));
    if (exchange == NULL)
        return NULL;
    exchange->http = http;
    exchange->done = done;
    exchange->arg = arg;
    exchange->began = loop_now(http->setup.loop);
    exchange->easy = curl_easy_init();
    if (exchange->easy == NULL || set_way(exchange, request) != CURLE_OK ||
        set_calls(exchange) != CURLE_OK || set_body(exchange, request) != CURLE_OK ||
        !set_headers(exchange, request) ||
        curl_multi_add_handle(http->multi.curl, exchange->easy) != CURLM_OK) {
        exchange_clear(exchange);
        free(exchange);
        return NULL;
    }
    timer_init(http->setup.loop, &exchange->late, on_late);
    timer_set(&exchange->late, request->timeout + LATER);
    return exchange;
}

void http_abort(struct http_exchange *exchange)
{
    curl_multi_remove_handle(exchange->http->multi.curl, exchange->easy);
    exchange_free(exchange);
}

/* True if the server surely saw nothing of the request: on_seek() refused to send it again, or no
 * connection was ready for it. */
static bool is_unsent(const struct http_exchange *exchange, CURLcode code)
{
    CURL *easy = exchange->easy;
    long bytes = 0;
    curl_off_t started = 0;
    if (code == CURLE_SEND_FAIL_REWIND)
        return true;
    return code != CURLE_OK && !exchange->resent &&
           curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &bytes) == CURLE_OK && bytes == 0 &&
           curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &started) == CURLE_OK &&
           started == 0;
}

static const char *failure_reason(const struct http_exchange *exchange, CURLcode code)
{
    if (code == CURLE_SEND_FAIL_REWIND)
        return "it was refused unread";
    if (exchange->held)
        return "it may not be sent at this moment";
    if (code == CURLE_OK)
        return "the connection closed within the headers";
    return *exchange->why != '\0' ? exchange->why : curl_easy_strerror(code);
}

/* With HTTP/2 curl keeps a connection after a request on it timed out, and gives it the next
 * requests. If nothing has come on the connection since this request began, and for `silent_ms`, we
 * shut it down. That also ends the other requests on it. */
static void end_silent(const struct http_exchange *exchange)
{
    curl_socket_t fd = CURL_SOCKET_BAD;
    struct tcp_info info;
    socklen_t size = sizeof(info);
    const struct http_setup *setup = &exchange->http->setup;
    uint64_t waited = loop_now(setup->loop) - exchange->began;
    if (curl_easy_getinfo(exchange->easy, CURLINFO_ACTIVESOCKET, &fd) == CURLE_OK &&
        fd != CURL_SOCKET_BAD && getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
        info.tcpi_last_data_recv >= waited && info.tcpi_last_data_recv >= setup->silent_ms)
        shutdown(fd, SHUT_RDWR);
}

const char *http_header(const struct http_exchange *exchange, const char *name)
{
    struct curl_header *header = NULL;
    CURLHcode code = curl_easy_header(exchange->easy, name, 0, CURLH_HEADER, -1, &header);
    if (code == CURLHE_OK && header->amount > 1) {
        code =
            curl_easy_header(exchange->easy, name, header->amount - 1, CURLH_HEADER, -1, &header);
    }
    return code == CURLHE_OK ? header->value : NULL;
}

int64_t http_date(const char *text)
{
    time_t seconds = curl_getdate(text, NULL);
    return seconds > 0 ? (int64_t)seconds : 0;
}

static void end_exchange(struct http_exchange *exchange, CURLcode code)
{
    long status = 0;
    if (code == CURLE_OPERATION_TIMEDOUT)
        end_silent(exchange);
    curl_multi_remove_handle(exchange->http->multi.curl, exchange->easy);
    curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &status);
    const struct http_result result = {.exchange = exchange,
                                       .status = (unsigned)status,
                                       .whole = code == CURLE_OK && exchange->headed,
                                       .unsent = is_unsent(exchange, code),
                                       .held = exchange->held && is_unsent(exchange, code),
                                       .resent = exchange->resent,
                                       .large = exchange->large,
                                       .body = exchange->body != NULL ? exchange->body : "",
                                       .length = exchange->length,
                                       .why = failure_reason(exchange, code)};
    exchange->done(exchange->arg, &result);
    exchange_free(exchange);
}

static void on_end(struct multi *multi, CURL *easy, CURLcode code)
{
    struct http_exchange *exchange = NULL;
    (void)multi;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &exchange);
    end_exchange(exchange, code);
}

static void on_late(struct timer *timer)
{
    end_exchange((struct http_exchange *)timer, CURLE_OPERATION_TIMEDOUT);
}

/* -- lifetime -- */

static void on_closed(struct multi *multi)
{
    free(multi);
}

struct http *http_create(const struct http_setup *setup)
{
    struct http *http = calloc(1, sizeof(*http));
    if (http == NULL || !multi_init(&http->multi, setup->loop, on_end)) {
        free(http);
        return NULL;
    }
    http->setup = *setup;
    http->setup.silent_ms = setup->silent_ms ? setup->silent_ms : HTTP_SILENT_MS;
    curl_multi_setopt(http->multi.curl, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
    curl_multi_setopt(http->multi.curl, CURLMOPT_MAXCONNECTS, (long)HTTP_CONNECTIONS);
    return http;
}

void http_destroy(struct http *http)
{
    if (http != NULL)
        multi_finish(&http->multi, on_closed);
}
