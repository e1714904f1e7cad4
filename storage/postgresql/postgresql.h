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

/* Milliseconds, where nobody says otherwise. */
enum {
    LEASE_LIFE_MS = 1500,
    LEASE_RENEW_MS = 500,
    ALONE_LIFE_MS = 3000, /* nobody takes over; the next start waits this long */
    ALONE_RENEW_MS = 1000
};

/* Texts are copied; the loop and the log (NULL: none) outlive the store. */
struct postgresql_setup {
    const char *address;  /* "postgresql://..." or "host=... dbname=...", as libpq reads it */
    const char *password; /* NULL: that of the address or of libpq's password file, or none */
    int timezone_minutes; /* east of UTC: shifts days, weeks and seasons of the boards */
    unsigned patience;    /* milliseconds to wait for an answer; 0: PG_PATIENCE_MS */
    const char *process;  /* name that other processes see; NULL: "" */
    bool alone;           /* no other process may use the database; all leases belong to this one */
    unsigned
        lease_life; /* milliseconds of silence after which others may take over; 0: by `alone` */
    unsigned lease_renew; /* milliseconds between renewals, a third of lease_life at most; 0: by
                             `alone` */
    struct loop *loop;
    const struct log *log;
};

/* Connects, and makes the tables or brings them up to date. An `alone` process waits until members
 * that died without leaving have run out. STORE_LOCKED: another member lives, or is alone. The
 * fault holds no password. */
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

/* store_forget() (forget.h). No daemon may use the database meanwhile. */
struct store_forget;
enum store_error store_forget_postgresql(const char *address, const char *password,
                                         struct store_forget *forget, struct fault *why);

/* Why an address must not be in a configuration file: it is no address, or has a password in it.
 * NULL: it may. The text repeats nothing of the address. */
const char *store_postgresql_refused(const char *address);
/* What it is called in logs: where, and which database. False: it is no address. */
bool store_postgresql_name(const char *address, char *name, size_t size);

#endif
