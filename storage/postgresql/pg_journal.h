/* pg_journal.h: the actions of running rounds in PostgreSQL: one row each, found by round and
 * number. Writer thread. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_JOURNAL_H
#define TALON_STORAGE_POSTGRESQL_PG_JOURNAL_H

#include "pg_store.h"

/* False: memory is out. */
bool pg_journal_init(struct pg_store *pg);
void pg_journal_finish(struct pg_store *pg);

/* Of struct sql_kind. */
/* Gathers it. */
bool pg_journal_append(struct sql_store *store, const struct store_action *action);
/* Sends the gathered actions. Called before a commit. Functions that read the actions call it
 * themselves. */
bool pg_journal_send(struct pg_store *pg);
/* Drops the gathered actions, because the transaction is rolled back. */
void pg_journal_forget(struct pg_store *pg);
bool pg_journal_has(struct sql_store *store, int64_t round, bool *has);
bool pg_journal_expect(struct sql_store *store, int64_t round, bool idle);
/* Also binds the number of the packed actions to W_ROUND_END: if the journal has another number,
 * another process has played the round meanwhile. The statement fails then, and the retry reads the
 * actions. */
bool pg_journal_pack(struct sql_store *store, int64_t round, const uint8_t **bytes, size_t *size);
bool pg_journal_drop(struct sql_store *store, int64_t round);
/* For the reader. */
struct sql_actions *pg_journal_open(struct sql_store *store, const char *network);
const struct archive *pg_journal_actions(struct sql_actions *base, int64_t round, bool *hurt);
bool pg_journal_close(struct sql_actions *actions);

#endif
