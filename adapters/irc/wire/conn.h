/* conn.h: one TCP or TLS connection as a stream of bytes, on the loop, by libcurl.
 *
 * libcurl connects (it resolves names off the loop, races IPv6 and IPv4, and verifies certificates)
 * and moves the bytes; it speaks no protocol here (CONNECT_ONLY). The server's certificate is
 * verified by CA and name or, instead, by its pinned SHA-256. TLS never falls back to plain text.
 *
 * A conn holds up to CONN_CHUNK bytes that the other side has not taken yet, and accepts no more
 * until they are gone. What it reads it hands on at once.
 *
 * Callbacks come from the loop, never from inside a call below. `closed` comes once if the
 * connection fails or ends by itself; it does not come after conn_close(). */
#ifndef TALON_ADAPTERS_IRC_WIRE_CONN_H
#define TALON_ADAPTERS_IRC_WIRE_CONN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"

struct conn;

enum {
    CONN_FINGERPRINT = 32, /* bytes of a SHA-256 */
    CONN_CHUNK = 2000      /* bytes sent at a time: some servers lose lines of larger TLS records */
};

struct conn_setup {
    struct loop *loop;
    const char *host; /* name or address; all strings are needed during conn_open() only */
    unsigned port;
    bool tls;
    const unsigned char *pin; /* fingerprint of the server's certificate; NULL: CA and name */
    const char *ca;           /* file of the CAs to trust; NULL: the system's */
    const char *certificate;  /* file of our own certificate; NULL: none */
    const char *key;          /* file of its key; NULL: in the same file */
    void (*opened)(void *arg);
    void (*received)(void *arg, const char *bytes, size_t length);
    void (*writable)(void *arg); /* there is room for more again */
    void (*closed)(void *arg, const char *why);
    void *arg;
};

/* Reads a fingerprint, 64 hexadecimal digits with or without colons. */
bool conn_fingerprint(const char *text, unsigned char pin[CONN_FINGERPRINT]);
/* Whether that can be a host: a name or an address. */
bool conn_is_host(const char *host);

/* Begins to connect. NULL: memory is out, or that is no host. */
struct conn *conn_open(const struct conn_setup *setup);
/* Ends the connection at once and calls it no more; accepts NULL. Its memory is freed when the loop
 * is done with it, and `gone` (or NULL) is called then with the setup's arg. */
void conn_close(struct conn *conn, void (*gone)(void *arg));

/* Bytes that conn_send() takes now: CONN_CHUNK or 0. */
size_t conn_room(const struct conn *conn);
/* Sends at most conn_room() bytes. */
void conn_send(struct conn *conn, const char *bytes, size_t length);

#endif
