/* owner.h: root works in somebody else's folder with that person's rights.
 *
 * The database lies in a folder of the service's user, and tools are run by root. That user may put
 * a link at every name a tool is going to open. So a tool first becomes the owner of the folder and
 * works inside it, by plain names: a link there leads nowhere that its owner could not go. SQLite's
 * own files (-wal, -shm, -journal) are opened that way, too.
 *
 * Nothing happens where the caller is not root, or where the folder is root's alone. The calls
 * change the whole process: they are for tools, not for the daemon. */
#ifndef TALON_STORAGE_OWNER_H
#define TALON_STORAGE_OWNER_H

#include <sys/types.h>

#include "store.h"

enum { OWNER_GROUPS_MAX = 64 };

struct owner {
    const char *path; /* as it was told */
    const char *name; /* the same file, to be used until owner_leave() */
    int before;       /* the folder that the process was in; -1: it is still there */
    bool others;      /* the effective user is another one */
    gid_t gid;        /* as they were */
    gid_t groups[OWNER_GROUPS_MAX];
    int group_count;
};

/* Becomes the owner of the folder that `path` lies in. Refused with one line in `why` (may be
 * NULL): a link on the way that is not root's, or anything but a file at the names of a database.
 */
enum store_error owner_become(struct owner *owner, const char *path, struct fault *why);
/* The same for the folder `path` itself, or for the one around it while there is no such folder. */
enum store_error owner_become_of(struct owner *owner, const char *path, struct fault *why);
/* Goes back, and puts the folder before the name at the beginning of `why`. Gives `error` back. To
 * be called after a refusal as well; a second call does nothing. */
enum store_error owner_leave(struct owner *owner, enum store_error error, struct fault *why);
/* Puts the folder before a text that begins with `owner->name`. */
void owner_tell(const struct owner *owner, char *text, size_t size);

/* For root in a folder that somebody else can write to, as the daemon may be: refuses what stands
 * at the names of a database and is no file, or neither the folder's owner's nor root's. */
enum store_error owner_trusts(const char *path, struct fault *why);
/* open(), with the mode 0600, of a file that is to be trusted in the same way; -1 and errno. */
int owner_open(const char *path, int flags);

#endif
