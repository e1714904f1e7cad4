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

static const struct store_forget_texts texts = {NULL, names, setup_of, NULL};

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

/* -- tables of other processes -- */

static bool state_names(const struct store_identity *who, const char *network, const char *state)
{
    return strcmp(network, who->network) == 0 && strstr(state, who->account) != NULL;
}

struct asked {
    struct loop *loop;
    bool came;
    unsigned links;
    size_t seated;
    int64_t tables[4];
};

static void on_traces(void *arg, bool ok, const struct store_traces *traces)
{
    struct asked *asked = arg;
    assert_true(ok);
    assert_in_range(traces->seated_count, 0, ARRAY_SIZE(asked->tables));
    asked->links = traces->links.count;
    asked->seated = traces->seated_count;
    for (size_t i = 0; i < traces->seated_count; i++) {
        assert_in_range(traces->seated[i].known, 0, 1);
        asked->tables[i] = traces->seated[i].table;
    }
    asked->came = true;
    loop_stop(asked->loop);
}

static struct asked ask_traces(struct fixture *f)
{
    static const struct store_forget_texts all = {state_names, names, setup_of, NULL};
    struct asked asked = {.loop = f->loop};
    store_ask_traces(f->store, &bea, &all, on_traces, &asked);
    while (!asked.came)
        loop_run(f->loop);
    return asked;
}

/* Another process has begun a round in which bea plays, at table 7, and has her at table 8. */
static void traces_name_tables_of_other_processes(void **state)
{
    static const char tables[] = "INSERT INTO game_table (id, network, channel, state) VALUES"
                                 " (8, 'net', '#south', 'bea'), (9, 'other', '#south', 'bea'),"
                                 " (10, 'net', '#north', 'alice')";
    const struct store_result result = a_result(0, "bea", "Bea", 5, true);
    struct store_round round = a_round(2);
    struct fixture *f = *state;
    pg_server_run(f->address, tables);
    struct asked asked = ask_traces(f);
    assert_int_equal(asked.links, 0); /* she has finished no round */
    assert_int_equal(asked.seated, 1);
    assert_int_equal(asked.tables[0], 8);
    play(f, 1, "#cards", noon, true, &result, 1);
    round.setup = "alice,bea";
    store_begin_round(f->store, &round);
    commit(f);
    asked = ask_traces(f);
    assert_int_equal(asked.links, 1);
    assert_int_equal(asked.seated, 2);
    assert_int_equal(asked.tables[0], 7);
    assert_int_equal(asked.tables[1], 8);
    pg_server_run(f->address, "DELETE FROM game_table");
    store_end_round(
        f->store,
        &(struct store_round_end){
            .round = 2, .ended_at = noon, .outcome = "won", .results = &result, .result_count = 1});
    commit(f);
    assert_int_equal(ask_traces(f).seated, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_postgresql, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_statement_used_once_does_not_stay_on_the_server),
        TEST(many_rounds_take_few_flights),
        TEST(traces_name_tables_of_other_processes),
    };
    return pg_server_shared() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
