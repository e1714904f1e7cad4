/* Secrets of settings.h: files that their owner alone may read. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"
#include "settings.h"

/* `shared` gets the mode bits that refuse the file. systemd gives a DynamicUser its credentials by
 * an ACL, whose mask shows as group bits; the folder itself is closed to others. */
static bool find_path(const char *value, char *path, size_t size, mode_t *shared, char *why,
                      size_t why_size)
{
    *shared = *value == '/' ? S_IRWXG | S_IRWXO : S_IRWXO;
    const char *folder = getenv("CREDENTIALS_DIRECTORY");
    int length;
    if (*value == '/') {
        length = snprintf(path, size, "%s", value);
    } else if (folder && *folder) {
        length = snprintf(path, size, "%s/%s", folder, value);
    } else {
        snprintf(why, why_size,
                 "credential %s: $CREDENTIALS_DIRECTORY is not set (give an absolute path?)",
                 value);
        return false;
    }
    if (length < 0 || (size_t)length >= size) {
        snprintf(why, why_size, "the path of a secret is too long");
        return false;
    }
    return true;
}

/* Bytes read, `size` when there may be more, or -1. */
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

/* The file, open; -1 when it cannot be or is not for its owner alone. */
static int open_secret(const char *path, mode_t shared, char *why, size_t why_size)
{
    /* O_NONBLOCK: a FIFO in that place must not hang the start. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat stat;
    if (fd < 0 || fstat(fd, &stat) < 0)
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(stat.st_mode))
        snprintf(why, why_size, "%s: not a file", path);
    else if (stat.st_mode & shared)
        snprintf(why, why_size, "%s: others than its owner may use this secret (chmod 600)", path);
    else
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool read_secret(const char *path, mode_t shared, char *out, size_t size, char *why,
                        size_t why_size)
{
    bool ok = false;
    int fd = open_secret(path, shared, why, why_size);
    if (fd < 0)
        goto done;
    ssize_t length = read_all(fd, out, size);
    if (length < 0) {
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
        goto done;
    }
    if ((size_t)length == size) {
        snprintf(why, why_size, "%s: longer than %zu bytes", path, size - 1);
        goto done;
    }
    if (length > 0 && out[length - 1] == '\n')
        length--;
    if (length > 0 && out[length - 1] == '\r')
        length--;
    if (length == 0 || memchr(out, '\0', (size_t)length) || memchr(out, '\n', (size_t)length)) {
        snprintf(why, why_size, "%s: does not hold one line", path);
        goto done;
    }
    out[length] = '\0';
    ok = true;
done:
    if (fd >= 0)
        close(fd);
    if (!ok)
        memset(out, 0, size);
    return ok;
}

static const char *value_of(const struct settings *settings, int key, char *why, size_t why_size)
{
    const char *value = settings_text(settings, key);
    if (!value)
        snprintf(why, why_size, "%s is not set", settings->keys[key].name);
    return value;
}

bool settings_secret(const struct settings *settings, int key, char *out, size_t size, char *why,
                     size_t why_size)
{
    char path[4096];
    mode_t shared;
    const char *value = value_of(settings, key, why, why_size);
    out[0] = '\0';
    if (!value || !find_path(value, path, sizeof path, &shared, why, why_size) ||
        !read_secret(path, shared, out, size, why, why_size))
        return false;
    log_hide(out);
    return true;
}

bool settings_secret_path(const struct settings *settings, int key, char *path, size_t size,
                          char *why, size_t why_size)
{
    mode_t shared;
    const char *value = value_of(settings, key, why, why_size);
    if (!value || !find_path(value, path, size, &shared, why, why_size))
        return false;
    int fd = open_secret(path, shared, why, why_size);
    if (fd < 0)
        return false;
    close(fd);
    return true;
}
