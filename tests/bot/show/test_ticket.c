/* What waits in a network until it is not so any more is said anew (bot/show/ticket.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/show/ticket.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

static uint32_t last(void)
{
    return scene.host.show->tickets != NULL ? scene.host.show->tickets->last : 0;
}

static bool is_stale(uint32_t ticket)
{
    return ticket_is_stale(&scene.host, ticket);
}

/* As an adapter does that dropped such a message. */
static void drop(uint32_t ticket)
{
    scene_mark(&scene);
    adapter_raise(scene.adapter, &(struct chat_event){.kind = CHAT_STALE, .stamp = ticket});
    scene_settle(&scene);
}

/* The turn passes. */
static void move(void)
{
    const char *who = pair_of_turn();
    scene_do(&scene, who, "!draw");
    if (strcmp(who, pair_of_turn()) == 0)
        scene_do(&scene, who, "!keep");
}

static void answers_are_made_anew(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, "carol", "!order");
    uint32_t order = last();
    assert_false(is_stale(order));
    drop(0); /* none */
    assert_int_equal(scene_count(&scene, ""), 0);
    move();
    assert_true(is_stale(order));
    assert_false(is_stale(order + 1000));
    uint32_t before = last();
    drop(order);
    char turn[64];
    snprintf(turn, sizeof(turn), "%s", pair_of_turn());
    assert_int_equal(scene_count(&scene, "#table: "), 1);
    assert_said(&scene, turn);
    assert_int_equal(last(), before); /* that one is surely sent */
    /* What stays so needs none, nor does what changes something. */
    scene_do(&scene, "carol", "!rules classic");
    scene_do(&scene, "carol", "!join");
    assert_int_equal(last(), before);
}

static void hands_are_made_anew(void **state)
{
    (void)state;
    pair_seat(true);
    const char *who = pair_of_turn();
    scene_do(&scene, who, "!hand");
    uint32_t hand = last();
    char wanted[64];
    snprintf(wanted, sizeof(wanted), "@%s: Your turn on ", who);
    assert_said(&scene, wanted);
    assert_false(is_stale(hand));
    scene_do(&scene, who, "!draw");
    assert_true(is_stale(hand));
    if (strcmp(who, pair_of_turn()) == 0)
        scene_do(&scene, who, "!keep");
    drop(hand);
    snprintf(wanted, sizeof(wanted), "@%s: On top ", who);
    assert_said(&scene, wanted);
    assert_int_equal(scene_count(&scene, ""), 1);
    table_stop(scene_table(&scene));
    scene_settle(&scene);
    assert_null(scene_table(&scene)->round);
    drop(hand); /* nothing is left to be said */
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* Nobody is here again by what they asked before they went: another one may have the nick. */
static void who_asked_and_went_stays_gone(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, "alice", "!order");
    uint32_t order = last();
    script_gone(scene.adapter, "alice", false);
    scene_settle(&scene);
    assert_null(scene_table(&scene)->seats[0].person->id);
    script_join_from(scene.adapter, "#table", "alice", "~e@elsewhere.test");
    scene_settle(&scene);
    scene_table(&scene)->round->game.turn_actions++;
    assert_true(is_stale(order));
    drop(order);
    assert_null(scene_table(&scene)->seats[0].person->id);
    assert_int_equal(scene_count(&scene, "@alice: "), 0);
    script_gone(scene.adapter, "alice", false);
    drop(order); /* nobody is there to be answered */
    assert_int_equal(scene_count(&scene, ""), 0);
}

static void the_newest_tickets_are_known(void **state)
{
    (void)state;
    pair_seat(true);
    const char *who = pair_of_turn();
    struct message *message = message_create("#table", who, URGENCY_HAND);
    assert_non_null(message);
    message->replaces = true;
    uint32_t first = ticket_make(scene.network, scene_table(&scene), message);
    assert_int_not_equal(first, 0);
    move();
    assert_true(is_stale(first));
    while (last() - first < TICKETS_MAX - 1)
        ticket_make(scene.network, scene_table(&scene), message);
    assert_true(is_stale(first));
    ticket_make(scene.network, scene_table(&scene), message);
    assert_false(is_stale(first));
    message_destroy(message);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(answers_are_made_anew),
        TEST(hands_are_made_anew),
        TEST(who_asked_and_went_stays_gone),
        TEST(the_newest_tickets_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
