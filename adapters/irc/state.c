#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_MOST = 4096 };

static bool path_of(char *path, const char *folder, const char *name, const char *end)
{
    int length = snprintf(path, PATH_MOST, "%s/%s%s", folder, name, end);
    return length > 0 && length < PATH_MOST;
}

bool state_read(const char *folder, const char *name, char *text, size_t size)
{
    char path[PATH_MOST];
    *text = '\0';
    FILE *file = path_of(path, folder, name, "") ? fopen(path, "re") : NULL;
    if (!file) {
        return false;
    }
    size_t length = fread(text, 1, size, file);
    bool good = !ferror(file) && length < size;
    fclose(file);
    text[good ? length : 0] = '\0';
    return good;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

bool state_write(const char *folder, const char *name, const char *text)
{
    char path[PATH_MOST];
    char fresh[PATH_MOST];
    if (!path_of(path, folder, name, "") || !path_of(fresh, folder, name, ".new")) {
        return false;
    }
    if (!*text) {
        return unlink(path) == 0 || errno == ENOENT;
    }
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return false;
    }
    bool good = write_all(fd, text, strlen(text)) && fsync(fd) == 0;
    good = close(fd) == 0 && good && rename(fresh, path) == 0;
    if (!good) {
        unlink(fresh);
    }
    return good;
}
