#include "sql_store.h"

#include <stdlib.h>

static bool prepare_into(struct sql *sql, const char *text, struct sql_stmt **stmt)
{
    *stmt = sql_prepare(sql, text);
    return *stmt != NULL;
}

bool sql_prepare_writer(struct sql_store *sq)
{
    const char *const *own = sq->kind->write_sql;
    for (unsigned i = 0; i < WRITE_STMTS; i++) {
        if (!prepare_into(sq->writer, own != NULL && own[i] != NULL ? own[i] : sql_write_sql[i],
                          &sq->write[i]))
            return false;
    }
    return rater_open(&sq->rater, sq->writer, RATINGS_KEPT) &&
           recorder_open(&sq->recorder, sq->writer, RECORDS_KEPT);
}

bool sql_prepare_reader(struct sql_store *sq)
{
    for (unsigned i = 0; i < READ_STMTS; i++) {
        if (!prepare_into(sq->reader, sql_read_sql[i], &sq->read[i]))
            return false;
    }
    for (unsigned i = 0; i < WEB_STMTS; i++) {
        if (!prepare_into(sq->reader, sql_web_sql[i], &sq->web[i]))
            return false;
    }
    return true;
}

void sql_finalize_all(struct sql_store *sq)
{
    for (unsigned i = 0; i < READ_STMTS; i++)
        sql_finalize(sq->read[i]);
    for (unsigned i = 0; i < WEB_STMTS; i++)
        sql_finalize(sq->web[i]);
    for (unsigned i = 0; i < WRITE_STMTS; i++)
        sql_finalize(sq->write[i]);
    rater_close(&sq->rater);
    recorder_close(&sq->recorder);
    packs_forget(&sq->packs);
    known_forget(&sq->known);
    free(sq->changed.persons);
    sq->changed = (struct changed_people){.count = 0};
}

void sql_reset_all(struct sql_store *sq)
{
    for (unsigned i = 0; i < WRITE_STMTS; i++)
        sql_reset(sq->write[i]);
    rater_reset(&sq->rater);
    recorder_reset(&sq->recorder);
    packs_forget(&sq->packs);
    known_forget(&sq->known);
    free(sq->changed.persons);
    sq->changed = (struct changed_people){.count = 0};
    sq->fold = (struct fold){0};
}
