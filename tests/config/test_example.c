/* What people read of the configuration comes from the tables of keys
 * (bot/cli/config/config_page.h): each row tells enough of its key, and the example is one that the
 * parser takes. tests/lint/made.sh holds the files in the tree to the tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/registry.h"
#include "base/array.h"
#include "bot/cli/config/config.h"
#include "bot/cli/config/config_page.h"
#include "bot/text/language.h"

enum { TABLES_MAX = 16, LIMITS_MAX = 512 };

/* Every table that the example shows, with its section's first word. */
static struct {
    const char *section;
    const struct setting_key *keys;
} tables[TABLES_MAX];
static unsigned table_count;

static int find_tables(void **state)
{
    const struct adapter_impl *impl;
    (void)state;
    tables[table_count].section = "talon";
    tables[table_count++].keys = talon_keys;
    for (unsigned n = 0; (impl = adapter_at(n)); n++) {
        if (impl->caps.local)
            continue;
        assert_true(table_count + 2 <= TABLES_MAX);
        assert_non_null(impl->about);
        tables[table_count].section = impl->name;
        tables[table_count++].keys = impl->keys;
        if (impl->unnamed)
            continue;
        tables[table_count].section = impl->name;
        tables[table_count++].keys = network_keys;
    }
    return 0;
}

static void judge(const char *section, const struct setting_key *key)
{
    size_t length = key->help ? strlen(key->help) : 0;
    const char *shown = key->fallback ? key->fallback : key->example;
    char limits[LIMITS_MAX];
    struct settings settings;
    if (length == 0 || key->help[length - 1] != '.')
        fail_msg("[%s] %s has no help that ends like a sentence", section, key->name);
    if (key->type == SETTING_NUMBER && key->min >= key->max)
        fail_msg("[%s] %s has no bounds", section, key->name);
    if ((key->type == SETTING_CHOICE) != (key->choices != NULL))
        fail_msg("[%s] %s: choices are what a choice has", section, key->name);
    if (key->required && (key->fallback || key->absent))
        fail_msg("[%s] %s must be set, and tells what holds without it", section, key->name);
    config_page_limits(key, limits, sizeof(limits));
    if (strlen(limits) > LIMITS_MAX / 2)
        fail_msg("[%s] %s has limits that may be cut: %s", section, key->name, limits);
    assert_true(settings_init(&settings, key));
    const char *why = shown ? settings_put(&settings, 0, shown) : NULL;
    if (why)
        fail_msg("[%s] %s = %s: %s", section, key->name, shown, why);
    settings_finish(&settings);
}

static void every_row_tells_enough(void **state)
{
    (void)state;
    for (unsigned i = 0; i < table_count; i++) {
        for (const struct setting_key *key = tables[i].keys; key->name; key++)
            judge(tables[i].section, key);
    }
}

/* What a choice of [talon] offers is what the code behind it knows. */
static void choices_are_known_to_the_code(void **state)
{
    struct settings settings;
    char words[] = "error warn info debug";
    enum log_level level;
    char *rest;
    (void)state;
    assert_true(settings_init(&settings, talon_keys));
    for (unsigned n = 0; language_at(n); n++)
        assert_null(settings_put(&settings, CONFIG_LANGUAGE, language_at(n)->code));
    assert_non_null(language_find("fr"));
    assert_non_null(language_find("en"));
    assert_string_equal(talon_keys[CONFIG_LOG_LEVEL].choices, words);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        assert_true(log_level_find(word, &level));
    settings_finish(&settings);
}

/* The limits of a key, by the section where it stands. */
static const char *limits_of(const char *section, const char *name)
{
    static char limits[LIMITS_MAX];
    for (unsigned i = 0; i < table_count; i++) {
        const struct setting_key *key = tables[i].keys;
        while (key->name && strcmp(key->name, name) != 0)
            key++;
        if (!key->name || strcmp(tables[i].section, section) != 0)
            continue;
        config_page_limits(key, limits, sizeof(limits));
        return limits;
    }
    fail_msg("[%s] %s is no key", section, name);
    return NULL;
}

static void limits_are_told_in_words(void **state)
{
    static const struct {
        const char *section, *name, *limits;
    } rows[] = {
        {"talon", "turn_limit", "1 to 86400 seconds"},
        {"talon", "prefix", ""},
        {"talon", "log_level", "error, warn, info or debug"},
        {"irc", "host", "required; needs a restart"},
        {"irc", "port", "1 to 65535; default: 6697 with TLS, 6667 without it; needs a restart"},
        {"irc", "flood_rate", "0 to 60000 lines a minute, or auto; needs a restart"},
        {"irc", "colours", "on or off"},
        {"irc", "sasl_user", "default: none; needs a restart"},
        {"irc", "admins", "words separated by spaces or commas; default: nobody"},
        {"discord", "token_file",
         "the name of a file beside the configuration, or an absolute path; required; needs "
         "a restart"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        assert_string_equal(limits_of(rows[i].section, rows[i].name), rows[i].limits);
}

/* Every key stands in the example once for each section that has it, with its default. */
static void the_example_has_every_key(void **state)
{
    char *made = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&made, &size);
    (void)state;
    assert_non_null(out);
    config_page_example(out);
    assert_int_equal(fclose(out), 0);
    for (unsigned i = 0; i < table_count; i++) {
        char title[64];
        snprintf(title, sizeof(title), "[%s", tables[i].section);
        const char *section = strstr(made, title);
        for (const struct setting_key *key = tables[i].keys; key->name; key++) {
            char line[300];
            const char *fallback = key->fallback ? key->fallback : "";
            snprintf(line, sizeof(line), "%s =%s%s", key->name, *fallback != '\0' ? " " : "",
                     fallback);
            if (!section || !strstr(section, line))
                fail_msg("[%s] %s is not in the example", tables[i].section, line);
        }
    }
    free(made);
}

static void the_parser_takes_the_example(void **state)
{
    struct config config;
    struct config_faults faults = {.count = 0};
    char text[1000] = "";
    (void)state;
    if (!config_load(&config, getenv("TALON_EXAMPLE"), &faults)) {
        config_fault_format(&faults, 0, "the example", text, sizeof(text));
        fail_msg("%s", text);
    }
    assert_int_equal(config.network_count, 1);
    config_finish(&config);
    config_faults_finish(&faults);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_tells_enough),
        cmocka_unit_test(choices_are_known_to_the_code),
        cmocka_unit_test(limits_are_told_in_words),
        cmocka_unit_test(the_example_has_every_key),
        cmocka_unit_test(the_parser_takes_the_example),
    };
    return cmocka_run_group_tests(tests, find_tables, NULL);
}
