/* The board of a table on a network with controls (bot/show/table_message.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/show/hand.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "tests/bot/controls.h"

static int set_up(void **state)
{
    (void)state;
    controls_begin(SCENE_SQLITE, true);
    return 0;
}

static const struct control *control(const char *words)
{
    return controls_find(controls_board(), words);
}

#define assert_board(part)     assert_non_null(strstr(controls_board()->text, part))
#define assert_not_board(part) assert_null(strstr(controls_board()->text, part))

static unsigned boards_said(void)
{
    return scene_count(&scene, "#table: board|{button") +
           scene_count(&scene, "#table: board|Rules");
}

static void open_for_two(void)
{
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
}

static void deal(void)
{
    open_for_two();
    scene_press(&scene, "alice", "start");
}

/* -- the lobby -- */

static void a_lobby_says_who_and_what(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "uno web");
    assert_board("Rules: web, as on its sheet.");
    assert_board("At the table: alice");
    assert_not_board("Opened by"); /* who sits first */
    assert_board("It takes two: Join takes a seat, Settings seats computer players.");
    assert_true(control("start")->off);
    assert_int_equal(controls_board()->stamp, 0);
    assert_not_said(&scene, "/join");
    scene_press(&scene, "bob", "join");
    assert_board("At the table: alice, bob");
    assert_false(control("start")->off);
    assert_true(control("start")->strong);
    assert_not_board("It takes two");
    scene_command(&scene, "alice", "bots 1");
    assert_board("At the table: alice, bob, ");
    assert_not_said(&scene, "#table: At the table"); /* the board says it */
    scene_command(&scene, "alice", "bots 0");
    scene_press(&scene, "bob", "leave");
    assert_board("At the table: alice");
    assert_not_board("bob");
}

/* -- in play -- */

static void a_round_calls_the_player_alone(void **state)
{
    (void)state;
    deal();
    const struct table *table = scene_table(&scene);
    const char *turn = seat_name(table, table->round->game.turn);
    char called[80];
    snprintf(called, sizeof(called), "Turn: {mention|%s}", turn);
    assert_said(&scene, called);
    assert_string_equal(controls_board()->calls, turn);
    char piles[40];
    snprintf(piles, sizeof(piles), "draw pile %u; %s", (unsigned)table->round->game.pile_count,
             table->round->game.direction > 0 ? "clockwise" : "counter-clockwise");
    assert_board(piles);
    assert_board("(7)");
    assert_int_equal(controls_board()->stamp, table_stamp(table));
    assert_true(controls_board()->stamp != 0);
    assert_non_null(control("hand"));
    assert_non_null(control("draw"));
    assert_non_null(control("uno"));
    assert_null(control("start"));
    for (size_t i = scene.mark; script_line(scene.adapter, i) != NULL; i++) {
        if (strstr(script_line(scene.adapter, i), "{mention|") != NULL)
            assert_non_null(strstr(script_line(scene.adapter, i), "board|"));
    }
}

/* They play from the next round on. */
static void one_joins_while_a_round_runs(void **state)
{
    (void)state;
    char name[16];
    deal();
    assert_non_null(control("join"));
    scene_press(&scene, "carol", "join");
    assert_said(&scene, " takes a seat and plays from the next round on.");
    for (unsigned i = 0; seats_have_room(scene_table(&scene)); i++) {
        snprintf(name, sizeof(name), "guest%u", i);
        scene_press(&scene, name, "join");
    }
    assert_null(control("join"));
}

static enum sign sign_of_top(const struct game *game)
{
    unsigned kind = scene_table(&scene)->round->rules->deck.face[game->top_face].kind;
    return kind == KIND_SKIP ? SIGN_SKIP : kind == KIND_REVERSE ? SIGN_REVERSE : SIGN_NONE;
}

/* Of the first card there, which is the one on top. */
static int sign_in_hand(const char *who)
{
    const struct message *hand = controls_hand(who);
    for (unsigned i = 0; i < hand->span_count; i++) {
        if (hand->spans[i].style == STYLE_CARD)
            return hand->spans[i].card.sign;
    }
    return -1;
}

static unsigned fours; /* boards of a wild +4 that somebody must answer */

/* What is drawn of the table is what the game is, and the lobby is not drawn. */
static void check_sight(void)
{
    const struct table *table = scene_table(&scene);
    const struct game *game = &table->round->game;
    const struct snapshot *snapshot = controls_board()->snapshot;
    unsigned seat = game->turn;
    assert_non_null(snapshot);
    assert_non_null(strstr(controls_board()->text, snapshot->top));
    assert_int_equal(snapshot->card.sign, sign_of_top(game));
    assert_int_equal(sign_in_hand(seat_name(table, seat)), sign_of_top(game));
    assert_int_equal(snapshot->colour, game->colour);
    if (game->colour != COLOUR_NONE)
        assert_string_equal(snapshot->colour_word, colour_word(table->home.language, game->colour));
    assert_int_equal(snapshot->clockwise, game->direction > 0);
    assert_int_equal(snapshot->pile, game->pile_count);
    if (game->phase == PHASE_CHALLENGE) {
        assert_int_equal(snapshot->pending, 4);
        fours++;
    } else {
        assert_int_equal(snapshot->pending, game->pending);
    }
    assert_int_equal(snapshot->count, game->players);
    for (unsigned i = 0; i < snapshot->count; i++) {
        assert_string_equal(snapshot->seats[i].name, seat_name(table, seat));
        assert_int_equal(snapshot->seats[i].cards, game->hand_count[seat]);
        seat = (seat + (game->direction > 0 ? 1 : game->players - 1U)) % game->players;
    }
}

static void who_forgot_uno_can_be_caught(void **state)
{
    (void)state;
    char words[80];
    deal();
    struct table *table = scene_table(&scene);
    unsigned turn = table->round->game.turn;
    for (unsigned seat = 0; seat < 2; seat++) {
        scene_press(&scene, seat_name(table, seat), "hand");
        snprintf(words, sizeof(words), "catch %s", seat_name(table, seat));
        assert_null(control(words));
    }
    table->round->game.exposed = (uint16_t)(1U << turn); /* as if, and something happens */
    snprintf(words, sizeof(words), "catch %s", seat_name(table, turn));
    scene_command(&scene, "carol", "join");
    assert_non_null(control(words));
    assert_memory_equal(control(words)->label, "Catch ", 6);
}

static void one_board_a_turn_of_the_loop(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_mark(&scene);
    script_command(scene.adapter, "#table", "bob", "join", 91);
    script_command(scene.adapter, "#table", "carol", "join", 92);
    script_command(scene.adapter, "#table", "dave", "join", 93);
    scene_settle(&scene);
    assert_int_equal(boards_said(), 2); /* one: its first line and that of its controls */
    assert_board("alice, bob, carol, dave");
    scene_command(&scene, "bob", "order"); /* changes nothing */
    assert_int_equal(boards_said(), 0);
}

/* `check` NULL: none. */
static void play_until_over(void (*check)(void))
{
    struct table *table = NULL;
    for (unsigned i = 0; i < 3000 && (table = scene_table(&scene))->round != NULL; i++) {
        const char *who = seat_name(table, table->round->game.turn);
        if (check != NULL)
            check();
        const struct message *hand = controls_hand(who);
        const struct control *move = NULL;
        for (unsigned n = 0; n < hand->control_count && move == NULL; n++) {
            if (hand->controls[n].kind != CONTROL_MENU)
                move = &hand->controls[n];
        }
        assert_non_null(move);
        script_press_old(scene.adapter, "#table", who, move->words, hand->stamp, 0);
        scene_settle(&scene);
    }
    assert_null(table->round);
}

static void a_table_in_play_can_be_drawn(void **state)
{
    (void)state;
    open_for_two();
    scene_command(&scene, "carol", "join");
    assert_null(controls_board()->snapshot);
    fours = 0;
    for (unsigned rounds = 0; rounds < 20 && fours == 0; rounds++) {
        scene_press(&scene, "alice", "start");
        play_until_over(check_sight);
        assert_null(controls_board()->snapshot);
    }
    assert_true(fours > 0);
}

static void between_rounds_and_after_the_match(void **state)
{
    (void)state;
    open_for_two();
    scene_command(&scene, "alice", "set score points_500");
    scene_press(&scene, "alice", "start");
    play_until_over(NULL);
    assert_int_equal(scene_table(&scene)->state, TABLE_BETWEEN);
    assert_board("The next round is dealt soon.");
    assert_board("Totals: ");
    assert_non_null(control("leave"));
    assert_null(control("draw"));
    scene_stop(&scene);
    scene_command(&scene, "alice", "set score single_round");
    scene_press(&scene, "alice", "start");
    play_until_over(NULL);
    assert_board(" wins the match!");
    assert_string_equal(control("start")->label, "Rematch");
    assert_board("At the table: alice, bob");
    scene_press(&scene, "bob", "start"); /* by one press, with the seats as they were */
    assert_board("Turn: ");
    assert_int_equal(controls_game()->players, 2);
}

/* The end of a round is shown until the next deal: who won, what was left in the hands, and for
 * whom it counts. The winner is mentioned, and nobody is called. */
static void the_end_of_a_round_is_a_card(void **state)
{
    (void)state;
    open_for_two();
    scene_command(&scene, "alice", "set score single_round");
    scene_press(&scene, "alice", "start");
    assert_null(controls_board()->ending);
    controls_lay("R5", "R7");
    const char *winner = seat_name(scene_table(&scene), controls_game()->turn);
    const char *other = strcmp(winner, "alice") == 0 ? "bob" : "alice";
    char start[64];
    scene_command(&scene, winner, "play R7");
    const struct message *board = controls_board();
    const struct ending *ending = board->ending;
    assert_non_null(ending);
    assert_null(board->snapshot);
    assert_string_equal(board->calls, winner);
    assert_false(board->rings);
    assert_false(board->below);
    assert_int_equal(ending->count, 2);
    assert_string_equal(ending->seats[0].name, winner);
    assert_true(ending->seats[0].won);
    assert_int_equal(ending->seats[0].cards, 0);
    assert_string_equal(ending->seats[0].left, ending->gained);
    assert_string_equal(ending->seats[1].name, other);
    assert_false(ending->seats[1].won);
    assert_int_equal(ending->seats[1].cards, 7);
    assert_string_equal(ending->seats[1].left, ending->gained + 1); /* all that was left */
    assert_string_equal(ending->total_head, "");
    assert_string_equal(ending->note, "round 1, classic");
    assert_string_equal(ending->top.label, "[R\302\2407]");
    snprintf(start, sizeof(start), "Left in hand: %s [", other);
    assert_board(start);
    assert_string_equal(board->controls[0].label, "Rematch");
    assert_true(board->controls[0].strong);
    scene_press(&scene, "bob", "start");
    assert_null(controls_board()->ending);
    assert_not_board("Left in hand");
}

/* Rounds of a match have totals, from the best to the worst; a stopped one has no card. */
static void an_ending_has_totals(void **state)
{
    (void)state;
    open_for_two();
    scene_command(&scene, "alice", "set score points_500");
    scene_command(&scene, "alice", "set target 300");
    scene_press(&scene, "alice", "start");
    controls_lay("R5", "R7");
    scene_command(&scene, seat_name(scene_table(&scene), controls_game()->turn), "play R7");
    const struct ending *ending = controls_board()->ending;
    assert_non_null(ending);
    assert_string_equal(ending->total_head, "of 300");
    assert_string_equal(ending->seats[0].total, ending->gained + 1);
    assert_string_equal(ending->seats[1].total, "0");
    assert_null(control("start"));
    scene_stop(&scene);
    scene_press(&scene, "alice", "start");
    scene_stop(&scene);
    assert_null(controls_board()->ending);
}

/* -- its life -- */

static void a_closed_table_has_no_controls(void **state)
{
    (void)state;
    open_for_two();
    scene_command(&scene, "alice", "stop");
    assert_board("The table is closed.");
    assert_int_equal(controls_board()->control_count, 0);
}

/* Who sees the board votes by it, and sees that the table is paused. */
static void it_has_votes_and_pauses(void **state)
{
    (void)state;
    deal();
    assert_null(control("yes"));
    scene_command(&scene, "bob", "pause");
    assert_said(&scene,
                " asks for a pause: press I agree or I do not agree within 600 s; 2 of 2 must "
                "agree.");
    assert_string_equal(control("yes")->label, "I agree");
    assert_string_equal(control("no")->label, "I do not agree");
    scene_press(&scene, "alice", "yes");
    scene_wait(&scene, "2 for, 0 against: the table is paused.");
    scene_settle(&scene);
    assert_board("The table is paused: Play on ends the pause.");
    assert_null(control("yes"));
    scene_press(&scene, "alice", "resume");
    assert_null(control("resume"));
    assert_null(strstr(controls_board()->text, "paused"));
}

static void a_restart_shows_it_again(void **state)
{
    (void)state;
    char text[600];
    deal();
    snprintf(text, sizeof(text), "%s", controls_board()->text);
    uint64_t stamp = controls_board()->stamp;
    scene_restart(&scene);
    assert_string_equal(controls_board()->text, text);
    assert_int_equal(controls_board()->stamp, stamp);
    assert_said(&scene, "#table: The table goes on where it was.");
    assert_not_said(&scene, "where it was. On top"); /* the board says that */
}

/* What nobody may have heard of the last round, in whole sentences. */
static void a_restart_tells_the_end_again(void **state)
{
    (void)state;
    open_for_two();
    scene_command(&scene, "alice", "set score points_500");
    scene_press(&scene, "alice", "start");
    play_until_over(NULL);
    scene_restart(&scene);
    assert_said(&scene, "#table: The table goes on where it was. The last round: ");
    assert_said(&scene, " points!");
    assert_not_said(&scene, " ; ");
}

static void the_board_speaks_the_channels_language(void **state)
{
    (void)state;
    script_call(scene.adapter, "alice", NULL, "fr");
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    assert_board("At the table");
    scene_command(&scene, "alice", "table");
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_command(&scene, "oper", "lang fr channel");
    assert_board("À la table");
    assert_string_equal(control("join")->label, "Rejoindre");
}

/* Two people of one name are told apart by their place. */
static void equal_names_are_told_apart(void **state)
{
    (void)state;
    script_call(scene.adapter, "alice", "Max", NULL);
    script_call(scene.adapter, "bob", "Max", NULL);
    deal();
    struct table *table = scene_table(&scene);
    assert_string_equal(controls_board()->calls, table->seats[table->round->game.turn].person->id);
    table->round->game.turn = 0; /* whose computer player would catch, if it were bob's */
    table->round->game.exposed = 2;
    scene_command(&scene, "bob", "away"); /* no play */
    assert_non_null(control("catch #2"));
}

/* /uno in a talk means a table of one's own, though one sits elsewhere. */
static void a_seat_elsewhere_holds_up_no_private_table(void **state)
{
    (void)state;
    deal();
    struct table *there = scene_table(&scene);
    unsigned exposed = there->round->game.exposed;
    script_command(scene.adapter, NULL, "alice", "uno", 1);
    scene_settle(&scene);
    const struct message *shown = script_newest(scene.adapter, NULL, "alice", PURPOSE_BOARD);
    assert_non_null(shown);
    assert_non_null(strstr(shown->text, "At the table: alice, "));
    assert_int_equal(there->round->game.exposed, exposed);
    assert_int_equal(there->seat_count, 2);
}

/* Without a round that was finished there is nothing to count. */
static void a_stopped_match_has_no_totals(void **state)
{
    (void)state;
    deal();
    scene_stop(&scene);
    assert_null(scene_table(&scene)->round);
    scene_command(&scene, "alice", "score");
    assert_said(&scene, "No round has been finished at this table yet.");
    assert_not_said(&scene, "Totals");
}

static void a_private_table_has_its_board_in_the_talk(void **state)
{
    (void)state;
    script_call(scene.adapter, "alice", NULL, "fr");
    script_command(scene.adapter, NULL, "alice", "uno", 1);
    scene_settle(&scene);
    const struct message *shown = script_newest(scene.adapter, NULL, "alice", PURPOSE_BOARD);
    assert_non_null(shown);
    assert_non_null(strstr(shown->text, "À la table"));
    assert_true(script_press(scene.adapter, NULL, "alice", "start", 3));
    scene_settle(&scene);
    shown = script_newest(scene.adapter, NULL, "alice", PURPOSE_HAND);
    assert_non_null(shown);
    assert_true(shown->stamp != 0);
    assert_null(script_newest(scene.adapter, "#table", NULL, PURPOSE_BOARD));
    scene_down(&scene);
    scene_up(&scene); /* who lasts need not come first */
    scene_settle(&scene);
    assert_non_null(script_newest(scene.adapter, NULL, "alice", PURPOSE_BOARD));
    assert_non_null(script_newest(scene.adapter, NULL, "alice", PURPOSE_HAND));
}

/* A network that can replace messages, but shows nothing to press (adapter_caps). */
static void a_board_without_controls(void **state)
{
    struct adapter_impl plain = script_controls_adapter;
    (void)state;
    plain.caps.controls = plain.caps.slash_commands = false;
    scene.adapter->impl = &plain;
    pair_seat(true);
    assert_int_equal(controls_board()->control_count, 0);
    assert_int_equal(controls_hand("alice")->control_count, 0);
    assert_int_equal(controls_hand("bob")->control_count, 0);
    scene_do(&scene, "alice", "!pause");
    scene_do(&scene, "bob", "!yes");
    assert_non_null(strstr(controls_board()->text, "!resume goes on"));
    scene.adapter->impl = &script_controls_adapter;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_board_without_controls),
        TEST(a_lobby_says_who_and_what),
        TEST(a_round_calls_the_player_alone),
        TEST(a_table_in_play_can_be_drawn),
        TEST(one_joins_while_a_round_runs),
        TEST(who_forgot_uno_can_be_caught),
        TEST(one_board_a_turn_of_the_loop),
        TEST(between_rounds_and_after_the_match),
        TEST(the_end_of_a_round_is_a_card),
        TEST(an_ending_has_totals),
        TEST(a_closed_table_has_no_controls),
        TEST(a_restart_shows_it_again),
        TEST(a_restart_tells_the_end_again),
        TEST(the_board_speaks_the_channels_language),
        TEST(equal_names_are_told_apart),
        TEST(a_private_table_has_its_board_in_the_talk),
        TEST(a_seat_elsewhere_holds_up_no_private_table),
        TEST(a_stopped_match_has_no_totals),
        TEST(it_has_votes_and_pauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
