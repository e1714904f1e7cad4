#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot/cli/database.h"
#include "storage/import.h"
#ifdef TALON_POSTGRESQL
#include "storage/postgresql.h"
#endif

enum { PATH_SIZE = 4096 };

/* Of a server: a folder of ours, with the copy. */
static struct {
    char folder[PATH_SIZE], copy[PATH_SIZE + 16];
} work;

/* All that may be there; from a signal, too. */
static void remove_work(void)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock", "-journal"};
    char name[sizeof(work.copy) + 8];
    size_t length = strlen(work.copy);
    if (work.folder[0] == '\0')
        return;
    memcpy(name, work.copy, length);
    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
        memcpy(name + length, tails[i], strlen(tails[i]) + 1);
        unlink(name);
    }
    rmdir(work.folder);
    work.folder[0] = '\0';
}

static void on_signal(int number)
{
    remove_work();
    _exit(128 + number);
}

/* It holds the secrets of running rounds: it is ours alone, and goes however this ends. */
static bool make_work(char *why, size_t why_size)
{
    const char *folder = getenv("TMPDIR");
    folder = folder != NULL && *folder == '/' ? folder : "/tmp";
    int length = snprintf(work.folder, sizeof(work.folder), "%s/talon-copy-XXXXXX", folder);
    if (length >= (int)sizeof(work.folder) || mkdtemp(work.folder) == NULL) {
        snprintf(why, why_size, "no folder can be made in %s: %s", folder, strerror(errno));
        work.folder[0] = '\0';
        return false;
    }
    snprintf(work.copy, sizeof(work.copy), "%s/talon.db", work.folder);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGHUP, on_signal);
    return atexit(remove_work) == 0;
}

#ifndef TALON_POSTGRESQL
static enum store_error store_pull_postgresql(const char *address, const char *path, char *why,
                                              size_t why_size)
{
    (void)path;
    snprintf(why, why_size, "%s", database_refused(address));
    return STORE_FAILED;
}

static enum store_error store_push_postgresql(const char *path, const char *address, char *why,
                                              size_t why_size)
{
    return store_pull_postgresql(address, path, why, why_size);
}
#endif

static bool is_right(const char *address, char *why, size_t why_size)
{
    const char *refused = database_refused(address);
    if (refused != NULL)
        snprintf(why, why_size, "%s", refused);
    return refused == NULL;
}

const char *database_to_read(const char *database, const char *tool)
{
    char why[512] = "";
    if (!database_is_server(database))
        return database;
    if (is_right(database, why, sizeof(why)) && make_work(why, sizeof(why)) &&
        store_pull_postgresql(database, work.copy, why, sizeof(why)) == STORE_OK)
        return work.copy;
    fprintf(stderr, "%s: %s\n", tool, why);
    return NULL;
}

bool database_is_file(const char *database, const char *tool, const char *instead)
{
    if (!database_is_server(database))
        return true;
    fprintf(stderr, "%s: the database is a PostgreSQL server's: %s\n", tool, instead);
    return false;
}

enum store_error database_import(const char *database, FILE *in, int64_t *count, char *why,
                                 size_t why_size)
{
    *count = 0;
    if (!database_is_server(database))
        return store_import(database, in, count, why, why_size);
    if (!is_right(database, why, why_size) || !make_work(why, why_size))
        return STORE_FAILED;
    enum store_error error = store_import(work.copy, in, count, why, why_size);
    return error == STORE_OK ? store_push_postgresql(work.copy, database, why, why_size) : error;
}
