/* Writing: a group of batches as one transaction, in the writer's thread. */
#include <stdio.h>
#include <string.h>

#include "bot/base/log.h"
#include "sqlite.h"
#include "window.h"

const char *const sqlite_write_sql[WRITE_STMTS] = {
    [W_BEGIN] = "BEGIN IMMEDIATE",
    [W_COMMIT] = "COMMIT",
    [W_ROLLBACK] = "ROLLBACK",
    [W_TABLE] = "INSERT INTO game_table (id, network, channel, state) VALUES (?1, ?2, ?3, ?4)"
                " ON CONFLICT (id) DO UPDATE SET network = ?2, channel = ?3, state = ?4",
    [W_TABLE_CLOSED] = "DELETE FROM game_table WHERE id = ?1",
    [W_ROUND] = "INSERT INTO round (" SQLITE_ROUND_COLUMNS ")"
                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [W_ACTION] = "INSERT INTO journal (round, seq, at, action, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
    [W_JOURNAL] = "SELECT seq, at, action, hash FROM journal WHERE round = ?1 ORDER BY seq",
    [W_ROUND_END] = "UPDATE round SET ended_at = ?2, outcome = ?3, counts = ?4, archive = ?5"
                    " WHERE id = ?1 AND ended_at IS NULL RETURNING network, channel",
    [W_JOURNAL_CLEAR] = "DELETE FROM journal WHERE round = ?1",
    [W_RESULT] = "INSERT INTO result (round, seat, identity, points, won, match_over, match_won)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [W_IDENTITY] = "SELECT id, person FROM identity"
                   " WHERE network = ?1 AND account IN (?2, ?4) AND verified = ?3"
                   " ORDER BY account = ?4 DESC LIMIT 1",
    [W_PERSON_NEW] = "INSERT INTO person (name, name_key, verified) VALUES (?1, ?2, ?3)"
                     " RETURNING id",
    [W_IDENTITY_NEW] = "INSERT INTO identity"
                       " (network, account, verified, person, account_key, name_key, seen_at,"
                       " mark, name, rounds) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                       " RETURNING id",
    [W_IDENTITY_SEEN] = "UPDATE identity SET name = ?2, name_key = ?3, seen_at = ?4,"
                        " mark = iif(mark = ?5, mark, ''), rounds = rounds + ?6 WHERE id = ?1",
    [W_PERSON_SEEN] = "UPDATE person SET (name, name_key, verified) ="
                      " (SELECT iif(named, person.name, i.name),"
                      " iif(named, person.name_key, i.name_key),"
                      " (SELECT max(verified) FROM identity WHERE person = ?1)"
                      " FROM identity i WHERE i.person = ?1"
                      " ORDER BY i.rounds DESC, i.verified DESC, i.seen_at DESC, i.id LIMIT 1)"
                      " WHERE id = ?1",
    [W_SCOPE] = "SELECT id FROM scope WHERE kind = ?1 AND network = ?2 AND channel = ?3",
    [W_SCOPE_NEW] = "INSERT INTO scope (kind, network, channel) VALUES (?1, ?2, ?3) RETURNING id",
    [W_SCORE] = "INSERT INTO score (scope, span, start, person, rounds, rounds_won, matches,"
                " matches_won, points) VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7, ?8)"
                " ON CONFLICT DO UPDATE SET rounds = rounds + 1,"
                " rounds_won = rounds_won + ?5, matches = matches + ?6,"
                " matches_won = matches_won + ?7, points = points + ?8",
    /* What each seat of a round earned whose person holds no other one there. */
    [W_EARNED] = "SELECT i.person, r.won, r.match_over, r.match_over AND r.match_won, r.points"
                 " FROM result r JOIN identity i ON i.id = r.identity WHERE r.round = ?1"
                 " AND NOT EXISTS (" SQLITE_OTHER_SEAT " AND j.person = i.person)",
    [W_SETTING] = "INSERT INTO setting (scope, key, value) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT (scope, key) DO UPDATE SET value = ?3",
    [W_SETTING_CLEAR] = "DELETE FROM setting WHERE scope = ?1 AND key = ?2",
    [W_JOIN_SCORES] =
        "INSERT INTO score SELECT scope, span, start, ?2, rounds, rounds_won, matches,"
        " matches_won, points FROM score WHERE person = ?1"
        " ON CONFLICT DO UPDATE SET rounds = rounds + excluded.rounds,"
        " rounds_won = rounds_won + excluded.rounds_won,"
        " matches = matches + excluded.matches,"
        " matches_won = matches_won + excluded.matches_won,"
        " points = points + excluded.points",
    [W_JOIN_CLEAR] = "DELETE FROM score WHERE person = ?1",
    [W_JOIN_IDENTITIES] = "UPDATE identity SET person = ?2 WHERE person = ?1",
    [W_JOIN_LINKS] = "UPDATE link SET person = ?2 WHERE person = ?1",
    [W_JOIN_NICK] = "UPDATE identity SET account = account || char(10) || iif(mark = '', id, mark)"
                    " WHERE id = ?1 AND verified = 0 AND instr(account, char(10)) = 0",
    [W_JOIN_NAME] = "UPDATE person SET (name, name_key, named) ="
                    " (SELECT name, name_key, 1 FROM person WHERE id = ?1)"
                    " WHERE id = ?2 AND named = 0"
                    " AND (SELECT named FROM person WHERE id = ?1) = 1",
    [W_JOIN_PERSON] = "DELETE FROM person WHERE id = ?1",
    [W_LINK] = "INSERT INTO link (at, identity, person) VALUES (?1, ?2, ?3)",
    [W_ROUND_DROP] = "DELETE FROM round WHERE id = ?1 AND ended_at IS NULL",
    [W_PRUNE_REPLAYS] = "UPDATE round SET setup = '', archive = x'' WHERE id IN (SELECT id"
                        " FROM round WHERE ended_at IS NOT NULL AND archive <> x''"
                        " AND ended_at < ?1 ORDER BY ended_at LIMIT ?2)",
    [W_PRUNE_RESULTS] = "DELETE FROM result WHERE round IN (SELECT id FROM round"
                        " WHERE ended_at IS NOT NULL AND ended_at < ?1"
                        " ORDER BY ended_at, id LIMIT ?2)",
    [W_PRUNE_ROUNDS] = "DELETE FROM round WHERE id IN (SELECT id FROM round"
                       " WHERE ended_at IS NOT NULL AND ended_at < ?1"
                       " ORDER BY ended_at, id LIMIT ?2)",
    [W_PRUNE_WINDOWS] = "DELETE FROM score WHERE (scope, span, start, person) IN"
                        " (SELECT s.scope, s.span, s.start, s.person FROM scope c"
                        " CROSS JOIN score s ON s.scope = c.id AND s.span = ?3 AND s.start < ?1"
                        " LIMIT ?2)",
    [W_IDENTITIES] = "SELECT count(*) FROM identity WHERE person IN (?1, ?2)",
    /* ?1 gets (?5 = 1) or loses (-1), on the board of a window that began at ?4, what ?6 earned in
     * rounds in which ?7 has a seat (?8 = 1), has none (0), or either (NULL). */
    [W_RECOUNT] =
        "INSERT INTO score SELECT s.id, ?2, ?3, ?1, ?5 * sum(e.rounds), ?5 * sum(e.rounds_won),"
        " ?5 * sum(e.matches), ?5 * sum(e.matches_won), ?5 * sum(e.points)"
        " FROM (SELECT o.network AS network, o.channel AS channel, count(*) AS rounds,"
        " sum(r.won) AS rounds_won, sum(r.match_over) AS matches,"
        " sum(r.match_over AND r.match_won) AS matches_won, sum(r.points) AS points"
        " FROM identity i CROSS JOIN result r ON r.identity = i.id"
        " CROSS JOIN round o ON o.id = r.round"
        " WHERE i.person = ?6 AND o.counts = 1 AND o.ended_at >= ?4"
        " AND NOT EXISTS (" SQLITE_OTHER_SEAT " AND j.person = ?6)"
        " AND (?8 IS NULL OR ?8 = EXISTS (" SQLITE_OTHER_SEAT " AND j.person = ?7))"
        " GROUP BY o.network, o.channel) e CROSS JOIN scope s"
        " ON s.kind = 2 OR (s.network = e.network AND (s.kind = 1 OR s.channel = e.channel))"
        " WHERE true GROUP BY s.id"
        " ON CONFLICT DO UPDATE SET rounds = rounds + excluded.rounds,"
        " rounds_won = rounds_won + excluded.rounds_won,"
        " matches = matches + excluded.matches,"
        " matches_won = matches_won + excluded.matches_won,"
        " points = points + excluded.points",
    [W_RECOUNT_CLEAR] = "DELETE FROM score WHERE person = ?1 AND rounds <= 0",
    [W_PART] = "UPDATE identity SET person = ?2 WHERE id = ?1",
    [W_PART_LINK] = "DELETE FROM link WHERE identity = ?1",
    [W_PART_NICK] = "UPDATE OR IGNORE identity"
                    " SET account = substr(account, 1, instr(account, char(10)) - 1)"
                    " WHERE id = ?1 AND verified = 0 AND instr(account, char(10)) > 0",
    [W_NAME] = "UPDATE person SET name = coalesce(?2, name), name_key = coalesce(?3, name_key),"
               " named = ?2 IS NOT NULL WHERE id = ?1 AND NOT EXISTS (" SQLITE_NAME_TAKEN ")",
    [W_MOVE] = "UPDATE OR IGNORE identity SET mark = ?4, account ="
               " iif(instr(account, char(10)) > 0, ?2 || char(10) || ?4, account)"
               " WHERE id = ?1",
};

bool sqlite_run(sqlite3_stmt *stmt)
{
    int code = sqlite3_step(stmt);
    return sqlite3_reset(stmt) == SQLITE_OK && code == SQLITE_DONE;
}

enum found sqlite_run_row(sqlite3_stmt *stmt, int64_t *first, int64_t *second)
{
    int code = sqlite3_step(stmt);
    if (code == SQLITE_ROW) {
        *first = sqlite3_column_int64(stmt, 0);
        if (second)
            *second = sqlite3_column_int64(stmt, 1);
        code = sqlite3_step(stmt) == SQLITE_DONE ? SQLITE_ROW : SQLITE_ERROR;
    }
    if (sqlite3_reset(stmt) != SQLITE_OK)
        return ERROR;
    return code == SQLITE_ROW ? FOUND : code == SQLITE_DONE ? NONE : ERROR;
}

/* -- tables, rounds, actions, settings -- */

static bool put_table(struct sqlite_store *sq, const struct store_table *table)
{
    sqlite3_stmt *stmt = sq->write[W_TABLE];
    return bind_int(stmt, 1, table->id) && bind_text(stmt, 2, table->network) &&
           bind_text(stmt, 3, table->channel) && bind_text(stmt, 4, table->state) &&
           sqlite_run(stmt);
}

static bool close_table(struct sqlite_store *sq, int64_t table)
{
    sqlite3_stmt *stmt = sq->write[W_TABLE_CLOSED];
    return bind_int(stmt, 1, table) && sqlite_run(stmt);
}

static bool bind_bytes(sqlite3_stmt *stmt, int at, const void *bytes, size_t size)
{
    return sqlite3_bind_blob64(stmt, at, bytes, size, SQLITE_STATIC) == SQLITE_OK;
}

static bool begin_round(struct sqlite_store *sq, const struct store_round *round)
{
    sqlite3_stmt *stmt = sq->write[W_ROUND];
    return bind_int(stmt, 1, round->id) && bind_int(stmt, 2, round->table) &&
           bind_text(stmt, 3, round->network) && bind_text(stmt, 4, round->channel) &&
           bind_text(stmt, 5, round->set) && bind_text(stmt, 6, round->setup) &&
           bind_int(stmt, 7, round->rules_version) && bind_int(stmt, 8, round->started_at) &&
           bind_bytes(stmt, 9, round->secret, sizeof(round->secret)) &&
           bind_bytes(stmt, 10, round->commitment, sizeof(round->commitment)) &&
           bind_int(stmt, 11, (int64_t)round->deal_hash) && sqlite_run(stmt);
}

static bool append(struct sqlite_store *sq, const struct store_action *action)
{
    sqlite3_stmt *stmt = sq->write[W_ACTION];
    return bind_int(stmt, 1, action->round) && bind_int(stmt, 2, action->seq) &&
           bind_int(stmt, 3, action->at) && bind_text(stmt, 4, action->text) &&
           bind_int(stmt, 5, (int64_t)action->hash) && sqlite_run(stmt);
}

static bool put_setting(struct sqlite_store *sq, const struct setting *setting)
{
    sqlite3_stmt *stmt = sq->write[setting->value ? W_SETTING : W_SETTING_CLEAR];
    return bind_text(stmt, 1, setting->scope) && bind_text(stmt, 2, setting->key) &&
           (!setting->value || bind_text(stmt, 3, setting->value)) && sqlite_run(stmt);
}

/* -- boards -- */

static bool scope_id(struct sqlite_store *sq, enum store_scope kind, const char *network,
                     const char *channel, int64_t *id)
{
    enum found found = NONE;
    for (int i = 0; i < 2 && found == NONE; i++) {
        sqlite3_stmt *stmt = sq->write[i == 0 ? W_SCOPE : W_SCOPE_NEW];
        if (!bind_int(stmt, 1, kind) || !bind_text(stmt, 2, kind == STORE_OVERALL ? "" : network) ||
            !bind_text(stmt, 3, kind == STORE_CHANNEL ? channel : ""))
            return false;
        found = sqlite_run_row(stmt, id, NULL);
    }
    return found == FOUND;
}

/* Where and when a round is scored. */
struct boards {
    int64_t scopes[STORE_OVERALL + 1];
    int64_t starts[STORE_WINDOWS];
};

static bool boards_of(struct sqlite_store *sq, int64_t at, const char *network, const char *channel,
                      struct boards *boards)
{
    for (int w = 0; w < STORE_WINDOWS; w++)
        boards->starts[w] = window_start((enum store_window)w, at, sq->base.timezone_minutes);
    for (int s = 0; s <= STORE_OVERALL; s++) {
        if (!scope_id(sq, (enum store_scope)s, network, channel, &boards->scopes[s]))
            return false;
    }
    return true;
}

static bool score(struct sqlite_store *sq, const struct boards *boards, sqlite3_stmt *earned)
{
    sqlite3_stmt *stmt = sq->write[W_SCORE];
    for (int i = 0; i < 5; i++)
        if (!bind_int(stmt, 4 + i, sqlite3_column_int64(earned, i)))
            return false;
    for (int s = 0; s <= STORE_OVERALL; s++) {
        for (int w = 0; w < STORE_WINDOWS; w++) {
            if (!bind_int(stmt, 1, boards->scopes[s]) || !bind_int(stmt, 2, w) ||
                !bind_int(stmt, 3, boards->starts[w]) || !sqlite_run(stmt))
                return false;
        }
    }
    return true;
}

/* -- the end of a round -- */

static bool put_result(struct sqlite_store *sq, const struct store_round_end *end,
                       const struct store_result *result)
{
    int64_t identity = 0, person = 0;
    bool somebody = result->who.network != NULL;
    if (somebody && !sqlite_meet(sq, &result->who, end->ended_at, 1, &identity, &person))
        return false;
    sqlite3_stmt *stmt = sq->write[W_RESULT];
    bool bound = somebody ? bind_int(stmt, 3, identity) : sqlite3_bind_null(stmt, 3) == SQLITE_OK;
    return bound && bind_int(stmt, 1, end->round) && bind_int(stmt, 2, result->seat) &&
           bind_int(stmt, 4, result->points) && bind_int(stmt, 5, result->won) &&
           bind_int(stmt, 6, result->match_over) && bind_int(stmt, 7, result->match_won) &&
           sqlite_run(stmt);
}

static bool put_scores(struct sqlite_store *sq, int64_t round, const struct boards *boards)
{
    sqlite3_stmt *stmt = sq->write[W_EARNED];
    bool good = bind_int(stmt, 1, round);
    int code = SQLITE_DONE;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW)
        good = score(sq, boards, stmt);
    return sqlite3_reset(stmt) == SQLITE_OK && good && code == SQLITE_DONE;
}

/* The rows of the journal as a blob, in sq->archive. */
static bool archive_rows(struct sqlite_store *sq, int64_t round, const uint8_t **bytes,
                         size_t *size)
{
    sqlite3_stmt *stmt = sq->write[W_JOURNAL];
    if (!bind_int(stmt, 1, round))
        return false;
    archive_init(&sq->archive);
    int code;
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *text = column_text(stmt, 2);
        archive_add(&sq->archive, (uint32_t)sqlite3_column_int64(stmt, 0),
                    sqlite3_column_int64(stmt, 1), text, (size_t)sqlite3_column_bytes(stmt, 2),
                    (uint64_t)sqlite3_column_int64(stmt, 3));
    }
    return sqlite3_reset(stmt) == SQLITE_OK && code == SQLITE_DONE &&
           archive_close(&sq->archive, round, bytes, size);
}

/* Marks the round ended; NONE when it is not running. Finds its boards. */
static enum found mark_ended(struct sqlite_store *sq, const struct store_round_end *end,
                             struct boards *boards)
{
    const uint8_t *bytes;
    size_t size;
    sqlite3_stmt *stmt = sq->write[W_ROUND_END];
    if (!archive_rows(sq, end->round, &bytes, &size) || !bind_int(stmt, 1, end->round) ||
        !bind_int(stmt, 2, end->ended_at) || !bind_text(stmt, 3, end->outcome) ||
        !bind_int(stmt, 4, end->counts) || !bind_bytes(stmt, 5, bytes, size))
        return ERROR;
    int code = sqlite3_step(stmt);
    enum found found = code == SQLITE_ROW ? FOUND : code == SQLITE_DONE ? NONE : ERROR;
    /* The names of the row are valid until the reset. */
    if (found == FOUND &&
        !boards_of(sq, end->ended_at, column_text(stmt, 0), column_text(stmt, 1), boards))
        found = ERROR;
    if (sqlite3_reset(stmt) != SQLITE_OK)
        found = ERROR;
    return found;
}

static bool anybody_won(const struct store_round_end *end)
{
    for (unsigned i = 0; i < end->result_count; i++) {
        if (end->results[i].won)
            return true;
    }
    return false;
}

/* A round in which nothing happened goes without a trace. */
static enum found drop_idle(struct sqlite_store *sq, const struct store_round_end *end)
{
    sqlite3_stmt *journal = sq->write[W_JOURNAL], *drop = sq->write[W_ROUND_DROP];
    if (anybody_won(end))
        return NONE;
    if (!bind_int(journal, 1, end->round))
        return ERROR;
    int code = sqlite3_step(journal);
    if (sqlite3_reset(journal) != SQLITE_OK || (code != SQLITE_ROW && code != SQLITE_DONE))
        return ERROR;
    if (code == SQLITE_ROW)
        return NONE;
    return bind_int(drop, 1, end->round) && sqlite_run(drop) ? FOUND : ERROR;
}

static bool end_round(struct sqlite_store *sq, const struct store_round_end *end)
{
    struct boards boards;
    enum found idle = drop_idle(sq, end);
    if (idle != NONE)
        return idle == FOUND;
    switch (mark_ended(sq, end, &boards)) {
    case ERROR:
        return false;
    case NONE: /* scored already, or never begun: nothing may count twice */
        log_warn(sq->log, "round %lld is not running: its end is left out", (long long)end->round);
        return true;
    case FOUND:
        break;
    }
    for (unsigned i = 0; i < end->result_count; i++) {
        if (!put_result(sq, end, &end->results[i]))
            return false;
    }
    if (end->counts && !put_scores(sq, end->round, &boards))
        return false;
    sqlite3_stmt *clear = sq->write[W_JOURNAL_CLEAR];
    return bind_int(clear, 1, end->round) && sqlite_run(clear);
}

/* -- a group -- */

static bool apply_op(struct sqlite_store *sq, const struct op *op)
{
    switch (op->kind) {
    case OP_TABLE:
        return put_table(sq, &op->as.table);
    case OP_TABLE_CLOSED:
        return close_table(sq, op->as.closed);
    case OP_ROUND:
        return begin_round(sq, &op->as.round);
    case OP_ACTION:
        return append(sq, &op->as.action);
    case OP_ROUND_END:
        return end_round(sq, &op->as.end);
    case OP_SETTING:
        return put_setting(sq, &op->as.setting);
    case OP_LINK:
        return sqlite_link(sq, &op->as.link);
    case OP_PART:
        return sqlite_part(sq, &op->as.person);
    case OP_NAME:
        return sqlite_name(sq, &op->as.person);
    case OP_MOVE:
        return sqlite_move(sq, &op->as.person);
    case OP_PRUNE:
        return sqlite_prune(sq, &op->as.prune);
    }
    return false;
}

/* What stands in the database, or what SQLite is, forbids it: the same at every try. */
static bool is_for_ever(int code)
{
    switch (code & 0xff) {
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
    case SQLITE_TOOBIG:
        return true;
    default:
        return false;
    }
}

/* The group's operations as one transaction, without what an earlier try committed. */
static bool write_group(struct sqlite_store *sq, const struct batch *first, unsigned count)
{
    bool begun = false;
    uint64_t newest = sq->written;
    for (const struct batch *batch = first; count > 0; count--) {
        if (batch->number > sq->written && !begun) {
            begun = sqlite_run(sq->write[W_BEGIN]);
            if (!begun)
                return false;
        }
        for (const struct op *op = begun ? batch->first : NULL; op; op = op->next) {
            if (!apply_op(sq, op))
                return false;
        }
        newest = begun ? batch->number : newest;
        if (count > 1) /* the loop may just be linking a new batch behind the last of these */
            batch = batch->next;
    }
    if (begun && !sqlite_run(sq->write[W_COMMIT]))
        return false;
    sq->written = newest;
    return true;
}

enum apply sqlite_apply(struct store *store, const struct batch *first, unsigned count, char *why,
                        size_t why_size)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    if (!place_holds(sq, why, why_size))
        return APPLY_LATER;
    if (write_group(sq, first, count)) /* and if it moved meanwhile it is not to be told */
        return place_holds(sq, why, why_size) ? APPLY_DONE : APPLY_LATER;
    bool for_ever = is_for_ever(sqlite3_errcode(sq->writer));
    sqlite_fault(sq->writer, sq->path, why, why_size);
    for (unsigned i = 0; i < WRITE_STMTS; i++)
        sqlite3_reset(sq->write[i]);
    if (!sqlite3_get_autocommit(sq->writer)) /* a full disk may have rolled it back itself */
        sqlite_run(sq->write[W_ROLLBACK]);
    return for_ever ? APPLY_NEVER : APPLY_LATER;
}
