/* conn.h: one TCP or TLS connection as a stream of bytes, on the loop, by libcurl.
 *
 * libcurl resolves names off the loop, tries IPv6 and IPv4 at once, verifies certificates, and
 * moves the bytes. It speaks no protocol here (CONNECT_ONLY). The server's certificate must have a
 * trusted CA and the right name, or else the pinned SHA-256. TLS never falls back to plain text.
 *
 * A conn holds up to CONN_CHUNK bytes that the other side has not taken yet, and accepts no more
 * until they are gone. It hands on at once what it reads. Callbacks come from the loop, never
 * inside a call below. `closed` comes once if the connection fails or ends by itself, but not after
 * conn_close(). */
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
    const char *host; /* name or address; all strings are needed only during conn_open() */
    unsigned port;
    bool tls;
    const unsigned char *pin; /* fingerprint of the server's certificate; NULL: check CA and name */
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
/* True if the text can be a host: a name or an address. */
bool conn_is_host(const char *host);

/* Begins to connect. NULL: memory is out, or the host is invalid. */
struct conn *conn_open(const struct conn_setup *setup);
/* Ends the connection at once. No callbacks come after this, except `gone` (or NULL) with the
 * setup's arg, when the loop is done with the memory. Accepts NULL. */
void conn_close(struct conn *conn, void (*gone)(void *arg));

/* Returns how many bytes conn_send() takes now: CONN_CHUNK or 0. */
size_t conn_room(const struct conn *conn);
/* Sends at most conn_room() bytes. */
void conn_send(struct conn *conn, const char *bytes, size_t length);

#endif
