/* Tables that deal by themselves (bot/table/autostart.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/people/setting_store.h"
#include "bot/table/autostart.h"
#include "bot/table/clock.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

enum { LONG = 1000000, SOON = 20, SECOND = 1000 };

static const char dealt[] = " deals 7 cards each";

static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    scene.options.bot_delay = LONG;
    scene.options.quit_grace = LONG;
    scene.options.turn_reminder = LONG;
    scene.options.turn_whisper = 2 * LONG;
    scene.options.turn_limit = 3 * LONG;
    scene.options.uno_grace = 0;
    scene.host.options = scene.options;
    return 0;
}

static void choose(const char *value)
{
    scene_do(&scene, "oper", "!set channel autostart %s", value);
}

/* The milliseconds that are left of the count; it must run. */
static uint64_t left(void)
{
    uint64_t now = loop_now(scene.loop);
    uint64_t due = autostart_due(scene_table(&scene));
    assert_true(due != UINT64_MAX);
    return due > now ? due - now : 0;
}

static void assert_left(unsigned seconds)
{
    uint64_t n = left();
    assert_true(n <= seconds * (uint64_t)SECOND);
    assert_true(n > (seconds - 2) * (uint64_t)SECOND);
}

static void assert_no_count(void)
{
    assert_true(autostart_due(scene_table(&scene)) == UINT64_MAX);
}

/* Lets that much of the count pass. */
static void let_pass(unsigned seconds)
{
    struct table *table = scene_table(&scene);
    table->deal_due -= seconds * (uint64_t)SECOND;
    table->deals_at -= seconds * (int64_t)SECOND;
    clock_arm(table);
}

static void it_is_off_by_default(void **state)
{
    (void)state;
    pair_seat(false);
    assert_no_count();
    assert_not_said(&scene, "The round starts");
    scene_do(&scene, "alice", "!bots 8"); /* the table is full */
    assert_no_count();
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
}

static void the_time_begins_with_the_last_who_sits_down(void **state)
{
    (void)state;
    choose("30");
    assert_said(&scene, "#table: oper sets for this channel: the first round is dealt 30 s after "
                        "the last one sat down.");
    scene_do(&scene, "alice", "!new");
    assert_said(&scene,
                "!start deals. The round starts 30 s after the last one sat down. Shuffles");
    assert_no_count();
    scene_do(&scene, "bob", "!join");
    assert_said(&scene, "#table: bob takes a seat. The round starts in 30 s.");
    assert_left(30);
    let_pass(20);
    scene_do(&scene, "alice", "!table");
    assert_said(&scene, "alice, bob The round starts in 10 s.");
    scene_do(&scene, "carol", "!join");
    assert_left(30);
    let_pass(20);
    scene_do(&scene, "alice", "!bots 1");
    assert_said(&scene, "(computer, normal). The round starts in 30 s.");
    assert_left(30);
    let_pass(20);
    scene_do(&scene, "alice", "!bots 1"); /* nothing has changed */
    assert_left(10);
    let_pass(10);
    scene_wait(&scene, dealt);
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    assert_no_count();
}

static void who_leaves_begins_the_time_anew(void **state)
{
    (void)state;
    choose("60");
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    let_pass(50);
    scene_do(&scene, "carol", "!leave");
    assert_left(60);
    scene_do(&scene, "bob", "!leave");
    assert_no_count(); /* alice alone */
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    scene_do(&scene, "bob", "!join");
    assert_left(60);
}

static void a_full_table_deals_at_once(void **state)
{
    (void)state;
    static const char *const values[] = {"full", "600"};
    for (unsigned i = 0; i < ARRAY_SIZE(values); i++) {
        choose(values[i]);
        scene_do(&scene, "alice", "!new");
        if (i == 0)
            assert_said(&scene, "The round starts when the table is full.");
        scene_do(&scene, "bob", "!join");
        scene_do(&scene, "alice", "!bots 7");
        if (i == 0)
            assert_no_count();
        assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
        scene_mark(&scene);
        scene_type(&scene, "carol", "!join");
        scene_wait(&scene, dealt);
        assert_int_equal(scene_table(&scene)->round->game.players, 10);
        for (unsigned n = 0; n < 3; n++)
            scene_do(&scene, "oper", "!stop");
        assert_null(scene_table(&scene));
    }
}

/* flex has eight seats, classic ten. */
static void other_rules_can_fill_a_table(void **state)
{
    (void)state;
    choose("full");
    pair_seat(false);
    scene_do(&scene, "alice", "!bots 6");
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    scene_do(&scene, "alice", "!new flex");
    scene_wait(&scene, dealt);
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
}

/* HR-17: eight hands of eleven cards leave no room for a ninth. */
static void other_hands_can_fill_a_table(void **state)
{
    (void)state;
    choose("full");
    pair_seat(false);
    scene_do(&scene, "alice", "!bots 6");
    scene_do(&scene, "alice", "!set hand_size 11");
    scene_wait(&scene, " deals 11 cards each");
}

/* The table was full, but its deal was held; with other rules it is not full. */
static void other_rules_can_give_a_table_room(void **state)
{
    (void)state;
    choose("full");
    scene_do(&scene, "alice", "!new flex");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "bob", "!stop"); /* a vote */
    scene_do(&scene, "alice", "!bots 6");
    assert_true(scene_table(&scene)->deal_due != 0);
    scene_do(&scene, "alice", "!new classic");
    scene_do(&scene, "alice", "!no");
    scene_settle(&scene);
    assert_no_count();
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
}

static void a_rematch_waits_for_somebody(void **state)
{
    (void)state;
    choose("30");
    pair_seat(true);
    scene_stop(&scene);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    assert_no_count();
    scene_do(&scene, "carol", "!join");
    assert_not_said(&scene, "The round starts");
    assert_no_count();
}

/* Off, other seconds, and the words that mean them; kept, and shown by !set. */
static void the_setting_is_read_and_holds_at_once(void **state)
{
    (void)state;
    static const char *const wrong[] = {"4", "601", "-5", "030", "30s", "soon", "1e1"};
    static const struct {
        const char *typed, *means;
    } good[] = {{"full", "the first round is dealt when the table is full"},
                {"complet", "the first round is dealt when the table is full"},
                {"5", "the first round is dealt 5 s after the last one sat down"},
                {"600", "the first round is dealt 600 s after the last one sat down"},
                {"non", "the first round waits for somebody to deal"},
                {"30", "the first round is dealt 30 s after the last one sat down"}};
    pair_seat(false);
    for (unsigned i = 0; i < ARRAY_SIZE(good); i++) {
        choose(good[i].typed);
        assert_said(&scene, good[i].means);
    }
    assert_left(30);
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
        char text[48];
        snprintf(text, sizeof(text), "!set channel autostart %s", wrong[i]);
        assert_refused(&scene, "oper", text, "Values: 5-600, full, off");
    }
    let_pass(20);
    choose("30"); /* as it was */
    scene_do(&scene, "oper", "!set channel theme mono");
    assert_left(10);
    scene_do(&scene, "bob", "!set");
    assert_said(&scene, "autostart (the first round is dealt 30 s after the last one sat down)");
    assert_refused(&scene, "bob", "!set channel autostart off",
                   "Only the player who opened the table");
    scene_do(&scene, "alice", "!set channel autostart off");
    assert_no_count();
}

static void a_private_table_waits(void **state)
{
    (void)state;
    scene_tell(&scene, "carol", "new");
    struct table *table = tables_first(scene.host.tables);
    assert_non_null(table);
    setting_set_channel(scene.network, table->home.channel, "autostart", "30");
    table_read_channels(table);
    assert_int_equal(table->autostart, 30);
    assert_true(table_is_private(table));
    assert_true(autostart_due(table) == UINT64_MAX);
    assert_not_said(&scene, "The round starts");
}

/* A vote is under way, and after it nobody is surprised. */
static void a_vote_holds_the_deal(void **state)
{
    (void)state;
    choose("30");
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "bob", "!kick carol");
    assert_no_count();
    let_pass(40);
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    scene_do(&scene, "alice", "!no");
    scene_do(&scene, "carol", "!no");
    scene_wait(&scene, "carol keeps the seat.");
    scene_settle(&scene);
    assert_left(5);
    let_pass(5);
    scene_wait(&scene, dealt);
}

/* A vote that came true in another way. */
static void a_dropped_vote_holds_it_no_more(void **state)
{
    (void)state;
    choose("30");
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "bob", "!kick carol");
    scene_do(&scene, "carol", "!leave");
    scene_settle(&scene);
    assert_left(30);
}

static void the_deal_waits_for_those_who_are_away(void **state)
{
    (void)state;
    choose("30");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 2");
    assert_left(30);
    scene_do(&scene, "alice", "!away");
    assert_no_count();
    let_pass(40);
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    scene_do(&scene, "alice", "!back");
    assert_left(5);
}

/* Somebody quits: the table waits for them, then for those who are left. */
static void the_deal_waits_for_who_quits(void **state)
{
    (void)state;
    choose("30");
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
    assert_no_count();
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_left(30);
    let_pass(28);
    scene.host.options.quit_grace = SOON;
    scene_mark(&scene);
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, "#table: bob leaves the table.");
    scene_settle(&scene);
    assert_left(30); /* alice and carol */
    scene.host.options.quit_grace = LONG;
    let_pass(20);
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_left(30);
}

/* An outage is nobody's fault, and people look again before the cards come. */
static void an_outage_holds_the_deal(void **state)
{
    (void)state;
    choose("30");
    pair_seat(false);
    script_removed(scene.adapter, "#table");
    scene_settle(&scene);
    assert_no_count();
    let_pass(40);
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_left(5);
}

/* The time of the deal is stored with the table, so the count goes on after a restart. */
static void a_restart_goes_on_counting(void **state)
{
    (void)state;
    choose("60");
    pair_seat(false);
    let_pass(40);
    save_table(scene_table(&scene));
    scene_settle(&scene);
    scene_restart(&scene);
    pair_come();
    assert_left(20);
    let_pass(20);
    scene_wait(&scene, dealt);
}

/* The time was over while the daemon was down. */
static void a_restart_gives_five_seconds(void **state)
{
    (void)state;
    choose("60");
    pair_seat(false);
    let_pass(59);
    save_table(scene_table(&scene));
    scene_settle(&scene);
    scene_restart(&scene);
    pair_come();
    assert_left(5);
}

/* A setting that comes at an open table begins the count, which a kill does not begin again. */
static void a_setting_begins_a_count_that_is_saved(void **state)
{
    (void)state;
    pair_seat(false);
    choose("60");
    assert_left(60);
    const int64_t deals_at = scene_table(&scene)->deals_at;
    scene_restart(&scene);
    assert_true(scene_table(&scene)->deals_at == deals_at);
    pair_come();
    choose("off");
    assert_no_count();
    scene_restart(&scene);
    assert_int_equal(scene_table(&scene)->deals_at, 0);
}

static void assert_cannot_start(void)
{
    scene_mark(&scene);
    let_pass(30);
    scene_wait(&scene, "#table: The round cannot start: Where a wild +4 cannot be a bluff there is "
                       "nothing to challenge: !set no_bluff off or !set no_challenge off first.");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "#table"), 1);
    assert_no_count();
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
}

/* HR-20: three players make no teams of two. Seconds do not run, and the table says why. */
static void teams_wait_for_a_fourth(void **state)
{
    (void)state;
    static const char why[] = "Teams of two need an even number of players, four at least: !bots N "
                              "adds computer players, !set teams off plays without teams.";
    choose("30");
    pair_seat(false);
    assert_left(30);
    scene_do(&scene, "alice", "!set teams on");
    assert_no_count(); /* two make one team */
    scene_do(&scene, "carol", "!join");
    assert_said(&scene, "#table: carol takes a seat. Teams of two need an even number");
    assert_no_count();
    scene_do(&scene, "carol", "!clock");
    assert_said(&scene, why);
    assert_not_said(&scene, "!start");
    let_pass(40);
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    scene_join(&scene, "dave");
    scene_do(&scene, "dave", "!join");
    assert_said(&scene, "#table: dave takes a seat. The round starts in 30 s.");
    scene_do(&scene, "dave", "!leave");
    assert_no_count();
    scene_do(&scene, "alice", "!set teams off");
    assert_left(30);
    scene_do(&scene, "alice", "!set teams on");
    assert_no_count();
    scene_do(&scene, "alice", "!bots 1");
    assert_left(30);
    scene_do(&scene, "alice", "!bots 2");
    assert_said(&scene, why);
    assert_no_count();
    scene_do(&scene, "alice", "!bots 1");
    let_pass(30);
    scene_wait(&scene, dealt);
    assert_int_equal(scene_table(&scene)->round->game.players, 4);
}

/* With `full` the number decides, and a full table of teams is even. */
static void a_full_table_of_teams_deals_at_once(void **state)
{
    (void)state;
    choose("full");
    pair_seat(false);
    scene_do(&scene, "alice", "!set teams on");
    scene_do(&scene, "alice", "!bots 7");
    assert_no_count();
    scene_do(&scene, "carol", "!clock");
    assert_said(&scene, "The round starts when the table is full. Seats taken: 9 of 10.");
    scene_type(&scene, "carol", "!join");
    scene_wait(&scene, dealt);
    assert_int_equal(scene_table(&scene)->round->game.players, 10);
}

/* HR-7, HR-8: these two switches exclude each other. The table says so once, and counts again when
 * somebody comes or goes, or when the rules change. */
static void rules_that_do_not_fit_are_told(void **state)
{
    (void)state;
    choose("30");
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    struct switches *switches = &scene_table(&scene)->switches;
    switches->value[SWITCH_NO_BLUFF] = switches->value[SWITCH_NO_CHALLENGE] = 1;
    assert_cannot_start();
    scene_do(&scene, "carol", "!leave");
    assert_left(30);
    assert_cannot_start();
    scene_do(&scene, "alice", "!set no_bluff off");
    assert_left(30);
    scene_do(&scene, "carol", "!join");
    assert_left(30);
    let_pass(30);
    scene_wait(&scene, dealt);
}

/* !clock says at a table without a round what the deal waits for. */
static void the_clock_says_what_is_awaited(void **state)
{
    static const struct {
        const char *who, *does, *told;
    } steps[] = {{"alice", "!new", "It takes two to play: !join, or !bots 1."},
                 {"bob", "!join", "The round starts in 60 s."},
                 {"bob", "!stop", "The round waits for the vote: 30 s at most."},
                 {"alice", "!no", "The round starts in 60 s."},
                 {"oper", "!set channel autostart full",
                  "The round starts when the table is full. Seats taken: 2 of 10."},
                 {"oper", "!set channel autostart off", "No round is running: !start deals one."},
                 {"alice", "!start", " has had the turn for 0 s"}};
    (void)state;
    choose("60");
    scene.host.options.vote_time = 30 * (uint64_t)SECOND;
    for (unsigned i = 0; i < ARRAY_SIZE(steps); i++) {
        scene_do(&scene, steps[i].who, "%s", steps[i].does);
        scene_do(&scene, "carol", "!clock");
        assert_said(&scene, steps[i].told);
    }
}

static void the_clock_says_that_somebody_is_awaited(void **state)
{
    (void)state;
    choose("60");
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    script_gone(scene.adapter, "bob", false);
    scene_do(&scene, "alice", "!clock");
    assert_said(&scene, "#table: The round waits until nobody is missing.");
    scene_tell(&scene, "dave", "new");
    scene_tell(&scene, "dave", "bots 0");
    scene_tell(&scene, "dave", "clock");
    assert_said(&scene, "@dave: Nobody plays against you yet: !bots 1 adds a computer player.");
}

/* A table of an older version has no time: all of it begins. So does the whole count if the clock
 * of the machine was set back. */
static void a_strange_time_begins_anew(void **state)
{
    (void)state;
    static const int64_t at[] = {0, INT64_C(9007199254740991), -5};
    choose("60");
    pair_seat(false);
    for (unsigned i = 0; i < ARRAY_SIZE(at); i++) {
        struct table *table = scene_table(&scene);
        table->deal_held = false;
        autostart_restore(table, at[i]);
        clock_arm(table);
        assert_left(at[i] < 0 ? 5 : 60);
    }
}

/* As for !start: not more rounds than one may deal in an hour. */
static void the_hourly_limit_puts_the_deal_off(void **state)
{
    (void)state;
    choose("30");
    scene.host.options.rounds_per_hour = 1;
    pair_seat(true);
    scene_stop(&scene);
    scene_do(&scene, "oper", "!stop");
    assert_null(scene_table(&scene));
    pair_seat(false);
    let_pass(30);
    scene_wait(&scene, "#table: alice's tables have reached the hourly limit. Next deal in ");
    scene_settle(&scene);
    assert_true(left() > 60 * (uint64_t)SECOND);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
}

static void it_is_told_in_french(void **state)
{
    (void)state;
    choose("30");
    scene_do(&scene, "oper", "!set channel language fr");
    pair_seat(false);
    assert_said(&scene, "#table: bob prend une place. La manche commence dans 30 s.");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(it_is_off_by_default),
        TEST(the_time_begins_with_the_last_who_sits_down),
        TEST(who_leaves_begins_the_time_anew),
        TEST(a_full_table_deals_at_once),
        TEST(other_rules_can_fill_a_table),
        TEST(other_hands_can_fill_a_table),
        TEST(other_rules_can_give_a_table_room),
        TEST(a_rematch_waits_for_somebody),
        TEST(the_setting_is_read_and_holds_at_once),
        TEST(a_private_table_waits),
        TEST(a_vote_holds_the_deal),
        TEST(a_dropped_vote_holds_it_no_more),
        TEST(the_deal_waits_for_those_who_are_away),
        TEST(the_deal_waits_for_who_quits),
        TEST(an_outage_holds_the_deal),
        TEST(a_restart_goes_on_counting),
        TEST(a_restart_gives_five_seconds),
        TEST(a_setting_begins_a_count_that_is_saved),
        TEST(teams_wait_for_a_fourth),
        TEST(a_full_table_of_teams_deals_at_once),
        TEST(rules_that_do_not_fit_are_told),
        TEST(the_clock_says_what_is_awaited),
        TEST(the_clock_says_that_somebody_is_awaited),
        TEST(a_strange_time_begins_anew),
        TEST(the_hourly_limit_puts_the_deal_off),
        TEST(it_is_told_in_french),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
