/* copy.h: copies of a database, beside a running daemon: no store, no loop.
 *
 * A copy is complete and on the disk, or not there: it is made under another name ("NAME-part") and
 * takes its own when it is whole. It has everything that was committed when it was begun, is one
 * file, and is for its owner alone (0600): it holds the secrets of running rounds. */
#ifndef TALON_STORAGE_CHECK_COPY_H
#define TALON_STORAGE_CHECK_COPY_H

#include <stdatomic.h>

#include "storage/store.h"

/* What a database holds, for who looks after it. */
struct store_book {
    int64_t bytes;
    int64_t tables, people, rounds, running; /* running: of the rounds */
};

/* Reads all of the database at `path` and says whether it is whole, and of this version or an older
 * one; changes nothing. `why` (may be NULL) gets one clear line when it is not; `book` may be
 * NULL. */
enum store_error store_check(const char *path, struct store_book *book, struct fault *why);

/* Copies the database at `path` to `to`, which must not be there, and checks the copy. */
enum store_error store_backup(const char *path, const char *to, struct store_book *book,
                              struct fault *why);
/* The same for a thread that may be asked to give up: soon after *stop is set it returns an error,
 * and there is no copy. */
struct store_copying {
    const char *from, *to;
    atomic_bool *stop; /* NULL: nobody asks */
};
enum store_error store_copy(const struct store_copying *copying, struct store_book *book,
                            struct fault *why);

/* Puts a checked copy of the database `from` in the place of the one at `path`, or where none is.
 * What was there stays as `path`.before-restore ("-2" and so on behind it, if there is one; its
 * name goes into `kept`, "" when nothing was there). Refused while a daemon uses `path`.
 * What root puts back belongs to whom the old one belonged, or its folder does. */
enum { STORE_KEPT_MAX = 4200 };
enum store_error store_restore(const char *path, const char *from, char kept[STORE_KEPT_MAX],
                               struct store_book *book, struct fault *why);

#endif
