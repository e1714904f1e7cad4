#include "export.h"

#include <inttypes.h>
#include <string.h>

#include "sqlite_prove.h"
#include "sqlite_tool.h"

struct exporting {
    sqlite3 *db;
    const char *path;
    struct store_export *to;
    struct reading *reading;
    sqlite3_stmt *action, *results, *round;
};

#define YES_NO(value) "json(iif(" value ", 'true', 'false'))"

/* What each line is made by, before and behind the rounds. */
static const char *const before_rounds[] = {
    "SELECT json_object('talon', 'export', 'format', 1, 'tables',"
    " coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'game_table'), 0), 'rounds',"
    " coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'round'), 0))",
    "SELECT json_object('person', id, 'name', name, 'verified', " YES_NO("verified") //
    ", 'named', " YES_NO("named") ") FROM person ORDER BY id",
    "SELECT json_object('identity', id, 'person', person, 'network', network, 'account', account,"
    " 'verified', " YES_NO("verified") //
    ", 'name', name, 'seen_at', seen_at, 'rounds', rounds, 'mark', mark) FROM identity ORDER BY id",
    "SELECT json_object('link', id, 'at', at, 'identity', identity, 'person', person) FROM link"
    " ORDER BY id",
    "SELECT json_object('setting', key, 'scope', scope, 'value', value) FROM setting"
    " ORDER BY scope, key",
};
static const char *const behind_rounds[] = {
    "SELECT json_object('score', c.kind, 'network', c.network, 'channel', c.channel,"
    " 'span', s.span, 'start', s.start, 'person', s.person, 'rounds', s.rounds,"
    " 'rounds_won', s.rounds_won, 'matches', s.matches, 'matches_won', s.matches_won,"
    " 'points', s.points) FROM score s JOIN scope c ON c.id = s.scope"
    " ORDER BY c.kind, c.network, c.channel, s.span, s.start, s.person",
    "SELECT json_object('rating', rule_set, 'person', person, 'mu', mu, 'sigma', sigma, 'rounds',"
    " rounds) FROM rating ORDER BY person, rule_set",
    "SELECT json_object('rated', id, 'round', round, 'person', person, 'source', source, 'stays',"
    " stays) FROM rated ORDER BY id",
    "SELECT json_object('table', id, 'network', network, 'channel', channel, 'state', state)"
    " FROM game_table ORDER BY id",
};

static const char results_sql[] =
    "SELECT json_group_array(json_array(seat, identity, points, " YES_NO("won") ", " //
    YES_NO("match_over") ", " YES_NO(
        "match_won") ", place, person))" //
                     " FROM (SELECT * FROM result WHERE round = ?1 ORDER BY seat)";
static const char action_sql[] = "SELECT json_array(?1, ?2, ?3)";
static const char round_sql[] =
    "SELECT json_object('round', ?1, 'table', ?2, 'network', ?3, 'channel', ?4, 'set', ?5,"
    " 'rules', ?6, 'started_at', ?7, 'ended_at', ?8, 'outcome', ?9, 'counts', " YES_NO("?10") //
    ", 'secret', lower(hex(?11)), 'commitment', lower(hex(?12)), 'deal', ?13, 'setup', ?14,"
    " 'actions', json(?15), 'results', json(?16))";

static bool put_line(struct exporting *e, sqlite3_stmt *stmt)
{
    e->to->lines++;
    return fputs(column_text(stmt, 0), e->to->out) >= 0 && putc('\n', e->to->out) != EOF;
}

/* Every row a line. A stream that takes no more is for who asks. */
static bool put_rows(struct exporting *e, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    if (sqlite3_prepare_v2(e->db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return false;
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW && put_line(e, stmt)) {
    }
    sqlite3_finalize(stmt);
    return code == SQLITE_DONE || code == SQLITE_ROW;
}

/* -- rounds -- */

static void hex_of(uint64_t hash, char text[17])
{
    snprintf(text, 17, "%016" PRIx64, hash);
}

/* The actions as an array; sqlite3_free(). NULL: memory is out. */
static char *join_actions(struct exporting *e, const struct store_proof *proof)
{
    sqlite3_str *text = sqlite3_str_new(e->db);
    sqlite3_str_appendchar(text, 1, '[');
    for (unsigned i = 0; i < proof->action_count; i++) {
        char hash[17];
        const struct store_action *action = &proof->actions[i];
        hex_of(action->hash, hash);
        bool good = bind_int(e->action, 1, action->at) && bind_text(e->action, 2, action->text) &&
                    bind_text(e->action, 3, hash) && sqlite3_step(e->action) == SQLITE_ROW;
        if (good)
            sqlite3_str_appendf(text, "%s%s", i > 0 ? "," : "", column_text(e->action, 0));
        sqlite3_reset(e->action);
        if (!good)
            return sqlite3_free(sqlite3_str_finish(text)), NULL;
    }
    sqlite3_str_appendchar(text, 1, ']');
    return sqlite3_str_finish(text);
}

static bool bind_or_null(sqlite3_stmt *stmt, int at, const char *text)
{
    return (text != NULL ? sqlite3_bind_text(stmt, at, text, -1, SQLITE_STATIC)
                         : sqlite3_bind_null(stmt, at)) == SQLITE_OK;
}

static bool bind_round(struct exporting *e, const struct store_proof *proof, const char *deal)
{
    sqlite3_stmt *stmt = e->round;
    const struct store_round *round = &proof->round;
    sqlite3_clear_bindings(stmt);
    return bind_int(stmt, 1, round->id) && bind_int(stmt, 2, round->table) &&
           bind_text(stmt, 3, round->network) && bind_text(stmt, 4, round->channel) &&
           bind_text(stmt, 5, round->set) && bind_int(stmt, 6, round->rules_version) &&
           bind_int(stmt, 7, round->started_at) &&
           (!proof->ended || bind_int(stmt, 8, proof->ended_at)) &&
           bind_or_null(stmt, 9, proof->outcome) && bind_int(stmt, 10, proof->counts) &&
           sqlite3_bind_blob(stmt, 11, round->secret, sizeof(round->secret), SQLITE_STATIC) ==
               SQLITE_OK &&
           sqlite3_bind_blob(stmt, 12, round->commitment, sizeof(round->commitment),
                             SQLITE_STATIC) == SQLITE_OK &&
           bind_text(stmt, 13, deal) && bind_or_null(stmt, 14, proof->pruned ? NULL : round->setup);
}

static bool put_round(struct exporting *e, const struct store_proof *proof)
{
    char deal[17];
    hex_of(proof->round.deal_hash, deal);
    char *actions = proof->pruned ? NULL : join_actions(e, proof);
    bool good = (proof->pruned || actions != NULL) && bind_int(e->results, 1, proof->round.id) &&
                sqlite3_step(e->results) == SQLITE_ROW && bind_round(e, proof, deal) &&
                bind_or_null(e->round, 15, actions) &&
                bind_text(e->round, 16, column_text(e->results, 0)) &&
                sqlite3_step(e->round) == SQLITE_ROW;
    if (good)
        put_line(e, e->round);
    sqlite3_reset(e->round);
    sqlite3_reset(e->results);
    sqlite3_free(actions);
    return good;
}

/* One that cannot be read is written as if its replay were no longer kept. */
static bool put_one(struct exporting *e, int64_t id)
{
    char why[512] = "";
    struct store_proof proof;
    enum store_error error = sqlite_prove_round(e->reading, id, &proof, why, sizeof(why));
    if (error == STORE_OK)
        return put_round(e, &proof);
    if (error != STORE_DAMAGED)
        return false;
    e->to->left++;
    if (e->to->left_out != NULL)
        e->to->left_out(e->to->arg, why);
    if (!proof.ended || proof.round.set == NULL)
        return true;
    proof.pruned = true;
    return put_round(e, &proof);
}

static bool put_rounds(struct exporting *e)
{
    sqlite3_stmt *ids = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(e->db, "SELECT id FROM round ORDER BY id", -1, &ids, NULL) ==
                    SQLITE_OK &&
                sqlite3_prepare_v2(e->db, action_sql, -1, &e->action, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(e->db, results_sql, -1, &e->results, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(e->db, round_sql, -1, &e->round, NULL) == SQLITE_OK &&
                (e->reading = sqlite_prove_open(e->db, e->path)) != NULL;
    while (good && !ferror(e->to->out) && (code = sqlite3_step(ids)) == SQLITE_ROW)
        good = put_one(e, sqlite3_column_int64(ids, 0));
    sqlite_prove_close(e->reading);
    sqlite3_finalize(e->round);
    sqlite3_finalize(e->results);
    sqlite3_finalize(e->action);
    sqlite3_finalize(ids);
    return good && (code == SQLITE_DONE || ferror(e->to->out));
}

/* -- all -- */

static bool put_all(struct exporting *e)
{
    if (sqlite3_exec(e->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return false;
    for (size_t i = 0; i < sizeof(before_rounds) / sizeof(before_rounds[0]); i++)
        if (!put_rows(e, before_rounds[i]))
            return false;
    if (!put_rounds(e))
        return false;
    for (size_t i = 0; i < sizeof(behind_rounds) / sizeof(behind_rounds[0]); i++)
        if (!put_rows(e, behind_rounds[i]))
            return false;
    fprintf(e->to->out, "{\"end\":%" PRId64 "}\n", e->to->lines);
    return true;
}

enum store_error store_export(const char *path, struct store_export *to, char *why, size_t why_size)
{
    struct exporting e = {.path = path, .to = to};
    to->lines = to->left = 0;
    enum store_error error = sqlite_open_tool(path, TOOL_READS, &e.db, why, why_size);
    if (error == STORE_OK && !put_all(&e))
        error = sqlite_fault(e.db, path, why, why_size);
    sqlite3_close(e.db);
    return error;
}
