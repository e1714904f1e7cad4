#include "web.h"

#include <stdio.h>
#include <string.h>

#include "bot/people/host.h"
#include "bot/people/kept.h"

enum { PRIVATE_MARK = '@' }; /* that of a place (place.h) */

enum web_level web_read(const char *value)
{
    if (value != NULL && strcmp(value, "off") == 0)
        return WEB_OFF;
    return value != NULL && strcmp(value, "watch") == 0 ? WEB_WATCH : WEB_BOARDS;
}

enum web_level web_of(struct host *host, const char *network, const char *channel)
{
    char scope[384];
    struct network *there = network_named(host, network);
    if (*channel == PRIVATE_MARK || *channel == '\0')
        return WEB_OFF;
    if (there != NULL)
        return web_read(kept_channel(host, there, channel, WEB_KEY));
    snprintf(scope, sizeof(scope), "channel:%s:%s", network, channel);
    return web_read(kept_get(host, scope, WEB_KEY));
}
