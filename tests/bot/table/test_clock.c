/* What time and the network's health do to a table (bot/table/clock.h, X-2). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/host/daemon.h"
#include "bot/show/render/render.h"
#include "bot/table/clock.h"
#include "bot/text/language.h"
#include "engine/move/check.h"
#include "tests/bot/scene.h"

enum { NEVER = 1000000, SOON = 3 };

static struct scene scene;

static int set_up(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene.options.bot_delay = NEVER;
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

static unsigned turn_seat(void)
{
    return scene_table(&scene)->round->game.turn;
}

static const char *of_turn(void)
{
    return seat_name(scene_table(&scene), turn_seat());
}

static size_t index_of(const char *part)
{
    for (size_t i = scene.mark; i < script_lines(scene.adapter); i++) {
        if (strstr(script_line(scene.adapter, i), part) != NULL)
            return i;
    }
    fail_msg("\"%s\" was not said", part);
    return 0;
}

/* X-2: a reminder to all, one in private, then the default and a computer player. */
static void a_turn_runs_out_in_stages(void **state)
{
    (void)state;
    char reminder[80];
    char whisper[80];
    char late[80];
    scene_do(&scene, "alice", "!start");
    unsigned seat = turn_seat();
    const char *who = of_turn();
    scene_do(&scene, seat_name(scene_table(&scene), !seat), "!away"); /* its turn lasts */
    unsigned cards = scene_table(&scene)->round->game.hand_count[seat];
    snprintf(reminder, sizeof(reminder), "#table: %s, it is your turn.", who);
    snprintf(whisper, sizeof(whisper), "@%s: Your turn on ", who);
    snprintf(late, sizeof(late), "#table: %s took too long: a computer player keeps the seat", who);
    scene.host.options.turn_reminder = SOON;
    scene.host.options.turn_whisper = 2 * SOON;
    scene.host.options.turn_limit = 3 * SOON;
    clock_arm(scene_table(&scene));
    scene_wait(&scene, late);
    scene_settle(&scene);
    assert_true(index_of(reminder) < index_of(late));
    scene.mark = index_of(reminder);
    assert_true(index_of(whisper) < index_of(late));
    assert_true(scene_table(&scene)->seats[seat].away);
    assert_int_equal(scene_table(&scene)->round->game.hand_count[seat], cards + 1);
    assert_int_not_equal(turn_seat(), seat);
}

/* The configuration was read again in the middle of a turn. */
static void other_clocks_hold_in_the_turn_that_runs(void **state)
{
    char late[80];
    (void)state;
    struct host_options options = scene.host.options;
    options.turn_reminder = options.turn_whisper = options.turn_limit = NEVER;
    host_reconfigure(&scene.host, &options);
    scene_do(&scene, "alice", "!start");
    snprintf(late, sizeof(late), "#table: %s took too long: a computer player keeps the seat",
             of_turn());
    options.turn_reminder = SOON;
    options.turn_whisper = 2 * SOON;
    options.turn_limit = 3 * SOON;
    host_reconfigure(&scene.host, &options);
    scene_wait(&scene, late);
}

/* Tables speak another language where their channel chose none. */
static void another_language_holds_at_the_tables_there_are(void **state)
{
    (void)state;
    struct host_options options = scene.host.options;
    assert_said(&scene, "takes a seat");
    options.language = language_find("fr");
    host_reconfigure(&scene.host, &options);
    scene_mark(&scene);
    scene_do(&scene, "alice", "!start");
    assert_said(&scene, " distribue 7 cartes");
}

/* The computer player that keeps the seat plays on, and whoever acts again has it back. */
static void who_plays_is_back(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    unsigned seat = turn_seat();
    const char *who = of_turn();
    scene_do(&scene, who, "!away");
    assert_true(scene_table(&scene)->seats[seat].away);
    scene_do(&scene, who, "dr");
    assert_false(scene_table(&scene)->seats[seat].away);
    scene_do(&scene, of_turn(), "!hand");
    scene.host.options.bot_delay = 0;
    seat = turn_seat();
    scene_do(&scene, of_turn(), "!away");
    assert_int_not_equal(turn_seat(), seat); /* its turn was played */
    scene_do(&scene, seat_name(scene_table(&scene), seat), "!back");
    assert_said(&scene, " is back.");
    assert_said(&scene, "Your hand: ");
}

/* Outages of the network never count against a player. */
static void an_outage_stops_the_clock(void **state)
{
    (void)state;
    scene.host.options.turn_reminder = NEVER;
    scene.host.options.turn_whisper = NEVER + 1;
    scene.host.options.turn_limit = NEVER + 2;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    assert_true(timer_active(&table->timer));
    unsigned cards = table->round->game.hand_count[turn_seat()];
    script_disconnect(scene.adapter, 20);
    while (table->clock_runs)
        uv_run(loop_uv(scene.loop), UV_RUN_NOWAIT);
    assert_false(timer_active(&table->timer));
    assert_null(table->seats[0].person->id);
    scene_mark(&scene);
    scene_wait(&scene, "@alice: ");
    scene_wait(&scene, "@bob: ");
    scene_settle(&scene);
    assert_said(&scene, "#table: The table goes on where it was. ");
    assert_said(&scene, "Your turn on ");
    assert_int_equal(scene_count(&scene, "@alice"), 1);
    assert_int_equal(scene_count(&scene, "@bob"), 1);
    assert_int_equal(table->round->game.hand_count[turn_seat()], cards);
    assert_true(timer_active(&table->timer));
}

static void a_kick_from_the_channel_is_an_outage(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    script_removed(scene.adapter, "#table");
    scene_settle(&scene);
    assert_false(scene_table(&scene)->clock_runs);
    scene_mark(&scene);
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_said(&scene, "#table: The table goes on where it was. On top ");
    assert_said(&scene, "@alice: ");
    assert_said(&scene, "@bob: ");
}

/* Two channels, one outage: both hands come again. */
static void a_person_at_two_tables_gets_both_hands(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    script_entered(scene.adapter, "#other");
    script_join(scene.adapter, "#other", "alice", NULL, false);
    script_join(scene.adapter, "#other", "bob", NULL, false);
    script_type(scene.adapter, "#other", "bob", "!new");
    script_type(scene.adapter, "#other", "alice", "!join");
    script_type(scene.adapter, "#other", "alice", "!start");
    scene_settle(&scene);
    assert_int_equal(tables_count(scene.host.tables), 2);
    scene_mark(&scene);
    script_disconnect(scene.adapter, 0);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@alice"), 2);
    assert_int_equal(scene_count(&scene, "@bob"), 2);
}

/* A seat's hand comes again to whoever returns: from the same host, or by account.
 */
static void returning_people_get_their_hand(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "carol", "carol_account", false);
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!start");
    script_gone(scene.adapter, "alice", true);
    script_gone(scene.adapter, "carol", true);
    scene_settle(&scene);
    assert_null(scene_table(&scene)->seats[0].person->id);
    assert_null(scene_table(&scene)->seats[2].person->id);
    scene_mark(&scene);
    scene_join(&scene, "alice");
    script_join(scene.adapter, "#table", "carol2", NULL, false);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@alice: "), 1);
    assert_int_equal(scene_count(&scene, "@carol2: "), 0);
    script_identify(scene.adapter, "carol2", "carol_account");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@carol2: "), 1);
}

/* A freed nick is anybody's: neither taking it nor talking under it brings its hand. */
static void a_nick_alone_brings_no_hand(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    const struct person *bob = scene_table(&scene)->seats[1].person;
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
    scene_mark(&scene);
    script_join_from(scene.adapter, "#table", "mallory", "elsewhere");
    script_rename(scene.adapter, "mallory", "bob");
    scene_type(&scene, "bob", "hello all");
    scene_settle(&scene);
    assert_null(bob->id);
    script_gone(scene.adapter, "bob", false);
    script_join_from(scene.adapter, "#table", "bob", "elsewhere");
    scene_type(&scene, "bob", "hello again");
    script_removed(scene.adapter, "#table");
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_null(bob->id);
    assert_int_equal(scene_count(&scene, "@bob"), 0);
    assert_refused(&scene, "bob", "!hand", "A seat is kept for this nick");
    assert_null(bob->id);
}

/* Likewise after the daemon was down. */
static void a_nick_taken_meanwhile_brings_no_hand(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    scene_down(&scene);
    scene_up(&scene);
    scene_join(&scene, "alice");
    script_join_from(scene.adapter, "#table", "bob", "elsewhere");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@alice: "), 1);
    assert_int_equal(scene_count(&scene, "@bob: "), 0);
}

/* A failure that comes late speaks of a nick which another person had. */
static void a_late_failure_is_not_the_renamed_ones(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    script_rename(scene.adapter, "bob", "bobby");
    scene_settle(&scene);
    scene_mark(&scene);
    adapter_raise(scene.adapter, &(struct chat_event){.kind = CHAT_FAILED,
                                                      .text = "no such nick",
                                                      .user = {.id = "bob", .name = "bob"}});
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    assert_false(scene_table(&scene)->seats[1].unreachable);
}

static void an_idle_lobby_closes(void **state)
{
    (void)state;
    scene.host.options.lobby_idle = SOON;
    scene_mark(&scene);
    scene_type(&scene, "alice", "!bots 1");
    scene_wait(&scene, "#table: Nobody came: the table is closed.");
    assert_null(scene_table(&scene));
    assert_int_equal(scene.host.people->index[PEOPLE_BY_KEY].count, 0);
}

/* All away: computer players do not play on among themselves; after a day the table closes. */
static void nobody_there_pauses_then_closes(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "alice", "!away");
    scene.host.options.bot_delay = 0;
    scene_do(&scene, "bob", "!away");
    struct table *table = scene_table(&scene);
    uint64_t hash = game_hash(table->round->rules, &table->round->game);
    scene_settle(&scene);
    assert_true(game_hash(table->round->rules, &table->round->game) == hash);
    assert_false(timer_active(&table->timer));
    scene.host.options.away_close = SOON;
    scene_do(&scene, "alice", "!back");
    scene_mark(&scene);
    scene_type(&scene, "alice", "!away");
    scene_wait(&scene, "Nobody came: the table is closed.");
    assert_null(scene_table(&scene));
}

/* Seats without anybody are no match: whoever leaves last ends it. */
static void the_last_person_ends_the_match(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!bots 2");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "alice", "!leave");
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    scene_do(&scene, "bob", "!leave");
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    assert_null(scene_table(&scene)->round);
}

static void leaving_between_rounds(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!set score points_500");
    scene.host.options.round_pause = NEVER;
    scene.host.options.bot_delay = 0;
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    struct actor actors[] = {{.name = "alice"}, {.name = "bob"}};
    scene.mark = 0;
    scene_play(&scene, actors, 2, "wins the round", 3000);
    assert_int_equal(table->state, TABLE_BETWEEN);
    scene_do(&scene, "bob", "!leave");
    assert_int_equal(table->state, TABLE_BETWEEN);
    assert_int_equal(table->match.players, 2);
    scene_do(&scene, "alice", "!leave");
    assert_int_equal(table->state, TABLE_LOBBY);
}

/* Moves the begin of the turn or pause back by NEVER / 2 ms. A timer that was not restarted has at
 * most that time left. */
static void let_half_pass(void)
{
    struct table *table = scene_table(&scene);
    table->turn_at = loop_now(scene.loop) - NEVER / 2;
    clock_arm(table);
}

static uint64_t due_in(void)
{
    assert_true(timer_active(&scene_table(&scene)->timer));
    return uv_timer_get_due_in(&scene_table(&scene)->timer.uv);
}

/* X-2: what is no move gives nobody more time; a call that changes nothing is not journaled. */
static void talk_does_not_stall_the_clock(void **state)
{
    (void)state;
    static const char *const talk[] = {"!uno", "!away", "!back", "!join", "!leave"};
    scene.host.options.turn_reminder = NEVER;
    scene.host.options.turn_whisper = scene.host.options.turn_limit = NEVER + 1;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    const char *other = seat_name(table, 1 - turn_seat());
    uint32_t seq = table->round->seq;
    let_half_pass();
    for (unsigned i = 0; i < 5; i++) {
        scene_do(&scene, i < 3 ? other : "carol", "%s", talk[i]);
        assert_int_not_equal(scene_count(&scene, i == 0 ? "@" : "#table"), 0);
        assert_true(due_in() <= NEVER / 2);
    }
    assert_int_equal(table->round->seq, seq);
    scene_do(&scene, of_turn(), "dr");
    assert_true(table->round->seq > seq);
    assert_true(due_in() > NEVER / 2);
}

/* The same of the pause between rounds; then rules that cannot be dealt end the match aloud. */
static void a_pause_ends_in_time(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!set score points_500");
    scene.host.options.round_pause = NEVER;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    struct actor actors[] = {{.name = "alice"}, {.name = "bob"}};
    scene.mark = 0;
    scene_play(&scene, actors, 2, "wins the round", 3000);
    scene_do(&scene, "carol", "!clock");
    assert_said(&scene, "#table: The next round starts in ");
    let_half_pass();
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "carol", "!leave");
    assert_true(due_in() <= NEVER / 2);
    table->switches.value[SWITCH_NO_BLUFF] = table->switches.value[SWITCH_NO_CHALLENGE] = 1;
    timer_set(&table->timer, 0);
    scene_mark(&scene);
    scene_settle(&scene);
    assert_said(&scene, "#table: The match ends, the next round cannot be dealt: Where a wild +4 ");
    assert_false(table->match_on);
    assert_int_equal(table->state, TABLE_LOBBY);
}

/* HR-3: a play that waits for its answer outside its turn is forgotten when the turn goes on. */
static void an_ask_ends_with_the_turn(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    unsigned other = 1 - turn_seat();
    struct action play = action_make(ACTION_PLAY, other);
    seat_ask(table, other, &play);
    scene_do(&scene, of_turn(), "dr");
    assert_null(table->seats[other].ask);
}

/* A whisper that fails is told in the channel once, without the hand, whatever they play; when they
 * ask for the hand, or return, again. */
static void a_deaf_player_is_told(void **state)
{
    (void)state;
    script_deaf(scene.adapter, "bob", true);
    scene_do(&scene, "alice", "!start");
    assert_said(&scene, "#table: bob, I cannot whisper to you (no such user)");
    scene_mark(&scene);
    render_hand(scene_table(&scene), 1);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "bob", "!draw");
    render_hand(scene_table(&scene), 1);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "I cannot whisper"), 0);
    scene_mark(&scene);
    scene_do(&scene, "bob", "!hand");
    assert_said(&scene, "#table: bob, I cannot whisper to you");
    script_deaf(scene.adapter, "bob", false);
    script_gone(scene.adapter, "bob", false);
    scene_join(&scene, "bob");
    scene_settle(&scene);
    script_deaf(scene.adapter, "bob", true);
    scene_do(&scene, "bob", "!hand");
    assert_said(&scene, "#table: bob, I cannot whisper to you");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_turn_runs_out_in_stages),
        TEST(other_clocks_hold_in_the_turn_that_runs),
        TEST(another_language_holds_at_the_tables_there_are),
        TEST(who_plays_is_back),
        TEST(an_outage_stops_the_clock),
        TEST(a_kick_from_the_channel_is_an_outage),
        TEST(a_person_at_two_tables_gets_both_hands),
        TEST(returning_people_get_their_hand),
        TEST(a_nick_alone_brings_no_hand),
        TEST(a_nick_taken_meanwhile_brings_no_hand),
        TEST(a_late_failure_is_not_the_renamed_ones),
        TEST(an_idle_lobby_closes),
        TEST(nobody_there_pauses_then_closes),
        TEST(the_last_person_ends_the_match),
        TEST(leaving_between_rounds),
        TEST(talk_does_not_stall_the_clock),
        TEST(a_pause_ends_in_time),
        TEST(an_ask_ends_with_the_turn),
        TEST(a_deaf_player_is_told),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
