/* How many lines a turn costs: four people play a match of classic, as quick as they are asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/table/clock.h"
#include "bot/table/round/computer_reaction.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seat.h"
#include "bot/text/language.h"
#include "tests/bot/scene.h"

enum {
    MOST = 248,
    MOST_AMONG_COMPUTERS = 225, /* lines for 100 turns */
    MATCHES = 12
};

static struct scene scene;

struct bell {
    struct timer timer; /* first: a cast finds it */
    bool rang;
};

static void ring(struct timer *timer)
{
    ((struct bell *)timer)->rang = true;
}

/* All that was said since the mark, to the channel and in whispers. */
static void count(unsigned *channel, unsigned *whispers)
{
    *channel += scene_count(&scene, "#table: ");
    *whispers += scene_count(&scene, "@");
}

static void a_turn_costs_few_lines(void **state)
{
    (void)state;
    struct actor actors[] = {
        {.name = "alice"}, {.name = "bob"}, {.name = "carol"}, {.name = "dave"}};
    unsigned chance = 7, channel = 0, whispers = 0, turns = 0;
    scene_init(&scene, SCENE_MEMORY);
    scene.options.gather = 1000000;
    scene_begin(&scene);
    for (unsigned i = 0; i < 4; i++)
        scene_join(&scene, actors[i].name);
    scene_do(&scene, "alice", "!new");
    for (unsigned i = 1; i < 4; i++)
        scene_do(&scene, actors[i].name, "!join");
    scene_do(&scene, "alice", "!set score points_500");
    for (unsigned i = 0; i < 4; i++)
        actors[i].read = script_lines(scene.adapter);
    scene_do(&scene, "alice", "!start");
    count(&channel, &whispers);
    unsigned turn = SEAT_NONE;
    for (unsigned moves = 0; scene_table(&scene)->match_on; moves++) {
        const struct round *round = scene_table(&scene)->round;
        bool typed = false;
        assert_true(moves < 20000);
        if (round != NULL && round->game.turn != turn)
            turns++;
        turn = round != NULL ? round->game.turn : SEAT_NONE;
        scene_mark(&scene);
        for (unsigned i = 0; !typed && i < 4; i++)
            typed = actor_step(&scene, &actors[i], &chance);
        assert_true(typed);
        scene_settle(&scene);
        count(&channel, &whispers);
    }
    print_message("%u turns: %u lines to the channel, %u whispers, %.2f a turn\n", turns, channel,
                  whispers, (double)(channel + whispers) / turns);
    assert_true((channel + whispers) * 100 <= turns * MOST);
    scene_finish(&scene);
}

/* The match to its end: moves of the person, and lines to the channel. */
static void play_on(struct actor *actors, unsigned *chance, unsigned *runs, unsigned *lines)
{
    while (scene_table(&scene)->match_on) {
        scene_mark(&scene);
        assert_true(actor_step(&scene, actors, chance));
        scene_settle(&scene);
        assert_null(scene_table(&scene)->round != NULL &&
                            scene_table(&scene)->round->game.phase != PHASE_DRAWN
                        ? scene_table(&scene)->home.view.unsaid
                        : NULL);
        (*runs)++;
        *lines += scene_count(&scene, "#table: ");
    }
}

/* One line says what three computer players did in a row, and calls who is next; a play that may be
 * caught, or that concerns a person, is told at once. */
static void computer_players_share_a_line(void **state)
{
    (void)state;
    struct actor actors[] = {{.name = "alice"}};
    unsigned chance = 7, runs = 0, lines = 0;
    scene_init(&scene, SCENE_MEMORY);
    scene.options.gather = 1000000;
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 3");
    scene_do(&scene, "alice", "!set score points_500");
    actors[0].read = script_lines(scene.adapter);
    for (unsigned match = 0; match < MATCHES; match++) {
        scene_do(&scene, "alice", "!start");
        play_on(actors, &chance, &runs, &lines);
    }
    print_message("%u moves of a person among three computer players: %u lines\n", runs, lines);
    assert_true(lines * 100 <= runs * MOST_AMONG_COMPUTERS);
    scene_finish(&scene);
}

/* Onlookers see the table go on: what is gathered is told in time. */
static void it_is_told_in_time(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene.options.gather = 1000000;
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 3");
    scene.host.options.bot_delay = 100000;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    struct message *line = place_line(&table->home, URGENCY_TABLE);
    message_text(line, "Ada plays");
    lines_keep_unsaid(&table->home, line);
    clock_arm(table);
    scene_mark(&scene);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "!table"); /* an answer tells no newer state */
    assert_said(&scene, "#table: Ada plays → ");
    line = place_line(&table->home, URGENCY_TABLE);
    message_text(line, "Blaise plays");
    lines_keep_unsaid(&table->home, line);
    scene.host.options.gather = 1;
    clock_arm(table);
    scene_wait(&scene, "#table: Blaise plays → ");
    scene_finish(&scene);
}

/* What is told before its time leaves nothing behind: nobody is reminded of a turn that has just
 * begun, and no computer player thinks twice about one. */
static void what_is_told_early_wakes_nobody(void **state)
{
    (void)state;
    struct bell bell = {.rang = false};
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 1");
    struct host_options *options = &scene.host.options;
    options->bot_delay = options->turn_reminder = options->turn_whisper = options->turn_limit =
        1000000;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    while (seat_is_computer(table, table->round->game.turn)) {
        assert_int_equal(round_act(table, &(struct action){.kind = ACTION_TIMEOUT,
                                                           .seat = table->round->game.turn}),
                         REFUSED_NOT);
    }
    scene_settle(&scene);
    options->gather = 20;
    struct message *line = place_line(&table->home, URGENCY_TABLE);
    message_text(line, "Ada plays");
    lines_keep_unsaid(&table->home, line);
    clock_arm(table);
    timer_init(scene.loop, &bell.timer, ring);
    timer_set(&bell.timer, 40);
    scene_mark(&scene);
    scene_type(&scene, "alice", "!table"); /* an answer tells what was kept */
    scene_settle(&scene);
    assert_said(&scene, "#table: Ada plays → alice");
    scene_mark(&scene);
    scene_await(&scene, &bell.rang, true);
    scene_settle(&scene);
    assert_not_said(&scene, "it is your turn");
    assert_int_equal(table->stage, 0);
    timer_finish(&bell.timer, NULL);
    scene_finish(&scene);
}

/* A crash before it was told loses nothing: start-up tells the moves from the journal. */
static void a_crash_loses_nothing_untold(void **state)
{
    (void)state;
    char untold[400];
    scene_init(&scene, SCENE_SQLITE);
    scene.options.gather = 1000000;
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 3");
    scene.host.options.bot_delay = 100000;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    for (unsigned i = 0; table->home.view.unsaid == NULL && i < 400; i++) {
        struct action action = action_make(ACTION_TIMEOUT, table->round->game.turn);
        round_act(table, &action);
        assert_non_null(table->round);
        scene_settle(&scene);
    }
    assert_non_null(table->home.view.unsaid);
    snprintf(untold, sizeof(untold), "%s", table->home.view.unsaid->text);
    scene.options.bot_delay = 100000;
    scene_down(&scene);
    scene_up(&scene);
    scene_settle(&scene);
    assert_said(&scene, "#table: The table goes on where it was. Last move: ");
    assert_said(&scene, untold);
    assert_null(scene_table(&scene)->home.view.unsaid);
    /* A connection that was torn costs no more. */
    script_disconnect(scene.adapter, 0);
    scene_mark(&scene);
    scene_wait(&scene, "The table goes on where it was. Last move: ");
    assert_said(&scene, untold);
    scene_finish(&scene);
}

/* Where lines are dear, what counts comes first after a torn connection: the state, then the hand
 * of who is to move. */
static void the_state_comes_first(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    for (unsigned i = 0; i < 2; i++) {
        char start[24];
        struct table *table = scene_table(&scene);
        const char *turn = seat_name(table, table->round->game.turn);
        scene_mark(&scene);
        scene.line_first = false;
        table_announce(&table->home, false);
        scene_settle(&scene);
        assert_true(scene.line_first);
        size_t at = scene.mark;
        assert_non_null(strstr(script_line(scene.adapter, at), "#table: The table goes on"));
        snprintf(start, sizeof(start), "@%s: ", turn);
        assert_memory_equal(script_line(scene.adapter, at + 1), start, strlen(start));
        assert_true(scene.mark + 3 == script_lines(scene.adapter));
        scene_do(&scene, turn, "!draw");
        scene_do(&scene, turn, "!keep");
    }
    scene_finish(&scene);
}

/* What a line goes on with names no player twice in a row; a line of its own does. */
static void a_player_is_named_once(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    struct adapter_impl narrow = *table->home.network->adapter->impl;
    const struct adapter_impl *const usual = table->home.network->adapter->impl;
    narrow.caps.line_limit = 100;
    for (unsigned i = 0; i < 2; i++) {
        unsigned turn = table->round->game.turn;
        const char *name = seat_name(table, turn);
        struct message *line = place_line(&table->home, URGENCY_TABLE);
        char wanted[100];
        assert_true(table->round->game.phase == PHASE_TURN);
        for (unsigned words = 0; words < (i == 0 ? 1 : 10); words++)
            message_text(line, "It begins, ");
        lines_keep_unsaid(&table->home, line);
        table->home.view.unsaid_about = (uint8_t)turn;
        table->home.network->adapter->impl = i == 0 ? usual : &narrow;
        scene_do(&scene, name, "!draw");
        snprintf(wanted, sizeof(wanted),
                 i == 0 ? "It begins,  and draws 1 card" : "#table: %s draws 1 card", name);
        assert_said(&scene, wanted);
        table->home.network->adapter->impl = usual;
        if (table->round->game.phase == PHASE_DRAWN)
            scene_do(&scene, name, "!keep");
    }
    scene_finish(&scene);
}

/* The last move is kept as plain text; said again, its names are names, which ring for nobody. */
static void a_move_said_again_rings_for_nobody(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    char mover[8];
    snprintf(mover, sizeof(mover), "%s", seat_name(table, table->round->game.turn));
    scene_do(&scene, mover, "!draw");
    if (table->round->game.phase == PHASE_DRAWN)
        scene_do(&scene, mover, "!keep");
    struct message *line = render_state(&table->home);
    assert_non_null(line);
    const char *at = strstr(line->text, "Last move: ");
    assert_non_null(at);
    at += strlen("Last move: ");
    unsigned index = 0;
    const struct span *span = message_span(line, (size_t)(at - line->text), &index);
    assert_int_equal(span->style, STYLE_NAME);
    assert_int_equal(span->length, strlen(mover));
    assert_memory_equal(at, mover, strlen(mover));
    assert_non_null(strstr(at, " draws 1 card"));
    message_destroy(line);
    scene_finish(&scene);
}

/* Where clients ring for whom a line names first, that is who is next: not at the end, nor for who
 * does not want it, nor for their own move. */
static void who_is_next_comes_first(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    const struct adapter_impl *const usual = scene.adapter->impl;
    struct adapter_impl rings = *usual;
    rings.caps.first_name_rings = true;
    scene.adapter->impl = &rings;
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "bob", "!pings off");
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    bool called[2] = {false, false}, asked = false;
    for (unsigned moves = 0; !(called[0] && called[1] && asked); moves++) {
        assert_true(moves < 100 && table->round != NULL);
        struct game *game = &table->round->game;
        if (game->phase == PHASE_DRAWN) {
            scene_do(&scene, seat_name(table, game->turn), "!keep");
        } else {
            assert_true(game->phase == PHASE_TURN);
            scene_do(&scene, seat_name(table, game->turn), "!draw");
        }
        if (game->phase == PHASE_DRAWN) {
            struct message *line = place_line(&table->home, URGENCY_TABLE);
            message_text(line, "so it is");
            lines_add_next(&table->home, line);
            assert_true(strncmp(line->text, "so it is → ", strlen("so it is → ")) == 0);
            asked = true;
            message_destroy(line);
        } else if (game->turn == 0) {
            assert_said(&scene, "#table: alice: ");
            assert_said(&scene, " → your turn");
            assert_not_said(&scene, "→ alice");
            struct message *line = place_line(&table->home, URGENCY_TABLE);
            message_text(line, "so it is");
            lines_add_next(&table->home, line);
            assert_string_equal(line->text, "alice: so it is → your turn");
            assert_int_equal(line->asks, strlen(" → your turn"));
            message_destroy(line);
            called[0] = true;
        } else {
            assert_said(&scene, " → bob");
            assert_not_said(&scene, "#table: bob: ");
            called[1] = true;
        }
    }
    scene.adapter->impl = usual;
    scene_finish(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_turn_costs_few_lines),
                                       cmocka_unit_test(computer_players_share_a_line),
                                       cmocka_unit_test(it_is_told_in_time),
                                       cmocka_unit_test(what_is_told_early_wakes_nobody),
                                       cmocka_unit_test(a_crash_loses_nothing_untold),
                                       cmocka_unit_test(the_state_comes_first),
                                       cmocka_unit_test(a_player_is_named_once),
                                       cmocka_unit_test(a_move_said_again_rings_for_nobody),
                                       cmocka_unit_test(who_is_next_comes_first)};
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
