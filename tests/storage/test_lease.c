/* Leases, numbers and the loading of a network (lease.h), on each store. */
#include "store_fixture.h"

#include <time.h>

#include "storage/lease.h"

/* What was told, as text to compare. */
struct heard {
    struct fixture *f;
    char text[8192];
    const char *until; /* stops the loop when a line is this one */
    unsigned turns;
    int64_t given; /* of the last that was had */
};

__attribute__((format(printf, 2, 3))) static void hear(struct heard *heard, const char *format, ...)
{
    size_t length = strlen(heard->text);
    va_list args;
    va_start(args, format);
    int more = vsnprintf(heard->text + length, sizeof(heard->text) - length, format, args);
    va_end(args);
    assert_true(more >= 0 && (size_t)more < sizeof(heard->text) - length);
    if (heard->until != NULL && strcmp(heard->text + length, heard->until) == 0)
        loop_stop(heard->f->loop);
}

static void on_had(void *arg, const char *name, int64_t epoch, int64_t given)
{
    struct heard *heard = arg;
    assert_true(epoch > 0);
    heard->given = given;
    hear(arg, "had %s\n", name);
}

static void on_lost(void *arg, const char *name)
{
    hear(arg, "lost %s\n", name);
}

static void own(struct fixture *f, struct heard *heard)
{
    *heard = (struct heard){.f = f};
    store_set_lease_owner(f->store,
                          &(struct store_lease_owner){on_had, on_lost, NULL, NULL, heard});
}

static void want(struct heard *heard, const char *name)
{
    char line[128];
    snprintf(line, sizeof(line), "had %s\n", name);
    heard->until = line;
    heard->text[0] = '\0';
    assert_true(store_lease_want(heard->f->store, name));
    assert_string_equal(heard->text, ""); /* never from inside the call */
    loop_run(heard->f->loop);
    heard->until = NULL;
}

static void put_one(struct fixture *f)
{
    store_put_setting(f->store, "daemon", "a", "1");
}

/* A block may be on its way. */
static int64_t wait_number(struct fixture *f, int64_t (*next)(struct store *store))
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    int64_t number = next(f->store);
    for (unsigned i = 0; i < 10000 && number < 0; i++) {
        nanosleep(&pause, NULL);
        number = next(f->store);
    }
    return number;
}

static void wanted_leases_are_had(void **state)
{
    struct fixture *f = *state;
    struct heard heard;
    own(f, &heard);
    want(&heard, "libera");
    assert_string_equal(heard.text, "had libera\n");
    want(&heard, "oftc");
    assert_string_equal(heard.text, "had oftc\n"); /* each once */
    assert_true(store_lease_want(f->store, "oftc"));
    assert_true(store_lease_holds(f->store));
    put_one(f);
    commit(f);
    assert_string_equal(heard.text, "had oftc\n");
}

static void a_given_lease_can_be_had_again(void **state)
{
    struct fixture *f = *state;
    struct heard heard;
    own(f, &heard);
    want(&heard, "libera");
    put_one(f);
    store_lease_give(f->store, "libera", false);
    store_lease_give(f->store, "nobody's", true);
    put_one(f);
    commit(f);
    want(&heard, "libera");
    put_one(f);
    commit(f);
    assert_true(store_lease_holds(f->store));
}

/* Where others may be, whoever has it next is told that all was told, and when: once. */
static void a_giver_may_say_that_all_was_told(void **state)
{
    struct fixture *f = *state;
    struct heard heard;
    own(f, &heard);
    want(&heard, "libera");
    assert_int_equal(heard.given, -1);
    uint64_t since = uv_hrtime();
    store_lease_give(f->store, "libera", true);
    put_one(f);
    commit(f);
    want(&heard, "libera");
    int64_t most = (int64_t)((uv_hrtime() - since) / 1000000) + 1; /* they are rounded */
    assert_true(store_shared(f->store) ? heard.given >= 0 && heard.given <= most
                                       : heard.given == -1);
    store_lease_give(f->store, "libera", false);
    put_one(f);
    commit(f);
    want(&heard, "libera");
    assert_int_equal(heard.given, -1);
}

static void names_have_a_length(void **state)
{
    struct fixture *f = *state;
    char name[STORE_LEASE_NAME_MAX + 1];
    memset(name, 'n', sizeof(name));
    name[STORE_LEASE_NAME_MAX] = '\0';
    assert_false(store_lease_want(f->store, name));
}

static void the_number_of_leases_is_bounded(void **state)
{
    struct fixture *f = *state;
    char name[16];
    for (unsigned i = 0; i < STORE_LEASES_MAX; i++) {
        snprintf(name, sizeof(name), "n%u", i);
        assert_true(store_lease_want(f->store, name));
    }
    assert_false(store_lease_want(f->store, "more"));
}

static void on_leases(void *arg, bool ok, const struct store_fleet *fleet)
{
    struct heard *heard = arg;
    assert_true(ok);
    heard->text[0] = '\0';
    assert_true(fleet->member_count <= 1); /* itself, where processes could share it */
    const struct store_lease_row *rows = fleet->leases;
    for (unsigned i = 0; i < fleet->lease_count; i++) {
        assert_true(rows[i].held >= 0 && rows[i].held < 60000);
        hear(heard, "%s %s\n", rows[i].name, rows[i].ours ? "ours" : "");
    }
    loop_stop(heard->f->loop);
}

static void leases_are_listed(void **state)
{
    struct fixture *f = *state;
    struct heard heard;
    own(f, &heard);
    want(&heard, "oftc");
    want(&heard, "libera");
    store_ask_leases(f->store, on_leases, &heard);
    loop_run(f->loop);
    assert_string_equal(heard.text, "libera ours\noftc ours\n");
    store_lease_give(f->store, "oftc", false);
    put_one(f);
    commit(f);
    store_ask_leases(f->store, on_leases, &heard);
    loop_run(f->loop);
    assert_non_null(strstr(heard.text, "libera ours\n"));
    assert_null(strstr(heard.text, "oftc ours\n"));
}

/* -- numbers -- */

static void numbers_go_on(void **state)
{
    struct fixture *f = *state;
    struct heard heard;
    int64_t table = 0, round = 0;
    for (int start = 0; start < 3; start++) {
        assert_true(store_next_table_id(f->store) > 0 && store_next_round_id(f->store) > 0);
        own(f, &heard);
        want(&heard, "net");
        for (int i = 0; i < 100; i++) {
            int64_t next_table = wait_number(f, store_new_table_id);
            int64_t next_round = wait_number(f, store_new_round_id);
            assert_true(next_table > table && next_round > round);
            table = next_table;
            round = next_round;
        }
        store_put_table(f->store, &(struct store_table){table, "net", "#a", "state"});
        struct store_round row = a_round(round);
        store_begin_round(f->store, &row);
        commit(f);
        if (f->kind == MEMORY) /* it has no second start */
            break;
        reopen(f);
    }
}

/* -- loading -- */

static void on_setting(void *arg, const char *scope, const char *key, const char *value)
{
    hear(arg, "%s %s %s\n", scope, key, value);
}

static void on_table(void *arg, const struct store_table *table)
{
    hear(arg, "table %d %s\n", (int)table->id, table->state);
}

static void on_round(void *arg, const struct store_round *round)
{
    assert_int_equal(round->secret[0], round->id);
    assert_string_equal(round->setup, "seats=a,b");
    hear(arg, "round %d of %d\n", (int)round->id, (int)round->table);
}

static void on_action(void *arg, const struct store_action *action)
{
    char text[16];
    struct store_action same = an_action(action->round, action->seq, text);
    assert_string_equal(action->text, same.text);
    hear(arg, "%d.%u\n", (int)action->round, action->seq);
}

static void on_done(void *arg, bool ok)
{
    struct heard *heard = arg;
    hear(heard, ok ? "done\n" : "failed\n");
    loop_stop(heard->f->loop);
}

static const struct store_network_rows all_rows = {on_setting, on_table, on_round, on_action,
                                                   on_done};

static void begin(struct fixture *f, int64_t id, int64_t table, const char *network)
{
    struct store_round round = a_round(id);
    round.table = table;
    round.network = network;
    store_begin_round(f->store, &round);
}

static const char *load(struct fixture *f, struct heard *heard, const char *network)
{
    *heard = (struct heard){.f = f};
    store_load_network(f->store, network, &all_rows, heard);
    assert_string_equal(heard->text, "");
    loop_run(f->loop);
    return heard->text;
}

static void a_network_is_loaded_table_by_table(void **state)
{
    struct fixture *f = *state;
    struct heard heard;
    store_put_table(f->store, &(struct store_table){5, "net", "#b", "five"});
    store_put_table(f->store, &(struct store_table){2, "net", "#a", "two"});
    store_put_table(f->store, &(struct store_table){3, "net2", "#a", "other"});
    begin(f, 9, 2, "net");
    begin(f, 7, 5, "net");
    begin(f, 8, 5, "net");
    begin(f, 6, 4, "net"); /* whose table is gone */
    begin(f, 5, 3, "net2");
    append(f, 9, 1, 2);
    append(f, 7, 1, 1);
    append(f, 6, 1, 1);
    append(f, 5, 1, 1);
    store_put_setting(f->store, "channel:net:#a", "lang", "fr");
    store_put_setting(f->store, "network:net", "modes", "x");
    store_put_setting(f->store, "person:net:V:ann", "theme", "plain");
    store_put_setting(f->store, "person:net2:V:ann", "theme", "dark");
    store_put_setting(f->store, "network:net2", "modes", "y");
    store_put_setting(f->store, "net", "a", "b");
    store_put_setting(f->store, "daemon", "net", "1");
    commit(f);
    store_end_round(f->store,
                    &(struct store_round_end){.round = 8, .ended_at = noon, .outcome = "stopped"});
    commit(f);
    assert_string_equal(load(f, &heard, "net"), "channel:net:#a lang fr\n"
                                                "network:net modes x\n"
                                                "person:net:V:ann theme plain\n"
                                                "table 2 two\nround 9 of 2\n9.1\n9.2\n"
                                                "table 5 five\nround 7 of 5\n7.1\n"
                                                "round 6 of 4\n6.1\ndone\n");
    assert_string_equal(load(f, &heard, "net2"), "network:net2 modes y\n"
                                                 "person:net2:V:ann theme dark\n"
                                                 "table 3 other\nround 5 of 3\n5.1\ndone\n");
    assert_string_equal(load(f, &heard, "%"), "done\n");
    /* Once more: what was read leaves nothing behind. */
    assert_non_null(strstr(load(f, &heard, "net"), "table 2 two\nround 9 of 2\n"));
}

static void count_turn(void *arg)
{
    ((struct heard *)arg)->turns++;
}

static void slow_table(void *arg, const struct store_table *table)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    (void)arg, (void)table;
    nanosleep(&pause, NULL);
}

/* Other networks go on meanwhile. */
static void a_large_network_takes_turns(void **state)
{
    static const struct store_network_rows rows = {.table = slow_table, .done = on_done};
    struct fixture *f = *state;
    struct heard heard = {.f = f};
    for (int i = 1; i <= 60; i++) {
        char channel[16];
        snprintf(channel, sizeof(channel), "#%d", i);
        store_put_table(f->store, &(struct store_table){i, "net", channel, "state"});
    }
    commit(f);
    store_load_network(f->store, "net", &rows, &heard);
    loop_set_turn(f->loop, count_turn, &heard);
    loop_run(f->loop);
    loop_set_turn(f->loop, NULL, NULL);
    assert_string_equal(heard.text, "done\n");
    assert_true(heard.turns > 6);
}

static void slow_setting(void *arg, const char *scope, const char *key, const char *value)
{
    static const struct timespec pause = {.tv_nsec = 6000000}; /* more than a turn may take */
    struct heard *heard = arg;
    hear(heard, "%s %s %s\n", scope, key, value);
    nanosleep(&pause, NULL);
    if (strlen(heard->text) > 200)
        loop_stop(heard->f->loop); /* they come again and again */
}

static void many_settings_are_given_once(void **state)
{
    static const struct store_network_rows rows = {
        .setting = slow_setting, .table = on_table, .done = on_done};
    struct fixture *f = *state;
    struct heard heard = {.f = f};
    store_put_setting(f->store, "network:net", "modes", "x");
    store_put_table(f->store, &(struct store_table){1, "net", "#a", "one"});
    store_put_table(f->store, &(struct store_table){2, "net", "#b", "two"});
    commit(f);
    store_load_network(f->store, "net", &rows, &heard);
    loop_run(f->loop);
    assert_string_equal(heard.text, "network:net modes x\ntable 1 one\ntable 2 two\ndone\n");
}

static void stop_at_once(void *arg, const struct store_table *table)
{
    struct heard *heard = arg;
    hear(heard, "table %d\n", (int)table->id);
    slow_table(NULL, NULL);
    loop_stop(heard->f->loop);
}

static void stopped_queries_say_so(void **state)
{
    static const struct store_network_rows rows = {.table = stop_at_once, .done = on_done};
    struct fixture *f = *state;
    struct heard heard = {.f = f};
    for (int i = 1; i <= 40; i++) {
        char channel[16];
        snprintf(channel, sizeof(channel), "#%d", i);
        store_put_table(f->store, &(struct store_table){i, "net", channel, "state"});
    }
    commit(f);
    store_load_network(f->store, "net", &rows, &heard); /* stopped between its rows */
    loop_run(f->loop);
    assert_null(strstr(heard.text, "done"));
    store_load_network(f->store, "net", &rows, &heard); /* and before them */
    store_stop_queries(f->store);
    assert_non_null(strstr(heard.text, "failed\nfailed\n"));
    loop_run(f->loop); /* it was told to stop meanwhile */
    put_one(f);
    commit(f);
}

/* Only another process could read it. */
static void a_store_of_one_process_sends_no_letters(void **state)
{
    struct fixture *f = *state;
    uint64_t batch = store_batch(f->store);
    store_send_letter(f->store, "a", "b", "text");
    assert_int_equal(store_commit(f->store) - batch, store_shared(f->store) ? 1 : 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(wanted_leases_are_had),
        EACH(a_given_lease_can_be_had_again),
        EACH(a_giver_may_say_that_all_was_told),
        EACH(names_have_a_length),
        ON(the_number_of_leases_is_bounded, memory),
        EACH(leases_are_listed),
        EACH(a_store_of_one_process_sends_no_letters),
        EACH(numbers_go_on),
        EACH(a_network_is_loaded_table_by_table),
        EACH(a_large_network_takes_turns),
        EACH(many_settings_are_given_once),
        EACH(stopped_queries_say_so),
    };
    return RUN_ON_EACH(tests);
}
