/* postgresql.h: the store in a PostgreSQL database.
 *
 * It asks and writes the same as SQLite's store (sql_store.h). One connection writes, one reads,
 * one keeps the process and its leases alive (pg_keeper.h, lease.h). The transaction of each batch
 * begins with a fence (pg_ledger.h), which refuses the batch if another process has taken over, or
 * if it is unknown whether the last batch was committed. After a broken connection, the ledger says
 * whether the last batch is durable. */
#ifndef TALON_STORAGE_POSTGRESQL_POSTGRESQL_H
#define TALON_STORAGE_POSTGRESQL_POSTGRESQL_H

#include "storage/store.h"

/* Defaults, in milliseconds. */
enum {
    LEASE_LIFE_MS = 1500,
    LEASE_RENEW_MS = 500,
    ALONE_LIFE_MS = 3000, /* after a crash the next start waits this long, and no other process
                             waits to take over */
    ALONE_RENEW_MS = 1000
};

/* Texts are copied; the loop and the log (NULL: none) outlive the store. */
struct postgresql_setup {
    const char *address;  /* "postgresql://..." or "host=... dbname=...", as libpq reads it */
    const char *password; /* NULL: use the one of the address or of libpq's password file, if there
                             is one */
    int timezone_minutes; /* east of UTC: shifts days, weeks and seasons of the boards */
    unsigned patience;    /* milliseconds to wait for an answer; 0: PG_PATIENCE_MS */
    const char *process;  /* name that other processes see; NULL: "" */
    bool alone;           /* no other process may use the database; all leases belong to this one */
    unsigned lease_life;  /* milliseconds of silence after which others may take over; 0: LEASE_ or
                             ALONE_LIFE_MS */
    unsigned lease_renew; /* milliseconds between renewals, a third of lease_life at most; 0: LEASE_
                             or ALONE_RENEW_MS */
    struct loop *loop;
    const struct log *log;
};

/* Connects, and makes the tables or brings them up to date. An `alone` process first waits until
 * dead members have run out. STORE_LOCKED: another process uses the database, and it or this one
 * wants to be alone. The fault never has the password in it. */
enum store_error store_open_postgresql(struct store **store, const struct postgresql_setup *setup,
                                       struct fault *why);

/* For tools that work on files: copies one moment of the server's data into a new database at
 * `path`, while daemons go on. */
enum store_error store_pull_postgresql(const char *address, const char *password, const char *path,
                                       struct fault *why);
/* Copies a database of this version to a server that has no data and no daemon: all of it or
 * nothing. */
enum store_error store_push_postgresql(const char *path, const char *address, const char *password,
                                       struct fault *why);

/* Copies the database at `from` into a pg_dump file (pg_backup.c), as store_backup() copies a file.
 * talon restore and pg_restore read it. Daemons use store_copier_postgresql. */
struct store_copying;
struct store_book;
struct store_copier;
enum store_error store_backup_postgresql(const struct store_copying *copying,
                                         struct store_book *book, struct fault *why);
/* Restores a backup into the database of the address `to`, all or nothing. `from` is the backup's
 * file. The database must hold no table. */
enum store_error store_restore_postgresql(const struct store_copying *copying,
                                          struct store_book *book, struct fault *why);
extern const struct store_copier store_copier_postgresql; /* backups.h */

/* store_forget() (forget.h). No daemon may use the database meanwhile. */
struct store_forget;
enum store_error store_forget_postgresql(const char *address, const char *password,
                                         struct store_forget *forget, struct fault *why);

/* Returns why a configuration file must not have this address, such as a password in it; NULL: it
 * may. The text repeats nothing of the address. */
const char *store_postgresql_refused(const char *address);
/* Writes the name that the database has in logs: its host and its name. False: the address cannot
 * be read. */
bool store_postgresql_name(const char *address, char *name, size_t size);

#endif
