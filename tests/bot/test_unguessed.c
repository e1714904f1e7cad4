/* What cannot be taken back is never guessed: a question, a quotation and an old word do nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/loop.h"
#include "bot/text/language.h"
#include "controls.h"
#include "kept_seat.h"

#define HOST "~a@pool.test"

/* The linker puts this in between. */
static uint64_t ahead;
uint64_t __real_loop_now(const struct loop *of);
uint64_t __wrap_loop_now(const struct loop *of);

uint64_t __wrap_loop_now(const struct loop *of)
{
    return __real_loop_now(of) + ahead;
}

static int set_up(void **state)
{
    ahead = 0;
    assert_true(language_setup());
    return pair_set_up(state);
}

/* -- how it is typed -- */

static void questions_do_nothing(void **state)
{
    static const char *const lines[] = {"!leave?", "!leave ?",    "!stop?",
                                        "!yes?",   "!no please?", "talon, leave?"};
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        assert_refused(&scene, i % 2 == 0 ? "alice" : "bob", lines[i],
                       "without the question mark to have it done.");
    scene_do(&scene, "bob", "!leave!");
    assert_said(&scene, "bob leaves");
}

/* A first word that is too long for us is none of ours, however it begins. */
static void cut_words_do_nothing(void **state)
{
    char line[128] = "!leave";
    (void)state;
    pair_seat(true);
    memset(line + strlen(line), '.', 60);
    strcat(line, "x");
    scene_do(&scene, "bob", "%s", line);
    assert_not_said(&scene, "leaves");
}

static void do_all(const char *const *lines, bool done)
{
    for (; *lines != NULL; lines++) {
        controls_lay("B5", "G4 G7 R9 Y1");
        scene_do(&scene, pair_of_turn(), "%s", *lines);
        if (done)
            assert_said(&scene, " draws 1 card");
        else if (scene_count(&scene, "") > 0)
            fail_msg("%s was answered", *lines);
    }
}

/* Who quotes a command to explain it does not give it. */
static void quotations_do_nothing(void **state)
{
    static const char *const about[] = {"\"!draw\" takes a card", "'!draw' draws",
                                        "\u00AB\u00A0!pioche\u00A0\u00BB pioche une carte", NULL};
    static const char *const given[] = {"\"!draw\".", "\u201C!draw\u201D !", "'!draw'",
                                        "\"!draw s'il te pla\u00EEt\"", NULL};
    (void)state;
    pair_seat(true);
    do_all(about, false);
    do_all(given, true);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(questions_do_nothing),
        TEST(cut_words_do_nothing),
        TEST(quotations_do_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
