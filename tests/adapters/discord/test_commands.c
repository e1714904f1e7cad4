/* The commands that Talon registers on Discord: their limits, and that everything it advises to
 * type is one of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/guilds/command_limits.h"
#include "adapters/discord/guilds/commands.h"
#include "base/array.h"
#include "bot/command/command.h"
#include "bot/command/commands.h"
#include "bot/command/slash.h"
#include "bot/show/button_wording.h"
#include "bot/text/language.h"
#include "bot/text/slash_names.h"

enum { COMMANDS_MAX = 10 };

static const struct chat_command *offered;
static unsigned offered_count;

/* -- the limits -- */

static void test_ours_are_few_and_fit(void **state)
{
    struct fault why = {0};
    (void)state;
    cJSON *list = commands_json(offered, offered_count, &slash_languages);
    assert_in_range(cJSON_GetArraySize(list), 1, COMMANDS_MAX);
    if (!command_limits_hold(list, &why))
        fail_msg("%s", why.text);
    cJSON_Delete(list);
}

static cJSON *texts(cJSON *list, const char *name, const char *description)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", name);
    cJSON_AddStringToObject(object, "description", description);
    cJSON_AddItemToArray(list, object);
    return object;
}

static void expect_fault(cJSON *list, const char *what)
{
    struct fault why = {0};
    assert_false(command_limits_hold(list, &why));
    if (strstr(why.text, what) == NULL)
        fail_msg("\"%s\" does not say: %s", why.text, what);
    cJSON_Delete(list);
}

static void test_what_is_too_much_is_found(void **state)
{
    static const char fifty[] = "fifty characters fifty characters fifty charactérs";
    char text[128];
    (void)state;
    struct fault why = {0};
    cJSON *list = cJSON_CreateArray();
    snprintf(text, sizeof(text), "%s%s", fifty, fifty);
    cJSON *options = cJSON_AddArrayToObject(texts(list, "full", text), "options");
    for (unsigned i = 0; i < COMMAND_OPTIONS; i++)
        texts(options, "option", "help");
    assert_true(command_limits_hold(list, &why)); /* 100 characters of more bytes, 25 options */
    texts(options, "one too many", "help");
    expect_fault(list, "/full: more than 25");

    list = cJSON_CreateArray();
    snprintf(text, sizeof(text), "%s%s!", fifty, fifty);
    cJSON *local =
        cJSON_AddObjectToObject(texts(list, "long", "help"), "description_localizations");
    cJSON_AddStringToObject(local, "fr", text);
    expect_fault(list, "longer than 100");

    list = cJSON_CreateArray();
    options = cJSON_AddArrayToObject(texts(list, "deep", "help"), "options");
    texts(options, "a name of more than 32 characters", "help");
    expect_fault(list, "longer than 32");

    list = cJSON_CreateArray();
    cJSON *choices = cJSON_AddArrayToObject(texts(list, "choices", "help"), "choices");
    cJSON_AddStringToObject(texts(choices, "one", ""), "value", text);
    expect_fault(list, "longer than 100");

    list = cJSON_CreateArray();
    snprintf(text, sizeof(text), "%s%s", fifty, fifty);
    options = cJSON_AddArrayToObject(texts(list, "whole", text), "options");
    for (unsigned i = 0; i < 4; i++) {
        cJSON *inner = cJSON_AddArrayToObject(texts(options, "sub", text), "options");
        for (unsigned n = 0; n < 20; n++)
            texts(inner, "option", text);
    }
    expect_fault(list, "/whole: more than 8000");
}

/* -- what sentences advise -- */

/* Returns true if Discord has a command whose words in that language are `path`. */
static bool is_offered(const char *path, const struct language *language)
{
    for (unsigned i = 0; i < offered_count; i++) {
        const struct chat_group *group = offered[i].group;
        const char *words[3] = {tr(language, offered[i].name)};
        unsigned count = 1;
        char whole[128] = "";
        for (; group != NULL; group = group->parent)
            words[count++] = tr(language, group->name);
        for (; count > 0; count--) {
            snprintf(whole + strlen(whole), sizeof(whole) - strlen(whole), "%s%s", words[count - 1],
                     count > 1 ? " " : "");
        }
        if (strcmp(whole, path) == 0)
            return true;
    }
    return false;
}

/* About nicks, which Discord does not have; said only where somebody has no account. */
static bool is_of_nicks(const struct command *command)
{
    static const char *const names[] = {"seat", "swap", "notify"};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (strcmp(command->name, names[i]) == 0)
            return true;
    }
    return false;
}

/* A sentence that networks with buttons replace by another one. */
static bool is_replaced(const char *sentence)
{
    const char *typed = NULL, *pressed = NULL;
    for (unsigned row = 0; button_wording_row(row, &typed, &pressed); row++) {
        if (strcmp(typed, sentence) == 0)
            return true;
    }
    return false;
}

static unsigned advised, missing;

static void check_sentence(const char *sentence, const struct language *language)
{
    for (const char *at = strstr(sentence, "{p}"); at != NULL; at = strstr(at, "{p}")) {
        char word[64];
        char path[SLASH_NAME_MAX];
        at += 3;
        size_t length = strcspn(at, " .,:;!?)\"{\n\xc2");
        snprintf(word, sizeof(word), "%.*s", (int)length, at);
        if (length == 0 || (command_find(word) != NULL && is_of_nicks(command_find(word))))
            continue;
        if (!slash_name_write(language, word, length, path))
            snprintf(path, sizeof(path), "%s", word);
        if (!is_offered(path, language)) {
            print_error("Discord has no \"/%s\", advised in: %s\n", path, sentence);
            missing++;
        }
        advised++;
    }
}

/* Appends what stands between the quotes of a line of the catalogue. */
static void add_quoted(char *text, size_t size, const char *line)
{
    const char *at = strchr(line, '"');
    size_t length = strlen(text);
    for (at = at != NULL ? at + 1 : ""; *at != '\0' && strcmp(at, "\"\n") != 0; at++) {
        at += *at == '\\';
        if (length + 1 < size)
            text[length++] = *at;
    }
    text[length] = '\0';
}

static void check_catalogue(const struct language *language)
{
    char path[512], line[2048], said[4096] = "", translated[4096] = "";
    char *text = said;
    snprintf(path, sizeof(path), "%s/%s.po", TALON_CATALOGUES, language->domain);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        if (strncmp(line, "msgid \"", 7) == 0) {
            said[0] = translated[0] = '\0';
            text = said;
        } else if (strncmp(line, "msgstr", 6) == 0)
            text = translated;
        if (*line == '"' || strncmp(line, "msg", 3) == 0)
            add_quoted(text, sizeof(said), line);
        if (*line == '\n' && !is_replaced(said)) {
            check_sentence(said, language_at(0));
            check_sentence(translated, language);
        }
    }
    fclose(file);
}

static void test_advised_commands_exist(void **state)
{
    (void)state;
    for (unsigned n = 1; language_at(n) != NULL; n++) {
        advised = 0;
        check_catalogue(language_at(n));
        assert_true(advised > 150);
    }
    assert_int_equal(missing, 0);
}

/* A name that two languages have is the command in the group of the reader's language. */
static void test_shown_names_are_found_in_their_language(void **state)
{
    (void)state;
    for (unsigned i = 0; i < offered_count; i++) {
        for (unsigned n = 0; language_at(n) != NULL; n++) {
            char path[SLASH_NAME_MAX];
            const struct language *language = language_at(n);
            const char *name = tr(language, offered[i].says);
            if (offered[i].group == NULL || strcmp(name, "uno") == 0)
                continue; /* "uno" means that which opens a table, in English */
            assert_true(slash_name_write(language, name, strlen(name), path));
            if (!is_offered(path, language))
                fail_msg("%s is not /%s", name, path);
        }
    }
}

static int setup(void **state)
{
    (void)state;
    if (!language_setup() || !commands_setup())
        return -1;
    offered = slash_commands(true, &offered_count);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ours_are_few_and_fit),
        cmocka_unit_test(test_what_is_too_much_is_found),
        cmocka_unit_test(test_advised_commands_exist),
        cmocka_unit_test(test_shown_names_are_found_in_their_language),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
