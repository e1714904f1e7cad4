#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/private.h"
#include "bot/cli/database/database.h"
#include "storage/export/import.h"
#include "storage/forget.h"
#ifdef TALON_POSTGRESQL
#include "storage/postgresql/postgresql.h"
#endif

enum { PATH_SIZE = 4096 };

static const char usual_config[] = "/etc/talon/talon.conf";
static const char usual_database[] = "/var/lib/talon/talon.db";

/* The database and the password that the configuration names. */
static char place[PATH_SIZE], password[DATABASE_PASSWORD_MAX];

/* Our own folder for the copy of a server's database. */
static struct {
    char folder[PATH_SIZE], copy[PATH_SIZE + 16];
} work;

/* Removes the copy and all files beside it. A signal handler may call it. */
static void remove_work(void)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock", "-journal"};
    char name[sizeof(work.copy) + 8];
    size_t length = strlen(work.copy);
    if (work.folder[0] == '\0')
        return;
    memcpy(name, work.copy, length);
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
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

/* Makes the folder for the copy. Only we may read it, because the copy holds the secrets of running
 * rounds. It is removed however the program ends. */
static bool make_work(struct fault *why)
{
    const char *folder = getenv("TMPDIR");
    folder = folder != NULL && *folder == '/' ? folder : "/tmp";
    int length = snprintf(work.folder, sizeof(work.folder), "%s/talon-copy-XXXXXX", folder);
    if (length >= (int)sizeof(work.folder) || mkdtemp(work.folder) == NULL) {
        fault_set(why, "cannot create a folder in %s: %s", folder, strerror(errno));
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
static enum store_error store_pull_postgresql(const char *address, const char *secret,
                                              const char *path, struct fault *why)
{
    (void)secret, (void)path;
    fault_set(why, "%s", database_refused(address));
    return STORE_FAILED;
}

static enum store_error store_push_postgresql(const char *path, const char *address,
                                              const char *secret, struct fault *why)
{
    return store_pull_postgresql(address, secret, path, why);
}

static enum store_error store_backup_postgresql(const struct store_copying *copying,
                                                struct store_book *book, struct fault *why)
{
    (void)book;
    return store_pull_postgresql(copying->from, NULL, NULL, why);
}

static enum store_error store_restore_postgresql(const struct store_copying *copying,
                                                 struct store_book *book, struct fault *why)
{
    (void)book;
    return store_pull_postgresql(copying->to, NULL, NULL, why);
}

static enum store_error store_forget_postgresql(const char *address, const char *secret,
                                                struct store_forget *forget, struct fault *why)
{
    (void)forget;
    return store_pull_postgresql(address, secret, NULL, why);
}
#endif

static bool is_right(const char *address, struct fault *why)
{
    const char *refused = database_refused(address);
    if (refused != NULL)
        fault_set(why, "%s", refused);
    return refused == NULL;
}

/* -- finding the database -- */

bool database_option(struct database_tool *tool, int option, const char *value)
{
    if (option == DATABASE_DB)
        tool->db = value;
    else if (option == DATABASE_CONFIG)
        tool->config = value;
    else
        return false;
    return true;
}

/* Reads the configuration for its database and password. If --db gave an address, only the password
 * is used, and only if the configuration names the same address. */
static bool ask_config(struct database_tool *tool, const char *path, struct fault *why)
{
    const char *told = tool->db;
    struct config config = {.network_count = 0};
    struct config_faults faults = {.count = 0};
    config_find_secrets(path);
    bool known =
        config_load(&config, path, &faults) && config_database(&config, place, sizeof(place));
    if (faults.count > 0)
        config_fault_format(&faults, 0, path, why->text, sizeof(why->text));
    else if (!known)
        fault_set(why, "%s: out of memory", path);
    if (known && database_is_server(place) && (told == NULL || strcmp(told, place) == 0) &&
        settings_text(&config.talon, CONFIG_DATABASE_PASSWORD) != NULL) {
        known = settings_secret(&config.talon, CONFIG_DATABASE_PASSWORD, password, sizeof(password),
                                why);
    }
    config_faults_finish(&faults);
    config_finish(&config);
    tool->db = told != NULL ? told : place;
    return known || told != NULL;
}

static bool find_database(struct database_tool *tool, struct fault *why)
{
    const char *path = tool->config != NULL ? tool->config : usual_config;
    if (tool->db != NULL && !database_is_server(tool->db))
        return true;
    if (tool->config != NULL || access(path, F_OK) == 0)
        return ask_config(tool, path, why);
    tool->db = tool->db != NULL ? tool->db : usual_database;
    return true;
}

static const char *secret(void)
{
    return *password != '\0' ? password : NULL;
}

/* -- using the database -- */

static const char *copy_server(const char *address, struct fault *why)
{
    if (!is_right(address, why) || !make_work(why))
        return NULL;
    enum store_error error = store_pull_postgresql(address, secret(), work.copy, why);
    private_wipe(password, sizeof(password));
    return error == STORE_OK ? work.copy : NULL;
}

const char *database_to_read(struct database_tool *tool)
{
    struct fault why = {0};
    const char *path = NULL;
    if (find_database(tool, &why))
        path = database_is_server(tool->db) ? copy_server(tool->db, &why) : tool->db;
    if (path == NULL)
        fprintf(stderr, "%s: %s\n", tool->name, why.text);
    return path;
}

const char *database_file(struct database_tool *tool, const char *instead)
{
    struct fault why = {0};
    bool known = find_database(tool, &why);
    private_wipe(password, sizeof(password));
    if (known && !database_is_server(tool->db))
        return tool->db;
    if (known)
        fault_set(&why, "the database is on a PostgreSQL server: %s", instead);
    fprintf(stderr, "%s: %s\n", tool->name, why.text);
    return NULL;
}

enum store_error database_backup(struct database_tool *tool, const char *to,
                                 struct store_book *book, struct fault *why)
{
    if (!find_database(tool, why))
        return STORE_FAILED;
    if (!database_is_server(tool->db))
        return store_backup(tool->db, to, book, why);
    if (!is_right(tool->db, why))
        return STORE_FAILED;
    const struct store_copying copying = {.from = tool->db, .to = to, .password = secret()};
    enum store_error error = store_backup_postgresql(&copying, book, why);
    private_wipe(password, sizeof(password));
    return error;
}

enum store_error database_restore(struct database_tool *tool, const char *from,
                                  char kept[STORE_KEPT_MAX], struct store_book *book,
                                  struct fault *why)
{
    *kept = '\0';
    if (!find_database(tool, why))
        return STORE_FAILED;
    if (!database_is_server(tool->db))
        return store_restore(tool->db, from, kept, book, why);
    if (!is_right(tool->db, why))
        return STORE_FAILED;
    const struct store_copying copying = {.from = from, .to = tool->db, .password = secret()};
    enum store_error error = store_restore_postgresql(&copying, book, why);
    private_wipe(password, sizeof(password));
    return error;
}

enum store_error database_import(struct database_tool *tool, FILE *in, int64_t *count,
                                 struct fault *why)
{
    *count = 0;
    if (!find_database(tool, why))
        return STORE_FAILED;
    if (!database_is_server(tool->db))
        return store_import(tool->db, in, count, why);
    if (!is_right(tool->db, why) || !make_work(why))
        return STORE_FAILED;
    enum store_error error = store_import(work.copy, in, count, why);
    if (error == STORE_OK)
        error = store_push_postgresql(work.copy, tool->db, secret(), why);
    private_wipe(password, sizeof(password));
    return error;
}

enum store_error database_forget(struct database_tool *tool, struct store_forget *forget,
                                 struct fault *why)
{
    if (!find_database(tool, why))
        return STORE_FAILED;
    if (!database_is_server(tool->db))
        return store_forget(tool->db, forget, why);
    if (!is_right(tool->db, why))
        return STORE_FAILED;
    enum store_error error = store_forget_postgresql(tool->db, secret(), forget, why);
    private_wipe(password, sizeof(password));
    return error;
}
