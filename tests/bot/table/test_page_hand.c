/* !web chat: hands that a page of the seat shows alone (bot/table/seats/page_seat.h), and that
 * nobody is ever without one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/seats/page_seat.h"
#include "bot/table/watcher.h"
#include "bot/text/language.h"
#include "tests/bot/controls.h"

static int set_up(void **state)
{
    (void)state;
    assert_true(language_setup());
    return pair_set_up(state);
}

static int set_up_controls(void **state)
{
    (void)state;
    assert_true(language_setup());
    return controls_set_up(state);
}

/* A browser has that seat, and its page is open; its id. */
static void open_page(const char *who, char id[SEAT_ID_MAX])
{
    struct table *table = scene_table(&scene);
    char secret[PAGE_SECRET_SIZE];
    const struct person *person = NULL;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (strcmp(seat_name(table, i), who) == 0)
            person = table->seats[i].person;
    }
    assert_non_null(person);
    assert_true(page_seat_offer(table, person, secret));
    struct page_seat *link = page_seat_find(scene.host.tables, PAGE_LINK, secret);
    assert_non_null(link);
    assert_true(page_seat_exchange(scene.host.tables, link, secret));
    snprintf(id, SEAT_ID_MAX, "%s", page_seat_find(scene.host.tables, PAGE_SESSION, secret)->id);
    page_seat_show(scene.host.tables, id, true);
}

static void close_page(const char *id)
{
    scene_mark(&scene);
    page_seat_show(scene.host.tables, id, false);
    scene_settle(&scene);
}

/* How many hands were whispered to them since the mark. */
static unsigned hands(const char *who)
{
    char start[40];
    unsigned count = 0;
    snprintf(start, sizeof(start), "@%s: ", who);
    for (size_t i = scene.mark; i < script_lines(scene.adapter); i++) {
        const char *line = script_line(scene.adapter, i);
        count += strncmp(line, start, strlen(start)) == 0 && strstr(line, "our hand: ") != NULL;
    }
    return count;
}

/* Who is to act draws, and keeps what may be kept: the other one's turn comes. Looked at from the
 * beginning of it. */
static void pass_turn(void)
{
    char who[40];
    size_t mark = 0;
    snprintf(who, sizeof(who), "%s", pair_of_turn());
    scene_mark(&scene);
    mark = scene.mark;
    for (unsigned i = 0; i < 4 && strcmp(pair_of_turn(), who) == 0; i++) {
        static const char *const tries[] = {"!draw", "!keep", "!colour red", "!accept"};
        scene_do(&scene, who, "%s", tries[i]);
    }
    scene.mark = mark;
    assert_string_not_equal(pair_of_turn(), who);
}

/* Until it is theirs. */
static void pass_to(const char *who)
{
    if (strcmp(pair_of_turn(), who) != 0)
        pass_turn();
    assert_string_equal(pair_of_turn(), who);
}

static void begin(void)
{
    pair_seat(true);
    scene_do(&scene, "alice", "!web chat off");
    assert_said(&scene,
                "@alice: While a page of your seat is open, only the page shows your hand.");
}

static void a_hand_is_left_to_an_open_page(void **state)
{
    char id[SEAT_ID_MAX];
    (void)state;
    begin();
    pass_to("bob");
    pass_turn(); /* no page is open */
    assert_int_equal(hands("alice"), 1);
    open_page("alice", id);
    for (unsigned i = 0; i < 3; i++) {
        pass_to("bob");
        assert_int_equal(hands("alice"), 0);
        assert_int_equal(hands("bob"), 1); /* who likes it as ever */
        pass_turn();
        assert_int_equal(hands("alice"), 0);
    }
    scene_do(&scene, "alice", "!hand"); /* who asks for it has it */
    assert_int_equal(hands("alice"), 1);
    pass_to("bob");
    close_page(id);
    assert_int_equal(hands("alice"), 0); /* with the turn */
    pass_turn();
    assert_int_equal(hands("alice"), 1);
}

static void who_is_to_act_has_it_when_the_page_goes(void **state)
{
    char id[SEAT_ID_MAX];
    char other[SEAT_ID_MAX];
    (void)state;
    begin();
    open_page("alice", id);
    open_page("alice", other);
    pass_to("bob");
    pass_turn();
    close_page(id);
    assert_int_equal(hands("alice"), 0); /* the other one shows it */
    close_page(other);
    assert_int_equal(hands("alice"), 1);
    page_seat_show(scene.host.tables, id, true); /* it comes and goes: they have been told */
    close_page(id);
    assert_int_equal(hands("alice"), 0);
    pass_to("bob");
    open_page("alice", id);
    pass_turn();
    assert_int_equal(hands("alice"), 0);
    scene_do(&scene, "alice", "!web off");
    assert_int_equal(hands("alice"), 1);
}

/* A nick was all that they were known by: with it the pages of their seat end. */
static void a_new_nick_has_the_hand(void **state)
{
    char id[SEAT_ID_MAX];
    (void)state;
    begin();
    open_page("alice", id);
    pass_to("bob");
    pass_turn();
    assert_int_equal(hands("alice"), 0);
    scene_mark(&scene);
    script_rename(scene.adapter, "alice", "alicia");
    scene_settle(&scene);
    assert_int_equal(hands("alicia"), 1);
    assert_int_equal(hands("alice"), 0);
}

static void it_is_remembered(void **state)
{
    char id[SEAT_ID_MAX];
    (void)state;
    begin();
    scene_do(&scene, "bob", "!web chat");
    assert_said(&scene, "@bob: I whisper your hand here even while a page");
    scene_do(&scene, "alice", "!web chat");
    assert_said(&scene, "@alice: While a page of your seat is open");
    scene_do(&scene, "alice", "!lang fr");
    scene_do(&scene, "alice", "!page chat");
    assert_said(&scene, "@alice: Quand une page de votre place est ouverte");
    scene_do(&scene, "alice", "!lang en");
    assert_refused(&scene, "alice", "!web chat perhaps", "!web chat off, !web chat on");
    assert_refused(&scene, "alice", "!web perhaps", "!web chat off");
    scene_down(&scene);
    scene_up(&scene);
    pair_come();
    open_page("alice", id);
    pass_to("bob");
    pass_turn();
    assert_int_equal(hands("alice"), 0);
    scene_do(&scene, "alice", "!web chat on");
    assert_said(&scene, "@alice: I whisper your hand here even");
    pass_to("bob");
    pass_turn();
    assert_int_equal(hands("alice"), 1);
}

/* Whoever lets their turn pass may have a page that they do not see. */
static void who_waits_long_is_whispered_it(void **state)
{
    char id[SEAT_ID_MAX];
    (void)state;
    begin();
    open_page("alice", id);
    pass_to("bob");
    pass_turn();
    scene_mark(&scene);
    table_hand(scene_table(&scene), scene_table(&scene)->round->game.turn, HAND_WAITED);
    scene_settle(&scene);
    assert_int_equal(hands("alice"), 1);
}

/* Where hands are messages that are kept up to date. */
static void a_hand_on_a_board_is_left_to_the_page(void **state)
{
    char id[SEAT_ID_MAX];
    (void)state;
    controls_deal("classic");
    controls_lay("R5", "R7 B3 G9");
    const char *who = pair_of_turn();
    char player[40];
    snprintf(player, sizeof(player), "%s", who);
    char start[48];
    snprintf(start, sizeof(start), "@%s: ", player);
    scene_command(&scene, player, "web chat off");
    open_page(player, id);
    scene_command(&scene, player, "play R7");
    scene_mark(&scene);
    scene_command(&scene, pair_of_turn(), "draw");
    if (strcmp(pair_of_turn(), player) != 0)
        scene_command(&scene, pair_of_turn(), "keep");
    assert_string_equal(pair_of_turn(), player);
    assert_int_equal(scene_count(&scene, start), 0);
    close_page(id);
    assert_true(scene_count(&scene, start) > 0);
    assert_shown(player, "Your turn on");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_hand_is_left_to_an_open_page, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(who_is_to_act_has_it_when_the_page_goes, set_up,
                                        pair_tear_down),
        cmocka_unit_test_setup_teardown(a_new_nick_has_the_hand, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(it_is_remembered, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(who_waits_long_is_whispered_it, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(a_hand_on_a_board_is_left_to_the_page, set_up_controls,
                                        pair_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
