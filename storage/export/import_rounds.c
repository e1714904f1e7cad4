/* The first reading of an export: checks every line, and imports the rounds (import_lines.h). */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/loop.h"
#include "export.h"
#include "import_lines.h"
#include "storage/sqlite/sqlite.h"

enum {
    BATCH = 64,       /* rounds that become durable together */
    PATIENCE = 60000, /* milliseconds, for a disk that takes no writes */
    HASH_DIGITS = 16,
    ACTIONS_MAX = 1000000, /* the number of a round */
};

struct taking {
    struct import_lines *lines;
    sqlite3 *json; /* an SQLite database in memory, which parses the lines */
    sqlite3_stmt *kind, *head, *round, *actions;
    struct loop *loop;
    struct store *store;
    int64_t last;  /* round */
    bool ended;    /* the line "end" was there */
    unsigned open; /* rounds in the open batch */
};

static const char kind_sql[] = "SELECT CASE WHEN json_valid(?1) AND json_type(?1) = 'object'"
                               " THEN (SELECT key FROM json_each(?1) LIMIT 1) END";
static const char head_sql[] = "SELECT json_extract(?1, '$.talon'), json_extract(?1, '$.format'),"
                               " json_extract(?1, '$.end'), json_extract(?1, '$.tables'),"
                               " json_extract(?1, '$.rounds')";
static const char round_sql[] =
    "SELECT json_extract(?1, '$.round'), json_extract(?1, '$.table'),"
    " json_extract(?1, '$.rules'), json_extract(?1, '$.started_at'),"
    " json_extract(?1, '$.network'), json_extract(?1, '$.channel'), json_extract(?1, '$.set'),"
    " json_extract(?1, '$.secret'), json_extract(?1, '$.commitment'), json_extract(?1, '$.deal'),"
    " json_extract(?1, '$.ended_at'), json_extract(?1, '$.outcome'),"
    " json_extract(?1, '$.setup'), json_type(?1, '$.actions'), json_type(?1, '$.results'),"
    " json_type(?1, '$.counts')";
enum {
    ROUND_ID,
    ROUND_TABLE,
    ROUND_RULES,
    ROUND_STARTED,
    ROUND_NETWORK,
    ROUND_CHANNEL,
    ROUND_SET,
    ROUND_SECRET,
    ROUND_COMMITMENT,
    ROUND_DEAL,
    ROUND_ENDED,
    ROUND_OUTCOME,
    ROUND_SETUP,
    ROUND_ACTIONS,
    ROUND_RESULTS,
    ROUND_COUNTS
};
static const char actions_sql[] = "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),"
                                  " json_extract(value, '$[2]')"
                                  " FROM json_each(?1, '$.actions')";

static const char *const kinds[] = {"talon",  "person",      "identity", "link",  "setting",
                                    "round",  "score",       "rating",   "rated", "feat",
                                    "versus", "achievement", "table",    "end"};

/* -- reading -- */

static bool is_integer(sqlite3_stmt *stmt, int at)
{
    return sqlite3_column_type(stmt, at) == SQLITE_INTEGER;
}

static bool is_text(sqlite3_stmt *stmt, int at)
{
    return sqlite3_column_type(stmt, at) == SQLITE_TEXT;
}

static bool is_null(sqlite3_stmt *stmt, int at)
{
    return sqlite3_column_type(stmt, at) == SQLITE_NULL;
}

static int digit_of(char letter)
{
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                            : -1;
}

static bool read_bytes(const char *text, uint8_t *bytes, size_t size)
{
    if (strlen(text) != 2 * size)
        return false;
    for (size_t i = 0; i < size; i++) {
        int high = digit_of(text[2 * i]);
        int low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static bool read_hash(const char *text, uint64_t *hash)
{
    uint8_t bytes[HASH_DIGITS / 2];
    if (!read_bytes(text, bytes, sizeof(bytes)))
        return false;
    *hash = 0;
    for (size_t i = 0; i < sizeof(bytes); i++)
        *hash = *hash << 8 | bytes[i];
    return true;
}

static bool types_fit(sqlite3_stmt *row)
{
    for (int i = 0; i <= ROUND_DEAL; i++) {
        if (!(i <= ROUND_STARTED ? is_integer(row, i) : is_text(row, i)))
            return false;
    }
    bool ended = is_integer(row, ROUND_ENDED);
    bool kept = is_text(row, ROUND_SETUP);
    const char *counts = column_text(row, ROUND_COUNTS);
    return (ended ? is_text(row, ROUND_OUTCOME)
                  : is_null(row, ROUND_ENDED) && is_null(row, ROUND_OUTCOME)) &&
           (kept ? strcmp(column_text(row, ROUND_ACTIONS), "array") == 0
                 : ended && is_null(row, ROUND_SETUP) &&
                       strcmp(column_text(row, ROUND_ACTIONS), "null") == 0) &&
           strcmp(column_text(row, ROUND_RESULTS), "array") == 0 &&
           (strcmp(counts, "true") == 0 || strcmp(counts, "false") == 0);
}

static bool read_round(sqlite3_stmt *row, struct store_round *round)
{
    if (!types_fit(row))
        return false;
    int64_t rules = sqlite3_column_int64(row, ROUND_RULES);
    *round = (struct store_round){
        .id = sqlite3_column_int64(row, ROUND_ID),
        .table = sqlite3_column_int64(row, ROUND_TABLE),
        .network = column_text(row, ROUND_NETWORK),
        .channel = column_text(row, ROUND_CHANNEL),
        .set = column_text(row, ROUND_SET),
        .setup = column_text(row, ROUND_SETUP),
        .rules_version = (uint32_t)rules,
        .started_at = sqlite3_column_int64(row, ROUND_STARTED),
    };
    return rules >= 0 && rules <= UINT32_MAX && round->id > 0 &&
           read_bytes(column_text(row, ROUND_SECRET), round->secret, sizeof(round->secret)) &&
           read_bytes(column_text(row, ROUND_COMMITMENT), round->commitment,
                      sizeof(round->commitment)) &&
           read_hash(column_text(row, ROUND_DEAL), &round->deal_hash);
}

/* -- taking -- */

/* Waits until everything so far is on the disk, so that batches do not pile up in memory. */
static bool settle_batch(struct taking *t)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    uint64_t batch = store_commit(t->store);
    uint64_t durable = store_durable(t->store);
    t->open = 0;
    for (unsigned i = 0; durable < batch; i++) {
        uint64_t now = store_durable(t->store);
        i = now > durable ? 0 : i;
        durable = now;
        if (i > PATIENCE)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

static enum store_error take_actions(struct taking *t, int64_t round)
{
    struct store_action action = {.round = round};
    int code = SQLITE_ERROR;
    bool good = bind_text(t->actions, 1, t->lines->text);
    while (good && (code = sqlite3_step(t->actions)) == SQLITE_ROW) {
        action.seq++;
        action.at = sqlite3_column_int64(t->actions, 0);
        action.text = column_text(t->actions, 1);
        good = is_integer(t->actions, 0) && is_text(t->actions, 1) && is_text(t->actions, 2) &&
               read_hash(column_text(t->actions, 2), &action.hash) && action.seq <= ACTIONS_MAX;
        if (good)
            store_append(t->store, &action);
    }
    sqlite3_reset(t->actions);
    return good && code == SQLITE_DONE
               ? STORE_OK
               : import_refuse(t->lines, "action %u of round %lld cannot be read",
                               (unsigned)action.seq, (long long)round);
}

/* Ends the round. Its real results come later (import_rows.c). Until then a computer player is the
 * winner, because the store drops a round without moves that nobody won. */
static void end_round(struct taking *t, sqlite3_stmt *row, int64_t round)
{
    static const struct store_result computer = {.won = true};
    store_end_round(t->store, &(struct store_round_end){
                                  .round = round,
                                  .ended_at = sqlite3_column_int64(row, ROUND_ENDED),
                                  .outcome = column_text(row, ROUND_OUTCOME),
                                  .results = &computer,
                                  .result_count = 1,
                              });
}

static enum store_error take_round(struct taking *t)
{
    struct store_round round = {.id = 0};
    sqlite3_stmt *row = t->round;
    enum store_error error = STORE_OK;
    if (!bind_text(row, 1, t->lines->text) || sqlite3_step(row) != SQLITE_ROW ||
        !read_round(row, &round))
        error = import_refuse(t->lines, "an incomplete round");
    else if (round.id <= t->last) {
        error = import_refuse(t->lines, "round %lld comes after round %lld", (long long)round.id,
                              (long long)t->last);
    }
    if (error == STORE_OK) {
        t->last = round.id;
        store_begin_round(t->store, &round);
        if (is_text(row, ROUND_SETUP))
            error = take_actions(t, round.id);
    }
    if (error == STORE_OK && is_integer(row, ROUND_ENDED))
        end_round(t, row, round.id);
    sqlite3_reset(row);
    if (error == STORE_OK && ++t->open >= BATCH && !settle_batch(t))
        error = import_refuse(t->lines, "the disk is full");
    return error;
}

/* Checks the first line, and the last one. */
static enum store_error take_ends(struct taking *t, bool first)
{
    sqlite3_stmt *row = t->head;
    enum store_error error = STORE_OK;
    bool read = bind_text(row, 1, t->lines->text) && sqlite3_step(row) == SQLITE_ROW;
    if (first && (!read || strcmp(column_text(row, 0), "export") != 0 || !is_integer(row, 3) ||
                  !is_integer(row, 4)))
        error = import_refuse(t->lines, "this is not the beginning of a file of talon export");
    else if (first && sqlite3_column_int64(row, 1) != EXPORT_FORMAT) {
        error = import_refuse(t->lines, "its format is %s; this version of Talon reads %d",
                              column_text(row, 1), EXPORT_FORMAT);
    } else if (!first && (!read || sqlite3_column_int64(row, 2) != t->lines->number - 1)) {
        error = import_refuse(t->lines, "it counts %s lines before it, but there are %lld",
                              column_text(row, 2), (long long)t->lines->number - 1);
    }
    t->ended = !first;
    sqlite3_reset(row);
    return error;
}

static enum store_error take_line(struct taking *t)
{
    char kind[16] = "";
    bool known = false;
    if (bind_text(t->kind, 1, t->lines->text) && sqlite3_step(t->kind) == SQLITE_ROW)
        snprintf(kind, sizeof(kind), "%s", column_text(t->kind, 0));
    sqlite3_reset(t->kind);
    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
        known = known || strcmp(kind, kinds[i]) == 0;
    bool first = t->lines->number == 1;
    if (t->ended)
        return import_refuse(t->lines, "there are lines after the end");
    if (first || strcmp(kind, "end") == 0)
        return take_ends(t, first);
    if (!known || strcmp(kind, "talon") == 0)
        return import_refuse(t->lines, "not a line of talon export");
    return strcmp(kind, "round") == 0 ? take_round(t) : STORE_OK;
}

static enum store_error take_lines(struct taking *t)
{
    enum store_error error = STORE_OK;
    import_rewind(t->lines);
    while (error == STORE_OK && import_next(t->lines))
        error = take_line(t);
    if (error == STORE_OK && ferror(t->lines->kept))
        error = import_refuse(t->lines, "the disk cannot be read");
    else if (error == STORE_OK && !t->ended)
        error = import_refuse(t->lines, "the end is missing after it");
    if (error == STORE_OK && !settle_batch(t))
        error = import_refuse(t->lines, "the disk is full");
    return error;
}

static bool prepare_checks(struct taking *t)
{
    return sqlite3_open(":memory:", &t->json) == SQLITE_OK &&
           sqlite3_prepare_v2(t->json, kind_sql, -1, &t->kind, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(t->json, head_sql, -1, &t->head, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(t->json, round_sql, -1, &t->round, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(t->json, actions_sql, -1, &t->actions, NULL) == SQLITE_OK;
}

enum store_error import_rounds(struct import_lines *lines, const char *path)
{
    struct taking t = {.lines = lines, .loop = loop_create()};
    enum store_error error = STORE_OK;
    if (t.loop == NULL) {
        error = sqlite_refuse(STORE_NO_MEMORY, lines->why, "%s: out of memory", path);
    } else if (!prepare_checks(&t))
        error = sqlite_fault(t.json, path, lines->why);
    else {
        error = store_open_sqlite(&t.store, &(struct sqlite_setup){.path = path, .loop = t.loop},
                                  lines->why);
    }
    if (error == STORE_OK)
        error = take_lines(&t);
    if (!store_close(t.store) && error == STORE_OK) {
        error = sqlite_refuse(STORE_FULL, lines->why, "%s: the disk is full", path);
    }
    sqlite3_finalize(t.actions);
    sqlite3_finalize(t.round);
    sqlite3_finalize(t.head);
    sqlite3_finalize(t.kind);
    sqlite3_close(t.json);
    loop_destroy(t.loop);
    return error;
}
