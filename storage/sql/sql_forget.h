/* sql_forget.h: a person taken out of a database, by the tool or by the writer
 * (forget.h). */
#ifndef TALON_STORAGE_SQL_SQL_FORGET_H
#define TALON_STORAGE_SQL_SQL_FORGET_H

#include "sql_identities.h"
#include "sql_store.h"
#include "storage/batch.h"

enum { FORGET_OUT_SIZE = 32768 };

/* One person while they are forgotten, in a transaction of the caller's. Zeroed but for what is
 * said to be set. */
struct forgetting {
    struct sql *sql;                        /* set */
    const struct store_forget_texts *texts; /* set */
    struct identities all;                  /* whom; set */
    int64_t running;         /* a round that names them and is not over; it is left as it is */
    int64_t setups, replays; /* rounds whose setup has lost them; whose replay went */
    char out[2][FORGET_OUT_SIZE];
};

/* Those rounds; all with a number above `after`. Each function: false: `sql` has the error. */
bool forgetting_these(struct forgetting *f, const int64_t *rounds, size_t count);
bool forgetting_rounds(struct forgetting *f, int64_t after);
/* Their links, and what their identities and the person are called. */
bool forgetting_rows(struct forgetting *f);

/* store_forget_person(), in the writer's transaction. */
bool sql_forget(struct sql_store *sq, const struct forget_op *op);
/* struct store_impl */
bool sql_traces(struct store *store, const struct store_identity *who,
                const struct store_forget_texts *texts, struct store_traces *traces);

#endif
