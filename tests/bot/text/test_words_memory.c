/* The memory of read plays (bot/text/words_memory.h) and the rules of a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/words_memory.h"

static struct rules rules_of(const char *set, enum switch_id id, unsigned value)
{
    struct rules rules;
    assert_int_equal(rules_init(&rules, ruleset_find(set), NULL, 0), RULES_OK);
    rules.switches.value[id] = (uint16_t)value;
    return rules;
}

static void assert_reads(const struct rules *rules, const char *text, enum words_result result,
                         const char *target)
{
    struct play_words got;
    assert_int_equal(words_remembered(rules, text, &got), result);
    if (result == WORDS_OK)
        assert_string_equal(got.target, target);
}

/* HR-4: a name may stand behind a 7 only at a table with that rule. What was read at one table
 * must not answer at the other one, whichever read it first. */
static void a_seven_takes_a_name_at_its_own_table(void **state)
{
    (void)state;
    const struct rules off = rules_of("classic", SWITCH_SEVEN_ZERO, 0);
    const struct rules on = rules_of("classic", SWITCH_SEVEN_ZERO, 1);
    for (unsigned turn = 0; turn < 2; turn++) {
        assert_reads(&off, "r7 bob", WORDS_TRAILING, "");
        assert_reads(&on, "r7 bob", WORDS_OK, "bob");
        assert_reads(&on, "r7 eve", WORDS_OK, "eve");
        assert_reads(&off, "r7 eve", WORDS_TRAILING, "");
    }
}

/* Texts that a rule might read in another way. */
static const char *const texts[] = {"r7 bob",     "7 bob",      "b0 bob",      "b5 bob",
                                    "g5 + b5",    "b5, g5",     "b7 + g7 bob", "ww b bob",
                                    "wt2 bob",    "wf4",        "y2 flex",     "+4 b bob",
                                    "b skip bob", "b+2 on bob", "b5 uno",      "ws b"};

static void assert_same(const struct rules *rules, const char *text)
{
    struct play_words want;
    struct play_words got;
    enum words_result result = words_play(rules, text, &want);
    if (words_remembered(rules, text, &got) != result || got.face != want.face ||
        got.colour != want.colour || got.flex != want.flex || got.rest != want.rest ||
        got.more_count != want.more_count || strcmp(got.target, want.target) != 0)
        fail_msg("%s: \"%s\" is remembered from other rules", ruleset_name(rules->set), text);
}

/* If words_play() asks another switch one day, this says that the memory must know it, too. */
static void no_other_switch_changes_what_words_mean(void **state)
{
    (void)state;
    const struct ruleset *set = NULL;
    for (unsigned n = 0; (set = ruleset_at(n)) != NULL; n++) {
        for (unsigned id = 0; id < SWITCH_COUNT; id++) {
            for (unsigned value = 0; value < 4; value++) {
                const struct rules rules = rules_of(ruleset_name(set), id, value);
                for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
                    assert_same(&rules, texts[i]);
            }
        }
    }
}

/* HR-21: two decks have the faces of one. */
static void two_decks_are_read_like_one(void **state)
{
    (void)state;
    struct switches switches;
    struct rules one;
    struct rules two;
    const struct ruleset *set = NULL;
    for (unsigned n = 0; (set = ruleset_at(n)) != NULL; n++) {
        ruleset_defaults(set, &switches);
        switches.value[SWITCH_TWO_DECKS] = 1;
        assert_int_equal(rules_init(&one, set, &switches, 2), RULES_OK);
        assert_int_equal(rules_init(&two, set, &switches, 12), RULES_OK);
        assert_int_equal(one.decks, 1);
        assert_int_equal(two.decks, 2);
        for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
            assert_same(&one, texts[i]);
            assert_same(&two, texts[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seven_takes_a_name_at_its_own_table),
        cmocka_unit_test(no_other_switch_changes_what_words_mean),
        cmocka_unit_test(two_decks_are_read_like_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
