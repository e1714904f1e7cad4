/* backups.h: dated copies of a database in a folder. Only the newest few are kept.
 *
 * A copy is called talon-YEAR-MONTH-DAY.db, or .dump if it is of a server. It is made like one of
 * `talon backup` (copy.h): it is complete and checked, or not there. Other files of the folder are
 * left alone. */
#ifndef TALON_STORAGE_CHECK_BACKUPS_H
#define TALON_STORAGE_CHECK_BACKUPS_H

#include <stdatomic.h>

#include "storage/check/copy.h"

/* How one kind of database is copied. */
struct store_copier {
    const char *suffix; /* ending of the name of a dated copy; one of suffixes[] in backups.c */
    enum store_error (*copy)(const struct store_copying *copying, struct store_book *book,
                             struct fault *why);
};
extern const struct store_copier store_copier_file; /* store_copy(); postgresql.h has another */

/* A database that can be copied. */
struct store_source {
    const char *from;                  /* store_copying.from; NULL: there is none */
    const char *password;              /* store_copying.password */
    const struct store_copier *copier; /* NULL: store_copier_file */
};

struct store_backups {
    const struct store_source *source;
    const char *folder; /* created with mode 0700 if only the last folder of its path is missing */
    unsigned keep;      /* copies, at least 1 */
    int64_t day;        /* the day in the copy's name, counted from 1970-01-01 */
    atomic_bool *stop;  /* another thread sets it to make the copy give up; NULL: none does */
};

enum { STORE_BACKUP_NAME_MAX = 4096 };
/* Whether the copy of that day exists. */
bool store_backup_is_there(const struct store_backups *backups);
/* When the newest copy was made, in seconds since 1970. 0: there is none. Copies of days after
 * `day` do not count: a wrong clock made them. */
int64_t store_backup_latest(const struct store_backups *backups);
/* Looks for remains of a missing database: its write-ahead log, a daily copy in `folder` (may be
 * NULL) or beside `path`, or the copy that a restore or an upgrade kept. `found` gets the name of
 * one. False: there are none. */
bool store_backup_left(const char *path, const char *folder, char found[STORE_BACKUP_NAME_MAX]);
/* Copies the source, beside its daemon. If the copy is good, removes the oldest copies
 * beyond `keep`, and what a killed copy left. Copies of later days come from a wrong clock and stay
 * until their day. After an error all copies stay. `made` gets the name of the copy. Takes long:
 * not on the loop. */
enum store_error store_backup_dated(const struct store_backups *backups,
                                    char made[STORE_BACKUP_NAME_MAX], struct fault *why);

#endif
