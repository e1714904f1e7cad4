/* Preloaded into a server that runs from a tree of unpacked packages, though it was built to find
 * its modules below /usr/lib: what it looks for there is looked for below $TALON_ELSEWHERE. Where
 * nobody may read that tree, root has to run it; a server that refuses root is told otherwise. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { NOBODY = 65534 };

void *lt_dlopen(const char *path); /* of libltdl */

static const char *moved(const char *path, char memory[PATH_MAX])
{
    static const char home[] = "/usr/lib/";
    const char *root = getenv("TALON_ELSEWHERE");
    if (!root || strncmp(path, home, sizeof(home) - 1) != 0)
        return path;
    int length = snprintf(memory, PATH_MAX, "%s%s", root, path);
    return length < PATH_MAX && access(memory, F_OK) == 0 ? memory : path;
}

void *lt_dlopen(const char *path)
{
    char memory[PATH_MAX];
    void *(*next)(const char *path) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "lt_dlopen");
    return next ? next(moved(path, memory)) : NULL;
}

DIR *opendir(const char *name)
{
    char memory[PATH_MAX];
    DIR *(*next)(const char *path) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "opendir");
    return next ? next(moved(name, memory)) : NULL;
}

uid_t geteuid(void)
{
    return NOBODY;
}
