/* Random games on a network with controls, in all sets and with two to ten players: every control
 * does what it says, and nobody sees what is another's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/show/hand.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/text/language.h"
#include "tests/bot/controls.h"

enum { MOVES_MAX = 400, PEOPLE_MAX = 10 };

static const char *const people[PEOPLE_MAX] = {"anna", "bea",  "carl", "dora", "emil",
                                               "fred", "gina", "hugo", "ida",  "jan"};

static unsigned chance;
static unsigned long pressed, labels;

static unsigned draw(unsigned below)
{
    chance = chance * 1103515245U + 12345U;
    return (chance >> 16) % below;
}

static struct table *table(void)
{
    return scene_table(&scene);
}

static unsigned seat_called(const char *who)
{
    for (unsigned i = 0; i < table()->seat_count; i++) {
        if (strcmp(table()->seats[i].person->id, who) == 0)
            return i;
    }
    fail_msg("%s has no seat", who);
    return SEAT_NONE;
}

/* -- secrecy -- */

/* The card that a control's words play is held by its reader. */
static void check_held(const char *who, const struct control *control)
{
    const struct rules *rules = table()->round->rules;
    const struct cards hand = table()->round->game.hand[seat_called(who)];
    for (const char *at = control->label; (at = strchr(at, '[')) != NULL; at++) {
        bool held = false;
        for (unsigned face = 0; face < rules->deck.faces && !held; face++) {
            if (cards_empty(cards_and(hand, rules->of_face[face])))
                continue;
            for (unsigned n = 0; language_at(n) != NULL; n++) {
                char label[LABEL_MAX];
                card_label(language_at(n), rules, &rules->deck.face[face], MARK_NONE, label);
                held = held || strncmp(at, label, strlen(label)) == 0;
            }
        }
        labels++;
        if (!held)
            fail_msg("%s is offered %s", who, control->label);
    }
}

static void check_board(void)
{
    const struct message *board = controls_board();
    assert_non_null(board);
    assert_int_equal(board->stamp, table_stamp(table()));
    for (unsigned i = 0; i < board->control_count; i++)
        assert_null(strchr(board->controls[i].label, '['));
    if (table()->round == NULL)
        return;
    unsigned cards = 0; /* the top one alone */
    for (const char *at = board->text; (at = strchr(at, '[')) != NULL; at++)
        cards++;
    assert_int_equal(cards, 1);
    assert_null(strstr(board->text, "Your"));
}

static void check_hands(void)
{
    for (unsigned i = 0; i < table()->seat_count; i++) {
        const char *who = table()->seats[i].person->id;
        const struct message *hand = controls_hand(who);
        assert_non_null(hand);
        bool fresh = hand->stamp == table_stamp(table());
        for (unsigned n = 0; n < hand->control_count && fresh; n++)
            check_held(who, &hand->controls[n]);
    }
}

/* -- play -- */

/* One of the controls of a hand that are not the menus themselves; NULL: none. */
static const struct control *any_control(const struct message *hand)
{
    unsigned count = 0;
    for (unsigned i = 0; i < hand->control_count; i++)
        count += hand->controls[i].kind != CONTROL_MENU;
    unsigned wanted = count > 0 ? draw(count) : 0;
    for (unsigned i = 0; i < hand->control_count; i++) {
        if (hand->controls[i].kind != CONTROL_MENU && wanted-- == 0)
            return &hand->controls[i];
    }
    return NULL;
}

/* What the phase or a play that waits asks for comes first; else whoever was asked stays so. */
static void press_one(void)
{
    struct game *game = &table()->round->game;
    const char *who = table()->seats[game->turn].person->id;
    const struct message *hand = controls_hand(who);
    char words[CONTROL_SAYS];
    assert_non_null(hand);
    assert_int_equal(hand->stamp, table_stamp(table()));
    const struct control *control = any_control(hand);
    if (control == NULL)
        fail_msg("%s sees no control: %s", who, hand->text);
    snprintf(words, sizeof(words), "%s", control->words);
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", who, words, hand->stamp, ++scene.answers);
    scene_settle(&scene);
    pressed++;
    static const char *const never[] = {"do not hold",  "does not match",   "no such card",
                                        "not possible", "do not know that", "behind it",
                                        "earlier state"};
    for (size_t i = 0; i < ARRAY_SIZE(never); i++) {
        if (scene_said(&scene, never[i]) != NULL)
            fail_msg("%s: \"%s\": %s", who, words, scene_said(&scene, never[i]));
    }
}

/* Every line that was said to one person names no card that is another's alone: scene_watch.c. */
static void play(const char *set, unsigned players, const char *const *switches)
{
    controls_begin(SCENE_MEMORY, false);
    chance = players * 77 + (unsigned)set[1];
    scene_command(&scene, people[0], "new %s", set);
    for (unsigned i = 1; i < players; i++)
        scene_command(&scene, people[i], "join");
    for (; switches != NULL && *switches != NULL; switches++)
        scene_command(&scene, people[0], "set %s", *switches);
    scene_press(&scene, people[0], "start");
    assert_non_null(table()->round);
    for (unsigned i = 0; i < MOVES_MAX && table()->round != NULL; i++) {
        press_one();
        check_board();
        if (table()->round != NULL)
            check_hands();
    }
    assert_true(scene.tokens > 100);
    scene_finish(&scene);
}

static void every_set_with_two_to_ten(void **state)
{
    (void)state;
    static const unsigned counts[] = {2, 3, 5, 8, 10};
    pressed = labels = 0;
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        const char *set = ruleset_name(ruleset_at(i));
        for (size_t n = 0; n < ARRAY_SIZE(counts); n++) {
            if (counts[n] <= 8 || strcmp(set, "flex") != 0) /* */
                play(set, counts[n], NULL);
        }
    }
    assert_true(pressed > 3000);
    assert_true(labels > 3000);
}

static void house_rules(void **state)
{
    (void)state;
    static const char *const first[] = {"stack any", "seven_zero on", "multi_play same_number",
                                        "jump_in exact", NULL};
    static const char *const second[] = {"draw_until_playable on", "force_play drawn",
                                         "no_bluff on", "deflect off", NULL};
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        play(ruleset_name(ruleset_at(i)), 4, first);
        play(ruleset_name(ruleset_at(i)), 2, second);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_set_with_two_to_ten),
        cmocka_unit_test(house_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
