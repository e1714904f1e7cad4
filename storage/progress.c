#include "progress.h"

#include <sqlite3.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/array.h"
#include "base/notify.h"

typedef ssize_t read_fn(int fd, void *bytes, size_t size, off_t at);
typedef ssize_t write_fn(int fd, const void *bytes, size_t size, off_t at);

/* The system calls of SQLite that progress is counted by; NULL: this build of SQLite has no such
 * call. */
static sqlite3_syscall_ptr before[4];

/* clang-format off */
static ssize_t read_one(int fd, void *bytes, size_t size, off_t at)
{
    notify_extend();
    return ((read_fn *)before[0])(fd, bytes, size, at);
}

static ssize_t read_other(int fd, void *bytes, size_t size, off_t at)
{
    notify_extend();
    return ((read_fn *)before[1])(fd, bytes, size, at);
}

static ssize_t write_one(int fd, const void *bytes, size_t size, off_t at)
{
    notify_extend();
    return ((write_fn *)before[2])(fd, bytes, size, at);
}

static ssize_t write_other(int fd, const void *bytes, size_t size, off_t at)
{
    notify_extend();
    return ((write_fn *)before[3])(fd, bytes, size, at);
}
/* clang-format on */

static const struct {
    const char *name;
    sqlite3_syscall_ptr call;
} calls[] = {
    {"pread", (sqlite3_syscall_ptr)read_one},
    {"pread64", (sqlite3_syscall_ptr)read_other},
    {"pwrite", (sqlite3_syscall_ptr)write_one},
    {"pwrite64", (sqlite3_syscall_ptr)write_other},
};

void progress_begin(void)
{
    sqlite3_initialize();
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(calls); i++) {
        before[i] = vfs->xGetSystemCall(vfs, calls[i].name);
        if (before[i] != NULL)
            vfs->xSetSystemCall(vfs, calls[i].name, calls[i].call);
    }
}

/* `before` is not cleared: another thread may still be inside one of our functions, which use
 * it. */
void progress_end(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(calls); i++) {
        if (before[i] != NULL)
            vfs->xSetSystemCall(vfs, calls[i].name, before[i]);
    }
}
