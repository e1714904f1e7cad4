#include "web.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <openssl/ssl.h>

enum { RULES = 32, REQUESTS = 512, READ = 65536 };

struct client {
    uv_tcp_t tcp; /* first */
    struct web *web;
    struct client *next;
    unsigned number;
    char *in;
    size_t length, room;
    char chunk[READ];
    const struct web_rule *held;
    unsigned request; /* the number of the last one */
    SSL *tls;         /* NULL: plain; between two BIOs of memory */
    bool closing;
};

struct web {
    uv_tcp_t tcp; /* first */
    struct client *clients;
    struct web_rule rules[RULES];
    unsigned rule_count, connections, count;
    struct web_request requests[REQUESTS];
    SSL_CTX *tls;
    unsigned port;
    char base[64];
};

const char *web_base(const struct web *web)
{
    return web->base;
}

unsigned web_port(const struct web *web)
{
    return web->port;
}

unsigned web_count(const struct web *web)
{
    return web->count;
}

unsigned web_connections(const struct web *web)
{
    return web->connections;
}

const struct web_request *web_request(const struct web *web, unsigned index)
{
    assert(index < web->count);
    return &web->requests[index];
}

const char *web_header(const struct web_request *request, const char *name, char *out, size_t size)
{
    size_t length = strlen(name);
    *out = '\0';
    for (const char *line = request->head; line && *line != '\0'; line = strstr(line, "\r\n")) {
        line += strncmp(line, "\r\n", 2) == 0 ? 2 : 0;
        if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
            const char *value = line + length + 1 + strspn(line + length + 1, " ");
            snprintf(out, size, "%.*s", (int)strcspn(value, "\r"), value);
            break;
        }
    }
    return out;
}

/* -- answers -- */

struct write {
    uv_write_t uv; /* first */
    bool last;     /* then the connection is closed */
    char text[];
};

static void on_client_closed(uv_handle_t *handle)
{
    struct client *client = (struct client *)handle;
    SSL_free(client->tls);
    free(client->in);
    free(client);
}

static void client_close(struct client *client)
{
    struct client **slot = &client->web->clients;
    while (*slot && *slot != client) {
        slot = &(*slot)->next;
    }
    if (*slot) {
        *slot = client->next;
        client->closing = true;
        uv_close((uv_handle_t *)&client->tcp, on_client_closed);
    }
}

static void on_written(uv_write_t *uv, int status)
{
    (void)status;
    struct write *write = (struct write *)uv;
    if (write->last) {
        client_close((struct client *)uv->handle);
    }
    free(write);
}

static void send_plain(struct client *client, const char *bytes, size_t length, bool last)
{
    struct write *write = calloc(1, sizeof(*write) + length);
    assert(write);
    memcpy(write->text, bytes, length);
    write->last = last;
    uv_buf_t buffer = uv_buf_init(write->text, (unsigned)length);
    uv_write(&write->uv, (uv_stream_t *)&client->tcp, &buffer, 1, on_written);
}

/* What TLS wants to say. */
static void send_tls(struct client *client, bool last)
{
    char *bytes;
    BIO *out = SSL_get_wbio(client->tls);
    long length = BIO_get_mem_data(out, &bytes);
    if (length > 0) {
        send_plain(client, bytes, (size_t)length, last);
        (void)BIO_reset(out);
    }
}

static void send_bytes(struct client *client, const char *bytes, size_t length, bool last)
{
    if (client->tls) {
        SSL_write(client->tls, bytes, (int)length);
        send_tls(client, last);
    } else {
        send_plain(client, bytes, length, last);
    }
}

/* The body of a rule; in `room` where it is numbered. */
static const char *body_of(const struct client *client, const struct web_rule *rule, char *room,
                           size_t size)
{
    size_t length = 0;
    if (!rule->body || !rule->numbered) {
        return rule->body ? rule->body : "{}";
    }
    for (const char *at = rule->body; *at != '\0'; at++) {
        int added = *at == '#'
                        ? snprintf(room + length, size - length, "%u", 1000 + client->request)
                        : snprintf(room + length, size - length, "%c", *at);
        length += (size_t)added;
        assert(length < size);
    }
    return room;
}

static void answer(struct client *client, const struct web_rule *rule)
{
    char room[256];
    const char *body = body_of(client, rule, room, sizeof(room));
    const char *headers = rule->headers ? rule->headers : "";
    unsigned status = rule->status ? rule->status : 200;
    size_t length = status == 204 ? 0 : strlen(body), size = length + strlen(headers) + 256;
    if (rule->how == WEB_RAW) {
        send_bytes(client, body, strlen(body), true);
        return;
    }
    char *text = malloc(size);
    assert(text);
    bool json = *body == '{' || *body == '[';
    size_t head = (size_t)snprintf(
        text, size, "HTTP/1.1 %u Told\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s\r\n", status,
        json ? "application/json" : "text/html", length, headers);
    bool last = rule->how == WEB_CUT;
    length = last ? length / 2 : length;
    memcpy(text + head, body, length);
    send_bytes(client, text, head + length, last);
    free(text);
}

void web_tell(struct web *web, const struct web_rule *rule)
{
    assert(web->rule_count < RULES);
    struct web_rule *kept = &web->rules[web->rule_count++];
    *kept = *rule;
    kept->times = rule->times ? rule->times : 1;
}

static const struct web_rule *rule_for(struct web *web, const char *line)
{
    static const struct web_rule plain = {.how = WEB_ANSWER};
    for (unsigned i = 0; i < web->rule_count; i++) {
        struct web_rule *rule = &web->rules[i];
        if (rule->times && (!rule->on || strncmp(line, rule->on, strlen(rule->on)) == 0)) {
            rule->times -= rule->times > 0;
            return rule;
        }
    }
    return &plain;
}

unsigned web_held(const struct web *web)
{
    unsigned held = 0;
    for (const struct client *client = web->clients; client; client = client->next) {
        held += client->held != NULL;
    }
    return held;
}

void web_release(struct web *web)
{
    for (struct client *client = web->clients; client; client = client->next) {
        const struct web_rule *rule = client->held;
        client->held = NULL;
        if (rule) {
            answer(client, rule);
        }
    }
}

unsigned web_release_one(struct web *web, unsigned which)
{
    struct client *client = web->clients;
    for (; client && (!client->held || which > 0); client = client->next) {
        which -= client->held != NULL;
    }
    assert(client);
    const struct web_rule *rule = client->held;
    unsigned request = client->request;
    client->held = NULL;
    answer(client, rule);
    return request - 1;
}

/* -- requests -- */

static char *copy(const char *start, const char *end)
{
    size_t length = (size_t)(end - start);
    char *text = malloc(length + 1);
    assert(text);
    memcpy(text, start, length);
    text[length] = '\0';
    return text;
}

static void drop_connection(struct client *client)
{
    uv_read_stop((uv_stream_t *)&client->tcp);
    client_close(client);
}

/* One request, if it is there as a whole. */
static bool take_request(struct client *client)
{
    struct web *web = client->web;
    char value[32];
    if (!client->in || client->held) {
        return false;
    }
    client->in[client->length] = '\0';
    char *end = strstr(client->in, "\r\n\r\n");
    char *first = strstr(client->in, " HTTP/1.1\r\n");
    if (!end || !first) {
        return false;
    }
    assert(web->count < REQUESTS);
    struct web_request *request = &web->requests[web->count];
    *request = (struct web_request){.line = copy(client->in, first),
                                    .head = copy(strstr(first, "\r\n") + 2, end + 2),
                                    .connection = client->number};
    size_t body = strtoul(web_header(request, "Content-Length", value, sizeof(value)), NULL, 10);
    size_t whole = (size_t)(end + 4 - client->in) + body;
    for (unsigned i = 0; i < web->rule_count; i++) {
        const struct web_rule *rule = &web->rules[i];
        if (rule->how == WEB_DROP_HEAD && rule->times && rule->on &&
            strncmp(request->line, rule->on, strlen(rule->on)) == 0) {
            whole = 0;
        }
    }
    if (whole > client->length) {
        free(request->line);
        free(request->head);
        return false;
    }
    request->length = whole ? body : 0;
    request->body = copy(end + 4, end + 4 + request->length);
    client->request = ++web->count;
    const struct web_rule *rule = rule_for(web, request->line);
    memmove(client->in, client->in + whole, client->length - whole);
    client->length -= whole;
    if (rule->how == WEB_DROP || rule->how == WEB_DROP_HEAD) {
        drop_connection(client);
        return false;
    }
    if (rule->how == WEB_HOLD) {
        client->held = rule;
    } else {
        answer(client, rule);
    }
    return true;
}

static void on_alloc(uv_handle_t *handle, size_t hint, uv_buf_t *buffer)
{
    (void)hint;
    struct client *client = (struct client *)handle;
    *buffer = uv_buf_init(client->chunk, READ);
}

static void take_bytes(struct client *client, const char *bytes, size_t length)
{
    size_t needed = client->length + length + 1;
    if (needed > client->room) {
        client->room = 2 * needed;
        client->in = realloc(client->in, client->room);
        assert(client->in);
    }
    memcpy(client->in + client->length, bytes, length);
    client->length += length;
    while (take_request(client)) {
    }
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct client *client = (struct client *)stream;
    char plain[4096];
    int count;
    if (length < 0) {
        client_close(client);
    } else if (!client->tls) {
        take_bytes(client, buffer->base, (size_t)length);
    } else {
        BIO_write(SSL_get_rbio(client->tls), buffer->base, (int)length);
        while (!client->closing && (count = SSL_read(client->tls, plain, sizeof(plain))) > 0) {
            take_bytes(client, plain, (size_t)count);
        }
        if (!client->closing) {
            send_tls(client, false);
        }
    }
}

static void on_connection(uv_stream_t *stream, int status)
{
    struct web *web = (struct web *)stream;
    struct client *client = calloc(1, sizeof(*client));
    assert(status == 0 && client);
    (void)status;
    client->web = web;
    client->number = ++web->connections;
    client->next = web->clients;
    web->clients = client;
    if (web->tls) {
        client->tls = SSL_new(web->tls);
        SSL_set_bio(client->tls, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
        SSL_set_accept_state(client->tls);
    }
    uv_tcp_init(stream->loop, &client->tcp);
    uv_accept(stream, (uv_stream_t *)&client->tcp);
    uv_read_start((uv_stream_t *)&client->tcp, on_alloc, on_read);
}

/* -- lifetime -- */

struct web *web_open(struct loop *loop, unsigned port)
{
    struct web *web = calloc(1, sizeof(*web));
    struct sockaddr_in address;
    int length = sizeof(address);
    uv_ip4_addr("127.0.0.1", (int)port, &address);
    assert(web);
    uv_tcp_init(loop_uv(loop), &web->tcp);
    int bad = uv_tcp_bind(&web->tcp, (const struct sockaddr *)&address, 0);
    bad |= uv_listen((uv_stream_t *)&web->tcp, 64, on_connection);
    bad |= uv_tcp_getsockname(&web->tcp, (struct sockaddr *)&address, &length);
    assert(!bad);
    (void)bad;
    web->port = ntohs(address.sin_port);
    snprintf(web->base, sizeof(web->base), "http://127.0.0.1:%u/api", web->port);
    return web;
}

void web_secure(struct web *web, const char *certificate, const char *key, const char *name)
{
    SSL_CTX_free(web->tls);
    web->tls = SSL_CTX_new(TLS_server_method());
    assert(web->tls);
    int good = SSL_CTX_use_certificate_chain_file(web->tls, certificate);
    good &= SSL_CTX_use_PrivateKey_file(web->tls, key, SSL_FILETYPE_PEM);
    assert(good == 1);
    (void)good;
    snprintf(web->base, sizeof(web->base), "https://%s:%u/api", name, web->port);
}

static void on_web_closed(uv_handle_t *handle)
{
    struct web *web = (struct web *)handle;
    for (unsigned i = 0; i < web->count; i++) {
        free(web->requests[i].line);
        free(web->requests[i].head);
        free(web->requests[i].body);
    }
    SSL_CTX_free(web->tls);
    free(web);
}

void web_close(struct web *web)
{
    while (web->clients) {
        client_close(web->clients);
    }
    uv_close((uv_handle_t *)&web->tcp, on_web_closed);
}
