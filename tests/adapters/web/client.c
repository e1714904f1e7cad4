#include "client.h"

#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <netinet/in.h>

#include <cmocka.h>
#include <openssl/ssl.h>

enum { PATIENCE = 30000, ROOM = 8 << 20 };

struct client {
    int fd;
    SSL_CTX *context;
    SSL *tls; /* NULL: plain */
    char *in; /* what came, with room for a NUL */
    size_t length;
    struct response response;
};

static struct client *open_at(const struct sockaddr *address, socklen_t length)
{
    struct client *client = calloc(1, sizeof(*client));
    assert_non_null(client);
    client->in = malloc(ROOM + 1);
    assert_non_null(client->in);
    client->fd = socket(address->sa_family, SOCK_STREAM, 0);
    assert_true(client->fd >= 0);
    assert_int_equal(connect(client->fd, address, length), 0);
    return client;
}

struct client *client_open(unsigned port)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)port),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return open_at((const struct sockaddr *)&address, sizeof(address));
}

struct client *client_open_path(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    return open_at((const struct sockaddr *)&address, sizeof(address));
}

struct client *client_open_tls(unsigned port, const char *ca)
{
    struct client *client = client_open(port);
    client->context = SSL_CTX_new(TLS_client_method());
    assert_non_null(client->context);
    assert_int_equal(SSL_CTX_load_verify_locations(client->context, ca, NULL), 1);
    SSL_CTX_set_verify(client->context, SSL_VERIFY_PEER, NULL);
    client->tls = SSL_new(client->context);
    assert_non_null(client->tls);
    assert_int_equal(SSL_set1_host(client->tls, "localhost"), 1);
    assert_int_equal(SSL_set_fd(client->tls, client->fd), 1);
    assert_int_equal(SSL_connect(client->tls), 1);
    return client;
}

void client_fingerprint(unsigned port, char fingerprint[65])
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    struct client *client = client_open(port);
    client->context = SSL_CTX_new(TLS_client_method());
    assert_non_null(client->context);
    client->tls = SSL_new(client->context);
    assert_non_null(client->tls);
    assert_int_equal(SSL_set_fd(client->tls, client->fd), 1);
    assert_int_equal(SSL_connect(client->tls), 1);
    X509 *shown = SSL_get1_peer_certificate(client->tls);
    assert_non_null(shown);
    assert_int_equal(X509_digest(shown, EVP_sha256(), digest, &length), 1);
    assert_int_equal(length, 32);
    for (unsigned i = 0; i < length; i++)
        snprintf(fingerprint + (size_t)i * 2, 3, "%02x", digest[i]);
    X509_free(shown);
    client_close(client);
}

void client_close(struct client *client)
{
    SSL_free(client->tls);
    SSL_CTX_free(client->context);
    close(client->fd);
    free(client->response.body);
    free(client->in);
    free(client);
}

int client_fd(const struct client *client)
{
    return client->fd;
}

void client_send(struct client *client, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = client->tls != NULL ? SSL_write(client->tls, bytes, (int)length)
                                           : send(client->fd, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* it has hung up: seen by who waits for a response */
        bytes += sent;
        length -= (size_t)sent;
    }
}

void client_try(struct client *client, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(client->fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

void client_get(struct client *client, const char *path, const char *headers)
{
    char text[8192];
    int length =
        snprintf(text, sizeof(text), "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", path, headers);
    assert_true(length > 0 && (size_t)length < sizeof(text));
    client_send(client, text, (size_t)length);
}

void client_post(struct client *client, const char *path, const char *headers, const char *body)
{
    char text[8192];
    int length = snprintf(text, sizeof(text),
                          "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n%s\r\n%s",
                          path, strlen(body), headers, body);
    assert_true(length > 0 && (size_t)length < sizeof(text));
    client_send(client, text, (size_t)length);
}

/* Reads some more. False: nothing came for so long, or the server has hung up. */
static bool read_more(struct client *client, int milliseconds)
{
    struct pollfd one = {.fd = client->fd, .events = POLLIN};
    if (client->tls == NULL || SSL_pending(client->tls) == 0) {
        if (poll(&one, 1, milliseconds) != 1)
            return false;
    }
    size_t room = ROOM - client->length;
    ssize_t got = client->tls != NULL
                      ? SSL_read(client->tls, client->in + client->length, (int)room)
                      : recv(client->fd, client->in + client->length, room, 0);
    if (got <= 0)
        return false;
    client->length += (size_t)got;
    client->in[client->length] = '\0';
    return true;
}

const char *response_header(const struct response *response, const char *name)
{
    static char value[2048];
    size_t length = strlen(name);
    value[0] = '\0';
    for (const char *line = strstr(response->head, "\r\n"); line != NULL;
         line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
            const char *start = line + length + 1 + strspn(line + length + 1, " ");
            snprintf(value, sizeof(value), "%.*s", (int)strcspn(start, "\r"), start);
            break;
        }
    }
    return value;
}

const struct response *client_response(struct client *client, bool head_only)
{
    struct response *response = &client->response;
    const char *end = NULL;
    client->in[client->length] = '\0';
    while ((end = strstr(client->in, "\r\n\r\n")) == NULL) {
        if (!read_more(client, PATIENCE))
            fail_msg("no response: \"%s\"", client->in);
    }
    size_t head = (size_t)(end - client->in) + 4;
    assert_true(head < sizeof(response->head));
    memcpy(response->head, client->in, head);
    response->head[head] = '\0';
    assert_int_equal(strncmp(response->head, "HTTP/1.1 ", 9), 0);
    response->status = (unsigned)strtoul(response->head + 9, NULL, 10);
    response->length =
        head_only ? 0 : strtoul(response_header(response, "Content-Length"), NULL, 10);
    while (client->length < head + response->length) {
        if (!read_more(client, PATIENCE))
            fail_msg("a response that is cut: %zu of %zu", client->length - head, response->length);
    }
    free(response->body);
    response->body = malloc(response->length + 1);
    assert_non_null(response->body);
    memcpy(response->body, client->in + head, response->length);
    response->body[response->length] = '\0';
    client->length -= head + response->length;
    memmove(client->in, client->in + head + response->length, client->length);
    return response;
}

bool client_ends(struct client *client, int milliseconds)
{
    struct pollfd one = {.fd = client->fd, .events = POLLIN};
    char rest[65536];
    for (;;) {
        if (poll(&one, 1, milliseconds) != 1)
            return false;
        ssize_t got = recv(client->fd, rest, sizeof(rest), 0);
        if (got <= 0)
            return true;
        size_t kept = (size_t)got < ROOM - client->length ? (size_t)got : ROOM - client->length;
        memcpy(client->in + client->length, rest, kept);
        client->length += kept;
    }
}

const char *client_found(const struct client *client, const char *text)
{
    client->in[client->length] = '\0';
    return strstr(client->in, text);
}

/* -- WebSockets -- */

unsigned client_upgrade(struct client *client, const char *path, const char *headers)
{
    char text[4096];
    snprintf(text, sizeof(text),
             "Upgrade: websocket\r\nConnection: "
             "Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s",
             headers);
    client_get(client, path, text);
    return client_response(client, true)->status;
}

/* The bytes of the first frame that came; 0: it is not whole. (RFC 6455 5.2; a server's is not
 * masked.) */
static size_t first_frame(const struct client *client, size_t *head)
{
    const unsigned char *in = (const unsigned char *)client->in;
    if (client->length < 4) {
        return client->length >= 2 && (in[1] & 0x7f) + 2u <= client->length
                   ? (*head = 2, (in[1] & 0x7f) + 2u)
                   : 0;
    }
    size_t length = in[1] & 0x7f;
    *head = length == 126 ? 4 : 2;
    assert_true(length < 127);
    if (length == 126)
        length = (size_t)in[2] << 8 | in[3];
    return client->length >= *head + length ? *head + length : 0;
}

void client_frame(struct client *client, unsigned first, const char *bytes, size_t length)
{
    static const unsigned char mask[4] = {1, 2, 3, 4};
    unsigned char out[4096];
    size_t head = length < 126 ? 2 : 4;
    assert_true(length + 8 < sizeof(out));
    out[0] = (unsigned char)first;
    out[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
    out[2] = (unsigned char)(length >> 8);
    out[3] = (unsigned char)length;
    memcpy(out + head, mask, 4);
    for (size_t i = 0; i < length; i++)
        out[head + 4 + i] = (unsigned char)bytes[i] ^ mask[i % 4];
    client_send(client, (const char *)out, head + 4 + length);
}

const char *client_message(struct client *client, int milliseconds, bool deaf)
{
    static char text[65536];
    for (;;) {
        size_t head = 0;
        size_t length = first_frame(client, &head);
        if (length == 0) {
            if (!read_more(client, milliseconds))
                return NULL;
            continue;
        }
        unsigned code = (unsigned char)client->in[0];
        size_t said = length - head;
        memcpy(text, client->in + head, said);
        text[said] = '\0';
        client->length -= length;
        memmove(client->in, client->in + length, client->length);
        if (code == 0x81)
            return text;
        assert_true(code == 0x89 || code == 0x88);
        if (code == 0x89 && !deaf)
            client_frame(client, 0x8a, text, said); /* with the same bytes, as browsers do */
    }
}

void client_say(struct client *client, const char *text)
{
    client_frame(client, 0x81, text, strlen(text));
}

bool client_hung_up(struct client *client, int milliseconds)
{
    struct pollfd one = {.fd = client->fd, .events = POLLIN};
    char byte;
    if (poll(&one, 1, milliseconds) != 1)
        return false;
    ssize_t got = recv(client->fd, &byte, 1, MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno == ECONNRESET);
}

unsigned client_status(const struct face *face, const char *path, const char *headers)
{
    struct client *client = client_open(face->port);
    client_get(client, path, headers);
    unsigned status = client_response(client, false)->status;
    client_close(client);
    return status;
}
