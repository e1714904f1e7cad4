/* Languages side by side in one process (bot/text/language.h). */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/language.h"

static const struct language *english, *french;

static void languages_are_found_by_code(void **state)
{
    (void)state;
    assert_non_null(english);
    assert_non_null(french);
    assert_ptr_equal(language_find("FR"), french);
    assert_null(language_find("sv"));
    assert_null(language_find(""));
    assert_string_equal(french->name, "Français");
    assert_ptr_equal(language_at(0), english);
    unsigned count = 0;
    while (language_at(count) != NULL)
        count++;
    assert_true(count > 2 && count <= LANGUAGES_MAX);
    assert_non_null(strstr(language_codes, "en, "));
    const struct language *brazilian = language_find("pt-BR");
    assert_ptr_equal(language_of_tag("pt_BR.UTF-8"), brazilian);
    assert_ptr_equal(language_of_tag("pt"), brazilian);
    assert_ptr_equal(language_of_tag("pt-PT"), brazilian);
    assert_ptr_equal(language_of_tag("fr-CH"), french);
    assert_null(language_of_tag("f"));
    assert_null(language_of_tag(""));
}

static void both_speak_in_one_process(void **state)
{
    (void)state;
    assert_string_equal(tr(english, "hand"), "hand");
    assert_string_equal(tr(french, "hand"), "main dévoilée");
    assert_string_equal(tr(english, "hand"), "hand");
    assert_string_equal(tr(french, "a text without translation"), "a text without translation");
    assert_string_equal(tr(french, ""), "");
}

static void plurals_follow_the_language(void **state)
{
    (void)state;
    /* None is one in French and many in English. */
    static const struct {
        unsigned long n;
        const char *english, *french;
    } rows[] = {
        {0, "0 cards", "0 carte"},
        {1, "1 card", "1 carte"},
        {2, "2 cards", "2 cartes"},
        {108, "108 cards", "108 cartes"},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char text[40];
        snprintf(text, sizeof(text), trn(english, "%lu card", "%lu cards", rows[i].n), rows[i].n);
        assert_string_equal(text, rows[i].english);
        snprintf(text, sizeof(text), trn(french, "%lu card", "%lu cards", rows[i].n), rows[i].n);
        assert_string_equal(text, rows[i].french);
    }
}

static void *look_up(void *arg)
{
    unsigned *right = arg;
    for (int i = 0; i < 10000; i++) {
        *right += strcmp(tr(french, "hand"), "main dévoilée") == 0 &&
                  strcmp(tr(english, "hand"), "hand") == 0;
    }
    return NULL;
}

static void threads_share_the_catalogues(void **state)
{
    (void)state;
    pthread_t threads[2];
    unsigned right[2] = {0};
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, look_up, &right[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(right[0], 10000);
    assert_int_equal(right[1], 10000);
}

static void a_missing_catalogue_is_told(void **state)
{
    (void)state;
    char folder[4096];
    snprintf(folder, sizeof(folder), "%s", getenv("TALON_LOCALEDIR"));
    setenv("TALON_LOCALEDIR", "/nonexistent", 1);
    assert_false(language_setup());
    setenv("TALON_LOCALEDIR", folder, 1);
    assert_true(language_setup());
    assert_string_equal(tr(french, "hand"), "main dévoilée");
}

/* The environment of whoever starts Talon must not change what it says. */
static int set_up(void **state)
{
    (void)state;
    setenv("LANG", "de_DE.UTF-8", 1);
    setenv("LC_ALL", "C", 1);
    setenv("LANGUAGE", "de:fr", 1);
    english = language_find("en");
    french = language_find("fr");
    return language_setup() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(languages_are_found_by_code),
        cmocka_unit_test(both_speak_in_one_process),
        cmocka_unit_test(plurals_follow_the_language),
        cmocka_unit_test(threads_share_the_catalogues),
        cmocka_unit_test(a_missing_catalogue_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
