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
static const char new_name[] = ".talon-site-new"; /* holds new files until they are settled */
static const char list_head[] = "These files were written by talon site, which replaces them.\n";

/* A file that was written, or was there before. */
struct folder_file {
    bool written;
    UT_hash_handle hh;
    char name[];
};

struct folder {
    struct folder_file *entries; /* by name */
    char path[PATH_SIZE / 2], fresh[PATH_SIZE / 2 + sizeof(new_name)];
};

/* -- names -- */

/* True for a path that stays inside the folder and has no hidden part. */
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

static struct folder_file *find_entry(const struct folder *folder, const char *name)
{
    struct folder_file *entry = NULL;
    HASH_FIND(hh, folder->entries, name, strlen(name), entry);
    return entry;
}

static struct folder_file *add_entry(struct folder *folder, const char *name)
{
    size_t length = strlen(name);
    struct folder_file *entry = find_entry(folder, name);
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

/* Deletes a folder with all its files and folders. */
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

/* True if the folder holds nothing, or only new files that an earlier run did not settle. */
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

/* Reads the list of files that Talon wrote. Returns false if the folder has no such list. */
static bool read_list(struct folder *folder)
{
    char path[PATH_SIZE], line[PATH_SIZE];
    FILE *file = full_path(folder, list_name, path) ? fopen(path, "r") : NULL;
    bool good =
        file != NULL && fgets(line, sizeof(line), file) != NULL && strcmp(line, list_head) == 0;
    while (good && fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        good = is_name(line) && add_entry(folder, line) != NULL;
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
        take_fresh_away(folder); /* left by a process that was killed */
        return folder;
    }
    folder_close(folder);
    return NULL;
}

void folder_close(struct folder *folder)
{
    struct folder_file *entry = NULL, *next = NULL;
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
    struct folder_file *entry = good ? add_entry(folder, name) : NULL;
    if (entry == NULL) {
        fprintf(stderr, "talon site: %s/%s: %s\n", folder->path, name, strerror(errno));
        return false;
    }
    entry->written = true;
    return true;
}

/* Deletes a file, and each folder above it that is empty then. */
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

static int by_name(const struct folder_file *a, const struct folder_file *b)
{
    return strcmp(a->name, b->name);
}

static bool is_there(const struct folder *folder, const char *name)
{
    char path[PATH_SIZE];
    return full_path(folder, name, path) && access(path, F_OK) == 0;
}

/* Renaming replaces the file in one step, so readers get either the old page or the new one, never
 * half of one. */
static bool put_in_place(const struct folder *folder, const char *name)
{
    char from[PATH_SIZE], to[PATH_SIZE];
    if (fresh_path(folder, name, from) && full_path(folder, name, to) && make_folders(to) &&
        rename(from, to) == 0)
        return true;
    fprintf(stderr, "talon site: %s/%s: %s\n", folder->path, name, strerror(errno));
    return false;
}

/* Lists every file that is in the folder now or will be after settling. */
static bool write_list(const struct folder *folder)
{
    char path[PATH_SIZE];
    FILE *list = full_path(folder, list_name, path) ? fopen(path, "w") : NULL;
    if (list != NULL)
        fputs(list_head, list);
    for (const struct folder_file *entry = folder->entries; list != NULL && entry != NULL;
         entry = (const struct folder_file *)entry->hh.next)
        fprintf(list, "%s\n", entry->name);
    if (list != NULL && fclose(list) == 0)
        return true;
    fprintf(stderr, "talon site: %s: %s\n", path, strerror(errno));
    return false;
}

bool folder_settle(struct folder *folder)
{
    struct folder_file *entry = NULL, *next = NULL;
    bool good = true;
    HASH_SORT(folder->entries, by_name);
    if (!write_list(
            folder)) /* written first, so that the list is complete even if we are killed later */
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
