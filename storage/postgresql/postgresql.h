/* postgresql.h: the store that keeps everything in a PostgreSQL database.
 *
 * All that is asked and written is what SQLite's store does (sql_store.h). One connection writes,
 * one reads, one keeps the process and its leases alive (pg_keeper.h, lease.h). Each batch's
 * transaction begins with the fence (pg_ledger.h): what a process writes whose place another has
 * taken, or of whose last batch it does not know what became, is refused. Whenever a connection
 * broke the ledger says whether the last batch is durable. */
#ifndef TALON_STORAGE_POSTGRESQL_POSTGRESQL_H
#define TALON_STORAGE_POSTGRESQL_POSTGRESQL_H

#include "storage/store.h"

/* Milliseconds, where nobody says otherwise. */
enum {
    LEASE_LIFE_MS = 1500,
    LEASE_RENEW_MS = 500,
    ALONE_LIFE_MS = 3000, /* nobody takes over, and its next start waits for that long */
    ALONE_RENEW_MS = 1000
};

/* Texts are copied; the loop and the log (NULL: none) outlive the store. */
struct postgresql_setup {
    const char *address;  /* "postgresql://..." or "host=... dbname=...", as libpq reads it */
    const char *password; /* NULL: of the address, a file of libpq, or none */
    int timezone_minutes; /* east of UTC: shifts days, weeks and seasons of the boards */
    unsigned patience;    /* milliseconds that an answer may take; 0: PG_PATIENCE_MS */
    const char *process;  /* how this one is shown to others; NULL: "" */
    bool alone;           /* no other process may use it, and all leases are this one's */
    unsigned lease_life;  /* milliseconds after which who is silent may be replaced; 0: */
    unsigned lease_renew; /* that it is alone or not decides; a third of that at the most */
    struct loop *loop;
    const struct log *log;
};

/* Connects, and makes the tables or brings them up to date. Who is to be alone waits as long as
 * others that ended without a word keep their places; STORE_LOCKED: one lives, or is alone. `why`
 * (may be NULL) gets one clear line when it fails, which holds no password. */
enum store_error store_open_postgresql(struct store **store, const struct postgresql_setup *setup,
                                       struct fault *why);

/* For tools that know files: copies all that the server has into a new database at `path`, as it is
 * at one moment; daemons go on meanwhile. `password` as above. */
enum store_error store_pull_postgresql(const char *address, const char *password, const char *path,
                                       struct fault *why);
/* Copies a database of this version into one of a server that has nothing, which no daemon uses:
 * all of it or nothing. */
enum store_error store_push_postgresql(const char *path, const char *address, const char *password,
                                       struct fault *why);

/* store_forget() (forget.h), which no daemon may use meanwhile. */
struct store_forget;
enum store_error store_forget_postgresql(const char *address, const char *password,
                                         struct store_forget *forget, struct fault *why);

/* NULL, or why that is not to be written in a configuration: it is no address, or has the password
 * in it. The answer holds nothing of it. */
const char *store_postgresql_refused(const char *address);
/* What it is called in logs: where, and which database. False: it is no address. */
bool store_postgresql_name(const char *address, char *name, size_t size);

#endif
