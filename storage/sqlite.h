/* sqlite.h: the parts of the SQLite store among themselves.
 *
 * One connection writes, in the writer's thread; it alone checkpoints. One reads, read-only, used
 * by one thread at a time. (SQLite 3.7.0-3.51.2 can damage a WAL when two connections write or
 * checkpoint at the same moment.) Another talon is kept out by a lock on a file beside the
 * database, so that read-only tools still get in. No mmap: an I/O error there is a signal.
 *
 * quick_check reads the whole database. It is spared where nothing can have happened: in the lock's
 * file stands, after an orderly end, the size and the time that the database had then. (Until then
 * and after any other end: deaths.h.) */
#ifndef TALON_STORAGE_SQLITE_H
#define TALON_STORAGE_SQLITE_H

#include <sqlite3.h>

#include "archive.h"
#include "internal.h"
#include "place.h"

enum { STORE_APPLICATION_ID = 0x54414c4e }; /* "TALN" */

struct migration {
    int version; /* user_version after it */
    const char *name, *sql;
};
/* Embedded from schema/NNN-name.sql, in order. */
extern const struct migration store_migrations[];
extern const unsigned store_migration_count;

/* Brings the database to the last of `list`: one transaction a step. One that is older and not
 * empty is copied to `path`.vN before. */
enum store_error sqlite_migrate(sqlite3 *db, const char *path, const struct migration *list,
                                unsigned count, char *why, size_t why_size);

/* The meaning of a result code, and in `why` one clear line. */
enum store_error sqlite_fault(sqlite3 *db, const char *path, char *why, size_t why_size);
/* The same of a call of the system's, by errno. */
enum store_error sqlite_system_fault(const char *name, char *why, size_t why_size);
/* A number that one row holds. False: `db` has the error. */
bool sqlite_number(sqlite3 *db, const char *sql, int64_t *number);
/* Whether it is a database of ours that this version can read. */
enum store_error sqlite_check_version(sqlite3 *db, const char *path, int newest, int64_t *version,
                                      char *why, size_t why_size);

enum write_stmt {
    W_BEGIN,
    W_COMMIT,
    W_ROLLBACK,
    W_TABLE,
    W_TABLE_CLOSED,
    W_ROUND,
    W_ACTION,
    W_JOURNAL,
    W_ROUND_END,
    W_JOURNAL_CLEAR,
    W_RESULT,
    W_IDENTITY,
    W_PERSON_NEW,
    W_IDENTITY_NEW,
    W_IDENTITY_SEEN,
    W_PERSON_SEEN,
    W_SCOPE,
    W_SCOPE_NEW,
    W_SCORE,
    W_EARNED,
    W_SETTING,
    W_SETTING_CLEAR,
    W_JOIN_SCORES,
    W_JOIN_CLEAR,
    W_JOIN_IDENTITIES,
    W_JOIN_LINKS,
    W_JOIN_NICK,
    W_JOIN_NAME,
    W_JOIN_PERSON,
    W_LINK,
    W_ROUND_DROP,
    W_PRUNE_REPLAYS,
    W_PRUNE_RESULTS,
    W_PRUNE_ROUNDS,
    W_PRUNE_WINDOWS,
    W_IDENTITIES,
    W_RECOUNT,
    W_RECOUNT_CLEAR,
    W_PART,
    W_PART_LINK,
    W_PART_NICK,
    W_NAME,
    W_MOVE,
    WRITE_STMTS
};
enum read_stmt {
    R_SCOPE,
    R_BOARD,
    R_PLAYER,
    R_SCORE,
    R_BETTER_POINTS,
    R_BETTER_WON,
    R_BETTER_ROUNDS,
    R_SHOWN,
    R_IDENTITY,
    R_PERSON,
    R_LINKS,
    R_TAKEN,
    R_RECORD,
    READ_STMTS
};
extern const char *const sqlite_write_sql[WRITE_STMTS];
extern const char *const sqlite_read_sql[READ_STMTS];

struct sqlite_store {
    struct store base; /* first */
    const struct log *log;
    char *path;
    int lock_fd;
    bool untouched; /* since an orderly end */
    bool orderly;   /* this end */
    sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITE_STMTS], *read[READ_STMTS];
    struct archive archive; /* the writer's */
    struct open_files place;
    uint64_t written; /* the last batch that is committed, told or not: no try applies it twice */
};

static inline bool bind_text(sqlite3_stmt *stmt, int at, const char *text)
{
    return sqlite3_bind_text(stmt, at, text, -1, SQLITE_STATIC) == SQLITE_OK;
}

static inline bool bind_int(sqlite3_stmt *stmt, int at, int64_t value)
{
    return sqlite3_bind_int64(stmt, at, value) == SQLITE_OK;
}

static inline const char *column_text(sqlite3_stmt *stmt, int at)
{
    const char *text = (const char *)sqlite3_column_text(stmt, at);
    return text ? text : "";
}

/* A round of the columns that SQLITE_ROUND_COLUMNS names, from the first; text valid until the next
 * step. False: damaged. */
#define SQLITE_ROUND_COLUMNS                                                                       \
    "id, game_table, network, channel, rule_set, setup, rules_version, started_at, secret, "       \
    "commitment, deal_hash"
enum { ROUND_COLUMNS = 11 };
bool sqlite_round_of(sqlite3_stmt *stmt, struct store_round *round);

/* sqlite_prune.c: one step of it. False: `db` has the error. */
bool sqlite_prune(struct sqlite_store *sq, const struct prune *prune);

/* Another seat of the round of `r` than its own, by identity j. */
#define SQLITE_OTHER_SEAT                                                                          \
    "SELECT 1 FROM result q JOIN identity j ON j.id = q.identity"                                  \
    " WHERE q.round = r.round AND q.seat <> r.seat"
/* Somebody else than the person ?1 is known by the folded name ?3. */
#define SQLITE_NAME_TAKEN                                                                          \
    "SELECT 1 FROM person WHERE name_key = ?3 AND id <> ?1 UNION ALL"                              \
    " SELECT 1 FROM identity WHERE name_key = ?3 AND person <> ?1 UNION ALL"                       \
    " SELECT 1 FROM identity WHERE account_key = ?3 AND person <> ?1"

/* Runs a statement for its effect. */
bool sqlite_run(sqlite3_stmt *stmt);
enum found { FOUND, NONE, ERROR };
/* Runs a statement that gives one row or none, and up to two numbers of it (`second` may be NULL).
 */
enum found sqlite_run_row(sqlite3_stmt *stmt, int64_t *first, int64_t *second);
/* Finds an identity with `stmt` (W_IDENTITY or R_IDENTITY); linked nicks by where they come from.
 */
enum found sqlite_find(sqlite3_stmt *stmt, const struct store_identity *who, int64_t *identity,
                       int64_t *person);

/* sqlite_people.c: the identity and its person, made when new, their names brought up to date, with
 * so many rounds more; and operations on them. */
bool sqlite_meet(struct sqlite_store *sq, const struct store_identity *who, int64_t at, int rounds,
                 int64_t *identity, int64_t *person);
bool sqlite_link(struct sqlite_store *sq, const struct link *link);
bool sqlite_part(struct sqlite_store *sq, const struct person_op *op);
bool sqlite_name(struct sqlite_store *sq, const struct person_op *op);
bool sqlite_move(struct sqlite_store *sq, const struct person_op *op);

/* sqlite_apply.c, sqlite_read.c: entries of the table of functions. */
enum apply sqlite_apply(struct store *store, const struct batch *first, unsigned count, char *why,
                        size_t why_size);
int64_t sqlite_next_table_id(struct store *store);
int64_t sqlite_next_round_id(struct store *store);
bool sqlite_load_tables(struct store *store,
                        bool (*row)(void *arg, const struct store_table *table), void *arg);
bool sqlite_load_rounds(struct store *store,
                        bool (*round)(void *arg, const struct store_round *round),
                        bool (*action)(void *arg, const struct store_action *action), void *arg);
bool sqlite_load_settings(struct store *store,
                          bool (*row)(void *arg, const char *scope, const char *key,
                                      const char *value),
                          void *arg);
bool sqlite_board(struct store *store, const struct store_board_query *query,
                  struct store_score *rows, unsigned *count);
bool sqlite_record(struct store *store, int64_t round, bool *found, char **setup, char **actions);
bool sqlite_stats(struct store *store, const struct store_stats_query *query, bool *found,
                  struct store_score scores[STORE_WINDOWS]);
bool sqlite_links(struct store *store, const struct store_identity *who, struct store_links *links);
bool sqlite_taken(struct store *store, const struct store_identity *who, const char *name,
                  bool *taken);

#endif
