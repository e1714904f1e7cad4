#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>

#include "sqlite_base.h"
#include "storage/owner.h"

enum store_error lock_take(const char *path, int *fd, struct fault *why)
{
    char *name = sqlite3_mprintf("%s-lock", path);
    enum store_error error = STORE_OK;
    if (name == NULL)
        return sqlite_refuse(STORE_NO_MEMORY, why, "%s: out of memory", path);
    *fd = -1;
    error = owner_trusts(path, why);
    if (error != STORE_OK) {
        sqlite3_free(name);
        return error;
    }
    *fd = owner_open(name, O_RDWR | O_CREAT | O_NOFOLLOW);
    if (*fd < 0 && errno == ENOENT) {
        error = sqlite_refuse(STORE_CANNOT_OPEN, why, "%s: its folder does not exist", path);
    } else if (*fd < 0 && (errno == ELOOP || errno == EPERM)) {
        error = sqlite_refuse(STORE_CANNOT_OPEN, why,
                              "%s: it is a link, or not a file of Talon: remove it", name);
    } else if (*fd < 0)
        error = sqlite_system_fault(name, why);
    else if (flock(*fd, LOCK_EX | LOCK_NB) != 0)
        error = sqlite_refuse(STORE_LOCKED, why, "%s: another talon is using it", path);
    sqlite3_free(name);
    return error;
}
