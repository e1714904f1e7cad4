#include "sql_copy.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"

enum { TEXT_MAX = 1024, PORTION = 500 };

/* The tables, in the order in which they are copied: one that others refer to comes before them.
 * The types of columns: i integer, r real, t text, b bytes. */
static const struct table {
    const char *name, *columns, *types, *order;
} tables[] = {
    {"person", "id, name, name_key, verified, named, hidden", "ittiii", "id"},
    {"identity",
     "id, network, account, verified, person, account_key, name_key, seen_at, mark, name, rounds",
     "ittiittitti", "id"},
    {"link", "id, at, identity, person", "iiii", "id"},
    {"achievement", "identity, what, round, at", "iiii", "identity, what"},
    {"round",
     "id, game_table, network, channel, rule_set, setup, rules_version, started_at, secret,"
     " commitment, deal_hash, ended_at, outcome, counts, archive",
     "iittttiibbiitib", "id"},
    {"result",
     "round, seat, identity, points, won, match_over, match_won, place, person, rating,"
     " rating_off, set_rating, set_rating_off, plays, cards, duels_won, duels_lost, bluffs",
     "iiiiiiiiiiiiiiiiii", "round, seat"},
    {"scope", "id, kind, network, channel", "iitt", "id"},
    {"score", "scope, span, start, person, rounds, rounds_won, matches, matches_won, points",
     "iiiiiiiii", "person, scope, span, start"},
    {"setting", "scope, key, value", "ttt", "scope, key"},
    {"rating", "person, rule_set, season, mu, sigma, rounds", "itirri", "person, rule_set, season"},
    {"rated", "id, round, person, source, stays, season", "iiiiii", "id"},
    {"feat",
     "person, rule_set, rounds, won, duels_won, duels_lost, bluffs, streak, longest, plays,"
     " lasted, fast_round, cards, cards_round",
     "itiiiiiiiiiiii", "person, rule_set"},
    {"versus", "person, other, rounds, ahead, behind", "iiiii", "person, other"},
    {"game_table", "id, network, channel, state", "ittt", "id"},
};

static bool pass_value(struct sql_stmt *from, struct sql_stmt *to, int at, char type)
{
    bool none = sql_is_null(from, at);
    switch (type) {
    case 't':
        return sql_bind_text(to, at + 1, none ? NULL : sql_text(from, at));
    case 'b': /* NULL and an empty value differ */
        return sql_bind_bytes(to, at + 1,
                              none                     ? NULL
                              : sql_size(from, at) > 0 ? sql_bytes(from, at)
                                                       : "",
                              none ? 0 : sql_size(from, at));
    case 'r':
        return none ? sql_bind_null(to, at + 1) : sql_bind_double(to, at + 1, sql_double(from, at));
    default:
        return none ? sql_bind_null(to, at + 1) : sql_bind_int(to, at + 1, sql_int64(from, at));
    }
}

/* Calls back for the rows of one statement; counts them in `*rows`. */
static bool pass_rows(struct sql_stmt *from, bool (*row)(void *arg, struct sql_stmt *from),
                      void *arg, unsigned *rows)
{
    enum sql_step code;
    bool good = true;
    while (good && (code = sql_step(from)) == SQL_ROW) {
        good = row(arg, from);
        ++*rows;
    }
    return sql_reset(from) && good && code == SQL_DONE;
}

bool sql_copy_each(const struct sql_copy *copy, const char *select,
                   bool (*row)(void *arg, struct sql_stmt *from), void *arg)
{
    char text[TEXT_MAX];
    unsigned rows = 0;
    bool good = true;
    snprintf(text, sizeof(text), "DECLARE copied NO SCROLL CURSOR FOR %s", select);
    if (copy->cursors && !sql_execute(copy->from, text))
        return false;
    snprintf(text, sizeof(text), "FETCH %d FROM copied", PORTION);
    struct sql_stmt *from = sql_prepare(copy->from, copy->cursors ? text : select);
    do {
        rows = 0;
        good = from != NULL && pass_rows(from, row, arg, &rows);
    } while (good && copy->cursors && rows > 0);
    sql_finalize(from);
    return good && (!copy->cursors || sql_execute(copy->from, "CLOSE copied"));
}

/* A statement that inserts a row, and the types of its columns. */
struct insertion {
    struct sql_stmt *to;
    const char *types;
};

static bool insert_row(void *arg, struct sql_stmt *from)
{
    const struct insertion *insertion = arg;
    bool good = true;
    for (int i = 0; good && insertion->types[i] != '\0'; i++)
        good = pass_value(from, insertion->to, i, insertion->types[i]);
    return good && sql_run(insertion->to);
}

static bool pass_table(const struct sql_copy *copy, const struct table *table)
{
    char select[TEXT_MAX], insert[TEXT_MAX];
    int length = snprintf(insert, sizeof(insert), "INSERT INTO %s (%s) VALUES (", table->name,
                          table->columns);
    snprintf(select, sizeof(select), "SELECT %s FROM %s ORDER BY %s", table->columns, table->name,
             table->order);
    for (int i = 0; table->types[i] != '\0'; i++) {
        length += snprintf(insert + length, sizeof(insert) - (size_t)length, "%s?%d",
                           i > 0 ? ", " : "", i + 1);
    }
    snprintf(insert + length, sizeof(insert) - (size_t)length, ")");
    struct insertion insertion = {sql_prepare(copy->to, insert), table->types};
    bool good = insertion.to != NULL && sql_copy_each(copy, select, insert_row, &insertion);
    sql_finalize(insertion.to);
    return good;
}

bool sql_copy_all(const struct sql_copy *copy)
{
    for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
        if (!pass_table(copy, &tables[i]))
            return false;
    }
    return true;
}
