#include "owner.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "storage/sqlite/sqlite_base.h"

enum { PATH_MAX_BYTES = 4200, LINKS_MAX = 40, OTHERS_WRITE = S_IWGRP | S_IWOTH };

static const char *const tails[] = {"", "-wal", "-shm", "-journal", "-lock"};

/* -- SQLite -- */

/* SQLite makes every name a full path, and needs rights to all folders above it. The database's
 * owner may lack these: systemd keeps /var/lib/private closed. So this layer leaves a plain name as
 * it is while the process works inside the folder. */
static struct {
    sqlite3_vfs vfs, *real;
    bool inside;
} here;

static int full_path(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    if (!here.inside || strchr(name, '/') != NULL || strlen(name) >= (size_t)size)
        return here.real->xFullPathname(here.real, name, size, out);
    memcpy(out, name, strlen(name) + 1);
    return SQLITE_OK;
}

/* Makes SQLite use full_path(). SQLite takes it for databases opened later, so call this also
 * before opening a database that will be copied into the folder. */
static bool know_names(void)
{
    if (here.real != NULL)
        return true;
    here.real = sqlite3_vfs_find(NULL);
    if (here.real == NULL)
        return false;
    here.vfs = *here.real;
    here.vfs.zName = "talon-owner";
    here.vfs.xFullPathname = full_path;
    if (sqlite3_vfs_register(&here.vfs, 1) == SQLITE_OK)
        return true;
    here.real = NULL;
    return false;
}

/* -- whose rights -- */

/* The group of a user. A dynamic user of systemd has no passwd entry while its service is stopped,
 * but its group has the user's number. The folder's group would not do: it may be root's. */
static gid_t group_of(uid_t uid)
{
    const struct passwd *entry = getpwuid(uid);
    return entry != NULL ? entry->pw_gid : (gid_t)uid;
}

static bool become_user(struct owner *owner, uid_t uid)
{
    const gid_t group = group_of(uid);
    owner->gid = getegid();
    owner->group_count = getgroups(OWNER_GROUPS_MAX, owner->groups);
    if (owner->group_count < 0)
        return false;
    owner->others = true;
    return setgroups(1, &group) == 0 && setegid(group) == 0 && seteuid(uid) == 0;
}

static void come_back(struct owner *owner)
{
    if (owner->others && (seteuid(0) != 0 || setegid(owner->gid) != 0 ||
                          setgroups((size_t)owner->group_count, owner->groups) != 0))
        abort(); /* nobody would know with whose rights it runs */
    owner->others = false;
}

/* -- the way to the folder -- */

struct way {
    struct owner *owner;
    char rest[PATH_MAX_BYTES]; /* the part of the path that is still to be opened, relative to
                                * `fd` */
    int fd;
    unsigned links;
};

static bool fits_path(int length)
{
    if (length < PATH_MAX_BYTES)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

static bool step_to(struct way *way, int fd)
{
    int error = errno;
    if (fd < 0)
        return false;
    close(way->fd);
    way->fd = fd;
    errno = error;
    return true;
}

/* Follows only links that belong to root. Others may lead where their maker wants root to write. */
static bool follow_link(struct way *way, const char *name, const char *behind, uid_t uid)
{
    char target[PATH_MAX_BYTES], rest[PATH_MAX_BYTES];
    errno = ELOOP;
    if (uid != 0 || ++way->links > LINKS_MAX)
        return false;
    ssize_t length = readlinkat(way->fd, name, target, sizeof(target) - 1);
    if (length < 0)
        return false;
    target[length] = '\0';
    if (!fits_path(snprintf(rest, sizeof(rest), "%s/%s", target, behind)))
        return false;
    memcpy(way->rest, rest, sizeof(rest));
    return *target != '/' || step_to(way, open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/* Goes one name further, as root. */
static bool step_into(struct way *way)
{
    char name[PATH_MAX_BYTES];
    struct stat found;
    size_t length = strcspn(way->rest, "/");
    const char *behind = way->rest + length + strspn(way->rest + length, "/");
    snprintf(name, sizeof(name), "%.*s", (int)length, way->rest);
    if (length > 0 && fstatat(way->fd, name, &found, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    if (length > 0 && S_ISLNK(found.st_mode))
        return follow_link(way, name, behind, found.st_uid);
    memmove(way->rest, behind, strlen(behind) + 1);
    return length == 0 ||
           step_to(way, openat(way->fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/* Opens the folders of the path one by one. At the first one that is not root's, becomes its owner,
 * and opens the rest with that user's rights. */
static bool walk_path(struct way *way, const char *folder)
{
    struct stat found;
    if (!fits_path(snprintf(way->rest, sizeof(way->rest), "%s", folder)))
        return false;
    way->fd = open(*folder == '/' ? "/" : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (way->fd < 0)
        return false;
    for (;;) {
        if (fstat(way->fd, &found) != 0)
            return false;
        if (found.st_uid != 0) {
            return become_user(way->owner, found.st_uid) &&
                   (*way->rest == '\0' ||
                    step_to(way, openat(way->fd, way->rest, O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
        }
        if (*way->rest == '\0')
            return true;
        if (!step_into(way))
            return false;
    }
}

/* -- what stands in it -- */

static const char *kind_of(mode_t mode)
{
    return S_ISLNK(mode)    ? "a symbolic link"
           : S_ISDIR(mode)  ? "a folder"
           : S_ISFIFO(mode) ? "a FIFO"
                            : "not a file";
}

/* Whether only root can have put anything there. */
static bool is_roots_alone(const struct stat *folder)
{
    return folder->st_uid == 0 && (folder->st_mode & OTHERS_WRITE) == 0;
}

/* Whether root may use a file: it belongs to the folder's owner, or it is root's and has only one
 * name. (A second name may be a link to any file of root's.) */
static bool is_trusted(const struct stat *folder, const struct stat *file)
{
    if (geteuid() != 0 || is_roots_alone(folder))
        return true;
    return file->st_uid == 0 ? file->st_nlink == 1 : file->st_uid == folder->st_uid;
}

static enum store_error judge_files(const struct stat *folder, int fd, const char *name,
                                    struct fault *why)
{
    char path[PATH_MAX_BYTES];
    struct stat found;
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        if (!fits_path(snprintf(path, sizeof(path), "%s%s", name, tails[i])))
            return sqlite_system_fault(name, why);
        if (fstatat(fd, path, &found, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (!S_ISREG(found.st_mode)) {
            return sqlite_refuse(STORE_CANNOT_OPEN, why,
                                 "%s: it is %s, which Talon does not touch as root: remove it",
                                 path, kind_of(found.st_mode));
        }
        if (!is_trusted(folder, &found)) {
            return sqlite_refuse(STORE_CANNOT_OPEN, why,
                                 "%s: it does not belong to the owner of its folder, so Talon does "
                                 "not touch it as root: remove it",
                                 path);
        }
    }
    return STORE_OK;
}

static bool stat_folder(const char *path, struct stat *found)
{
    char folder[PATH_MAX_BYTES];
    const char *slash = strrchr(path, '/');
    size_t length = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    return fits_path(snprintf(folder, sizeof(folder), "%.*s", (int)length, path)) &&
           stat(length > 0 ? folder : ".", found) == 0;
}

enum store_error owner_trusts(const char *path, struct fault *why)
{
    struct stat folder;
    if (geteuid() != 0 || !stat_folder(path, &folder) || is_roots_alone(&folder))
        return STORE_OK;
    return judge_files(&folder, AT_FDCWD, path, why);
}

int owner_open(const char *path, int flags)
{
    struct stat folder, file;
    if (!stat_folder(path, &folder))
        return -1;
    if (geteuid() == 0 && !is_roots_alone(&folder))
        flags |= O_NOFOLLOW;
    int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC, 0600);
    if (fd < 0 || (fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && is_trusted(&folder, &file)))
        return fd;
    close(fd);
    errno = EPERM;
    return -1;
}

/* -- becoming them -- */

/* For a folder that belongs to root, but that others may write to: becomes the owner of the
 * database. */
static bool become_of_file(struct owner *owner, int folder, const char *name)
{
    struct stat found;
    return fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(found.st_mode) ||
           found.st_uid == 0 || become_user(owner, found.st_uid);
}

/* Opens the folder that the process is in now, as root, because the database's owner may have no
 * right to read it. */
static int open_before(const struct owner *owner)
{
    const uid_t uid = geteuid();
    if (owner->others && seteuid(0) != 0)
        abort();
    int fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (owner->others && seteuid(uid) != 0)
        abort();
    return fd;
}

static enum store_error settle_in(struct way *way, const char *name, bool database,
                                  struct fault *why)
{
    struct owner *owner = way->owner;
    struct stat folder;
    if (fstat(way->fd, &folder) != 0)
        return sqlite_system_fault(owner->path, why);
    bool shared = folder.st_uid == 0 && !is_roots_alone(&folder);
    if (database && shared && !owner->others && !become_of_file(owner, way->fd, name))
        return sqlite_system_fault(owner->path, why);
    if (owner->others) {
        owner->before = open_before(owner);
        if (owner->before < 0 || fchdir(way->fd) != 0)
            return sqlite_system_fault(owner->path, why);
        here.inside = true;
        owner->name = name;
    }
    return database && (owner->others || shared) ? judge_files(&folder, way->fd, name, why)
                                                 : STORE_OK;
}

static enum store_error enter_folder(struct owner *owner, const char *folder, const char *name,
                                     bool database, struct fault *why)
{
    struct way way = {.owner = owner, .fd = -1};
    enum store_error error = STORE_OK;
    if (!know_names())
        return sqlite_refuse(STORE_NO_MEMORY, why, "%s: out of memory", owner->path);
    if (walk_path(&way, folder))
        error = settle_in(&way, name, database, why);
    else if (errno == ENOENT) {
        error = sqlite_refuse(STORE_CANNOT_OPEN, why, "%s: its folder does not exist", owner->path);
    } else
        error = sqlite_system_fault(owner->path, why);
    if (way.fd >= 0)
        close(way.fd);
    return error;
}

static void init_owner(struct owner *owner, const char *path)
{
    *owner = (struct owner){.path = path, .name = path, .before = -1};
}

enum store_error owner_become(struct owner *owner, const char *path, struct fault *why)
{
    char folder[PATH_MAX_BYTES];
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    init_owner(owner, path);
    if (geteuid() != 0 || *name == '\0')
        return STORE_OK;
    if (!fits_path(snprintf(folder, sizeof(folder), "%.*s", (int)(name - path), path)))
        return sqlite_system_fault(path, why);
    return enter_folder(owner, folder, name, true, why);
}

enum store_error owner_become_of(struct owner *owner, const char *path, struct fault *why)
{
    struct stat found;
    init_owner(owner, path);
    if (geteuid() != 0)
        return STORE_OK;
    if (stat(path, &found) == 0)
        return enter_folder(owner, path, ".", false, why);
    char folder[PATH_MAX_BYTES];
    size_t length = strlen(path);
    while (length > 0 && path[length - 1] == '/')
        length--;
    while (length > 0 && path[length - 1] != '/')
        length--;
    if (!fits_path(snprintf(folder, sizeof(folder), "%.*s", (int)length, path)))
        return sqlite_system_fault(path, why);
    return enter_folder(owner, folder, path + length, false, why);
}

void owner_tell(const struct owner *owner, char *text, size_t size)
{
    size_t before = strlen(owner->path) - strlen(owner->name);
    if (owner->name == owner->path || strcmp(owner->path + before, owner->name) != 0 ||
        strncmp(text, owner->name, strlen(owner->name)) != 0 || before >= size)
        return;
    size_t length = strlen(text);
    if (before + length >= size)
        length = size - before - 1;
    memmove(text + before, text, length);
    memcpy(text, owner->path, before);
    text[before + length] = '\0';
}

enum store_error owner_leave(struct owner *owner, enum store_error error, struct fault *why)
{
    int code = errno;
    come_back(owner);
    if (owner->before < 0)
        return error;
    if (fchdir(owner->before) != 0)
        abort();
    close(owner->before);
    owner->before = -1;
    here.inside = false;
    if (error != STORE_OK && why != NULL)
        owner_tell(owner, why->text, sizeof(why->text));
    errno = code;
    return error;
}
