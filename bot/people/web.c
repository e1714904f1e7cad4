#include "web.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bot/people/people_state.h"
#include "bot/people/setting_store.h"

enum { PRIVATE_MARK = '@' }; /* private talks begin with the same sign (place.h) */

enum web_level web_read(const char *value)
{
    if (value != NULL && strcmp(value, "off") == 0)
        return WEB_OFF;
    return value != NULL && strcmp(value, "watch") == 0 ? WEB_WATCH : WEB_BOARDS;
}

enum guests_level guests_read(const char *value)
{
    if (value != NULL && strcmp(value, "off") == 0)
        return GUESTS_OFF;
    return value != NULL && strcmp(value, "on") == 0 ? GUESTS_PAGE : GUESTS_LINKS;
}

/* Ways in which a network may fold names: each character of `upper` becomes the one at the same
 * place in `lower`. */
static const struct folding {
    const char *upper, *lower;
} foldings[] = {
    {"", ""},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]", "abcdefghijklmnopqrstuvwxyz{|}"},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^", "abcdefghijklmnopqrstuvwxyz{|}~"},
};

static const char *kept_folded(const struct people *people, const char *network,
                               const char *channel, const struct folding *folding)
{
    char scope[384];
    int head = snprintf(scope, sizeof(scope), "channel:%s:", network);
    if (head < 0 || (size_t)head >= sizeof(scope))
        return NULL;
    snprintf(scope + head, sizeof(scope) - (size_t)head, "%s", channel);
    for (char *at = scope + head; *at != '\0'; at++) {
        const char *found = strchr(folding->upper, *at);
        if (found != NULL)
            *at = folding->lower[found - folding->upper];
    }
    return setting_get(people, scope, WEB_KEY);
}

/* For a network that is not here: returns the strictest level that any spelling of the channel has.
 */
static enum web_level strictest_level(const struct people *people, const char *network,
                                      const char *channel)
{
    const char *strict = NULL;
    for (unsigned i = 0; i < ARRAY_SIZE(foldings); i++) {
        const char *value = kept_folded(people, network, channel, &foldings[i]);
        if (value != NULL && (strict == NULL || web_read(value) < web_read(strict)))
            strict = value;
    }
    return web_read(strict);
}

enum web_level web_of(struct people *people, const char *network, const char *channel)
{
    struct network *there = network_named(people, network);
    if (*channel == PRIVATE_MARK || *channel == '\0')
        return WEB_OFF;
    if (there != NULL)
        return web_read(setting_channel(there, channel, WEB_KEY));
    return strictest_level(people, network, channel);
}
