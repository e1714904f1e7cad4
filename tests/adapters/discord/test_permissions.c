/* What we lack, by what an interaction tells, in the words of Discord's client. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/discord_config.h"
#include "adapters/discord/guilds/permissions.h"
#include "base/array.h"

static unsigned lacks(const char *permissions)
{
    cJSON *interaction = cJSON_CreateObject();
    if (permissions)
        assert_non_null(cJSON_AddStringToObject(interaction, "app_permissions", permissions));
    unsigned out = permissions_lacks(interaction);
    cJSON_Delete(interaction);
    return out;
}

/* View Channel 1 << 10, Send Messages 1 << 11, Attach Files 1 << 15, Create Public Threads 1 << 35,
 * Send Messages in Threads 1 << 38. */
static void test_what_is_said(void **state)
{
    static const struct {
        const char *permissions; /* NULL: not told */
        struct permissions_use use;
        const char *silent, *wanted;
    } rows[] = {
        {NULL, {.pictures = true, .threads = true}, "", ""},
        {"8", {.pictures = true, .threads = true}, "", ""}, /* Administrator */
        {"0", {.pictures = false}, "View Channel, Send Messages", ""},
        {"1024", {.pictures = false}, "Send Messages", ""},
        {"2048", {.pictures = false}, "View Channel", ""},
        {"3072", {.pictures = false}, "", ""},
        {"3072", {.pictures = true}, "", "pictures (Attach Files)"},
        {"35840", {.pictures = true}, "", ""},
        {"3072", {.thread = true}, "Send Messages in Threads", ""},
        {"274877907968", {.thread = true, .threads = true}, "", ""},
        {"3072",
         {.threads = true},
         "",
         "threads (Send Messages in Threads), threads (Create Public Threads)"},
        {"309237646336", {.threads = true}, "", ""}, /* it speaks in threads alone */
        {"274877907968", {.threads = true}, "Send Messages", "threads (Create Public Threads)"},
    };
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char words[PERMISSIONS_WORDS];
        unsigned lacking = lacks(rows[i].permissions);
        assert_string_equal(permissions_words(permissions_silent(lacking, &rows[i].use), words),
                            rows[i].silent);
        assert_string_equal(permissions_purposes(permissions_wanted(lacking, &rows[i].use), words),
                            rows[i].wanted);
    }
}

static void test_every_right_has_its_names(void **state)
{
    char words[PERMISSIONS_WORDS];
    (void)state;
    for (unsigned i = 0; i < PERMISSIONS; i++)
        assert_string_not_equal(permissions_words(1U << i, words), "");
    permissions_purposes((1U << PERMISSIONS) - 1, words); /* all fit */
    assert_string_equal(words, "View Channel, Send Messages, threads (Send Messages in Threads), "
                               "threads (Create Public Threads), pictures (Attach Files), "
                               "Manage Threads");
}

static void test_what_a_refusal_means(void **state)
{
    (void)state;
    assert_int_equal(permissions_refused(50001, false), 1U << PERMISSION_VIEW_CHANNEL);
    assert_int_equal(permissions_refused(50013, false), 1U << PERMISSION_SEND_MESSAGES);
    assert_int_equal(permissions_refused(50013, true), 1U << PERMISSION_SEND_IN_THREADS);
    assert_int_equal(permissions_refused(50083, true), 1U << PERMISSION_MANAGE_THREADS);
}

static void is_all_but_threads_to_manage(const char *text, const char *before)
{
    char number[32] = "";
    const char *at = strstr(text, before);
    assert_non_null(at);
    assert_int_equal(sscanf(at + strlen(before), "%31[0-9]", number), 1);
    assert_int_equal(lacks(number), 1U << PERMISSION_MANAGE_THREADS);
    unsigned count = 0;
    for (unsigned long long bits = strtoull(number, NULL, 10); bits; bits &= bits - 1)
        count++;
    assert_int_equal(count, PERMISSIONS - 1);
}

/* What people are told to grant is all that is ever asked for, and no more. */
static void test_the_install_link(void **state)
{
    (void)state;
    static char page[200000];
    FILE *file = fopen(TALON_SOURCE "/docs/discord.md", "r");
    assert_non_null(file);
    page[fread(page, 1, sizeof(page) - 1, file)] = '\0';
    fclose(file);
    is_all_but_threads_to_manage(page, "&permissions=");
    is_all_but_threads_to_manage(discord_config_about, "All of them together are ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_said),
        cmocka_unit_test(test_every_right_has_its_names),
        cmocka_unit_test(test_what_a_refusal_means),
        cmocka_unit_test(test_the_install_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
