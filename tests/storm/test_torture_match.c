/* Matches on a real ngircd whose daemon is killed at any moment, in its start too, ended, held, its
 * clock set to another year, while what people say comes twice and in another order: what is on the
 * disk is whole each time, no move that was told is lost or doubled, none is there that nobody
 * asked for, every hand was whispered to its owner, and the table is told.
 *
 * TALON_TORTURE_SECONDS: for how long (30). TALON_TORTURE_SEED repeats what it says. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "storm.h"
#include "tests/bench/measure.h"

enum { SECONDS = 30 };

static struct ircd server;
static struct storm storm;

static unsigned long number_of(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtoul(text, NULL, 10) : otherwise;
}

static int start_server(void **state)
{
    (void)state;
    return !ircd_available() || ircd_start(&server, NULL) ? 0 : -1;
}

static int stop_server(void **state)
{
    (void)state;
    ircd_stop(&server);
    return 0;
}

static int end_storm(void **state)
{
    (void)state;
    storm_close(&storm);
    return 0;
}

static void say_acts(const unsigned *acts)
{
    for (unsigned i = 0; i < STORM_ACTS; i++)
        print_message("%s%s %u", i > 0 ? ", " : "", storm_acts[i], acts[i]);
}

/* Match after match, each with a daemon and a database of its own; the last one is played to its
 * end without. */
static void test_storm(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    double end = measure_now() + (double)number_of("TALON_TORTURE_SECONDS", SECONDS);
    uint64_t seed = number_of("TALON_TORTURE_SEED", (unsigned long)time(NULL));
    unsigned acts[STORM_ACTS] = {0}, matches = 0, told = 0;
    unsigned long repeated = 0, reordered = 0;
    for (; matches == 0 || measure_now() < end; matches++) {
        print_message("TALON_TORTURE_SEED=%" PRIu64 "\n", seed + matches);
        storm_open(&storm, &server, seed + matches);
        while (!storm_play(&storm, measure_now() < end ? 10 + (int)crowd_random(&storm.crowd, 150)
                                                       : (int)STORM_PATIENCE))
            if (measure_now() < end)
                storm_act(&storm);
        storm_judge(&storm);
        for (unsigned i = 0; i < STORM_ACTS; i++)
            acts[i] += storm.acts[i];
        told += storm.told;
        repeated += atomic_load(&storm.relay.repeated);
        reordered += atomic_load(&storm.relay.reordered);
        storm_close(&storm);
    }
    print_message("%u matches: ", matches);
    say_acts(acts);
    print_message("; the table was told %u times; %lu lines came twice, %lu in another order\n",
                  told, repeated, reordered);
}

int main(void)
{
    language_setup();
    /* what is preloaded stands before what watches memory */
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_storm, end_storm)};
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
