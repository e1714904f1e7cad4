/* What Discord sends for what a user did, and the commands it is told of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/guilds/commands.h"
#include "adapters/discord/messages/interaction.h"
#include "base/array.h"

static const struct chat_option play_options[] = {
    {.name = "card", .help = "which", .kind = CHAT_TEXT, .needed = true, .suggest = true},
    {.name = "colour",
     .help = "of a wild",
     .kind = CHAT_CHOICE,
     .choice_count = 2,
     .choices = {{"red", "red"}, {"blue", "blue"}}},
    {.name = "uno", .help = "says it", .kind = CHAT_FLAG, .says = "uno"},
};

static const struct chat_option bots_options[] = {
    {.name = "number",
     .help = "how many",
     .kind = CHAT_NUMBER,
     .needed = true,
     .least = 0,
     .most = 9},
};

static const struct chat_option kick_options[] = {
    {.name = "player", .help = "whose seat", .kind = CHAT_PERSON},
    {.name = "computer", .help = "by name", .kind = CHAT_TEXT},
};

static const struct chat_group table_group = {.name = "table", .help = "all of it"};
static const struct chat_group vote_group = {
    .name = "vote", .help = "answers", .parent = &table_group};

/* What these texts are in French. */
static const char *const french[][2] = {
    {"card", "carte"},          {"which", "laquelle"},
    {"colour", "couleur"},      {"of a wild", "d'un joker"},
    {"says it", "le dit"},      {"number", "nombre"},
    {"how many", "combien"},    {"player", "qui"},
    {"whose seat", "la place"}, {"computer", "ordi"},
    {"by name", "par son nom"}, {"table", "tapis"},
    {"all of it", "tout"},      {"answers", "r\u00e9pond"},
    {"play", "jouer"},          {"plays a card", "joue une carte"},
    {"bots", "robots"},         {"seats computers", "assoit des robots"},
    {"kick", "exclure"},        {"takes a seat away", "retire une place"},
    {"computers", "ordis"},     {"yes", "oui"},
    {"agrees", "accepte"},      {"Invite here", "Inviter ici"},
    {"red", "rouge"},           {"blue", "bleu"},
};

static const char *clients_of(unsigned n)
{
    return n == 0 ? "fr fr-CA" : NULL;
}

static const char *text_in(unsigned n, const char *text)
{
    assert_int_equal(n, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(french); i++) {
        if (strcmp(french[i][0], text) == 0)
            return french[i][1];
    }
    return text;
}

static const struct chat_languages languages = {.clients = clients_of, .text = text_in};

static const struct chat_command commands[] = {
    {.says = "play",
     .name = "play",
     .help = "plays a card",
     .channel_only = true,
     .option_count = 3,
     .options = play_options},
    {.says = "bots",
     .name = "bots",
     .help = "seats computers",
     .option_count = 1,
     .options = bots_options},
    {.says = "kick",
     .name = "kick",
     .help = "takes a seat away",
     .option_count = 2,
     .options = kick_options},
    {.says = "bots",
     .group = &table_group,
     .name = "computers",
     .help = "seats computers",
     .option_count = 1,
     .options = bots_options},
    {.says = "yes", .group = &vote_group, .name = "yes", .help = "agrees"},
    {.says = "invite", .of_person = true, .name = "Invite here"},
};

enum { COMMANDS = ARRAY_SIZE(commands) };

#define USER                                                                                       \
    "\"application_id\":\"9\",\"channel_id\":\"5\",\"token\":\"tok\",\"locale\":\"fr\","           \
    "\"guild_id\":\"4\",\"member\":{\"nick\":\"Al\",\"permissions\":\"16\",\"user\":"              \
    "{\"id\":\"77\",\"username\":\"alice\",\"global_name\":\"Alice\"}}"

#define WITH_TOKEN(token)                                                                          \
    "{\"id\":\"1\",\"type\":2,\"token\":\"" token "\",\"channel_id\":\"5\","                       \
    "\"application_id\":\"9\",\"user\":{\"id\":\"7\"},\"data\":{\"name\":\"draw\"}}"

static cJSON *parse(const char *text)
{
    cJSON *json = cJSON_Parse(text);
    if (!json)
        fail_msg("the test's own JSON: %s", text);
    return json;
}

static struct interaction read(cJSON *json)
{
    struct interaction out;
    assert_true(interaction_read(json, commands, COMMANDS, &out));
    return out;
}

static void test_a_command_is_what_one_types(void **state)
{
    (void)state;
    cJSON *json =
        parse("{\"id\":\"1\",\"type\":2," USER ",\"data\":{\"name\":\"play\",\"options\":["
              "{\"name\":\"uno\",\"value\":true},{\"name\":\"colour\",\"value\":\"red\"},"
              "{\"name\":\"card\",\"value\":\"w\"}]}}");
    struct interaction got = read(json);
    assert_true(got.understood && got.command);
    assert_string_equal(got.text, "play w red uno"); /* in the order of the options */
    assert_string_equal(got.user.id, "77");
    assert_string_equal(got.user.account, "77");
    assert_string_equal(got.user.name, "Al");
    assert_string_equal(got.user.locale, "fr");
    assert_true(got.user.is_operator);
    assert_string_equal(got.guild, "4");
    cJSON_Delete(json);
    json = parse("{\"id\":\"1\",\"type\":2," USER ",\"data\":{\"name\":\"bots\",\"options\":["
                 "{\"name\":\"number\",\"value\":3}]}}");
    assert_string_equal(read(json).text, "bots 3");
    cJSON_Delete(json);
    json = parse("{\"id\":\"1\",\"type\":2," USER ",\"data\":{\"name\":\"kick\",\"options\":["
                 "{\"name\":\"player\",\"type\":6,\"value\":\"88\"}]}}");
    assert_string_equal(read(json).text, "kick <@88>");
    cJSON_Delete(json);
    json = parse("{\"id\":\"1\",\"type\":2," USER ",\"data\":{\"name\":\"kick\",\"options\":["
                 "{\"name\":\"player\",\"type\":6,\"value\":\"8> carol\"}]}}");
    assert_false(read(json).understood);
    cJSON_Delete(json);
}

static void expect_text(const char *data, const char *text)
{
    char whole[512];
    snprintf(whole, sizeof(whole), "{\"id\":\"1\",\"type\":2," USER ",\"data\":%s}", data);
    cJSON *json = parse(whole);
    struct interaction got = read(json);
    assert_int_equal(got.understood, text != NULL);
    assert_int_equal(got.command, text != NULL);
    if (text != NULL)
        assert_string_equal(got.text, text);
    cJSON_Delete(json);
}

/* A subcommand is the same words as the command was when it stood alone. */
static void test_a_subcommand_is_what_one_types(void **state)
{
    (void)state;
    expect_text("{\"name\":\"table\",\"options\":[{\"type\":1,\"name\":\"computers\",\"options\":["
                "{\"type\":4,\"name\":\"number\",\"value\":2}]}]}",
                "bots 2");
    expect_text("{\"name\":\"table\",\"options\":[{\"type\":2,\"name\":\"vote\",\"options\":["
                "{\"type\":1,\"name\":\"yes\"}]}]}",
                "yes");
    expect_text("{\"name\":\"table\"}", NULL);
    expect_text("{\"name\":\"yes\"}", NULL);
    expect_text("{\"name\":\"vote\",\"options\":[{\"type\":1,\"name\":\"yes\"}]}", NULL);
    expect_text("{\"name\":\"table\",\"options\":[{\"type\":1,\"name\":\"yes\"}]}", NULL);
    expect_text("{\"name\":\"table\",\"options\":[{\"type\":2,\"name\":\"vote\",\"options\":["
                "{\"type\":2,\"name\":\"vote\",\"options\":[{\"type\":1,\"name\":\"yes\"}]}]}]}",
                NULL);
}

static void test_the_menu_of_a_user_names_them(void **state)
{
    (void)state;
    expect_text("{\"name\":\"Invite here\",\"type\":2,\"target_id\":\"88\"}", "invite <@88>");
    expect_text("{\"name\":\"Invite here\",\"type\":2,\"target_id\":\"8> x\"}", NULL);
    expect_text("{\"name\":\"Invite here\",\"type\":2}", NULL);
}

/* A part of it may mean something else. */
static void test_what_is_too_long_is_said_so(void **state)
{
    static const struct {
        const char *before, *behind;
        bool command;
    } rows[] = {
        {"{\"id\":\"1\",\"type\":2," USER ",\"data\":{\"name\":\"play\",\"options\":["
         "{\"name\":\"card\",\"value\":\"",
         "\"},{\"name\":\"uno\",\"value\":true}]}}", true},
        {"{\"id\":\"1\",\"type\":4," USER ",\"data\":{\"name\":\"play\",\"options\":["
         "{\"name\":\"card\",\"value\":\"",
         "\",\"focused\":true}]}}", true},
        {"{\"id\":\"1\",\"type\":5," USER ",\"data\":{\"custom_id\":\"1.0.9.?\",\"components\":["
         "{\"type\":4,\"value\":\"",
         "\"}]}}", false},
    };
    (void)state;
    char words[2 * INTERACTION_TEXT], text[sizeof(words) + 500];
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        for (size_t length = 800; length < sizeof(words); length += 400) {
            bool fits = length + 6 < INTERACTION_TEXT;
            memset(words, 'r', length);
            words[length] = '\0';
            snprintf(text, sizeof(text), "%s%s%s", rows[i].before, words, rows[i].behind);
            cJSON *json = parse(text);
            struct interaction got = read(json);
            assert_true(got.understood);
            assert_int_equal(got.command, rows[i].command);
            assert_int_equal(got.too_long, !fits);
            assert_true(fits ? strlen(got.text) >= length : *got.text == '\0');
            cJSON_Delete(json);
        }
    }
}

/* A name of letters that nobody sees is none: the next one is taken. */
static void test_blank_names_are_passed_over(void **state)
{
    (void)state;
    static const struct {
        const char *nick, *global, *name;
    } rows[] = {
        {"\u3164", "Alice", "Alice"}, {"\u2800 \u200d", "\ufe0f", "alice"},
        {"", "\u0301", "alice"},      {"\u200f", "\u115f", "alice"},
        {"Al", "Alice", "Al"},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char text[500];
        struct chat_user user;
        snprintf(text, sizeof(text),
                 "{\"member\":{\"nick\":\"%s\",\"user\":{\"id\":\"77\",\"username\":\"alice\","
                 "\"global_name\":\"%s\"}}}",
                 rows[i].nick, rows[i].global);
        cJSON *json = parse(text);
        assert_true(interaction_user(json, &user));
        assert_string_equal(user.name, rows[i].name);
        cJSON_Delete(json);
    }
}

static void test_what_is_typed_ends_at_the_focus(void **state)
{
    (void)state;
    cJSON *json = parse("{\"id\":\"1\",\"type\":4," USER ",\"data\":{\"name\":\"play\",\"options\":"
                        "[{\"name\":\"uno\",\"value\":true},"
                        "{\"name\":\"card\",\"value\":\"re\",\"focused\":true}]}}");
    struct interaction got = read(json);
    assert_int_equal(got.kind, INTERACTION_AUTOCOMPLETE);
    assert_string_equal(got.text, "play re");
    cJSON_Delete(json);
}

static void test_a_component_says_its_words(void **state)
{
    (void)state;
    cJSON *json = parse("{\"id\":\"1\",\"type\":3," USER ",\"message\":{\"id\":\"8\",\"flags\":64},"
                        "\"data\":{\"custom_id\":\"1.0.2a.=\",\"values\":[\"play r5\"]}}");
    struct interaction got = read(json);
    assert_true(got.understood && got.command && got.ephemeral);
    assert_string_equal(got.text, "play r5");
    assert_string_equal(got.message, "8");
    assert_int_equal(got.stamp, 0x2a);
    cJSON_Delete(json);
}

/* What somebody else was answered is no place for a hand. */
static void test_an_answer_to_another_is_not_theirs(void **state)
{
    static const char *const asked[] = {"77", "78"};
    char text[1024];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        snprintf(text, sizeof(text),
                 "{\"id\":\"1\",\"type\":3," USER ",\"message\":{\"id\":\"8\",\"flags\":64,"
                 "\"interaction_metadata\":{\"user\":{\"id\":\"%s\"}}},"
                 "\"data\":{\"custom_id\":\"1.0.2a.!hand\"}}",
                 asked[i]);
        cJSON *json = parse(text);
        assert_int_equal(read(json).ephemeral, i == 0);
        cJSON_Delete(json);
    }
}

/* A button of an older or newer version gets an answer all the same. */
static void test_what_is_strange_is_not_understood(void **state)
{
    (void)state;
    static const char *const strange[] = {
        "\"type\":3,\"data\":{\"custom_id\":\"0.draw\"}",
        "\"type\":3,\"data\":{}",
        "\"type\":3",
        "\"type\":2,\"data\":{\"name\":\"dance\"}",
        "\"type\":5,\"data\":{\"custom_id\":\"1.0.0.?\",\"components\":[]}",
    };
    char text[1024];
    for (unsigned i = 0; i < ARRAY_SIZE(strange); i++) {
        snprintf(text, sizeof(text), "{\"id\":\"1\"," USER ",%s}", strange[i]);
        cJSON *json = parse(text);
        assert_false(read(json).understood);
        cJSON_Delete(json);
    }
}

/* Old modals hold rows, new ones labels. */
static void test_a_modal_gives_what_was_typed(void **state)
{
    (void)state;
    static const char *const inside[] = {
        "[{\"type\":1,\"components\":[{\"type\":4,\"custom_id\":\"words\",\"value\":\"I have\"}]}]",
        "[{\"type\":18,\"component\":{}},{\"type\":4,\"value\":\"I have\"}]",
    };
    char text[1024];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(text, sizeof(text),
                 "{\"id\":\"1\",\"type\":5," USER
                 ",\"data\":{\"custom_id\":\"1.0.9.?\",\"components\":%s}}",
                 inside[i]);
        cJSON *json = parse(text);
        struct interaction got = read(json);
        assert_true(got.understood);
        assert_false(got.command);
        assert_string_equal(got.text, "I have");
        assert_int_equal(got.stamp, 9);
        cJSON_Delete(json);
    }
}

static void test_a_form_gives_a_command(void **state)
{
    (void)state;
    cJSON *json = parse(
        "{\"id\":\"1\",\"type\":5," USER ",\"data\":{\"custom_id\":\"1.0.ab.#settings house 1\","
        "\"components\":[{\"type\":18,\"component\":{\"type\":21,\"value\":\"stack any\"}},"
        "{\"type\":18,\"component\":{\"type\":21,\"value\":null}},"
        "{\"type\":18,\"component\":{\"type\":22,\"values\":[\"deflect on\",\"auto_uno on\"]}}]}}");
    struct interaction got = read(json);
    assert_true(got.understood && got.command && got.stamp == 0xab);
    assert_string_equal(got.text, "settings house 1 stack any deflect on auto_uno on");
    cJSON_Delete(json);
}

static void test_what_cannot_be_answered(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{}",
        "{\"type\":1}",
        "{\"id\":\"1\",\"type\":1," USER "}", /* PING */
        "{\"id\":\"x\",\"type\":2," USER "}",
        "{\"id\":\"1\",\"type\":\"2\"," USER "}",
        "{\"id\":\"1\",\"type\":2,\"token\":\"\",\"channel_id\":\"5\"}",
        ("{\"id\":\"1\",\"type\":2,\"token\":\"t\",\"channel_id\":\"5\","
         "\"application_id\":\"9\",\"user\":{\"id\":\"7\",\"bot\":true}}"),
        WITH_TOKEN("a/b"),
        WITH_TOKEN("a?b"),
        WITH_TOKEN("a b"),
        WITH_TOKEN("a\\u008db"),
    };
    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        struct interaction out;
        cJSON *json = parse(bad[i]);
        if (interaction_read(json, commands, COMMANDS, &out))
            fail_msg("%s", bad[i]);
        cJSON_Delete(json);
    }
}

static void test_names_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *json, *name;
    } cases[] = {
        {"{\"user\":{\"id\":\"7\",\"username\":\"a\",\"global_name\":\"B\"}}", "B"},
        {"{\"user\":{\"id\":\"7\",\"username\":\"a\",\"global_name\":null}}", "a"},
        {"{\"author\":{\"id\":\"7\",\"username\":\"a\"}}", "a"},
        {"{\"member\":{\"nick\":null,\"user\":{\"id\":\"7\",\"username\":\"a\"}}}", "a"},
        {"{\"member\":{\"nick\":\"N\"},\"author\":{\"id\":\"7\",\"username\":\"a\"}}", "N"},
        {"{\"user\":{\"id\":\"7\"}}", "7"},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        struct chat_user user;
        cJSON *json = parse(cases[i].json);
        assert_true(interaction_user(json, &user));
        assert_string_equal(user.name, cases[i].name);
        cJSON_Delete(json);
    }
}

/* -- commands -- */

static void test_commands_are_compared(void **state)
{
    (void)state;
    cJSON *wanted = commands_json(commands, COMMANDS, &languages);
    cJSON *have = commands_json(commands, COMMANDS, &languages);
    assert_true(commands_same(have, wanted));
    const cJSON *first = cJSON_GetArrayItem(have, 0);
    cJSON_AddStringToObject(cJSON_GetArrayItem(have, 0), "version", "123"); /* Discord's own */
    cJSON_DeleteItemFromObject(cJSON_GetArrayItem(cJSON_GetObjectItem(first, "options"), 1),
                               "required");
    assert_true(commands_same(have, wanted));
    cJSON_AddItemToArray(have, cJSON_DetachItemFromArray(have, 0)); /* another order */
    assert_true(commands_same(have, wanted));
    cJSON_ReplaceItemInObject(cJSON_GetArrayItem(have, 0), "description",
                              cJSON_CreateString("another"));
    assert_false(commands_same(have, wanted));
    cJSON_DeleteItemFromArray(have, 0);
    assert_false(commands_same(have, wanted));
    assert_false(commands_same(NULL, wanted));
    cJSON_Delete(have);
    cJSON_Delete(wanted);
}

static void test_commands_have_both_languages(void **state)
{
    (void)state;
    cJSON *list = commands_json(commands, COMMANDS, &languages);
    char *text = cJSON_PrintUnformatted(cJSON_GetArrayItem(list, 0));
    assert_non_null(strstr(text, "\"name\":\"play\""));
    assert_non_null(strstr(text, "\"name_localizations\":{\"fr\":\"jouer\",\"fr-CA\":\"jouer\"}"));
    assert_non_null(strstr(text, "\"contexts\":[0]"));
    assert_non_null(strstr(text, "\"max_length\":100,\"autocomplete\":true"));
    assert_non_null(strstr(
        text, "{\"name_localizations\":{\"fr\":\"bleu\",\"fr-CA\":\"bleu\"},\"name\":\"blue\","
              "\"value\":\"blue\"}"));
    free(text);
    cJSON_Delete(list);
}

static void test_a_group_holds_its_commands(void **state)
{
    (void)state;
    cJSON *list = commands_json(commands, COMMANDS, &languages);
    assert_int_equal(cJSON_GetArraySize(list), 5); /* play, bots, kick, table, the menu of a user */
    char *text = cJSON_PrintUnformatted(cJSON_GetArrayItem(list, 3));
    assert_non_null(strstr(text, "\"name\":\"table\""));
    assert_non_null(
        strstr(text, "\"type\":1,\"name_localizations\":{\"fr\":\"ordis\",\"fr-CA\":\"ordis\"}"));
    assert_non_null(strstr(text, "\"name\":\"vote\""));
    assert_non_null(strstr(text, "\"type\":2,\"options\":[{\"type\":1,\"name_localizations\":"
                                 "{\"fr\":\"oui\",\"fr-CA\":\"oui\"},\"name\":\"yes\""));
    free(text);
    text = cJSON_PrintUnformatted(cJSON_GetArrayItem(list, 4));
    assert_non_null(strstr(text, "\"type\":2,"));
    assert_non_null(strstr(text, "\"name\":\"Invite here\""));
    assert_null(strstr(text, "description"));
    assert_null(strstr(text, "options"));
    free(text);
    cJSON *have = commands_json(commands, COMMANDS, &languages);
    cJSON *vote =
        cJSON_GetArrayItem(cJSON_GetObjectItem(cJSON_GetArrayItem(have, 3), "options"), 1);
    cJSON *yes = cJSON_GetArrayItem(cJSON_GetObjectItem(vote, "options"), 0);
    assert_true(commands_same(have, list));
    cJSON_ReplaceItemInObject(cJSON_GetObjectItem(yes, "name_localizations"), "fr",
                              cJSON_CreateString("si"));
    assert_false(commands_same(have, list));
    cJSON_Delete(have);
    cJSON_Delete(list);
}

/* Neither to who installed us for themselves (1) nor in groups (2): no table could go on there. */
static void test_commands_are_offered_where_we_are(void **state)
{
    (void)state;
    cJSON *list = commands_json(commands, COMMANDS, &languages);
    const cJSON *command = NULL;
    cJSON_ArrayForEach(command, list)
    {
        char *types = cJSON_PrintUnformatted(cJSON_GetObjectItem(command, "integration_types"));
        char *contexts = cJSON_PrintUnformatted(cJSON_GetObjectItem(command, "contexts"));
        assert_string_equal(types, "[0]");
        assert_true(strcmp(contexts, "[0]") == 0 || strcmp(contexts, "[0,1]") == 0);
        free(types);
        free(contexts);
    }
    cJSON_Delete(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_command_is_what_one_types),
        cmocka_unit_test(test_a_subcommand_is_what_one_types),
        cmocka_unit_test(test_the_menu_of_a_user_names_them),
        cmocka_unit_test(test_what_is_too_long_is_said_so),
        cmocka_unit_test(test_blank_names_are_passed_over),
        cmocka_unit_test(test_what_is_typed_ends_at_the_focus),
        cmocka_unit_test(test_a_component_says_its_words),
        cmocka_unit_test(test_an_answer_to_another_is_not_theirs),
        cmocka_unit_test(test_what_is_strange_is_not_understood),
        cmocka_unit_test(test_a_modal_gives_what_was_typed),
        cmocka_unit_test(test_a_form_gives_a_command),
        cmocka_unit_test(test_what_cannot_be_answered),
        cmocka_unit_test(test_names_in_order),
        cmocka_unit_test(test_commands_are_compared),
        cmocka_unit_test(test_commands_have_both_languages),
        cmocka_unit_test(test_a_group_holds_its_commands),
        cmocka_unit_test(test_commands_are_offered_where_we_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
