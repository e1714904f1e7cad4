/* Random play on a set, with every number of players and mix of switches; walk.h says what must
 * hold.
 *
 * test_engine_property SET; without one, all in turn. TALON_PROPERTY_ACTIONS: how many actions a
 * set; TALON_PROPERTY_SEED: another walk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/array.h"
#include "walk.h"

/* Of the states one in that many has everything tried out. */
enum { THOROUGH = 100 };

static unsigned long from_environment(const char *name, unsigned long fallback)
{
    const char *text = getenv(name);
    return text != NULL ? strtoul(text, NULL, 10) : fallback;
}

static void report(const struct walk *walk)
{
    printf("%s: %lu actions in %lu rounds; %lu of %lu states tried out thoroughly\n",
           ruleset_name(walk->set), walk->actions, walk->rounds, walk->thorough_states,
           walk->states);
    printf("  ends: %lu won, %lu blocked (R-32), %lu by the limit (R-57), %lu deserted\n",
           walk->ends[ROUND_WON], walk->ends[ROUND_BLOCKED], walk->ends[ROUND_LIMIT],
           walk->ends[ROUND_DESERTED]);
}

static void every_set_keeps_its_properties(void **state)
{
    struct walk *walk = calloc(1, sizeof(*walk));
    struct chance_seeded dice;
    unsigned long ends = 0;
    assert_non_null(walk);
    walk->set = *state;
    walk->dice = &dice.base;
    walk->thorough = THOROUGH;
    chance_init_seed(&dice, from_environment("TALON_PROPERTY_SEED", 1));
    unsigned long limit = from_environment("TALON_PROPERTY_ACTIONS", PROPERTY_ACTIONS);
    for (walk->seed = 1; walk->actions < limit; walk->seed++) {
        walk_rules(walk);
        walk_round(walk);
    }
    report(walk);
    for (unsigned end = 0; end <= ROUND_DESERTED; end++)
        ends += walk->ends[end];
    assert_int_equal(ends, walk->rounds); /* every round ended, once */
    free(walk);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[8];
    size_t count = 0;
    const struct ruleset *set;
    for (unsigned n = 0; (set = ruleset_at(n)) != NULL; n++) {
        bool wanted = argc < 2 || ruleset_find(argv[1]) == set;
        if (wanted && count < ARRAY_SIZE(tests)) {
            tests[count++] = (struct CMUnitTest){.name = ruleset_name(set),
                                                 .test_func = every_set_keeps_its_properties,
                                                 .initial_state = (void *)set};
        }
    }
    if (count == 0) {
        fprintf(stderr, "test_engine_property: there is no rule set '%s'\n", argv[1]);
        return 2;
    }
    return _cmocka_run_group_tests("property", tests, count, NULL, NULL);
}
