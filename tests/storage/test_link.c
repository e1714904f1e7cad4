/* store_link(), store_part() and what goes with them: identities and persons, on all stores; and
 * databases of the versions before there was that. */
#include "persons.h"
#include "storage/query.h"
#include "storage/schema.h"
#include "storage/sqlite/migrate.h"

/* All scores, results and periods of both become those of one; the nick is free. */
static void a_nick_gives_its_scores_to_an_account(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {by_nick(0, "alice", "here", 40),
                                     a_result(1, "bob", "Bob", 1, false)};
    struct store_result own[] = {{.who = alice, .points = 5, .won = true},
                                 a_result(1, "bob", "Bob", 1, false)};
    play(f, 1, "#cards", noon, true, results, 2);
    play(f, 2, "#other", noon, true, results, 2);
    play(f, 3, "#cards", noon, true, own, 2);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 3);
    store_link(f->store, &nick, &alice, noon);
    commit(f);
    reopen(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[0], "alice", 1, 85, 3, 3);
    assert_true(f->rows[0].verified);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 10), 2);
    expect_row(&f->rows[0], "alice", 1, 45, 2, 2);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#other", STORE_SEASON, noon, 10), 2);
    expect_row(&f->rows[0], "alice", 1, 40, 1, 1);
    assert_true(ask_stats(f, NULL, "alice_acc", noon));
    expect_row(&f->rows[STORE_ALL], "alice", 1, 85, 3, 3);
    /* Whoever plays under the nick now is somebody else. */
    assert_string_equal(ask_nick(f, "alice"), "?");
    results[0].who.mark = "there";
    play(f, 4, "#cards", noon, true, results, 1);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 3);
    expect_row(&f->rows[0], "alice", 1, 85, 3, 3);
    expect_row(&f->rows[1], "alice", 2, 40, 1, 1);
    assert_false(f->rows[1].verified);
    /* It can be given again. */
    store_link(f->store, &(struct store_identity){"net", "alice", "alice", false, "there"}, &alice,
               noon);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[0], "alice", 1, 125, 4, 4);
}

/* Accounts of two networks: what each plays later goes to the same person. */
static void accounts_of_two_networks_are_one_person(void **state)
{
    struct fixture *f = *state;
    const struct store_identity other = {"other", "4711", "al", true, NULL};
    struct store_result one = {.who = alice, .points = 10, .won = true};
    struct store_result two = {.who = other, .points = 7, .won = true};
    play(f, 1, "#cards", noon, true, &one, 1);
    play(f, 2, "#cards", noon, true, &two, 1);
    store_link(f->store, &other, &alice, noon);
    commit(f);
    reopen(f);
    play(f, 3, "#cards", noon, true, &two, 1);
    play(f, 4, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 34, 4, 4);
}

/* A third one joins, from either side, and what is joined already stays as it is. */
static void persons_are_joined_again(void **state)
{
    struct fixture *f = *state;
    const struct store_identity b = {"net", "b", "B", true, NULL};
    const struct store_identity c = {"net", "c", "C", true, NULL};
    struct store_result results[] = {{.who = alice, .points = 1, .won = true},
                                     {.who = b, .seat = 1, .points = 2, .won = true},
                                     {.who = c, .seat = 2, .points = 4, .won = true}};
    for (unsigned i = 0; i < 3; i++)
        play(f, 1 + i, "#cards", noon, true, &results[i], 1);
    store_link(f->store, &b, &alice, noon);
    store_link(f->store, &b, &alice, noon);
    store_link(f->store, &alice, &b, noon);
    store_link(f->store, &alice, &alice, noon);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    store_link(f->store, &b, &c, noon); /* with all that b was joined to */
    commit(f);
    reopen(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 7, 3, 3);
    play(f, 4, "#cards", noon, true, results, 1);
    commit(f);
    assert_true(ask_stats(f, NULL, "alice_acc", noon));
    expect_row(&f->rows[STORE_ALL], "Alice", 1, 8, 4, 4);
}

/* Who never played can be joined, too. */
static void strangers_can_be_joined(void **state)
{
    struct fixture *f = *state;
    const struct store_identity b = {"net", "b", "B", true, NULL};
    struct store_result one = {.who = b, .points = 3, .won = true};
    store_link(f->store, &b, &alice, noon);
    play(f, 1, "#cards", noon, true, &one, 1);
    commit(f);
    assert_true(ask_stats(f, NULL, "alice_acc", noon));
    assert_int_equal(f->rows[STORE_ALL].points, 3);
}

/* A nick that played from two places is nobody's. */
static void marks_tell_whose_a_nick_is(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {by_nick(0, "one", "here", 1), by_nick(1, "two", "here", 1),
                                     by_nick(2, "three", NULL, 1),
                                     a_result(3, "four", "four", 1, false)};
    play(f, 1, "#cards", noon, true, results, 4);
    results[1].who.mark = "there";
    results[2].who.mark = "here";
    play(f, 2, "#cards", noon, true, results, 3);
    commit(f);
    reopen(f);
    assert_string_equal(ask_nick(f, "one"), "here");
    assert_string_equal(ask_nick(f, "two"), "");
    assert_string_equal(ask_nick(f, "three"), "");
    assert_string_equal(ask_nick(f, "four"), "?"); /* an account is no nick */
}

static int64_t number_of(struct fixture *f, const struct store_identity *who)
{
    const struct store_stats_query query = {
        .scope = STORE_OVERALL, .network = "net", .who = who, .at = noon};
    assert_true(ask_query(f, &query));
    return f->rows[STORE_ALL].person;
}

/* The address of somebody's page never shows somebody else. */
static void numbers_never_come_back(void **state)
{
    struct fixture *f = *state;
    const struct store_identity b = {"net", "b", "B", true, NULL};
    const struct store_identity c = {"net", "c", "C", true, NULL};
    struct store_result results[] = {{.who = alice, .points = 1, .won = true},
                                     {.who = b, .seat = 1, .points = 2, .won = true}};
    struct store_result another = {.who = c, .points = 4, .won = true};
    play(f, 1, "#cards", noon, true, results, 2);
    commit(f);
    int64_t own = number_of(f, &alice), gone = number_of(f, &b);
    assert_true(own > 0 && own < gone);
    store_link(f->store, &b, &alice, noon);
    commit(f);
    reopen(f);
    assert_int_equal(number_of(f, &b), own);
    play(f, 2, "#cards", noon, true, &another, 1);
    commit(f);
    assert_int_equal(number_of(f, &c), gone + 1);
    store_part(f->store, &b, noon);
    commit(f);
    assert_int_equal(number_of(f, &b), gone + 2);
    assert_int_equal(number_of(f, &alice), own);
}

/* Asks for something else, as a page does that shows several answers. */
static void ask_again(void *arg, bool ok, const struct store_links *links)
{
    struct answer *asked = arg;
    (void)links;
    assert_false(ok);
    store_name_taken(asked->f->store, &alice, "bob", on_taken, asked);
}

static void waiting_questions_are_answered_at_the_end(void **state)
{
    struct fixture *f = *state;
    answer = (struct answer){.f = f};
    f->answered = false;
    store_ask_links(f->store, &alice, on_links, &answer);
    store_stop_queries(f->store);
    assert_true(f->answered);
    assert_false(f->ok);
    f->answered = false;
    store_name_taken(f->store, &alice, "bob", on_taken, &answer);
    store_stop_queries(f->store);
    assert_true(f->answered);
    assert_false(f->ok);
    f->answered = false;
    store_ask_links(f->store, &alice, ask_again, &answer);
    store_stop_queries(f->store);
    assert_true(f->answered); /* before what it would call back goes away */
    assert_false(f->ok);
}

/* -- a nick that is linked -- */

/* It stays so for who comes from where it came from; for others it is as new; and moves with who
 * proves to be the same. */
static void a_nick_stays_linked_where_it_is_known(void **state)
{
    struct fixture *f = *state;
    struct store_result one = by_nick(0, "alice", "here", 1);
    store_link(f->store, &nick, &alice, noon);
    play(f, 1, "#cards", noon, true, &one, 1);
    commit(f);
    reopen(f);
    assert_int_equal(overall(f), 1);
    expect_row(&f->rows[0], "alice", 1, 1, 1, 1); /* as the one that played most */
    assert_true(f->rows[0].verified);
    one.who.mark = "there";
    one.points = 10;
    play(f, 2, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 10, 1, 1);
    assert_false(f->rows[0].verified);
    store_move_nick(f->store, &nick, "elsewhere");
    one.who.mark = "elsewhere";
    one.points = 100;
    play(f, 3, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 101, 2, 2);
    assert_int_equal(ask_links(f, &alice), 2);
    one.who.mark = "here";
    one.points = 1000;
    play(f, 4, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 1010, 2, 2); /* the other one, from two places */
}

/* A nick that nobody linked and that moved is from one place still. */
static void a_nick_moves_with_its_person(void **state)
{
    struct fixture *f = *state;
    struct store_result one = by_nick(0, "one", "here", 1);
    play(f, 1, "#cards", noon, true, &one, 1);
    store_move_nick(f->store, &(struct store_identity){"net", "one", "one", false, "here"},
                    "there");
    one.who.mark = "there";
    play(f, 2, "#cards", noon, true, &one, 1);
    commit(f);
    assert_string_equal(ask_nick(f, "one"), "there");
}

/* -- databases of earlier versions -- */

static void version_1_is_brought_up(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite_migrate(db, f->path, store_migrations, 1, &f->why), STORE_OK);
    sqlite3_close(db);
    raw(f, "INSERT INTO person VALUES (1, 'alice', 'alice', 0), (2, 'Alice', 'alice', 1);"
           "INSERT INTO identity VALUES (1, 'net', 'alice', 0, 1, 'alice', 'alice', 0),"
           " (2, 'net', 'alice_acc', 1, 2, 'alice_acc', 'alice', 0);"
           "INSERT INTO scope VALUES (1, 2, '', '');"
           "INSERT INTO score VALUES (1, 4, 0, 1, 1, 1, 0, 0, 30), (1, 4, 0, 2, 1, 1, 0, 0, 12);");
    must_open(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    assert_string_equal(ask_nick(f, "alice"), ""); /* from before: nobody can tell */
    store_link(f->store, &(struct store_identity){"net", "b", "B", true, NULL}, &alice, noon);
    struct store_result one = {.who = alice, .points = 3, .won = true};
    play(f, 1, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[1], "Alice", 2, 15, 2, 2);
    close_store(f);
    assert_int_equal(raw_number(f, "PRAGMA user_version"), store_migration_count);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM link WHERE person = 2"), 1);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    must_open(f);
}

/* Version 2: a nick that was linked goes on as it is now, and is called as it was. */
static void version_2_is_brought_up(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite_migrate(db, f->path, store_migrations, 2, &f->why), STORE_OK);
    sqlite3_close(db);
    raw(f, "INSERT INTO person VALUES (2, 'Alice', 'alice', 1), (3, 'alice', 'alice', 0);"
           "INSERT INTO identity VALUES"
           " (1, 'net', 'alice' || char(10) || '1', 0, 2, 'alice', 'alice', 0, 'here'),"
           " (2, 'net', 'alice_acc', 1, 2, 'alice_acc', 'alice', 0, ''),"
           " (3, 'net', 'alice', 0, 3, 'alice', 'alice', 0, 'there'),"
           " (4, 'net', 'dan' || char(10) || '4', 0, 2, 'dan', 'dan', 0, '');"
           "INSERT INTO link VALUES (1, 0, 1, 2);"
           "INSERT INTO round VALUES (1, 7, 'net', '#cards', 'classic', '', 3, 0, zeroblob(32),"
           " zeroblob(32), 0, 0, 'won', 1, x'');"
           "INSERT INTO result VALUES (1, 0, 1, 30, 1, 0, 0), (1, 1, 3, 0, 0, 0, 0);"
           "INSERT INTO scope VALUES (1, 2, '', '');"
           "INSERT INTO score VALUES (1, 4, 0, 2, 1, 1, 0, 0, 30), (1, 4, 0, 3, 1, 0, 0, 0, 0);");
    must_open(f);
    struct store_result one = by_nick(0, "alice", "here", 4);
    play(f, 2, "#cards", noon, true, &one, 1);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 34, 2, 2);
    assert_int_equal(ask_links(f, &alice), 3);
    store_part(f->store, &nick, noon);
    commit(f);
    assert_int_equal(overall(f), 2);
    expect_row(&f->rows[0], "alice", 1, 34, 2, 2);
    assert_false(f->rows[0].verified);
    close_store(f);
    assert_int_equal(raw_number(f, "PRAGMA user_version"), store_migration_count);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    must_open(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(a_nick_gives_its_scores_to_an_account),
        EACH(accounts_of_two_networks_are_one_person),
        EACH(persons_are_joined_again),
        EACH(strangers_can_be_joined),
        EACH(marks_tell_whose_a_nick_is),
        EACH(numbers_never_come_back),
        EACH(waiting_questions_are_answered_at_the_end),
        EACH(a_nick_stays_linked_where_it_is_known),
        EACH(a_nick_moves_with_its_person),
        {"version_2_is_brought_up", version_2_is_brought_up, setup, teardown, NULL},
        {"version_1_is_brought_up", version_1_is_brought_up, setup, teardown, NULL},
    };
    return RUN_ON_EACH(tests);
}
