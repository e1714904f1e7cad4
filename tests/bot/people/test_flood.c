/* How much is listened to: buckets of people, accounts, hosts and channels (bot/people/flood.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/adapter.h"
#include "base/loop.h"
#include "bot/people/flood.h"

static struct loop *loop;

/* The linker puts this in between. */
static uint64_t ahead;
uint64_t __real_loop_now(const struct loop *of);
uint64_t __wrap_loop_now(const struct loop *of);

uint64_t __wrap_loop_now(const struct loop *of)
{
    return __real_loop_now(of) + ahead;
}

static int set_up(void **state)
{
    (void)state;
    loop = loop_create();
    return loop != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    loop_destroy(loop);
    return 0;
}

static struct chat_user user(const char *id, const char *account)
{
    return (struct chat_user){.id = id, .name = id, .account = account};
}

static struct flood by(const struct chat_user *who, const char *channel)
{
    return (struct flood){.network = "flood", .user = who, .channel = channel};
}

static bool is_full(const char *name)
{
    const struct chat_user who = user(name, NULL);
    const struct flood flood = by(&who, NULL);
    return flood_full(loop, &flood);
}

static void pour(const char *name, unsigned cost)
{
    const struct chat_user who = user(name, NULL);
    const struct flood flood = by(&who, NULL);
    flood_charge(loop, &flood, cost);
}

static void buckets_fill_and_are_apart(void **state)
{
    (void)state;
    for (unsigned i = 0; i <= 30; i++) {
        assert_false(is_full("alice"));
        pour("alice", 1);
    }
    assert_true(is_full("alice"));
    assert_false(is_full("bob"));
    const struct chat_user alice = user("alice", NULL);
    const struct flood other = {.network = "other", .user = &alice};
    assert_false(flood_full(loop, &other));
    pour("bob", 31);
    assert_true(is_full("bob"));
}

/* An account has one bucket under whatever nick, a host one for whatever users it claims, and a
 * channel one for all who are in it. */
static void accounts_hosts_and_channels_have_buckets(void **state)
{
    (void)state;
    struct chat_user who = user("nick1", "flooder");
    struct flood flood = by(&who, NULL);
    assert_true(flood_charge(loop, &flood, 31));
    who.id = "nick2";
    assert_true(flood_full(loop, &flood));
    for (unsigned i = 0; i < 4; i++) {
        static const char *const hosts[] = {"a@h.example", "b@h.example", "c@h.example",
                                            "h.example"};
        static const char *const names[] = {"h1", "h2", "h3", "h4"};
        who = (struct chat_user){.id = names[i], .host = hosts[i]};
        assert_int_equal(flood_full(loop, &flood), i == 3);
        flood_charge(loop, &flood, 30);
        flood_charge(loop, &flood, 1);
    }
    who = (struct chat_user){.id = "h5", .host = "a@other.example"};
    assert_false(flood_full(loop, &flood));
    flood.channel = "#crowd";
    for (unsigned i = 0; i < 7; i++) {
        static const char *const names[] = {"c1", "c2", "c3", "c4", "c5", "c6", "c7"};
        who = user(names[i], NULL);
        assert_int_equal(flood_full(loop, &flood), i > 6);
        flood_charge(loop, &flood, 30);
    }
    who = user("c8", NULL);
    assert_true(flood_full(loop, &flood));
    flood.channel = NULL;
    assert_false(flood_full(loop, &flood));
    flood.channel = "#quiet";
    assert_false(flood_full(loop, &flood));
}

static unsigned sit_down(const struct flood_guest *guest)
{
    unsigned count = 0;
    while (count < 100 && !flood_guest_full(loop, guest)) {
        flood_guest_charge(loop, guest);
        count++;
    }
    return count;
}

/* Who comes by a link is held back by their address on all networks, by the link, the channel, and
 * a network that lets us say little. */
static void guests_by_link_are_limited(void **state)
{
    enum { ADDRESS = 6, LINK = 8, NETWORK = 12 };
    struct flood_guest guest = {
        .network = "north", .channel = "#a", .link = "l1", .address = "one"};
    (void)state;
    assert_int_equal(sit_down(&guest), ADDRESS);
    guest =
        (struct flood_guest){.network = "south", .channel = "#a", .link = "l2", .address = "one"};
    assert_int_equal(sit_down(&guest), 0);
    guest = (struct flood_guest){.network = "north", .channel = "#b", .link = "l1"};
    assert_int_equal(sit_down(&guest), LINK - ADDRESS);
    guest = (struct flood_guest){.network = "north", .channel = "#a", .link = "l3"};
    assert_int_equal(sit_down(&guest), LINK - ADDRESS);
    guest =
        (struct flood_guest){.network = "slow", .channel = "#c", .link = "l4", .says_little = true};
    assert_int_equal(sit_down(&guest), LINK);
    guest =
        (struct flood_guest){.network = "slow", .channel = "#d", .link = "l5", .says_little = true};
    assert_int_equal(sit_down(&guest), NETWORK - LINK);
    guest.says_little = false;
    guest.channel = "#e";
    guest.link = "l6";
    assert_int_equal(sit_down(&guest), LINK);
}

/* Thousands of users share a small table; a full bucket is not forgotten for a quiet one's sake. */
static void quiet_users_make_room(void **state)
{
    (void)state;
    unsigned full = 0;
    for (unsigned i = 0; i < 200; i++) {
        char user_name[24];
        snprintf(user_name, sizeof(user_name), "loud%u", i);
        pour(user_name, 100);
    }
    for (unsigned i = 0; i < 20000; i++) {
        char user_name[24];
        snprintf(user_name, sizeof(user_name), "quiet%u", i);
        pour(user_name, 1);
    }
    for (unsigned i = 0; i < 200; i++) {
        char user_name[24];
        snprintf(user_name, sizeof(user_name), "loud%u", i);
        full += is_full(user_name);
    }
    assert_in_range(full, 195, 200);
}

/* Whoever goes on talking is answered again after an hour: nobody is met with silence for good. */
static void once_an_hour(void **state)
{
    enum { MINUTE = 60000 };
    const struct chat_user who = user("chatter", NULL);
    const struct chat_user other = user("other", NULL);
    const struct flood flood = by(&who, NULL);
    const struct flood quiet = by(&other, NULL);
    unsigned answers = 0;
    (void)state;
    for (unsigned i = 0; i < 24 * 12; i++, ahead += 5 * MINUTE)
        answers += flood_first(loop, &flood);
    assert_in_range(answers, 23, 24);
    assert_true(flood_first(loop, &quiet));
    assert_false(flood_first(loop, &quiet));
    ahead = 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(buckets_fill_and_are_apart),
        TEST(accounts_hosts_and_channels_have_buckets),
        TEST(guests_by_link_are_limited),
        TEST(quiet_users_make_room),
        TEST(once_an_hour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
