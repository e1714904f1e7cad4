/* copy.h: copies of a database, made beside a running daemon. No store, no loop.
 *
 * A copy is complete and on the disk, or not there: it is made as "NAME-part" and renamed when it
 * is complete. It has everything that was committed when it began, is one file, and has mode 0600,
 * because it holds the secrets of running rounds. */
#ifndef TALON_STORAGE_CHECK_COPY_H
#define TALON_STORAGE_CHECK_COPY_H

#include <stdatomic.h>

#include "storage/store.h"

/* What a database holds, in numbers. */
struct store_book {
    int64_t bytes;
    int64_t tables, people, rounds, running; /* running: of the rounds */
};

/* Reads all of the database at `path`. STORE_OK: it is undamaged, and of this or an older version.
 * Changes nothing. `book` gets the counts; it may be NULL. */
enum store_error store_check(const char *path, struct store_book *book, struct fault *why);

/* Copies the database at `path` to `to`, which must not exist, and checks the copy. */
enum store_error store_backup(const char *path, const char *to, struct store_book *book,
                              struct fault *why);
/* As store_backup(), for a thread that another one may stop: soon after *stop is set it returns an
 * error, and there is no copy. */
struct store_copying {
    const char *from, *to; /* `from`: a path, or the address of a server (pg_backup.c) */
    const char *password;  /* password of the server; NULL: none, or libpq finds it */
    atomic_bool *stop;     /* NULL: nobody asks */
};
enum store_error store_copy(const struct store_copying *copying, struct store_book *book,
                            struct fault *why);

/* Replaces the database at `path`, if there is one, by a checked copy of the database `from`. The
 * old one stays as `path`.before-restore ("-2" and so on is added if that name is used); `kept`
 * gets its name, "" if there was none. If only the -wal or -journal of a database that is gone is
 * there, that stays in the same way (`path`.before-restore-wal), because SQLite would read it into
 * the new one. Refused while a daemon uses `path`. If root restores, the file gets the owner of the
 * old one, or of its folder. */
enum { STORE_KEPT_MAX = 4200 };
enum store_error store_restore(const char *path, const char *from, char kept[STORE_KEPT_MAX],
                               struct store_book *book, struct fault *why);

#endif
