/* Who makes Discord refuse what we send is left alone, and nobody else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "adapters/discord/guilds/refusals.h"

static const uint64_t minute = 60000;

/* Each refusal of an address doubles its interval, up to an hour; once it is heard it begins anew.
 */
static void test_a_place_is_left_alone(void **state)
{
    (void)state;
    struct refusals refusals = {0};
    uint64_t now = 1000000;
    assert_int_equal(refusals_address_due(&refusals, "10"), 0);
    for (uint64_t wait = REFUSALS_MIN; wait < REFUSALS_LONGEST; wait *= 2) {
        refusals_leave(&refusals, "10", now);
        assert_int_equal(refusals_address_due(&refusals, "10"), now + wait);
        assert_int_equal(refusals_address_due(&refusals, "11"), 0);
        now += wait;
    }
    refusals_leave(&refusals, "10", now);
    refusals_leave(&refusals, "10", now);
    assert_int_equal(refusals_address_due(&refusals, "10"), now + REFUSALS_LONGEST);
    refusals_retry(&refusals, "10"); /* a reason to try; the interval stays */
    assert_int_equal(refusals_address_due(&refusals, "10"), 0);
    refusals_leave(&refusals, "10", now);
    assert_int_equal(refusals_address_due(&refusals, "10"), now + REFUSALS_LONGEST);
    refusals_heard(&refusals, "10");
    refusals_leave(&refusals, "10", now);
    assert_int_equal(refusals_address_due(&refusals, "10"), now + REFUSALS_MIN);
    refusals_finish(&refusals);
}

/* A server that makes them as fast as it may spends little in any ten minutes, and its answers are
 * counted apart. */
static void test_a_server_is_muted(void **state)
{
    (void)state;
    enum { MINUTES = 60 };
    struct refusals refusals = {0};
    unsigned in_minute[MINUTES] = {0};
    unsigned told = 0;
    for (uint64_t now = 0; now < MINUTES * minute; now += 100) {
        if (refusals_guild_due(&refusals, "50", AUTH_BOT, now) == 0) {
            told += refusals_count(&refusals, "50", AUTH_BOT, now);
            in_minute[now / minute]++;
        }
    }
    for (unsigned from = 0; from + 10 <= MINUTES; from++) {
        unsigned sum = 0;
        for (unsigned i = from; i < from + 10; i++)
            sum += in_minute[i];
        assert_true(sum <= 2 * REFUSALS_GUILD + 2);
        assert_true(sum * 50 <= GLOBAL_LIMIT_INVALID * 2 / 3);
    }
    assert_in_range(in_minute[0], REFUSALS_GUILD, REFUSALS_GUILD + 3);
    assert_in_range(told, 10, 13); /* each time that it is muted */
    assert_int_equal(refusals_guild_due(&refusals, "51", AUTH_BOT, 0), 0);
    assert_int_equal(refusals_guild_due(&refusals, "50", AUTH_INTERACTION, 0), 0);
    refusals_finish(&refusals);
}

/* Beyond the bound who refused longest ago is forgotten; a server that goes on is not. */
static void test_bound(void **state)
{
    (void)state;
    struct refusals refusals = {0};
    char address[16];
    uint64_t now = 1;
    for (unsigned i = 0; i < 3 * REFUSALS_MAX; i++, now += 10) {
        snprintf(address, sizeof(address), "%u", i);
        refusals_leave(&refusals, address, now);
        refusals_count(&refusals, "50", AUTH_BOT, now);
    }
    assert_int_equal(refusals_address_due(&refusals, "0"), 0);
    assert_int_not_equal(refusals_address_due(&refusals, address), 0);
    assert_true(refusals_guild_due(&refusals, "50", AUTH_BOT, now) > now + 10 * minute);
    refusals_leave(&refusals, "new", now + 3 * (uint64_t)REFUSALS_LONGEST);
    assert_int_equal(refusals_address_due(&refusals, address), 0); /* long ago */
    refusals_finish(&refusals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_place_is_left_alone),
        cmocka_unit_test(test_a_server_is_muted),
        cmocka_unit_test(test_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
