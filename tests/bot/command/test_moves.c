/* Commands in a running round: moves, words without a prefix, questions, seats and rulers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

/* -- in a round -- */

/* A minion's deck has orange, and no red. */
static void questions_name_the_colours_of_the_deck(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno minion");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    assert_refused(&scene, "alice", "!colour red", "; it has blue, green, orange, yellow.");
    assert_refused(&scene, pair_of_turn(), "!play 5", "For example: !play blue 5");
    assert_refused(&scene, pair_other(), "!play", "Which card? It is not your turn.");
}

static void plays_are_read_and_refused(void **state)
{
    (void)state;
    pair_seat(true);
    const char *who = pair_of_turn();
    const char *late = pair_other();
    assert_refused(&scene, late, "!draw", "It is not your turn");
    assert_refused(&scene, who, "!play", "Which card?");
    assert_refused(&scene, who, "!play xyzzy", "I do not know that card");
    assert_refused(&scene, who, "!play 5", "Of which colour is that card?");
    assert_refused(&scene, who, "!play red blue 5", "Which card? Say one colour");
    assert_refused(&scene, who, "!keep", "Nobody passes without a card: !draw one first");
    assert_refused(&scene, who, "!challenge", "It is your turn: !play a card or !draw one");
    assert_refused(&scene, who, "!accept", "It is your turn: !play a card or !draw one");
    assert_refused(&scene, late, "!colour red", "");
    assert_refused(&scene, late, "!colour mauve", "does not have that colour");
    assert_refused(&scene, late, "!target nobody", "Nobody of that name");
    assert_refused(&scene, late, "!catch nobody", "Nobody of that name");
    assert_refused(&scene, late, "!catch", "There is nobody to catch");
    scene_do(&scene, who, "!draw");
    assert_said(&scene, "draws 1 card");
    assert_said(&scene, "You drew [");
}

/* What comes out of its order is answered with what is asked, and the table's state says it, too.
 */
static void what_is_asked_is_said(void **state)
{
    (void)state;
    pair_seat(true);
    const struct game *game = &scene_table(&scene)->round->game;
    for (unsigned i = 0; game->phase != PHASE_DRAWN && i < 60; i++)
        scene_do(&scene, pair_of_turn(), "!draw");
    assert_int_equal(game->phase, PHASE_DRAWN);
    const char *who = pair_of_turn();
    assert_refused(&scene, who, "!draw", "You have drawn: !play that card or !keep it.");
    scene_do(&scene, who, "!table");
    assert_said(&scene, ": play it or keep it?");
}

/* Who waits is told for whom. */
static void whose_turn_it_is_is_said(void **state)
{
    struct fault why = {0};
    (void)state;
    pair_seat(true);
    fault_set(&why, "It is not your turn. %s is to move.", pair_of_turn());
    assert_refused(&scene, pair_other(), "!draw", why.text);
    assert_refused(&scene, pair_other(), "!play", why.text);
}

/* Counts are open: who plays down to one card is seen to, whether UNO was said or not; and the end
 * of a match of one round says whose that is. */
static void one_card_left_is_seen(void **state)
{
    struct actor actors[] = {{.name = "alice", .forgets = 50}, {.name = "bob", .forgets = 50}};
    unsigned said = 0, silent = 0;
    (void)state;
    for (unsigned games = 0; (said == 0 || silent == 0) && games < 20; games++) {
        scene_mark(&scene);
        actors[0].read = actors[1].read = script_lines(scene.adapter);
        scene_do(&scene, "alice", games == 0 ? "!new" : "!start");
        scene_do(&scene, "bob", "!join");
        scene_type(&scene, "alice", "!start");
        scene.mark = actors[0].read;
        scene_play(&scene, actors, 2, " wins the round and ", 3000);
        assert_said(&scene, " points, and so the match!");
        for (size_t i = scene.mark; i < script_lines(scene.adapter); i++) {
            const char *left = strstr(script_line(scene.adapter, i), "] (1 card left)");
            said += left != NULL && strstr(left, " and says UNO!") != NULL;
            silent += left != NULL && strstr(left, "UNO") == NULL;
        }
    }
    assert_true(said > 0 && silent > 0);
}

/* Lets both play silently until one of them has one card and may be caught; who that is. */
static unsigned play_until_exposed(void)
{
    struct table *table = scene_table(&scene);
    unsigned chance = 7;
    struct actor actors[] = {{.name = "alice", .forgets = 100}, {.name = "bob", .forgets = 100}};
    for (unsigned i = 0; i < 3000 && table->round != NULL && table->round->game.exposed == 0; i++) {
        actor_step(&scene, &actors[i % 2], &chance);
        scene_settle(&scene);
    }
    if (table->round == NULL)
        fail_msg("the round ended without anybody to catch");
    return (unsigned)__builtin_ctz(table->round->game.exposed);
}

/* "uno" of the one who has one card is the call, late as it is. */
static void uno_is_the_call(void **state)
{
    (void)state;
    pair_seat(true);
    unsigned exposed = play_until_exposed();
    scene_do(&scene, seat_name(scene_table(&scene), exposed), "uno!");
    assert_said(&scene, " says UNO!");
    assert_int_equal(scene_table(&scene)->round->game.exposed, 0);
    assert_refused(&scene, seat_name(scene_table(&scene), 1 - exposed), "!catch",
                   "nobody to catch");
}

/* "uno" of another one is the catch. */
static void uno_is_the_catch(void **state)
{
    (void)state;
    pair_seat(true);
    unsigned exposed = play_until_exposed();
    scene_do(&scene, seat_name(scene_table(&scene), 1 - exposed), "!UNO");
    assert_said(&scene, " without UNO");
    assert_int_equal(scene_table(&scene)->round->game.hand_count[exposed], 3);
}

/* A card of the hand and the first of those wanted in the draw pile change places. */
static void replace(unsigned seat, unsigned card, struct cards wanted)
{
    struct game *game = &scene_table(&scene)->round->game;
    unsigned i = 0;
    while (i < game->pile_count && !cards_has(wanted, game->pile[i]))
        i++;
    assert_true(i < game->pile_count);
    cards_remove(&game->hand[seat], card);
    cards_add(&game->hand[seat], game->pile[i]);
    game->pile[i] = (uint8_t)card;
}

/* Puts one from the draw pile into the hand of whose turn it is. */
static void give(enum kind kind)
{
    const struct round *round = scene_table(&scene)->round;
    unsigned seat = round->game.turn;
    replace(seat, cards_first(round->game.hand[seat]), round->rules->of_kind[kind]);
}

/* the colour is asked for, never guessed; talk in between is talk. */
static void a_colour_is_asked_for(void **state)
{
    (void)state;
    pair_seat(true);
    give(KIND_WILD);
    const char *who = pair_of_turn();
    const char *late = pair_other();
    scene_do(&scene, who, "pl w");
    assert_said(&scene, "Which colour?");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    scene_do(&scene, late, "red"); /* not asked */
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, who, "%s", late);
    scene_do(&scene, who, "hmm, let me think");
    assert_int_equal(scene_count(&scene, ""), 0);
    assert_refused(&scene, who, "!colour purple", "");
    scene_do(&scene, who, "rouge");
    assert_said(&scene, " plays [W] and names red");
}

/* A question that is waiting is dropped by another move. */
static void another_move_drops_the_question(void **state)
{
    (void)state;
    pair_seat(true);
    give(KIND_WILD);
    const char *who = pair_of_turn();
    scene_do(&scene, who, "pl w");
    scene_do(&scene, who, "dr");
    assert_said(&scene, " draws 1 card");
    assert_null(scene_table(&scene)->seats[0].ask);
    assert_null(scene_table(&scene)->seats[1].ask);
    scene_do(&scene, who, "red");
    assert_int_equal(scene_count(&scene, ""), 0);
}

static void without_red(unsigned seat)
{
    const struct round *round = scene_table(&scene)->round;
    const struct cards red = round->rules->of_colour[COLOUR_RED];
    for (struct cards held; !cards_empty(held = cards_and(round->game.hand[seat], red));)
        replace(seat, cards_first(held), round->rules->of_colour[COLOUR_BLUE]);
}

/* W-3: of three who sit, two hold red. */
static void a_web_swing_asks_by_name(void **state)
{
    (void)state;
    char line[80];
    scene_do(&scene, "alice", "!uno web");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "oper", "!join");
    scene_do(&scene, "alice", "!start");
    const struct table *table = scene_table(&scene);
    const struct game *game = &table->round->game;
    const struct rules *rules = table->round->rules;
    const struct cards red = rules->of_colour[COLOUR_RED];
    unsigned left = (game->turn + 1u) % 4, without = (game->turn + 2u) % 4;
    unsigned right = (game->turn + 3u) % 4;
    give(KIND_WILD_WEB);
    without_red(without);
    replace(left, cards_first(game->hand[left]), red);
    replace(right, cards_first(game->hand[right]), red);
    scene_do(&scene, pair_of_turn(), "!play ww red");
    snprintf(line, sizeof(line), " — choose a player (%s, %s): !target NAME",
             seat_name(table, left < right ? left : right),
             seat_name(table, left < right ? right : left));
    assert_said(&scene, line);
    snprintf(line, sizeof(line), "!target %s", seat_name(table, without));
    assert_refused(&scene, pair_of_turn(), line, "You cannot choose that player.");
    scene_do(&scene, pair_of_turn(), "!target %s", seat_name(table, right));
    assert_said(&scene, " loses the turn");
}

/* W-4, W-7: where there is nothing to choose, nobody chooses. */
static void a_web_swing_says_why(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno web");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    for (unsigned holders = 0; holders < 2; holders++) {
        char line[200];
        scene_do(&scene, "alice", "!start");
        const struct round *round = scene_table(&scene)->round;
        const struct game *game = &round->game;
        unsigned left = (game->turn + 1u) % 3;
        const char *name = seat_name(scene_table(&scene), left);
        give(KIND_WILD_WEB);
        without_red(left);
        without_red((game->turn + 2u) % 3);
        if (holders > 0)
            replace(left, cards_first(game->hand[left]), round->rules->of_colour[COLOUR_RED]);
        scene_do(&scene, pair_of_turn(), "!play ww red");
        snprintf(line, sizeof(line),
                 holders > 0 ? "]; only %s holds that colour; %s loses the turn → "
                             : "]; nobody holds that colour → %s",
                 name, name);
        assert_said(&scene, line);
        assert_not_said(&scene, " chooses ");
        scene_stop(&scene);
        scene_do(&scene, "bob", "!yes");
        scene_do(&scene, "carol", "!yes");
        scene_do(&scene, "alice", "!uno web");
        scene_do(&scene, "bob", "!join");
        scene_do(&scene, "carol", "!join");
    }
}

/* the card is told, for it was seen, and where it is now. */
static void a_first_card_goes_back(void **state)
{
    (void)state;
    char seed[16];
    for (unsigned n = 0; n < 400 && scene_said(&scene, "[W+4] is turned up") == NULL; n++) {
        scene_finish(&scene);
        scene_init(&scene, SCENE_MEMORY);
        snprintf(seed, sizeof(seed), "back %u", n);
        scene.options.seed = seed;
        scene_begin(&scene);
        pair_come();
        scene_do(&scene, "alice", "!uno skull");
        scene_do(&scene, "bob", "!join");
        scene_do(&scene, "alice", "!start");
    }
    assert_said(&scene, "; [W+4] is turned up and goes back into the draw pile; first card ");
}

static void information_changes_nothing(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, "carol", "!table");
    assert_said(&scene, "#table: On top ");
    assert_said(&scene, "; draw pile ");
    scene_do(&scene, "carol", "!order");
    assert_said(&scene, "(7)");
    scene_do(&scene, "carol", "!score");
    assert_said(&scene, "Totals: alice 0, bob 0.");
    scene_do(&scene, "carol", "!rules");
    assert_said(&scene, "@carol: classic is played here: !rules classic explains it");
    scene_do(&scene, "carol", "!règles flex");
    assert_said(&scene, "@carol: flex: two-sided cards.");
    scene_do(&scene, "carol", "!top");
    scene_wait(&scene, "nobody yet");
    scene_do(&scene, "carol", "!top week network");
    scene_wait(&scene, "Best this week, this network");
    scene_do(&scene, "bob", "!top yesterday");
    assert_said(&scene, "@bob: For example: !top week");
    scene_do(&scene, "bob", "!stats");
    scene_wait(&scene, "bob has not finished a round");
    scene_do(&scene, "bob", "!stats !op bob");
    scene_wait(&scene, "Nobody of that name has finished a round");
    scene_do(&scene, "oper", "!score nonsense");
    assert_said(&scene, "Totals: ");
}

/* "Statistics count finished rounds only (0 of 0 is not shown)": neither one that was stopped nor
 * one that everybody left is played. */
static void only_finished_rounds_count(void **state)
{
    (void)state;
    scene_join(&scene, "dora");
    pair_seat(true);
    scene_do(&scene, pair_of_turn(), "!draw"); /* without a move nothing is kept of it */
    scene_stop(&scene);
    scene_do(&scene, "bob", "!stats alice");
    scene_wait(&scene, "alice has not finished a round with other people");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "bob", "!leave"); /* the last one left wins nothing */
    scene_do(&scene, "carol", "!stats alice");
    scene_wait(&scene, "alice has not finished a round with other people");
    scene_do(&scene, "carol", "!top");
    scene_wait(&scene, "nobody yet");
}

/* Without a match that is over its part is not shown either. */
static void a_match_that_goes_on_is_not_shown(void **state)
{
    (void)state;
    scene.host.options.round_pause = 1000000;
    pair_seat(false);
    scene_do(&scene, "alice", "!set score points_500");
    scene_do(&scene, "alice", "!start");
    struct actor actors[2] = {{.name = "alice", .read = script_lines(scene.adapter)},
                              {.name = "bob", .read = script_lines(scene.adapter)}};
    scene_do(&scene, "alice", "!hand");
    scene_do(&scene, "bob", "!hand");
    scene_play(&scene, actors, 2, " wins the round", 2000);
    scene_do(&scene, "carol", "!stats alice");
    scene_wait(&scene, " of 1 (");
    assert_not_said(&scene, "matches won");
    assert_said(&scene, " here.");
}

/* UNO for nothing is answered to who said it, and to nobody else; HR-10 is an effect. */
static void uno_for_nothing_is_no_news(void **state)
{
    (void)state;
    pair_seat(true);
    for (unsigned i = 0; i < 3; i++) {
        assert_refused(&scene, pair_other(), "!uno", "That UNO has no effect");
        scene_do(&scene, pair_of_turn(), "uno"); /* it lapses */
        assert_said(&scene, ": That UNO has no effect");
        assert_int_equal(scene_count(&scene, ""), 1);
    }
}

static void a_false_uno_is_told(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set false_uno 2");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, pair_other(), "!uno");
    assert_said(&scene, "#table: ");
    assert_said(&scene, " calls UNO for nothing and draws 2 cards");
    scene_do(&scene, "bob", "!rules");
    assert_said(&scene, "This table has rules of its own: !set lists them.");
}

/* HR-5 with HR-6: what may not be kept is not offered to be kept. */
static void a_forced_card_is_not_to_be_kept(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set draw_until_playable on");
    scene_do(&scene, "alice", "!set force_play drawn");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, pair_of_turn(), "!draw");
    assert_said(&scene, " must be played. Your hand: ");
    assert_not_said(&scene, "!keep");
    assert_not_said(&scene, "keep it");
    assert_said(&scene, ": it can be played"); /* the channel never hears more */
    assert_refused(&scene, pair_of_turn(), "!keep", "You hold a card that must be played");
    assert_refused(&scene, pair_of_turn(), "!new flex", "Not while a match runs");
}

static void join_in_a_round_means_the_next(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set score points_500");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "carol", "!uno");
    assert_said(&scene, "@carol: A round is running: !join takes a seat for the next one");
    scene_do(&scene, "carol", "!join");
    assert_said(&scene, "carol takes a seat and plays from the next round on");
    assert_refused(&scene, "carol", "!draw", "You are not in this round");
    assert_refused(&scene, "carol", "!hand", "You are not in this round");
    assert_refused(&scene, "carol", "!play red 5", "You are not in this round");
    assert_refused(&scene, "carol", "!uno", "You are not in this round");
    assert_int_equal(scene_table(&scene)->round->game.players, 2);
}

/* the hand goes into the draw pile; one player left ends the round without points. */
static void leaving_ends_a_round_of_two(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, "bob", "!leave");
    assert_said(&scene,
                "bob leaves the table; the hand goes into the draw pile. Only one player is "
                "left: the round ends without points.");
    assert_null(scene_table(&scene)->round);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    assert_int_equal(scene_table(&scene)->seat_count, 1);
}

static void a_ruler_kicks(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    assert_refused(&scene, "dora", "!kick carol", "Only players at this table");
    assert_refused(&scene, "alice", "!kick nobody", "Nobody of that name");
    assert_refused(&scene, "alice", "!kick", "Nobody of that name");
    scene_do(&scene, "oper", "!virer car");
    assert_said(&scene, "#table: carol leaves the table.");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "oper", "!kick carol");
    assert_said(&scene, "carol leaves the table; the hand goes into the draw pile");
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    assert_refused(&scene, "carol", "!draw", "You have no seat");
    scene_do(&scene, "carol", "!join");
    assert_said(&scene, "plays from the next round on");
}

/* !stop ends the match. */
static void a_ruler_stops(void **state)
{
    (void)state;
    pair_seat(true);
    assert_refused(&scene, "carol", "!stop", "Only players at this table");
    assert_refused(&scene, "oper", "!stop", "say !stop again within 600 s");
    scene_do(&scene, "oper", "!arrêter");
    assert_said(&scene, "oper ends the match");
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    scene_do(&scene, "bob", "!start");
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    assert_refused(&scene, "oper", "!stop", "That ends the match for all: say !stop again");
    scene_do(&scene, "oper", "!stop");
    scene_do(&scene, "oper", "!stop");
    assert_said(&scene, "oper closes the table");
    assert_null(scene_table(&scene));
}

static void away_and_back(void **state)
{
    (void)state;
    pair_seat(false);
    assert_refused(&scene, "bob", "!back", "You are not away");
    scene_do(&scene, "bob", "!absent");
    assert_said(&scene, "#table: bob is away");
    assert_refused(&scene, "bob", "!away", "You are away already");
    scene_do(&scene, "bob", "!retour");
    assert_said(&scene, "#table: bob is back.");
    scene_do(&scene, "bob", "!away");
    scene_do(&scene, "bob", "!join");
    assert_said(&scene, "#table: bob is back.");
    scene.host.options.bot_delay = 100000;
    scene_do(&scene, "alice", "!start");
    const char *who = pair_of_turn();
    scene_do(&scene, who, "!away");
    scene_do(&scene, who, "!draw");
    assert_false(scene_table(&scene)->seats[0].away || scene_table(&scene)->seats[1].away);
}

/* What differs from the sheet is told once a match, also when its first round is void. */
static void what_differs_is_told_once(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set jump_in exact");
    scene.host.options.round_pause = 1000000;
    scene_do(&scene, "alice", "!start");
    assert_said(&scene, "#table: Played by the sheet of classic, but: who holds the same card ");
    struct table *table = scene_table(&scene);
    round_abandon(table, "damaged");
    assert_int_equal(table->state, TABLE_BETWEEN);
    assert_int_equal(table->match.rounds, 0);
    scene_settle(&scene);
    scene_mark(&scene);
    timer_set(&table->timer, 0);
    scene_wait(&scene, "#table: ");
    scene_settle(&scene);
    assert_int_equal(table->state, TABLE_ROUND);
    assert_not_said(&scene, "Played by the sheet");
    scene_stop(&scene);
    scene_do(&scene, "alice", "!start"); /* another match */
    assert_said(&scene, "#table: Played by the sheet of classic, but: who holds the same card ");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pair_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(questions_name_the_colours_of_the_deck),
        TEST(plays_are_read_and_refused),
        TEST(what_is_asked_is_said),
        TEST(whose_turn_it_is_is_said),
        TEST(one_card_left_is_seen),
        TEST(uno_is_the_call),
        TEST(only_finished_rounds_count),
        TEST(a_match_that_goes_on_is_not_shown),
        TEST(uno_is_the_catch),
        TEST(a_colour_is_asked_for),
        TEST(another_move_drops_the_question),
        TEST(a_web_swing_asks_by_name),
        TEST(a_web_swing_says_why),
        TEST(a_first_card_goes_back),
        TEST(information_changes_nothing),
        TEST(uno_for_nothing_is_no_news),
        TEST(a_false_uno_is_told),
        TEST(a_forced_card_is_not_to_be_kept),
        TEST(join_in_a_round_means_the_next),
        TEST(leaving_ends_a_round_of_two),
        TEST(a_ruler_kicks),
        TEST(a_ruler_stops),
        TEST(away_and_back),
        TEST(what_differs_is_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
