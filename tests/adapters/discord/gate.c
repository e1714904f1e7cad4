#include "gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>
#include <libwebsockets.h>
#include <openssl/ssl.h>
#include <uv.h>

struct frame {
    struct frame *next;
    size_t length;
    int how;
    unsigned char bytes[];
};

static struct gate *gate_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static unsigned visit_of(const struct gate *gate, const struct lws *wsi)
{
    unsigned visit = 0;
    while (visit < gate->count && gate->wsi[visit] != wsi)
        visit++;
    return visit;
}

static void forget(struct gate *gate, unsigned visit)
{
    while (gate->outgoing[visit]) {
        struct frame *frame = gate->outgoing[visit];
        gate->outgoing[visit] = frame->next;
        free(frame);
    }
    gate->wsi[visit] = NULL;
    gate->visits[visit].gone = true;
}

static int on_upgrade(struct gate *gate, struct lws *wsi)
{
    if (!gate->refuse)
        return 0;
    lws_return_http_status(wsi, gate->refuse, NULL);
    gate->refuse = 0;
    gate->refused++;
    return -1;
}

static int on_came(struct gate *gate, struct lws *wsi)
{
    assert_true(gate->count < GATE_VISITS);
    struct gate_visit *visit = &gate->visits[gate->count];
    char query[40] = "";
    lws_hdr_copy(wsi, visit->path, sizeof(visit->path) / 2, WSI_TOKEN_GET_URI);
    size_t length = strlen(visit->path);
    for (int i = 0;
         lws_hdr_copy_fragment(wsi, query, sizeof(query), WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        length += (size_t)snprintf(visit->path + length, sizeof(visit->path) - length, "%c%s",
                                   i == 0 ? '?' : '&', query);
    }
    gate->wsi[gate->count++] = wsi;
    return 0;
}

static int on_heard(struct gate *gate, struct lws *wsi, const char *text, size_t length)
{
    struct gate_visit *visit = &gate->visits[visit_of(gate, wsi)];
    assert_true(visit->count < GATE_HEARD);
    assert_true(lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi));
    visit->heard[visit->count++] = strndup(text, length);
    return 0;
}

static int on_writable(struct gate *gate, struct lws *wsi)
{
    unsigned visit = visit_of(gate, wsi);
    struct frame *frame = visit < gate->count ? gate->outgoing[visit] : NULL;
    if (frame) {
        gate->outgoing[visit] = frame->next;
        lws_write(wsi, frame->bytes + LWS_PRE, frame->length, (enum lws_write_protocol)frame->how);
        free(frame);
        lws_callback_on_writable(wsi);
    } else if (visit < gate->count && gate->goodbye[visit] > 0) {
        lws_close_reason(wsi, (enum lws_close_status)gate->goodbye[visit], NULL, 0);
        return -1;
    }
    return 0;
}

static int on_goodbye(struct gate *gate, struct lws *wsi, const unsigned char *bytes, size_t length)
{
    unsigned visit = visit_of(gate, wsi);
    if (visit < gate->count && length >= 2)
        gate->visits[visit].code = (unsigned)bytes[0] << 8 | bytes[1];
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return on_upgrade(gate_of(wsi), wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return on_came(gate_of(wsi), wsi);
    case LWS_CALLBACK_RECEIVE:
        return on_heard(gate_of(wsi), wsi, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(gate_of(wsi), wsi);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return on_goodbye(gate_of(wsi), wsi, in, length);
    case LWS_CALLBACK_CLOSED:
        if (visit_of(gate_of(wsi), wsi) < gate_of(wsi)->count)
            forget(gate_of(wsi), visit_of(gate_of(wsi), wsi));
        return 0;
    default:
        return 0;
    }
}

static bool open_at(struct gate *gate, const char *host, int port, const char *folder)
{
    static const struct lws_protocols protocols[] = {
        {.name = "gate", .callback = on_event, .rx_buffer_size = 8192}, {.name = NULL}};
    char certificate[512];
    char key[512];
    *gate = (struct gate){0};
    struct lws_context_creation_info info = {
        .port = port,
        .iface = host,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_ALLOW_LISTEN_SHARE,
        .gid = -1,
        .uid = -1,
        .user = gate,
    };
    if (folder) {
        snprintf(certificate, sizeof(certificate), "%s/server.crt", folder);
        snprintf(key, sizeof(key), "%s/server.key", folder);
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = certificate;
        info.ssl_private_key_filepath = key;
        /* Of the two contexts of this process libwebsockets would not free this one's. */
        gate->tls = SSL_CTX_new(TLS_client_method());
        info.provided_client_ssl_ctx = gate->tls;
    }
    lws_set_log_level(0, NULL);
    gate->context = lws_create_context(&info);
    assert_non_null(gate->context);
    gate->port = lws_get_vhost_listen_port(lws_get_vhost_by_name(gate->context, "default"));
    return gate->port > 0;
}

void gate_open(struct gate *gate, int port, const char *folder)
{
    assert_true(open_at(gate, "127.0.0.1", port, folder));
}

bool gate_open_six(struct gate *gate)
{
    uv_interface_address_t *found = NULL;
    int count = 0;
    bool there = false;
    assert_int_equal(uv_interface_addresses(&found, &count), 0);
    for (int i = 0; i < count; i++) {
        there |= found[i].address.address4.sin_family == AF_INET6 &&
                 IN6_IS_ADDR_LOOPBACK(&found[i].address.address6.sin6_addr);
    }
    uv_free_interface_addresses(found, count);
    return there && open_at(gate, "::1", 0, NULL);
}

void gate_shut(struct gate *gate)
{
    lws_context_destroy(gate->context);
    SSL_CTX_free(gate->tls);
    for (unsigned i = 0; i < gate->count; i++) {
        forget(gate, i);
        for (unsigned k = 0; k < gate->visits[i].count; k++)
            free(gate->visits[i].heard[k]);
    }
}

void gate_turn(struct gate *gate)
{
    lws_service(gate->context, -1);
}

void gate_say(struct gate *gate, unsigned visit, const char *text, size_t most)
{
    assert_non_null(gate->wsi[visit]);
    struct frame **last = (struct frame **)&gate->outgoing[visit];
    while (*last)
        last = &(*last)->next;
    size_t length = strlen(text);
    for (size_t at = 0; at == 0 || at < length; at += most) {
        size_t part = length - at < most ? length - at : most;
        struct frame *frame = calloc(1, sizeof(*frame) + LWS_PRE + part);
        assert_non_null(frame);
        frame->length = part;
        frame->how = at == 0 ? LWS_WRITE_TEXT : LWS_WRITE_CONTINUATION;
        frame->how |= at + part < length ? LWS_WRITE_NO_FIN : 0;
        memcpy(frame->bytes + LWS_PRE, text + at, part);
        *last = frame;
        last = &frame->next;
    }
    lws_callback_on_writable(gate->wsi[visit]);
}

void gate_close(struct gate *gate, unsigned visit, unsigned code)
{
    gate->goodbye[visit] = code;
    lws_callback_on_writable(gate->wsi[visit]);
}

void gate_drop(struct gate *gate, unsigned visit)
{
    shutdown(lws_get_socket_fd(gate->wsi[visit]), SHUT_RDWR);
}
