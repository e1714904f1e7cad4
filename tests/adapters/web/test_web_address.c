/* Who comes, and whose word about them is believed (adapters/web/address.h, peers.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>

#include "adapters/web/peers.h"
#include "base/array.h"

static struct address read_good(const char *text)
{
    struct address address;
    if (!address_read(&address, text, strlen(text)))
        fail_msg("%s is an address", text);
    return address;
}

static const char *shown(const struct address *address)
{
    static char text[ADDRESS_TEXT];
    if (address->local)
        return "unix";
    assert_non_null(inet_ntop(AF_INET6, address->bytes, text, sizeof(text)));
    return text;
}

static void addresses_are_read(void **state)
{
    static const char *const good[][2] = {
        {"192.0.2.1", "::ffff:192.0.2.1"},
        {"192.0.2.1:5000", "::ffff:192.0.2.1"},
        {"2001:db8::1", "2001:db8::1"},
        {"[2001:db8::1]", "2001:db8::1"},
        {"[2001:db8::1]:80", "2001:db8::1"},
        {"::ffff:192.0.2.1", "::ffff:192.0.2.1"},
        {"::1", "::1"},
    };
    static const char *const bad[] = {"",     "x",          "192.0.2",   "192.0.2.256", "[::1",
                                      "[]",   "unknown",    "_hidden",   "1.2.3.4.5",   ":",
                                      "::1]", "192.0.2.1,", "1.2.3.4 5", "unix"};
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
        struct address address = read_good(good[i][0]);
        assert_string_equal(shown(&address), good[i][1]);
    }
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        struct address address;
        if (address_read(&address, bad[i], strlen(bad[i])))
            fail_msg("%s is no address", bad[i]);
    }
}

static void ranges_hold_what_they_say(void **state)
{
    static const struct {
        const char *range, *address;
        bool in;
    } rows[] = {
        {"10.0.0.0/8", "10.255.0.1", true},
        {"10.0.0.0/8", "11.0.0.1", false},
        {"192.0.2.128/25", "192.0.2.129", true},
        {"192.0.2.128/25", "192.0.2.127", false},
        {"192.0.2.1", "192.0.2.1", true},
        {"192.0.2.1", "192.0.2.2", false},
        {"0.0.0.0/0", "203.0.113.9", true},
        {"0.0.0.0/0", "2001:db8::1", false},
        {"2001:db8::/32", "2001:db8:1::", true},
        {"2001:db8::/32", "2001:db9::", false},
        {"::/0", "192.0.2.1", true},
        {"::1", "::1", true},
    };
    static const char *const bad[] = {"10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/x",
                                      "10.0.0.0/8x", "/8",     "localhost", "10.0.0.0/-1"};
    struct address_range range;
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct address address = read_good(rows[i].address);
        assert_true(address_read_range(&range, rows[i].range));
        if (address_in(&address, &range) != rows[i].in)
            fail_msg("%s in %s", rows[i].address, rows[i].range);
    }
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        if (address_read_range(&range, bad[i]))
            fail_msg("%s is no range", bad[i]);
    }
    const struct address local = {.local = true};
    const struct address other = {.local = false};
    assert_true(address_read_range(&range, "unix"));
    assert_true(address_in(&local, &range));
    assert_false(address_in(&other, &range));
    assert_true(address_read_range(&range, "::/0"));
    assert_false(address_in(&local, &range));
}

/* The header counts from its end, as far as proxies that are believed wrote it. */
static void only_proxies_are_believed(void **state)
{
    static const struct {
        const char *peer, *header, *who;
    } rows[] = {
        {"203.0.113.9", "192.0.2.1", "::ffff:203.0.113.9"}, /* a lie */
        {"127.0.0.1", NULL, "::ffff:127.0.0.1"},
        {"127.0.0.1", "", "::ffff:127.0.0.1"},
        {"127.0.0.1", "192.0.2.1", "::ffff:192.0.2.1"},
        {"127.0.0.1", "198.51.100.7, 192.0.2.1", "::ffff:192.0.2.1"}, /* the first is a lie */
        {"127.0.0.1", "192.0.2.1, 10.1.2.3", "::ffff:192.0.2.1"},     /* two of ours */
        {"127.0.0.1", "10.1.2.3", "::ffff:10.1.2.3"},
        {"127.0.0.1", "192.0.2.1, nonsense", "::ffff:127.0.0.1"},
        {"127.0.0.1", "192.0.2.1, , \t", "::ffff:192.0.2.1"},
        {"127.0.0.1", "192.0.2.1,[2001:db8::5]:81", "2001:db8::5"},
        {"127.0.0.1", ",,,", "::ffff:127.0.0.1"},
    };
    struct address_range proxies[2];
    (void)state;
    assert_true(address_read_range(&proxies[0], "127.0.0.1"));
    assert_true(address_read_range(&proxies[1], "10.0.0.0/8"));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct address peer = read_good(rows[i].peer);
        struct address who = address_forwarded(&peer, rows[i].header, proxies, 2);
        if (strcmp(shown(&who), rows[i].who) != 0)
            fail_msg("%s \"%s\": %s", rows[i].peer, rows[i].header, shown(&who));
    }
    const struct address local = {.local = true};
    struct address who = address_forwarded(&local, "192.0.2.1", proxies, 2);
    assert_true(who.local);
}

static void subscribers_are_networks(void **state)
{
    struct address one = read_good("2001:db8:1:2:3::4");
    struct address four = read_good("192.0.2.1");
    (void)state;
    one = address_subscriber(&one);
    assert_string_equal(shown(&one), "2001:db8:1:2::");
    four = address_subscriber(&four);
    assert_string_equal(shown(&four), "::ffff:192.0.2.1");
}

static const struct peers_limits limits = {.most = 4, .connections = 2, .burst = 3, .pause = 100};

static void connections_of_one_are_bounded(void **state)
{
    struct peers *peers = peers_create(&limits);
    struct address one = read_good("2001:db8::1");
    struct address neighbour = read_good("2001:db8::ffff");
    struct address other = read_good("192.0.2.1");
    (void)state;
    assert_true(peers_connect(peers, &one));
    assert_true(peers_connect(peers, &neighbour));
    assert_false(peers_connect(peers, &one));
    assert_true(peers_connect(peers, &other));
    peers_leave(peers, &neighbour);
    assert_true(peers_connect(peers, &one));
    peers_destroy(peers);
}

static void requests_of_one_are_bounded(void **state)
{
    struct peers *peers = peers_create(&limits);
    struct address one = read_good("192.0.2.1");
    struct address other = read_good("192.0.2.2");
    uint64_t now = 5000;
    (void)state;
    for (unsigned i = 0; i < limits.burst; i++)
        assert_true(peers_request(peers, &one, now));
    assert_false(peers_request(peers, &one, now));
    assert_true(peers_request(peers, &other, now));
    assert_false(peers_request(peers, &one, now + limits.pause - 1));
    assert_true(peers_request(peers, &one, now + limits.pause));
    assert_false(peers_request(peers, &one, now + limits.pause));
    now += 1000; /* rested */
    for (unsigned i = 0; i < limits.burst; i++)
        assert_true(peers_request(peers, &one, now));
    assert_false(peers_request(peers, &one, now));
    peers_destroy(peers);
}

static void so_many_are_remembered(void **state)
{
    struct peers *peers = peers_create(&limits);
    char text[ADDRESS_TEXT];
    struct address held = read_good("192.0.2.200");
    (void)state;
    assert_true(peers_connect(peers, &held));
    for (unsigned i = 0; i < 100; i++) {
        snprintf(text, sizeof(text), "192.0.2.%u", i);
        struct address address = read_good(text);
        assert_true(peers_request(peers, &address, 1));
        assert_true(peers_count(peers) <= limits.most);
    }
    assert_true(peers_connect(peers, &held)); /* who has something open is not forgotten */
    assert_false(peers_connect(peers, &held));
    for (unsigned i = 0; i < limits.most - 1; i++) {
        snprintf(text, sizeof(text), "198.51.100.%u", i);
        struct address address = read_good(text);
        assert_true(peers_connect(peers, &address));
    }
    struct address late = read_good("203.0.113.1");
    assert_false(peers_connect(peers, &late));
    assert_false(peers_request(peers, &late, 1));
    peers_destroy(peers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read),
        cmocka_unit_test(ranges_hold_what_they_say),
        cmocka_unit_test(only_proxies_are_believed),
        cmocka_unit_test(subscribers_are_networks),
        cmocka_unit_test(connections_of_one_are_bounded),
        cmocka_unit_test(requests_of_one_are_bounded),
        cmocka_unit_test(so_many_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
