#include "disk.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 256, SECTOR = 512, NAMES_MAX = 64 };

/* What was written and not synced. */
struct change {
    struct change *next;
    bool truncates; /* to `at` bytes */
    uint64_t at;
    size_t size;
    uint8_t bytes[];
};

struct disk_file {
    uint8_t *kept;
    size_t size;
    struct change *first, **last;
};

struct name {
    char path[PATH_SIZE];
    struct disk_file *now, *kept; /* NULL: there is no such file */
};

static char folder[PATH_SIZE];
static struct name names[NAMES_MAX];
static unsigned name_count;

static void *memory(void *old, size_t size)
{
    void *new = realloc(old, size > 0 ? size : 1);
    if (new == NULL)
        abort();
    return new;
}

/* -- files -- */

static void apply(struct disk_file *file, const struct change *change)
{
    size_t end = (size_t)change->at + change->size;
    if (change->truncates ? end != file->size : end > file->size) {
        file->kept = memory(file->kept, end);
        if (end > file->size)
            memset(file->kept + file->size, 0, end - file->size);
        file->size = end;
    }
    if (!change->truncates)
        memcpy(file->kept + change->at, change->bytes, change->size);
}

static void add(struct disk_file *file, bool truncates, uint64_t at, const void *bytes, size_t size)
{
    struct change *change = memory(NULL, sizeof(*change) + size);
    *change = (struct change){.truncates = truncates, .at = at, .size = size};
    if (size > 0)
        memcpy(change->bytes, bytes, size);
    *file->last = change;
    file->last = &change->next;
}

void disk_write(struct disk_file *file, uint64_t at, const void *bytes, size_t size)
{
    add(file, false, at, bytes, size);
}

void disk_truncate(struct disk_file *file, uint64_t size)
{
    add(file, true, size, NULL, 0);
}

void disk_sync(struct disk_file *file)
{
    struct change *next = NULL;
    for (struct change *change = file->first; change != NULL; change = next) {
        next = change->next;
        apply(file, change);
        free(change);
    }
    file->first = NULL;
    file->last = &file->first;
}

/* A file as it stands in the folder. */
static struct disk_file *take(const char *path)
{
    uint8_t block[4096];
    struct disk_file *file = memory(NULL, sizeof(*file));
    *file = (struct disk_file){.last = &file->first};
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        free(file);
        return NULL;
    }
    for (size_t got = 0; (got = fread(block, 1, sizeof(block), in)) > 0;)
        disk_write(file, (uint64_t)ftell(in) - got, block, got);
    fclose(in);
    disk_sync(file);
    return file;
}

/* -- names -- */

static struct name *name_of(const char *path)
{
    for (unsigned i = 0; i < name_count; i++) {
        if (strcmp(names[i].path, path) == 0)
            return &names[i];
    }
    if (name_count == NAMES_MAX)
        abort();
    struct name *name = &names[name_count++];
    *name = (struct name){0};
    snprintf(name->path, sizeof(name->path), "%s", path);
    return name;
}

static bool is_inside(const char *path)
{
    size_t length = strlen(folder);
    return length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/' &&
           strchr(path + length + 1, '/') == NULL;
}

struct disk_file *disk_find(const char *path)
{
    if (!is_inside(path))
        return NULL;
    struct name *name = name_of(path);
    if (name->now == NULL)
        name->now = take(path);
    return name->now;
}

void disk_remove(const char *path)
{
    if (is_inside(path))
        name_of(path)->now = NULL;
}

void disk_rename(const char *from, const char *to)
{
    struct disk_file *file = disk_find(from);
    disk_remove(from);
    if (is_inside(to))
        name_of(to)->now = file;
}

void disk_sync_folder(void)
{
    for (unsigned i = 0; i < name_count; i++)
        names[i].kept = names[i].now;
}

void disk_begin(const char *path)
{
    struct dirent *entry = NULL;
    char inside[PATH_SIZE + PATH_SIZE];
    DIR *dir = opendir(path);
    name_count = 0;
    snprintf(folder, sizeof(folder), "%s", path);
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        snprintf(inside, sizeof(inside), "%s/%s", path, entry->d_name);
        if (entry->d_type == DT_REG)
            disk_find(inside);
    }
    if (dir != NULL)
        closedir(dir);
    disk_sync_folder();
}

/* -- the cut -- */

enum loss { LOSES_ALL, LOSES_NOTHING, LOSES_SOME, LOSSES };

static unsigned draw(unsigned *chance, unsigned below)
{
    *chance = *chance * 1103515245U + 12345U;
    return (*chance >> 16) % below;
}

/* Some sectors of it. */
static void apply_torn(struct disk_file *file, const struct change *change, unsigned *chance)
{
    for (size_t from = 0; from < change->size;) {
        size_t room = SECTOR - (change->at + from) % SECTOR;
        size_t size = change->size - from < room ? change->size - from : room;
        struct change *part = memory(NULL, sizeof(*part) + size);
        *part = (struct change){.at = change->at + from, .size = size};
        memcpy(part->bytes, change->bytes + from, size);
        if (draw(chance, 2) == 0)
            apply(file, part);
        free(part);
        from += size;
    }
}

static void lose(struct disk_file *file, enum loss loss, unsigned *chance)
{
    for (const struct change *change = file->first; change != NULL; change = change->next) {
        unsigned luck = loss == LOSES_SOME ? draw(chance, 5) : loss == LOSES_ALL ? 0 : 4;
        if (luck >= 3)
            apply(file, change);
        else if (luck == 2 && !change->truncates)
            apply_torn(file, change, chance);
    }
}

static void put(const char *to, const char *path, const struct disk_file *file)
{
    char name[PATH_SIZE + PATH_SIZE];
    snprintf(name, sizeof(name), "%s%s", to, strrchr(path, '/'));
    FILE *out = fopen(name, "wb");
    bool good = out != NULL;
    if (good && file->size > 0)
        good = fwrite(file->kept, 1, file->size, out) == file->size;
    if (!good || fclose(out) != 0)
        abort();
}

/* What SQLite does not see, the lock's file, is as it stands; what is shared between connections
 * goes with the machine. */
static bool is_lock(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, "-lock") == 0;
}

static void put_locks(const char *to)
{
    struct dirent *entry = NULL;
    char path[PATH_SIZE + PATH_SIZE];
    DIR *dir = opendir(folder);
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        struct disk_file *file = is_lock(path) ? take(path) : NULL;
        if (file != NULL)
            put(to, path, file);
    }
    if (dir != NULL)
        closedir(dir);
}

void disk_cut(const char *to, unsigned seed)
{
    unsigned chance = seed;
    enum loss loss = (enum loss)draw(&chance, LOSSES);
    bool keeps_names = loss == LOSES_NOTHING || (loss == LOSES_SOME && draw(&chance, 2) == 0);
    for (unsigned i = 0; i < name_count; i++) {
        struct disk_file *file = keeps_names ? names[i].now : names[i].kept;
        if (file == NULL || is_lock(names[i].path))
            continue;
        lose(file, loss, &chance);
        put(to, names[i].path, file);
    }
    put_locks(to);
}
