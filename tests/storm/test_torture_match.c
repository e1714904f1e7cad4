/* Matches on a real ngircd whose daemon is killed at any moment, in its start too, ended, held, its
 * clock set to another year, while what people say comes twice and in another order: what is on the
 * disk is whole each time, no move that was told is lost or doubled, none is there that nobody
 * asked for, every hand was whispered to its owner, and the table is told. Then one daemon through
 * many matches, which must not grow.
 *
 * TALON_TORTURE_SECONDS: for how long (30), a third of it for the growth. TALON_TORTURE_SEED
 * repeats what it says. */
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
#include "growth.h"
#include "storm.h"
#include "tests/bench/measure.h"

enum { SECONDS = 30, QUIET = 12, FIRST_CUT = 3, NEXT_CUT = 45 /* seconds */ };

static struct ircd server;
static struct storm storm;
static struct growth growth;

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

static double seconds(void)
{
    return (double)number_of("TALON_TORTURE_SECONDS", SECONDS);
}

static uint64_t seed(void)
{
    return number_of("TALON_TORTURE_SEED", (unsigned long)time(NULL));
}

static void begin(uint64_t with)
{
    print_message("TALON_TORTURE_SEED=%" PRIu64 "\n", with);
    storm_open(&storm, &server, with);
}

static int end_storm(void **state)
{
    (void)state;
    storm_close(&storm);
    growth_finish(&growth);
    return 0;
}

static void say_acts(const unsigned *acts)
{
    for (unsigned i = 0; i < STORM_ACTS; i++)
        print_message("%s%s %u", i > 0 ? ", " : "", storm_acts[i], acts[i]);
}

static unsigned draw(unsigned below)
{
    return crowd_random(&storm.crowd, below);
}

/* Match after match, each with a daemon and a database of its own; the last one is played to its
 * end without. */
static void a_storm_loses_nothing(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    double end = measure_now() + seconds() * 2 / 3;
    unsigned acts[STORM_ACTS] = {0}, matches = 0, told = 0;
    unsigned long repeated = 0, reordered = 0;
    uint64_t first = seed();
    for (; matches == 0 || measure_now() < end; matches++) {
        begin(first + matches);
        while (
            !storm_play(&storm, measure_now() < end ? 10 + (int)draw(150) : (int)STORM_PATIENCE)) {
            if (measure_now() < end)
                storm_act(&storm, false);
        }
        storm_judge(&storm);
        for (unsigned i = 0; i < STORM_ACTS; i++)
            acts[i] += storm.acts[i];
        told += storm.told;
        repeated += atomic_load(&storm.relay.repeated);
        reordered += atomic_load(&storm.relay.reordered);
        storm_close(&storm);
    }
    print_message("torture: %u matches: ", matches);
    say_acts(acts);
    print_message("; the table was told %u times; %lu lines came twice, %lu in another order\n",
                  told, repeated, reordered);
}

/* The same daemon all the time. */
static void a_daemon_does_not_grow(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    char why[256];
    unsigned matches = 0;
    storm.calm = true; /* they are one host, which nobody hears when it says too much */
    begin(seed());
    double end = measure_now() + seconds() / 3;
    double cut = measure_now() + FIRST_CUT;
    while (measure_now() < end || growth.count < GROWTH_SAMPLES) {
        bool won = storm_play(&storm, 20 + (int)draw(200));
        growth_look(&growth, storm.daemon.pid, storm_moves(&storm));
        matches += won;
        if (won)
            storm_again(&storm);
        else if (draw(QUIET) == 0)
            storm_act(&storm, true);
        if (measure_now() >= cut) {
            storm_cut(&storm);
            cut = measure_now() + NEXT_CUT;
        }
    }
    growth_print(&growth);
    print_message("torture: %u matches: ", matches);
    say_acts(storm.acts);
    print_message("\n");
    storm_judge(&storm);
    storm_need(&storm, growth_ends(&growth, why, sizeof(why)), why);
}

int main(void)
{
    language_setup();
    /* what is preloaded stands before what watches memory; what was freed is not kept for long */
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0:quarantine_size_mb=16", 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_storm_loses_nothing, end_storm),
        cmocka_unit_test_teardown(a_daemon_does_not_grow, end_storm),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
