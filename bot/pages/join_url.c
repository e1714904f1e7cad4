#include "join_url.h"

#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/buf.h"
#include "bot/pages/address.h"

static const char place[] = "{channel}";

static const struct scheme {
    const char *begins;
    bool client; /* a chat client opens it */
} schemes[] = {{"https://", false}, {"http://", false}, {"ircs://", true}, {"irc://", true}};

static const struct scheme *scheme_of(const char *address)
{
    for (unsigned i = 0; i < ARRAY_SIZE(schemes); i++) {
        if (strncasecmp(address, schemes[i].begins, strlen(schemes[i].begins)) == 0)
            return &schemes[i];
    }
    return NULL;
}

/* Returns true for characters that an address may have, and for the braces of our place. */
static bool is_of_address(char c)
{
    return c > ' ' && c < 0x7F && strchr("\"'<>\\^`|", c) == NULL;
}

const char *join_url_check(const char *address)
{
    const struct scheme *scheme = scheme_of(address);
    if (scheme == NULL)
        return "must begin with https://, http://, ircs:// or irc://";
    const char *at = address + strlen(scheme->begins);
    if (*at == '\0' || strchr("/?#{", *at) != NULL)
        return "must name a server behind \"//\"";
    for (; *at != '\0'; at++) {
        size_t length = strncmp(at, place, strlen(place)) == 0 ? strlen(place) : 0;
        if (!is_of_address(*at))
            return "must be an address without blanks and quotes";
        if (*at == '#' && scheme->client)
            return "must have %23 in place of \"#\"";
        if ((*at == '{' || *at == '}') && length == 0)
            return "may have no \"{\" except in {channel}";
        at += length > 0 ? length - 1 : 0;
    }
    return NULL;
}

bool join_url_is_client(const char *address)
{
    const struct scheme *scheme = scheme_of(address);
    return scheme != NULL && scheme->client;
}

/* Returns true if the address of a chat client names only its server. */
static bool lacks_path(const char *address)
{
    const struct scheme *scheme = scheme_of(address);
    if (scheme == NULL || !scheme->client)
        return false;
    const char *path = strpbrk(address + strlen(scheme->begins), "/?");
    return path == NULL || strcmp(path, "/") == 0;
}

const char *join_url_write(const char *address, const char *channel, char out[JOIN_URL_MAX])
{
    struct buf buf;
    buf_init(&buf, out, JOIN_URL_MAX);
    for (const char *at = address; *at != '\0';) {
        bool fills = strncmp(at, place, strlen(place)) == 0;
        if (!fills)
            buf_add_char(&buf, *at);
        else if (channel != NULL)
            address_escape(&buf, channel);
        at += fills ? strlen(place) : 1;
    }
    if (channel != NULL && lacks_path(address)) {
        buf_add(&buf, address[strlen(address) - 1] == '/' ? "" : "/");
        address_escape(&buf, channel);
    }
    return buf.full ? "" : out;
}
