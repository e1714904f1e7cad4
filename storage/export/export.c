#include "export.h"

#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "export_base.h"
#include "storage/owner.h"

struct exporting {
    struct export_base base; /* first: a cast finds it */
    struct store_export *to;
};

/* The statements of the lines before the rounds, and of those after them. */
static const char *const before_rounds[] = {
    "SELECT json_object('talon', 'export', 'format', 1, 'tables',"
    " coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'game_table'), 0), 'rounds',"
    " coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'round'), 0), 'persons',"
    " coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'person'), 0))",
    "SELECT json_object('person', id, 'name', name, 'verified', " EXPORT_BOOL("verified") //
    ", 'named', " EXPORT_BOOL("named") ", 'hidden', " EXPORT_BOOL(
        "hidden") ") FROM person ORDER BY id",
    "SELECT json_object('identity', id, 'person', person, 'network', network, 'account', account,"
    " 'verified', " EXPORT_BOOL("verified") //
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
    "SELECT json_object('rating', rule_set, 'person', person, 'season', season, 'mu', mu, 'sigma',"
    " sigma, 'rounds', rounds) FROM rating ORDER BY person, rule_set, season",
    "SELECT json_object('rated', id, 'round', round, 'person', person, 'source', source, 'stays',"
    " stays, 'season', season) FROM rated ORDER BY id",
    "SELECT json_object('feat', rule_set, 'person', person, 'rounds', rounds, 'won', won,"
    " 'duels_won', duels_won, 'duels_lost', duels_lost, 'bluffs', bluffs, 'streak', streak,"
    " 'longest', longest, 'plays', plays, 'lasted', lasted, 'fast_round', fast_round,"
    " 'cards', cards, 'cards_round', cards_round) FROM feat ORDER BY person, rule_set",
    "SELECT json_object('versus', other, 'person', person, 'rounds', rounds, 'ahead', ahead,"
    " 'behind', behind) FROM versus ORDER BY person, other",
    "SELECT json_object('achievement', what, 'identity', identity, 'round', round, 'at', at)"
    " FROM achievement ORDER BY identity, what",
    "SELECT json_object('table', id, 'network', network, 'channel', channel, 'state', state)"
    " FROM game_table ORDER BY id",
};

static const struct export_rounds_sql rounds_sql = {
    .results =
        "SELECT json_group_array(json_array(seat, identity, points, " EXPORT_BOOL("won") ", " //
    EXPORT_BOOL("match_over") ", " EXPORT_BOOL(
        "match_won") ", place, person, rating, rating_off, set_rating, set_rating_off,"
                     " plays, cards, duels_won, duels_lost, bluffs))" //
                     " FROM (SELECT * FROM result WHERE round = ?1 ORDER BY seat)",
    .action = "SELECT json_array(?1, ?2, ?3)",
    .round =
        "SELECT json_object('round', ?1, 'table', ?2, 'network', ?3, 'channel', ?4, 'set', ?5,"
        " 'rules', ?6, 'started_at', ?7, 'ended_at', ?8, 'outcome', ?9, 'counts', " EXPORT_BOOL(
            "?10") //
    ", 'secret', lower(hex(?11)), 'commitment', lower(hex(?12)), 'deal', ?13, 'setup', ?14,"
    " 'actions', json(?15), 'results', json(?16))",
};

/* -- rounds -- */

static void hex_of(uint64_t hash, char text[17])
{
    snprintf(text, 17, "%016" PRIx64, hash);
}

/* The actions as a JSON array, freed by sqlite3_free(). NULL: memory is out. */
static char *join_actions(struct exporting *e, const struct store_proof *proof)
{
    sqlite3_str *text = sqlite3_str_new(e->base.db);
    sqlite3_str_appendchar(text, 1, '[');
    for (unsigned i = 0; i < proof->action_count; i++) {
        char hash[17];
        const struct store_action *action = &proof->actions[i];
        hex_of(action->hash, hash);
        bool good =
            bind_int(e->base.action, 1, action->at) && bind_text(e->base.action, 2, action->text) &&
            bind_text(e->base.action, 3, hash) && sqlite3_step(e->base.action) == SQLITE_ROW;
        if (good)
            sqlite3_str_appendf(text, "%s%s", i > 0 ? "," : "", column_text(e->base.action, 0));
        sqlite3_reset(e->base.action);
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
    sqlite3_stmt *stmt = e->base.round;
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
    bool good = (proof->pruned || actions != NULL) &&
                bind_int(e->base.results, 1, proof->round.id) &&
                sqlite3_step(e->base.results) == SQLITE_ROW && bind_round(e, proof, deal) &&
                bind_or_null(e->base.round, 15, actions) &&
                bind_text(e->base.round, 16, column_text(e->base.results, 0)) &&
                sqlite3_step(e->base.round) == SQLITE_ROW;
    if (good)
        export_put(&e->base, column_text(e->base.round, 0));
    sqlite3_reset(e->base.round);
    sqlite3_reset(e->base.results);
    sqlite3_free(actions);
    return good;
}

/* If the replay cannot be read, the round is written as one whose replay is no longer kept. */
static bool put_one(struct export_base *base, int64_t id)
{
    struct exporting *e = (struct exporting *)base;
    struct fault why = {0};
    struct store_proof proof;
    enum store_error error = sqlite_prove_round(e->base.reading, id, &proof, &why);
    if (error == STORE_OK)
        return put_round(e, &proof);
    if (error != STORE_DAMAGED)
        return false;
    e->to->left++;
    if (e->to->left_out != NULL)
        e->to->left_out(e->to->arg, why.text);
    if (!proof.ended || proof.round.set == NULL)
        return true;
    proof.pruned = true;
    return put_round(e, &proof);
}

/* -- all -- */

static bool put_all(struct exporting *e)
{
    if (sqlite3_exec(e->base.db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(before_rounds); i++) {
        if (!export_rows(&e->base, before_rounds[i], 0))
            return false;
    }
    if (!export_rounds(&e->base, &rounds_sql, put_one))
        return false;
    for (size_t i = 0; i < ARRAY_SIZE(behind_rounds); i++) {
        if (!export_rows(&e->base, behind_rounds[i], 0))
            return false;
    }
    fprintf(e->to->out, "{\"end\":%" PRId64 "}\n", e->to->lines);
    return true;
}

enum store_error store_export(const char *path, struct store_export *to, struct fault *why)
{
    struct owner owner;
    enum store_error error = owner_become(&owner, path, why);
    struct exporting e = {.base = {.path = owner.name, .out = to->out, .lines = &to->lines},
                          .to = to};
    to->lines = to->left = 0;
    if (error == STORE_OK)
        error = sqlite_open_tool(owner.name, TOOL_READS, &e.base.db, why);
    if (error == STORE_OK && !put_all(&e))
        error = sqlite_fault(e.base.db, owner.name, why);
    sqlite3_close(e.base.db);
    return owner_leave(&owner, error, why);
}
