/* journal_rows.h: what a row of the journal has, and what rounds made of all rows.
 *
 * A row has actions of whatever rounds, in the order in which they were made:
 *
 *     version (1), then for each action
 *         the round's id as a signed difference to the one before, then the action as pack.h says,
 *         with its own number, and with the time of the one before
 *     CRC-32 (4 bytes, low first) of all before
 *
 * An action with the number 1 is the first of its round again: the actions of that round in earlier
 * rows no longer count. So the actions of an old round can be copied to the end of the journal, and
 * the rows in front deleted. */
#ifndef TALON_STORAGE_SQLITE_JOURNAL_ROWS_H
#define TALON_STORAGE_SQLITE_JOURNAL_ROWS_H

#include <sqlite3.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "storage/archive.h"

/* -- a row that is being written; zeroed: empty -- */

struct journal_row {
    struct packer pack;
    int64_t round, at; /* of the last action */
};

/* The bytes of a row that still fits in the smallest page of a database. */
enum { JOURNAL_ROW_FITS = 470 };

void journal_row_add(struct journal_row *row, const struct store_action *action, size_t length);
/* Gives the row as it is stored now. The bytes are valid until the next call; more may be added
 * afterwards. False: memory is out. */
bool journal_row_bytes(struct journal_row *row, const uint8_t **bytes, size_t *size);
/* The bytes of the row with one action more. */
size_t journal_row_with(const struct journal_row *row, size_t length);
void journal_row_clear(struct journal_row *row); /* keeps its memory */

/* -- an empty journal that is being filled; zeroed: not begun -- */

struct journal_fill {
    sqlite3_stmt *add;
    struct journal_row row;
    unsigned count; /* actions in `row` */
};

/* Adds an action, in a transaction of the caller. False: the database has the error, or memory is
 * out. */
bool journal_fill_add(struct journal_fill *fill, sqlite3 *db, const struct store_action *action);
/* Writes what is left, and frees it. Call it after a failure, too. */
bool journal_fill_end(struct journal_fill *fill);

/* -- the actions of all rounds, from the rows -- */

struct journal_round {
    UT_hash_handle hh;
    int64_t id;
    int64_t first, last;    /* rows with its actions */
    uint64_t since;         /* number of actions in the journal before this round's first one */
    struct archive actions; /* not closed */
    bool runs;              /* the caller's */
};

/* Zeroed: nothing read. */
struct journal_rows {
    struct journal_round *rounds; /* sorted by the first row of each */
    int64_t last;                 /* number of the last row; 0: none */
    struct unpacked_row {
        size_t size;       /* bytes of the last row that were read */
        uint32_t sum;      /* of these */
        int64_t round, at; /* of its last action */
    } end;
    uint64_t actions; /* how many actions were read or noted */
    int64_t damaged;  /* the last row that cannot be read; 0: none */
};

/* Reads the actions added since the last call, with this statement. If the last row that was read
 * is gone, reads all. False: the database has the error, or memory is out (then it has none). */
extern const char journal_rows_sql[];
bool journal_rows_read(struct journal_rows *rows, sqlite3_stmt *stmt);
/* NULL: the rows have no action of that round. */
struct journal_round *journal_rows_find(const struct journal_rows *rows, int64_t id);
/* Adds an action that stands in row `row`, which is not before the last one. Its text has `length`
 * bytes, and needs no end. False: memory is out. */
bool journal_rows_note(struct journal_rows *rows, const struct store_action *action, size_t length,
                       int64_t row);
void journal_rows_drop(struct journal_rows *rows, struct journal_round *round);
/* Frees it, and empties it. */
void journal_rows_finish(struct journal_rows *rows);
/* Reads all rows. False: as journal_rows_read(). */
bool journal_rows_load(struct journal_rows *rows, sqlite3 *db);
/* True if a row with actions of the round may be damaged: then its last actions may be missing. */
bool journal_rows_hurt(const struct journal_rows *rows, const struct journal_round *round);

#endif
