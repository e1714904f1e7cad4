/* pg_letters.h: letters between the holders of networks (storage/lease.h).
 *
 * A letter is a row. Its sender's batch inserts it, and its reader's batch deletes it. The keeper
 * looks for letters to the networks that this process has: every LETTERS_BUSY_MS while letters come
 * and go, every LETTERS_IDLE_MS otherwise. It reads the next ones only when the last ones are
 * handled and everything that they led to is durable, so no letter is taken twice. One process at a
 * time writes the letters of a network, so their numbers are in the order of its commits.
 *
 * It asks and does not LISTEN: poolers and CockroachDB cannot do that, and each commit with a
 * NOTIFY waits for a lock of the whole server. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_LETTERS_H
#define TALON_STORAGE_POSTGRESQL_PG_LETTERS_H

#include "pg_keeper.h"
#include "pg_store.h"

enum { LETTERS_BUSY_MS = 25, LETTERS_IDLE_MS = 400 };

#define PG_LETTER_SQL                                                                              \
    "INSERT INTO letter (recipient, sender, text, at) VALUES (?1, ?2, ?3,"                         \
    " CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT))"
#define PG_LETTER_READ_SQL "DELETE FROM letter WHERE id = ?1"
/* The first letters of each network come before the second ones, and so on: a network that takes
 * none does not keep the others from theirs. */
#define PG_LETTERS_SQL                                                                             \
    "SELECT id, recipient, sender, text FROM"                                                      \
    " (SELECT l.* FROM unnest(CAST(?1 AS TEXT[])) AS n (name), LATERAL"                            \
    " (SELECT id, recipient, sender, text, row_number() OVER (ORDER BY id) AS place FROM letter"   \
    " WHERE recipient = n.name ORDER BY id LIMIT ?2) AS l"                                         \
    " ORDER BY l.place, l.id LIMIT ?2) AS picked ORDER BY id"
#define PG_OLD_LETTERS_SQL                                                                         \
    "DELETE FROM letter WHERE at <"                                                                \
    " CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) - 3600000"

/* For struct sql_kind. Writer thread. */
bool pg_letters_write(struct sql_store *sq, const struct op *op);
/* Reads the next letters, if it is time. False: the connection has the error. */
bool pg_letters_look(struct keeper *keeper);

#endif
