/* Whose seat it is: seat words, hosts, accounts, two nicks of one account
 * (bot/command/command_seat.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/people/code.h"
#include "bot/text/language.h"
#include "pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

/* The last word whispered to somebody behind `words`. */
static void read_word(const char *who, const char *words, char word[CODE_SIZE])
{
    char start[80];
    snprintf(start, sizeof(start), "@%s: ", who);
    word[0] = '\0';
    for (size_t i = scene.mark; i < script_lines(scene.adapter); i++) {
        const char *line = script_line(scene.adapter, i);
        const char *at = strstr(line, words);
        if (strncmp(line, start, strlen(start)) == 0 && at != NULL)
            snprintf(word, CODE_SIZE, "%s", at + strlen(words));
    }
    assert_int_equal(strlen(word), CODE_LENGTH);
}

/* A round of alice and bob; alice's seat word. */
static void deal(char word[CODE_SIZE])
{
    scene_do(&scene, "alice", "!new");
    read_word("alice", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
}

static struct person *alice_sits(void)
{
    return scene_table(&scene)->seats[0].person;
}

/* Alice leaves, and somebody else comes under her nick. */
static void impostor_comes(void)
{
    script_gone(scene.adapter, "alice", false);
    scene_settle(&scene);
    scene_mark(&scene);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
}

static void a_word_is_whispered_once(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    char other[CODE_SIZE];
    scene_do(&scene, "alice", "!new");
    read_word("alice", "Your seat word is ", word);
    assert_null(strstr(scene_said(&scene, "#table: "), word));
    assert_int_equal(scene_count(&scene, "@alice"), 1);
    scene_do(&scene, "bob", "!join");
    read_word("bob", "Your seat word is ", other);
    assert_string_not_equal(word, other);
    script_entered(scene.adapter, "#other");
    script_join(scene.adapter, "#other", "alice", NULL, false);
    scene_mark(&scene);
    script_type(scene.adapter, "#other", "alice", "!new");
    scene_settle(&scene);
    assert_int_equal(scene.host.table_count, 2);
    assert_int_equal(scene_count(&scene, "@alice"), 0); /* she has one */
    script_join(scene.adapter, "#table", "dora", "dora_account", false);
    scene_do(&scene, "dora", "!join");
    assert_said(&scene, "dora takes a seat");
    assert_int_equal(scene_count(&scene, "@dora"), 0);
    char *text = save_state(scene_table(&scene));
    assert_null(strstr(text, word));
    assert_non_null(strstr(text, "\"word\":\""));
    free(text);
}

static void an_impostor_gets_nothing(void **state)
{
    static const char *const lines[] = {"!hand", "!play r5", "!draw", "!leave", "!away", "!bots 1"};
    (void)state;
    char word[CODE_SIZE];
    deal(word);
    impostor_comes();
    for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        assert_refused(&scene, "alice", lines[i], "A seat is kept for this nick: say !seat WORD");
    assert_refused(&scene, "alice", "!join", "A seat is kept for this nick");
    assert_refused(&scene, "alice", "!stop", "Only who sits here");
    assert_refused(&scene, "alice", "!seat", "Say !seat WORD to me in private");
    scene_do(&scene, "alice", "ca");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_tell(&scene, "alice", "!hand");
    assert_said(&scene, "@alice: A seat is kept for this nick");
    assert_int_equal(scene_count(&scene, ""), 1);
    assert_null(alice_sits()->id);
}

static void the_word_gives_the_seat_back(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    char text[40];
    deal(word);
    impostor_comes();
    snprintf(text, sizeof(text), "!SEAT %s", word);
    for (char *at = text; *at != '\0'; at++) /* capitals are alike */
        *at = (char)(*at >= 'a' && *at <= 'z' ? *at - 32 : *at);
    scene_tell(&scene, "alice", "%s", text);
    assert_said(&scene, "@alice: The seat is yours again.");
    assert_said(&scene, "Your hand: ");
    assert_not_said(&scene, "seat word is ");
    assert_string_equal(alice_sits()->id, "alice");
    script_gone(scene.adapter, "alice", false);
    script_join_from(scene.adapter, "#table", "eve", "eve.example"); /* buckets of her own */
    scene_tell(&scene, "eve", "place %s", word); /* said in private it is as good as before */
    assert_said(&scene, "@eve: The seat is yours again.");
    assert_said(&scene, "#table: alice plays as eve now.");
    assert_string_equal(alice_sits()->id, "eve");
}

/* The daemon dies when the return is on the disk, and nothing was said of it: the owner has a word
 * that is good. */
static void a_return_that_nobody_heard_of_locks_nobody_out(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_do(&scene, "~ann", "!new");
    read_word("~ann", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "~ann", "!start");
    for (unsigned i = 0; i < 3; i++) {
        scene_restart(&scene);
        script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
        scene_tell(&scene, "~ann", "!seat %s", word);
        assert_string_equal(alice_sits()->id, "~ann");
    }
}

/* Somebody has sat down, and what is kept says that no word was whispered, as when the daemon dies
 * in between: who comes back under
 * the nick and from the same address sits down once more, and nobody else does. */
static void a_word_that_was_never_told_locks_nobody_out(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_settle(&scene);
    scene_type(&scene, "~ann", "!new");
    script_gone(scene.adapter, "~ann", false); /* before the disk has it: nobody is told */
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@~ann"), 0);
    scene_restart(&scene);
    assert_true(alice_sits()->untold);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@elsewhere.test");
    assert_refused(&scene, "~ann", "!join", "A seat is kept for this nick: say !seat WORD");
    script_gone(scene.adapter, "~ann", false);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_settle(&scene);
    assert_said(&scene, "@~ann: A seat is kept for this nick, and its word was not told: !join "
                        "takes it.");
    assert_null(alice_sits()->id);
    assert_refused(&scene, "~ann", "!leave", "!join takes it");
    scene_do(&scene, "~ann", "!join");
    read_word("~ann", "Your seat word is ", word);
    assert_string_equal(alice_sits()->id, "~ann");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    scene_settle(&scene);
    assert_false(alice_sits()->untold);
    scene_restart(&scene); /* it was told: from now on the word alone counts */
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    assert_refused(&scene, "~ann", "!join", "A seat is kept for this nick: say !seat WORD");
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_string_equal(alice_sits()->id, "~ann");
}

/* Likewise at a table for one: whoever opens it again is there. */
static void a_private_word_that_was_never_told_either(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_settle(&scene);
    script_type(scene.adapter, NULL, "~ann", "!uno");
    script_gone(scene.adapter, "~ann", false);
    scene_settle(&scene);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_tell(&scene, "~ann", "!uno");
    read_word("~ann", "Your seat word is ", word);
    scene_tell(&scene, "~ann", "!table");
    assert_said(&scene, "Seats: ");
    assert_int_equal(scene.host.table_count, 1);
}

/* A word that all could read is worth nothing, whoever said it where: its owner alone hears the
 * next one. */
static void a_word_said_aloud_is_dead(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    char next[CODE_SIZE];
    char last[CODE_SIZE];
    deal(word);
    impostor_comes();
    script_join_from(scene.adapter, "#table", "eve", "eve.example");
    scene_do(&scene, "eve", "!seat %s", word);
    assert_said(&scene, "@eve: The seat is yours again.");
    read_word("eve", "The new seat word is ", next);
    assert_null(strstr(scene_said(&scene, "#table: "), next));
    script_join_from(scene.adapter, "#table", "carol", "carol.example");
    scene_tell(&scene, "carol", "!seat %s", word);
    assert_said(&scene, "@carol: I know no seat with that word.");
    scene_do(&scene, "bob", "!seat %s", next); /* has a seat: takes none, and the word is heard */
    assert_said(&scene, "@bob: This nick has a seat of its own");
    read_word("bob", "The new seat word is ", last);
    assert_string_equal(alice_sits()->id, "eve");
    scene_tell(&scene, "carol", "!seat %s", next);
    assert_said(&scene, "@carol: I know no seat with that word.");
    scene_tell(&scene, "carol", "!seat %s", last);
    assert_string_equal(alice_sits()->id, "carol");
}

/* Guesses cost much: after a few nobody listens. */
static void guessing_is_slow(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    unsigned answers = 0;
    deal(word);
    impostor_comes();
    for (unsigned i = 0; i < 40; i++) {
        scene_tell(&scene, "alice", "!seat aaaaaaaa");
        answers += scene_said(&scene, "I know no seat") != NULL;
    }
    assert_in_range(answers, 1, 5);
    scene_tell(&scene, "alice", "!seat %s", word);
    assert_int_equal(scene_count(&scene, ""), 0);
    assert_null(alice_sits()->id);
}

/* One that the network vouches for. */
static void the_same_host_needs_no_word(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    deal(word);
    script_gone(scene.adapter, "alice", false);
    scene_settle(&scene);
    scene_mark(&scene);
    scene_join(&scene, "alice");
    scene_settle(&scene);
    assert_said(&scene, "Your hand: ");
    assert_string_equal(alice_sits()->id, "alice");
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
    read_word("~ann", "Your seat word is ", word);
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
        assert_said(&scene, "@~ann: A seat is kept for this nick: say !seat WORD to me in private");
        assert_not_said(&scene, "Your hand");
        assert_null(alice_sits()->id);
        assert_refused(&scene, "~ann", "!hand", "A seat is kept for this nick");
        scene_tell(&scene, "~ann", "!seat %s", word);
        assert_said(&scene, "Your hand: ");
        assert_string_equal(alice_sits()->id, "~ann");
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
    read_word("~ann", "Your seat word is ", word);
    script_join(scene.adapter, "#table", "bob", NULL, false);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "~ann", "!start");
    scene_restart(&scene);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_settle(&scene);
    assert_said(&scene, "@~ann: A seat is kept for this nick");
    assert_null(alice_sits()->id);
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_string_equal(alice_sits()->id, "~ann");
}

/* What stands before the '@' of a host that the network vouches for may change. */
static void a_cloak_is_a_proof(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "ann", "home@user/ann");
    scene_do(&scene, "ann", "!new");
    read_word("ann", "Your seat word is ", word);
    script_gone(scene.adapter, "ann", false);
    scene_settle(&scene);
    script_join_from(scene.adapter, "#table", "ann", "phone@user/ann");
    scene_settle(&scene);
    assert_string_equal(alice_sits()->id, "ann");
    assert_not_said(&scene, "A seat is kept");
}

/* At a table for one, too, who has no host of their own is given a word. */
static void a_private_table_asks_for_the_word(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_tell(&scene, "~ann", "!uno");
    read_word("~ann", "Your seat word is ", word);
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
    deal(word);
    impostor_comes();
    script_join_from(scene.adapter, "#table", "alice_", "new.example");
    scene_tell(&scene, "alice_", "!seat %s", word);
    assert_said(&scene, "#table: alice plays as alice_ now.");
    assert_said(&scene, "@alice_: ");
    assert_string_equal(alice_sits()->id, "alice_");
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
    deal(word);
    impostor_comes();
    scene_tell(&scene, "bob", "!seat %s", word);
    assert_said(&scene, "@bob: This nick has a seat of its own: !leave it first.");
    assert_null(alice_sits()->id);
    assert_string_equal(scene_table(&scene)->seats[1].person->id, "bob");
}

static void collect(void *arg, enum log_level level, const char *line)
{
    (void)level;
    strncat(arg, line, 20000 - strlen(arg) - 1);
}

/* The word holds over a restart; neither the log nor the table's text ever has it. */
static void words_outlive_a_restart(void **state)
{
    (void)state;
    static char log[20000];
    char word[CODE_SIZE];
    log[0] = '\0';
    scene_finish(&scene);
    scene_init(&scene, SCENE_SQLITE);
    log_set_sink(collect, log);
    log_set_level(LOG_DEBUG);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    deal(word);
    scene_restart(&scene);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
    assert_null(alice_sits()->id);
    assert_refused(&scene, "alice", "!hand", "A seat is kept for this nick");
    scene_tell(&scene, "alice", "!seat %s", word);
    assert_said(&scene, "The seat is yours again.");
    assert_said(&scene, "Your hand: ");
    log_set_sink(NULL, NULL);
    log_set_level(LOG_ERROR);
    assert_null(strstr(log, word));
    scene_down(&scene);
    FILE *file = fopen(scene.path, "rb");
    assert_non_null(file);
    static char bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    assert_true(size > 1000);
    for (size_t i = 0; i + CODE_LENGTH <= size; i++)
        assert_memory_not_equal(bytes + i, word, CODE_LENGTH);
    scene_up(&scene);
}

/* The account that a nick had when it left is a proof as good as the word, after a restart too. */
static void the_account_gives_the_seat_back(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    deal(word);
    script_identify(scene.adapter, "alice", "al");
    scene_settle(&scene);
    for (unsigned i = 0; i < 2; i++) {
        impostor_comes();
        assert_null(alice_sits()->id);
        script_identify(scene.adapter, "alice", "eve");
        scene_settle(&scene);
        assert_null(alice_sits()->id);
        assert_refused(&scene, "alice", "!hand", "A seat is kept for this nick");
        script_identify(scene.adapter, "alice", "al");
        scene_settle(&scene);
        assert_string_equal(alice_sits()->id, "alice");
        scene_restart(&scene);
    }
}

/* An account is somebody of its own: another's seat under its nick does not keep it out. */
static void an_account_joins_beside_a_kept_seat(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    deal(word);
    impostor_comes();
    script_identify(scene.adapter, "alice", "eve");
    scene_do(&scene, "alice", "!join");
    assert_said(&scene, "alice takes a seat and plays from the next round on.");
    assert_null(alice_sits()->id);
    assert_true(scene_table(&scene)->seats[2].person->verified);
}

/* What an owner without a seat opened is nobody's when somebody else acts under the nick. */
static void an_opener_is_not_a_nick(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_do(&scene, "alice", "!new");
    read_word("alice", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!leave");
    impostor_comes();
    assert_refused(&scene, "alice", "!stop", "Only who sits here");
    assert_string_equal(scene_table(&scene)->opener->name, "bob");
    scene_do(&scene, "alice", "!join");
    assert_said(&scene, "alice takes a seat.");
    assert_string_equal(scene_table(&scene)->opener->name, "bob");
    assert_refused(&scene, "alice", "!set stack any", "Only who opened the table and sits here");
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
    const struct person *person = alice_sits();
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
    assert_said(&scene, "@desk: ");
    assert_said(&scene, "Your hand: ");
}

/* Both nicks are who opened the table. */
static void both_nicks_rule(void **state)
{
    (void)state;
    account_sits();
    scene_do(&scene, "phone", "!stop");
    scene_do(&scene, "phone", "!stop");
    assert_said(&scene, "#table: phone ends the match.");
}

/* -- in French -- */

static void words_are_french_too(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_do(&scene, "oper", "!lang fr channel");
    scene_do(&scene, "alice", "!new");
    read_word("alice", "mot de passe de place est ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    impostor_comes();
    assert_refused(&scene, "alice", "!main", "Une place est gardée pour ce pseudo");
    scene_tell(&scene, "alice", "!place %s", word);
    assert_said(&scene, "La place est de nouveau à vous.");
    script_join(scene.adapter, "#table", "desk", "acc", false);
    script_join(scene.adapter, "#table", "phone", "acc", false);
    scene_do(&scene, "desk", "!join");
    assert_refused(&scene, "phone", "!partir", "Un autre pseudo de votre compte tient la place");
    scene_do(&scene, "phone", "!échange");
    assert_said(&scene, "@phone: Vous jouez depuis ce pseudo");
    assert_said(&scene, "#table: desk joue désormais sous le pseudo phone.");
}

/* -- code.h -- */

static void codes_are_compared_by_hash(void **state)
{
    (void)state;
    char one[CODE_SIZE];
    char other[CODE_SIZE];
    char hex[FAIR_HEX];
    uint8_t a[FAIR_SIZE];
    uint8_t b[FAIR_SIZE];
    assert_true(code_make(NULL, "seat", 0, one));
    assert_true(code_make(NULL, "seat", 0, other));
    assert_string_not_equal(one, other);
    assert_true(code_make("seed", "seat", 1, one));
    assert_true(code_make("seed", "seat", 1, other));
    assert_string_equal(one, other);
    assert_true(code_make("seed", "link", 1, other));
    assert_string_not_equal(one, other);
    assert_true(code_hash("seat a", "abcdefgh", a));
    assert_true(code_hash("seat a", "ABCDEFGH", b));
    assert_true(code_same(a, b, FAIR_SIZE));
    assert_true(code_hash("seat b", "abcdefgh", b));
    assert_false(code_same(a, b, FAIR_SIZE));
    fair_hex(a, hex);
    assert_true(code_read_hex(hex, b));
    assert_true(code_same(a, b, FAIR_SIZE));
    assert_false(code_read_hex("00", b));
    hex[5] = 'x';
    assert_false(code_read_hex(hex, b));
    char text[300];
    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    assert_false(code_hash("seat", text, a));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

/* A word that takes no seat loses nothing that waits for whoever sits there. */
static void a_refused_word_loses_no_hand(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_do(&scene, "alice", "!new");
    read_word("alice", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_mark(&scene);
    store_memory_fail(scene.store, true);
    scene_type(&scene, "alice", "!start");
    scene_type(&scene, "bob", "!seat %s", word);
    scene_await(&scene, &scene.host.trouble, true);
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_said(&scene, "@bob: This nick has a seat of its own");
    const char *line = scene_said(&scene, "@alice: ");
    assert_non_null(line);
    assert_non_null(strstr(line, "Your hand: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_word_is_whispered_once),
        TEST(an_impostor_gets_nothing),
        TEST(the_word_gives_the_seat_back),
        TEST(a_return_that_nobody_heard_of_locks_nobody_out),
        TEST(a_word_that_was_never_told_locks_nobody_out),
        TEST(a_private_word_that_was_never_told_either),
        TEST(a_word_said_aloud_is_dead),
        TEST(guessing_is_slow),
        TEST(the_same_host_needs_no_word),
        TEST(an_address_is_no_proof),
        TEST(our_own_outage_proves_nothing),
        TEST(a_cloak_is_a_proof),
        TEST(a_private_table_asks_for_the_word),
        TEST(a_lost_nick_is_left_behind),
        TEST(who_sits_takes_no_second_seat),
        TEST(words_outlive_a_restart),
        TEST(the_account_gives_the_seat_back),
        TEST(an_account_joins_beside_a_kept_seat),
        TEST(an_opener_is_not_a_nick),
        TEST(a_second_nick_asks_for_a_swap),
        TEST(both_nicks_rule),
        TEST(a_refused_word_loses_no_hand),
        TEST(words_are_french_too),
        cmocka_unit_test(codes_are_compared_by_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
