/* sqlite.h: the store that keeps everything in a SQLite database. */
#ifndef TALON_STORAGE_SQLITE_H
#define TALON_STORAGE_SQLITE_H

#include "store.h"

/* Opens or creates the database at `path`, migrating it if it is older (a copy `path`.vN is kept).
 * `timezone_minutes` east of UTC shifts days, weeks and seasons of the boards. `why` (may be NULL)
 * gets one clear line when it fails. While it reads or writes much systemd is asked for time. */
enum store_error store_open_sqlite(struct store **store, const char *path, int timezone_minutes,
                                   struct loop *loop, const struct log *log, char *why,
                                   size_t why_size);

#endif
