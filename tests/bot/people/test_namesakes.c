/* People who are called the same are told apart, wherever they are shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "bot/show/seat_names.h"
#include "bot/table/seats/seats.h"
#include "tests/bot/controls.h"

static void call(const char *id, const char *name)
{
    script_call(scene.adapter, id, name, NULL);
}

static const char *name_of(unsigned seat)
{
    return seat_name(scene_table(&scene), seat);
}

static void namesakes_get_numbers(void **state)
{
    (void)state;
    char word[SEAT_WORD_MAX];
    call("alice", "Alex");
    call("bob", "ALEX");
    call("carol", "Alex (2)");
    call("dave", "Bo");
    scene_command(&scene, "alice", "uno");
    scene_command(&scene, "bob", "join");
    assert_said(&scene, "ALEX (2) takes a seat.");
    scene_command(&scene, "carol", "join");
    scene_command(&scene, "dave", "join");
    const struct table *table = scene_table(&scene);
    assert_string_equal(name_of(0), "Alex");
    assert_string_equal(name_of(1), "ALEX (2)");
    assert_string_equal(name_of(2), "Alex (2) (2)");
    assert_string_equal(name_of(3), "Bo");
    /* What is typed for both means neither. */
    assert_int_equal(seats_named(table, "alex"), 3);
    assert_int_equal(seats_named(table, "alex (2)"), 6);
    assert_int_equal(seat_named(table, "alex (2) (2)"), 2);
    assert_int_equal(seat_named(table, "bo"), 3);
    assert_string_equal(seat_word(table, 0, word), "#1");
    assert_string_equal(seat_word(table, 1, word), "#2");
    scene_command(&scene, "dave", "order");
    assert_said(&scene, "Alex");
    assert_said(&scene, "ALEX (2)");
    scene_command(&scene, "alice", "start");
    const struct snapshot *drawn = controls_board()->snapshot;
    unsigned found = 0;
    for (unsigned i = 0; i < drawn->count; i++) {
        found |= (strcmp(drawn->seats[i].name, "Alex") == 0 ? 1U : 0) |
                 (strcmp(drawn->seats[i].name, "ALEX (2)") == 0 ? 2U : 0);
    }
    assert_int_equal(found, 3);
}

/* Labels follow the seats and the names. */
static void labels_go_with_their_reason(void **state)
{
    (void)state;
    call("alice", "Alex");
    call("bob", "Alex");
    scene_command(&scene, "alice", "uno");
    scene_command(&scene, "bob", "join");
    assert_string_equal(name_of(1), "Alex (2)");
    scene_restart(&scene);
    assert_string_equal(name_of(1), "Alex (2)");
    call("bob", "Bo");
    scene_command(&scene, "bob", "order");
    assert_string_equal(name_of(1), "Bo");
    call("bob", "Alex");
    scene_command(&scene, "bob", "order");
    assert_string_equal(name_of(1), "Alex (2)");
    /* The channel knows them by it, and a restart says the same. */
    scene_command(&scene, "alice", "leave");
    assert_string_equal(name_of(0), "Alex (2)");
    scene_restart(&scene);
    assert_string_equal(name_of(0), "Alex (2)");
    call("alice", "alex");
    scene_command(&scene, "alice", "join");
    assert_string_equal(name_of(1), "alex");
    assert_string_equal(name_of(0), "Alex (2)");
}

/* A seat that another person gets is named anew. */
static void labels_follow_who_sits(void **state)
{
    (void)state;
    const struct chat_user other = {.id = "carol", .name = "Alex"};
    call("alice", "Alex");
    call("bob", "Bo");
    scene_command(&scene, "alice", "uno");
    scene_command(&scene, "bob", "join");
    assert_string_equal(name_of(1), "Bo");
    struct table *table = scene_table(&scene);
    assert_true(table_hand_over(table, table->seats[1].person,
                                people_of(scene.host.people, scene.network, &other)));
    assert_string_equal(name_of(0), "Alex");
    assert_string_equal(name_of(1), "Alex (2)");
}

/* The number fits behind whatever name, and stays behind it. */
static void long_names_get_numbers(void **state)
{
    (void)state;
    static const char name[] = "An extremely long name of many a letter \xc3\xa9\xc3\xa9";
    call("alice", name);
    call("bob", name);
    scene_command(&scene, "alice", "uno");
    scene_command(&scene, "bob", "join");
    assert_int_equal(text_same(name_of(0), name_of(1)), false);
    assert_string_equal(name_of(1) + strlen(name_of(1)) - 4, " (2)");
    assert_true(strlen(name_of(1)) < PERSON_NAME_MAX);
}

/* A name that runs to the left stands in an isolate, so that what follows keeps its place; and the
 * joiners in it stay. Others stand as they are. */
static void names_are_isolated(void **state)
{
    (void)state;
    static const char persian[] = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645";
    call("alice", persian);
    call("bob", "Bo\u200db");
    scene_command(&scene, "alice", "uno");
    scene_command(&scene, "bob", "join");
    assert_string_equal(name_of(0), persian);
    assert_said(&scene, "Bob takes a seat.");
    scene_command(&scene, "alice", "away");
    assert_said(&scene, "\u2068\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\u2069 is away");
    scene_command(&scene, "alice", "back");
    scene_command(&scene, "alice", "start");
    /* Who is called is still found by the name. */
    const struct message *board = controls_board();
    bool named = false;
    for (unsigned i = 0; i < board->span_count; i++) {
        const struct span *span = &board->spans[i];
        named = named || (span->length == strlen(persian) &&
                          memcmp(board->text + span->start, persian, span->length) == 0);
    }
    assert_true(named);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(namesakes_get_numbers),  TEST(labels_go_with_their_reason),
        TEST(labels_follow_who_sits), TEST(long_names_get_numbers),
        TEST(names_are_isolated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
