/* Typed keys and their values (base/settings.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/settings.h"

enum { HOST, PORT, TLS, CHANNELS, PASSWORD, OFFSET, RATE, LEVEL };

static const struct setting_key keys[] = {
    [HOST] = {.name = "host", .type = SETTING_TEXT, .required = true},
    [PORT] = {.name = "port", .type = SETTING_NUMBER, .fallback = "6667", .min = 1, .max = 65535},
    [TLS] = {.name = "tls", .type = SETTING_SWITCH, .fallback = "on"},
    [CHANNELS] = {.name = "channels", .type = SETTING_LIST, .required = true},
    [PASSWORD] = {.name = "password", .type = SETTING_SECRET},
    [OFFSET] = {.name = "offset", .type = SETTING_NUMBER, .min = -5, .max = 5, .unit = "hours"},
    [RATE] =
        {.name = "rate", .type = SETTING_NUMBER, .fallback = "auto", .max = 9, .unit = "lines"},
    [LEVEL] = {.name = "level", .type = SETTING_CHOICE, .choices = "low, middle high"},
    {0},
};

static int set_up(void **state)
{
    static struct settings settings;
    assert_true(settings_init(&settings, keys));
    *state = &settings;
    return 0;
}

static int tear_down(void **state)
{
    settings_finish(*state);
    return 0;
}

static void fallbacks_hold_until_a_value_comes(void **state)
{
    struct settings *settings = *state;
    assert_null(settings_text(settings, HOST));
    assert_int_equal(settings_number(settings, PORT), 6667);
    assert_int_equal(settings_number(settings, OFFSET), 0);
    assert_true(settings_switch(settings, TLS));
    assert_null(settings_put(settings, PORT, "6697"));
    assert_null(settings_put(settings, TLS, "No"));
    assert_null(settings_put(settings, HOST, "irc.example.org"));
    assert_int_equal(settings_number(settings, PORT), 6697);
    assert_false(settings_switch(settings, TLS));
    assert_string_equal(settings_text(settings, HOST), "irc.example.org");
    assert_null(settings_put(settings, HOST, "other"));
    assert_string_equal(settings_text(settings, HOST), "other");
}

static void lists_add_up(void **state)
{
    struct settings *settings = *state;
    assert_null(settings_put(settings, CHANNELS, "#a, #b"));
    assert_null(settings_put(settings, CHANNELS, "#c"));
    assert_string_equal(settings_text(settings, CHANNELS), "#a, #b #c");
}

static void keys_are_found_by_name(void **state)
{
    assert_int_equal(settings_find(*state, "tls"), TLS);
    assert_int_equal(settings_find(*state, "TLS"), -1);
    assert_int_equal(settings_find(*state, "tl"), -1);
}

static void bad_values_are_refused_and_change_nothing(void **state)
{
    struct settings *settings = *state;
    static const char *const numbers[] = {"0",    "65536", "-1", "",
                                          " 1",   "+1",    "1 ", "1.5",
                                          "0x10", "x",     "-",  "99999999999999999999999999999"};
    assert_null(settings_put(settings, PORT, "7000"));
    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
        const char *why = settings_put(settings, PORT, numbers[i]);
        assert_non_null(why);
        assert_string_equal(why, "must be 1 to 65535");
    }
    assert_int_equal(settings_number(settings, PORT), 7000);
    assert_null(settings_put(settings, OFFSET, "-5"));
    assert_string_equal(settings_put(settings, OFFSET, "-6"), "must be -5 to 5 hours");
    assert_int_equal(settings_number(settings, OFFSET), -5);
    assert_string_equal(settings_put(settings, TLS, "maybe"), "must be on or off");
    assert_true(settings_switch(settings, TLS));
    assert_string_equal(settings_put(settings, RATE, "10"), "must be 0 to 9 lines, or auto");
    assert_null(settings_put(settings, RATE, "auto"));
    assert_string_equal(settings_put(settings, PASSWORD, "../etc/shadow"),
                        "must be the name of a file beside the configuration, or an absolute path");
    assert_non_null(settings_put(settings, PASSWORD, "."));
    assert_non_null(settings_put(settings, PASSWORD, ""));
    assert_null(settings_put(settings, PASSWORD, "irc-password"));
    assert_null(settings_put(settings, PASSWORD, "/run/secrets/irc"));
}

static void a_choice_is_one_of_its_words(void **state)
{
    struct settings *settings = *state;
    static const char *const wrong[] = {"", "lo", "lowest", "low middle", "none"};
    for (size_t i = 0; i < ARRAY_SIZE(wrong); i++)
        assert_string_equal(settings_put(settings, LEVEL, wrong[i]), "must be low, middle or high");
    assert_null(settings_put(settings, LEVEL, "HIGH"));
    assert_string_equal(settings_text(settings, LEVEL), "HIGH");
    assert_null(settings_put(settings, LEVEL, "middle"));
}

/* Of a list the first: where its faults are looked for. */
static void lines_are_kept(void **state)
{
    struct settings *settings = *state;
    assert_int_equal(settings_line(settings, HOST), 0);
    settings_set_line(settings, HOST, 7);
    settings_set_line(settings, HOST, 9);
    assert_int_equal(settings_line(settings, HOST), 7);
    assert_int_equal(settings_line(settings, -1), 0);
}

static void two_are_compared_and_swapped(void **state)
{
    struct settings *settings = *state;
    struct settings other;
    assert_true(settings_init(&other, keys));
    assert_true(settings_same(settings, &other, HOST));
    assert_null(settings_put(&other, PORT, "6667"));
    assert_true(settings_same(settings, &other, PORT)); /* as without it */
    assert_null(settings_put(&other, HOST, "irc.example.org"));
    settings_set_line(&other, HOST, 7);
    assert_false(settings_same(settings, &other, HOST));
    assert_false(settings_same(&other, settings, HOST));
    settings_swap(settings, &other, HOST);
    assert_string_equal(settings_text(settings, HOST), "irc.example.org");
    assert_int_equal(settings_line(settings, HOST), 7);
    assert_null(settings_text(&other, HOST));
    settings_drop(settings, HOST);
    assert_null(settings_text(settings, HOST));
    assert_int_equal(settings_line(settings, HOST), 0);
    settings_finish(&other);
}

static void join(void *arg, const char *word)
{
    strcat(arg, "<");
    strcat(arg, word);
    strcat(arg, ">");
}

static void lists_part_at_blanks_and_commas(void **state)
{
    struct settings *settings = *state;
    char words[100] = "";
    settings_each(settings, CHANNELS, join, words);
    assert_string_equal(words, "");
    assert_null(settings_put(settings, CHANNELS, " #a,#b  #c,\t#d,"));
    settings_each(settings, CHANNELS, join, words);
    assert_string_equal(words, "<#a><#b><#c><#d>");
    assert_string_equal(settings_text(settings, CHANNELS), " #a,#b  #c,\t#d,");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(fallbacks_hold_until_a_value_comes),
        TEST(keys_are_found_by_name),
        TEST(lists_add_up),
        TEST(bad_values_are_refused_and_change_nothing),
        TEST(a_choice_is_one_of_its_words),
        TEST(lines_are_kept),
        TEST(two_are_compared_and_swapped),
        TEST(lists_part_at_blanks_and_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
