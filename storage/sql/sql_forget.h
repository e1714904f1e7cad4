/* sql_forget.h: takes a person out of a database, for the tool and for the writer (forget.h). */
#ifndef TALON_STORAGE_SQL_SQL_FORGET_H
#define TALON_STORAGE_SQL_SQL_FORGET_H

#include "sql_identities.h"
#include "sql_store.h"
#include "storage/batch.h"

enum { FORGET_OUT_SIZE = 32768 };

/* The state of forgetting one person, in the caller's transaction. Zeroed, except the fields that
 * the caller sets (marked "set"). */
struct forgetting {
    struct sql *sql;                        /* set */
    const struct store_forget_texts *texts; /* set */
    struct identities all;                  /* the person; set */
    int64_t running; /* result: a running round that names them, which is left as it is; 0: none */
    int64_t setups, replays; /* result: rounds whose setup lost their names, and rounds whose replay
                                was dropped */
    char out[2][FORGET_OUT_SIZE];
};

/* Both forget the person in rounds: in those of a list, or in all with a number above `after`.
 * False: `sql` has the error. */
bool forgetting_these(struct forgetting *f, const int64_t *rounds, size_t count);
bool forgetting_rounds(struct forgetting *f, int64_t after);
/* Deletes their links, and the names of their identities and of the person. */
bool forgetting_rows(struct forgetting *f);

/* store_forget_person(), in the writer's transaction. */
bool sql_forget(struct sql_store *sq, const struct forget_op *op);
/* struct store_impl */
bool sql_traces(struct store *store, const struct store_identity *who,
                const struct store_forget_texts *texts, struct store_traces *traces);

#endif
