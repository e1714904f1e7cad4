#include "pg_journal.h"

#include <stdlib.h>

#include "base/array.h"
#include "pg_letters.h"
#include "pg_persons.h"

static const char *const texts[PG_STMTS] = {
    /* Actions are gathered into one statement: that takes the server half the time of one statement
     * for each row. */
    [P_ACTIONS] = "INSERT INTO journal (round, seq, at, action, hash) SELECT * FROM"
                  " unnest(CAST(?1 AS BIGINT[]), CAST(?2 AS BIGINT[]), CAST(?3 AS BIGINT[]),"
                  " CAST(?4 AS TEXT[]), CAST(?5 AS BIGINT[]))",
    [P_HAS] = "SELECT 1 FROM journal WHERE round = ?1 LIMIT 1",
    [P_JOURNAL] = "SELECT seq, at, action, hash FROM journal WHERE round = ?1 ORDER BY seq",
    [P_DROP] = "DELETE FROM journal WHERE round = ?1",
    [P_PERSONS] = PG_PERSONS_SQL,
    [P_LETTER] = PG_LETTER_SQL,
    [P_LETTER_READ] = PG_LETTER_READ_SQL,
};

bool pg_journal_init(struct pg_store *pg)
{
    for (unsigned i = 0; i < PG_STMTS; i++) {
        if ((pg->own[i] = sql_prepare(pg->sql.writer, texts[i])) == NULL)
            return false;
    }
    return true;
}

void pg_journal_finish(struct pg_store *pg)
{
    for (unsigned i = 0; i < PG_STMTS; i++)
        sql_finalize(pg->own[i]);
    pg_array_finish(&pg->actions.rounds);
    pg_array_finish(&pg->actions.seqs);
    pg_array_finish(&pg->actions.times);
    pg_array_finish(&pg->actions.texts);
    pg_array_finish(&pg->actions.hashes);
}

/* NULL: the connection has the error. */
static struct sql_stmt *own_stmt(struct sql_store *store, enum pg_own which, int64_t round)
{
    if (!pg_journal_send((struct pg_store *)store))
        return NULL;
    struct sql_stmt *stmt = ((struct pg_store *)store)->own[which];
    sql_bind_int(stmt, 1, round);
    return stmt;
}

enum { ACTIONS_MAX = 256 };

void pg_journal_forget(struct pg_store *pg)
{
    struct pg_actions *actions = &pg->actions;
    actions->count = 0;
    pg_array_clear(&actions->rounds);
    pg_array_clear(&actions->seqs);
    pg_array_clear(&actions->times);
    pg_array_clear(&actions->texts);
    pg_array_clear(&actions->hashes);
}

/* The primary key refuses a number that the round has already. */
bool pg_journal_send(struct pg_store *pg)
{
    struct pg_actions *actions = &pg->actions;
    struct sql_stmt *stmt = pg->own[P_ACTIONS];
    struct pg_array *const columns[] = {&actions->rounds, &actions->seqs, &actions->times,
                                        &actions->texts, &actions->hashes};
    if (actions->count == 0)
        return true;
    for (int i = 0; i < (int)(ARRAY_SIZE(columns)); i++) {
        if (!pg_array_close(columns[i]) || !sql_bind_text(stmt, i + 1, columns[i]->text))
            return false;
    }
    bool sent = sql_run(stmt);
    pg_journal_forget(pg);
    return sent;
}

bool pg_journal_append(struct sql_store *store, const struct store_action *action)
{
    struct pg_store *pg = (struct pg_store *)store;
    struct pg_actions *actions = &pg->actions;
    bool good = pg_array_add_int(&actions->rounds, action->round) &&
                pg_array_add_int(&actions->seqs, action->seq) &&
                pg_array_add_int(&actions->times, action->at) &&
                pg_array_add(&actions->texts, action->text) &&
                pg_array_add_int(&actions->hashes, (int64_t)action->hash);
    actions->count++;
    return good && (actions->count < ACTIONS_MAX || pg_journal_send(pg));
}

/* Whether this process knows that the round has actions. */
static bool is_begun(const struct sql_store *store, int64_t round)
{
    const struct archive *packed = packs_find(&store->packs, round);
    return packed != NULL && packed->count > 0;
}

bool pg_journal_has(struct sql_store *store, int64_t round, bool *has)
{
    int64_t one = 0;
    *has = is_begun(store, round);
    if (*has)
        return true;
    struct sql_stmt *stmt = own_stmt(store, P_HAS, round);
    enum found found = stmt != NULL ? sql_run_row(stmt, &one, NULL) : ERROR;
    *has = found == FOUND;
    return found != ERROR;
}

/* A round without a pack is probably one from before a restart. */
bool pg_journal_expect(struct sql_store *store, int64_t round, bool idle)
{
    struct sql_stmt *has = NULL, *journal = NULL;
    if (packs_find(&store->packs, round) == NULL) {
        journal = own_stmt(store, P_JOURNAL, round);
        if (journal == NULL || !sql_pipeline(journal))
            return false;
    }
    if (!idle || is_begun(store, round))
        return true;
    has = own_stmt(store, P_HAS, round);
    return has != NULL && sql_pipeline(has);
}

/* Adds the action whose columns seq, at, action and hash begin at `column`. */
static void add_action(struct archive *archive, struct sql_stmt *stmt, int column)
{
    archive_add(archive, &(struct store_action){.seq = (uint32_t)sql_int64(stmt, column),
                                                .at = sql_int64(stmt, column + 1),
                                                .text = sql_text(stmt, column + 2),
                                                .hash = (uint64_t)sql_int64(stmt, column + 3)});
}

static bool read_all(struct sql_store *store, int64_t round, const uint8_t **bytes, size_t *size)
{
    struct sql_stmt *stmt = own_stmt(store, P_JOURNAL, round);
    enum sql_step code;
    if (stmt == NULL)
        return false;
    archive_init(&store->archive);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        add_action(&store->archive, stmt, 0);
    }
    return sql_reset(stmt) && code == SQL_DONE &&
           archive_close(&store->archive, round, bytes, size);
}

bool pg_journal_pack(struct sql_store *store, int64_t round, const uint8_t **bytes, size_t *size)
{
    struct archive *packed = packs_find(&store->packs, round);
    struct archive *archive = packed != NULL ? packed : &store->archive;
    bool good = packed != NULL ? archive_close(packed, round, bytes, size)
                               : read_all(store, round, bytes, size);
    return good && pg_journal_send((struct pg_store *)store) &&
           sql_bind_int(store->write[W_ROUND_END], 6, archive->count);
}

bool pg_journal_drop(struct sql_store *store, int64_t round)
{
    struct sql_stmt *stmt = own_stmt(store, P_DROP, round);
    return stmt != NULL && sql_run(stmt);
}

/* -- for the reader -- */

/* A statement that reads the actions of all running rounds, in the order of the rounds. */
struct running_actions {
    struct sql_actions base; /* first */
    struct sql_stmt *stmt;
    enum sql_step code; /* of the last step */
    struct archive archive;
};

struct sql_actions *pg_journal_open(struct sql_store *store, const char *network)
{
    struct running_actions *actions = calloc(1, sizeof(*actions));
    if (actions == NULL)
        return NULL;
    actions->base.sq = store;
    actions->stmt =
        sql_prepare(store->reader, "SELECT round, seq, at, action, hash FROM journal WHERE round IN"
                                   " (SELECT id FROM round WHERE ended_at IS NULL"
                                   " AND (CAST(?1 AS TEXT) IS NULL OR network = CAST(?1 AS TEXT)))"
                                   " ORDER BY round, seq");
    if (actions->stmt == NULL) {
        free(actions);
        return NULL;
    }
    sql_bind_text(actions->stmt, 1, network);
    actions->code = sql_step(actions->stmt);
    return &actions->base;
}

const struct archive *pg_journal_actions(struct sql_actions *base, int64_t round, bool *hurt)
{
    struct running_actions *actions = (struct running_actions *)base;
    struct sql_stmt *stmt = actions->stmt;
    *hurt = false;
    archive_init(&actions->archive);
    while (actions->code == SQL_ROW && sql_int64(stmt, 0) == round) {
        add_action(&actions->archive, stmt, 1);
        actions->code = sql_step(stmt);
    }
    return &actions->archive;
}

bool pg_journal_close(struct sql_actions *base)
{
    struct running_actions *actions = (struct running_actions *)base;
    bool good = actions->code == SQL_DONE;
    sql_finalize(actions->stmt);
    archive_finish(&actions->archive);
    free(actions);
    return good;
}
