/* backups.h: dated copies of a database in a folder, the last few of them.
 *
 * A copy is called talon-YEAR-MONTH-DAY.db and is like one of `talon backup` (copy.h): complete and
 * checked, or not there. Other files of the folder are nobody's business here. */
#ifndef TALON_STORAGE_CHECK_BACKUPS_H
#define TALON_STORAGE_CHECK_BACKUPS_H

#include <stdatomic.h>

#include "storage/store.h"

struct store_backups {
    const char *folder; /* created, for its owner alone, when only it is missing */
    unsigned keep;      /* copies, at least 1 */
    int64_t day;        /* whose name the copy gets, counted from 1970 */
    atomic_bool *stop;  /* set by another thread: give up soon. NULL: never */
};

enum { STORE_BACKUP_NAME_MAX = 4096 };
/* Whether the copy of that day is there. */
bool store_backup_is_there(const struct store_backups *backups);
/* Looks for what is left of a missing database: its write-ahead log, a daily copy in `folder`
 * (NULL: none) or beside it, or the copy that a restore or an upgrade made. `found` gets one of
 * them. False: there is nothing. */
bool store_backup_left(const char *path, const char *folder, char found[STORE_BACKUP_NAME_MAX]);
/* Copies the database at `path`, beside its daemon; when the copy is good, removes the oldest
 * copies until that day beyond `keep`, and what one that was killed left. Copies of later days are
 * of a clock that was ahead, and stay until their day. On an error all copies stay. `made` gets the
 * name. Takes long: not on the loop. */
enum store_error store_backup_dated(const char *path, const struct store_backups *backups,
                                    char made[STORE_BACKUP_NAME_MAX], struct fault *why);

#endif
