/* The secrets of settings.h are files that only their owner may read. No message shows the value
 * of such a key unless a file of that name exists: the value may be the secret itself, pasted in
 * the wrong place. */
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array.h"
#include "log.h"
#include "private.h"
#include "settings.h"

enum { PATH_SIZE = 4096, NAME_SIZE = 64 };

/* With LoadCredential=talon:FOLDER systemd names each credential "talon_" plus the file's name.
 * Other credentials keep the name that the unit gives them. */
static const char *const prefixes[] = {"", "talon_"};

static char credentials[PATH_SIZE]; /* "": no folder */

void settings_secret_folder(const char *folder)
{
    size_t length = folder != NULL ? strlen(folder) : 0;
    if (length >= sizeof(credentials))
        length = 0;
    memcpy(credentials, folder != NULL ? folder : "", length);
    credentials[length] = '\0';
}

/* Where a secret lies. */
struct secret_file {
    char path[PATH_SIZE];  /* to be opened */
    char shown[PATH_SIZE]; /* as the administrator knows it */
    bool named;            /* a credential */
    bool by_unit;          /* a copy made by systemd, not the administrator's own file */
    const char *key, *name;
};

/* -- errors: who may not read what, and what helps -- */

static void name_user(uid_t uid, char *out)
{
    char memory[1024];
    struct passwd entry;
    struct passwd *found = NULL;
    if (getpwuid_r(uid, &entry, memory, sizeof(memory), &found) == 0 && found != NULL)
        snprintf(out, NAME_SIZE, "%s", found->pw_name);
    else
        snprintf(out, NAME_SIZE, "%ju", (uintmax_t)uid);
}

/* How settings_deny() names this process. */
static void name_us(char *out, size_t size)
{
    char name[NAME_SIZE];
    name_user(geteuid(), name);
    if (geteuid() != getuid())
        snprintf(out, size, "the service's user");
    else
        snprintf(out, size, "user %s", name);
}

/* Finds the first folder on the way to `path` that exists and that this process may not search. */
static bool closed_folder(const char *path, char *folder, struct stat *found)
{
    for (const char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        snprintf(folder, PATH_SIZE, "%.*s", (int)(at - path), path);
        if (stat(folder, found) != 0)
            return false;
        if (faccessat(AT_FDCWD, folder, X_OK, AT_EACCESS) != 0)
            return true;
    }
    return false;
}

void settings_deny(const char *path, struct fault *why)
{
    char us[NAME_SIZE + 16], owner[NAME_SIZE], folder[PATH_SIZE];
    struct stat found;
    name_us(us, sizeof(us));
    if (stat(path, &found) == 0) {
        name_user(found.st_uid, owner);
        fault_set(why, "%s may not read %s (owner %s, mode %03o)", us, path, owner,
                  (unsigned)found.st_mode & 07777u);
    } else if (closed_folder(path, folder, &found)) {
        name_user(found.st_uid, owner);
        fault_set(why, "%s may not look into the folder %s (owner %s, mode %03o)", us, folder,
                  owner, (unsigned)found.st_mode & 07777u);
    } else {
        fault_set(why, "%s may not read it", us);
    }
}

bool settings_file(const char *path, struct fault *why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat found;
    bool file = fd >= 0 && fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
    if (fd < 0 && errno == EACCES)
        settings_deny(path, why);
    else if (!file)
        fault_set(why, "no such file");
    if (fd >= 0)
        close(fd);
    return file;
}

static bool fail_denied(const struct secret_file *place, struct fault *why)
{
    struct fault read = {0};
    settings_deny(place->path, &read);
    if (place->named || *credentials == '\0') {
        return fault_set(why, "%s: %s: give it to this user with chown, and chmod 600", place->key,
                         read.text);
    }
    struct stat found;
    const char *base = strrchr(place->name, '/') + 1;
    if (stat(place->path, &found) !=
        0) { /* the name may be the secret itself if no such file exists, so it must not be shown */
        return fault_set(why, "%s: %s: put the file into %s and write only its name after \"%s =\"",
                         place->key, read.text, credentials, place->key);
    }
    return fault_set(why, "%s: %s: put it into %s and write %s = %s", place->key, read.text,
                     credentials, place->key, base);
}

/* The fault shows the folder only if it exists: the value may be a password that begins with
 * "/". */
static bool fail_missing(const struct secret_file *place, struct fault *why)
{
    char folder[PATH_SIZE];
    struct stat found;
    size_t length = place->named ? 0 : (size_t)(strrchr(place->name, '/') - place->name);
    snprintf(folder, sizeof(folder), "%.*s", (int)length, place->name);
    if (place->named) {
        snprintf(folder, sizeof(folder), "%s",
                 *credentials != '\0' ? credentials : "the credentials");
    } else if (length == 0 || stat(folder, &found) != 0)
        snprintf(folder, sizeof(folder), "that folder");
    return fault_set(why,
                     "%s: there is no such file in %s (the value is the name of a file that holds "
                     "the secret, never the secret itself)",
                     place->key, folder);
}

/* -- finding and reading -- */

static bool path_exists(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0 || errno != ENOENT;
}

/* Returns the file's name if the value means a file in the folder of credentials, by its name or by
 * its path; else NULL. */
static const char *name_in_folder(const char *name)
{
    size_t length = strlen(credentials);
    if (*name != '/')
        return name;
    bool inside = length > 0 && strncmp(name, credentials, length) == 0 && name[length] == '/' &&
                  strchr(name + length + 1, '/') == NULL;
    return inside ? name + length + 1 : NULL;
}

/* If systemd passed credentials, only those are meant for this process. */
static bool find_place(struct secret_file *place, struct fault *why)
{
    const char *given = getenv("CREDENTIALS_DIRECTORY");
    bool unit = given != NULL && *given != '\0';
    int length = 0;
    place->named = name_in_folder(place->name) != NULL;
    if (place->named)
        place->name = name_in_folder(place->name);
    place->by_unit = place->named && unit;
    if (!place->named) {
        length = snprintf(place->path, PATH_SIZE, "%s", place->name);
    } else if (unit) {
        for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++) {
            length = snprintf(place->path, PATH_SIZE, "%s/%s%s", given, prefixes[i], place->name);
            if (length < PATH_SIZE && path_exists(place->path))
                break;
        }
    } else if (*credentials != '\0') {
        length = snprintf(place->path, PATH_SIZE, "%s/%s", credentials, place->name);
    } else {
        return fault_set(why, "%s: there is no folder for credentials ($CREDENTIALS_DIRECTORY)",
                         place->key);
    }
    if (length < 0 || length >= PATH_SIZE)
        return fault_set(why, "%s: the path is too long", place->key);
    memcpy(place->shown, place->path, sizeof(place->shown));
    if (unit && place->named && *credentials != '\0') {
        snprintf(place->shown, sizeof(place->shown), "%.*s/%s", PATH_SIZE - 1024, credentials,
                 place->name);
    }
    return true;
}

/* systemd reads credentials as root, and the service then runs as another user. So a check that
 * root starts for that user (cli/config/config_check.h) becomes root again to read one. It
 * follows no link, because systemd follows none. O_NONBLOCK keeps a FIFO from hanging the start. */
static int open_place(const struct secret_file *place)
{
    uid_t judge = geteuid();
    bool lift = place->named && !place->by_unit && judge != getuid();
    if (lift && seteuid(getuid()) != 0)
        return -1;
    int fd = open(place->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (lift ? O_NOFOLLOW : 0));
    int error = errno;
    if (lift && seteuid(judge) != 0)
        log_fatal(NULL, "cannot be user %u again: ending", (unsigned)judge);
    errno = error;
    return fd;
}

/* The mode bits that must not be set. systemd gives a DynamicUser its credentials by an ACL,
 * whose mask looks like group bits, so those are allowed there. In a folder that only its owner
 * may enter, the bits of the file do not matter. */
static mode_t shared_bits(const struct secret_file *place)
{
    char folder[PATH_SIZE];
    struct stat found;
    if (place->by_unit)
        return S_IRWXO;
    snprintf(folder, sizeof(folder), "%s", place->path);
    *strrchr(folder, '/') = '\0';
    bool closed =
        place->named && stat(folder, &found) == 0 && !(found.st_mode & (S_IRWXG | S_IRWXO));
    return closed ? 0 : S_IRWXG | S_IRWXO;
}

/* Opens the file. -1 if that fails, or if others than its owner may read it. */
static int open_secret(const struct secret_file *place, struct fault *why)
{
    int fd = open_place(place);
    struct stat found;
    if (fd < 0 && errno == ELOOP) {
        fault_set(why,
                  "%s: %s is a link, which the service does not get: put the file itself there",
                  place->key, place->shown);
    } else if (fd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG))
        fail_missing(place, why);
    else if (fd < 0 && errno == EACCES)
        fail_denied(place, why);
    else if (fd < 0 || fstat(fd, &found) < 0)
        fault_set(why, "%s: %s", place->key, strerror(errno));
    else if (!S_ISREG(found.st_mode))
        fault_set(why, "%s: %s is not a file", place->key, place->shown);
    else if (found.st_mode & shared_bits(place)) {
        fault_set(why, "%s: others may use %s (mode %03o): chmod 600", place->key, place->shown,
                  (unsigned)found.st_mode & 07777u);
    } else
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Returns the bytes read, -1 on an error. If it returns `size`, the file may hold more. */
static ssize_t read_all(int fd, char *out, size_t size)
{
    size_t length = 0;
    while (length < size) {
        ssize_t got = read(fd, out + length, size - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ssize_t)length;
}

static bool read_line(const struct secret_file *place, int fd, char *out, size_t size,
                      struct fault *why)
{
    ssize_t length = read_all(fd, out, size);
    if (length < 0)
        return fault_set(why, "%s: %s: %s", place->key, place->shown, strerror(errno));
    if ((size_t)length == size) {
        return fault_set(why, "%s: %s is longer than %zu bytes", place->key, place->shown,
                         size - 1);
    }
    if (length > 0 && out[length - 1] == '\n')
        length--;
    if (length > 0 && out[length - 1] == '\r')
        length--;
    if (length == 0 || memchr(out, '\0', (size_t)length) != NULL ||
        memchr(out, '\n', (size_t)length) != NULL)
        return fault_set(why, "%s: %s must hold exactly one line", place->key, place->shown);
    out[length] = '\0';
    return true;
}

static int open_of(const struct settings *settings, int key, struct secret_file *place,
                   struct fault *why)
{
    place->key = settings->keys[key].name;
    place->name = settings_text(settings, key);
    if (place->name == NULL) {
        fault_set(why, "%s is not set", place->key);
        return -1;
    }
    return find_place(place, why) ? open_secret(place, why) : -1;
}

int settings_open_beside(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct secret_file place = {.key = "", .name = slash != NULL ? slash + 1 : path};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 || errno != EACCES)
        return fd;
    if (!find_place(&place, NULL) || (fd = open_place(&place)) < 0)
        errno = EACCES;
    return fd;
}

bool settings_secret(const struct settings *settings, int key, char *out, size_t size,
                     struct fault *why)
{
    struct secret_file place;
    out[0] = '\0';
    int fd = open_of(settings, key, &place, why);
    if (fd < 0)
        return false;
    bool ok = read_line(&place, fd, out, size, why);
    close(fd);
    if (ok)
        log_hide(out);
    else
        private_wipe(out, size);
    return ok;
}

bool settings_secret_path(const struct settings *settings, int key, char *path, size_t size,
                          struct fault *why)
{
    struct secret_file place;
    int fd = open_of(settings, key, &place, why);
    if (fd < 0)
        return false;
    close(fd);
    if (strlen(place.path) >= size)
        return fault_set(why, "%s: the path is too long", place.key);
    memcpy(path, place.path, strlen(place.path) + 1);
    return true;
}
