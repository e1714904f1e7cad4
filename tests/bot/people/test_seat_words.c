/* Seat words: whispered once, good until they are said aloud, and never kept in the clear
 * (bot/command/handlers/command_seat.c, bot/people/code.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "tests/bot/kept_seat.h"
#include "tests/bot/pair.h"
#include "tests/doubles/memory/memory.h"

static void a_word_is_whispered_once(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    char other[CODE_SIZE];
    scene_do(&scene, "alice", "!new");
    kept_seat_word("alice", "Your seat word is ", word);
    assert_null(strstr(scene_said(&scene, "#table: "), word));
    assert_int_equal(scene_count(&scene, "@alice"), 1);
    scene_do(&scene, "bob", "!join");
    kept_seat_word("bob", "Your seat word is ", other);
    assert_string_not_equal(word, other);
    script_entered(scene.adapter, "#other");
    script_join(scene.adapter, "#other", "alice", NULL, false);
    scene_mark(&scene);
    script_type(scene.adapter, "#other", "alice", "!new");
    scene_settle(&scene);
    assert_int_equal(tables_count(scene.host.tables), 2);
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

/* On a network that limits the bot, the word and the first hand are one whisper. */
static void a_slow_network_hears_it_with_the_hand(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    static const struct adapter_load load = {.lines_max = 60};
    script_load(scene.adapter, &load);
    scene_do(&scene, "alice", "!new");
    assert_not_said(&scene, "seat word");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    assert_not_said(&scene, "seat word");
    struct person *alice = scene_table(&scene)->seats[0].person;
    assert_true(alice->untold); /* if the program ended now, she would not be locked out */
    scene_do(&scene, "carol", "!leave");
    scene_mark(&scene);
    scene_do(&scene, "alice", "!start");
    kept_seat_word("alice", "Your seat word is ", word);
    assert_int_equal(scene_count(&scene, "@alice"), 1);
    assert_int_equal(scene_count(&scene, "@bob"), 1);
    assert_int_equal(scene_count(&scene, "@carol"), 0);
    assert_said(&scene, "private to get your seat back. ");
    const char *said = scene_said(&scene, "@alice: Your seat word is ");
    assert_non_null(strstr(said, "our hand: "));
    scene_mark(&scene);
    scene_do(&scene, "alice", "!hand");
    assert_not_said(&scene, "seat word");
    assert_false(alice->untold);
    kept_seat_impostor();
    scene_tell(&scene, "alice", "!seat %s", word);
    assert_said(&scene, "@alice: The seat is yours again.");
}

/* A word that is asked for before the deal cancels the one that waits. */
static void a_new_word_replaces_the_one_that_waits(void **state)
{
    (void)state;
    static const struct adapter_load load = {.lines_max = 60};
    script_load(scene.adapter, &load);
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_tell(&scene, "alice", "!seat");
    scene_mark(&scene);
    scene_do(&scene, "alice", "!start");
    assert_int_equal(scene_count(&scene, "@alice: Your seat word"), 0);
    assert_int_equal(scene_count(&scene, "@bob: Your seat word"), 1);
}

static void the_word_gives_the_seat_back(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    char text[40];
    kept_seat_deal(word);
    kept_seat_impostor();
    snprintf(text, sizeof(text), "!SEAT %s", word);
    for (char *at = text; *at != '\0'; at++) /* capitals are alike */
        *at = (char)(*at >= 'a' && *at <= 'z' ? *at - 32 : *at);
    scene_tell(&scene, "alice", "%s", text);
    assert_said(&scene, "@alice: The seat is yours again.");
    assert_said(&scene, "Your hand: ");
    assert_not_said(&scene, "seat word is ");
    assert_string_equal(kept_seat_owner()->id, "alice");
    script_gone(scene.adapter, "alice", false);
    script_join_from(scene.adapter, "#table", "eve", "eve.example"); /* buckets of her own */
    scene_tell(&scene, "eve", "place %s", word); /* said in private it is as good as before */
    assert_said(&scene, "@eve: The seat is yours again.");
    assert_said(&scene, "#table: alice plays as eve now.");
    assert_string_equal(kept_seat_owner()->id, "eve");
}

/* The daemon dies when the return is on the disk, and nothing was said of it: the owner has a word
 * that is good. */
static void a_return_that_nobody_heard_of_locks_nobody_out(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_do(&scene, "~ann", "!new");
    kept_seat_word("~ann", "Your seat word is ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "~ann", "!start");
    for (unsigned i = 0; i < 3; i++) {
        scene_restart(&scene);
        script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
        scene_tell(&scene, "~ann", "!seat %s", word);
        assert_string_equal(kept_seat_owner()->id, "~ann");
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
    assert_true(kept_seat_owner()->untold);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@elsewhere.test");
    assert_refused(&scene, "~ann", "!join",
                   "A seat is kept for this nick. Send me its seat word in private: !seat WORD");
    script_gone(scene.adapter, "~ann", false);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_settle(&scene);
    assert_said(&scene, "@~ann: A seat is kept for this nick: !join takes it.");
    assert_null(kept_seat_owner()->id);
    assert_refused(&scene, "~ann", "!leave", "!join takes it");
    scene_do(&scene, "~ann", "!join");
    kept_seat_word("~ann", "Your seat word is ", word);
    assert_string_equal(kept_seat_owner()->id, "~ann");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    scene_settle(&scene);
    assert_false(kept_seat_owner()->untold);
    scene_restart(&scene); /* it was told: from now on the word alone counts */
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    assert_refused(&scene, "~ann", "!join",
                   "A seat is kept for this nick. Send me its seat word in private: !seat WORD");
    scene_tell(&scene, "~ann", "!seat %s", word);
    assert_string_equal(kept_seat_owner()->id, "~ann");
}

/* The same when the daemon dies before the next word of one that was said aloud is whispered. */
static void a_dead_word_whose_next_was_never_told_locks_nobody_out(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_do(&scene, "~ann", "!new");
    kept_seat_word("~ann", "Your seat word is ", word);
    script_gone(scene.adapter, "~ann", false);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    scene_settle(&scene);
    scene_type(&scene, "~ann", "!seat %s", word);
    script_gone(scene.adapter, "~ann", false); /* before the disk has it: nobody is told */
    scene_settle(&scene);
    scene_restart(&scene);
    assert_true(kept_seat_owner()->untold);
    script_join_from(scene.adapter, "#table", "~ann", "~ann@pool.test");
    assert_refused(&scene, "~ann", "!seat aaaaaaaa", "I know no seat with that word");
    scene_do(&scene, "~ann", "!join");
    kept_seat_word("~ann", "Your seat word is ", word);
    assert_string_equal(kept_seat_owner()->id, "~ann");
    scene_settle(&scene);
    assert_false(kept_seat_owner()->untold);
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
    kept_seat_word("~ann", "Your seat word is ", word);
    scene_tell(&scene, "~ann", "!table");
    assert_said(&scene, "Seats: ");
    assert_int_equal(tables_count(scene.host.tables), 1);
}

/* A word that all could read is worth nothing, whoever said it where: its owner alone hears the
 * next one. */
static void a_word_said_aloud_is_dead(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    char next[CODE_SIZE];
    char last[CODE_SIZE];
    kept_seat_deal(word);
    kept_seat_impostor();
    script_join_from(scene.adapter, "#table", "eve", "eve.example");
    scene_do(&scene, "eve", "!seat %s", word);
    assert_said(&scene, "@eve: The seat is yours again.");
    kept_seat_word("eve", "Your new seat word is ", next);
    assert_null(strstr(scene_said(&scene, "#table: "), next));
    script_join_from(scene.adapter, "#table", "carol", "carol.example");
    scene_tell(&scene, "carol", "!seat %s", word);
    assert_said(&scene, "@carol: I know no seat with that word.");
    scene_do(&scene, "bob", "!seat %s", next); /* has a seat: takes none, and the word is heard */
    assert_said(&scene, "@bob: This nick has a seat of its own");
    kept_seat_word("bob", "Your new seat word is ", last);
    assert_string_equal(kept_seat_owner()->id, "eve");
    scene_tell(&scene, "carol", "!seat %s", next);
    assert_said(&scene, "@carol: I know no seat with that word.");
    scene_tell(&scene, "carol", "!seat %s", last);
    assert_string_equal(kept_seat_owner()->id, "carol");
}

/* Guesses cost much: after a few nobody listens. */
static void guessing_is_slow(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    unsigned answers = 0;
    kept_seat_deal(word);
    kept_seat_impostor();
    for (unsigned i = 0; i < 40; i++) {
        scene_tell(&scene, "alice", "!seat aaaaaaaa");
        answers += scene_said(&scene, "I know no seat") != NULL;
    }
    assert_in_range(answers, 1, 5);
    scene_tell(&scene, "alice", "!seat %s", word);
    assert_int_equal(scene_count(&scene, ""), 0);
    assert_null(kept_seat_owner()->id);
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
    kept_seat_deal(word);
    scene_restart(&scene);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
    assert_null(kept_seat_owner()->id);
    assert_refused(&scene, "alice", "!hand", "A seat is kept for this nick");
    scene_tell(&scene, "alice", "!seat %s", word);
    assert_said(&scene, "The seat is yours again.");
    assert_said(&scene, "Your hand: ");
    log_set_sink(NULL, NULL);
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

/* A word that takes no seat loses nothing that waits for whoever sits there. */
static void a_refused_word_loses_no_hand(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_do(&scene, "alice", "!new");
    kept_seat_word("alice", "Your seat word is ", word);
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

static void words_are_french_too(void **state)
{
    (void)state;
    char word[CODE_SIZE];
    scene_do(&scene, "oper", "!lang fr channel");
    scene_do(&scene, "alice", "!new");
    kept_seat_word("alice", "mot de siège est ", word);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    kept_seat_impostor();
    assert_refused(&scene, "alice", "!main", "Une place attend ce pseudo");
    scene_tell(&scene, "alice", "!place %s", word);
    assert_said(&scene, "La place est de nouveau à vous.");
    script_join(scene.adapter, "#table", "desk", "acc", false);
    script_join(scene.adapter, "#table", "phone", "acc", false);
    scene_do(&scene, "desk", "!join");
    assert_refused(&scene, "phone", "!partir", "Un autre pseudo de votre compte tient la place");
    scene_do(&scene, "phone", "!échange");
    assert_said(&scene, "@phone: Vous jouez maintenant depuis ce pseudo");
    assert_said(&scene, "#table: desk joue désormais sous le pseudo phone.");
}

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
    hash_hex(a, hex);
    assert_true(hash_read_hex(hex, b));
    assert_true(code_same(a, b, FAIR_SIZE));
    assert_false(hash_read_hex("00", b));
    hex[5] = 'x';
    assert_false(hash_read_hex(hex, b));
    char text[600]; /* longer than any */
    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    assert_false(code_hash("seat", text, a));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kept_seat_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_word_is_whispered_once),
        TEST(a_slow_network_hears_it_with_the_hand),
        TEST(a_new_word_replaces_the_one_that_waits),
        TEST(the_word_gives_the_seat_back),
        TEST(a_return_that_nobody_heard_of_locks_nobody_out),
        TEST(a_word_that_was_never_told_locks_nobody_out),
        TEST(a_dead_word_whose_next_was_never_told_locks_nobody_out),
        TEST(a_private_word_that_was_never_told_either),
        TEST(a_word_said_aloud_is_dead),
        TEST(guessing_is_slow),
        TEST(words_outlive_a_restart),
        TEST(a_refused_word_loses_no_hand),
        TEST(words_are_french_too),
        cmocka_unit_test(codes_are_compared_by_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
