/* Who is linked already: nicks that are known again, !links, !unlink and !name
 * (bot/command/handlers/command_links.c, bot/people/nick.h). */
#include "tests/bot/linked.h"

/* -- a nick that is linked -- */

static void play_another(void)
{
    if (scene_table(&scene) == NULL)
        scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!join");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    play_round();
    scene_settle(&scene);
    scene_do(&scene, "alice", "!stop");
    scene_tell(&scene, "carol", "nothing");
}

/* Its bearer is known by where they come from; from elsewhere they are told so, asked for their
 * word, and are the same again with it. */
static void a_linked_nick_is_known_again(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_do(&scene, "alice", "!new");
    const char *line = scene_said(&scene, "Your seat word is ");
    assert_non_null(line);
    snprintf(word, sizeof(word), "%s", strstr(line, "word is ") + strlen("word is "));
    ask_code("desk");
    join_with("alice", "desk");
    scene_do(&scene, "alice", "!stop");
    play_another();
    assert_null(strstr(board("channel"), "alice~"));
    assert_non_null(strstr(board("channel"), "alice "));
    script_gone(scene.adapter, "alice", false);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
    scene_do(&scene, "alice", "!new");
    line =
        scene_said(&scene, "@alice: The nick alice is linked, and I cannot tell that it is you.");
    assert_non_null(line);
    assert_non_null(strstr(line, "!seat WORD"));
    scene_tell(&scene, "alice", "!seat aaaaaaaa");
    assert_said(&scene, "@alice: I know no seat with that word.");
    play_another();
    assert_non_null(strstr(board("channel"), "alice~"));
}

/* The word that was told last while they were known. */
static void a_word_makes_a_linked_nick_known(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    ask_code("desk");
    join_with("alice", "desk");
    scene_do(&scene, "alice", "!new");
    assert_not_said(&scene, "I cannot tell that it is you");
    const char *line = scene_said(&scene, "Your seat word is ");
    assert_non_null(line);
    snprintf(word, sizeof(word), "%.8s", strstr(line, "word is ") + strlen("word is "));
    scene_do(&scene, "alice", "!stop");
    scene_restart(&scene); /* it is kept */
    pair_come();
    script_gone(scene.adapter, "alice", false);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "I cannot tell that it is you");
    scene_tell(&scene, "alice", "!seat %s", word);
    assert_said(&scene, "@alice: I know you again");
    scene_do(&scene, "alice", "!stop");
    play_another();
    assert_null(strstr(board("channel"), "alice~"));
    scene_tell(&scene, "alice", "!links");
    scene_wait(&scene, "@alice: You are one player as ");
}

/* A seat that was taken back with its word is the same nick's, wherever from. */
static void a_seat_word_keeps_the_nick_linked(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_do(&scene, "alice", "!new");
    const char *line = scene_said(&scene, "Your seat word is ");
    assert_non_null(line);
    snprintf(word, sizeof(word), "%.8s", strstr(line, "word is ") + strlen("word is "));
    scene_do(&scene, "bob", "!join");
    ask_code("desk");
    join_with("alice", "desk");
    scene_do(&scene, "alice", "!start");
    script_gone(scene.adapter, "alice", false);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
    scene_tell(&scene, "alice", "!seat %s", word);
    assert_said(&scene, "@alice: The seat is yours again.");
    scene.mark = 0;
    play_round();
    const char *shown = board("channel");
    assert_null(strstr(shown, "alice~"));
    assert_non_null(strstr(shown, "alice "));
}

/* Which the network does not give to one person alone. */
static void come_from_an_address(void)
{
    script_gone(scene.adapter, "alice", false);
    script_join_from(scene.adapter, "#table", "alice", "~alice@address");
    scene_settle(&scene);
}

/* Who has linked it is gone, and somebody sits down under that nick from the same address. */
static void the_same_address_is_no_proof(void **state)
{
    (void)state;
    come_from_an_address();
    ask_code("desk");
    join_with("alice", "desk");
    scene_do(&scene, "alice", "!new");
    assert_not_said(&scene, "I cannot tell that it is you");
    scene_do(&scene, "alice", "!stop");
    come_from_an_address();
    scene_tell(&scene, "alice", "!links");
    scene_wait(&scene, "@alice: You are linked with nobody");
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "@alice: The nick alice is linked, and I cannot tell that it is you.");
    play_another();
    assert_non_null(strstr(board("channel"), "alice~"));
}

/* The number of alice's player, as the page of the table tells; 0: none. */
static int64_t player_on_the_web(void)
{
    char address[64];
    snprintf(address, sizeof(address), "/api/1/tables/%lld", (long long)scene_table(&scene)->id);
    const struct page *page = script_look(scene.adapter, address, NULL, 20000);
    assert_non_null(page);
    assert_int_equal(page->status, 200);
    static const char seat[] = "\"name\":\"alice\",\"player\":";
    const char *at = strstr(page->body, seat);
    assert_non_null(at);
    return strtoll(at + strlen(seat), NULL, 10);
}

/* Pages do not take such a stranger for the owner either. */
static void the_web_takes_no_stranger_for_the_owner(void **state)
{
    (void)state;
    scene_do(&scene, "oper", "!set channel web watch");
    come_from_an_address();
    ask_code("desk");
    join_with("alice", "desk");
    scene_do(&scene, "alice", "!new");
    assert_true(player_on_the_web() > 0);
    scene_do(&scene, "alice", "!stop");
    come_from_an_address();
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "@alice: The nick alice is linked, and I cannot tell that it is you.");
    assert_int_equal(player_on_the_web(), 0);
}

/* The page of a table remembers its people for some seconds. It asks again when somebody else sits
 * down under the same nick. */
static void the_web_asks_again_when_a_stranger_sits_down(void **state)
{
    (void)state;
    scene_do(&scene, "oper", "!set channel web watch");
    scene_do(&scene, "bob", "!new");
    come_from_an_address();
    ask_code("desk");
    join_with("alice", "desk");
    scene_do(&scene, "alice", "!join");
    assert_true(player_on_the_web() > 0);
    scene_do(&scene, "alice", "!leave");
    come_from_an_address();
    scene_do(&scene, "alice", "!join");
    assert_int_equal(player_on_the_web(), 0);
}

/* Said before they sit down, and where everybody can read it. */
static void a_word_that_is_said_aloud_is_another(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    come_from_an_address();
    ask_code("desk");
    join_with("alice", "desk");
    scene_do(&scene, "alice", "!new");
    snprintf(word, sizeof(word), "%.8s",
             strstr(scene_said(&scene, "Your seat word is "), "word is ") + strlen("word is "));
    scene_do(&scene, "alice", "!stop");
    come_from_an_address();
    scene_do(&scene, "alice", "!seat %s", word);
    assert_said(&scene, "@alice: I know you again");
    assert_said(&scene, "@alice: Everybody here could read that word");
    scene_do(&scene, "alice", "!new");
    assert_not_said(&scene, "I cannot tell that it is you");
    scene_do(&scene, "alice", "!stop");
    come_from_an_address();
    scene_tell(&scene, "alice", "!seat %s", word);
    assert_said(&scene, "@alice: I know no seat with that word.");
}

/* -- two seats at one table -- */

/* "Who sits twice at a table gets nothing for it": they are told so, once and in private, when the
 * second of them sits down. */
static void who_sits_twice_is_told(void **state)
{
    (void)state;
    ask_code("desk");
    join_with("alice", "desk");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_settle(&scene);
    assert_not_said(&scene, "two seats");
    scene_type(&scene, "desk", "!join");
    scene_wait(&scene, "@desk: You have two seats at this table, the other as alice. What they win "
                       "does not count on the boards.");
    assert_int_equal(scene_count(&scene, "@alice: You have two"), 0);
    scene_do(&scene, "desk", "!order");
    scene_settle(&scene);
    assert_not_said(&scene, "two seats");
}

/* Or when they are linked while they sit. */
static void who_sits_twice_when_linked_is_told(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "lap", "acc2", false);
    scene_settle(&scene);
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "desk", "!join");
    scene_do(&scene, "lap", "!join");
    ask_code("desk");
    give("lap");
    scene_wait(&scene, "@lap: You have two seats at this table, the other as desk");
    assert_int_equal(scene_count(&scene, "@desk: You have two"), 0);
}

/* -- parting -- */

static void links_are_listed_and_parted(void **state)
{
    (void)state;
    scene_tell(&scene, "desk", "!links");
    scene_wait(&scene, "@desk: You are linked with nobody");
    deal_and_play();
    ask_code("desk");
    join_with("alice", "desk");
    scene_tell(&scene, "alice", "!links");
    const char *line = scene_wait(&scene, "@alice: You are one player as ");
    assert_non_null(strstr(line, "desk ("));
    assert_non_null(strstr(line, "alice~ ("));
    assert_non_null(strstr(line, "the boards call you alice."));
    scene_tell(&scene, "desk", "!unlink nobody");
    scene_wait(&scene, "@desk: None of your identities has that name. You are ");
    assert_null(strstr(board("channel"), "alice~"));
    scene_tell(&scene, "desk", "!unlink alice");
    scene_wait(&scene, "@desk: alice on ");
    assert_said(&scene, "is a separate player again, with the wins of that name.");
    scene_wait(&scene, "@alice: alice on ");
    scene_settle(&scene);
    assert_non_null(strstr(board("channel"), "alice~"));
    scene_tell(&scene, "desk", "!links");
    scene_wait(&scene, "@desk: You are linked with nobody");
    scene_do(&scene, "alice", "!leave");
    scene_do(&scene, "alice", "!join");
    assert_not_said(&scene, "linked");
}

/* What an account may, a nick that is linked with it may not, nor the other way round. */
static void rights_never_pass(void **state)
{
    (void)state;
    static const char admins[] = "acc";
    scene.network->admins = admins;
    scene_do(&scene, "bob", "!new");
    ask_code("desk");
    join_with("alice", "desk");
    assert_refused(&scene, "alice", "!stop", "Only players at this table");
    scene_do(&scene, "desk", "!stop");
    assert_said(&scene, "#table: desk closes the table.");
    scene.network->admins = NULL;
}

static void a_name_is_chosen(void **state)
{
    (void)state;
    deal_and_play();
    scene_tell(&scene, "alice", "!name Queen");
    scene_wait(&scene, "@alice: You need an account for this");
    ask_code("desk");
    join_with("alice", "desk");
    scene_tell(&scene, "alice", "!name bob");
    scene_wait(&scene, "@alice: That name is taken");
    scene_tell(&scene, "alice", "!name Q~");
    scene_wait(&scene, "@alice: A name has at most 30 letters");
    scene_tell(&scene, "desk", "!name 1234567890123456789012345678901");
    scene_wait(&scene, "@desk: A name has at most 30 letters");
    scene_tell(&scene, "desk", "!name \u00AB Queen of Spades \u00BB");
    scene_wait(&scene, "@desk: The boards call you Queen of Spades from now on.");
    assert_non_null(strstr(board("channel"), "Queen of Spades "));
    scene_mark(&scene);
    scene_type(&scene, "carol", "!stats queen of spades");
    scene_wait(&scene, "Queen of Spades: points ");
    scene_tell(&scene, "desk", "!name default.");
    scene_wait(&scene, "@desk: The boards call you by the account");
    assert_null(strstr(board("channel"), "Queen"));
}

/* "alice~": what that means is said. */
static void the_mark_of_a_nick_is_explained(void **state)
{
    (void)state;
    deal_and_play();
    scene_settle(&scene);
    scene_mark(&scene);
    scene_type(&scene, "alice", "!stats");
    scene_wait(&scene, "alice~: points ");
    scene_wait(&scene, "~ marks a nick without account.");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_linked_nick_is_known_again),
        TEST(a_word_makes_a_linked_nick_known),
        TEST(a_seat_word_keeps_the_nick_linked),
        TEST(the_same_address_is_no_proof),
        TEST(the_web_takes_no_stranger_for_the_owner),
        TEST(the_web_asks_again_when_a_stranger_sits_down),
        TEST(a_word_that_is_said_aloud_is_another),
        TEST(who_sits_twice_is_told),
        TEST(who_sits_twice_when_linked_is_told),
        TEST(links_are_listed_and_parted),
        TEST(rights_never_pass),
        TEST(a_name_is_chosen),
        TEST(the_mark_of_a_nick_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
