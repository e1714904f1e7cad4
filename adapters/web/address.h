/* address.h: the addresses of clients, and which proxies we believe.
 *
 * Behind a proxy every connection comes from the proxy, which names its client in X-Forwarded-For.
 * A client without a proxy can write the same header. So we read the header from its end, which the
 * nearest proxy wrote, and only as long as each address belongs to `proxies`. */
#ifndef TALON_ADAPTERS_WEB_ADDRESS_H
#define TALON_ADAPTERS_WEB_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { ADDRESS_BYTES = 16, ADDRESS_TEXT = 46, ADDRESS_NAME = 2 * ADDRESS_BYTES + 1 };

struct address {
    bool local;                   /* the client of a UNIX socket, which has no bytes of an
                                   * address */
    uint8_t bytes[ADDRESS_BYTES]; /* IPv4 as ::ffff:192.0.2.1 */
};

/* A set of addresses: a network, or ("unix") every client of a UNIX socket. */
struct address_range {
    struct address base;
    unsigned bits; /* how many bits of the base must be equal */
};

/* Reads "192.0.2.1", "2001:db8::1", and both as headers write them: "192.0.2.1:5000", "[::1]",
 * "[::1]:5000". Returns false if the text is no address. */
bool address_read(struct address *address, const char *text, size_t length);
/* The address of a socket. An unknown family counts as local. */
void address_of(struct address *address, const struct sockaddr *sockaddr);
/* Reads an address, "192.0.2.0/24", "2001:db8::/32" or "unix". */
bool address_read_range(struct address_range *range, const char *text);
bool address_in(const struct address *address, const struct address_range *range);
/* True if one of the ranges has the address. */
bool address_among(const struct address *address, const struct address_range *ranges,
                   unsigned count);
/* The part of an address that limits count as one subscriber: the whole IPv4 address, or the /64
 * network of an IPv6 address. */
struct address address_subscriber(const struct address *address);
/* Writes the subscriber as hexadecimal digits. */
void address_name(const struct address *address, char out[ADDRESS_NAME]);
/* The client's address. `peer` is the address of the connection, `header` its X-Forwarded-For
 * (NULL: it has none). The result is the last address in the header that is not one of `proxies`.
 * If the header is malformed from some point on, the result is the proxy that wrote this part. */
struct address address_forwarded(const struct address *peer, const char *header,
                                 const struct address_range *proxies, unsigned count);

#endif
