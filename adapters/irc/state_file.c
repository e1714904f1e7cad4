#include "state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATE_PATH_MAX = 4096 };

static bool path_of(char *path, const char *folder, const char *name, const char *end)
{
    int length = snprintf(path, STATE_PATH_MAX, "%s/%s%s", folder, name, end);
    return length > 0 && length < STATE_PATH_MAX;
}

bool state_file_read(const char *folder, const char *name, char *text, size_t size)
{
    char path[STATE_PATH_MAX];
    *text = '\0';
    FILE *file = path_of(path, folder, name, "") ? fopen(path, "re") : NULL;
    if (file == NULL)
        return false;
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
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static bool replace(const char *path, const char *fresh, const char *text)
{
    if (!*text)
        return unlink(path) == 0 || errno == ENOENT;
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return false;
    bool good = write_all(fd, text, strlen(text)) && fsync(fd) == 0;
    good = close(fd) == 0 && good && rename(fresh, path) == 0;
    if (!good)
        unlink(fresh);
    return good;
}

bool state_file_write(const char *folder, const char *name, const char *text)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    char path[STATE_PATH_MAX];
    char fresh[STATE_PATH_MAX];
    if (!path_of(path, folder, name, "") || !path_of(fresh, folder, name, ".new"))
        return false;
    pthread_mutex_lock(&mutex); /* two connections to one host share its file */
    bool good = replace(path, fresh, text);
    pthread_mutex_unlock(&mutex);
    return good;
}

/* -- off the loop -- */

static struct state_file *file_of(struct work *work)
{
    return (struct state_file *)((char *)work - offsetof(struct state_file, work));
}

/* Runs in a thread of the pool. */
static void on_write(struct work *work)
{
    struct state_file *file = file_of(work);
    file->good = state_file_write(file->folder, file->name, file->writing);
}

static void on_written(struct work *work)
{
    struct state_file *file = file_of(work);
    free(file->writing);
    file->writing = file->waiting;
    file->waiting = NULL;
    if (file->writing != NULL)
        loop_work(file->loop, &file->work, on_write, on_written);
    else
        file->idle(file, file->good);
}

void state_file_init(struct state_file *file, struct loop *loop, const char *folder,
                     const char *name, void (*idle)(struct state_file *file, bool good))
{
    *file = (struct state_file){.loop = loop, .folder = folder, .idle = idle};
    snprintf(file->name, sizeof file->name, "%s", name);
}

bool state_file_put(struct state_file *file, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL)
        return false;
    if (file->writing != NULL) {
        free(file->waiting);
        file->waiting = copy;
        return true;
    }
    file->writing = copy;
    loop_work(file->loop, &file->work, on_write, on_written);
    return true;
}

bool state_file_busy(const struct state_file *file)
{
    return file->writing != NULL;
}
