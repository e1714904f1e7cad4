/* wire.h: one TCP or TLS connection as a stream of bytes, on the loop, by libcurl.
 *
 * libcurl connects (names resolved off the loop, IPv6 and IPv4 raced, certificates verified) and
 * moves the bytes; it never speaks a protocol here (CONNECT_ONLY). The certificate is verified by
 * CA and name, or by its pinned SHA-256 instead; TLS never falls back to plain.
 *
 * It keeps WIRE_CHUNK bytes that the other side has not read, and takes no more until they are
 * gone; what is read is handed on at once.
 *
 * Callbacks come from the loop, never from inside a call below. `closed` comes once, if the
 * connection fails or ends by itself; not after wire_close(). */
#ifndef TALON_ADAPTERS_IRC_WIRE_H
#define TALON_ADAPTERS_IRC_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "bot/base/loop.h"

struct wire;

enum {
    WIRE_PIN = 32,    /* bytes of a SHA-256 */
    WIRE_CHUNK = 2000 /* bytes sent at a time: some servers lose lines of larger TLS records */
};

struct wire_setup {
    struct loop *loop;
    const char *host; /* name or address; all strings are needed during wire_open() only */
    unsigned port;
    bool tls;
    const unsigned char *pin; /* WIRE_PIN bytes of the server's certificate; NULL: CA and name */
    const char *ca;           /* file of the CAs to trust; NULL: the system's */
    const char *certificate;  /* file of the one we show; NULL: none */
    const char *key;          /* file of its key; NULL: in the same file */
    void (*opened)(void *arg);
    void (*received)(void *arg, const char *bytes, size_t length);
    void (*writable)(void *arg); /* what was sent is gone: there is room again */
    void (*closed)(void *arg, const char *why);
    void *arg;
};

/* Reads a fingerprint, 64 hexadecimal digits with or without colons. */
bool wire_pin(const char *text, unsigned char pin[WIRE_PIN]);
/* Whether that can be the name or address of a host. */
bool wire_host(const char *host);

/* Begins to connect. NULL: no memory or no such host name. */
struct wire *wire_open(const struct wire_setup *setup);
/* Ends the connection at once; the memory goes when the loop is done with it. Accepts NULL. `gone`
 * (or NULL) is called then. */
void wire_close(struct wire *wire, void (*gone)(void *arg));

/* Bytes that wire_send() takes now: WIRE_CHUNK or 0. */
size_t wire_room(const struct wire *wire);
/* Sends at most wire_room() bytes. */
void wire_send(struct wire *wire, const char *bytes, size_t length);

#endif
