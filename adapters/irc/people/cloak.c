#include "cloak.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

/* What networks append to the name of an account to make its cloak. */
static const char *const suffixes[] = {
    ".users.undernet.org",
    ".users.quakenet.org",
    ".user.oftc.net",
    ".user.gamesurge",
};

/* Hosts with a slash name a person ("user/ana", "project/role/ana"), except hosts that begin like
 * these. Those name only the gateway through which a person connects. */
static const char *const gateways[] = {"gateway/", "nat/", "conference/", "ip/", "web/"};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t end_length = strlen(end);
    return length > end_length && strcmp(text + length - end_length, end) == 0;
}

bool cloak_vouches(const char *from)
{
    const char *host = from != NULL ? strrchr(from, '@') : NULL;
    if (host == NULL)
        return false;
    host++;
    for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
        if (ends_with(host, suffixes[i]))
            return true;
    }
    for (size_t i = 0; i < ARRAY_SIZE(gateways); i++) {
        if (strncmp(host, gateways[i], strlen(gateways[i])) == 0)
            return false;
    }
    const char *slash = strchr(host, '/'); /* no name and no address of a machine has a slash */
    return slash != NULL && slash > host && slash[1] != '\0' && strchr(host, ':') == NULL;
}

void cloak_origin(const char *from, char origin[CLOAK_ORIGIN])
{
    const char *at = strrchr(from, '@');
    const char *host = at != NULL ? at + 1 : from;
    snprintf(origin, CLOAK_ORIGIN, "%s", host);
    char *end = origin;
    for (unsigned groups = 0; groups < 4 && (end = strchr(end, ':')) != NULL && end[1] != ':';
         groups++)
        end++;
    if (end != NULL && end > origin && end[-1] == ':')
        end[-1] = '\0';
    else if (end != NULL && *end == ':')
        *end = '\0';
    if (*origin == '\0') /* "::1" */
        snprintf(origin, CLOAK_ORIGIN, "%s", host);
}
