/* !bridge: one table in channels of two networks (bridge.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/command/handlers/bridge.h"
#include "bot/table/place.h"
#include "bot/table/round/cut.h"
#include "tests/bot/south.h"

static char code[CODE_SIZE];

/* alice asks for the code of her table, which nobody else sees. */
static void ask_code(void)
{
    static const char start[] = "@alice: The code of this table is ";
    south_do("alice", "!bridge");
    const char *line = scene_said(&scene, start);
    assert_non_null(line);
    assert_int_equal(scene_count(&scene, "#table"), 0);
    snprintf(code, sizeof(code), "%s", line + strlen(start));
    assert_int_equal(strlen(code), CODE_LENGTH);
}

static void say_code(const char *who)
{
    char line[64];
    snprintf(line, sizeof(line), "!bridge %s", code);
    south_do(who, line);
}

/* oper rules #south, and says the code there. */
static void build(const struct adapter_impl *impl, enum scene_store store)
{
    south_begin(impl, store, "en");
    script_join(south->adapter, "#south", "oper", "oper", true);
    ask_code();
    say_code("oper");
    assert_non_null(scene_table(&scene)->home.next);
}

static void a_code_builds_it(void **state)
{
    (void)state;
    build(&script_adapter, SCENE_MEMORY);
    assert_said(&scene, "#table: This table is on south");
    assert_non_null(south_said("The table of "));
    assert_non_null(south_said(" is here now too: !join takes a seat."));
    south_do("bob", "!join");
    assert_int_equal(south_assert_alike(), 1);
    south_do("alice", "!start");
    for (unsigned moves = 0; moves < 10; moves++) {
        south_assert_alike();
        assert_int_equal(scene_count(&scene, "@bob"), 0);
        assert_null(south_said("@alice"));
        south_move();
    }
}

/* Only who opened the table gets a code, and only who rules the other channel may say it. */
static void who_may(void **state)
{
    (void)state;
    south_begin(&script_adapter, SCENE_MEMORY, "en");
    scene_join(&scene, "carol");
    assert_refused(&scene, "carol", "!bridge", "Only the player who opened the table");
    ask_code();
    say_code("bob");
    assert_non_null(south_said("@bob: Only channel operators and the bot"));
    assert_null(scene_table(&scene)->home.next);
    script_join(south->adapter, "#south", "oper", "oper", true);
    say_code("oper"); /* it was not used up by him */
    assert_non_null(scene_table(&scene)->home.next);
}

static void wrong_codes_do_nothing(void **state)
{
    static const char *const wrong[] = {"!bridge abcdefgh", "!bridge \xc3\xa9",
                                        "!bridge abcdefghijklmnopqrstuvwxyz"};
    (void)state;
    south_begin(&script_adapter, SCENE_MEMORY, "en");
    script_join(south->adapter, "#south", "oper", "oper", true);
    south_do("oper", "!bridge");
    assert_non_null(south_said("There is no table here"));
    for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
        south_do("oper", wrong[i]);
        assert_non_null(south_said("@oper: That code is wrong or expired"));
    }
    ask_code();
    char first[CODE_SIZE];
    memcpy(first, code, sizeof(first));
    ask_code(); /* the one before is worth nothing */
    assert_string_not_equal(first, code);
    assert_null(bridge_find(scene.host.commands, first));
    assert_ptr_equal(bridge_find(scene.host.commands, code), scene_table(&scene));
    assert_null(scene_table(&scene)->home.next);
}

static void a_code_has_its_time(void **state)
{
    (void)state;
    south_begin(&script_adapter, SCENE_MEMORY, "en");
    scene.host.options.link_life = 0;
    ask_code();
    assert_null(bridge_find(scene.host.commands, code));
    scene.host.options.link_life = 600000;
    ask_code();
    assert_non_null(bridge_find(scene.host.commands, code));
    south_do("alice", "!stop"); /* the table is gone, and the code with it */
    assert_null(scene_table(&scene));
    assert_null(bridge_find(scene.host.commands, code));
}

/* The oldest goes for another. */
static void so_many_codes_wait(void **state)
{
    (void)state;
    south_begin(&script_adapter, SCENE_MEMORY, "en");
    struct table others[BRIDGE_CODES_MAX];
    char other[CODE_SIZE];
    ask_code();
    for (unsigned i = 0; i < BRIDGE_CODES_MAX; i++) {
        assert_non_null(bridge_find(scene.host.commands, code));
        others[i] = (struct table){
            .host = &scene.host, .id = 1000 + i, .home.network = network_at(scene.host.people, 0)};
        assert_true(bridge_offer(scene.host.commands, &others[i], other));
    }
    assert_null(bridge_find(scene.host.commands, code));
}

static void a_code_is_good_once(void **state)
{
    (void)state;
    build(&script_adapter, SCENE_MEMORY);
    south_do("oper", "!bridge off");
    assert_null(scene_table(&scene)->home.next);
    say_code("oper");
    assert_non_null(south_said("@oper: That code is wrong or expired"));
    assert_null(scene_table(&scene)->home.next);
}

/* A table has one place on each network, and a channel one table. */
static void where_it_cannot_be(void **state)
{
    (void)state;
    south_begin(&script_adapter, SCENE_MEMORY, "en");
    script_join(south->adapter, "#south", "oper", "oper", true);
    scene_join(&scene, "bob"); /* of north */
    ask_code();
    script_join(scene.adapter, "#more", "boss", "boss", true);
    script_entered(scene.adapter, "#more");
    south_mark_both();
    char line[64];
    snprintf(line, sizeof(line), "!bridge %s", code);
    script_type(scene.adapter, "#more", "boss", line);
    south_settle();
    assert_said(&scene, "@boss: That table is on this network already");
    south_do("oper", "!new");
    say_code("oper");
    assert_non_null(south_said("@oper: There is a table here already"));
    south_mark_both();
    script_type(south->adapter, NULL, "oper", line);
    south_settle();
    assert_non_null(south_said("@oper: Say that in the channel where the table is to be played."));
    assert_null(scene_table(&scene)->home.next);
}

static void a_private_table_stays_there(void **state)
{
    (void)state;
    south_begin(&script_adapter, SCENE_MEMORY, "en");
    south_do("alice", "!stop");
    scene_tell(&scene, "alice", "!new");
    scene_mark(&scene);
    scene_tell(&scene, "alice", "!bridge");
    assert_said(&scene, "@alice: A private table cannot be shared");
}

/* The guest's side ends its own place: who sits there is waited for as who has left. */
static void the_guest_ends_it(void **state)
{
    (void)state;
    build(&script_adapter, SCENE_MEMORY);
    south_do("bob", "!join");
    south_do("alice", "!start");
    scene.host.options.quit_grace = 1000000;
    south_do("bob", "!bridge off");
    assert_non_null(south_said("@bob: Only the player who opened the table"));
    south_do("oper", "!bridge off");
    assert_non_null(south_said("#south: The table has left this channel."));
    assert_said(&scene, "#table: This table has left south");
    assert_null(scene_table(&scene)->home.next);
    assert_int_not_equal(scene_table(&scene)->seats[1].gone_at, 0);
    assert_null(table_at(scene.host.tables, south, "#south"));
    south_do("bob", "!table");
    assert_non_null(south_said("There is no table here"));
}

static void the_home_ends_it(void **state)
{
    (void)state;
    build(&script_adapter, SCENE_MEMORY);
    south_do("alice", "!bridge off");
    assert_non_null(south_said("#south: The table has left this channel."));
    assert_null(scene_table(&scene)->home.next);
    south_do("alice", "!bridge off");
    assert_said(&scene, "@alice: This table is on no other network.");
    ask_code(); /* and may build it anew */
    say_code("oper");
    assert_non_null(scene_table(&scene)->home.next);
}

static void it_stands_after_a_restart(void **state)
{
    (void)state;
    build(&script_adapter, SCENE_SQLITE);
    south_do("bob", "!join");
    scene_down(&scene);
    scene_up(&scene);
    south_mark = 0;
    south_settle();
    assert_non_null(scene_table(&scene)->home.next);
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

/* Where there are controls the table stands as a board. */
static void a_board_stands_in_the_other(void **state)
{
    (void)state;
    build(&script_controls_adapter, SCENE_MEMORY);
    assert_non_null(south_said("#south: board"));
    south_do("bob", "!join");
    south_do("alice", "!start");
    assert_non_null(south_said("@bob: hand"));
    assert_not_said(&scene, "@bob");
}

/* alice of south. */
static void say_there(const char *text)
{
    south_mark_both();
    script_type(south->adapter, "#south", "alice", text);
    south_settle();
}

/* Two of one name on two networks are two: each has a cut, and takes no other one away. */
static void namesakes_cut_each(void **state)
{
    (void)state;
    build(&script_adapter, SCENE_SQLITE);
    script_join(south->adapter, "#south", "alice", NULL, false);
    say_there("!join");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    south_do("alice", "!cut bananas");
    say_there("!cut apples");
    assert_said(&scene, "cuts for the next deal: c1.2=");
    say_there("!leave");
    assert_int_equal(scene_table(&scene)->cuts->count, 1);
    assert_string_equal(scene_table(&scene)->cuts->at[0].said.word, "bananas");
    say_there("!join");
    say_there("!cut pears");
    scene_restart(&scene);
    south_settle();
    const struct cuts *cuts = scene_table(&scene)->cuts;
    assert_int_equal(cuts->count, 2);
    assert_string_equal(cuts->at[0].network, scene.network->name);
    assert_string_equal(cuts->at[1].network, south->name);
}

#define TEST(name) cmocka_unit_test_teardown(name, south_finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(namesakes_cut_each),
        TEST(a_code_builds_it),
        TEST(who_may),
        TEST(wrong_codes_do_nothing),
        TEST(a_code_has_its_time),
        TEST(so_many_codes_wait),
        TEST(a_code_is_good_once),
        TEST(where_it_cannot_be),
        TEST(a_private_table_stays_there),
        TEST(the_guest_ends_it),
        TEST(the_home_ends_it),
        TEST(it_stands_after_a_restart),
        TEST(a_board_stands_in_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
