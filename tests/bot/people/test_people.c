/* Whose seat it is, over nicks and accounts that come and go (bot/people/people.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/adapter.h"
#include "bot/host/daemon.h"
#include "bot/people/admin.h"
#include "bot/people/people_state.h"
#include "bot/table/table.h"

/* As RFC 1459 has it, for nicks. */
static bool fold_case(const struct adapter *adapter, const char *text, char *out, size_t size)
{
    (void)adapter;
    if (strlen(text) >= size)
        return false;
    for (; *text != '\0'; text++)
        *out++ = (char)(*text >= 'A' && *text <= ']' ? *text + 32 : *text);
    *out = '\0';
    return true;
}

static const struct adapter_impl folding = {.name = "folding", .fold = fold_case};
static struct adapter irc = {.impl = &folding};
static struct network network = {.name = "libera", .adapter = &irc};
static struct people people;

static int set_up(void **state)
{
    (void)state;
    people = (struct people){0};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    people_finish(&people);
    return 0;
}

static struct chat_user user(const char *id, const char *account)
{
    return (struct chat_user){.id = id, .name = id, .account = account};
}

static struct person *seen(const char *id, const char *account)
{
    struct chat_user who = user(id, account);
    return people_of(&people, &network, &who);
}

static struct person *seated(const char *id, const char *account)
{
    struct person *person = seen(id, account);
    person_hold(person);
    return person;
}

static void rename_to(const char *from, const char *to, const char *account)
{
    struct chat_user who = user(to, account);
    people_rename(&people, &network, from, &who);
}

static void identify(const char *id, const char *account)
{
    struct chat_user who = user(id, account);
    people_identity(&people, &network, &who);
}

static void a_seat_follows_its_nick(void **state)
{
    (void)state;
    struct person *alice = seated("Alice", NULL);
    assert_string_equal(alice->key, "alice");
    assert_ptr_equal(seen("alice", NULL), alice); /* folded */
    rename_to("Alice", "Zoe", NULL);
    assert_string_equal(alice->id, "Zoe");
    assert_string_equal(alice->name, "Zoe");
    assert_ptr_equal(seen("zoe", NULL), alice);
    assert_string_equal(alice->key, "alice"); /* scores stay with whom they began */
}

/* Whoever takes a nick that its owner gave up does not get the seat: the owner is still here. */
static void a_nick_taken_over_is_another_person(void **state)
{
    (void)state;
    struct person *alice = seated("alice", NULL);
    rename_to("alice", "zoe", NULL);
    assert_null(seen("alice", NULL));
    assert_string_equal(alice->id, "zoe");
    people_unbind(&people, alice);
    assert_ptr_equal(seen("alice", NULL), alice);
}

static void accounts_come_and_go(void **state)
{
    (void)state;
    struct person *alice = seated("alice", "al");
    assert_true(alice->verified);
    identify("alice", NULL); /* logged out: no whisper goes there any more */
    assert_null(alice->id);
    assert_ptr_not_equal(seen("alice", NULL), alice);
    assert_null(alice->id);
    assert_ptr_equal(seen("other", "AL"), alice);
    assert_string_equal(alice->id, "other");
    identify("other", "eve"); /* another account now */
    assert_null(alice->id);
    assert_ptr_not_equal(seen("other", "eve"), alice);
}

/* Accounts are compared as services do, upper and lower case alike and no more: what the network
 * takes for one nick is two accounts. */
static void accounts_have_a_fold_of_their_own(void **state)
{
    (void)state;
    const struct chat_user boss = user("boss", "ADMIN[");
    const struct chat_user thief = user("thief", "admin{");
    assert_ptr_equal(seated("a[", NULL), seen("A{", NULL));
    struct person *one = seated("one", "Admin[");
    assert_string_equal(one->key, "admin[");
    assert_ptr_not_equal(seated("two", "admin{"), one);
    identify("one", "ADMIN[");
    assert_string_equal(one->id, "one");
    identify("one", "admin{");
    assert_null(one->id);
    struct person *nick = seated("zoe", NULL);
    assert_true(people_set_account(&people, nick, "zoe]"));
    assert_false(people_set_account(&people, nick, "ZOE]"));
    assert_true(people_set_account(&people, nick, "zoe}"));
    network.admins = "other admin[";
    assert_true(admin_is(&network, &boss));
    assert_false(admin_is(&network, &thief));
    network.admins = NULL;
}

/* A nick without account and an account of the same name are two people. */
static void an_account_is_no_nick(void **state)
{
    (void)state;
    struct person *nick = seated("alice", NULL);
    struct person *account = seated("other", "alice");
    assert_ptr_not_equal(nick, account);
    assert_ptr_equal(seen("alice", NULL), nick);
    assert_ptr_equal(seen("other", "alice"), account);
}

/* An account that comes while one sits as a nick does not take the seat away. */
static void logging_in_keeps_the_seat(void **state)
{
    (void)state;
    struct person *alice = seated("alice", NULL);
    identify("alice", "al");
    assert_ptr_equal(seen("alice", "al"), alice);
    assert_string_equal(alice->id, "alice");
}

/* The id of somebody who has gone, in the hands of another: whispers go to one person alone. */
static void an_id_is_one_persons(void **state)
{
    (void)state;
    struct person *alice = seated("alice", "al");
    struct person *bob = seated("bob", "bo");
    rename_to("bob", "alice", "bo"); /* alice's leaving was not heard */
    assert_string_equal(bob->id, "alice");
    assert_null(alice->id);
    people_unbind_all(&people, &network);
    assert_null(bob->id);
}

static void people_without_seats_are_forgotten(void **state)
{
    (void)state;
    struct person *alice = seated("alice", NULL);
    person_hold(alice);
    person_release(&people, alice);
    assert_ptr_equal(seen("alice", NULL), alice);
    person_release(&people, alice);
    struct chat_user who = user("alice", NULL);
    assert_null(people_find(&people, &network, &who));
    assert_int_equal(people.index[PEOPLE_BY_KEY].count, 0);
    assert_int_equal(people.index[PEOPLE_BY_ID].count, 0);
}

/* Two seats at one table, one at another: each table once, and whoever stands up is forgotten. */
static void tables_of_a_person(void **state)
{
    (void)state;
    struct table one = {.id = 1};
    struct table two = {.id = 2};
    struct person *alice = seen("alice", NULL);
    assert_true(person_sit(alice, &one));
    assert_true(person_sit(alice, &one));
    assert_true(person_sit(alice, &two));
    unsigned at = 0;
    assert_ptr_equal(person_table(alice, &at), &one);
    assert_ptr_equal(person_table(alice, &at), &two);
    assert_null(person_table(alice, &at));
    person_stand(&people, alice, &one);
    at = 0;
    assert_non_null(person_table(alice, &at));
    assert_non_null(person_table(alice, &at));
    assert_null(person_table(alice, &at));
    person_stand(&people, alice, &one);
    at = 0;
    assert_ptr_equal(person_table(alice, &at), &two);
    assert_null(person_table(alice, &at));
    person_stand(&people, alice, &two);
    assert_int_equal(people.index[PEOPLE_BY_KEY].count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_seat_follows_its_nick), TEST(a_nick_taken_over_is_another_person),
        TEST(accounts_come_and_go),    TEST(accounts_have_a_fold_of_their_own),
        TEST(an_account_is_no_nick),   TEST(logging_in_keeps_the_seat),
        TEST(an_id_is_one_persons),    TEST(people_without_seats_are_forgotten),
        TEST(tables_of_a_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
