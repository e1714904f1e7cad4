/* Somebody who is forgotten (forget.h), or becomes another person, on a PostgreSQL that is far away
 * and that others use, too. */
#include "tests/storage/store_fixture.h"

#include "storage/postgresql/pg_store.h"

enum { ROUNDS = 200 };

static const struct store_identity bea = {"net", "bea", "Bea", true, NULL};

static struct pg_store *pg(struct fixture *f)
{
    return (struct pg_store *)f->store;
}

static bool names(const struct store_identity *who, const char *text)
{
    (void)who, (void)text;
    return false;
}

/* Their account stands in setups as a word of its own. */
static enum store_forgets setup_of(const struct store_identity *who, const char *text, char *out,
                                   size_t size)
{
    const char *at = strstr(text, who->account);
    if (at == NULL)
        return STORE_NAMES_NOBODY;
    snprintf(out, size, "%.*s-%s", (int)(at - text), text, at + strlen(who->account));
    return STORE_FORGOT;
}

static const struct store_forget_texts texts = {names, names, setup_of, NULL};

static void play_many(struct fixture *f)
{
    const struct store_result results[] = {a_result(0, "alice", "Alice", 5, true),
                                           a_result(1, "bea", "Bea", 0, false)};
    for (int64_t id = 1; id <= ROUNDS; id++)
        play(f, id, "#cards", noon, true, results, 2);
    commit(f);
    pg_server_run(f->address, "UPDATE round SET setup = 'alice,bea'");
}

static void forget_bea(struct fixture *f)
{
    static int64_t rounds[ROUNDS / 2]; /* those behind them are looked through by who forgets */
    const struct store_traces traces = {
        .links = {.count = 1, .at = {{.network = "net", .account = "bea", .verified = true}}},
        .rounds = rounds,
        .round_count = ROUNDS / 2,
        .last = ROUNDS / 2};
    for (int64_t i = 0; i < ROUNDS / 2; i++)
        rounds[i] = i + 1;
    store_forget_person(f->store, &bea, &texts, &traces);
    commit(f);
    assert_int_equal(
        pg_server_number(f->address, "SELECT count(*) FROM round WHERE setup = 'alice,-'"), ROUNDS);
}

/* Of what the store asks on this connection. */
static int64_t prepared(struct sql *sql)
{
    int64_t count = 0;
    assert_true(sql_execute(sql, "BEGIN"));
    assert_true(sql_number(sql, "SELECT count(*) FROM pg_prepared_statements", &count));
    assert_true(sql_execute(sql, "ROLLBACK"));
    return count;
}

static void a_statement_used_once_does_not_stay_on_the_server(void **state)
{
    struct fixture *f = *state;
    play_many(f);
    int64_t before = prepared(&pg(f)->writes.sql);
    forget_bea(f);
    assert_in_range(prepared(&pg(f)->writes.sql), before, before + 20);
    before = prepared(&pg(f)->writes.sql);
    for (int i = 0; i < 20; i++)
        assert_int_equal(prepared(&pg(f)->writes.sql), before);
}

/* How often the server was waited for since then. */
static unsigned flights_since(struct fixture *f, uint64_t before)
{
    return (unsigned)(pg(f)->writes.flights - before);
}

/* However many rounds they have: what each of them is asked for goes out with that of others. */
static void many_rounds_take_few_flights(void **state)
{
    const struct store_result carl = a_result(0, "carl", "Carl", 5, true);
    struct fixture *f = *state;
    play_many(f);
    play(f, ROUNDS + 1, "#cards", noon, true, &carl, 1);
    commit(f);
    uint64_t before = pg(f)->writes.flights;
    store_link(f->store, &carl.who, &bea, noon);
    commit(f);
    assert_in_range(flights_since(f, before), 1, ROUNDS / 4);
    assert_int_equal(
        pg_server_number(f->address, "SELECT sum(rounds) FROM feat WHERE rule_set = ''"),
        2 * ROUNDS + 1);
    assert_int_equal(pg_server_number(f->address, "SELECT sum(rounds) FROM versus"), 2 * ROUNDS);
    before = pg(f)->writes.flights;
    store_part(f->store, &carl.who, noon);
    commit(f);
    assert_in_range(flights_since(f, before), 1, ROUNDS / 4);
    before = pg(f)->writes.flights;
    forget_bea(f);
    assert_in_range(flights_since(f, before), 1, ROUNDS / 4);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_postgresql, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_statement_used_once_does_not_stay_on_the_server),
        TEST(many_rounds_take_few_flights),
    };
    return pg_server_shared() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
