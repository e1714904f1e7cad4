/* What cannot be taken back is never guessed: a question, a quotation and an old word do nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/loop.h"
#include "bot/text/language.h"
#include "tests/bot/controls.h"
#include "tests/bot/kept_seat.h"

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
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        assert_refused(&scene, i % 2 == 0 ? "alice" : "bob", lines[i],
                       "without the question mark to have it done.");
    }
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

/* -- what was refused for want of a seat word -- */

static char word[CODE_SIZE];

static void come_again(void)
{
    script_gone(scene.adapter, "~ann", false);
    scene_settle(&scene);
    script_join_from(scene.adapter, "#table", "~ann", HOST);
    scene_settle(&scene);
    scene_mark(&scene);
}

/* A round of ~ann, who is to move and is not known, and bob. */
static void deal(void)
{
    script_join_from(scene.adapter, "#table", "~ann", HOST);
    scene_settle(&scene);
    scene_do(&scene, "~ann", "!new");
    kept_seat_word("~ann", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "~ann", "!start");
    scene_table(&scene)->round->game.turn = 0;
    come_again();
}

static void give_word(void)
{
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_said(&scene, "@~ann: The seat is yours again.");
}

static void an_old_word_does_nothing(void **state)
{
    (void)state;
    deal();
    assert_refused(&scene, "~ann", "!away", "A seat is kept for this nick");
    ahead += 600000;
    give_word();
    assert_false(scene_table(&scene)->seats[0].away);
}

/* A move is for the state of the table that its author saw. */
static void an_old_move_does_nothing(void **state)
{
    (void)state;
    for (unsigned moved = 0; moved < 2; moved++) {
        for (unsigned private = 0; private < 2; private ++) {
            pair_tear_down(state);
            set_up(state);
            deal();
            if (private)
                scene_tell(&scene, "~ann", "!draw");
            else
                scene_do(&scene, "~ann", "!draw");
            assert_said(&scene, "A seat is kept for this nick");
            if (moved == 1)
                scene_table(&scene)->round->game.turn_actions++;
            give_word();
            scene_assert_said(&scene, "~ann draws 1 card", moved == 0, __FILE__, __LINE__);
        }
    }
}

/* Nobody tells when somebody who is in no channel with us is gone, and another one has the nick. */
static void what_nobody_saw_does_nothing(void **state)
{
    (void)state;
    deal();
    script_gone(scene.adapter, "~ann", false);
    scene_settle(&scene);
    scene_whisper(&scene, "~ann", "!leave");
    scene_settle(&scene);
    script_join_from(scene.adapter, "#table", "~ann", HOST);
    scene_settle(&scene);
    give_word();
    assert_not_said(&scene, "leaves");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(questions_do_nothing),     TEST(cut_words_do_nothing),
        TEST(quotations_do_nothing),    TEST(an_old_word_does_nothing),
        TEST(an_old_move_does_nothing), TEST(what_nobody_saw_does_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
