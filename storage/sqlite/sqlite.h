/* sqlite.h: the store that keeps everything in a SQLite database. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_H
#define TALON_STORAGE_SQLITE_SQLITE_H

#include "storage/store.h"

/* The path is copied; the loop and the log (NULL: none) outlive the store. */
struct sqlite_setup {
    const char *path;
    int timezone_minutes; /* east of UTC: shifts days, weeks and seasons of the boards */
    struct loop *loop;
    const struct log *log;
    bool guarded;        /* no new database where copies of one lie (backups.h) ... */
    const char *backups; /* ... beside it, or in this folder; NULL: there is none */
};

/* Opens or creates the database, migrating it if it is older (a copy at `path`.vN is kept). `why`
 * (may be NULL) gets one clear line when it fails. While it reads or writes much systemd is asked
 * for time. */
enum store_error store_open_sqlite(struct store **store, const struct sqlite_setup *setup,
                                   struct fault *why);

#endif
