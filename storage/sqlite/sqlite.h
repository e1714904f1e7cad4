/* sqlite.h: the store in a SQLite database. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_H
#define TALON_STORAGE_SQLITE_SQLITE_H

#include "storage/store.h"

/* The path is copied; the loop and the log (NULL: none) outlive the store. */
struct sqlite_setup {
    const char *path;
    int timezone_minutes; /* east of UTC: shifts days, weeks and seasons of the boards */
    struct loop *loop;
    const struct log *log;
    bool guarded; /* refuse to make a new database if there are copies of an old one (backups.h) ...
                   */
    const char *backups; /* ... beside `path` or in this folder; NULL: only beside `path` */
};

/* Opens or creates the database. An older one is migrated, and a copy of it stays at `path`.vN.
 * Asks systemd for more time while it reads or writes much. */
enum store_error store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                   struct fault *why);

#endif
