/* Three processes that share a PostgreSQL play on ngircd and InspIRCd, their clocks minutes apart,
 * and are killed, frozen and waked, cut off from the server at a COMMIT, ended and drained at any
 * moment; the server is killed and ended, a standby takes its place, its disk is full. No move that
 * was told is lost (but those that a standby lacks) or doubled, none is there that nobody asked
 * for, nobody speaks whose place another has taken, every hand was whispered to its owner.
 *
 * Everything is done once, and then one more is killed. TALON_FLEET_KILLS: so many are killed or
 * frozen, and what is done besides is left to chance. TALON_FLEET_SEED repeats what it says.
 * TALON_FLEET_ACT: nothing else is done than this (the number in fleet.h), as often as that. */
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
#include "fleet.h"

enum { KILLS = 4, LEG = 25 /* of them by one database */, MANY = 30 };

static struct fleet fleet;

static unsigned long number_of(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtoul(text, NULL, 10) : otherwise;
}

static int go(void **state)
{
    (void)state;
    fleet_close(&fleet);
    return 0;
}

static enum fleet_act draw_act(void)
{
    static const uint8_t acts[] = {
        FLEET_KILL,  FLEET_KILL,   FLEET_KILL,    FLEET_KILL,      FLEET_KILL,
        FLEET_KILL,  FLEET_FREEZE, FLEET_FREEZE,  FLEET_FREEZE,    FLEET_NAP,
        FLEET_CUT,   FLEET_CUT,    FLEET_DEAD,    FLEET_CLOCK,     FLEET_END,
        FLEET_DRAIN, FLEET_SERVER, FLEET_RESTART, FLEET_FAILOVER,  FLEET_LOSS,
        FLEET_FULL,  FLEET_GIVE,   FLEET_GIVE,    FLEET_GIVE_KILL, FLEET_GIVE_KILL};
    unsigned long only = number_of("TALON_FLEET_ACT", FLEET_ACTS);
    return only < FLEET_ACTS ? (enum fleet_act)only : acts[fleet_draw(&fleet, sizeof(acts))];
}

static void act(enum fleet_act act)
{
    fleet_play(&fleet, 20 + (int)fleet_draw(&fleet, 1200));
    fleet_do(&fleet, act);
}

/* In an order that is drawn. */
static void act_each(void)
{
    enum fleet_act order[FLEET_ACTS];
    for (unsigned i = 0; i < FLEET_ACTS; i++) {
        unsigned at = fleet_draw(&fleet, i + 1);
        order[i] = order[at];
        order[at] = (enum fleet_act)i;
    }
    for (unsigned i = 0; i < FLEET_ACTS; i++)
        act(order[i]);
}

static unsigned killed(void)
{
    unsigned long only = number_of("TALON_FLEET_ACT", FLEET_ACTS);
    if (only < FLEET_ACTS)
        return fleet.acts[only];
    return fleet.acts[FLEET_KILL] + fleet.acts[FLEET_FREEZE] + fleet.acts[FLEET_NAP];
}

/* In seconds, of many who were killed or frozen. InspIRCd welcomes once a second. */
static void judge_samples(unsigned town, const struct samples *lines)
{
    static const double bounds[FLEET_TOWNS] = {3.0, 3.5};
    if (lines->count >= MANY)
        assert_true(samples_at(lines, 0.95) < bounds[town]);
}

static void say_samples(const char *what, const char *where, struct samples *lines,
                        struct samples *moves)
{
    samples_sort(lines);
    samples_sort(moves);
    if (lines->count > 0) {
        print_message("fleet: %s, on %s %zu times: first line after p50 %.2f p95 %.2f max %.2f s,"
                      " first move p50 %.2f p95 %.2f max %.2f s\n",
                      what, where, lines->count, samples_at(lines, 0.5), samples_at(lines, 0.95),
                      samples_at(lines, 1), samples_at(moves, 0.5), samples_at(moves, 0.95),
                      samples_at(moves, 1));
    }
}

static void say(void)
{
    print_message("fleet: ");
    for (unsigned i = 0; i < FLEET_ACTS; i++)
        print_message("%s%s %u", i > 0 ? ", " : "", fleet_acts[i], fleet.acts[i]);
    print_message("\nfleet: %u ended by themselves, %u of them unasked; %lu rounds, "
                  "%lu plays and %lu hands"
                  " were as they were told\n",
                  fleet.ended, fleet.unasked, fleet.rounds, fleet.plays, fleet.hands);
    if (!fleet_can(FLEET_FULL))
        print_message("fleet: no disk may be mounted here: none was full\n");
    static const char *const towns[FLEET_TOWNS] = {"ngircd", "InspIRCd"};
    for (unsigned i = 0; i < FLEET_ACTS; i++) {
        for (unsigned town = 0; town < FLEET_TOWNS; town++)
            say_samples(fleet_acts[i], towns[town], &fleet.lines[town][i], &fleet.moves[town][i]);
    }
    for (unsigned town = 0; town < FLEET_TOWNS; town++) {
        judge_samples(town, &fleet.lines[town][FLEET_KILL]);
        judge_samples(town, &fleet.lines[town][FLEET_FREEZE]);
    }
    for (unsigned i = 0; i < FLEET_ACTS * FLEET_TOWNS; i++) {
        samples_finish(&fleet.lines[i % FLEET_TOWNS][i / FLEET_TOWNS]);
        samples_finish(&fleet.moves[i % FLEET_TOWNS][i / FLEET_TOWNS]);
    }
}

static void storm(void **state)
{
    (void)state;
    if (!fleet_there())
        skip();
    unsigned kills = (unsigned)number_of("TALON_FLEET_KILLS", KILLS);
    bool each = getenv("TALON_FLEET_KILLS") == NULL && getenv("TALON_FLEET_ACT") == NULL;
    uint64_t seed = number_of("TALON_FLEET_SEED", (unsigned long)time(NULL));
    for (; killed() < kills; seed++) {
        unsigned end = killed() + LEG < kills ? killed() + LEG : kills;
        print_message("TALON_FLEET_SEED=%" PRIu64 ", %u of %u\n", seed, killed(), kills);
        fleet.tells = getenv("TALON_FLEET_TELL") != NULL;
        fleet_open(&fleet, seed);
        if (each)
            act_each();
        while (killed() < end)
            act(each ? FLEET_KILL : draw_act());
        fleet_play(&fleet, 500);
        fleet_judge(&fleet);
        fleet_close(&fleet);
    }
    say();
}

int main(void)
{
    language_setup();
    /* what is preloaded stands before what watches memory */
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(storm, go),
    };
    return cmocka_run_group_tests(tests, fleet_find, fleet_lose);
}
