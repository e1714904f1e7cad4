#include "vfs.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "disk.h"

/* A file of ours; behind it stands the system's. */
struct file {
    sqlite3_file base; /* first */
    struct disk_file *disk;
    char path[256];
    bool makes_name; /* it was made, and its first sync syncs its folder: so does SQLite */
};

void (*vfs_counted)(unsigned long n, enum vfs_kind kind, const char *file);

static sqlite3_vfs *system_vfs;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct vfs_plan plan;
static unsigned long counted, errors;
static bool struck, healed;

static sqlite3_file *under(sqlite3_file *file)
{
    return (sqlite3_file *)((struct file *)file + 1);
}

/* -- faults -- */

static const int io_error[VFS_KINDS] = {
    [VFS_OPEN] = SQLITE_CANTOPEN,       [VFS_WRITE] = SQLITE_IOERR_WRITE,
    [VFS_SYNC] = SQLITE_IOERR_FSYNC,    [VFS_TRUNCATE] = SQLITE_IOERR_TRUNCATE,
    [VFS_DELETE] = SQLITE_IOERR_DELETE, [VFS_RENAME] = SQLITE_IOERR,
};

static int error_of(enum vfs_kind kind, bool now)
{
    switch (plan.fault) {
    case VFS_NONE:
        return SQLITE_OK;
    case VFS_FAILS:
    case VFS_TORN:
        return now ? io_error[kind] : SQLITE_OK;
    case VFS_FULL:
        return kind == VFS_WRITE ? SQLITE_FULL : SQLITE_OK;
    case VFS_BROKEN:
    case VFS_CUT:
        break;
    }
    return io_error[kind];
}

/* Under the mutex: what this one gives; SQLITE_OK: it is done. */
static int judge(enum vfs_kind kind, const char *path)
{
    counted++;
    bool now = plan.fault != VFS_NONE && counted == plan.at;
    struck = struck || now;
    if (vfs_counted != NULL) {
        const char *dot = strrchr(path, '.');
        vfs_counted(counted, kind, dot != NULL ? dot + 1 : "folder");
    }
    int code = struck && !healed ? error_of(kind, now) : SQLITE_OK;
    errors += code != SQLITE_OK;
    return code;
}

/* Under the mutex, when the change of that number is in disk.h and nothing of it synced. */
static void look_for_cut(void)
{
    if (plan.fault == VFS_CUT && counted == plan.at)
        disk_cut(plan.image, plan.seed);
}

/* -- files -- */

static int on_close(sqlite3_file *file)
{
    return under(file)->pMethods->xClose(under(file));
}

static int on_read(sqlite3_file *file, void *bytes, int size, sqlite3_int64 at)
{
    return under(file)->pMethods->xRead(under(file), bytes, size, at);
}

static int on_write(sqlite3_file *base, const void *bytes, int size, sqlite3_int64 at)
{
    struct file *file = (struct file *)base;
    pthread_mutex_lock(&mutex);
    int code = judge(VFS_WRITE, file->path);
    int done = code == SQLITE_OK                             ? size
               : plan.fault == VFS_TORN                      ? size / 2
               : plan.fault == VFS_CUT && counted == plan.at ? size
                                                             : 0;
    if (done > 0) {
        int wrote = under(base)->pMethods->xWrite(under(base), bytes, done, at);
        code = code == SQLITE_OK ? wrote : code;
        if (file->disk != NULL)
            disk_write(file->disk, (uint64_t)at, bytes, (size_t)done);
    }
    look_for_cut();
    pthread_mutex_unlock(&mutex);
    return code;
}

static int on_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    struct file *file = (struct file *)base;
    pthread_mutex_lock(&mutex);
    int code = judge(VFS_TRUNCATE, file->path);
    if (code == SQLITE_OK)
        code = under(base)->pMethods->xTruncate(under(base), size);
    if (code == SQLITE_OK && file->disk != NULL)
        disk_truncate(file->disk, (uint64_t)size);
    look_for_cut();
    pthread_mutex_unlock(&mutex);
    return code;
}

static int on_sync(sqlite3_file *base, int flags)
{
    struct file *file = (struct file *)base;
    (void)flags;
    pthread_mutex_lock(&mutex);
    int code = judge(VFS_SYNC, file->path);
    look_for_cut();
    if (code == SQLITE_OK && file->disk != NULL) {
        disk_sync(file->disk);
        if (file->makes_name)
            disk_sync_folder();
        file->makes_name = false;
    }
    pthread_mutex_unlock(&mutex);
    return code;
}

/* The rest goes through. */
static int on_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return under(file)->pMethods->xFileSize(under(file), size);
}

static int on_lock(sqlite3_file *file, int level)
{
    return under(file)->pMethods->xLock(under(file), level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return under(file)->pMethods->xUnlock(under(file), level);
}

static int on_reserved(sqlite3_file *file, int *is)
{
    return under(file)->pMethods->xCheckReservedLock(under(file), is);
}

static int on_control(sqlite3_file *file, int op, void *arg)
{
    return under(file)->pMethods->xFileControl(under(file), op, arg);
}

static int on_sector(sqlite3_file *file)
{
    return under(file)->pMethods->xSectorSize(under(file));
}

static int on_traits(sqlite3_file *file)
{
    return under(file)->pMethods->xDeviceCharacteristics(under(file));
}

static int on_map(sqlite3_file *file, int region, int size, int extend, void volatile **at)
{
    return under(file)->pMethods->xShmMap(under(file), region, size, extend, at);
}

static int on_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return under(file)->pMethods->xShmLock(under(file), offset, n, flags);
}

static void on_barrier(sqlite3_file *file)
{
    under(file)->pMethods->xShmBarrier(under(file));
}

static int on_unmap(sqlite3_file *file, int remove)
{
    return under(file)->pMethods->xShmUnmap(under(file), remove);
}

static sqlite3_io_methods methods = {
    .iVersion = 2, /* without mmap */
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_reserved,
    .xFileControl = on_control,
    .xSectorSize = on_sector,
    .xDeviceCharacteristics = on_traits,
    .xShmMap = on_map,
    .xShmLock = on_shm_lock,
    .xShmBarrier = on_barrier,
    .xShmUnmap = on_unmap,
};

/* -- names -- */

static int on_open(sqlite3_vfs *vfs, sqlite3_filename path, sqlite3_file *base, int flags, int *out)
{
    struct file *file = (struct file *)base;
    bool named = path != NULL && (flags & SQLITE_OPEN_DELETEONCLOSE) == 0;
    struct stat found;
    (void)vfs;
    memset(file, 0, sizeof(*file));
    pthread_mutex_lock(&mutex);
    int code = named ? judge(VFS_OPEN, path) : SQLITE_OK;
    bool is_new = named && stat(path, &found) != 0;
    if (code == SQLITE_OK)
        code = system_vfs->xOpen(system_vfs, path, under(base), flags, out);
    if (code == SQLITE_OK && named) {
        snprintf(file->path, sizeof(file->path), "%s", path);
        file->disk = disk_find(path);
        file->makes_name = is_new && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
    }
    look_for_cut();
    pthread_mutex_unlock(&mutex);
    file->base.pMethods = code == SQLITE_OK ? &methods : NULL;
    return code;
}

static int on_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    pthread_mutex_lock(&mutex);
    int code = judge(VFS_DELETE, path);
    if (code == SQLITE_OK)
        code = system_vfs->xDelete(system_vfs, path, 0);
    if (code == SQLITE_OK)
        disk_remove(path);
    look_for_cut();
    if (code == SQLITE_OK && sync != 0)
        disk_sync_folder();
    pthread_mutex_unlock(&mutex);
    return code;
}

static sqlite3_vfs failing;

void vfs_install(void)
{
    system_vfs = sqlite3_vfs_find(NULL);
    if (system_vfs == NULL)
        abort();
    failing = *system_vfs; /* what takes no file goes to the system's: it looks at no more of it */
    failing.pNext = NULL;
    failing.zName = "failing";
    failing.szOsFile = (int)sizeof(struct file) + system_vfs->szOsFile;
    failing.xOpen = on_open;
    failing.xDelete = on_delete;
    if (sqlite3_vfs_register(&failing, 1) != SQLITE_OK)
        abort();
}

void vfs_begin(const struct vfs_plan *next)
{
    pthread_mutex_lock(&mutex);
    plan = *next;
    counted = errors = 0;
    struck = healed = false;
    if (plan.folder != NULL)
        disk_begin(plan.folder);
    pthread_mutex_unlock(&mutex);
}

unsigned long vfs_count(void)
{
    pthread_mutex_lock(&mutex);
    unsigned long count = counted;
    pthread_mutex_unlock(&mutex);
    return count;
}

bool vfs_struck(void)
{
    pthread_mutex_lock(&mutex);
    bool is = struck;
    pthread_mutex_unlock(&mutex);
    return is;
}

bool vfs_is_cut(void)
{
    return plan.fault == VFS_CUT && vfs_struck();
}

unsigned long vfs_errors(void)
{
    pthread_mutex_lock(&mutex);
    unsigned long count = errors;
    pthread_mutex_unlock(&mutex);
    return count;
}

void vfs_heal(void)
{
    pthread_mutex_lock(&mutex);
    healed = true;
    pthread_mutex_unlock(&mutex);
}

/* -- what the program does without SQLite -- */

static int refuse(void)
{
    errno = EIO;
    return -1;
}

/* Under the mutex. */
static int sync_file(int fd, const char *path)
{
    struct stat opened;
    struct stat named;
    if (fstat(fd, &opened) != 0)
        return -1;
    bool is_folder = S_ISDIR(opened.st_mode);
    if (!is_folder && (stat(path, &named) != 0 || named.st_ino != opened.st_ino))
        return 0; /* it has no name: nobody will find it */
    int code = judge(VFS_SYNC, path);
    look_for_cut();
    if (code != SQLITE_OK)
        return refuse();
    struct disk_file *file = is_folder ? NULL : disk_find(path);
    if (is_folder)
        disk_sync_folder();
    else if (file != NULL)
        disk_sync(file);
    return 0;
}

int __wrap_fsync(int fd)
{
    char link[64];
    char path[256];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof(path) - 1);
    if (length <= 0)
        return refuse();
    path[length] = '\0';
    pthread_mutex_lock(&mutex);
    int result = sync_file(fd, path);
    pthread_mutex_unlock(&mutex);
    return result;
}

int __wrap_rename(const char *from, const char *to)
{
    pthread_mutex_lock(&mutex);
    int code = judge(VFS_RENAME, to);
    int result = code == SQLITE_OK ? __real_rename(from, to) : refuse();
    if (result == 0)
        disk_rename(from, to);
    look_for_cut();
    pthread_mutex_unlock(&mutex);
    return result;
}

int __wrap_unlink(const char *path)
{
    pthread_mutex_lock(&mutex);
    int result = __real_unlink(path);
    if (result == 0)
        disk_remove(path);
    pthread_mutex_unlock(&mutex);
    return result;
}
