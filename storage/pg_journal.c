#include "pg_journal.h"

#include "pg_persons.h"

static const char *const texts[PG_STMTS] = {
    [P_ACTION] = "INSERT INTO journal (round, seq, at, action, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
    [P_HAS] = "SELECT 1 FROM journal WHERE round = ?1 LIMIT 1",
    [P_JOURNAL] = "SELECT seq, at, action, hash FROM journal WHERE round = ?1 ORDER BY seq",
    [P_DROP] = "DELETE FROM journal WHERE round = ?1",
    [P_PERSONS] = PG_PERSONS_SQL,
};

bool pg_journal_init(struct pg_store *pg)
{
    for (unsigned i = 0; i < PG_STMTS; i++)
        if ((pg->own[i] = sql_prepare(pg->sql.writer, texts[i])) == NULL)
            return false;
    return true;
}

void pg_journal_finish(struct pg_store *pg)
{
    for (unsigned i = 0; i < PG_STMTS; i++)
        sql_finalize(pg->own[i]);
}

static struct sql_stmt *own(struct sql_store *store, enum pg_own which, int64_t round)
{
    struct sql_stmt *stmt = ((struct pg_store *)store)->own[which];
    sql_bind_int(stmt, 1, round);
    return stmt;
}

/* A number that is there already is refused by the key. */
bool pg_journal_append(struct sql_store *store, const struct store_action *action)
{
    struct sql_stmt *stmt = own(store, P_ACTION, action->round);
    return sql_bind_int(stmt, 2, action->seq) && sql_bind_int(stmt, 3, action->at) &&
           sql_bind_text(stmt, 4, action->text) && sql_bind_int(stmt, 5, (int64_t)action->hash) &&
           sql_run(stmt);
}

bool pg_journal_has(struct sql_store *store, int64_t round, bool *has)
{
    int64_t one = 0;
    enum found found = sql_run_row(own(store, P_HAS, round), &one, NULL);
    *has = found == FOUND;
    return found != ERROR;
}

bool pg_journal_expect(struct sql_store *store, int64_t round, bool idle)
{
    return sql_ahead(own(store, P_JOURNAL, round)) &&
           (!idle || sql_ahead(own(store, P_HAS, round)));
}

bool pg_journal_pack(struct sql_store *store, int64_t round, const uint8_t **bytes, size_t *size)
{
    struct sql_stmt *stmt = own(store, P_JOURNAL, round);
    enum sql_step code;
    archive_init(&store->archive);
    while ((code = sql_step(stmt)) == SQL_ROW)
        archive_add(&store->archive, &(struct store_action){.round = round,
                                                            .seq = (uint32_t)sql_int64(stmt, 0),
                                                            .at = sql_int64(stmt, 1),
                                                            .text = sql_text(stmt, 2),
                                                            .hash = (uint64_t)sql_int64(stmt, 3)});
    return sql_reset(stmt) && code == SQL_DONE &&
           archive_close(&store->archive, round, bytes, size);
}

bool pg_journal_drop(struct sql_store *store, int64_t round)
{
    return sql_run(own(store, P_DROP, round));
}
