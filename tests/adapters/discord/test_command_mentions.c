/* Commands in texts become mentions that people can click. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/guilds/command_mentions.h"
#include "adapters/discord/messages/content.h"
#include "adapters/discord/messages/message_body.h"
#include "base/array.h"
#include "bot/command/commands.h"
#include "bot/command/slash.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/slash_names.h"

#define LIST                                                                                       \
    "[{\"id\":\"11\",\"type\":1,\"name\":\"uno\"},{\"id\":\"12\",\"name\":\"hand\"},"              \
    "{\"id\":\"13\",\"type\":2,\"name\":\"draw\"},{\"id\":\"x4\",\"type\":1,\"name\":\"help\"},"   \
    "{\"id\":\"15\",\"type\":1,\"name\":\"another\"},{\"id\":\"16\",\"type\":1}]"

static const struct chat_command *offered;
static unsigned offered_count;
static struct command_mentions mentions;
static const struct content_looks looks = {.commands = &mentions};

static void learn(const char *text)
{
    cJSON *list = cJSON_Parse(text);
    assert_non_null(list);
    command_mentions_learn(&mentions, list, offered, offered_count);
    cJSON_Delete(list);
}

static const char *mention(const char *text)
{
    static char out[COMMAND_MENTION];
    return command_mentions_write(&mentions, text, strlen(text), out) ? out : "";
}

static void only_our_registered_commands_are_mentioned(void **state)
{
    static const char *const words[] = {"/join",        "/uno",       "/uno joi", "/uno joins",
                                        "/uno  join",   "/uno join ", "uno join", "/draw",
                                        "/help",        "/another",   "/",        "/uno rejoindre",
                                        "/uno me join", "/Uno join",  ""};
    (void)state;
    mentions = (struct command_mentions){.count = 0};
    assert_string_equal(mention("/hand"), ""); /* no ids yet */
    learn(LIST);
    assert_string_equal(mention("/uno join"), "</uno join:11>");
    assert_string_equal(mention("/uno me name"), "</uno me name:11>");
    assert_string_equal(mention("/hand"), "</hand:12>");
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        assert_string_equal(mention(words[i]), "");
    assert_false(command_mentions_write(NULL, "/hand", 5, (char[COMMAND_MENTION]){0}));
    command_mentions_learn(&mentions, NULL, offered, offered_count); /* an error has no list */
    assert_string_equal(mention("/hand"), "");
}

static void ids_have_a_bound(void **state)
{
    (void)state;
    cJSON *list = cJSON_CreateArray();
    for (unsigned i = 0; i <= COMMAND_IDS; i++) {
        char name[16];
        cJSON *command = cJSON_CreateObject();
        snprintf(name, sizeof(name), "c%u", i);
        cJSON_AddStringToObject(command, "name", name);
        cJSON_AddStringToObject(command, "id", "1234567890123456789");
        cJSON_AddItemToArray(list, command);
    }
    command_mentions_learn(&mentions, list, offered, offered_count);
    assert_int_equal(mentions.count, COMMAND_IDS);
    cJSON_Delete(list);
}

/* Every command that we offer, with the longest id, fits. */
static void all_commands_can_be_mentioned(void **state)
{
    (void)state;
    cJSON *list = cJSON_CreateArray();
    for (unsigned i = 0; i < offered_count; i++) {
        const struct chat_group *group = offered[i].group;
        const struct chat_group *outer = group != NULL && group->parent ? group->parent : group;
        cJSON *command = cJSON_CreateObject();
        cJSON_AddStringToObject(command, "name", outer != NULL ? outer->name : offered[i].name);
        cJSON_AddStringToObject(command, "id", "12345678901234567890");
        cJSON_AddItemToArray(list, command);
    }
    command_mentions_learn(&mentions, list, offered, offered_count);
    cJSON_Delete(list);
    for (unsigned i = 0; i < offered_count; i++) {
        const struct chat_group *group = offered[i].group;
        char path[SLASH_NAME_MAX + 1];
        snprintf(path, sizeof(path), "/%s%s%s%s%s",
                 group != NULL && group->parent ? group->parent->name : "",
                 group != NULL && group->parent ? " " : "", group != NULL ? group->name : "",
                 group != NULL ? " " : "", offered[i].name);
        char wanted[COMMAND_MENTION];
        snprintf(wanted, sizeof(wanted), "<%s:12345678901234567890>", path);
        assert_string_equal(mention(path), offered[i].of_person ? "" : wanted);
    }
}

/* -- in texts -- */

static struct message *begin(void)
{
    struct message *message = message_create("1", NULL, URGENCY_INFO);
    assert_non_null(message);
    return message;
}

static void expect(struct message *message, const char *wanted)
{
    struct content content;
    struct content_part part;
    content_init(&content, message, &(struct content_setup){.looks = looks});
    assert_true(content_next(&content, &part, CONTENT_MAX));
    assert_string_equal(part.text, wanted);
    message_destroy(message);
}

static void sentences_mention_commands(void **state)
{
    (void)state;
    learn(LIST);
    struct message *message = begin();
    PHRASE(message, "{p}join takes a seat, {p}hand: {p}draw. {p}{name} or {p}, ({p}start).",
           arg_text("p", slash_prefix), arg_text("name", "bots"));
    expect(message, "</uno join:11> takes a seat, </hand:12>: /draw. </uno bots:11> or /, "
                    "(</uno start:11>).");
    message = begin(); /* as before, on a network where people type "/" themselves */
    PHRASE(message, "{p}join, {p}hand", arg_text("p", "/"));
    assert_int_equal(message->span_count, 1);
    expect(message, "/join, /hand");
}

/* A nick, a word or a preset called "/uno join" stays what it is. */
static void words_of_people_are_no_mentions(void **state)
{
    (void)state;
    learn(LIST);
    struct message *message = begin();
    PHRASE(message, "{name} plays {word}; {piece}", arg_name("name", "/uno join"),
           arg_text("word", "/hand"), arg_strong("piece", "/uno join"));
    expect(message, "/uno join plays /hand; **/uno join**");
    message = begin();
    message_text(message, "</hand:12> `{p}hand` </uno join:11>");
    expect(message, "\\</hand:12> \\`{p}hand\\` \\</uno join:11>");
}

/* Their client offers the words of their language, and a mention would show the English ones. */
static void other_languages_keep_their_words(void **state)
{
    (void)state;
    learn(LIST);
    const char *said = tr(language_find("fr"), "{names}: a table is open, {p}join takes a seat.");
    struct message *message = begin();
    phrase(message, said,
           (const struct arg[]){arg_text("names", "bob"), arg_text("p", slash_prefix), {0}});
    said = tr(language_at(0), "{names}: a table is open, {p}join takes a seat.");
    expect(message, "bob\xc2\xa0: une table est ouverte, /uno rejoindre donne une place.");
    message = begin();
    phrase(message, said,
           (const struct arg[]){arg_text("names", "bob"), arg_text("p", slash_prefix), {0}});
    expect(message, "bob: a table is open, </uno join:11> takes a seat.");
}

/* No language writes a command as English writes another one. */
static void english_names_are_of_the_same_command(void **state)
{
    (void)state;
    for (unsigned n = 1; language_at(n) != NULL; n++) {
        for (unsigned i = 0; i < offered_count; i++) {
            for (unsigned j = 0; j < offered_count; j++) {
                bool grouped = offered[i].group != NULL || offered[j].group != NULL;
                if (i != j && !grouped && !offered[j].of_person)
                    assert_string_not_equal(tr(language_at(n), offered[i].name), offered[j].name);
            }
        }
    }
}

/* -- limits -- */

static struct message *long_message(unsigned commands)
{
    struct message *message = begin();
    for (unsigned i = 0; i < commands; i++)
        PHRASE(message, "{p}join of the table, ", arg_text("p", slash_prefix));
    return message;
}

static size_t units(const char *text)
{
    return strlen(text); /* ASCII */
}

/* A text that fits only in words is said in words, whole. */
static void a_text_without_room_stays_words(void **state)
{
    (void)state;
    learn("[{\"id\":\"1234567890123456789\",\"type\":1,\"name\":\"uno\"}]");
    for (unsigned commands = 35; commands <= 75; commands += 40) {
        struct message_lines lines = {.count = 0};
        message_lines_put(&lines, long_message(commands));
        cJSON *body = message_body_make(&lines, NULL, 0, MESSAGE_BODY_QUIET, &looks);
        const char *content = cJSON_GetStringValue(cJSON_GetObjectItem(body, "content"));
        assert_true(units(content) <= CONTENT_MAX);
        assert_true((strstr(content, "</uno join:") != NULL) == (commands == 35));
        assert_non_null(strstr(content, commands == 35 ? "789> of the table," : "/uno join of"));
        unsigned count = 0;
        for (const char *at = content; (at = strstr(at, "/uno join")) != NULL; at++)
            count++;
        assert_int_equal(count, commands);
        cJSON_Delete(body);
        message_lines_drop(&lines, 0);
    }
}

/* A board has 4,000 units, and all lines of it with the board together. */
static void a_board_has_its_own_limit(void **state)
{
    (void)state;
    learn("[{\"id\":\"1234567890123456789\",\"type\":1,\"name\":\"uno\"}]");
    for (unsigned commands = 60; commands <= 150; commands += 30) {
        struct message_lines lines = {.count = 0};
        struct message *board = long_message(commands);
        message_lines_put(&lines, long_message(20));
        board->purpose = PURPOSE_BOARD;
        cJSON *body = message_body_make(&lines, board, 0, MESSAGE_BODY_QUIET, &looks);
        const cJSON *container = cJSON_GetArrayItem(cJSON_GetObjectItem(body, "components"), 0);
        const cJSON *part = NULL;
        size_t all = 0;
        cJSON_ArrayForEach(part, cJSON_GetObjectItem(container, "components"))
        {
            const char *content = cJSON_GetStringValue(cJSON_GetObjectItem(part, "content"));
            all += content != NULL ? units(content) : 0;
        }
        assert_true(all > 0 && all <= MESSAGE_TEXT);
        cJSON_Delete(body);
        message_destroy(board);
        message_lines_drop(&lines, 0);
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
        cmocka_unit_test(only_our_registered_commands_are_mentioned),
        cmocka_unit_test(ids_have_a_bound),
        cmocka_unit_test(all_commands_can_be_mentioned),
        cmocka_unit_test(sentences_mention_commands),
        cmocka_unit_test(words_of_people_are_no_mentions),
        cmocka_unit_test(other_languages_keep_their_words),
        cmocka_unit_test(english_names_are_of_the_same_command),
        cmocka_unit_test(a_text_without_room_stays_words),
        cmocka_unit_test(a_board_has_its_own_limit),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
