/* Guests keep their seat by their connection, without a word (bot/people/connection.h,
 * bot/host/meeting.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/bot/kept_seat.h"
#include "tests/bot/pair.h"

#define HOST "~a@pool.test"

static char word[CODE_SIZE];

static void come(const char *nick, const char *host, const char *connection)
{
    script_join_from(scene.adapter, "#table", nick, host);
    script_connect(scene.adapter, nick, connection);
    scene_settle(&scene);
}

static void go(const char *nick)
{
    script_gone(scene.adapter, nick, false);
    scene_settle(&scene);
    scene_mark(&scene);
}

/* A round of ~ann, whose connection is that one, and bob. */
static void deal(const char *connection)
{
    come("~ann", HOST, connection);
    scene_do(&scene, "~ann", "!new");
    kept_seat_word("~ann", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "~ann", "!start");
}

static void assert_seated(const char *nick)
{
    assert_non_null(kept_seat_owner()->id);
    assert_string_equal(kept_seat_owner()->id, nick);
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    assert_not_said(&scene, "seat word");
    assert_not_said(&scene, "seat is kept");
    assert_not_said(&scene, "Guests, show me");
}

static void a_restart_asks_for_no_word(void **state)
{
    (void)state;
    deal("100");
    for (unsigned i = 0; i < 2; i++) {
        scene_restart(&scene);
        scene_mark(&scene);
        come("~ann", HOST, "100");
        assert_seated("~ann");
        assert_said(&scene, "@~ann: ");
        assert_said(&scene, "Your hand: ");
    }
}

static void nor_does_an_outage_of_ours(void **state)
{
    (void)state;
    deal("100");
    scene_mark(&scene);
    script_disconnect(scene.adapter, 1);
    scene_wait(&scene, "The table goes on");
    scene_settle(&scene);
    assert_seated("~ann");
}

static void nor_a_netsplit(void **state)
{
    (void)state;
    scene.host.options.split_wait = 60000;
    deal("100");
    script_gone(scene.adapter, "~ann", true);
    scene_settle(&scene);
    assert_said(&scene, "A netsplit: the table waits");
    scene_mark(&scene);
    come("~ann", HOST, "100");
    assert_said(&scene, "Nobody is missing any more");
    assert_seated("~ann");
}

/* Their own part and return, under another nick, too, and back. */
static void nor_another_nick(void **state)
{
    (void)state;
    deal("100");
    script_rename(scene.adapter, "~ann", "~ann_away");
    go("~ann_away");
    come("~ann_away", HOST, "100");
    assert_seated("~ann_away");
    scene_do(&scene, "~ann_away", "!join");
    assert_said(&scene, "@~ann_away: You have a seat already.");
    go("~ann_away");
    come("~ann", HOST, "100");
    assert_said(&scene, "#table: ~ann_away plays as ~ann now.");
    assert_seated("~ann");
    scene_restart(&scene);
    scene_mark(&scene);
    come("~anna", HOST, "100");
    assert_said(&scene, "#table: ~ann plays as ~anna now.");
    assert_seated("~anna");
}

/* What is typed before the network has told who they are is carried out when it has. */
static void what_was_typed_is_carried_out(void **state)
{
    (void)state;
    deal("100");
    scene_restart(&scene);
    script_join_from(scene.adapter, "#table", "~anna", HOST);
    script_connect(scene.adapter, "~anna", "100");
    scene_do(&scene, "~anna", "!order");
    scene_restart(&scene);
    script_join_from(scene.adapter, "#table", "~anna", HOST);
    script_connect(scene.adapter, "~anna", "100");
    scene_do(&scene, "~anna", "!away");
    assert_said(&scene, "~anna is away");
    assert_seated("~anna");
    assert_true(scene_table(&scene)->seats[0].away);
}

/* Another connection, another place, or one of which nothing is known: that is no proof. */
static void another_connection_is_another_person(void **state)
{
    static const struct {
        const char *host, *connection;
    } others[] = {{HOST, "101"}, {HOST, NULL}, {"~a@elsewhere.test", "100"}};
    (void)state;
    deal("100");
    for (unsigned i = 0; i < 3; i++) {
        go("~ann");
        come("~ann", others[i].host, others[i].connection);
        assert_null(kept_seat_owner()->id);
        assert_refused(
            &scene, "~ann", "!hand",
            "A seat is kept for this nick. Send me its seat word in private: !seat WORD");
        go("~ann");
        come("~eve", others[i].host, others[i].connection);
        assert_null(kept_seat_owner()->id);
        assert_refused(&scene, "~eve", "!hand", "You have no seat");
        go("~eve");
        come("~ann", HOST, "100");
        assert_seated("~ann");
    }
}

/* The seat's connection is that of who gave the word. */
static void a_word_changes_the_connection(void **state)
{
    (void)state;
    deal("100");
    go("~ann");
    come("~eve", "~e@pool.test", "200");
    scene_tell(&scene, "~eve", "!seat %s", word);
    assert_string_equal(kept_seat_owner()->id, "~eve");
    scene_restart(&scene);
    scene_mark(&scene);
    come("~ann", HOST, "100");
    assert_null(kept_seat_owner()->id);
    assert_int_equal(scene_count(&scene, "@~ann"), 0); /* hints go to who had the seat last */
    come("~eve", "~e@pool.test", "200");
    assert_seated("~eve");
}

/* Two who signed on from one place in the same second: who has the nick is the guest. */
static void the_nick_tells_doubles_apart(void **state)
{
    (void)state;
    deal("100");
    scene_restart(&scene);
    come("~eve", HOST, "100");
    assert_string_equal(kept_seat_owner()->id, "~eve"); /* nobody else is there */
    scene_tell(&scene, "~eve", "!seat %s", word);
    go("~eve");
    scene_restart(&scene);
    script_join_from(scene.adapter, "#table", "~eve", HOST);
    script_join_from(scene.adapter, "#table", "~ann", HOST);
    script_connect(scene.adapter, "~eve", "100");
    script_connect(scene.adapter, "~ann", "100");
    scene_settle(&scene);
    assert_string_equal(kept_seat_owner()->id, "~eve"); /* who had it last */
    scene_do(&scene, "~ann", "!hand");
    assert_not_said(&scene, "Your hand");
    script_rename(scene.adapter, "~eve", "~x");
    scene_settle(&scene);
    assert_string_equal(kept_seat_owner()->id, "~x");
}

/* -- where a word is needed -- */

/* All guests are told at once, first whose turn it is; the channel once, and nobody twice. */
static void all_guests_are_told_at_once(void **state)
{
    (void)state;
    come("~bea", "~b@pool.test", NULL);
    come("~ann", HOST, NULL);
    scene_do(&scene, "~ann", "!new");
    scene_do(&scene, "~bea", "!join");
    scene_do(&scene, "~ann", "!start");
    bool anns = strcmp(pair_of_turn(), "~ann") == 0;
    scene_restart(&scene);
    scene_mark(&scene);
    for (unsigned i = 0; i < 3; i++) { /* whose turn it is comes second, and then the first again */
        bool ann = anns == (i == 1);
        script_join_from(scene.adapter, "#table", ann ? "~ann" : "~bea",
                         ann ? HOST : "~b@pool.test");
    }
    scene_settle(&scene);
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_int_equal(
        scene_count(
            &scene,
            "#table: Guests, show me who you are: /msg Talon !seat WORD, with your seat word."),
        1);
    assert_int_equal(scene_count(&scene, "@~ann: A seat is kept"), 1);
    assert_int_equal(scene_count(&scene, "@~bea: A seat is kept"), 1);
    const char *line = scene_said(&scene, ": A seat is kept");
    assert_int_equal(strncmp(line, anns ? "@~ann" : "@~bea", 5), 0);
}

/* The command that was refused is carried out when the word is accepted, once. */
static void what_was_refused_is_carried_out(void **state)
{
    (void)state;
    deal(NULL);
    go("~ann");
    come("~ann", HOST, NULL);
    assert_refused(&scene, "~ann", "!away", "A seat is kept for this nick");
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_said(&scene, "@~ann: The seat is yours again.");
    assert_said(&scene, "#table: ~ann is away");
    assert_true(scene_table(&scene)->seats[0].away);
    scene_do(&scene, "~ann", "!back");
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_false(scene_table(&scene)->seats[0].away);
    go("~ann");
    come("~ann", HOST, NULL);
    assert_refused(&scene, "~ann", "!away", "A seat is kept for this nick");
    go("~ann"); /* whoever comes next has not said that */
    come("~ann", HOST, NULL);
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_false(scene_table(&scene)->seats[0].away);
}

static void a_lost_word_is_renewed(void **state)
{
    (void)state;
    char next[CODE_SIZE];
    deal(NULL);
    scene_do(&scene, "~ann", "!seat");
    const char *line = scene_said(&scene, "@~ann: Your new seat word is ");
    assert_non_null(line);
    snprintf(next, sizeof(next), "%s", strstr(line, "word is ") + strlen("word is "));
    assert_int_equal(scene_count(&scene, "#table"), 0);
    go("~ann");
    come("~ann", HOST, NULL);
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_said(&scene, "@~ann: I know no seat with that word.");
    scene_tell(&scene, "~ann", "!seat %s", next);
    assert_said(&scene, "@~ann: The seat is yours again.");
    script_join(scene.adapter, "#table", "dora", "acc", false);
    scene_do(&scene, "dora", "!seat");
    assert_said(&scene, "@dora: Send me !seat WORD");
    scene_do(&scene, "dora", "!join");
    assert_refused(&scene, "dora", "!seat", "Your account keeps your seat: you need no word.");
}

/* Without a connection, too, one person has one seat: under a new nick their seat waits for them,
 * and the hint goes there. */
static void a_hidden_connection_gives_no_second_seat(void **state)
{
    (void)state;
    deal(NULL);
    script_rename(scene.adapter, "~ann", "~ann_away");
    go("~ann_away");
    for (unsigned i = 0; i < 2; i++) {
        come("~ann_away", HOST, NULL);
        assert_said(&scene, "@~ann_away: A seat is kept for this nick");
        assert_refused(&scene, "~ann_away", "!join", "A seat is kept for this nick");
        scene_restart(&scene);
        scene_mark(&scene);
    }
    come("~ann_away", HOST, NULL);
    script_rename(scene.adapter, "~ann_away", "~ann");
    scene_settle(&scene);
    assert_refused(&scene, "~ann", "!draw", "A seat is kept for this nick");
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_string_equal(kept_seat_owner()->id, "~ann");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

/* -- accounts -- */

/* Who registers in mid-round, and returns logged in under another nick. */
static void an_account_made_in_the_round_keeps_the_seat(void **state)
{
    (void)state;
    deal(NULL);
    script_identify(scene.adapter, "~ann", "Ann");
    scene_settle(&scene);
    go("~ann");
    script_join(scene.adapter, "#table", "phone", "ann", false);
    scene_settle(&scene);
    assert_string_equal(kept_seat_owner()->id, "phone");
    assert_said(&scene, "#table: ~ann plays as phone now.");
    assert_said(&scene, "Your hand: ");
    script_join(scene.adapter, "#table", "desk", "ANN", false); /* a second one asks for it */
    scene_settle(&scene);
    assert_refused(&scene, "desk", "!join", "Another nick of your account holds the seat: !swap");
    scene_do(&scene, "desk", "!swap");
    assert_string_equal(kept_seat_owner()->id, "desk");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

/* The network tells accounts a little later than who is there. */
static void an_account_is_waited_for(void **state)
{
    (void)state;
    deal(NULL);
    script_identify(scene.adapter, "~ann", "Ann");
    scene_settle(&scene);
    scene_restart(&scene);
    scene_mark(&scene);
    script_join_from(scene.adapter, "#table", "~ann", HOST);
    script_identify(scene.adapter, "~ann", "Ann");
    scene_settle(&scene);
    assert_seated("~ann");
    assert_said(&scene, "Your hand: ");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kept_seat_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_restart_asks_for_no_word),
        TEST(nor_does_an_outage_of_ours),
        TEST(nor_a_netsplit),
        TEST(nor_another_nick),
        TEST(what_was_typed_is_carried_out),
        TEST(another_connection_is_another_person),
        TEST(a_word_changes_the_connection),
        TEST(the_nick_tells_doubles_apart),
        TEST(all_guests_are_told_at_once),
        TEST(what_was_refused_is_carried_out),
        TEST(a_lost_word_is_renewed),
        TEST(a_hidden_connection_gives_no_second_seat),
        TEST(an_account_made_in_the_round_keeps_the_seat),
        TEST(an_account_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
