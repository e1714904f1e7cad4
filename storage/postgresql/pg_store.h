/* pg_store.h: a PostgreSQL store while it is open. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_STORE_H
#define TALON_STORAGE_POSTGRESQL_PG_STORE_H

#include "pg_array.h"
#include "pg_keeper.h"
#include "pg_ledger.h"
#include "storage/sql/sql_store.h"

enum pg_own { P_ACTIONS, P_HAS, P_JOURNAL, P_DROP, P_PERSONS, P_LETTER, P_LETTER_READ, PG_STMTS };

/* Gathered actions, which go out as one statement. */
struct pg_actions {
    unsigned count;
    struct pg_array rounds, seqs, times, texts, hashes;
};

struct pg_store {
    struct sql_store sql; /* first */
    char *address;        /* may hold a password */
    char *password;       /* NULL: none of its own */
    struct pg_conn writes, reads;
    struct ledger ledger; /* the writer's */
    struct keeper keeper;
    char process[STORE_PROCESS_MAX]; /* as it is shown */
    struct sql_stmt *own[PG_STMTS];
    struct pg_actions actions; /* the writer's */
};

#endif
