/* client.h: a client that sends what bytes it likes, slowly or not at all. Waits for what surely
 * comes, half a minute at most. */
#ifndef TALON_TESTS_ADAPTERS_WEB_CLIENT_H
#define TALON_TESTS_ADAPTERS_WEB_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "face.h"

struct client; /* one connection */

enum { RESPONSE_HEAD = 4096 };

struct response {
    unsigned status;
    char head[RESPONSE_HEAD];
    char *body; /* NUL-ended, of the client: until its next response, or its end */
    size_t length;
};

/* To a port of 127.0.0.1. */
struct client *client_open(unsigned port);
/* With TLS; the certificate is proven by that CA. */
struct client *client_open_tls(unsigned port, const char *ca);
/* The SHA-256 of the certificate that a new connection is shown, as tls_files_make() writes it. */
void client_fingerprint(unsigned port, char fingerprint[65]);
struct client *client_open_path(const char *path);
void client_close(struct client *client);
int client_fd(const struct client *client);

/* As much as it takes at once. */
void client_try(struct client *client, const char *bytes, size_t length);
void client_send(struct client *client, const char *bytes, size_t length);
/* "GET PATH", with further header lines ("Accept-Encoding: gzip\r\n"). */
void client_get(struct client *client, const char *path, const char *headers);
/* "POST PATH" with that body, likewise. */
void client_post(struct client *client, const char *path, const char *headers, const char *body);
/* The next response, whole; `head_only`: it has no body, whatever its head says. */
const struct response *client_response(struct client *client, bool head_only);
/* Of a header; "" where it is not there. Valid until the next call. */
const char *response_header(const struct response *response, const char *name);
/* Reads all that comes until the server hangs up. False: nothing came for so many milliseconds. */
bool client_ends(struct client *client, int milliseconds);
/* Where that text stands in what came and was not taken as a response; NULL: nowhere. */
const char *client_found(const struct client *client, const char *text);
/* Whether the server hangs up within so many milliseconds, without another byte. */
bool client_hung_up(struct client *client, int milliseconds);

/* -- WebSockets -- */

/* Asks for one, with further header lines ("Origin: ...\r\n"); the status, 101: it is one. */
unsigned client_upgrade(struct client *client, const char *path, const char *headers);
/* The next text message, NUL-ended, valid until the next call; NULL: none came in so many
 * milliseconds, or the server has hung up. Pings are answered, unless `deaf`. */
const char *client_message(struct client *client, int milliseconds, bool deaf);

/* Sends a frame, masked: `first` is its first byte (0x81: a text, whole). */
void client_frame(struct client *client, unsigned first, const char *bytes, size_t length);
/* Sends a text message. */
void client_say(struct client *client, const char *text);

/* A whole request on a connection of its own: the status. */
unsigned client_status(const struct face *face, const char *path, const char *headers);

#endif
