/* owner.h: tools that root runs work with the rights of the database's owner.
 *
 * The database lies in a folder of the service's user, who may put a symbolic link at any name that
 * a tool is going to open. So a tool that root runs first becomes the owner of the folder, then
 * works inside it by plain names: a link leads nowhere that the owner could not go. SQLite's own
 * files (-wal, -shm, -journal) are opened in the same way.
 *
 * Nothing changes if the caller is not root, or if only root can write to the folder. The calls
 * change the whole process: they are for tools, not for the daemon. */
#ifndef TALON_STORAGE_OWNER_H
#define TALON_STORAGE_OWNER_H

#include <sys/types.h>

#include "store.h"

enum { OWNER_GROUPS_MAX = 64 };

struct owner {
    const char *path; /* as it was told */
    const char *name; /* the same file: use this name until owner_leave() */
    int before;       /* the folder that the process was in; -1: it did not change */
    bool others;      /* the process runs as another user now */
    gid_t gid;        /* as they were */
    gid_t groups[OWNER_GROUPS_MAX];
    int group_count;
};

/* Becomes the owner of the folder that `path` lies in. Refused, with one line in the fault: a link
 * on the way that does not belong to root, or something that is no file at a name of the database.
 */
enum store_error owner_become(struct owner *owner, const char *path, struct fault *why);
/* The same for the folder `path` itself, or for its parent while there is no such folder. */
enum store_error owner_become_of(struct owner *owner, const char *path, struct fault *why);
/* Becomes root again, and puts the folder before the name at the beginning of the fault. Returns
 * `error`. Call it after a refusal as well; a second call does nothing. */
enum store_error owner_leave(struct owner *owner, enum store_error error, struct fault *why);
/* Puts the folder before a text that begins with `owner->name`. */
void owner_tell(const struct owner *owner, char *text, size_t size);

/* For root in a folder that somebody else can write to. Refuses a name of the database that is no
 * file, or a file that belongs neither to root nor to the folder's owner. */
enum store_error owner_trusts(const char *path, struct fault *why);
/* open() with mode 0600 of a file that passes owner_trusts(); -1 and errno. */
int owner_open(const char *path, int flags);

#endif
