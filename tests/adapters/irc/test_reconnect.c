/* Where a connection goes, and when (adapters/irc/wire/reconnect.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "adapters/irc/options.h"
#include "adapters/irc/wire/reconnect.h"

static struct settings settings;
static struct reconnect reconnect;

static int begin(void **state)
{
    (void)state;
    reconnect = (struct reconnect){.port = 0};
    return settings_init(&settings, options_keys) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    settings_finish(&settings);
    return 0;
}

static void put(enum key key, const char *value)
{
    assert_null(settings_put(&settings, (int)key, value));
}

static void assert_goes(int64_t now, bool tls, unsigned port)
{
    reconnect_choose(&reconnect, &settings, now);
    assert_int_equal(reconnect.tls, tls);
    assert_int_equal(reconnect.port, port);
}

static void usual_ports(void **state)
{
    (void)state;
    put(KEY_TLS, "off");
    assert_goes(0, false, 6667);
    put(KEY_TLS, "on");
    assert_goes(0, true, 6697);
    put(KEY_PORT, "7000");
    assert_goes(0, true, 7000);
}

/* A policy holds until its time is over, which counts from the end of the connection. */
static void policy_holds(void **state)
{
    (void)state;
    put(KEY_TLS, "off");
    reconnect.policy.port = 7001;
    reconnect.policy.expires = 500;
    assert_goes(500, true, 7001);
    reconnect_sts(&reconnect, 300, 400);
    assert_int_equal(reconnect.policy.duration, 300);
    assert_goes(700, true, 7001);
    reconnect_renew_sts(&reconnect, 700);
    assert_goes(1000, true, 7001);
    assert_goes(1001, false, 6667);
    assert_goes(500, false, 6667); /* and is forgotten */
}

static void policy_ends(void **state)
{
    (void)state;
    put(KEY_TLS, "off");
    reconnect.policy = (struct sts_policy){.port = 7001, .expires = 500};
    assert_goes(0, true, 7001);
    reconnect_sts(&reconnect, 0, 0);
    assert_goes(0, false, 6667);
}

/* Where the server wants us it may be down: plain text is no way round that. */
static void upgrade_is_tried(void **state)
{
    (void)state;
    put(KEY_TLS, "off");
    reconnect_upgrade(&reconnect, 6699);
    for (unsigned i = 0; i < 1000; i++)
        assert_goes(i, true, 6699);
    reconnect_established(&reconnect);
    assert_goes(0, false, 6667); /* it stood, and made no policy: the server is asked again */
    reconnect_upgrade(&reconnect, 6699);
    reconnect_established(&reconnect); /* the plain one */
    assert_goes(0, true, 6699);
}

/* Chance comes on top of a wait that is doubled. */
static void waits_grow(void **state)
{
    (void)state;
    put(KEY_RECONNECT_MIN, "2");
    put(KEY_RECONNECT_MAX, "30");
    assert_int_equal(reconnect_delay(&reconnect, &settings, false, false, 0), 2000);
    assert_int_equal(reconnect_delay(&reconnect, &settings, false, false, 0), 4000);
    assert_int_equal(reconnect_delay(&reconnect, &settings, false, false, 1023),
                     8000 + 4000 * 1023 / 1024);
    assert_int_equal(reconnect_delay(&reconnect, &settings, false, false, 1024), 16000);
    assert_int_equal(reconnect_delay(&reconnect, &settings, true, false, 0), 2000); /* it lasted */
}

static void check_max(uint64_t most)
{
    for (unsigned i = 0; i < 3000; i++) {
        uint64_t wait = reconnect_delay(&reconnect, &settings, i % 100 == 99, i % 7 == 3,
                                        i * UINT32_C(2654435761));
        assert_true(wait > 0 && wait <= most);
    }
}

/* No wait is longer than reconnect_max, whatever chance adds, and also where reconnect_min is
 * more; bots that all wait so long do not come at once all the same. */
static void most_holds(void **state)
{
    (void)state;
    put(KEY_RECONNECT_MIN, "2");
    put(KEY_RECONNECT_MAX, "10");
    check_max(10000);
    assert_int_equal(reconnect_delay(&reconnect, &settings, false, true, 0), 6667);
    assert_in_range(reconnect_delay(&reconnect, &settings, false, true, 1023), 9990, 10000);
    put(KEY_RECONNECT_MIN, "60");
    check_max(10000);
    put(KEY_RECONNECT_MAX, "1");
    check_max(1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(usual_ports, begin, end),
        cmocka_unit_test_setup_teardown(policy_holds, begin, end),
        cmocka_unit_test_setup_teardown(policy_ends, begin, end),
        cmocka_unit_test_setup_teardown(upgrade_is_tried, begin, end),
        cmocka_unit_test_setup_teardown(waits_grow, begin, end),
        cmocka_unit_test_setup_teardown(most_holds, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
