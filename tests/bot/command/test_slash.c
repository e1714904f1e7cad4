/* Commands as networks with slash commands offer them (bot/command/slash.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <utf8proc.h>

#include "base/array.h"
#include "bot/command/slash.h"
#include "bot/text/language.h"
#include "bot/text/slash_names.h"
#include "bot/text/words.h"
#include "engine/notation.h"
#include "tests/bot/controls.h"

enum { NAME_LENGTH_MAX = 32, HELP_MAX = 100 }; /* characters, of Discord */

/* -- the limits of names and texts -- */

static unsigned characters(const char *text)
{
    unsigned count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* ^[-_'\p{L}\p{N}]{1,32}$, lower case */
static void check_name(const char *name)
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)name;
    utf8proc_int32_t point = 0;
    assert_in_range(characters(name), 1, NAME_LENGTH_MAX);
    while (*at != '\0') {
        at += utf8proc_iterate(at, -1, &point);
        utf8proc_category_t kind = utf8proc_category(point);
        bool letter = kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO;
        bool number = kind >= UTF8PROC_CATEGORY_ND && kind <= UTF8PROC_CATEGORY_NO;
        if (!letter && !number && (point >= 128 || strchr("-_'", (int)point) == NULL))
            fail_msg("\"%s\" is no name", name);
        if (utf8proc_tolower(point) != point)
            fail_msg("\"%s\" is not lower case", name);
    }
}

static void check_help(const char *text)
{
    if (characters(text) < 1 || characters(text) > HELP_MAX)
        fail_msg("%u characters: %s", characters(text), text);
}

static void check_option(const struct chat_option *option)
{
    const struct language *language = NULL;
    for (unsigned i = 0; (language = language_at(i)) != NULL; i++) {
        check_name(tr(language, option->name));
        check_help(tr(language, option->help));
        for (unsigned n = 0; n < option->choice_count; n++) {
            const struct chat_choice *choice = &option->choices[n];
            check_help(choice->name != NULL ? tr(language, choice->name) : choice->says);
        }
    }
    assert_true(option->kind == CHAT_CHOICE ? option->choice_count > 0 : option->choice_count == 0);
    assert_true((option->kind == CHAT_FLAG) == (option->says != NULL));
    assert_true(option->kind == CHAT_NUMBER ? option->least < option->most : option->most == 0);
    assert_true(!option->suggest || option->kind == CHAT_TEXT);
}

static void names_and_texts_fit(void **state)
{
    (void)state;
    unsigned count = 0;
    const struct chat_command *commands = slash_commands(false, &count);
    for (unsigned i = 0; i < count; i++) {
        bool optional = false;
        const struct language *language = NULL;
        for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
            if (commands[i].of_person) {
                check_help(tr(language, commands[i].name));
                continue;
            }
            check_name(tr(language, commands[i].name));
            check_help(tr(language, commands[i].help));
            for (unsigned k = 0; k < i; k++) {
                if (commands[k].group == commands[i].group) {
                    assert_string_not_equal(tr(language, commands[i].name),
                                            tr(language, commands[k].name));
                }
            }
            for (const struct chat_group *group = commands[i].group; group; group = group->parent) {
                check_name(tr(language, group->name));
                check_help(tr(language, group->help));
            }
        }
        for (unsigned n = 0; n < commands[i].option_count; n++) {
            const struct chat_option *option = &commands[i].options[n];
            check_option(option);
            assert_false(option->needed && optional); /* those that are needed come first */
            optional = optional || !option->needed;
            for (unsigned k = 0; k < n; k++) {
                for (unsigned l = 0; (language = language_at(l)) != NULL; l++) {
                    assert_string_not_equal(tr(language, option->name),
                                            tr(language, commands[i].options[k].name));
                }
            }
        }
    }
}

/* -- the same commands as those that are typed -- */

static const struct chat_command *offered(const char *name, bool stable_ids)
{
    unsigned count = 0;
    const struct chat_command *commands = slash_commands(stable_ids, &count);
    for (unsigned i = 0; i < count; i++) {
        if (!commands[i].of_person && strcmp(commands[i].says, name) == 0)
            return &commands[i];
    }
    return NULL;
}

static void every_command_is_offered(void **state)
{
    (void)state;
    unsigned count = 0;
    unsigned rows = 0;
    unsigned left_out = 0;
    slash_commands(false, &count);
    for (; command_at(rows) != NULL; rows++) {
        const struct command *command = command_at(rows);
        const struct chat_command *offer = offered(command->name, false);
        assert_non_null(offer);
        assert_string_equal(offer->name, slash_name_in_group(command->name));
        assert_string_equal(offer->help, command->help);
        for (unsigned n = 0; language_at(n) != NULL; n++)
            assert_ptr_equal(command_find(tr(language_at(n), offer->name)), command);
        if (strcmp(command->name, "uno") != 0)
            assert_true((*command->arguments == '\0') == (offer->option_count == 0));
        left_out += offered(command->name, true) == NULL;
    }
    assert_int_equal(count, rows + 1); /* and the menu of a user */
    assert_int_equal(left_out, 3);     /* seat and swap, which are about nicks, and notify */
    assert_null(offered("notify", true));
    assert_null(offered("seat", true));
    assert_null(offered("swap", true));
}

static void the_adapter_gets_them(void **state)
{
    (void)state;
    unsigned count = 0;
    assert_ptr_equal(scene.adapter->setup.commands, slash_commands(true, &count));
    assert_int_equal(scene.adapter->setup.command_count, count);
}

/* -- help -- */

/* True if the word stands in the line, between blanks or the line's ends. */
static unsigned times_in(const char *line, const char *word)
{
    unsigned times = 0;
    size_t length = strlen(word);
    for (const char *at = line; (at = strstr(at, word)) != NULL; at += length)
        times += at[-1] == ' ' && strchr(" ", at[length]) != NULL;
    return times;
}

static void write_path(const struct language *language, const struct chat_command *command,
                       char *out, size_t size)
{
    const struct chat_group *group = command->group;
    const struct chat_group *outer = group != NULL ? group->parent : NULL;
    snprintf(out, size, "/%s%s%s%s%s", outer != NULL ? tr(language, outer->name) : "",
             outer != NULL ? " " : "", group != NULL ? tr(language, group->name) : "",
             group != NULL ? " " : "", tr(language, command->name));
}

/* All commands that the network has, under the names that it shows, each once. */
static void help_lists_what_is_offered(void **state)
{
    unsigned count = 0;
    const struct language *language = NULL;
    const struct chat_command *commands = slash_commands(true, &count);
    (void)state;
    scene_join(&scene, "alice");
    for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
        unsigned known = 0;
        unsigned listed = 0;
        scene_command(&scene, "alice", "lang %s", language->code);
        scene_command(&scene, "alice", "help all");
        const char *line = scene_said(&scene, tr(language, "Commands:"));
        assert_non_null(line);
        for (unsigned i = 0; i < count; i++) {
            char path[SLASH_NAME_MAX];
            write_path(language, &commands[i], path, sizeof(path));
            if (!commands[i].of_person && times_in(line, path) != 1)
                fail_msg("%s is %u times in: %s", path, times_in(line, path), line);
            known += !commands[i].of_person;
        }
        for (const char *at = line; (at = strstr(at, " /")) != NULL; at++)
            listed++;
        assert_int_equal(listed, known);
    }
}

/* One command is explained under that name, too, and with words only if it has options. */
static void help_explains_what_is_offered(void **state)
{
    (void)state;
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        char path[SLASH_NAME_MAX];
        char who[24];
        const struct chat_command *command = offered(command_at(i)->name, true);
        snprintf(who, sizeof(who), "reader%u", i / 5);
        scene_join(&scene, who);
        scene_command(&scene, who, "help %s", command_at(i)->name);
        if (command == NULL) {
            assert_said(&scene, "I do not know that command: /help all lists them.");
            continue;
        }
        write_path(language_at(0), command, path, sizeof(path));
        assert_said(&scene, path);
        assert_said(&scene, command->help);
        assert_not_said(&scene, "Also:");
    }
    scene_command(&scene, "alice", "help uno");
    assert_said(&scene, "/uno turn say-uno: opens a table; in a round: says UNO");
    scene_command(&scene, "alice", "help new");
    assert_said(&scene, "/uno new [set] [preset]: opens a table");
}

/* -- what options say is understood -- */

/* Gives the command with each choice of one option, and with its flags. */
static void try_choices(const char *name, unsigned at, const char *refused)
{
    const struct chat_command *command = offered(name, true);
    const struct chat_option *option = &command->options[at];
    assert_non_null(command);
    assert_int_equal(option->kind, CHAT_CHOICE);
    for (unsigned i = 0; i < option->choice_count; i++) {
        uint32_t answers = scene_command(&scene, "alice", "%s %s", name, option->choices[i].says);
        char mark[32];
        snprintf(mark, sizeof(mark), "%u|", (unsigned)answers);
        scene_wait(&scene, mark); /* the store's answers take their time */
        assert_not_said(&scene, refused);
        assert_not_said(&scene, "I do not know");
    }
}

static void choices_are_understood(void **state)
{
    (void)state;
    scene_join(&scene, "alice");
    try_choices("rules", 0, "I do not know");
    try_choices("top", 0, "For example");
    try_choices("top", 1, "For example");
    try_choices("lang", 0, "Languages");
    scene_command(&scene, "alice", "lang en");
    try_choices("theme", 0, "For example");
    try_choices("whisper", 0, "For example");
}

static void sets_are_understood(void **state)
{
    (void)state;
    for (unsigned i = 0; i < offered("new", true)->options[0].choice_count; i++) {
        scene_command(&scene, "alice", "new %s", offered("new", true)->options[0].choices[i].says);
        assert_said(&scene, "alice opens a table");
        scene_command(&scene, "alice", "stop");
    }
}

static void levels_and_colours_are_understood(void **state)
{
    (void)state;
    const struct chat_option *levels = &offered("bots", true)->options[1];
    const struct chat_option *colours = &offered("colour", true)->options[0];
    unsigned known = 0;
    scene_command(&scene, "alice", "new");
    for (unsigned i = 0; i < levels->choice_count; i++) {
        scene_command(&scene, "alice", "bots 2 %s", levels->choices[i].says);
        assert_said(&scene, "At the table");
        assert_said(&scene, levels->choices[i].name);
    }
    scene_command(&scene, "alice", "start");
    for (unsigned i = 0; i < colours->choice_count; i++) {
        scene_command(&scene, "alice", "colour %s", colours->choices[i].says);
        known += scene_said(&scene, "This deck does not have that colour") == NULL;
    }
    assert_int_equal(known, 4); /* of classic; the other sets have the other two */
    scene_command(&scene, "bob", "set %s quiet on", offered("set", true)->options[0].says);
    assert_said(&scene, "Only the player who opened");
}

/* What /play's options come to, in any company: a suggestion may say UNO already. */
static void plays_are_understood(void **state)
{
    (void)state;
    static const char *const said[][4] = {{"R7", "", "", ""},
                                          {"R7", "", "uno", "uno"},
                                          {"R7 uno", "", "uno", "uno"},
                                          {"red 7", "", "", ""},
                                          {"W", "blue", "", ""},
                                          {"W uno", "blue", "", "uno"},
                                          {"W4", "green", "uno", "uno"},
                                          {"B+2", "", "uno", "uno"}};
    static const char *const faces[] = {"R7", "R7", "R7", "R7", "W", "W", "W4", "B+2"};
    struct rules rules;
    assert_int_equal(rules_init(&rules, ruleset_find("classic"), NULL, 2), RULES_OK);
    assert_string_equal(offered("play", true)->options[2].says, "uno");
    for (size_t i = 0; i < ARRAY_SIZE(said); i++) {
        char text[80];
        char code[CARD_TEXT];
        struct play_words words;
        snprintf(text, sizeof(text), "%s %s %s", said[i][0], said[i][1], said[i][2]);
        if (words_play(&rules, text, &words) != WORDS_OK)
            fail_msg("\"%s\" is not understood", text);
        assert_string_equal(face_format(&rules.deck.face[words.face], code), faces[i]);
        assert_int_equal(words.uno, *said[i][3] != '\0');
        if (*faces[i] == 'W')
            assert_int_equal(words.colour, words_colour(&rules, said[i][1], strlen(said[i][1])));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_and_texts_fit),
        TEST(every_command_is_offered),
        TEST(the_adapter_gets_them),
        TEST(help_lists_what_is_offered),
        TEST(help_explains_what_is_offered),
        TEST(choices_are_understood),
        TEST(sets_are_understood),
        TEST(plays_are_understood),
        TEST(levels_and_colours_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
