/* Every command: right use, wrong use, who may (bot/command.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/language.h"
#include "scene.h"

static struct scene scene;

static int set_up(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_join(&scene, "carol");
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_settle(&scene);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

/* alice opened the table and sits with bob; with `deal` a round runs. */
static void seat_two(bool deal)
{
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    if (deal)
        scene_do(&scene, "alice", "!start");
}

static const char *of_turn(void)
{
    return seat_name(scene_table(&scene), scene_table(&scene)->round->game.turn);
}

static const char *other(void)
{
    return strcmp(of_turn(), "alice") == 0 ? "bob" : "alice";
}

/* -- the table of commands -- */

static void aliases_are_unique_and_found(void **state)
{
    (void)state;
    assert_true(command_setup());
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        const struct command *command = command_at(i);
        char words[256];
        assert_ptr_equal(command_find(command->name), command);
        snprintf(words, sizeof(words), "%s", command->aliases);
        for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
            assert_ptr_equal(command_find(word), command);
        assert_true(*command->help != '\0');
        assert_non_null(command->run);
        assert_true(command->cost > 0);
    }
    assert_ptr_equal(command_find("DÉFI"), command_find("challenge"));
    assert_null(command_find("nonsense"));
    assert_null(command_find(""));
}

static void help_explains_every_row(void **state)
{
    (void)state;
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        char who[24];
        snprintf(who, sizeof(who), "reader%u", i / 5);
        scene_do(&scene, who, "!help %s", command_at(i)->name);
        assert_int_equal(scene_count(&scene, ""), 1);
        assert_said(&scene, command_at(i)->help);
    }
    scene_do(&scene, "alice", "!help");
    for (unsigned i = 0; command_at(i) != NULL; i++)
        assert_said(&scene, command_at(i)->name);
    assert_refused(&scene, "bob", "!help nonsense", "do not know that command");
    scene_do(&scene, "bob", "!aide !défi");
    assert_said(&scene, "challenge");
}

/* Without a table, every command that needs one says so, and nothing else. */
static void commands_need_their_table(void **state)
{
    (void)state;
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        const struct command *command = command_at(i);
        char who[24];
        char text[40];
        snprintf(who, sizeof(who), "passer%u", i);
        snprintf(text, sizeof(text), "!%s", command->name);
        if (command->needs == NEEDS_TABLE || command->needs == NEEDS_ROUND)
            assert_refused(&scene, who, text, "There is no table here");
    }
    assert_null(scene_table(&scene));
}

/* With a table, those who have no seat and do not rule are told so. */
static void rights_are_checked(void **state)
{
    (void)state;
    seat_two(false);
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        const struct command *command = command_at(i);
        char who[24];
        char text[40];
        snprintf(who, sizeof(who), "passer%u", i);
        snprintf(text, sizeof(text), "!%s", command->name);
        if (command->who == WHO_SEATED)
            assert_refused(&scene, who, text, "You have no seat");
        else if (command->who == WHO_RULER)
            assert_refused(&scene, who, text, "Only who opened the table");
        if (command->who == WHO_SEATED && command->needs == NEEDS_ROUND)
            assert_refused(&scene, i < 12 ? "bob" : "alice", text, "No round is running");
    }
    assert_refused(&scene, "carol", "!set stack any", "Only who opened the table");
    assert_refused(&scene, "carol", "!lang fr channel", "Only who opened the table");
    assert_refused(&scene, "carol", "!theme mono", "Only who opened the table");
}

/* A command in private finds the channel's table of its author; without a seat it finds none. */
static void private_words_find_the_table(void **state)
{
    (void)state;
    scene_mark(&scene);
    scene_whisper(&scene, "alice", "!new");
    scene_settle(&scene);
    assert_said(&scene, "@alice: Say that in the channel");
    assert_null(scene_table(&scene));
    seat_two(true);
    scene_mark(&scene);
    scene_whisper(&scene, "alice", "hand");
    scene_settle(&scene);
    assert_said(&scene, "Your hand: ");
    scene_mark(&scene);
    scene_whisper(&scene, "alice", "!table");
    scene_settle(&scene);
    assert_said(&scene, "@alice: On top ");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    scene_mark(&scene);
    scene_whisper(&scene, "carol", "!table");
    scene_settle(&scene);
    assert_said(&scene, "@carol: There is no table");
    assert_not_said(&scene, "On top");
}

/* -- lobby -- */

static void uno_opens_a_table(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno");
    assert_said(&scene, "#table: alice opens a table (classic)");
    assert_said(&scene, "Commitment of the shuffle: ");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    assert_refused(&scene, "bob", "!uno", "There is a table here already");
    assert_refused(&scene, "bob", "!new hyper", "There is a table here already");
}

static void every_set_opens(void **state)
{
    (void)state;
    assert_refused(&scene, "alice", "!new poker", "do not know that set");
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        char who[24];
        snprintf(who, sizeof(who), "opener%u", i);
        scene_do(&scene, who, "!nouveau %s", ruleset_name(ruleset_at(i)));
        assert_ptr_equal(scene_table(&scene)->set, ruleset_at(i));
        scene_do(&scene, who, "!start");
        assert_said(&scene, "It takes two to play");
        scene_do(&scene, who, "!stop");
        assert_null(scene_table(&scene));
    }
}

static void tables_have_a_limit(void **state)
{
    (void)state;
    script_entered(scene.adapter, "#other");
    scene.host.options.tables_max = 1;
    scene_do(&scene, "alice", "!new");
    script_type(scene.adapter, "#other", "bob", "!new");
    scene_mark(&scene);
    scene_settle(&scene);
    assert_said(&scene, "@bob: All my tables are taken");
    assert_int_equal(scene.host.table_count, 1);
}

static void seats_are_taken_and_given_back(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    assert_refused(&scene, "alice", "!join", "You have a seat already");
    scene_do(&scene, "bob", "!rejoindre");
    assert_said(&scene, "#table: bob takes a seat.");
    scene_do(&scene, "bob", "!partir");
    assert_said(&scene, "#table: bob leaves the table.");
    assert_refused(&scene, "bob", "!leave", "You have no seat");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    for (unsigned i = 0; i < 9; i++) {
        char who[24];
        snprintf(who, sizeof(who), "guest%u", i);
        scene_do(&scene, who, "!join");
    }
    assert_refused(&scene, "bob", "!join", "There are no more seats");
    assert_refused(&scene, "alice", "!bots 1", "There are no more seats");
}

static void computer_players_are_seated(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 3 random");
    assert_said(&scene, "#table: At the table: alice, Ada (computer), Blaise (computer), Grace");
    assert_int_equal(scene_table(&scene)->seat_count, 4);
    assert_string_equal(scene_table(&scene)->seats[3].player->name, "random");
    scene_do(&scene, "alice", "!robots 1");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    assert_string_equal(scene_table(&scene)->seats[1].player->name, "greedy");
    assert_refused(&scene, "alice", "!bots", "How many computer players");
    assert_refused(&scene, "alice", "!bots many", "How many computer players");
    assert_refused(&scene, "alice", "!bots -1", "How many computer players");
    assert_refused(&scene, "alice", "!bots 11", "How many computer players");
    assert_refused(&scene, "alice", "!bots 10", "There are no more seats");
    assert_refused(&scene, "alice", "!bots 2 genius", "do not know that level");
    assert_refused(&scene, "alice", "!bots 2x", "How many computer players");
}

/* Kicked computer players keep their names until the round ends: the new ones still get names. */
static void many_computer_players_all_have_names(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 9");
    scene.host.options.bot_delay = 100000;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    for (unsigned i = 1; i < 9; i++)
        scene_do(&scene, "oper", "!kick %s", seat_name(table, i));
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "bob", "!bots 8");
    for (unsigned i = 0; i < table->seat_count; i++)
        assert_non_null(seat_name(table, i));
    scene_do(&scene, "carol", "!order");
    assert_int_equal(scene_count(&scene, "#table"), 1);
}

static void switches_are_set_before_the_deal(void **state)
{
    (void)state;
    seat_two(false);
    scene_do(&scene, "alice", "!set");
    assert_said(&scene, "@alice: Rules: classic, as on its sheet");
    scene_do(&scene, "alice", "!set score points_500");
    assert_said(&scene, "#table: alice sets score=points_500 (R-59)");
    scene_do(&scene, "oper", "!set stack = any");
    assert_said(&scene, "stack=any");
    scene_do(&scene, "bob", "!options");
    assert_said(&scene, "score=points_500");
    assert_refused(&scene, "alice", "!set nonsense", "There is no such switch");
    assert_refused(&scene, "alice", "!set stack", "stack=any");
    assert_refused(&scene, "alice", "!set stack perhaps", "stack");
    assert_refused(&scene, "oper", "!set hand_size 5000", "hand_size=7");
    assert_refused(&scene, "oper", "!set play_to_last on", "play_to_last needs score");
    scene_do(&scene, "bob", "!start");
    assert_refused(&scene, "alice", "!set stack off", "Not while a match runs");
}

static void start_wants_two(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    assert_refused(&scene, "alice", "!start", "It takes two to play");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "bob", "!commencer");
    assert_said(&scene, " deals 7 cards each; ");
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    assert_int_equal(scene_count(&scene, "@alice"), 1);
    assert_int_equal(scene_count(&scene, "@bob"), 1);
    assert_refused(&scene, "alice", "!start", "Not while a match runs");
}

/* Rules that fit the lobby may not fit its number of players: nothing is begun. */
static void rules_must_fit_the_players(void **state)
{
    (void)state;
    seat_two(false);
    scene_do(&scene, "alice", "!set hand_size 15");
    scene_do(&scene, "alice", "!bots 8");
    assert_refused(&scene, "bob", "!start", "The deck is too small");
    assert_false(scene_table(&scene)->match_on);
}

/* -- in a round -- */

static void plays_are_read_and_refused(void **state)
{
    (void)state;
    seat_two(true);
    const char *who = of_turn();
    const char *late = other();
    assert_refused(&scene, late, "!draw", "It is not your turn");
    assert_refused(&scene, who, "!play", "Which card?");
    assert_refused(&scene, who, "!play xyzzy", "I do not know that card");
    assert_refused(&scene, who, "!play 5", "Of which colour is that card?");
    assert_refused(&scene, who, "!play red blue 5", "Which card do you mean?");
    assert_refused(&scene, who, "!keep", "");
    assert_refused(&scene, who, "!challenge", "not what is asked");
    assert_refused(&scene, who, "!accept", "not what is asked");
    assert_refused(&scene, late, "!colour red", "");
    assert_refused(&scene, late, "!colour mauve", "does not have that colour");
    assert_refused(&scene, late, "!target nobody", "Nobody of that name");
    assert_refused(&scene, late, "!catch nobody", "Nobody of that name");
    assert_refused(&scene, late, "!catch", "There is nobody to catch");
    scene_do(&scene, who, "!draw");
    assert_said(&scene, "draws 1 card");
    assert_said(&scene, "You draw [");
}

/* R-13's turn order aside: bare words are for seated players of a running round. */
static void bare_words_are_for_players(void **state)
{
    (void)state;
    static const char *const words[] = {"jo", "pl r5", "dr", "pa", "co red", "ca",
                                        "cd", "tu",    "od", "ct", "uno"};
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        scene_do(&scene, "carol", "%s", words[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    seat_two(false);
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        scene_do(&scene, i % 2 == 0 ? "carol" : "alice", "%s", words[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    scene_do(&scene, "alice", "!start");
    const char *who = of_turn();
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        scene_do(&scene, "carol", "%s", words[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    scene_do(&scene, who, "ca");
    assert_said(&scene, "Your turn on ");
    scene_do(&scene, who, "CD");
    assert_said(&scene, "#table: On top ");
    scene_do(&scene, who, "tu");
    assert_said(&scene, "#table: → ");
    scene_do(&scene, other(), "od");
    assert_said(&scene, "#table: → ");
    scene_do(&scene, other(), "ct");
    assert_said(&scene, "#table: → ");
    scene_do(&scene, other(), "jo");
    assert_said(&scene, "You have a seat already");
    scene_do(&scene, who, "pl");
    assert_said(&scene, "Which card?");
    scene_do(&scene, who, "dr");
    assert_said(&scene, "draws 1 card");
}

/* Talk that begins with a bare word is talk. */
static void talk_is_no_command(void **state)
{
    (void)state;
    static const char *const talk[] = {
        "tu dors ?", "ca va bien ?",      "cd is a thing of the past",
        "dr who",    "pa is coming home", "od is what it is",
        "ct scan",   "jo said so",        "hello",
        "!!!"};
    seat_two(true);
    for (unsigned i = 0; i < sizeof(talk) / sizeof(talk[0]) - 1; i++) {
        scene_do(&scene, i % 2 == 0 ? "alice" : "bob", "%s", talk[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    assert_refused(&scene, "alice", "!!!", "I do not know that command");
    scene_do(&scene, "carol", "!nonsense");
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* Lets both play silently until one of them has one card and may be caught; who that is. */
static unsigned play_until_exposed(void)
{
    struct table *table = scene_table(&scene);
    struct actor actors[] = {{.name = "alice", .forgets = 100}, {.name = "bob", .forgets = 100}};
    unsigned chance = 7;
    for (unsigned i = 0; i < 3000 && table->round != NULL && table->round->game.exposed == 0; i++) {
        actor_step(&scene, &actors[i % 2], &chance);
        scene_settle(&scene);
    }
    assert_non_null(table->round);
    return (unsigned)__builtin_ctz(table->round->game.exposed);
}

/* "uno" of the one who has one card is the call, late as it is. */
static void uno_is_the_call(void **state)
{
    (void)state;
    seat_two(true);
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
    seat_two(true);
    unsigned exposed = play_until_exposed();
    scene_do(&scene, seat_name(scene_table(&scene), 1 - exposed), "!UNO");
    assert_said(&scene, " without UNO");
    assert_int_equal(scene_table(&scene)->round->game.hand_count[exposed], 3);
}

/* Puts a wild from the draw pile into the hand of whose turn it is. */
static void give_wild(void)
{
    struct game *game = &scene_table(&scene)->round->game;
    const struct rules *rules = scene_table(&scene)->round->rules;
    for (unsigned i = 0; i < game->pile_count; i++) {
        if (!cards_has(rules->of_kind[KIND_WILD], game->pile[i]))
            continue;
        unsigned card = cards_first(game->hand[game->turn]);
        cards_remove(&game->hand[game->turn], card);
        cards_add(&game->hand[game->turn], game->pile[i]);
        game->pile[i] = (uint8_t)card;
        return;
    }
    fail_msg("no wild in the draw pile");
}

/* the colour is asked for, never guessed; talk in between is talk. */
static void a_colour_is_asked_for(void **state)
{
    (void)state;
    seat_two(true);
    give_wild();
    const char *who = of_turn();
    const char *late = other();
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
    seat_two(true);
    give_wild();
    const char *who = of_turn();
    scene_do(&scene, who, "pl w");
    scene_do(&scene, who, "dr");
    assert_said(&scene, " draws 1 card");
    assert_null(scene_table(&scene)->seats[0].ask);
    assert_null(scene_table(&scene)->seats[1].ask);
    scene_do(&scene, who, "red");
    assert_int_equal(scene_count(&scene, ""), 0);
}

static void information_changes_nothing(void **state)
{
    (void)state;
    seat_two(true);
    scene_do(&scene, "carol", "!table");
    assert_said(&scene, "#table: On top ");
    assert_said(&scene, "; draw pile ");
    scene_do(&scene, "carol", "!order");
    assert_said(&scene, "(7)");
    scene_do(&scene, "carol", "!score");
    assert_said(&scene, "Totals: alice 0, bob 0.");
    scene_do(&scene, "carol", "!rules");
    assert_said(&scene, "@carol: classic: 108 cards");
    scene_do(&scene, "carol", "!règles flex");
    assert_said(&scene, "@carol: flex: two-sided");
    scene_do(&scene, "carol", "!top");
    scene_wait(&scene, "nobody yet");
    scene_do(&scene, "carol", "!top week network");
    scene_wait(&scene, "Best this week, this network");
    scene_do(&scene, "bob", "!top yesterday");
    assert_said(&scene, "@bob: For example: !top week");
    scene_do(&scene, "bob", "!stats");
    scene_wait(&scene, "bob has not finished a round");
    scene_do(&scene, "bob", "!stats nobody");
    scene_wait(&scene, "nobody has not finished a round");
    scene_do(&scene, "oper", "!score nonsense");
    assert_said(&scene, "Totals: ");
}

static void join_in_a_round_means_the_next(void **state)
{
    (void)state;
    seat_two(false);
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
    seat_two(true);
    scene_do(&scene, "bob", "!leave");
    assert_said(&scene, "bob leaves the table; the hand goes into the draw pile");
    assert_said(&scene, "Only one player is left");
    assert_null(scene_table(&scene)->round);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    assert_int_equal(scene_table(&scene)->seat_count, 1);
}

static void a_ruler_kicks(void **state)
{
    (void)state;
    seat_two(false);
    scene_do(&scene, "carol", "!join");
    assert_refused(&scene, "bob", "!kick carol", "Only who opened the table");
    assert_refused(&scene, "alice", "!kick nobody", "Nobody of that name");
    assert_refused(&scene, "alice", "!kick", "Nobody of that name");
    scene_do(&scene, "oper", "!virer car");
    assert_said(&scene, "#table: carol leaves the table.");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "alice", "!kick carol");
    assert_said(&scene, "carol leaves the table; the hand goes into the draw pile");
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    assert_refused(&scene, "carol", "!draw", "You have no seat");
    scene_do(&scene, "carol", "!join");
    assert_said(&scene, "plays from the next round on");
}

/* !stop ends the match; the shuffle that nobody will finish is shown, and the next commitment. */
static void a_ruler_stops(void **state)
{
    (void)state;
    seat_two(true);
    assert_refused(&scene, "bob", "!stop", "Only who opened the table");
    scene_do(&scene, "alice", "!arrêter");
    assert_said(&scene, "alice ends the match");
    assert_said(&scene, "; next commitment ");
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    scene_do(&scene, "bob", "!start");
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    scene_do(&scene, "oper", "!stop");
    scene_do(&scene, "oper", "!stop");
    assert_said(&scene, "oper closes the table");
    assert_null(scene_table(&scene));
}

static void away_and_back(void **state)
{
    (void)state;
    seat_two(false);
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
    const char *who = of_turn();
    scene_do(&scene, who, "!away");
    scene_do(&scene, who, "!draw");
    assert_false(scene_table(&scene)->seats[0].away || scene_table(&scene)->seats[1].away);
}

/* -- looks -- */

static void languages_are_kept(void **state)
{
    (void)state;
    seat_two(true);
    scene_do(&scene, "bob", "!lang");
    assert_said(&scene, "@bob: Languages: en (English) fr (");
    scene_do(&scene, "bob", "!langue fr");
    assert_int_equal(scene_count(&scene, "@bob"), 1);
    assert_ptr_equal(scene_table(&scene)->seats[1].person->language, language_find("fr"));
    assert_ptr_equal(scene_table(&scene)->language, language_find("en"));
    scene_do(&scene, "alice", "!lang channel fr");
    assert_int_equal(scene_count(&scene, "#table"), 1);
    assert_ptr_equal(scene_table(&scene)->language, language_find("fr"));
    scene_do(&scene, "oper", "!theme mono");
    assert_true(scene_table(&scene)->mono);
    assert_refused(&scene, "oper", "!theme pink", "Themes: colours, mono");
    scene_down(&scene);
    scene_up(&scene);
    scene_settle(&scene);
    assert_ptr_equal(scene_table(&scene)->language, language_find("fr"));
    assert_ptr_equal(scene_table(&scene)->seats[1].person->language, language_find("fr"));
    assert_true(scene_table(&scene)->mono);
}

static void the_prefix_is_a_setting(void **state)
{
    (void)state;
    scene_down(&scene);
    scene.options.prefix = "uno:";
    scene_up(&scene);
    scene_settle(&scene);
    scene_do(&scene, "alice", "!new");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "uno:new");
    assert_said(&scene, "uno:join takes a seat");
    scene_do(&scene, "alice", "uno:start");
    assert_said(&scene, "@alice: It takes two to play: uno:join, or uno:bots 1.");
}

/* A flood is ignored in silence, and moves of the game are none. */
static void floods_are_ignored(void **state)
{
    (void)state;
    scene_do(&scene, "carol", "!new");
    for (unsigned i = 0; i < 30; i++)
        scene_type(&scene, "bob", "!help");
    scene_mark(&scene);
    scene_settle(&scene);
    assert_in_range(scene_count(&scene, "@bob"), 2, 30);
    scene_do(&scene, "bob", "!join");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "!join");
    assert_said(&scene, "alice takes a seat");
}

/* Text of strangers is cleaned on its way through (DESIGN "Text"). */
static void names_are_cleaned(void **state)
{
    (void)state;
    scene_do(&scene, "ev\x03il\xE2\x80\xAEname", "!new");
    assert_said(&scene, "#table: evilname opens a table");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(aliases_are_unique_and_found),
        TEST(help_explains_every_row),
        TEST(commands_need_their_table),
        TEST(rights_are_checked),
        TEST(private_words_find_the_table),
        TEST(uno_opens_a_table),
        TEST(every_set_opens),
        TEST(tables_have_a_limit),
        TEST(seats_are_taken_and_given_back),
        TEST(computer_players_are_seated),
        TEST(many_computer_players_all_have_names),
        TEST(switches_are_set_before_the_deal),
        TEST(start_wants_two),
        TEST(rules_must_fit_the_players),
        TEST(plays_are_read_and_refused),
        TEST(bare_words_are_for_players),
        TEST(talk_is_no_command),
        TEST(uno_is_the_call),
        TEST(uno_is_the_catch),
        TEST(a_colour_is_asked_for),
        TEST(another_move_drops_the_question),
        TEST(information_changes_nothing),
        TEST(join_in_a_round_means_the_next),
        TEST(leaving_ends_a_round_of_two),
        TEST(a_ruler_kicks),
        TEST(a_ruler_stops),
        TEST(away_and_back),
        TEST(languages_are_kept),
        TEST(the_prefix_is_a_setting),
        TEST(floods_are_ignored),
        TEST(names_are_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
