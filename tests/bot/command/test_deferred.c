/* What is told after the store was asked belongs to the command that asked
 * (bot/command/deferred.h): whoever waits for an answer gets it, whatever has become of the table,
 * the channel or the store.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/registry.h"
#include "base/array.h"
#include "bot/people/link.h"
#include "storage/query.h"
#include "tests/bot/controls.h"

static struct settings settings;
static struct adapter *second; /* a network of nicks */

static int set_up(void **state)
{
    struct fault why = {0};
    (void)state;
    controls_begin(SCENE_MEMORY, false);
    assert_true(settings_init(&settings, script_adapter.keys));
    assert_true(host_add_network(&scene.host, &script_adapter, "second", &settings, &why));
    second = network_at(scene.host.people, 1)->adapter;
    second->impl->start(second);
    script_join(second, "#table", "nick", NULL, false);
    scene_settle(&scene);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    settings_finish(&settings);
    return 0;
}

/* Whether `who` got a line that answers that number; else fails after some seconds. */
static void assert_answered(const char *who, uint32_t number, const char *part)
{
    char start[200];
    snprintf(start, sizeof(start), "@%s: %u|%s", who, (unsigned)number, part);
    scene_wait(&scene, start);
}

static uint32_t give(const char *channel, const char *who, const char *text)
{
    static uint32_t number = 500;
    scene_mark(&scene);
    script_command(scene.adapter, channel, who, text, ++number);
    return number;
}

/* The code in what `from` on the first network, or else nick on the second one, was told. */
static void ask_code(const char *from, char code[LINK_WORDS_SIZE])
{
    size_t start = 0;
    const char *line = NULL;
    if (from == NULL) {
        script_type(second, NULL, "nick", "!link");
        line = script_wait(second, &start, "Your code is ", 20000);
    } else {
        scene_mark(&scene);
        script_command(scene.adapter, "#table", from, "link", 90);
        line = scene_wait(&scene, "Your code is ");
    }
    assert_non_null(line);
    line = strstr(line, "Your code is ") + strlen("Your code is ");
    snprintf(code, LINK_WORDS_SIZE, "%.*s", (int)strcspn(line, ". "), line);
}

/* Nick says the code in private, and is told that. */
static void nick_says(const char *code, const char *part)
{
    char words[64];
    size_t start = script_lines(second);
    snprintf(words, sizeof(words), "!link %s", code);
    script_type(second, NULL, "nick", words);
    assert_non_null(script_wait(second, &start, part, 20000));
}

/* The code of a nick, told as an account that waits for its answers. */
static void a_nick_s_code_is_answered(void **state)
{
    (void)state;
    char code[LINK_WORDS_SIZE];
    char text[64];
    ask_code(NULL, code);
    size_t start = 0;
    snprintf(text, sizeof(text), "link %s", code + strlen("nick-"));
    assert_answered("alice", give("#table", "alice", text), "That code makes you and nick on");
    snprintf(text, sizeof(text), "link %s", code);
    assert_answered("alice", give("#table", "alice", text),
                    "You and nick on second are one player now");
    assert_non_null(script_wait(second, &start, "You and alice on", 20000));
    scene_settle(&scene);
    assert_int_equal(scene.host.commands->questions, 0);
}

/* And the other way: the account made it. */
static void an_account_s_code_is_answered(void **state)
{
    (void)state;
    char code[LINK_WORDS_SIZE];
    ask_code("alice", code);
    scene_mark(&scene);
    nick_says(code, "You and alice on");
    scene_wait(&scene, "@alice: You and nick on second are one player now");
    scene_settle(&scene);
    assert_answered("alice", give("#table", "alice", "links"), "You are one player as ");
    assert_answered("alice", give("#table", "alice", "name Queen"), "The boards call you Queen");
    assert_answered("alice", give("#table", "alice", "name"), "The boards call you Queen.");
    assert_answered("alice", give("#table", "alice", "unlink"), "alice on ");
    assert_answered("alice", give("#table", "alice", "unlink"), "You are linked with nobody");
    assert_answered("alice", give("#table", "alice", "links"), "You are linked with nobody");
}

static void boards_are_answered(void **state)
{
    (void)state;
    assert_answered("alice", give("#table", "alice", "top"), "Best of all time");
    assert_answered("alice", give("#table", "alice", "stats"), "alice has not finished");
    assert_answered("alice", give("#table", "alice", "stats nobody"), "Nobody of that name");
}

/* The table is closed, and we are thrown out of the channel, before the store has answered. */
static void the_table_may_be_gone(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    uint32_t number = give("#table", "alice", "top");
    script_command(scene.adapter, "#table", "alice", "stop", 400);
    script_removed(scene.adapter, "#table");
    assert_answered("alice", number, "Best of all time");
    assert_null(scene_table(&scene));
}

/* What the store cannot answer is said, too. */
static char text_of_link[64];
static const struct {
    const char *who, *channel, *text;
} questions[] = {{"alice", NULL, text_of_link}, {"bob", NULL, "links"},
                 {"carol", NULL, "unlink"},     {"dave", NULL, "name Queen"},
                 {"eve", "#table", "top"},      {"finn", "#table", "stats"},
                 {"gus", "#table", "stats bob"}};
enum { QUESTIONS = ARRAY_SIZE(questions) };

static uint32_t ask(unsigned i)
{
    return give(questions[i].channel, questions[i].who, questions[i].text);
}

static void no_answer_is_one(void **state)
{
    (void)state;
    char code[LINK_WORDS_SIZE];
    ask_code(NULL, code);
    snprintf(text_of_link, sizeof(text_of_link), "link %s", code);
    for (unsigned i = 0; i < QUESTIONS; i++) {
        scene_settle(&scene);
        scene.host.commands->questions = QUESTIONS_MAX;
        assert_answered(questions[i].who, ask(i), "The score book cannot be read");
        scene.host.commands->questions = 0;
    }
    for (unsigned i = 0; i < QUESTIONS; i++) {
        scene_settle(&scene);
        const uint32_t stopped = ask(i);
        for (unsigned n = 0; scene.host.commands->questions == 0; n++) {
            assert_true(n < 1000);
            scene_turn(&scene);
        }
        store_stop_queries(scene.store);
        assert_answered(questions[i].who, stopped, "The score book cannot be read");
    }
}

/* -- names -- */

/* A name as its network gives it is cut and cleaned as anybody's is, wherever it is shown. */
static void names_are_shown_cleaned(void **state)
{
    static const char *const texts[] = {"set stacking on",
                                        "set channel stacking on",
                                        "quiet on",
                                        "quiet off",
                                        "stats",
                                        "start",
                                        "pause",
                                        "resume",
                                        "stop",
                                        "stop"};
    static const char tail[] = "wxyz";
    char name[100];
    unsigned named = 0;
    (void)state;
    memset(name, 'O', sizeof(name));
    snprintf(name + sizeof(name) - sizeof(tail), sizeof(tail), "%s", tail);
    script_call(scene.adapter, "oper", name, NULL);
    scene_command(&scene, "oper", "new");
    scene_command(&scene, "bob", "join");
    for (unsigned i = 0; i < ARRAY_SIZE(texts); i++) {
        scene_command(&scene, "oper", "%s", texts[i]);
        named += scene_said(&scene, "OOOO") != NULL;
        assert_not_said(&scene, tail);
    }
    assert_in_range(named, 6, 10);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_nick_s_code_is_answered), TEST(an_account_s_code_is_answered),
        TEST(boards_are_answered),       TEST(the_table_may_be_gone),
        TEST(no_answer_is_one),          TEST(names_are_shown_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
