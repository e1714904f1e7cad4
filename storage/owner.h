/* owner.h: tools that root runs work with the rights of the database's owner.
 *
 * The database lies in a folder of the service's user. That user may put a symbolic link at any
 * name that a tool is going to open. So a tool that root runs first becomes the owner of the
 * folder, then works inside it by plain names: a link then leads nowhere that the owner could not
 * go. SQLite's own files (-wal, -shm, -journal) are opened in the same way.
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
    const char *name; /* the same file, seen from its folder: use this name until owner_leave() */
    int before;       /* the folder that the process was in; -1: it did not change */
    bool others;      /* the process runs as another user now */
    gid_t gid;        /* as they were */
    gid_t groups[OWNER_GROUPS_MAX];
    int group_count;
};

/* Becomes the owner of the folder that `path` lies in. Refuses, with one line in the fault, if a
 * link on the way does not belong to root, or if one of the database's names (`path`, -wal, ...) is
 * taken by something that owner_trusts() refuses. */
enum store_error owner_become(struct owner *owner, const char *path, struct fault *why);
/* Like owner_become(), but becomes the owner of the folder `path` itself. If that does not exist,
 * of its parent. */
enum store_error owner_become_of(struct owner *owner, const char *path, struct fault *why);
/* Ends owner_become(): the process is root again, and back in its former folder. The fault begins
 * with the plain name used meanwhile; puts the folder before it, as in owner_tell(). Returns
 * `error`. Call it after a refusal as well; a second call does nothing. */
enum store_error owner_leave(struct owner *owner, enum store_error error, struct fault *why);
/* If a text begins with the plain name `owner->name`, puts the folder before it, so that users read
 * the full path. */
void owner_tell(const struct owner *owner, char *text, size_t size);

/* Checks files only if the caller is root and somebody else can write to the folder of `path`.
 * Refuses if one of the database's names is no plain file, or belongs neither to the folder's owner
 * nor to root. Also refuses a file of root's with a second name. */
enum store_error owner_trusts(const char *path, struct fault *why);
/* open() with mode 0600, only if the file passes the test of owner_trusts(). Returns -1 with errno
 * if not. */
int owner_open(const char *path, int flags);

#endif
