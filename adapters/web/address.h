/* address.h: addresses of who comes, and whose word about them is believed.
 *
 * Behind a proxy every connection comes from the proxy. It says in X-Forwarded-For for whom; who
 * comes without it can write the same header. So the header is read from its end, which the nearest
 * proxy wrote, and only as far as `proxies` vouch for it. */
#ifndef TALON_ADAPTERS_WEB_ADDRESS_H
#define TALON_ADAPTERS_WEB_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { ADDRESS_BYTES = 16, ADDRESS_TEXT = 46, ADDRESS_NAME = 2 * ADDRESS_BYTES + 1 };

struct address {
    bool local;                   /* of a UNIX socket: there are no bytes */
    uint8_t bytes[ADDRESS_BYTES]; /* IPv4 as ::ffff:192.0.2.1 */
};

/* Some of them: a network, or ("unix") all that come by a UNIX socket. */
struct address_range {
    struct address base;
    unsigned bits; /* of the base that count */
};

/* Reads "192.0.2.1", "2001:db8::1", and both as headers have them: "192.0.2.1:5000", "[::1]",
 * "[::1]:5000". False: it is none. */
bool address_read(struct address *address, const char *text, size_t length);
/* Of a socket; one of no family that we know is as good as local. */
void address_of(struct address *address, const struct sockaddr *sockaddr);
/* Reads an address, "192.0.2.0/24", "2001:db8::/32" or "unix". */
bool address_read_range(struct address_range *range, const char *text);
bool address_in(const struct address *address, const struct address_range *range);
/* Whether any of the ranges has it. */
bool address_among(const struct address *address, const struct address_range *ranges,
                   unsigned count);
/* What limits count as one: of IPv6 the network of 64 bits, which one subscriber has. */
struct address address_subscriber(const struct address *address);
/* Names what limits count as one, with digits alone. */
void address_name(const struct address *address, char out[ADDRESS_NAME]);
/* Who asks, when `peer` brings that X-Forwarded-For (NULL: none): the last of it that no believed
 * proxy is, or where its writing ends to make sense, who wrote that. */
struct address address_forwarded(const struct address *peer, const char *header,
                                 const struct address_range *proxies, unsigned count);

#endif
