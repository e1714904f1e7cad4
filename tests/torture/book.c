#include "book.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "bot/cli/transcript/verify.h"
#include "storage/check/board_check.h"
#include "storage/check/copy.h"
#include "tests/storage/journal_sql.h"

static sqlite3 *open_book(const char *path)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, "unix") != SQLITE_OK) {
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, 60000);
    return db;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static void print_row(sqlite3_stmt *row)
{
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        const unsigned char *text =
            sqlite3_column_type(row, i) == SQLITE_BLOB ? NULL : sqlite3_column_text(row, i);
        printf("|%s", text != NULL ? (const char *)text : "..");
    }
    printf("\n");
}

/* Every row of a table, in the order of its key. Of the journal every action of a running round:
 * how actions are spread over rows, and which numbers these have, depends on which commits failed.
 */
static uint64_t read_table(sqlite3 *db, const char *name, uint64_t hash, int prints)
{
    sqlite3_stmt *row = NULL;
    char *sql = sqlite3_mprintf("SELECT * FROM %Q", name);
    if (strcmp(name, "journal") == 0)
        journal_sql_spread(db);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
    int code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(row); i++) {
            const void *bytes = sqlite3_column_blob(row, i);
            hash = mix(hash, bytes, (size_t)sqlite3_column_bytes(row, i));
            hash = mix(hash, "|", 1);
        }
        if (prints) {
            printf("%s", name);
            print_row(row);
        }
    }
    assert_int_equal(code, SQLITE_DONE);
    sqlite3_finalize(row);
    sqlite3_free(sql);
    return mix(hash, name, strlen(name));
}

static uint64_t read_book(const char *path, int prints)
{
    uint64_t hash = 0;
    sqlite3_stmt *tables = NULL;
    sqlite3 *db = open_book(path);
    if (db == NULL)
        return 0;
    assert_int_equal(sqlite3_exec(db, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
                           -1, &tables, NULL),
        SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW)
        hash = read_table(db, (const char *)sqlite3_column_text(tables, 0), hash, prints);
    sqlite3_finalize(tables);
    sqlite3_close(db);
    return hash;
}

uint64_t book_hash(const char *path)
{
    return read_book(path, 0);
}

void book_print(const char *path)
{
    read_book(path, 1);
}

static void tell(void *arg, const char *line)
{
    (void)arg;
    print_error("%s\n", line);
}

void book_check(const char *path, int64_t now)
{
    struct fault why = {0};
    struct store_board_result sums;
    const struct store_board_check asked = {.periods = true, .now = now, .differs = tell};
    if (store_check(path, NULL, &why) != STORE_OK ||
        store_check_boards(path, &asked, &sums, &why) != STORE_OK)
        fail_msg("%s", why.text);
    assert_int_equal(sums.differ, 0);
    assert_int_equal(verify_all(path), 0);
}
