#include "file_mode.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/log.h"
#include "storage/owner.h"

enum { NAME_SIZE = 4200, OTHERS = S_IRWXG | S_IRWXO };

static enum store_error mend_file(const char *name, const struct log *log, struct fault *why)
{
    struct stat found;
    if (stat(name, &found) != 0 || !S_ISREG(found.st_mode) || !(found.st_mode & OTHERS))
        return STORE_OK;
    unsigned mode = (unsigned)found.st_mode & 07777u;
    int fd = owner_open(name, O_RDONLY);
    bool mended = fd >= 0 && fchmod(fd, found.st_mode & S_IRWXU) == 0;
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (!mended) {
        fault_set(why,
                  "%s: others can read it (mode %03o), and every hand in it: chmod 600 %s (%s)",
                  name, mode, name, strerror(error));
        return STORE_CANNOT_OPEN;
    }
    log_warn(LOG_OF(log, name),
             "others could read it; this is corrected now, but copies may exist mode=%03o", mode);
    return STORE_OK;
}

enum store_error file_mode_mend(const char *path, int versions, const struct log *log,
                                struct fault *why)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock", "-journal"};
    char name[NAME_SIZE];
    enum store_error error = STORE_OK;
    for (size_t i = 0; error == STORE_OK && i < ARRAY_SIZE(tails); i++) {
        snprintf(name, sizeof(name), "%s%s", path, tails[i]);
        error = mend_file(name, log, why);
    }
    for (int i = 1; error == STORE_OK && i <= versions; i++) {
        snprintf(name, sizeof(name), "%s.v%d", path, i);
        error = mend_file(name, log, why);
    }
    return error;
}
