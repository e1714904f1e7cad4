/* The second reading of an export: everything except the rounds (import_lines.h). */
#include <string.h>

#include "base/array.h"
#include "import_lines.h"
#include "storage/identity.h"
#include "storage/sqlite/sqlite_ratings.h"
#include "storage/sqlite/sqlite_records.h"
#include "storage/sqlite/sqlite_tool.h"

/* What to do with a line of each kind, in the order in which kinds may come; ?1 is the line. */
static const struct {
    const char *kind;
    const char *sql[4];
} takes[] = {
    {"talon",
     {"DELETE FROM sqlite_sequence WHERE name IN ('game_table', 'round', 'person')",
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('person', coalesce(?1->>'persons', 0))",
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('game_table', ?1->>'tables')",
      "INSERT INTO sqlite_sequence (name, seq) VALUES"
      " ('round', max(?1->>'rounds', coalesce((SELECT max(id) FROM round), 0)))"}},
    {"person",
     {"INSERT INTO person (id, name, name_key, verified, named, hidden) VALUES"
      " (?1->>'person', ?1->>'name', folded(?1->>'name'), ?1->>'verified', ?1->>'named',"
      " coalesce(?1->>'hidden', ?1->>'name' = '' AND ?1->>'named'))"}},
    {"identity",
     {"INSERT INTO identity (id, network, account, verified, person, account_key, name_key,"
      " seen_at, mark, name, rounds) VALUES (?1->>'identity', ?1->>'network', ?1->>'account',"
      " ?1->>'verified', ?1->>'person', folded(?1->>'account'), folded(?1->>'name'),"
      " ?1->>'seen_at', ?1->>'mark', ?1->>'name', ?1->>'rounds')"}},
    {"link",
     {"INSERT INTO link (id, at, identity, person) VALUES"
      " (?1->>'link', ?1->>'at', ?1->>'identity', ?1->>'person')"}},
    {"setting",
     {"INSERT INTO setting (scope, key, value) VALUES"
      " (?1->>'scope', ?1->>'setting', ?1->>'value')"}},
    {"round",
     {"DELETE FROM result WHERE round = ?1->>'round'",
      "INSERT INTO result (round, seat, identity, points, won, match_over, match_won,"
      " place, person, rating, rating_off, set_rating, set_rating_off, plays,"
      " cards, duels_won, duels_lost, bluffs) SELECT ?1->>'round',"
      " value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7,"
      " value->>8, value->>9, value->>10, value->>11, value->>12, value->>13, value->>14,"
      " value->>15, value->>16"
      " FROM json_each(?1, '$.results')",
      "UPDATE round SET counts = ?1->>'counts' WHERE id = ?1->>'round' AND ended_at IS NOT NULL",
      "UPDATE round SET setup = '', archive = x''"
      " WHERE id = ?1->>'round' AND json_type(?1, '$.setup') = 'null'"}},
    {"score",
     {"INSERT OR IGNORE INTO scope (kind, network, channel) VALUES"
      " (?1->>'score', ?1->>'network', ?1->>'channel')",
      "INSERT INTO score (scope, span, start, person, rounds, rounds_won, matches, matches_won,"
      " points) VALUES ((SELECT id FROM scope WHERE kind = ?1->>'score'"
      " AND network = ?1->>'network' AND channel = ?1->>'channel'), ?1->>'span', ?1->>'start',"
      " ?1->>'person', ?1->>'rounds', ?1->>'rounds_won', ?1->>'matches', ?1->>'matches_won',"
      " ?1->>'points')"}},
    {"rating",
     {"INSERT INTO rating (person, rule_set, season, mu, sigma, rounds) VALUES (?1->>'person',"
      " ?1->>'rating', coalesce(?1->>'season', 0), ?1->>'mu', ?1->>'sigma', ?1->>'rounds')"}},
    {"rated",
     {"INSERT INTO rated (id, round, person, source, stays, season) VALUES (?1->>'rated',"
      " ?1->>'round', ?1->>'person', ?1->>'source', ?1->>'stays', ?1->>'season')"}},
    {"feat",
     {"INSERT INTO feat (person, rule_set, rounds, won, duels_won, duels_lost, bluffs, streak,"
      " longest, plays, lasted, fast_round, cards, cards_round) VALUES (?1->>'person',"
      " ?1->>'feat', ?1->>'rounds', ?1->>'won', ?1->>'duels_won', ?1->>'duels_lost',"
      " ?1->>'bluffs', ?1->>'streak', ?1->>'longest', ?1->>'plays', ?1->>'lasted',"
      " ?1->>'fast_round', ?1->>'cards', ?1->>'cards_round')"}},
    {"versus",
     {"INSERT INTO versus (person, other, rounds, ahead, behind) VALUES (?1->>'person',"
      " ?1->>'versus', ?1->>'rounds', ?1->>'ahead', ?1->>'behind')"}},
    {"achievement",
     {"INSERT INTO achievement (identity, what, round, at) VALUES (?1->>'identity',"
      " ?1->>'achievement', ?1->>'round', ?1->>'at')"}},
    {"table",
     {"INSERT INTO game_table (id, network, channel, state) VALUES"
      " (?1->>'table', ?1->>'network', ?1->>'channel', ?1->>'state')"}},
    {"end", {NULL}},
};
enum { KINDS = ARRAY_SIZE(takes), STEPS = 4 };

struct rows {
    struct import_lines *lines;
    sqlite3 *db;
    sqlite3_stmt *kind, *steps[KINDS][STEPS];
    unsigned last; /* kind */
};

/* The SQL function folded(): folds a name into the key by which people are found (identity.h).
 * Leaves out the mark of a linked nick. */
static void fold_name(sqlite3_context *context, int count, sqlite3_value **values)
{
    char name[STORE_LINKED_MAX];
    char key[STORE_KEY_MAX];
    const char *text = (const char *)sqlite3_value_text(values[0]);
    (void)count;
    if (text == NULL)
        return; /* NULL, which every column refuses */
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, "\n"), text);
    identity_fold(key, name);
    sqlite3_result_text(context, key, -1, SQLITE_TRANSIENT);
}

static bool prepare_rows(struct rows *rows)
{
    static const char kind_sql[] = "SELECT key FROM json_each(?1) LIMIT 1";
    if (sqlite3_create_function(rows->db, "folded", 1, SQLITE_UTF8, NULL, fold_name, NULL, NULL) !=
            SQLITE_OK ||
        sqlite3_prepare_v2(rows->db, kind_sql, -1, &rows->kind, NULL) != SQLITE_OK)
        return false;
    for (unsigned k = 0; k < KINDS; k++) {
        for (unsigned s = 0; s < STEPS && takes[k].sql[s] != NULL; s++) {
            if (sqlite3_prepare_v2(rows->db, takes[k].sql[s], -1, &rows->steps[k][s], NULL) !=
                SQLITE_OK)
                return false;
        }
    }
    return true;
}

static unsigned find_kind(struct rows *rows)
{
    unsigned kind = KINDS;
    if (bind_text(rows->kind, 1, rows->lines->text) && sqlite3_step(rows->kind) == SQLITE_ROW) {
        for (unsigned k = 0; k < KINDS; k++)
            kind = strcmp(column_text(rows->kind, 0), takes[k].kind) == 0 ? k : kind;
    }
    sqlite3_reset(rows->kind);
    return kind;
}

static enum store_error take_line(struct rows *rows)
{
    unsigned kind = find_kind(rows);
    if (kind == KINDS || kind < rows->last)
        return import_refuse(rows->lines, "it is not where talon export writes it");
    rows->last = kind;
    for (unsigned s = 0; s < STEPS && rows->steps[kind][s] != NULL; s++) {
        sqlite3_stmt *stmt = rows->steps[kind][s];
        bool bound =
            sqlite3_bind_parameter_count(stmt) == 0 || bind_text(stmt, 1, rows->lines->text);
        if (!bound || !sqlite_run(stmt))
            return import_refuse(rows->lines, "%s", sqlite3_errmsg(rows->db));
    }
    return STORE_OK;
}

static enum store_error take_lines(struct rows *rows)
{
    enum store_error error = STORE_OK;
    import_rewind(rows->lines);
    while (error == STORE_OK && import_next(rows->lines))
        error = take_line(rows);
    if (error == STORE_OK && ferror(rows->lines->kept))
        error = import_refuse(rows->lines, "the disk cannot be read");
    return error;
}

/* Computes the ratings of an export that is older than ratings or seasons. */
static bool rate_rounds(sqlite3 *db)
{
    int64_t rated = 0, unsettled = 0;
    return sqlite_number(db,
                         "SELECT count(*) FROM (SELECT 1 FROM rated UNION ALL SELECT 1 FROM"
                         " rating LIMIT 1)",
                         &rated) &&
           sqlite_number(db,
                         "SELECT EXISTS (SELECT 1 FROM rating WHERE season = 0) OR"
                         " EXISTS (SELECT 1 FROM rated WHERE round IS NOT NULL AND season IS NULL)",
                         &unsettled) &&
           (rated > 0 || sqlite_ratings_begin(db)) &&
           ((rated > 0 && unsettled == 0) || sqlite_ratings_settle(db));
}

/* Records of rounds played before there were records. */
static bool add_records(sqlite3 *db)
{
    int64_t kept = 0;
    return sqlite_number(db, "SELECT EXISTS (SELECT 1 FROM feat)", &kept) &&
           (kept != 0 || (sqlite_records_replay(db) && sqlite_records_keep(db)));
}

enum store_error import_rows(struct import_lines *lines, const char *path)
{
    struct rows rows = {.lines = lines};
    enum store_error error = sqlite_open_tool(path, TOOL_WRITES, &rows.db, lines->why);
    if (error == STORE_OK &&
        (!prepare_rows(&rows) || sqlite3_exec(rows.db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK))
        error = sqlite_fault(rows.db, path, lines->why);
    if (error == STORE_OK)
        error = take_lines(&rows);
    if (error == STORE_OK && !(rate_rounds(rows.db) && add_records(rows.db)))
        error = sqlite_fault(rows.db, path, lines->why);
    if (error == STORE_OK && sqlite3_exec(rows.db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        error = sqlite_fault(rows.db, path, lines->why);
    sqlite3_finalize(rows.kind);
    for (unsigned k = 0; k < KINDS; k++) {
        for (unsigned s = 0; s < STEPS; s++)
            sqlite3_finalize(rows.steps[k][s]);
    }
    sqlite3_close(rows.db);
    return error;
}
