/* What is said to us and what is not (bot/command/input.h, bot/command/command.c), and what help
 * says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/command/command.h"
#include "bot/command/input.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

/* -- pure -- */

static void prefixes(void **state)
{
    (void)state;
    assert_string_equal(input_skip_prefix("!", "!play r5"), "play r5");
    assert_string_equal(input_skip_prefix("!", "! play r5"), "play r5");
    assert_string_equal(input_skip_prefix("!", "\uFF01play r5"), "play r5");
    assert_string_equal(input_skip_prefix("!", "\uFF01  play"), "play");
    assert_string_equal(input_skip_prefix(".", "\uFF0Eplay"), "play");
    assert_string_equal(input_skip_prefix("uno~", "uno\uFF5Eplay"), "play");
    assert_null(input_skip_prefix("!", "play !r5"));
    assert_null(input_skip_prefix("!", "\uFF0Eplay"));
    assert_null(input_skip_prefix("!", ""));
}

static void slips(void **state)
{
    (void)state;
    static const char *const near[][2] = {{"darw", "draw"}, {"drraw", "draw"}, {"drew", "draw"},
                                          {"paly", "play"}, {"plya", "play"},  {"keeep", "keep"},
                                          {"hnad", "hand"}, {"drawx", "draw"}};
    static const char *const far[][2] = {{"draw", "draw"},  {"seen", "keep"}, {"pa", "pl"},
                                         {"uno", "unos"},   {"ward", "draw"}, {"", "draw"},
                                         {"dawrx", "draw"}, {"drw", "draw"}};
    for (size_t i = 0; i < ARRAY_SIZE(near); i++) {
        assert_true(input_is_typo(near[i][0], near[i][1]));
        assert_true(input_is_typo(near[i][1], near[i][0]));
    }
    for (size_t i = 0; i < ARRAY_SIZE(far); i++)
        assert_false(input_is_typo(far[i][0], far[i][1]));
}

/* -- in a channel -- */

/* Our name as people begin a line with it, in any case, with or without a prefix behind it. */
static void a_name_calls(void **state)
{
    static const char *const said[] = {
        "talon: hand",  "Talon, hand",  "TALON:hand",       "@talon hand",
        "@Talon: hand", "talon: !hand", "Talon\uFF1A hand", "\uFF20talon hand",
        "talon: ca",    "\uFF01hand",   "! hand",           "talon, main",
    };
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(said); i++) {
        scene_do(&scene, i % 2 == 0 ? "alice" : "bob", "%s", said[i]);
        if (scene_count(&scene, "") != 1)
            fail_msg("\"%s\" is not answered by one line", said[i]);
        assert_said(&scene, "Your hand: ");
    }
    scene_do(&scene, "carol", "talon: table");
    assert_said(&scene, "#table: On top ");
    scene_do(&scene, pair_of_turn(), "talon: dr");
    assert_said(&scene, "#table: ");
}

static void a_card_follows_a_name(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, pair_other(), "talon: r5");
    assert_int_equal(scene_count(&scene, "@"), 1); /* not held, or not their turn */
    scene_do(&scene, pair_other(), "! r5");
    assert_int_equal(scene_count(&scene, "@"), 1);
}

/* Of us, to others, or nothing. */
static void other_talk_is_let_be(void **state)
{
    static const char *const talk[] = {"talon hand is nice",
                                       "talonx: hand",
                                       "bob: hand",
                                       "@bob hand",
                                       "hand, talon",
                                       "talon:",
                                       "talon: ?!",
                                       "@ talon hand",
                                       "!seen bob",
                                       "!weather Paris",
                                       "!purple 5",
                                       "! wow",
                                       "!rol 6",
                                       "\uFF01seen bob",
                                       "!8ball am I lucky"};
    (void)state;
    pair_seat(true);
    for (size_t i = 0; i < ARRAY_SIZE(talk); i++) {
        scene_do(&scene, i % 2 == 0 ? "alice" : "carol", "%s", talk[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
}

/* One letter away from a command: a player hears so alone, and somebody else once in a while. */
static void a_slip_is_told(void **state)
{
    (void)state;
    pair_seat(false);
    assert_refused(&scene, "bob", "!darw", "There is no !darw. Did you mean !draw?");
    scene_do(&scene, "alice", "!start");
    assert_refused(&scene, "bob", "!darw", "There is no !darw. Did you mean !draw?");
    assert_refused(&scene, "alice", "!Paly r5", "Did you mean !play?");
    assert_refused(&scene, "carol", "!darw", "Did you mean !draw?");
    scene_do(&scene, "carol", "!darw");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "bob", "!strat"); /* !start, or !stat */
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* -- in private -- */

static void words_in_private_are_answered(void **state)
{
    (void)state;
    pair_seat(true);
    for (unsigned i = 0; i < 3; i++) {
        scene_tell(&scene, "bob", i % 2 == 0 ? "what now?" : "!whatnow");
        assert_int_equal(scene_count(&scene, "@bob: "), 1);
        assert_said(&scene, "!help says what you can type now");
    }
    scene_tell(&scene, "bob", "?!");
    assert_int_equal(scene_count(&scene, "@bob: "), 1);
}

/* Whom no table knows may be a machine that answers: once, then not for an hour; the same where
 * they call us by name. */
static void a_stranger_is_answered_once(void **state)
{
    (void)state;
    pair_come();
    scene_tell(&scene, "carol", "hello");
    assert_int_equal(scene_count(&scene, "@carol: I do not know that command"), 1);
    for (unsigned i = 0; i < 5; i++) {
        scene_tell(&scene, "carol", "I do not know that command");
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    scene_do(&scene, "carol", "talon: well");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "bob", "talon: are you well?");
    assert_int_equal(scene_count(&scene, "@bob: I do not know that command"), 1);
    scene_do(&scene, "bob", "talon: are you well?");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_tell(&scene, "carol", "!help");
    assert_int_equal(scene_count(&scene, "@carol: "), 1);
}

/* -- help -- */

/* One line that opens with six commands for where they stand, and the way to the rest. */
static void check_help(const char *who, const char *first, const char *const names[6])
{
    scene_do(&scene, who, "!help");
    assert_int_equal(scene_count(&scene, "@"), 1);
    assert_int_equal(scene_count(&scene, "#"), 0);
    const char *line = scene_said(&scene, first);
    assert_non_null(line);
    assert_true(strlen(strchr(line, ' ') + 1) <= 300); /* line_limit of IRC */
    const char *at = line;
    for (unsigned i = 0; i < 6; i++) {
        char name[32];
        snprintf(name, sizeof(name), "!%s", names[i]);
        at = strstr(at, name);
        if (at == NULL)
            fail_msg("no %s in its place: %s", name, line);
        at++;
    }
    assert_non_null(strstr(at, "!help all"));
}

static void help_fits_the_situation(void **state)
{
    static const char *const none[] = {"uno", "join", "bots", "start", "rules", "top"};
    static const char *const outside[] = {"join", "order", "rules", "set", "top", "lang"};
    static const char *const lobby[] = {"start", "bots", "new", "set", "rules", "leave"};
    static const char *const turn[] = {"play", "play", "draw", "keep", "hand", "uno"};
    static const char *const wait[] = {"hand", "table", "order", "catch", "away", "leave"};
    static const char *const looks_on[] = {"join", "table", "order", "score", "rules", "top"};
    (void)state;
    pair_come();
    check_help("carol", "!uno opens a table", none);
    pair_seat(false);
    check_help("carol", "!join takes a seat, ", outside);
    check_help("bob", "!start deals", lobby);
    scene_do(&scene, "alice", "!start");
    check_help(pair_of_turn(), "Your turn: ", turn);
    check_help(pair_other(), "Not your turn: ", wait);
    check_help("carol", "!join takes a seat from the next round on", looks_on);
}

/* Every text of it fits one line of IRC, in French as well. */
static void help_fits_a_line(void **state)
{
    (void)state;
    pair_come();
    scene_do(&scene, "carol", "!lang fr");
    scene_do(&scene, "bob", "!lang fr");
    scene_do(&scene, "alice", "!lang fr");
    static const char *const who[] = {"carol", "alice", "bob"};
    for (unsigned stage = 0; stage < 3; stage++) {
        if (stage == 1)
            pair_seat(false);
        if (stage == 2)
            scene_do(&scene, "alice", "!start");
        for (unsigned i = 0; i < 3; i++) {
            scene_do(&scene, who[i], "!aide");
            assert_int_equal(scene_count(&scene, ""), 1);
            const char *line = scene_said(&scene, "!aide tout");
            assert_non_null(line);
            if (strlen(strchr(line, ' ') + 1) > 300)
                fail_msg("%zu bytes: %s", strlen(strchr(line, ' ') + 1), line);
        }
    }
}

static void help_lists_all(void **state)
{
    (void)state;
    pair_come();
    scene_do(&scene, "carol", "!help all");
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        char name[40];
        snprintf(name, sizeof(name), "!%s", command_at(i)->name);
        assert_said(&scene, name);
    }
    assert_said(&scene, "* can be played as shown, *flex by its flex side alone");
    scene_do(&scene, "bob", "!aide tout");
    assert_said(&scene, "@bob: Commands: !uno ");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefixes),
        cmocka_unit_test(slips),
        TEST(a_name_calls),
        TEST(a_card_follows_a_name),
        TEST(other_talk_is_let_be),
        TEST(a_slip_is_told),
        TEST(words_in_private_are_answered),
        TEST(a_stranger_is_answered_once),
        TEST(help_fits_the_situation),
        TEST(help_fits_a_line),
        TEST(help_lists_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
