/* Caps: tables per person, network and in all; what may wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/show/outbox.h"
#include "bot/table/clock.h"
#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    for (unsigned i = 0; i < 5; i++) {
        char channel[16];
        snprintf(channel, sizeof(channel), "#c%u", i);
        script_entered(scene.adapter, channel);
    }
    scene_settle(&scene);
    return 0;
}

static void type_in(const char *channel, const char *who, const char *text)
{
    scene_settle(&scene);
    scene_mark(&scene);
    script_type(scene.adapter, channel, who, text);
    scene_settle(&scene);
}

/* -- tables -- */

static void a_person_opens_so_many(void **state)
{
    (void)state;
    scene.host.options.tables_per_person = 2;
    type_in("#c0", "alice", "!new");
    type_in("#c1", "alice", "!new");
    assert_int_equal(tables_count(scene.host.tables), 2);
    type_in("#c2", "alice", "!new");
    assert_said(&scene, "@alice: You have too many open tables: !stop one of them.");
    assert_int_equal(scene_count(&scene, ""), 1);
    type_in("#c0", "bob", "!join"); /* who only sits has opened nothing */
    type_in("#c1", "bob", "!join");
    type_in("#c2", "bob", "!new");
    assert_said(&scene, "#c2: bob opens a table");
    type_in("#c1", "alice", "!stop");
    type_in("#c3", "alice", "!new");
    assert_said(&scene, "#c3: alice opens a table");
    assert_int_equal(tables_count(scene.host.tables), 3);
    scene_restart(&scene);
    scene.host.options.tables_per_person = 2;
    assert_int_equal(scene.network->table_count, 3);
    script_join(scene.adapter, "#c0", "alice", NULL, false);
    script_entered(scene.adapter, "#c4");
    type_in("#c4", "alice", "!new"); /* they are counted after a restart as well */
    assert_said(&scene, "@alice: You have too many open tables");
}

/* Other nicks from the same host are no other persons, accounts are. */
static void nicks_of_a_host_count_together(void **state)
{
    (void)state;
    scene.host.options.tables_per_person = 1;
    script_join_from(scene.adapter, "#c0", "eve1", "eve.example");
    script_join_from(scene.adapter, "#c1", "eve2", "eve.example");
    script_join(scene.adapter, "#c1", "acc", "acc", false);
    type_in("#c0", "eve1", "!new");
    type_in("#c1", "eve2", "!new");
    assert_said(&scene, "@eve2: You have too many open tables");
    type_in("#c1", "acc", "!new");
    assert_said(&scene, "#c1: acc opens a table");
    assert_int_equal(tables_count(scene.host.tables), 2);
}

/* Who chooses their user part freely ("~": nobody vouches for it) has but their host; those whom
 * their host tells apart have a table each. */
static void another_user_part_is_no_other_host(void **state)
{
    (void)state;
    scene.host.options.tables_per_person = 1;
    script_join_from(scene.adapter, "#c0", "eve1", "~one@gate.example");
    script_join_from(scene.adapter, "#c1", "eve2", "~two@gate.example");
    script_join_from(scene.adapter, "#c1", "eve3", "three@gate.example");
    script_join_from(scene.adapter, "#c1", "far", "~one@other.example");
    script_join_from(scene.adapter, "#c2", "ann", "ann@shell.example");
    script_join_from(scene.adapter, "#c3", "ben", "ben@shell.example");
    script_join_from(scene.adapter, "#c4", "ann2", "ann@shell.example");
    type_in("#c0", "eve1", "!new");
    type_in("#c1", "eve2", "!new");
    assert_said(&scene, "@eve2: You have too many open tables");
    type_in("#c1", "eve3", "!new");
    assert_said(&scene, "@eve3: You have too many open tables");
    type_in("#c1", "far", "!new");
    assert_said(&scene, "#c1: far opens a table");
    type_in("#c2", "ann", "!new");
    type_in("#c3", "ben", "!new");
    assert_said(&scene, "#c3: ben opens a table");
    type_in("#c4", "ann2", "!new");
    assert_said(&scene, "@ann2: You have too many open tables");
    assert_int_equal(tables_count(scene.host.tables), 4);
}

static void a_network_has_so_many(void **state)
{
    (void)state;
    scene.host.options.tables_per_network = 2;
    scene.host.options.tables_max = 0; /* no limit */
    type_in("#c0", "alice", "!new");
    type_in("#c1", "bob", "!new");
    type_in("#c2", "carol", "!new");
    assert_said(&scene, "@carol: All my tables are taken. Please try again later.");
    type_in("#c0", "alice", "!stop");
    assert_int_equal(scene.network->table_count, 1);
    type_in("#c2", "carol", "!new");
    assert_said(&scene, "#c2: carol opens a table");
}

/* How many tables a network serves depends on the lines it may send. It always serves a few. */
static void a_slow_network_serves_so_many(void **state)
{
    (void)state;
    static const struct adapter_load four = {.lines_max = 48};
    static const struct adapter_load busy = {.lines_max = 48, .lines = 40};
    static const struct adapter_load little = {.lines_max = 6};
    static const struct adapter_load none = {.lines_max = 0, .lines = 400};
    script_load(scene.adapter, &little);
    scene.host.options.behind_max = 10000;
    type_in("#c0", "alice", "!new");
    type_in("#c1", "bob", "!new");
    type_in("#c2", "carol", "!new");
    assert_said(&scene, "#c2: carol opens a table");
    type_in("#c3", "dave", "!new");
    assert_said(&scene, "@dave: All my tables on this network are taken: it lets me serve 3. "
                        "Please try again later.");
    assert_int_equal(scene_count(&scene, ""), 1);
    script_load(scene.adapter, &four);
    type_in("#c3", "dave", "!new");
    assert_said(&scene, "#c3: dave opens a table");
    type_in("#c4", "eve", "!new");
    assert_said(&scene, "@eve: All my tables on this network are taken: it lets me serve 4.");
    assert_true(scene.network->full);
    assert_int_equal(scene.network->refused, 2);
    type_in("#c3", "dave", "!stop");
    assert_true(scene.network->full); /* two must fit before the log says so */
    script_load(scene.adapter, &busy);
    type_in("#c4", "eve", "!new");
    assert_said(&scene, "@eve: All my tables on this network are taken: it lets me serve 3.");
    scene.host.options.behind_max = 0; /* whatever comes late */
    type_in("#c4", "eve", "!new");
    assert_said(&scene, "#c4: eve opens a table");
    scene.host.options.behind_max = 10000;
    script_load(scene.adapter, &none); /* no limit is known */
    type_in("#c3", "dave", "!new");
    assert_said(&scene, "#c3: dave opens a table");
    assert_false(scene.network->full);
}

/* A network that limits the bot too much takes no more tables, nor computer players; what there is
 * goes on. */
static void a_late_network_takes_no_more(void **state)
{
    (void)state;
    scene.host.options.behind_max = 10000;
    type_in("#c0", "alice", "!new");
    script_behind(scene.adapter, 10001);
    type_in("#c1", "bob", "!new");
    assert_said(
        &scene,
        "@bob: This network slows me down, and I am 10 s behind. Please try again in a minute.");
    type_in("#c1", "bob", "!uno");
    assert_said(&scene, "@bob: This network slows me down");
    type_in("#c0", "alice", "!bots 2");
    assert_said(&scene, "@alice: This network slows me down");
    type_in("#c0", "carol", "!join");
    assert_said(&scene, "#c0: carol takes a seat");
    type_in("#c0", "eve", "!table");
    assert_said(&scene, "#c0: ");
    assert_int_equal(tables_count(scene.host.tables), 1);
    script_behind(scene.adapter, 5001); /* not over yet */
    type_in("#c1", "bob", "!uno");
    assert_said(&scene, "@bob: This network slows me down");
    script_behind(scene.adapter, 4000);
    type_in("#c1", "bob", "!uno");
    assert_said(&scene, "#c1: bob opens a table");
    type_in("#c0", "alice", "!bots 2");
    assert_said(&scene, "#c0: At the table: ");
    scene.host.options.behind_max = 0; /* however late */
    script_behind(scene.adapter, 100000);
    type_in("#c2", "dave", "!new");
    assert_said(&scene, "#c2: dave opens a table");
}

/* Whose table it is stands in what is said of it. */
static void messages_name_their_company(void **state)
{
    (void)state;
    type_in("#c0", "alice", "!new"); /* others may come */
    assert_int_equal(scene.company, COMPANY_PEOPLE);
    type_in("#c0", "alice", "!bots 2");
    type_in("#c0", "alice", "!start");
    assert_int_equal(scene.company, COMPANY_ONE);
    type_in("#c1", "bob", "!new");
    type_in("#c1", "carol", "!join");
    type_in("#c1", "bob", "!bots 1");
    type_in("#c1", "bob", "!start");
    assert_int_equal(scene.company, COMPANY_PEOPLE);
    scene_tell(&scene, "eve", "!uno");
    assert_int_equal(scene.company, COMPANY_ALONE);
    scene_tell(&scene, "eve", "!start");
    assert_int_equal(scene.company, COMPANY_ALONE);
    scene_tell(&scene, "eve", "!hand");
    assert_int_equal(scene.company, COMPANY_ALONE);
}

static void private_uno(const char *who, const char *host)
{
    script_join_from(scene.adapter, "#c0", who, host);
    scene_tell(&scene, who, "!uno");
}

/* Tables in private talks have small limits of their own, on a network and from one host, whatever
 * stands before the '@'. */
static void private_tables_are_few(void **state)
{
    (void)state;
    scene.host.options.private_per_host = 2;
    scene.host.options.private_per_network = 4;
    private_uno("p0", "a@pool.test");
    private_uno("p1", "b@pool.test");
    assert_int_equal(tables_count(scene.host.tables), 2);
    private_uno("p2", "~c@pool.test");
    assert_said(&scene, "@p2: Too many private tables come from your address. Play in a channel");
    type_in("#c0", "p2", "!new");
    assert_said(&scene, "#c0: p2 opens a table");
    private_uno("p3", "a@other.test");
    private_uno("p4", "a@third.test");
    private_uno("p5", "a@fourth.test");
    assert_said(&scene, "@p5: All private tables are taken. Play in a channel");
    assert_int_equal(tables_count(scene.host.tables), 5);
    scene_tell(&scene, "p0", "!stop");
    private_uno("p5", "a@fourth.test");
    assert_said(&scene, "@p5: A table for you alone");
}

/* They come last, and are not begun where those there are wait; a channel's are. */
static void a_late_network_takes_no_private_tables(void **state)
{
    (void)state;
    scene.host.options.behind_max = 10000;
    script_behind_alone(scene.adapter, 10001);
    private_uno("p0", "a@pool.test");
    assert_said(&scene, "@p0: This network slows me down, and I am 10 s ");
    type_in("#c0", "alice", "!new");
    assert_said(&scene, "#c0: alice opens a table");
    script_behind_alone(scene.adapter, 0);
    private_uno("p0", "a@pool.test");
    assert_said(&scene, "@p0: A table for you alone");
}

static unsigned logged_late, logged_over;

static void count_late(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    (void)level;
    logged_late += strstr(line, "limits the bot too much") != NULL;
    logged_over += strstr(line, "has caught up: tables") != NULL;
}

/* The log says so once, and once that it is over. */
static void a_late_network_is_logged_once(void **state)
{
    (void)state;
    scene.host.options.behind_max = 10000;
    logged_late = logged_over = 0;
    log_set_level(LOG_INFO);
    log_set_sink(count_late, NULL);
    for (unsigned i = 0; i < 3; i++) {
        script_behind(scene.adapter, 12000 + i);
        type_in("#c1", "bob", "!new");
    }
    script_behind(scene.adapter, 6000);
    type_in("#c1", "bob", "!new");
    assert_int_equal(logged_late, 1);
    assert_int_equal(logged_over, 0);
    script_behind(scene.adapter, 0);
    type_in("#c1", "bob", "!new");
    type_in("#c1", "carol", "!join");
    log_set_sink(NULL, NULL);
    log_set_level(LOG_ERROR);
    assert_int_equal(logged_late, 1);
    assert_int_equal(logged_over, 1);
}

static const char enough[] = "tables have reached the hourly limit";

/* "Rounds a person may begin in an hour are bounded", told clearly: at any of their tables, whoever
 * says so, and other nicks of their host are no other persons. */
static void a_person_deals_so_many_rounds_an_hour(void **state)
{
    (void)state;
    scene.host.options.rounds_per_hour = 3;
    script_join_from(scene.adapter, "#c0", "eve1", "~one@deals.example");
    script_join_from(scene.adapter, "#c1", "eve2", "~two@deals.example");
    type_in("#c0", "eve1", "!new");
    type_in("#c0", "bob", "!join");
    for (unsigned i = 0; i < 2; i++) {
        type_in("#c0", "eve1", "!start");
        assert_not_said(&scene, enough);
        type_in("#c0", "bob", "!leave"); /* nobody is left to play against */
        type_in("#c0", "bob", "!join");
    }
    type_in("#c1", "eve2", "!new");
    type_in("#c1", "eve2", "!bots 1");
    type_in("#c1", "eve2", "!start");
    type_in("#c0", "bob", "!start");
    assert_said(&scene, "@bob: eve1's tables have reached the hourly limit. Next deal in 20 min.");
    assert_int_equal(scene_count(&scene, ""), 1);
    type_in("#c2", "bob", "!new");
    type_in("#c2", "bob", "!bots 1");
    type_in("#c2", "bob", "!start");
    assert_not_said(&scene, enough);
    assert_said(&scene, "#c2: ");
}

/* In a match the next deal waits, and comes. */
static void a_match_waits_for_its_next_deal(void **state)
{
    (void)state;
    scene.host.options.rounds_per_hour = 1;
    type_in("#c0", "dave", "!new");
    type_in("#c0", "bob", "!join");
    type_in("#c0", "dave", "!start");
    struct table *table = scene.host.tables->by_id;
    scene.host.options.round_pause = 100000000;
    round_abandon(table, "stopped");
    assert_int_equal(table->state, TABLE_BETWEEN);
    scene_settle(&scene);
    scene_mark(&scene);
    timer_set(&table->timer, 0);
    scene_wait(&scene, "#c0: dave's tables have reached the hourly limit. Next deal in 60 min.");
    assert_int_equal(table->state, TABLE_BETWEEN);
    assert_true(timer_active(&table->timer));
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "#c0"), 1);
    uint64_t has = 0;
    uint64_t left = 0;
    assert_true(clock_deal(table, &has, &left));
    assert_int_equal(has, 0);
    assert_in_range(left, scene.host.options.round_pause, UINT32_MAX);
    scene.host.options.rounds_per_hour = 0; /* the hour is over */
    timer_set(&table->timer, 0);
    scene_wait(&scene, "#c0: ");
    scene_settle(&scene);
    assert_non_null(table->round);
}

static void limits_are_told_in_french(void **state)
{
    (void)state;
    scene.host.options.tables_per_person = 1;
    type_in("#c0", "alice", "!lang fr");
    type_in("#c0", "alice", "!new");
    type_in("#c1", "alice", "!new");
    assert_said(&scene, "@alice: Vous avez trop de tables ouvertes");
}

/* -- what may wait -- */

/* When the journal is slower than play, play waits; what is to be said stays bounded. */
static void a_slow_journal_makes_play_wait(void **state)
{
    (void)state;
    uint64_t next = store_batch(scene.store) + 1;
    for (unsigned i = 0; i < 6000; i++) {
        outbox_put(scene.host.outbox, next, scene.adapter,
                   message_create("#table", NULL, URGENCY_INFO));
    }
    scene_type(&scene, "bob", "!help"); /* a turn of the loop */
    scene_await(&scene, &scene.host.daemon->crowded, true);
    assert_true(scene.host.trouble);
    scene_mark(&scene);
    scene_type(&scene, "alice", "!new");
    scene_wait(&scene, "@alice: I cannot save moves just now");
    assert_null(scene_table(&scene));
    size_t waits = outbox_count(scene.host.outbox);
    store_put_setting(scene.store, "daemon", "key", "value");
    scene_type(&scene, "carol", "!help");
    scene_await(&scene, &scene.host.daemon->crowded, false);
    assert_false(scene.host.trouble);
    assert_true(waits >= 6000 && waits < 6010);
    scene_settle(&scene);
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "alice opens a table");
}

static void assert_goes_first(const char *who, const char *text, const char *part, bool first)
{
    scene.whisper_first = !first;
    scene_do(&scene, who, "%s", text);
    assert_said(&scene, part);
    if (scene.whisper_first != first)
        fail_msg("\"%s\" of %s: the answer goes %s", text, who, first ? "late" : "first");
}

/* Who plays waits for why a command did nothing: that goes before others' news; who is curious
 * waits. */
static void a_refused_move_is_answered_at_once(void **state)
{
    (void)state;
    pair_seat(true);
    const char *who = pair_of_turn();
    assert_goes_first(who, "!play xyzzy", "I do not know that card", true);
    assert_goes_first(who, "!play 5", "Of which colour", true);
    assert_goes_first(who, "!keep", ": ", true);
    assert_goes_first(who, "!plya", "Did you mean !play?", true);
    assert_goes_first(pair_other(), "!draw", "It is not your turn", true);
    assert_goes_first(who, "!help", "@", false);
    assert_goes_first(who, "!leave x", "takes no words", false);
    assert_goes_first("carol", "!help", "@carol: ", false);
    assert_goes_first("carol", "!draw", "@carol: ", false);
}

/* Questions to the score book are answered one by one: only so many wait. */
static void so_many_questions_wait(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        char who[16];
        snprintf(who, sizeof(who), "asks%u", i);
        scene_join(&scene, who);
    }
    scene_settle(&scene);
    scene_mark(&scene);
    scene.host.commands->questions = QUESTIONS_MAX - 2;
    for (unsigned i = 0; i < 20; i++) {
        char who[16];
        snprintf(who, sizeof(who), "asks%u", i);
        scene_whisper(&scene, who, "!link");
        script_type(scene.adapter, "#table", who, "!top");
    }
    scene_wait(&scene, "Best of all time");
    scene_wait(&scene, "The score book cannot be read just now.");
    scene_settle(&scene);
    while (scene.host.commands->questions > QUESTIONS_MAX - 2)
        scene_turn(&scene);
    assert_int_equal(scene.host.commands->questions, QUESTIONS_MAX - 2);
    scene.host.commands->questions = 0;
    scene_do(&scene, "alice", "!top");
    scene_wait(&scene, "Best of all time");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_person_opens_so_many),
        TEST(nicks_of_a_host_count_together),
        TEST(another_user_part_is_no_other_host),
        TEST(a_network_has_so_many),
        TEST(a_slow_network_serves_so_many),
        TEST(a_late_network_takes_no_more),
        TEST(messages_name_their_company),
        TEST(private_tables_are_few),
        TEST(a_late_network_takes_no_private_tables),
        TEST(a_late_network_is_logged_once),
        TEST(a_person_deals_so_many_rounds_an_hour),
        TEST(a_match_waits_for_its_next_deal),
        TEST(limits_are_told_in_french),
        TEST(a_refused_move_is_answered_at_once),
        TEST(a_slow_journal_makes_play_wait),
        TEST(so_many_questions_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
