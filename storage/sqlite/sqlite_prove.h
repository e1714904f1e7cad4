/* sqlite_prove.h: reads rounds on a connection that is open already (prove.c). */
#ifndef TALON_STORAGE_SQLITE_SQLITE_PROVE_H
#define TALON_STORAGE_SQLITE_SQLITE_PROVE_H

#include <sqlite3.h>

#include "storage/check/prove.h"

struct round_reader;

/* The connection and `path` (for its errors) outlive it. NULL: memory is out, or `db` has the
 * error. */
struct round_reader *sqlite_prove_open(sqlite3 *db, const char *path);
/* Reads one round, in the caller's transaction. What `proof` points to is valid until the next
 * call. */
enum store_error sqlite_prove_round(struct round_reader *reading, int64_t round,
                                    struct store_proof *proof, struct fault *why);
/* Accepts NULL. */
void sqlite_prove_close(struct round_reader *reading);

#endif
