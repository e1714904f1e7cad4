#include "bot/cli/database/database.h"

#include <stdio.h>
#include <string.h>

#include "base/private.h"
#include "storage/sqlite/sqlite.h"
#ifdef TALON_POSTGRESQL
#include "storage/postgresql/postgresql.h"
#endif

bool database_is_server(const char *database)
{
    return strncmp(database, "postgresql://", 13) == 0 || strncmp(database, "postgres://", 11) == 0;
}

#ifdef TALON_POSTGRESQL

const char *database_refused(const char *address)
{
    return store_postgresql_refused(address);
}

void database_name(const char *database, char *name, size_t size)
{
    if (!database_is_server(database) || !store_postgresql_name(database, name, size))
        snprintf(name, size, "%s", database_is_server(database) ? "postgresql://" : database);
}

static bool read_password(const struct settings *talon, char password[DATABASE_PASSWORD_MAX],
                          struct fault *why)
{
    *password = '\0';
    return talon->values[CONFIG_DATABASE_PASSWORD] == NULL ||
           settings_secret(talon, CONFIG_DATABASE_PASSWORD, password, DATABASE_PASSWORD_MAX, why);
}

bool database_source(const struct config *config, const char *database,
                     char password[DATABASE_PASSWORD_MAX], struct store_source *source,
                     struct fault *why)
{
    *source = (struct store_source){.from = database};
    if (!database_is_server(database))
        return true;
    if (!read_password(&config->talon, password, why))
        return false;
    source->password = *password != '\0' ? password : NULL;
    source->copier = &store_copier_postgresql;
    return true;
}

static enum store_error open_server(struct store **store, const struct database_setup *setup,
                                    struct fault *why)
{
    const struct settings *talon = &setup->config->talon;
    char password[DATABASE_PASSWORD_MAX];
    if (!read_password(talon, password, why))
        return STORE_FAILED;
    enum store_error error = store_open_postgresql(
        store,
        &(struct postgresql_setup){
            .address = setup->database,
            .password = *password != '\0' ? password : NULL,
            .process = settings_text(talon, CONFIG_PROCESS),
            .alone = settings_text(talon, CONFIG_PROCESS) == NULL,
            .lease_life = (unsigned)settings_number(talon, CONFIG_LEASE_LIFE),
            .lease_renew = (unsigned)settings_number(talon, CONFIG_LEASE_RENEW),
            .timezone_minutes = setup->timezone_minutes,
            .loop = setup->loop,
            .log = setup->log},
        why);
    private_wipe(password, sizeof(password));
    return error;
}

#else

const char *database_refused(const char *address)
{
    (void)address;
    return "this version of Talon was built without PostgreSQL";
}

void database_name(const char *database, char *name, size_t size)
{
    snprintf(name, size, "%s", database_is_server(database) ? "postgresql://" : database);
}

bool database_source(const struct config *config, const char *database,
                     char password[DATABASE_PASSWORD_MAX], struct store_source *source,
                     struct fault *why)
{
    (void)config, (void)password, (void)why;
    *source = (struct store_source){.from = database};
    return true;
}

static enum store_error open_server(struct store **store, const struct database_setup *setup,
                                    struct fault *why)
{
    (void)store;
    fault_set(why, "%s", database_refused(setup->database));
    return STORE_FAILED;
}

#endif

enum store_error database_open(struct store **store, const struct database_setup *setup,
                               struct fault *why)
{
    if (database_is_server(setup->database))
        return open_server(store, setup, why);
    return store_open_sqlite(
        store,
        &(struct sqlite_setup){.path = setup->database,
                               .timezone_minutes = setup->timezone_minutes,
                               .loop = setup->loop,
                               .log = setup->log,
                               .guarded = !setup->fresh,
                               .backups = settings_text(&setup->config->talon, CONFIG_BACKUP)},
        why);
}
