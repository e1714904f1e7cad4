#include <errno.h>
#include <linux/tcp.h> /* the C library's tcp_info has no tcpi_bytes_received */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include <openssl/crypto.h>
#include <openssl/ssl.h>

#include "doorstep.h"

/* -- reading -- */

static void read_header(struct lws *wsi, enum lws_token_indexes token, char out[REQUEST_HEADER])
{
    if (lws_hdr_copy(wsi, out, REQUEST_HEADER, token) < 0)
        out[0] = '\0';
}

static enum request_method read_method(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0    ? REQUEST_GET
           : lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 ? REQUEST_HEAD
           : lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0 ? REQUEST_POST
                                                               : REQUEST_OTHER;
}

/* True if the request has a body. If it were left unread, we or a proxy before us would take it for
 * the next request. */
static bool read_has_body(struct lws *wsi)
{
    char length[REQUEST_HEADER];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return true;
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
           (lws_hdr_copy(wsi, length, sizeof(length), WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
            strcmp(length, "0") != 0);
}

/* Reads the length of a POST's body. Returns false if the client did not give it, or it is larger
 * than any real page sends. */
static bool read_body_length(struct lws *wsi, size_t *length)
{
    char text[16];
    char *end = NULL;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
        lws_hdr_copy(wsi, text, sizeof(text), WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 || *text < '0' ||
        *text > '9')
        return false;
    *length = strtoul(text, &end, 10);
    return *end == '\0' && *length > 0 && *length <= REQUEST_BODY_MAX;
}

/* Reads the session cookie, but only for paths that need it. */
static void read_session(const struct connection *connection, struct web_request *request)
{
    char cookies[REQUEST_COOKIES];
    if (request_has_session(request->path) &&
        lws_hdr_copy(connection->wsi, cookies, sizeof(cookies), WSI_TOKEN_HTTP_COOKIE) > 0) {
        request_cookie(cookies, web_config_cookie(connection->httpd->setup.config),
                       request->session);
    }
}

static bool read_path(struct connection *connection)
{
    static const enum lws_token_indexes tokens[] = {[REQUEST_GET] = WSI_TOKEN_GET_URI,
                                                    [REQUEST_HEAD] = WSI_TOKEN_HEAD_URI,
                                                    [REQUEST_POST] = WSI_TOKEN_POST_URI};
    const struct web_request *request = connection->request;
    char piece[REQUEST_PATH];
    char whole[REQUEST_PATH];
    struct buf path;
    buf_init(&path, whole, sizeof(whole));
    if (request->method == REQUEST_OTHER)
        return true;
    for (int i = 0;; i++) {
        int length = lws_hdr_copy_fragment(connection->wsi, piece, sizeof(piece),
                                           tokens[request->method], i);
        if (length < 0)
            break;
        if (!request_add_path(&path, piece, (size_t)length))
            return false;
    }
    return request_path(whole, buf_length(&path), connection->httpd->setup.config->home,
                        connection->request->path);
}

static bool read_query(struct lws *wsi, char out[REQUEST_QUERY])
{
    char piece[REQUEST_QUERY];
    struct buf query;
    int count = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS);
    buf_init(&query, out, REQUEST_QUERY);
    if (count >= REQUEST_QUERY)
        return false;
    for (int i = 0; count > 0; i++) {
        int length = lws_hdr_copy_fragment(wsi, piece, sizeof(piece), WSI_TOKEN_HTTP_URI_ARGS, i);
        if (length < 0)
            break;
        if (!request_add_query(&query, piece, (size_t)length))
            return false;
    }
    return true;
}

/* True if libwebsockets read the whole request line. 4.1 takes an encoded line end in the path for
 * a real one, and drops the rest or reads it as a header. Then it finds no HTTP version. */
static bool is_whole_line(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP) > 0;
}

bool connection_read(struct connection *connection)
{
    struct lws *wsi = connection->wsi;
    struct web_request *request = connection->request;
    request->method = read_method(wsi);
    request->has_body = read_has_body(wsi);
    read_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, request->if_none_match);
    read_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, request->accept_encoding);
    read_header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, request->accept_language);
    bool good = is_whole_line(wsi) && read_query(wsi, request->query) && read_path(connection);
    if (good)
        read_session(connection, request);
    return good;
}

bool connection_may_ask(struct connection *connection, struct address *who)
{
    struct httpd *httpd = connection->httpd;
    const struct web_config *config = httpd->setup.config;
    char header[REQUEST_HEADER];
    read_header(connection->wsi, WSI_TOKEN_X_FORWARDED_FOR, header);
    *who = address_forwarded(&connection->peer, header, config->proxies, config->proxy_count);
    return peers_request(httpd->peers, who, loop_now(httpd->setup.loop));
}

/* Hands the request to the owner, which answers it. */
static void ask_owner(struct connection *connection)
{
    const struct httpd_setup *setup = &connection->httpd->setup;
    connection->waits = true;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HTTPD_MAKE_TIME);
    setup->asked(setup->arg, &connection->exchange);
}

/* Returns 200, or the status with which to refuse a POST. */
static unsigned judge_post(struct connection *connection)
{
    const struct httpd_setup *setup = &connection->httpd->setup;
    struct web_request *request = connection->request;
    if (setup->posts == NULL || !setup->posts(setup->arg, request->path))
        return 405;
    if (!connection_is_ours(connection))
        return 403;
    if (!read_body_length(connection->wsi, &request->body_length))
        return 413;
    request->body = calloc(1, request->body_length + 1);
    return request->body != NULL ? 200 : 503;
}

static void begin_post(struct connection *connection)
{
    unsigned status = judge_post(connection);
    if (status == 200) {
        lws_rx_flow_control(connection->wsi, 1);
        lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HTTPD_READ_TIME);
        connection->send_by =
            loop_now(connection->httpd->setup.loop) + (uint64_t)HTTPD_READ_TIME * 1000;
    } else {
        httpd_refuse(&connection->exchange, status,
                     status == 405 ? "GET and HEAD alone." : "That is not taken.", 0);
    }
}

int connection_body(struct connection *connection, const char *bytes, size_t length)
{
    struct web_request *request = connection->request;
    if (request == NULL || request->body == NULL) /* refused: we close after the answer */
        return 0;
    if (connection->waits || length > request->body_length - request->body_read ||
        loop_now(connection->httpd->setup.loop) > connection->send_by)
        return -1;
    memcpy(request->body + request->body_read, bytes, length);
    request->body_read += length;
    return 0;
}

int connection_body_ends(struct connection *connection)
{
    const struct web_request *request = connection->request;
    if (request == NULL || request->body == NULL)
        return 0;
    if (connection->waits || request->body_read != request->body_length)
        return -1;
    lws_rx_flow_control(connection->wsi, 0);
    ask_owner(connection);
    return connection->head != NULL || connection->waits ? 0 : -1;
}

/* True while the rest of a POST's body is still to come. */
static bool awaits_body(const struct connection *connection)
{
    return connection->request != NULL && connection->request->body != NULL;
}

int connection_request(struct connection *connection)
{
    struct web_request *request = calloc(1, sizeof(*request));
    struct address who;
    if (request == NULL || connection->head != NULL || connection->waits) {
        free(request);
        return -1;
    }
    lws_rx_flow_control(connection->wsi, 0);
    connection->idle = false;
    connection->request = request;
    connection->exchange.request = request;
    bool good = connection_read(connection);
    connection->close = request->has_body || request->method >= REQUEST_POST;
    bool may_ask = connection_may_ask(connection, &who);
    address_name(&who, request->peer);
    if (!may_ask) {
        httpd_refuse(&connection->exchange, 429, "Too many requests.", 1);
    } else if (request->method == REQUEST_OTHER) {
        httpd_refuse(&connection->exchange, 405, "GET and HEAD alone.", 0);
    } else if (good && request->method == REQUEST_POST) {
        begin_post(connection);
    } else if (!good || request->has_body) {
        httpd_refuse(&connection->exchange, 400, NO_REQUEST, 0);
    } else {
        ask_owner(connection);
    }
    return connection->head != NULL || connection->waits || awaits_body(connection) ? 0 : -1;
}

/* -- answering -- */

static void forget_request(struct connection *connection)
{
    if (connection->request != NULL && connection->request->body != NULL) {
        OPENSSL_cleanse(connection->request->body, connection->request->body_length);
        free(connection->request->body);
    }
    free(connection->request);
    connection->request = NULL;
    connection->exchange.request = NULL;
    connection->waits = false;
}

/* Writes the head of the answer. Returns false if memory is out, or the head cannot be written. */
static bool begin_head(struct connection *connection, const struct head *head)
{
    char text[HEAD_MAX];
    size_t length = head_write(head, text);
    connection->head = length > 0 ? malloc(length) : NULL;
    if (connection->head == NULL)
        return false;
    memcpy(connection->head, text, length);
    connection->head_length = length;
    return true;
}

/* Chooses what to send of the body: packed, unpacked, or nothing (HEAD, 304). */
static void begin_content(struct connection *connection, const struct http_answer *answer,
                          struct head *head)
{
    const struct web_request *request = connection->request;
    bool packed = answer->gzip != NULL && request_takes_gzip(request->accept_encoding);
    bool same = head->status == 200 && head->etag != NULL &&
                request_has(request->if_none_match, head->etag);
    if (same)
        head->status = 304;
    head->gzip = packed && !same;
    head->length = packed ? answer->gzip_length : answer->length;
    connection->sent = connection->length = 0;
    if (same || request->method == REQUEST_HEAD)
        return;
    connection->bytes = packed ? answer->gzip : answer->bytes;
    connection->length = head->length;
    connection->body = answer->body != NULL ? body_hold(answer->body) : NULL;
}

void httpd_answer(struct exchange *exchange, const struct http_answer *answer)
{
    struct connection *connection = (struct connection *)exchange;
    struct httpd *httpd = connection->httpd;
    struct head head = answer->head;
    head.now = time(NULL);
    head.close = connection->close;
    begin_content(connection, answer, &head);
    forget_request(connection);
    if (!begin_head(connection, &head)) { /* the connection ends without an answer */
        connection_hang_up(connection);
        return;
    }
    lws_rx_flow_control(connection->wsi, 1);
    connection->send_by = loop_now(httpd->setup.loop) + (uint64_t)HTTPD_WHOLE_TIME * 1000;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HTTPD_SEND_TIME);
    lws_callback_on_writable(connection->wsi);
}

void httpd_refuse(struct exchange *exchange, unsigned status, const char *line, unsigned retry)
{
    const struct http_answer answer = {.head = {.status = status,
                                                .type = "text/plain; charset=utf-8",
                                                .retry = retry,
                                                .allow = status == 405},
                                       .bytes = (const unsigned char *)line,
                                       .length = strlen(line)};
    httpd_answer(exchange, &answer);
}

/* -- slow readers. While libwebsockets 4.1 waits to send more of an answer, it also waits for
 * input, but does not read it. A client that then sends more, or closes its half, would wake the
 * loop again and again. (lws_rx_flow_control() does not help: it also stops the sending.) No
 * browser or proxy does that. So each turn looks at a few of the slow readers, and hangs up on
 * those that sent something. -- */

enum { LOOKS = 16 /* in a turn */ };

static void begin_waiting(struct connection *connection)
{
    struct httpd *httpd = connection->httpd;
    if (connection->slow_next != NULL)
        return;
    struct connection *at = httpd->slow != NULL ? httpd->slow : connection;
    struct connection *before = httpd->slow != NULL ? at->slow_before : connection;
    connection->slow_next = at;
    connection->slow_before = before;
    before->slow_next = connection;
    at->slow_before = connection;
    if (httpd->slow == NULL)
        uv_check_start(&httpd->check, httpd_look);
    httpd->slow = connection;
}

static void end_waiting(struct connection *connection)
{
    struct httpd *httpd = connection->httpd;
    if (connection->slow_next == NULL)
        return;
    bool last = connection->slow_next == connection;
    connection->slow_before->slow_next = connection->slow_next;
    connection->slow_next->slow_before = connection->slow_before;
    if (httpd->slow == connection)
        httpd->slow = last ? NULL : connection->slow_next;
    connection->slow_next = connection->slow_before = NULL;
    if (last)
        uv_check_stop(&httpd->check);
}

void connection_hang_up(struct connection *connection)
{
    end_waiting(connection);
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    lws_cancel_service(websockets_context(connection->httpd->websockets));
}

void connection_look_after(struct httpd *httpd)
{
    for (unsigned i = 0; i < LOOKS && httpd->slow != NULL; i++) {
        struct connection *connection = httpd->slow;
        char byte = '\0';
        httpd->slow = connection->slow_next;
        if (recv(lws_get_socket_fd(connection->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0)
            connection_hang_up(connection);
    }
}

/* -- request lines that libwebsockets cannot read, after the first of a connection (doorstep.h)
 * -- */

/* Counts the bytes that have come on the connection (`came`), and those that libwebsockets has read
 * (`taken`). Returns false if it is no TCP connection, or the kernel is older than 4.1. */
static bool count_bytes(struct lws *wsi, uint64_t *came, uint64_t *taken)
{
    struct tcp_info info;
    int fd = lws_get_socket_fd(wsi), unread = 0;
    socklen_t size = sizeof(info);
    if (ioctl(fd, FIONREAD, &unread) != 0 ||
        getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
        size < offsetof(struct tcp_info, tcpi_segs_out))
        return false;
    *came = info.tcpi_bytes_received;
    *taken = *came - (uint64_t)unread;
    return true;
}

/* True if the client has sent another request. A client that closes its side adds one byte to the
 * kernel's count, and with TLS it sends a message. Neither is a request. */
static bool has_asked(const struct connection *connection)
{
    SSL *tls = lws_get_ssl(connection->wsi);
    uint64_t came = 0, taken = 0;
    return count_bytes(connection->wsi, &came, &taken) && came > connection->taken + 1 &&
           (tls == NULL || (SSL_get_shutdown(tls) & SSL_RECEIVED_SHUTDOWN) == 0);
}

/* libwebsockets does not say why. */
void connection_dropped(struct connection *connection)
{
    unsigned char *out = connection->httpd->out + LWS_PRE;
    if (!connection->idle || !has_asked(connection))
        return;
    connection->idle = false;
    lws_write(connection->wsi, out, doorstep_refusal((char *)out), LWS_WRITE_HTTP_FINAL);
}

/* -- sending -- */

static void forget_answer(struct connection *connection)
{
    end_waiting(connection);
    free(connection->head);
    connection->head = NULL;
    body_release(connection->body);
    connection->body = NULL;
}

/* Copies the next part of the answer to `out`, and returns its length. */
static size_t fill_portion(const struct connection *connection, unsigned char *out)
{
    size_t sent = connection->sent;
    size_t filled = 0;
    if (sent < connection->head_length) {
        filled = connection->head_length - sent;
        memcpy(out, connection->head + sent, filled); /* HEAD_MAX is below PORTION */
        sent = connection->head_length;
    }
    size_t at = sent - connection->head_length;
    size_t left = connection->length - at;
    size_t more = left < PORTION - filled ? left : PORTION - filled;
    if (more > 0)
        memcpy(out + filled, connection->bytes + at, more);
    return filled + more;
}

static int end_answer(struct connection *connection)
{
    struct lws *wsi = connection->wsi;
    forget_answer(connection);
    if (connection->close || lws_http_transaction_completed(wsi) != 0)
        return -1;
    uint64_t came = 0;
    connection->idle = count_bytes(wsi, &came, &connection->taken);
    return 0;
}

int connection_write(struct connection *connection)
{
    struct httpd *httpd = connection->httpd;
    size_t whole = connection->head_length + connection->length;
    if (connection->head == NULL)
        return 0;
    if (loop_now(httpd->setup.loop) > connection->send_by)
        return -1;
    if (connection->sent == whole)
        return end_answer(connection);
    unsigned char *out = httpd->out + LWS_PRE;
    size_t length = fill_portion(connection, out);
    bool last = connection->sent + length == whole;
    if (lws_write(connection->wsi, out, length, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        (int)length)
        return -1;
    connection->sent += length;
    if (last && !lws_partial_buffered(connection->wsi))
        return end_answer(connection);
    begin_waiting(connection);
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HTTPD_SEND_TIME);
    lws_callback_on_writable(connection->wsi);
    return 0;
}

void connection_finish(struct connection *connection)
{
    struct httpd *httpd = connection->httpd;
    if (connection->waits)
        httpd->setup.gone(httpd->setup.arg, &connection->exchange);
    connection_leave(connection);
    forget_request(connection);
    forget_answer(connection);
}
