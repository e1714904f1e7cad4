#include "backups.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "copy.h"
#include "storage/sqlite/sqlite_base.h"

static const char pattern[] = "talon-####-##-##"; /* years have four digits */
static const char *const suffixes[] = {".db", ".dump"};
enum { DATED = sizeof(pattern) - 1 /* bytes */, DAY_SECONDS = 24 * 60 * 60 };

const struct store_copier store_copier_file = {.suffix = ".db", .copy = store_copy};

static const struct store_copier *copier_of(const struct store_backups *backups)
{
    return backups->source->copier != NULL ? backups->source->copier : &store_copier_file;
}

/* False: the name does not fit. */
static bool name_of(const struct store_backups *backups, char name[STORE_BACKUP_NAME_MAX])
{
    struct tm date;
    char last[DATED + 1];
    const time_t at = (time_t)(backups->day * DAY_SECONDS);
    if (gmtime_r(&at, &date) == NULL ||
        strftime(last, sizeof(last), "talon-%Y-%m-%d", &date) != DATED)
        return false;
    int length = snprintf(name, STORE_BACKUP_NAME_MAX, "%s/%s%s", backups->folder, last,
                          copier_of(backups)->suffix);
    return length < STORE_BACKUP_NAME_MAX - 32;
}

bool store_backup_is_there(const struct store_backups *backups)
{
    struct stat found;
    char name[STORE_BACKUP_NAME_MAX];
    return name_of(backups, name) && lstat(name, &found) == 0;
}

/* -- what is too much -- */

/* Returns how the name of a copy goes on behind its suffix: "" for a copy; NULL: it is no copy. */
static const char *behind_copy(const char *name)
{
    for (size_t i = 0; i < DATED; i++) {
        if (pattern[i] == '#' ? !isdigit((unsigned char)name[i]) : name[i] != pattern[i])
            return NULL;
    }
    for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
        if (strncmp(name + DATED, suffixes[i], strlen(suffixes[i])) == 0)
            return name + DATED + strlen(suffixes[i]);
    }
    return NULL;
}

static bool is_of_copier(const char *name, const struct store_copier *copier)
{
    return strncmp(name + DATED, copier->suffix, strlen(copier->suffix)) == 0;
}

static int select_copies(const struct dirent *entry)
{
    const char *behind = behind_copy(entry->d_name);
    return behind != NULL && *behind == '\0';
}

/* Selects unfinished copies: they have an ending behind the name (copy.h). */
static int select_parts(const struct dirent *entry)
{
    const char *behind = behind_copy(entry->d_name);
    return behind != NULL && (strcmp(behind, "-part") == 0 || strcmp(behind, "-part-journal") == 0);
}

/* Drops the names of other copiers from a list, and frees them. Returns how many stay. */
static int keep_own(struct dirent **found, int count, const struct store_copier *copier)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (is_of_copier(found[i]->d_name, copier))
            found[kept++] = found[i];
        else
            free(found[i]);
    }
    return count < 0 ? count : kept;
}

/* Removes selected files. Of those dated `newest` or before, the last `keep` stay. Those dated
 * later stay, too, and do not count as kept: a wrong clock made them. */
static bool remove_old(const struct store_backups *backups, const char *newest,
                       int (*selects)(const struct dirent *entry), unsigned keep)
{
    struct dirent **found = NULL;
    int count = scandir(backups->folder, &found, selects, alphasort);
    count = keep_own(found, count, copier_of(backups));
    bool good = count >= 0;
    int until = 0;
    while (until < count && strcmp(found[until]->d_name, newest) <= 0)
        until++;
    for (int i = 0; i < count; i++) {
        char name[STORE_BACKUP_NAME_MAX];
        snprintf(name, sizeof(name), "%s/%s", backups->folder, found[i]->d_name);
        if (i < until && (unsigned)(until - i) > keep && unlink(name) != 0)
            good = false;
        free(found[i]);
    }
    free(found);
    return good;
}

int64_t store_backup_latest(const struct store_backups *backups)
{
    char last[STORE_BACKUP_NAME_MAX];
    struct dirent **found = NULL;
    int64_t latest = 0;
    int count =
        name_of(backups, last) ? scandir(backups->folder, &found, select_copies, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        char name[STORE_BACKUP_NAME_MAX];
        struct stat status;
        snprintf(name, sizeof(name), "%s/%s", backups->folder, found[i]->d_name);
        if (is_of_copier(found[i]->d_name, copier_of(backups)) && strcmp(name, last) <= 0 &&
            stat(name, &status) == 0 && status.st_mtime > latest)
            latest = status.st_mtime;
        free(found[i]);
    }
    free(found);
    return latest;
}

/* -- remains of a missing database -- */

/* The newest copy of a file, by the days in the names. */
static bool find_dated(const char *folder, char found[STORE_BACKUP_NAME_MAX])
{
    struct dirent **entries = NULL;
    int count = folder != NULL ? scandir(folder, &entries, select_copies, alphasort) : 0;
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (is_of_copier(entries[i]->d_name, &store_copier_file)) {
            snprintf(found, STORE_BACKUP_NAME_MAX, "%s/%s", folder, entries[i]->d_name);
            any = true;
        }
        free(entries[i]);
    }
    free(entries);
    return any;
}

/* Finds a file, not empty, whose name is the database's name followed by `tail` and perhaps
 * more. */
static bool find_kept(const char *folder, const char *name, const char *tail,
                      char found[STORE_BACKUP_NAME_MAX])
{
    bool any = false;
    size_t length = strlen(name);
    DIR *entries = opendir(folder);
    for (const struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        const char *behind = entry->d_name + length;
        struct stat status;
        if (strncmp(entry->d_name, name, length) != 0 || strncmp(behind, tail, strlen(tail)) != 0 ||
            fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            status.st_size == 0 || (strcmp(tail, ".v") == 0 && !isdigit((unsigned char)behind[2])))
            continue;
        any = snprintf(found, STORE_BACKUP_NAME_MAX, "%s/%s", folder, entry->d_name) <
              STORE_BACKUP_NAME_MAX;
    }
    if (entries != NULL)
        closedir(entries);
    return any;
}

bool store_backup_left(const char *path, const char *folder, char found[STORE_BACKUP_NAME_MAX])
{
    static const char *const tails[] = {"-wal", ".before-restore", ".v"};
    char here[STORE_BACKUP_NAME_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(here, sizeof(here), "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    if (find_dated(folder, found) || find_dated(here, found))
        return true;
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        if (find_kept(*here != '\0' ? here : "/", slash != NULL ? slash + 1 : path, tails[i],
                      found))
            return true;
    }
    return false;
}

enum store_error store_backup_dated(const struct store_backups *backups,
                                    char made[STORE_BACKUP_NAME_MAX], struct fault *why)
{
    if (!name_of(backups, made)) {
        return sqlite_refuse(STORE_CANNOT_OPEN, why, "%s: too long a name", backups->folder);
    }
    if (mkdir(backups->folder, 0700) != 0 && errno != EEXIST)
        return sqlite_system_fault(backups->folder, why);
    if (store_backup_is_there(backups))
        return sqlite_refuse(STORE_CANNOT_OPEN, why, "%s: it exists already", made);
    const struct store_copying copying = {.from = backups->source->from,
                                          .to = made,
                                          .password = backups->source->password,
                                          .stop = backups->stop};
    enum store_error error = copier_of(backups)->copy(&copying, NULL, why);
    if (error == STORE_OK &&
        (!remove_old(backups, strrchr(made, '/') + 1, select_copies, backups->keep) ||
         !remove_old(backups, "talon-:", select_parts, 0)))
        error = sqlite_system_fault(backups->folder, why);
    return error;
}
