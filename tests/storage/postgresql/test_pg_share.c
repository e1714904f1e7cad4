/* What a process takes that is meant for it or for another one: leases that were handed over, and
 * leases with a home. */
#include "store_process.h"

#include "storage/postgresql/pg_migrate.h"
#include "storage/store_base.h"

static void give_to(struct fixture *f, struct store_process *side, const char *name,
                    const char *heir, bool by_hand)
{
    store_lease_hand(side->store, name, true, heir, by_hand);
    uint64_t batch = store_commit(side->store);
    WAIT_UNTIL(f, store_durable(side->store) >= batch);
}

static struct seen {
    struct fixture *f;
    struct store_fleet *fleet;
    bool came;
} seen;

static void on_fleet(void *arg, bool ok, const struct store_fleet *fleet)
{
    struct seen *to = arg;
    assert_true(ok);
    *to->fleet = *fleet;
    to->came = true;
    loop_stop(to->f->loop);
}

static const struct store_fleet *look(struct fixture *f, struct store_process *side)
{
    static struct store_fleet fleet;
    seen = (struct seen){f, &fleet, false};
    store_ask_leases(side->store, on_fleet, &seen);
    WAIT_UNTIL(f, seen.came);
    return &fleet;
}

static int member_of(const struct store_fleet *fleet, const char *name)
{
    for (unsigned i = 0; i < fleet->member_count; i++) {
        if (strcmp(fleet->members[i].name, name) == 0)
            return (int)i;
    }
    fail_msg("no member %s", name);
    return -1;
}

/* The id of the process of that name. */
static const char *id_of(struct fixture *f, struct store_process *side, const char *name)
{
    const struct store_fleet *fleet = look(f, side);
    return fleet->members[member_of(fleet, name)].process;
}

static void welcome(struct fixture *f, struct store_process *side, const char *networks,
                    unsigned room)
{
    char sql[160];
    store_lease_set_terms(side->store, &(struct store_lease_terms){true, room, networks});
    snprintf(sql, sizeof(sql), "SELECT count(*) FROM member WHERE welcomes = '%s' AND wants > 0",
             networks);
    WAIT_UNTIL(f, pg_server_number(f->address, sql) > 0);
}

static void wait_lives(struct fixture *f, unsigned lives)
{
    for (uint64_t until = milliseconds() + lives * LIFE_MS; milliseconds() < until;)
        turn(f);
}

/* The others, who want it as well and have nothing, leave it to the heir. */
static void the_heir_gets_it(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two, three;
    enter_for(&one, f, "one", 20 * LIFE_MS);
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1);
    enter(&two, f, "two");
    enter(&three, f, "three");
    assert_true(store_lease_want(two.store, "a"));
    assert_true(store_lease_want(three.store, "a"));
    wait_lives(f, 1);
    give_to(f, &one, "a", id_of(f, &one, "three"), false);
    WAIT_UNTIL(f, three.had_count == 1);
    assert_true(three.given >= 0); /* all was told */
    assert_true(store_lease_want(one.store, "a"));
    give_to(f, &three, "a", id_of(f, &one, "two"), true);
    WAIT_UNTIL(f, two.had_count == 1);
    assert_int_equal(one.had_count, 1);
    const struct store_fleet *fleet = look(f, &one);
    assert_int_equal(fleet->lease_count, 1);
    assert_true(fleet->leases[0].by_hand);
    assert_int_equal(fleet->leases[0].member, member_of(fleet, "two"));
    assert_int_equal(fleet->leases[0].heir, -1);
    assert_true(store_close(three.store));
    assert_true(store_close(two.store));
    assert_true(store_close(one.store));
}

/* An heir that is dead, or that does not want it, keeps nobody waiting for ever. */
static void without_its_heir_anybody_takes_it(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1);
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "b"));
    WAIT_UNTIL(f, two.had_count == 1);
    give_to(f, &one, "a", id_of(f, &one, "two"), true);
    uint64_t since = milliseconds();
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 2);
    assert_true(milliseconds() - since >= 2 * LIFE_MS);
    assert_false(look(f, &one)->leases[0].by_hand); /* the heir did not take it */
    give_to(f, &one, "a", "0123456789abcdef0123456789abcdef", false);
    since = milliseconds();
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 3);
    assert_true(milliseconds() - since < 2 * LIFE_MS);
    assert_true(store_close(two.store));
    assert_true(store_close(one.store));
}

static void what_has_a_home_waits_for_it(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "b"));
    WAIT_UNTIL(f, two.had_count == 1);
    welcome(f, &two, "a\nb\n", 0);
    wait_lives(f, 1);
    assert_true(store_lease_want(one.store, "a"));
    store_lease_prefer(one.store, "a", "two");
    assert_true(store_lease_want(two.store, "a"));
    store_lease_prefer(two.store, "a", "two");
    WAIT_UNTIL(f, one.had_count + two.had_count == 2);
    assert_int_equal(two.had_count, 2); /* though it has one already, and the other none */
    assert_true(store_close(two.store));
    WAIT_UNTIL(f, one.had_count == 1); /* its home is away */
    assert_true(store_close(one.store));
}

static void a_full_process_takes_nothing(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    store_lease_set_terms(one.store, &(struct store_lease_terms){true, 1, "a\nb\n"});
    assert_true(store_lease_want(one.store, "a"));
    assert_true(store_lease_want(one.store, "b"));
    WAIT_UNTIL(f, one.had_count == 1);
    wait_lives(f, 4);
    assert_int_equal(one.had_count, 1);
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "a"));
    assert_true(store_lease_want(two.store, "b"));
    WAIT_UNTIL(f, two.had_count == 1);
    assert_true(store_close(two.store));
    assert_true(store_close(one.store));
}

static void members_are_listed_with_their_terms(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    enter(&two, f, "two");
    assert_true(store_lease_want(one.store, "n/0/2"));
    assert_true(store_lease_want(one.store, "na"));
    WAIT_UNTIL(f, one.had_count == 2);
    assert_true(store_lease_want(two.store, "n/0/2"));
    welcome(f, &two, "m\nn\n", 3);
    const struct store_fleet *fleet = look(f, &one);
    int at = member_of(fleet, "two"), ours = member_of(fleet, "one");
    assert_int_equal(fleet->member_count, 2);
    assert_true(fleet->members[ours].ours && !fleet->members[at].ours);
    assert_true(fleet->members[at].shares && !fleet->members[ours].shares);
    assert_int_equal(fleet->members[at].room, 3);
    assert_int_equal(fleet->members[ours].had, 2);
    assert_int_equal(fleet->lease_count, 2);
    assert_int_equal(fleet->leases[0].takers, UINT64_C(1) << at); /* n/0/2 */
    assert_int_equal(fleet->leases[1].takers, 0);                 /* na */
    assert_int_equal(fleet->leases[1].member, ours);
    store_lease_leave(two.store, true);
    WAIT_UNTIL(f, look(f, &one)->members[at].leaves);
    assert_true(store_close(two.store));
    assert_true(store_close(one.store));
}

/* The keeper sends what it was told, whole, while the loop already says something else. */
static void terms_change_while_they_are_sent(void **state)
{
    enum { RENEWALS = 200, LONG = 100000 };
    static char lists[2][LONG];
    struct fixture *f = *state;
    struct store_process one;
    uint64_t renewed = 0, until = milliseconds() + 10 * MANY_MS;
    unsigned renewals = 0;
    for (unsigned i = 0; i < 2; i++) {
        memset(lists[i], i == 0 ? 'a' : 'b', LONG - 2);
        lists[i][LONG - 2] = '\n';
    }
    enter(&one, f, "one");
    pg_server_run(f->address, "CREATE TABLE torn (welcomes TEXT);"
                              "CREATE RULE torn AS ON UPDATE TO member WHERE NEW.welcomes !~"
                              " '^(a*|b*)\n?$' DO ALSO INSERT INTO torn VALUES (NEW.welcomes)");
    for (unsigned i = 0; renewals < RENEWALS && milliseconds() < until; i++) {
        store_lease_leave(one.store, i % 2 == 0); /* renews at once */
        for (unsigned many = 0; many < 100; many++)
            store_lease_set_terms(one.store, &(struct store_lease_terms){true, 0, lists[many % 2]});
        uint64_t now = atomic_load(&one.store->leases.renewed);
        renewals += now != renewed;
        renewed = now;
    }
    assert_int_equal(renewals, RENEWALS);
    store_lease_leave(one.store, false);
    assert_true(store_lease_want(one.store, "a"));
    welcome(f, &one, "a\n", 5);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM torn"), 0);
    assert_true(store_close(one.store));
}

/* Tables as the program made them that did not know of this, with a lease that it gave back. */
static void older_tables_get_what_they_lack(void **state)
{
    enum { BEFORE = 2 };
    struct fixture *f = *state;
    struct store_process one;
    struct pg_conn conn;
    struct fault why = {0};
    assert_true(pg_conn_init(&conn, f->address, &why));
    assert_int_equal(pg_migrate(&conn, pg_migrations, BEFORE, &why), STORE_OK);
    pg_conn_finish(&conn);
    pg_server_run(f->address, "INSERT INTO lease (name, epoch) VALUES ('a', 1)");
    enter(&one, f, "one");
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1);
    assert_int_equal(one.epoch, 2);
    welcome(f, &one, "a\n", 5);
    const struct store_fleet *fleet = look(f, &one);
    assert_int_equal(fleet->members[0].room, 5);
    assert_int_equal(fleet->leases[0].takers, 1);
    assert_true(store_close(one.store));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_heir_gets_it),
        TEST(without_its_heir_anybody_takes_it),
        TEST(what_has_a_home_waits_for_it),
        TEST(a_full_process_takes_nothing),
        TEST(members_are_listed_with_their_terms),
        TEST(terms_change_while_they_are_sent),
        TEST(older_tables_get_what_they_lack),
    };
    return pg_server_shared() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
