#include "httpd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "doorstep.h"

enum {
    FILES_MAX = 65536,
    EARLY = 100,    /* ms by which our clock of a turn may be behind libwebsockets' */
    RECEIVED = 128, /* bytes that each WebSocket has for what comes */
    SESSION = 1     /* byte; without any, libwebsockets does not report dropped connections */
};

/* -- connections -- */

static void forget_connection(struct connection *connection)
{
    struct httpd *httpd = connection->httpd;
    if (connection->counted)
        peers_leave(httpd->peers, &connection->peer);
    httpd->connections--;
    connection_finish(connection);
    free(connection);
}

/* True if one more connection may come from this address. Counts it. */
static bool may_come(const struct httpd *httpd, struct connection *connection)
{
    const struct web_config *config = httpd->setup.config;
    if (httpd->ending || httpd->connections > HTTPD_CONNECTIONS)
        return false;
    if (address_among(&connection->peer, config->proxies, config->proxy_count))
        return true;
    connection->counted = peers_connect(httpd->peers, &connection->peer);
    return connection->counted;
}

/* Hands a connection to libwebsockets. Its timeouts do not wake the loop for connections that we
 * bring, so lws_cancel_service() wakes it. */
static void adopt_socket(struct connection *connection, int fd)
{
    struct httpd *httpd = connection->httpd;
    connection->wsi = lws_adopt_socket_vhost(httpd->vhost, fd);
    if (connection->wsi == NULL) { /* it closes the descriptor */
        forget_connection(connection);
        return;
    }
    lws_set_opaque_user_data(connection->wsi, connection);
    doorstep_tls_begins(lws_get_ssl(connection->wsi));
    connection->send_by = loop_now(httpd->setup.loop) + HTTPD_READ_TIME * 1000 - EARLY;
    lws_cancel_service(websockets_context(httpd->websockets));
}

static void on_came(void *arg, int fd, const struct address *from)
{
    static const struct doorstep_ends ends = {adopt_socket, forget_connection};
    struct httpd *httpd = arg;
    struct connection *connection = calloc(1, sizeof(*connection));
    if (connection == NULL) {
        close(fd);
        return;
    }
    connection->httpd = httpd;
    connection->peer = *from;
    httpd->connections++;
    if (!may_come(httpd, connection)) {
        close(fd);
        forget_connection(connection);
        return;
    }
    if (httpd->setup.config->tls) {
        adopt_socket(connection, fd);
    } else {
        doorstep_wait(connection, fd, &ends);
    }
}

static void note_tls(const struct httpd *httpd, SSL_CTX *server)
{
    if (httpd->certificate != NULL)
        certificate_serve(httpd->certificate, server);
}

static int on_lws_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                        size_t length)
{
    struct connection *connection = wsi != NULL ? lws_get_opaque_user_data(wsi) : NULL;
    if (reason == LWS_CALLBACK_HTTP || reason == LWS_CALLBACK_HTTP_CONFIRM_UPGRADE)
        doorstep_tls_asks(lws_get_ssl(wsi));
    switch (reason) {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS: /* `user` is the new SSL_CTX */
        note_tls(lws_get_vhost_user(in), user);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if (connection != NULL)
            forget_connection(connection);
        return 0;
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL: /* between two requests, too */
        if (connection != NULL && strcmp(in, "__lws_close_free_wsi") == 0)
            connection_dropped(connection);
        return 0;
    case LWS_CALLBACK_CLOSED_HTTP:
        if (connection != NULL) {
            doorstep_tls_ends(lws_get_ssl(wsi), lws_get_socket_fd(wsi),
                              loop_now(connection->httpd->setup.loop) > connection->send_by);
        }
        return 0;
    case LWS_CALLBACK_HTTP:
        return connection != NULL ? connection_request(connection) : -1;
    case LWS_CALLBACK_HTTP_BODY:
        return connection != NULL ? connection_body(connection, in, length) : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return connection != NULL ? connection_body_ends(connection) : -1;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return connection != NULL ? connection_write(connection) : -1;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return connection != NULL ? connection_upgrade(connection, in) : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return connection != NULL ? connection_opened(connection) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return connection != NULL ? connection_tell(connection) : -1;
    case LWS_CALLBACK_RECEIVE_PONG:
        if (connection != NULL)
            connection_ponged(connection);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return connection != NULL ? connection_heard(connection, in, length) : -1;
    case LWS_CALLBACK_RAW_ADOPT: /* CONNECT */
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_RAW_WRITEABLE:
        return -1;
    default:
        return 0;
    }
}

void httpd_look(uv_check_t *check)
{
    connection_look_after(check->data);
}

/* -- life -- */

static const struct lws_protocols protocols[] = {
    {.name = "http",
     .callback = on_lws_event,
     .per_session_data_size = SESSION,
     .rx_buffer_size = RECEIVED,
     .tx_packet_size = PORTION},
    {.name = NULL},
};

/* libwebsockets reserves memory for every file that the process may open. libwebsockets has a
 * setting for fewer files, but then it searches through all connections whenever it needs one. So
 * we lower the limit of the process while libwebsockets starts. */
static struct websockets *create_bounded(struct loop *loop,
                                         const struct lws_context_creation_info *info)
{
    struct rlimit limit;
    struct rlimit lower;
    bool lowered = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur > FILES_MAX;
    if (lowered) {
        lower = (struct rlimit){FILES_MAX, limit.rlim_max};
        lowered = setrlimit(RLIMIT_NOFILE, &lower) == 0;
    }
    struct websockets *websockets = websockets_create(loop, info);
    if (lowered)
        setrlimit(RLIMIT_NOFILE, &limit);
    return websockets;
}

static bool open_context(struct httpd *httpd, struct fault *why)
{
    const struct web_config *config = httpd->setup.config;
    /* libwebsockets answers some bad requests itself ("/%zz"), without our headers. We give it a
     * header that is too long for its answer. So its answer fails, and connection_dropped() sends
     * ours. */
    static char too_long[PORTION + 1];
    static const struct lws_protocol_vhost_options silence = {.name = "x", .value = too_long};
    memset(too_long, 'x', PORTION);
    const struct lws_context_creation_info context = {
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .timeout_secs = HTTPD_READ_TIME,
        .max_http_header_data = HTTPD_HEADERS,
        .max_http_header_pool = HTTPD_HEADERS_AT_ONCE,
        .pt_serv_buf_size = PORTION,
        .http_proxy_address = "",
    };
    static const lws_retry_bo_t no_pings = {0}; /* the owner sends its own pings */
    const struct lws_context_creation_info vhost = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .vhost_name = "talon",
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS,
        .timeout_secs_ah_idle = HTTPD_READ_TIME,
        .keepalive_timeout = HTTPD_IDLE_TIME,
        .alpn = "http/1.1",
        .headers = &silence,
        .user = httpd,
        .retry_and_idle_policy = &no_pings,
        .ssl_cert_filepath = config->tls ? config->cert : NULL,
        .ssl_private_key_filepath = config->tls ? config->key : NULL,
    };
    if (config->tls) {
        httpd->certificate = certificate_create(&(struct certificate_setup){
            httpd->setup.loop, httpd->setup.log, config->cert, config->key});
        if (httpd->certificate == NULL)
            return false;
    }
    httpd->websockets = create_bounded(httpd->setup.loop, &context);
    if (httpd->websockets == NULL) {
        fault_set(why, "libwebsockets does not start (no plugin for libuv, or no memory)");
        return false;
    }
    httpd->vhost = lws_create_vhost(websockets_context(httpd->websockets), &vhost);
    if (httpd->vhost == NULL && config->tls)
        fault_set(why, "tls_cert or tls_key cannot be used, or memory is out");
    return httpd->vhost != NULL;
}

static void on_part_closed(void *arg)
{
    struct httpd *httpd = arg;
    void (*done)(void *) = httpd->done;
    void *done_arg = httpd->done_arg;
    if (--httpd->handles > 0)
        return;
    peers_destroy(httpd->peers);
    free(httpd);
    if (done != NULL)
        done(done_arg);
}

static void on_check_closed(uv_handle_t *handle)
{
    on_part_closed(handle->data);
}

void httpd_destroy(struct httpd *httpd, void (*done)(void *arg), void *arg)
{
    if (httpd == NULL || httpd->ending)
        return;
    httpd->ending = true;
    httpd->done = done;
    httpd->done_arg = arg;
    httpd->handles = httpd->websockets != NULL ? 2 : 1;
    listener_destroy(httpd->listener);
    httpd->listener = NULL;
    doorstep_clear(httpd);
    certificate_destroy(httpd->certificate);
    httpd->certificate = NULL;
    uv_close((uv_handle_t *)&httpd->check, on_check_closed);
    websockets_destroy(httpd->websockets, on_part_closed, httpd);
}

void httpd_look_at_certificate(struct httpd *httpd)
{
    certificate_look(httpd->certificate);
}

struct httpd *httpd_create(const struct httpd_setup *setup, struct fault *why)
{
    static const struct peers_limits limits = {.most = HTTPD_SUBSCRIBERS,
                                               .connections = HTTPD_CONNECTIONS_OF,
                                               .burst = HTTPD_REQUESTS,
                                               .pause = HTTPD_REQUEST_PAUSE};
    struct httpd *httpd = calloc(1, sizeof(*httpd));
    fault_set(why, "out of memory");
    if (httpd == NULL)
        return NULL;
    httpd->setup = *setup;
    uv_check_init(loop_uv(setup->loop), &httpd->check);
    httpd->check.data = httpd;
    httpd->peers = peers_create(&limits);
    if (httpd->peers != NULL && open_context(httpd, why))
        return httpd;
    httpd_destroy(httpd, NULL, NULL);
    return NULL;
}

bool httpd_listen(struct httpd *httpd, struct fault *why)
{
    const struct web_config *config = httpd->setup.config;
    const struct listener_setup listener = {.loop = httpd->setup.loop,
                                            .path = config->socket,
                                            .address = (const struct sockaddr *)&config->address,
                                            .came = on_came,
                                            .arg = httpd};
    httpd->listener = listener_create(&listener, why);
    return httpd->listener != NULL;
}

unsigned httpd_port(const struct httpd *httpd)
{
    return listener_port(httpd->listener);
}
