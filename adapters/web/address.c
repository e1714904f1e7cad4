#include "address.h"

#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

enum { IPV4_BITS = 32, IPV6_BITS = 128, IPV4_AT = 12, SUBSCRIBER = 8 /* bytes */ };

static void set_four(struct address *address, const struct in_addr *four)
{
    static const uint8_t mapped[IPV4_AT] = {[10] = 0xff, [11] = 0xff};
    *address = (struct address){.local = false};
    memcpy(address->bytes, mapped, sizeof(mapped));
    memcpy(address->bytes + IPV4_AT, four, sizeof(*four));
}

static bool is_four(const struct address *address)
{
    struct in6_addr six;
    memcpy(&six, address->bytes, sizeof(six));
    return !address->local && IN6_IS_ADDR_V4MAPPED(&six);
}

/* Reads a numeric address. False: the text has anything else in it. */
static bool read_plain(struct address *address, const char *text, size_t length)
{
    char copy[ADDRESS_TEXT];
    struct in_addr four;
    struct in6_addr six;
    if (length >= sizeof(copy))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (strlen(copy) != length)
        return false;
    if (inet_pton(AF_INET, copy, &four) == 1) {
        set_four(address, &four);
        return true;
    }
    if (inet_pton(AF_INET6, copy, &six) != 1)
        return false;
    *address = (struct address){.local = false};
    memcpy(address->bytes, &six, sizeof(six));
    return true;
}

bool address_read(struct address *address, const char *text, size_t length)
{
    const char *colon = memchr(text, ':', length);
    if (length > 0 && *text == '[') {
        const char *end = memchr(text, ']', length);
        return end != NULL && read_plain(address, text + 1, (size_t)(end - text) - 1);
    }
    if (colon != NULL &&
        memchr(colon + 1, ':', length - (size_t)(colon - text) - 1) == NULL) /* IPv4 and a port */
        length = (size_t)(colon - text);
    return read_plain(address, text, length);
}

void address_of(struct address *address, const struct sockaddr *sockaddr)
{
    if (sockaddr->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, sockaddr, sizeof(four));
        set_four(address, &four.sin_addr);
    } else if (sockaddr->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, sockaddr, sizeof(six));
        *address = (struct address){.local = false};
        memcpy(address->bytes, &six.sin6_addr, sizeof(six.sin6_addr));
    } else {
        *address = (struct address){.local = true};
    }
}

bool address_read_range(struct address_range *range, const char *text)
{
    if (strcmp(text, "unix") == 0) {
        *range = (struct address_range){.base = {.local = true}};
        return true;
    }
    size_t length = strcspn(text, "/");
    if (!read_plain(&range->base, text, length))
        return false;
    unsigned most = is_four(&range->base) ? IPV4_BITS : IPV6_BITS;
    unsigned long bits = most;
    if (text[length] == '/') {
        char *end = NULL;
        if (text[length + 1] < '0' || text[length + 1] > '9')
            return false;
        bits = strtoul(text + length + 1, &end, 10);
        if (*end != '\0' || bits > most)
            return false;
    }
    range->bits = (unsigned)bits + (most == IPV4_BITS ? IPV6_BITS - IPV4_BITS : 0);
    return true;
}

bool address_in(const struct address *address, const struct address_range *range)
{
    unsigned whole = range->bits / 8;
    unsigned rest = range->bits % 8;
    uint8_t mask = (uint8_t)(0xff00u >> rest);
    if (address->local || range->base.local)
        return address->local && range->base.local;
    return memcmp(address->bytes, range->base.bytes, whole) == 0 &&
           (rest == 0 || ((address->bytes[whole] ^ range->base.bytes[whole]) & mask) == 0);
}

bool address_among(const struct address *address, const struct address_range *ranges,
                   unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (address_in(address, &ranges[i]))
            return true;
    }
    return false;
}

struct address address_subscriber(const struct address *address)
{
    struct address subscriber = *address;
    if (!address->local && !is_four(address))
        memset(subscriber.bytes + SUBSCRIBER, 0, ADDRESS_BYTES - SUBSCRIBER);
    return subscriber;
}

static bool is_between(char c)
{
    return c == ',' || c == ' ' || c == '\t';
}

struct address address_forwarded(const struct address *peer, const char *header,
                                 const struct address_range *proxies, unsigned count)
{
    struct address at = *peer;
    size_t end = header != NULL ? strlen(header) : 0;
    while (address_among(&at, proxies, count)) {
        while (end > 0 && is_between(header[end - 1]))
            end--;
        size_t start = end;
        while (start > 0 && !is_between(header[start - 1]))
            start--;
        struct address before;
        if (start == end || !address_read(&before, header + start, end - start))
            break;
        at = before;
        end = start;
    }
    return at;
}

void address_name(const struct address *address, char out[ADDRESS_NAME])
{
    static const char digit[] = "0123456789abcdef";
    struct address one = address_subscriber(address);
    for (unsigned i = 0; i < ADDRESS_BYTES; i++) {
        out[2 * i] = digit[one.bytes[i] >> 4];
        out[2 * i + 1] = digit[one.bytes[i] & 15];
    }
    out[ADDRESS_NAME - 1] = '\0';
}
