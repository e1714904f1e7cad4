/* Whose seat it is: impostors, hosts, accounts, two nicks of one account
 * (bot/command/handlers/command_seat.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "tests/bot/kept_seat.h"
#include "tests/bot/pair.h"
#include "tests/doubles/memory/memory.h"

static void an_impostor_gets_nothing(void **state)
{
    static const char *const lines[] = {"!hand", "!play r5", "!draw", "!leave", "!away", "!bots 1"};
    (void)state;
    char word[CODE_SIZE];
    kept_seat_deal(word);
    kept_seat_impostor();
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        assert_refused(
            &scene, "alice", lines[i],
            "A seat is kept for this nick. Send me its seat word in private: !seat WORD");
    }
    assert_refused(&scene, "alice", "!join", "A seat is kept for this nick");
    assert_refused(&scene, "alice", "!stop", "Only players at this table");
    assert_refused(&scene, "alice", "!seat", "Send me !seat WORD in private");
    scene_do(&scene, "alice", "ca");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_tell(&scene, "alice", "!hand");
    assert_said(&scene, "@alice: A seat is kept for this nick");
    assert_int_equal(scene_count(&scene, ""), 1);
    assert_null(kept_seat_owner()->id);
}

/* One that the network vouches for. */
static void the_same_host_needs_no_word(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    kept_seat_deal(word);
    script_gone(scene.adapter, "alice", false);
    scene_settle(&scene);
    scene_mark(&scene);
    scene_join(&scene, "alice");
    scene_settle(&scene);
    assert_said(&scene, "Your hand: ");
    assert_string_equal(kept_seat_owner()->id, "alice");
}

/* Guests: several come from one address, and each writes before the '@' what they like. Who returns
 * there under the nick is told how to have the seat, once, and has nothing before. */
static void an_address_is_no_proof(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_join(&scene, "dora");
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_do(&scene, "~ann", "!new");
    kept_seat_word("~ann", "Your seat word is ", word);
    scene_do(&scene, "dora", "!join");
    scene_do(&scene, "~ann", "!start");
    for (unsigned i = 0; i < 2; i++) {
        script_gone(scene.adapter, "~ann", false);
        scene_settle(&scene);
        scene_mark(&scene);
        script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
        script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
        scene_settle(&scene);
        assert_int_equal(scene_count(&scene, "@~ann"), 1);
        assert_said(
            &scene,
            "@~ann: A seat is kept for this nick. Send me its seat word in private: !seat WORD");
        assert_not_said(&scene, "Your hand");
        assert_null(kept_seat_owner()->id);
        assert_refused(&scene, "~ann", "!hand", "A seat is kept for this nick");
        scene_tell(&scene, "~ann", "!seat %s", word);
        assert_said(&scene, "Your hand: ");
        assert_string_equal(kept_seat_owner()->id, "~ann");
    }
    script_gone(scene.adapter, "~ann", false);
    scene_settle(&scene);
    scene_mark(&scene);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@elsewhere.test");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@~ann"), 0);
}

/* Nor for us, when it was we who were away. */
static void our_own_outage_proves_nothing(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_do(&scene, "~ann", "!new");
    kept_seat_word("~ann", "Your seat word is ", word);
    script_join(scene.adapter, "#table", "bob", NULL, false);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "~ann", "!start");
    scene_restart(&scene);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_settle(&scene);
    assert_said(&scene, "@~ann: A seat is kept for this nick");
    assert_null(kept_seat_owner()->id);
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_string_equal(kept_seat_owner()->id, "~ann");
}

/* What stands before the '@' of a host that the network vouches for may change. */
static void a_cloak_is_a_proof(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "ann", "home@user/ann");
    scene_do(&scene, "ann", "!new");
    kept_seat_word("ann", "Your seat word is ", word);
    script_gone(scene.adapter, "ann", false);
    scene_settle(&scene);
    script_join_from(scene.adapter, "#table", "ann", "phone@user/ann");
    scene_settle(&scene);
    assert_string_equal(kept_seat_owner()->id, "ann");
    assert_not_said(&scene, "A seat is kept");
}

/* At a table for one, too, who has no host of their own is given a word. */
static void a_private_table_asks_for_the_word(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_tell(&scene, "~ann", "!uno");
    kept_seat_word("~ann", "Your seat word is ", word);
    script_gone(scene.adapter, "~ann", false);
    scene_settle(&scene);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_tell(&scene, "~ann", "!table");
    assert_said(&scene, "@~ann: A seat is kept for this nick");
    assert_not_said(&scene, "Seats: ");
    scene_tell(&scene, "~ann", "!seat %s", word);
    scene_tell(&scene, "~ann", "!table");
    assert_said(&scene, "Seats: ");
}

/* An owner whose nick is lost plays under another one; who bears the old one has nothing. */
static void a_lost_nick_is_left_behind(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    kept_seat_deal(word);
    kept_seat_impostor();
    script_join_from(scene.adapter, "#table", "alice_", "new.example");
    scene_tell(&scene, "alice_", "!seat %s", word);
    assert_said(&scene, "#table: alice plays as alice_ now.");
    assert_said(&scene, "@alice_: ");
    assert_string_equal(kept_seat_owner()->id, "alice_");
    scene_do(&scene, "alice", "!hand");
    assert_said(&scene, "@alice: You have no seat");
    assert_not_said(&scene, "Your hand");
    scene_do(&scene, "alice_", "!hand");
    assert_said(&scene, "@alice_: ");
    assert_said(&scene, "Your hand: ");
}

static void who_sits_takes_no_second_seat(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    kept_seat_deal(word);
    kept_seat_impostor();
    scene_tell(&scene, "bob", "!seat %s", word);
    assert_said(&scene, "@bob: This nick has a seat of its own: !leave it first.");
    assert_null(kept_seat_owner()->id);
    assert_string_equal(scene_table(&scene)->seats[1].person->id, "bob");
}

/* The account that a nick had when it left is a proof as good as the word, after a restart too. */
static void the_account_gives_the_seat_back(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    kept_seat_deal(word);
    script_identify(scene.adapter, "alice", "al");
    scene_settle(&scene);
    for (unsigned i = 0; i < 2; i++) {
        script_gone(scene.adapter, "alice", false);
        script_join_from(scene.adapter, "#table", "alice", i == 0 ? "elsewhere" : "far away");
        scene_settle(&scene);
        assert_null(kept_seat_owner()->id);
        script_identify(scene.adapter, "alice", "eve");
        scene_settle(&scene);
        assert_null(kept_seat_owner()->id);
        assert_refused(&scene, "alice", "!hand", "A seat is kept for this nick");
        script_identify(scene.adapter, "alice", "al");
        scene_settle(&scene);
        assert_string_equal(kept_seat_owner()->id, "alice");
        scene_restart(&scene);
    }
}

/* An account is somebody of its own: another's seat under its nick does not keep it out. */
static void an_account_joins_beside_a_kept_seat(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    kept_seat_deal(word);
    kept_seat_impostor();
    script_identify(scene.adapter, "alice", "eve");
    scene_do(&scene, "alice", "!join");
    assert_said(&scene, "alice (2) takes a seat and plays from the next round on.");
    assert_null(kept_seat_owner()->id);
    assert_true(scene_table(&scene)->seats[2].person->verified);
}

/* What an owner without a seat opened is nobody's when somebody else acts under the nick. */
static void an_opener_is_not_a_nick(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_do(&scene, "alice", "!new");
    kept_seat_word("alice", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!leave");
    kept_seat_impostor();
    assert_refused(&scene, "alice", "!stop", "Only players at this table");
    assert_string_equal(scene_table(&scene)->opener->name, "bob");
    scene_do(&scene, "alice", "!join");
    assert_said(&scene, "alice takes a seat.");
    assert_string_equal(scene_table(&scene)->opener->name, "bob");
    assert_refused(&scene, "alice", "!set stack any", "Only the player who opened the table");
}

/* -- two nicks of one account -- */

static void account_sits(void)
{
    script_join(scene.adapter, "#table", "desk", "acc", false);
    script_join(scene.adapter, "#table", "phone", "ACC", false);
    script_identify(scene.adapter, "phone", "acc");
    scene_do(&scene, "desk", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "desk", "!start");
}

static void a_second_nick_asks_for_a_swap(void **state)
{
    (void)state;
    account_sits();
    const struct person *person = kept_seat_owner();
    assert_refused(&scene, "bob", "!swap", "No other nick of your account");
    assert_refused(&scene, "phone", "!hand", "Another nick of your account holds the seat: !swap");
    assert_refused(&scene, "phone", "!join", "Another nick of your account");
    assert_string_equal(person->id, "desk");
    scene_do(&scene, "phone", "!swap");
    assert_said(&scene, "@phone: You play from this nick now.");
    assert_said(&scene, "#table: desk plays as phone now.");
    assert_said(&scene, "Your hand: ");
    assert_int_equal(scene_count(&scene, "@desk"), 0);
    assert_string_equal(person->id, "phone");
    assert_refused(&scene, "desk", "!draw", "Another nick of your account");
    scene_do(&scene, "phone", "!hand");
    assert_said(&scene, "@phone: ");
    script_gone(scene.adapter, "phone", false); /* one nick alone needs no swap */
    scene_do(&scene, "desk", "!hand");
    assert_said(&scene, "#table: phone plays as desk now.");
    assert_said(&scene, "@desk: ");
    assert_said(&scene, "Your hand: ");
}

/* Each name of an account is told once, whatever brings it; a restart takes none back. */
static void each_nick_of_an_account_is_told(void **state)
{
    (void)state;
    account_sits();
    scene_mark(&scene);
    script_gone(scene.adapter, "desk", false);
    script_join(scene.adapter, "#table", "lap", "acc", false);
    scene_settle(&scene);
    assert_said(&scene, "#table: desk plays as lap now.");
    scene_mark(&scene);
    script_rename(scene.adapter, "lap", "pad");
    scene_settle(&scene);
    assert_said(&scene, "#table: lap plays as pad now.");
    scene_restart(&scene);
    assert_string_equal(kept_seat_owner()->name, "pad");
    scene_mark(&scene);
    script_join(scene.adapter, "#table", "pad", "acc", false);
    scene_settle(&scene);
    assert_string_equal(kept_seat_owner()->id, "pad");
    assert_not_said(&scene, " plays as ");
}

static void who_left_plays_under_no_name(void **state)
{
    (void)state;
    scene_join(&scene, "carol");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "bob", "!leave");
    assert_true(scene_table(&scene)->seats[1].leaving);
    scene_mark(&scene);
    script_rename(scene.adapter, "bob", "rob");
    scene_settle(&scene);
    assert_not_said(&scene, " plays as ");
    scene_mark(&scene);
    script_rename(scene.adapter, "carol", "caro");
    scene_settle(&scene);
    assert_said(&scene, "#table: carol plays as caro now.");
}

/* Both nicks are who opened the table. */
static void both_nicks_rule(void **state)
{
    (void)state;
    account_sits();
    scene_stop(&scene);
    scene_do(&scene, "phone", "!stop");
    assert_said(&scene, "#table: phone closes the table.");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kept_seat_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_impostor_gets_nothing),
        TEST(the_same_host_needs_no_word),
        TEST(an_address_is_no_proof),
        TEST(our_own_outage_proves_nothing),
        TEST(a_cloak_is_a_proof),
        TEST(a_private_table_asks_for_the_word),
        TEST(a_lost_nick_is_left_behind),
        TEST(who_sits_takes_no_second_seat),
        TEST(the_account_gives_the_seat_back),
        TEST(an_account_joins_beside_a_kept_seat),
        TEST(an_opener_is_not_a_nick),
        TEST(a_second_nick_asks_for_a_swap),
        TEST(each_nick_of_an_account_is_told),
        TEST(who_left_plays_under_no_name),
        TEST(both_nicks_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
