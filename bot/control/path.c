#include "path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool fits(int length)
{
    return length > 0 && length < CONTROL_PATH_MAX;
}

static const char *set_to(const char *variable)
{
    const char *value = getenv(variable);
    return value != NULL && *value == '/' ? value : NULL;
}

bool control_path_own(const char *database, char path[CONTROL_PATH_MAX])
{
    const char *folder = set_to("RUNTIME_DIRECTORY");
    if (folder != NULL) { /* systemd separates several folders by ':' */
        return fits(
            snprintf(path, CONTROL_PATH_MAX, "%.*s/control", (int)strcspn(folder, ":"), folder));
    }
    folder = set_to("XDG_RUNTIME_DIR");
    if (folder == NULL && strstr(database, "://") != NULL)
        return false; /* a database on a server has no folder for the socket */
    if (folder == NULL)
        return fits(snprintf(path, CONTROL_PATH_MAX, "%s-control", database));
    if (!fits(snprintf(path, CONTROL_PATH_MAX, "%s/talon/control", folder)))
        return false;
    char *slash = strrchr(path, '/');
    *slash = '\0';
    mkdir(path, 0700); /* the folder may exist; other errors show when the socket is bound */
    *slash = '/';
    return true;
}

bool control_path_usual(unsigned n, char path[CONTROL_PATH_MAX])
{
    const char *folder = set_to("XDG_RUNTIME_DIR");
    if (set_to("RUNTIME_DIRECTORY") != NULL)
        return n == 0 && control_path_own("", path);
    if (n == 0)
        return fits(snprintf(path, CONTROL_PATH_MAX, "/run/talon/control"));
    if (n == 1 && folder != NULL)
        return fits(snprintf(path, CONTROL_PATH_MAX, "%s/talon/control", folder));
    return n == (folder != NULL ? 2 : 1) &&
           fits(snprintf(path, CONTROL_PATH_MAX, "/var/lib/talon/talon.db-control"));
}
