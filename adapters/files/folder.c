#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uthash.h>

enum { PATH_SIZE = 4096 };

static const char list_name[] = "talon-site.txt";
static const char new_name[] = ".talon-site-new"; /* where files lie that are not settled */
static const char list_head[] = "These files were written by talon site, which replaces them.\n";

/* A file that was written, or was there before. */
struct entry {
    bool written;
    UT_hash_handle hh;
    char name[];
};

struct folder {
    struct entry *entries; /* by name */
    char path[PATH_SIZE / 2], fresh[PATH_SIZE / 2 + sizeof(new_name)];
};

/* -- names -- */

/* Only what leads into the folder, and is no hidden file. */
static bool is_name(const char *name)
{
    if (*name == '\0' || *name == '/' || strchr(name, '\\') != NULL)
        return false;
    for (const char *part = name; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (*part == '.' || *part == '/' || *part == '\0')
            return false;
    }
    return true;
}

static bool full_path(const struct folder *folder, const char *name, char path[PATH_SIZE])
{
    int length = snprintf(path, PATH_SIZE, "%s/%s", folder->path, name);
    return length > 0 && length < PATH_SIZE;
}

static struct entry *find(const struct folder *folder, const char *name)
{
    struct entry *entry = NULL;
    HASH_FIND(hh, folder->entries, name, strlen(name), entry);
    return entry;
}

static struct entry *add(struct folder *folder, const char *name)
{
    size_t length = strlen(name);
    struct entry *entry = find(folder, name);
    if (entry != NULL)
        return entry;
    entry = calloc(1, sizeof(*entry) + length + 1);
    if (entry == NULL)
        return NULL;
    memcpy(entry->name, name, length + 1);
    HASH_ADD_KEYPTR(hh, folder->entries, entry->name, length, entry);
    return entry;
}

/* -- what is not settled -- */

/* A folder and all below it, which is files and folders. */
static void take_all_away(const char *path)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char at[PATH_SIZE + NAME_MAX + 2];
        const char *name = entries[i]->d_name;
        snprintf(at, sizeof(at), "%s/%s", path, name);
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && unlink(at) != 0)
            take_all_away(at);
        free(entries[i]);
    }
    free(entries);
    rmdir(path);
}

static void take_fresh_away(const struct folder *folder)
{
    if (*folder->fresh != '\0' && unlink(folder->fresh) != 0) /* a link is not followed */
        take_all_away(folder->fresh);
}

/* -- opening -- */

/* Whether nothing is in it but what we left there. */
static bool is_empty(const char *path)
{
    struct dirent **entries = NULL;
    bool other = false;
    int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        other = other ||
                (strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && strcmp(name, new_name) != 0);
        free(entries[i]);
    }
    free(entries);
    return count >= 0 && !other;
}

/* False: there is no list, or it is none of ours. */
static bool read_list(struct folder *folder)
{
    char path[PATH_SIZE], line[PATH_SIZE];
    FILE *file = full_path(folder, list_name, path) ? fopen(path, "r") : NULL;
    bool good =
        file != NULL && fgets(line, sizeof(line), file) != NULL && strcmp(line, list_head) == 0;
    while (good && fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        good = is_name(line) && add(folder, line) != NULL;
    }
    if (file != NULL)
        fclose(file);
    return good;
}

struct folder *folder_open(const char *path, struct fault *why)
{
    struct stat status;
    struct folder *folder = calloc(1, sizeof(*folder));
    if (folder == NULL ||
        snprintf(folder->path, sizeof(folder->path), "%s", path) >= (int)sizeof(folder->path)) {
        fault_set(why, "%s: the name is too long", path);
    } else if (stat(path, &status) != 0 && (errno != ENOENT || mkdir(path, 0755) != 0)) {
        fault_set(why, "%s: %s", path, strerror(errno));
    } else if (!is_empty(path) && !read_list(folder)) {
        fault_set(why,
                  "%s is no folder that talon site has written, and not empty: name another one",
                  path);
    } else if (access(path, W_OK | X_OK) != 0) {
        fault_set(why, "%s: %s", path, strerror(errno));
    } else {
        snprintf(folder->fresh, sizeof(folder->fresh), "%s/%s", folder->path, new_name);
        take_fresh_away(folder); /* of somebody who was killed */
        return folder;
    }
    folder_close(folder);
    return NULL;
}

void folder_close(struct folder *folder)
{
    struct entry *entry = NULL, *next = NULL;
    if (folder == NULL)
        return;
    take_fresh_away(folder);
    HASH_ITER(hh, folder->entries, entry, next)
    {
        HASH_DEL(folder->entries, entry); /* NOLINT(clang-analyzer-*): of uthash's making */
        free(entry);
    }
    free(folder);
}

/* -- writing -- */

static bool make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *at = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool write_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    bool good = file != NULL && (length == 0 || fwrite(bytes, length, 1, file) == 1);
    if (file != NULL && fclose(file) != 0)
        good = false;
    return good;
}

static bool fresh_path(const struct folder *folder, const char *name, char path[PATH_SIZE])
{
    int length = snprintf(path, PATH_SIZE, "%s/%s", folder->fresh, name);
    return length > 0 && length < PATH_SIZE;
}

bool folder_put(struct folder *folder, const char *name, const void *bytes, size_t length)
{
    char path[PATH_SIZE];
    errno = ENAMETOOLONG;
    bool good = is_name(name) && fresh_path(folder, name, path) && make_folders(path) &&
                write_file(path, bytes, length);
    struct entry *entry = good ? add(folder, name) : NULL;
    if (entry == NULL) {
        fprintf(stderr, "talon site: %s/%s: %s\n", folder->path, name, strerror(errno));
        return false;
    }
    entry->written = true;
    return true;
}

/* A folder that nothing is in any more goes, too. */
static bool take_away(const struct folder *folder, const char *name)
{
    char path[PATH_SIZE];
    if (!full_path(folder, name, path) || (unlink(path) != 0 && errno != ENOENT)) {
        fprintf(stderr, "talon site: %s: %s\n", path, strerror(errno));
        return false;
    }
    for (char *at = strrchr(path, '/'); at != NULL && (size_t)(at - path) > strlen(folder->path);
         at = strrchr(path, '/')) {
        *at = '\0';
        if (rmdir(path) != 0)
            break;
    }
    return true;
}

static int by_name(const struct entry *a, const struct entry *b)
{
    return strcmp(a->name, b->name);
}

static bool is_there(const struct folder *folder, const char *name)
{
    char path[PATH_SIZE];
    return full_path(folder, name, path) && access(path, F_OK) == 0;
}

/* Whoever reads the site reads a whole page, of before or of now. */
static bool put_in_place(const struct folder *folder, const char *name)
{
    char from[PATH_SIZE], to[PATH_SIZE];
    if (fresh_path(folder, name, from) && full_path(folder, name, to) && make_folders(to) &&
        rename(from, to) == 0)
        return true;
    fprintf(stderr, "talon site: %s/%s: %s\n", folder->path, name, strerror(errno));
    return false;
}

/* The names of all that is there, or will be. */
static bool write_list(const struct folder *folder)
{
    char path[PATH_SIZE];
    FILE *list = full_path(folder, list_name, path) ? fopen(path, "w") : NULL;
    if (list != NULL)
        fputs(list_head, list);
    for (const struct entry *entry = folder->entries; list != NULL && entry != NULL;
         entry = (const struct entry *)entry->hh.next)
        fprintf(list, "%s\n", entry->name);
    if (list != NULL && fclose(list) == 0)
        return true;
    fprintf(stderr, "talon site: %s: %s\n", path, strerror(errno));
    return false;
}

bool folder_settle(struct folder *folder)
{
    struct entry *entry = NULL, *next = NULL;
    bool good = true;
    HASH_SORT(folder->entries, by_name);
    if (!write_list(folder)) /* whoever is killed behind this has told what is ours */
        return false;
    HASH_ITER(hh, folder->entries, entry, next)
    {
        good =
            (entry->written ? put_in_place(folder, entry->name) : take_away(folder, entry->name)) &&
            good;
        if (entry->written || is_there(folder, entry->name))
            continue;
        HASH_DEL(folder->entries, entry); /* NOLINT(clang-analyzer-*): of uthash's making */
        free(entry);
    }
    return write_list(folder) && good;
}
