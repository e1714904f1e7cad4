#include "pg_letters.h"

#include "pg_take.h"
#include "storage/writer.h"

#define MS      UINT64_C(1000000)
#define TIDY_NS (60000 * MS)

bool pg_letters_write(struct sql_store *sq, const struct op *op)
{
    struct pg_store *pg = (struct pg_store *)sq;
    const struct letter_op *letter = &op->as.letter;
    struct sql_stmt *stmt = pg->own[op->kind == OP_LETTER ? P_LETTER : P_LETTER_READ];
    if (op->kind == OP_LETTER) {
        sql_bind_text(stmt, 1, letter->to);
        sql_bind_text(stmt, 2, letter->from);
        sql_bind_text(stmt, 3, letter->text);
    } else {
        sql_bind_int(stmt, 1, letter->id);
    }
    return sql_run(stmt);
}

/* Whether letters may be read now: the last ones are handled, and everything that they led to is
 * durable. Puts the networks of this process into keeper->names; `*any`: it has one. */
static bool may_read(struct keeper *keeper, bool *any, bool *good)
{
    struct store *store = keeper->store;
    struct leases *leases = &store->leases;
    pg_array_clear(&keeper->names);
    *any = false;
    *good = true;
    uv_mutex_lock(&store->mutex);
    bool ready = leases->letters == NULL && leases->took_batch <= atomic_load(&store->durable);
    for (unsigned i = 0; i < leases->count && ready; i++) {
        if (leases->at[i].state != LEASE_HAD)
            continue;
        *any = true;
        *good = *good && pg_array_add(&keeper->names, leases->at[i].name);
    }
    unsigned pause =
        lease_clock() < leases->busy_until || !ready ? LETTERS_BUSY_MS : LETTERS_IDLE_MS;
    uv_mutex_unlock(&store->mutex);
    *good = *good && pg_array_close(&keeper->names);
    keeper->letters_at = lease_clock() + pause * MS;
    return ready;
}

static struct batch *read_letters(struct keeper *keeper, bool *good)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_LETTERS];
    struct batch *letters = batch_create(keeper->store->log);
    enum sql_step code;
    sql_bind_text(stmt, 1, keeper->names.text);
    sql_bind_int(stmt, 2, STORE_LETTERS);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        batch_add_letter(letters, &(struct letter_op){sql_int64(stmt, 0), sql_text(stmt, 1),
                                                      sql_text(stmt, 2), sql_text(stmt, 3)});
    }
    *good = sql_reset(stmt) && code == SQL_DONE;
    return letters;
}

/* A letter may need a setting of the same batch or of an earlier one: reads the changed settings,
 * and the loop hears of these first. Returns false if they cannot be told now: then the letters are
 * read again soon. */
static bool read_settings(struct keeper *keeper, bool *good)
{
    int64_t before = keeper->polled_at;
    keeper->poll_at = 0;
    *good = keeper_poll_changes(keeper);
    if (*good && keeper->polled_at != before)
        return true;
    keeper->letters_at = keeper->poll_at = lease_clock() + LETTERS_BUSY_MS * MS;
    return false;
}

static void hand_over(struct keeper *keeper, struct batch *letters)
{
    uv_mutex_lock(&keeper->store->mutex);
    keeper->store->leases.letters = letters;
    store_wake(keeper->store);
    uv_mutex_unlock(&keeper->store->mutex);
}

bool pg_letters_look(struct keeper *keeper)
{
    bool any = false;
    bool good = true;
    if (keeper->alone || lease_clock() < keeper->letters_at)
        return true;
    if (!may_read(keeper, &any, &good) || !any || !good)
        return true;
    if (!keeper_begin(keeper))
        return false;
    struct batch *letters = read_letters(keeper, &good);
    if (lease_clock() >= keeper->tidy_at) {
        good = good && sql_run(keeper->stmts[KEEPER_OLD_LETTERS]);
        keeper->tidy_at = lease_clock() + TIDY_NS;
    }
    good = keeper_end(keeper, good);
    bool ready = good && letters->first != NULL && read_settings(keeper, &good);
    if (ready)
        hand_over(keeper, letters);
    else
        batch_destroy(letters);
    return good;
}
