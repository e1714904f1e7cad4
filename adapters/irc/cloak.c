#include "cloak.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* What a network hangs on the name of an account. */
static const char *const suffixes[] = {
    ".users.undernet.org",
    ".users.quakenet.org",
    ".user.oftc.net",
    ".user.gamesurge",
};

/* Of hosts with a slash, which name a person ("user/ana", "project/role/ana"): those that tell no
 * more than how somebody comes. */
static const char *const gateways[] = {"gateway/", "nat/", "conference/", "ip/", "web/"};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

bool cloak_vouches(const char *from)
{
    const char *host = from ? strrchr(from, '@') : NULL;
    if (!host) {
        return false;
    }
    host++;
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (ends_with(host, suffixes[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof gateways / sizeof gateways[0]; i++) {
        if (strncmp(host, gateways[i], strlen(gateways[i])) == 0) {
            return false;
        }
    }
    const char *slash = strchr(host, '/'); /* no name or address of a machine has one */
    return slash && slash > host && slash[1] && !strchr(host, ':');
}

void cloak_place(const char *from, char place[CLOAK_PLACE])
{
    const char *at = strrchr(from, '@');
    const char *host = at ? at + 1 : from;
    snprintf(place, CLOAK_PLACE, "%s", host);
    char *end = place;
    for (unsigned groups = 0; groups < 4 && (end = strchr(end, ':')) && end[1] != ':'; groups++) {
        end++;
    }
    if (end && end > place && end[-1] == ':') {
        end[-1] = '\0';
    } else if (end && *end == ':') {
        *end = '\0';
    }
    if (!*place) { /* "::1" */
        snprintf(place, CLOAK_PLACE, "%s", host);
    }
}
