/* Codes of cards and actions: what is written is read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "engine/notation.h"

static void use(struct rules *rules, const char *set)
{
    assert_int_equal(rules_init(rules, ruleset_find(set), NULL, 0), RULES_OK);
}

static void faces_read_back(void **state)
{
    (void)state;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        struct rules rules;
        char code[CARD_TEXT];
        use(&rules, ruleset_name(ruleset_at(n)));
        for (unsigned face = 0; face < rules.deck.faces; face++) {
            face_format(&rules.deck.face[face], code);
            assert_int_equal(face_parse(&rules.deck, code, strlen(code)), face);
            for (char *c = code; *c != '\0'; c++)
                *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
            assert_int_equal(face_parse(&rules.deck, code, strlen(code)), face);
        }
        assert_int_equal(face_parse(&rules.deck, "R", 1), FACE_NONE);
        assert_int_equal(face_parse(&rules.deck, "R77", 3), FACE_NONE);
    }
    assert_true(card_known("WAF", 3));
    assert_true(card_known("p9", 2));
    assert_false(card_known("R5|Y", 4));
}

static void actions_read_back(void **state)
{
    static const char *const lines[] = {"P1 play R5",
                                        "P2 play W blue uno",
                                        "P10 play B+2",
                                        "P3 play B7 target P1",
                                        "P4 play R3 + G3 + G3 uno",
                                        "P1 draw",
                                        "P1 keep",
                                        "P1 pass",
                                        "P2 colour green",
                                        "P3 accept",
                                        "P3 challenge",
                                        "P1 target P10",
                                        "P5 uno",
                                        "P5 catch P6",
                                        "P7 leave",
                                        "P8 timeout"};
    struct rules rules;
    struct action action;
    char text[ACTION_TEXT];
    (void)state;
    use(&rules, "classic");
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        assert_null(action_parse(&rules, lines[i], strlen(lines[i]), &action));
        assert_int_equal(action_format(&rules, &action, text), strlen(lines[i]));
        assert_string_equal(text, lines[i]);
    }
    use(&rules, "flex");
    static const char flex[] = "P1 play WT2 uno target P2 green flex"; /* any order */
    assert_null(action_parse(&rules, flex, strlen(flex), &action));
    action_format(&rules, &action, text);
    assert_string_equal(text, "P1 play WT2 flex green target P2 uno");
    for (unsigned seat = 0; seat <= UINT8_MAX; seat++) { /* logs may show seats that no table has */
        char line[ACTION_TEXT];
        action = action_make(ACTION_DRAW, seat);
        action_format(&rules, &action, text);
        snprintf(line, sizeof(line), "P%u draw", seat + 1);
        assert_string_equal(text, line);
    }
}

static void wrong_actions_are_refused(void **state)
{
    static const struct {
        const char *line, *why;
    } wrong[] = {{"", "missing player"},
                 {"P21 draw", "unknown player"},
                 {"P0 draw", "unknown player"},
                 {"P1", "missing action"},
                 {"P1 jump", "unknown action"},
                 {"P1 play", "missing card"},
                 {"P1 play Q5", "unknown card"},
                 {"P1 play R5 loudly", "unknown word"},
                 {"P1 play W red blue", "two colours"},
                 {"P1 play R5 target", "missing player"},
                 {"P1 play R5 + ", "missing card"},
                 {"P1 draw 2", "too many words"},
                 {"P1 colour", "missing colour"},
                 {"P1 colour pink", "unknown colour"},
                 {"P1 play R1 + R1 + R1 + R1 + R1 + R1 + R1 + R1 + R1", "too many cards"}};
    struct rules rules;
    struct action action;
    (void)state;
    use(&rules, "classic");
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
        const char *why = action_parse(&rules, wrong[i].line, strlen(wrong[i].line), &action);
        assert_non_null(why);
        assert_string_equal(why, wrong[i].why);
    }
    assert_null(action_parse(&rules, "P1 play WH red", 14, &action));
    assert_int_equal(action.face, FACE_NONE); /* a card of another set */
}

static void names_read_back(void **state)
{
    (void)state;
    for (unsigned colour = 1; colour < COLOUR_COUNT; colour++)
        assert_int_equal(colour_parse(colour_name(colour), strlen(colour_name(colour))), colour);
    assert_int_equal(colour_parse("o", 1), COLOUR_ORANGE);
    assert_int_equal(colour_parse("bl", 2), COLOUR_NONE);
    assert_int_equal(colour_letter(COLOUR_NONE), '-');
    for (unsigned refusal = 0; refusal < REFUSED_COUNT; refusal++)
        assert_non_null(refusal_name((enum refusal)refusal));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_read_back), cmocka_unit_test(actions_read_back),
        cmocka_unit_test(wrong_actions_are_refused), cmocka_unit_test(names_read_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
