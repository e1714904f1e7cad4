#include "export_person.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "export_base.h"
#include "storage/owner.h"
#include "storage/sql/sql_identities.h"
#include "storage/sqlite/sqlite_conn.h"

enum { PART_SIZE = 32768, SEATS_MAX = 32 };

struct person_export {
    struct export_base base; /* first: a cast finds it */
    struct store_export_person *to;
    struct identities all;
    char part[PART_SIZE];
    struct fault why;
};

/* -- lines -- */

#define ACCOUNT(table)                                                                             \
    "substr(" table ".account, 1, coalesce(nullif(instr(" table ".account, char(10)), 0)"          \
    " - 1, length(" table ".account)))"

/* Statements about the person ?1; each row is a line. */
static const char *const before_settings[] = {
    "SELECT json_object('person', name, 'verified', " EXPORT_BOOL("verified") //
    ", 'named', " EXPORT_BOOL("named") ", 'hidden', " EXPORT_BOOL(
        "hidden") ") FROM person WHERE id = ?1",
    "SELECT json_object('identity', " ACCOUNT("i") ", 'network', network, 'verified', " //
    EXPORT_BOOL("verified") ", 'name', name, 'seen_at', seen_at, 'rounds', rounds, 'mark', mark)"
                            " FROM identity i WHERE person = ?1 ORDER BY id",
    "SELECT json_object('link', l.at, 'network', i.network, 'account', " ACCOUNT(
        "i") ")"
             " FROM link l JOIN identity i ON i.id = l.identity WHERE l.person = ?1 ORDER BY l.id",
};
static const char scores_sql[] =
    "SELECT json_object('score', c.kind, 'network', c.network, 'channel', c.channel,"
    " 'span', s.span, 'start', s.start, 'rounds', s.rounds, 'rounds_won', s.rounds_won,"
    " 'matches', s.matches, 'matches_won', s.matches_won, 'points', s.points)"
    " FROM score s JOIN scope c ON c.id = s.scope WHERE s.person = ?1"
    " ORDER BY c.kind, c.network, c.channel, s.span, s.start";

static const char ratings_sql[] =
    "SELECT json_object('rating', rule_set, 'season', season, 'mu', mu, 'sigma', sigma,"
    " 'rounds', rounds) FROM rating WHERE person = ?1 ORDER BY rule_set, season";

static const char records_sql[] =
    "SELECT json_object('feat', rule_set, 'rounds', rounds, 'won', won, 'duels_won', duels_won,"
    " 'duels_lost', duels_lost, 'bluffs', bluffs, 'streak', streak, 'longest', longest,"
    " 'plays', plays, 'lasted', lasted, 'fast_round', fast_round, 'cards', cards,"
    " 'cards_round', cards_round) FROM feat WHERE person = ?1 ORDER BY rule_set";

static const char achievements_sql[] =
    "SELECT json_object('achievement', e.what, 'network', i.network, 'round', e.round, 'at', e.at)"
    " FROM identity i JOIN achievement e ON e.identity = i.id WHERE i.person = ?1"
    " ORDER BY i.id, e.what";

/* -- settings and tables -- */

/* How rows of three texts become lines. `part` finds in the third text what belongs to the person;
 * `line` makes a line of that and the first two texts. */
struct portions {
    const char *rows, *line;
    bool (*part)(struct person_export *e, const struct store_identity *who, sqlite3_stmt *row);
};

static bool of_setting(struct person_export *e, const struct store_identity *who, sqlite3_stmt *row)
{
    const struct store_setting setting = {column_text(row, 0), column_text(row, 1),
                                          column_text(row, 2)};
    return e->to->texts->setting(who, &setting, e->part, PART_SIZE);
}

static bool of_table(struct person_export *e, const struct store_identity *who, sqlite3_stmt *row)
{
    return e->to->texts->table(who, column_text(row, 0), column_text(row, 2), e->part, PART_SIZE);
}

static const struct portions settings = {
    "SELECT scope, key, value FROM setting ORDER BY scope, key",
    "SELECT json_object('setting', ?2, 'scope', ?1, 'value', ?3)", of_setting};
static const struct portions tables = {
    "SELECT network, channel, state, id FROM game_table ORDER BY id",
    "SELECT json_object('table', ?4, 'network', ?1, 'channel', ?2, 'theirs', json(?3))", of_table};

static bool put_portion(struct person_export *e, sqlite3_stmt *line, sqlite3_stmt *row)
{
    bool good = bind_text(line, 1, column_text(row, 0)) &&
                bind_text(line, 2, column_text(row, 1)) && bind_text(line, 3, e->part) &&
                (sqlite3_bind_parameter_count(line) < 4 ||
                 bind_int(line, 4, sqlite3_column_int64(row, 3))) &&
                sqlite3_step(line) == SQLITE_ROW;
    if (good)
        export_put(&e->base, column_text(line, 0));
    return sqlite3_reset(line) == SQLITE_OK && good;
}

static bool put_portions(struct person_export *e, const struct portions *portions)
{
    sqlite3_stmt *rows = NULL;
    sqlite3_stmt *line = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(e->base.db, portions->rows, -1, &rows, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(e->base.db, portions->line, -1, &line, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        for (unsigned i = 0; good && i < e->all.count; i++) {
            if (portions->part(e, &e->all.who[i], rows))
                good = put_portion(e, line, rows);
        }
    }
    sqlite3_finalize(line);
    sqlite3_finalize(rows);
    return good && code == SQLITE_DONE;
}

/* -- rounds -- */

static const struct export_rounds_sql rounds_sql = {
    .results = "SELECT r.seat, r.identity IS NULL, coalesce(i.person, 0) = ?2, r.points, r.won, "
               "r.match_over,"
               " r.match_won, r.place FROM result r LEFT JOIN identity i ON i.id = r.identity "
               "WHERE r.round = "
               "?1",
    .action = "SELECT json_array(?1, ?2)",
    .round =
        "SELECT json_object('round', ?1, 'network', ?2, 'channel', ?3, 'set', ?4, 'started_at', ?5,"
        " 'ended_at', ?6, 'outcome', ?7, 'counts', " EXPORT_BOOL(
            "?8") ", 'seat', ?9, 'seen', ?10," //
                  " 'points', ?11, 'won', " EXPORT_BOOL("?12") ", 'match_over', " EXPORT_BOOL(
                      "?13") ", 'match_won', " //
    EXPORT_BOOL("?14") ", 'place', ?16, 'actions', json(?15))",
};

/* What one seat got from a round. */
struct got {
    bool known;
    int64_t points, won, match_over, match_won;
    int64_t place; /* 0: not rated */
};

/* The moves of that seat as a JSON array, freed by sqlite3_free(). NULL: memory is out. */
static char *join_moves(struct person_export *e, const struct store_proof *proof, unsigned seat)
{
    bool any = false;
    sqlite3_str *text = sqlite3_str_new(e->base.db);
    sqlite3_str_appendchar(text, 1, '[');
    for (unsigned i = 0; i < proof->action_count; i++) {
        const struct store_action *action = &proof->actions[i];
        if (e->to->texts->actor(action->text) != seat)
            continue;
        if (bind_int(e->base.action, 1, action->at) && bind_text(e->base.action, 2, action->text) &&
            sqlite3_step(e->base.action) == SQLITE_ROW)
            sqlite3_str_appendf(text, "%s%s", any ? "," : "", column_text(e->base.action, 0));
        sqlite3_reset(e->base.action);
        any = true;
    }
    sqlite3_str_appendchar(text, 1, ']');
    return sqlite3_str_finish(text);
}

static bool bind_round(sqlite3_stmt *stmt, const struct store_proof *proof)
{
    const struct store_round *round = &proof->round;
    sqlite3_clear_bindings(stmt);
    return bind_int(stmt, 1, round->id) && bind_text(stmt, 2, round->network) &&
           bind_text(stmt, 3, round->channel) && bind_text(stmt, 4, round->set) &&
           bind_int(stmt, 5, round->started_at) &&
           (!proof->ended || (bind_int(stmt, 6, proof->ended_at) &&
                              (proof->outcome == NULL || bind_text(stmt, 7, proof->outcome)))) &&
           bind_int(stmt, 8, proof->counts);
}

static bool bind_got(sqlite3_stmt *stmt, const struct got *got)
{
    return !got->known ||
           (bind_int(stmt, 11, got->points) && bind_int(stmt, 12, got->won) &&
            bind_int(stmt, 13, got->match_over) && bind_int(stmt, 14, got->match_won) &&
            (got->place == 0 || bind_int(stmt, 16, got->place)));
}

static bool put_seat(struct person_export *e, const struct store_proof *proof, unsigned seat,
                     const struct got *got)
{
    sqlite3_stmt *stmt = e->base.round;
    char *moves = proof->pruned ? NULL : join_moves(e, proof, seat);
    bool seen = !proof->pruned && e->to->texts->seen(proof->round.setup, seat, e->part, PART_SIZE);
    bool good = (proof->pruned || moves != NULL) && bind_round(stmt, proof) &&
                bind_int(stmt, 9, seat) && (!seen || bind_text(stmt, 10, e->part)) &&
                bind_got(stmt, got) && (moves == NULL || bind_text(stmt, 15, moves)) &&
                sqlite3_step(stmt) == SQLITE_ROW;
    if (good)
        export_put(&e->base, column_text(stmt, 0));
    sqlite3_reset(stmt);
    sqlite3_free(moves);
    return good;
}

/* Writes the person's seats. Results decide whose a seat was, because a nick in the setup may have
 * been somebody else's. For a seat without a result the setup decides: a player who left for good
 * has none. */
static bool put_seats(struct person_export *e, const struct store_proof *proof)
{
    struct got got[SEATS_MAX] = {{.known = false}};
    uint32_t theirs = 0;
    bool good = bind_int(e->base.results, 1, proof->round.id) &&
                bind_int(e->base.results, 2, e->all.person);
    for (unsigned i = 0; i < e->all.count && !proof->pruned; i++)
        theirs |= e->to->texts->seats(&e->all.who[i], proof->round.setup);
    while (good && sqlite3_step(e->base.results) == SQLITE_ROW) {
        int64_t seat = sqlite3_column_int64(e->base.results, 0);
        bool nobody = sqlite3_column_int64(e->base.results, 1) != 0;
        bool own = sqlite3_column_int64(e->base.results, 2) != 0;
        if (seat < 0 || seat >= SEATS_MAX || nobody)
            continue;
        uint32_t bit = UINT32_C(1) << seat;
        theirs = own ? theirs | bit : theirs & ~bit;
        got[seat] = (struct got){true,
                                 sqlite3_column_int64(e->base.results, 3),
                                 sqlite3_column_int64(e->base.results, 4),
                                 sqlite3_column_int64(e->base.results, 5),
                                 sqlite3_column_int64(e->base.results, 6),
                                 sqlite3_column_int64(e->base.results, 7)};
    }
    good = sqlite3_reset(e->base.results) == SQLITE_OK && good;
    for (unsigned seat = 0; good && seat < SEATS_MAX; seat++) {
        if ((theirs >> seat & 1) != 0)
            good = put_seat(e, proof, seat, &got[seat]);
    }
    return good;
}

/* If the replay is damaged, the round is written as one whose replay is no longer kept. */
static bool put_round(struct export_base *base, int64_t id)
{
    struct person_export *e = (struct person_export *)base;
    struct store_proof proof;
    enum store_error error = sqlite_prove_round(e->base.reading, id, &proof, &e->why);
    if (error == STORE_DAMAGED && proof.round.set == NULL)
        return true;
    if (error != STORE_OK && error != STORE_DAMAGED)
        return false;
    proof.pruned = proof.pruned || error == STORE_DAMAGED;
    return put_seats(e, &proof);
}

/* -- all -- */

static bool put_all(struct person_export *e)
{
    for (size_t i = 0; i < ARRAY_SIZE(before_settings); i++) {
        if (!export_rows(&e->base, before_settings[i], e->all.person))
            return false;
    }
    return put_portions(e, &settings) && export_rounds(&e->base, &rounds_sql, put_round) &&
           export_rows(&e->base, scores_sql, e->all.person) &&
           export_rows(&e->base, ratings_sql, e->all.person) &&
           export_rows(&e->base, records_sql, e->all.person) &&
           export_rows(&e->base, achievements_sql, e->all.person) && put_portions(e, &tables);
}

static enum store_error export_one(struct person_export *e, struct fault *why)
{
    const struct store_export_person *to = e->to;
    struct sqlite_conn conn;
    if (sqlite3_exec(e->base.db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
        !identities_find(&e->all, sqlite_conn(&conn, e->base.db), to->network, to->account))
        return sqlite_fault(e->base.db, e->base.path, why);
    /* Without an identity they may still have settings, or sit at a table for the first time. */
    if (e->all.count == 0) {
        if (!identities_add_unknown(&e->all, &conn.sql, to->network, to->account))
            return sqlite_fault(e->base.db, e->base.path, why);
    }
    if (!put_all(e))
        return sqlite_fault(e->base.db, e->base.path, why);
    if (e->to->lines == 0) {
        return sqlite_refuse(STORE_FAILED, why, "nothing is stored about %s on %s", to->account,
                             to->network);
    }
    fprintf(to->out, "{\"end\":%" PRId64 "}\n", to->lines);
    return STORE_OK;
}

enum store_error store_export_person(const char *path, struct store_export_person *to,
                                     struct fault *why)
{
    struct owner owner;
    struct person_export *e = calloc(1, sizeof(*e));
    if (e == NULL)
        return sqlite_refuse(STORE_NO_MEMORY, why, "%s: out of memory", path);
    enum store_error error = owner_become(&owner, path, why);
    e->base = (struct export_base){
        .path = owner.name,
        .out = to->out,
        .head = "{\"talon\":\"person\",\"format\":1}",
        .lines = &to->lines,
    };
    e->to = to;
    to->lines = 0;
    if (error == STORE_OK)
        error = sqlite_open_tool(owner.name, TOOL_READS, &e->base.db, why);
    if (error == STORE_OK)
        error = export_one(e, why);
    sqlite3_close(e->base.db);
    free(e);
    return owner_leave(&owner, error, why);
}
