#include "journal_rows.h"

#include <stdlib.h>
#include <string.h>

#include "sqlite_base.h"

enum { VERSION = 1, SUM_SIZE = 4 };

const char journal_rows_sql[] = "SELECT id, actions FROM journal WHERE id >= ?1 ORDER BY id";

/* -- a row that is being written -- */

void journal_row_add(struct journal_row *row, const struct store_action *action, size_t length)
{
    struct packer *pack = &row->pack;
    if (!pack_reserve(pack, 1 + PACK_NUMBER))
        return;
    if (pack->size == 0)
        pack->bytes[pack->size++] = VERSION;
    pack_signed(pack, (int64_t)((uint64_t)action->round - (uint64_t)row->round));
    pack_action(pack, action, length, 0, row->at);
    row->round = action->round;
    row->at = action->at;
}

bool journal_row_bytes(struct journal_row *row, const uint8_t **bytes, size_t *size)
{
    struct packer *pack = &row->pack;
    if (!pack_reserve(pack, SUM_SIZE))
        return false;
    *size = pack->size + SUM_SIZE;
    pack_fixed(pack, pack_sum(0, pack->bytes, pack->size), SUM_SIZE);
    pack->size -= SUM_SIZE;
    *bytes = pack->bytes;
    return true;
}

size_t journal_row_with(const struct journal_row *row, size_t length)
{
    enum {
        NUMBERS = 18
    }; /* bytes of the hash and the length, and of the differences of round,
        * number and time */
    return row->pack.size + NUMBERS + length + SUM_SIZE;
}

void journal_row_clear(struct journal_row *row)
{
    pack_clear(&row->pack);
    row->round = row->at = 0;
}

/* -- an empty journal that is being filled -- */

enum { FILL_COUNT = 256 };

static bool write_filled(struct journal_fill *fill)
{
    const uint8_t *bytes;
    size_t size;
    bool good = journal_row_bytes(&fill->row, &bytes, &size) &&
                sqlite3_bind_blob64(fill->add, 1, bytes, size, SQLITE_STATIC) == SQLITE_OK &&
                sqlite_run(fill->add);
    journal_row_clear(&fill->row);
    fill->count = 0;
    return good;
}

bool journal_fill_add(struct journal_fill *fill, sqlite3 *db, const struct store_action *action)
{
    if (fill->add == NULL && sqlite3_prepare_v2(db, "INSERT INTO journal (actions) VALUES (?1)", -1,
                                                &fill->add, NULL) != SQLITE_OK)
        return false;
    journal_row_add(&fill->row, action, strlen(action->text));
    fill->count++;
    return fill->count < FILL_COUNT || write_filled(fill);
}

bool journal_fill_end(struct journal_fill *fill)
{
    bool good = fill->count == 0 || write_filled(fill);
    sqlite3_finalize(fill->add);
    pack_finish(&fill->row.pack);
    *fill = (struct journal_fill){.add = NULL};
    return good;
}

/* -- rounds -- */

struct journal_round *journal_rows_find(const struct journal_rows *rows, int64_t id)
{
    struct journal_round *round = NULL;
    HASH_FIND(hh, rows->rounds, &id, sizeof(id), round);
    return round;
}

void journal_rows_drop(struct journal_rows *rows, struct journal_round *round)
{
    HASH_DEL(rows->rounds, round); /* NOLINT(clang-analyzer-*): of uthash's making */
    archive_finish(&round->actions);
    free(round);
}

void journal_rows_finish(struct journal_rows *rows)
{
    struct journal_round *round = NULL;
    struct journal_round *next = NULL;
    HASH_ITER(hh, rows->rounds, round, next)
    {
        journal_rows_drop(rows, round);
    }
    *rows = (struct journal_rows){.rounds = NULL};
}

static struct journal_round *add_round(struct journal_rows *rows, int64_t id, int64_t row)
{
    struct journal_round *round = calloc(1, sizeof(*round));
    if (round == NULL)
        return NULL;
    *round = (struct journal_round){.id = id, .first = row, .since = rows->actions};
    archive_init(&round->actions);
    HASH_ADD(hh, rows->rounds, id, sizeof(round->id), round);
    if (journal_rows_find(rows, id) != NULL)
        return round;
    archive_finish(&round->actions); /* no memory for the table */
    free(round);
    return NULL;
}

bool journal_rows_note(struct journal_rows *rows, const struct store_action *action, size_t length,
                       int64_t row)
{
    struct journal_round *round = journal_rows_find(rows, action->round);
    /* The same round was dealt again: drop its old moves. It goes to the end of the list. */
    if (round != NULL && action->seq == 1) {
        journal_rows_drop(rows, round);
        round = NULL;
    }
    if (round == NULL && (round = add_round(rows, action->round, row)) == NULL)
        return false;
    archive_add_text(&round->actions, action, length);
    round->last = row;
    rows->actions++;
    return !round->actions.pack.no_memory;
}

bool journal_rows_hurt(const struct journal_rows *rows, const struct journal_round *round)
{
    return rows->damaged > (round != NULL ? round->last : 0);
}

/* -- reading -- */

/* Takes the checksum off the end of a row. False: the row is damaged. */
static bool check_row(struct unpack *from, uint32_t *known)
{
    uint64_t sum = 0;
    if (from->end - from->at <= SUM_SIZE)
        return false;
    from->end -= SUM_SIZE;
    struct unpack tail = {from->end, from->end + SUM_SIZE};
    *known = pack_sum(0, from->at, (size_t)(from->end - from->at));
    return unpack_fixed(&tail, &sum, SUM_SIZE) && from->at[0] == VERSION && *known == sum;
}

/* Notes the actions of the last row, from where `rows->end` says. *good: false when memory is out.
 * Returns false if the row is damaged. */
static bool note_row(struct journal_rows *rows, struct unpack from, bool *good)
{
    struct unpacked_row *end = &rows->end;
    const uint8_t *start = from.at;
    uint32_t sum = 0;
    if (!check_row(&from, &sum))
        return false;
    for (from.at += end->size > 0 ? end->size : 1; *good && from.at < from.end;) {
        struct store_action action;
        uint32_t seq = 0;
        int64_t step;
        size_t length;
        if (!unpack_signed(&from, &step) || !unpack_action(&from, &action, &seq, &end->at, &length))
            return false;
        action.round = end->round = (int64_t)((uint64_t)end->round + (uint64_t)step);
        *good = journal_rows_note(rows, &action, length, rows->last);
    }
    end->size = (size_t)(from.at - start);
    end->sum = sum;
    return true;
}

static struct unpack row_of(sqlite3_stmt *stmt)
{
    const uint8_t *bytes = sqlite3_column_blob(stmt, 1);
    size_t size = (size_t)sqlite3_column_bytes(stmt, 1);
    return (struct unpack){bytes, bytes + (bytes != NULL ? size : 0)};
}

/* Returns true if the last row that was read is still there: the first one of the statement. When
 * no round runs, the daemon empties the journal, and after a restart the numbers of rows begin
 * again from 1. */
static bool stands(const struct journal_rows *rows, sqlite3_stmt *stmt)
{
    struct unpack from = row_of(stmt);
    return sqlite3_column_int64(stmt, 0) == rows->last &&
           (size_t)(from.end - from.at) >= rows->end.size &&
           pack_sum(0, from.at, rows->end.size) == rows->end.sum;
}

static int begin_reading(struct journal_rows *rows, sqlite3_stmt *stmt)
{
    bind_int(stmt, 1, rows->last);
    int code = sqlite3_step(stmt);
    if (rows->last == 0 || (code != SQLITE_ROW && code != SQLITE_DONE) ||
        (code == SQLITE_ROW && stands(rows, stmt)))
        return code;
    sqlite3_reset(stmt);
    journal_rows_finish(rows);
    return begin_reading(rows, stmt);
}

bool journal_rows_read(struct journal_rows *rows, sqlite3_stmt *stmt)
{
    bool good = true;
    int code = begin_reading(rows, stmt);
    for (; good && code == SQLITE_ROW; code = good ? sqlite3_step(stmt) : code) {
        int64_t row = sqlite3_column_int64(stmt, 0);
        if (row != rows->last)
            rows->end = (struct unpacked_row){.size = 0};
        rows->last = row;
        if (!note_row(rows, row_of(stmt), &good))
            rows->damaged = row;
    }
    return sqlite3_reset(stmt) == SQLITE_OK && good && code == SQLITE_DONE;
}

bool journal_rows_load(struct journal_rows *rows, sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(db, journal_rows_sql, -1, &stmt, NULL) == SQLITE_OK &&
                journal_rows_read(rows, stmt);
    sqlite3_finalize(stmt);
    return good;
}
