/* !link: accounts, networks and nicks that become one player (bot/command_link.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/registry.h"
#include "bot/code.h"
#include "bot/language.h"
#include "bot/link.h"
#include "pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    script_join(scene.adapter, "#table", "desk", "acc", false);
    scene_settle(&scene);
    return 0;
}

/* "!link CODE yes" in private. */
static void give(const char *who, const char *code)
{
    scene_tell(&scene, who, "!link %s yes", code);
}

static char code[CODE_SIZE]; /* of the last !link */

static void read_code(const char *line)
{
    assert_non_null(line);
    snprintf(code, sizeof(code), "%s", strstr(line, "Your code is ") + strlen("Your code is "));
    assert_int_equal(strlen(code), CODE_LENGTH);
}

static void ask_code(const char *who)
{
    scene_tell(&scene, who, "!link");
    read_code(scene_said(&scene, "Your code is "));
}

/* `who` gives the code of `whom`, and the two are one. */
static void join_with(const char *who, const char *whom)
{
    char told[64];
    give(who, code);
    snprintf(told, sizeof(told), "@%s: You and %s on ", who, whom);
    scene_wait(&scene, told);
    scene_settle(&scene);
}

/* Alice and bob play a round to its end, from where it is. */
static void play_round(void)
{
    struct actor actors[] = {{.name = "alice"}, {.name = "bob"}};
    actors[0].read = actors[1].read = scene.mark;
    scene_play(&scene, actors, 2, "wins the round", 3000);
}

static void deal_and_play(void)
{
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    play_round();
}

static const char *board(const char *words)
{
    scene_settle(&scene);
    scene_mark(&scene);
    scene_type(&scene, "carol", "!top all %s", words);
    return scene_wait(&scene, "Best of all time");
}

/* Who was talked into typing a stranger's code sees whose it is, and nothing has happened. */
static void who_it_is_comes_first(void **state)
{
    (void)state;
    deal_and_play();
    ask_code("desk");
    scene_tell(&scene, "alice", "!link %s", code);
    assert_said(&scene, "@alice: That code is of desk on ");
    assert_not_said(&scene, "one player now");
    assert_non_null(strstr(board("channel"), "alice~"));
    script_identify(scene.adapter, "alice", NULL);
    scene_mark(&scene);
    scene_whisper(&scene, "alice", "!link %s oui", code); /* it is good still, once */
    scene_wait(&scene, "one player now");
    give("alice", code);
    assert_said(&scene, "I know no such code");
}

static void a_nick_becomes_its_account(void **state)
{
    (void)state;
    deal_and_play();
    assert_non_null(strstr(board("channel"), "alice~"));
    script_identify(scene.adapter, "alice", "al");
    ask_code("alice");
    assert_int_equal(scene_count(&scene, ""), 1);
    join_with("alice", "alice");
    const char *line = board("channel");
    assert_null(strstr(line, "alice~"));
    assert_non_null(strstr(line, "alice "));
    assert_non_null(strstr(line, "bob~"));
    const struct person *person = scene_table(&scene)->seats[0].person;
    assert_true(person->verified);
    assert_string_equal(person->key, "al");
    assert_string_equal(person->id, "alice");
    assert_ptr_equal(scene_table(&scene)->opener, person);
    give("alice", code); /* good once */
    assert_said(&scene, "I know no such code");
}

/* In mid-round: the hand stays, and what is won goes to the account; after a restart as well. */
static void a_seat_is_joined_in_mid_round(void **state)
{
    (void)state;
    pair_seat(true);
    uint16_t hand = scene_table(&scene)->round->game.hand_count[0];
    script_identify(scene.adapter, "alice", "al");
    ask_code("alice");
    join_with("alice", "alice");
    assert_int_equal(scene_table(&scene)->round->game.hand_count[0], hand);
    scene_do(&scene, "alice", "!hand");
    assert_said(&scene, "@alice: ");
    assert_said(&scene, "Your hand: ");
    scene_restart(&scene);
    script_join(scene.adapter, "#table", "alice", "al", false);
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_string_equal(scene_table(&scene)->seats[0].person->id, "alice");
    scene.mark = 0;
    play_round();
    const char *line = board("network");
    assert_null(strstr(line, "alice~"));
    assert_non_null(strstr(line, "alice "));
}

/* The account's code, said as the nick. */
static void an_account_takes_a_nick(void **state)
{
    (void)state;
    deal_and_play();
    ask_code("desk");
    join_with("alice", "desk");
    assert_null(strstr(board("overall"), "alice~"));
    const struct person *person = scene_table(&scene)->seats[0].person;
    assert_string_equal(person->key, "acc");
    assert_null(person->id); /* who sits there now is whoever has the account */
    scene_do(&scene, "desk", "!leave");
    assert_said(&scene, "#table: ");
}

static void codes_that_are_refused(void **state)
{
    (void)state;
    char old[CODE_SIZE];
    script_join(scene.adapter, "#table", "dora", "dora_acc", false);
    ask_code("desk");
    give("desk", code);
    assert_said(&scene, "@desk: That code is your own");
    give("dora", code); /* gone all the same */
    assert_said(&scene, "@dora: I know no such code");
    ask_code("alice");
    give("bob", code);
    assert_said(&scene, "@bob: One of the two must have an account.");
    script_join(scene.adapter, "#table", "emil", "emil_acc", false);
    ask_code("emil");
    snprintf(old, sizeof(old), "%s", code);
    ask_code("emil"); /* one at a time */
    assert_int_equal(scene.host.link_count, 1);
    give("carol", old);
    assert_said(&scene, "@carol: I know no such code");
    scene.host.options.link_life = 0;
    script_join(scene.adapter, "#table", "finn", "finn_acc", false);
    ask_code("finn");
    give("oper", code);
    assert_said(&scene, "@oper: I know no such code, or its time is over.");
}

/* Guesses cost so much that nobody listens after a few. */
static void guessing_is_slow(void **state)
{
    (void)state;
    unsigned answers = 0;
    ask_code("desk");
    for (unsigned i = 0; i < 40; i++) {
        give("alice", "aaaaaaaa");
        answers += scene_said(&scene, "I know no such code") != NULL;
    }
    assert_in_range(answers, 1, 5);
    give("alice", code);
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* Whose nick is kept for somebody has nothing to give away. */
static void an_impostor_joins_nothing(void **state)
{
    (void)state;
    deal_and_play();
    ask_code("desk");
    script_gone(scene.adapter, "alice", false);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    give("alice", code);
    assert_said(&scene, "@alice: A seat is kept for this nick");
    assert_non_null(strstr(board("channel"), "alice~"));
}

/* From another place than the one where all was won, nothing is joined. */
static void a_nick_from_elsewhere_joins_nothing(void **state)
{
    (void)state;
    deal_and_play();
    scene_do(&scene, "alice", "!stop");
    assert_null(scene_table(&scene));
    script_gone(scene.adapter, "alice", false);
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    ask_code("desk");
    give("alice", code);
    scene_wait(&scene, "@alice: Others may have played under that nick");
    assert_non_null(strstr(board("channel"), "alice~"));
}

static void codes_outlive_a_restart(void **state)
{
    (void)state;
    scene_finish(&scene);
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_join(&scene, "carol");
    script_join(scene.adapter, "#table", "desk", "acc", false);
    deal_and_play();
    ask_code("desk");
    scene_down(&scene);
    FILE *file = fopen(scene.path, "rb");
    static char bytes[1 << 20];
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    for (size_t i = 0; i + CODE_LENGTH <= size; i++)
        assert_memory_not_equal(bytes + i, code, CODE_LENGTH);
    scene_up(&scene);
    scene_settle(&scene);
    scene_join(&scene, "alice");
    assert_int_equal(scene.host.link_count, 1);
    join_with("alice", "desk");
    scene_restart(&scene);
    assert_int_equal(scene.host.link_count, 0); /* used up for ever */
    assert_null(strstr(board("overall"), "alice~"));
}

/* Two networks: one player on the board over all. */
static void networks_are_joined(void **state)
{
    (void)state;
    char why[128];
    struct settings settings;
    assert_true(settings_init(&settings, script_adapter.keys));
    assert_true(
        host_add_network(&scene.host, &script_adapter, "second", &settings, why, sizeof(why)));
    struct adapter *second = scene.host.networks[1].adapter;
    second->impl->start(second);
    script_join(scene.adapter, "#table", "alice", "al", false);
    script_identify(scene.adapter, "alice", "al");
    script_identify(scene.adapter, "bob", "bo");
    scene_settle(&scene);
    deal_and_play();
    size_t from = 0;
    script_join(second, "#table", "al2", "4711", false);
    script_type(second, NULL, "al2", "!link");
    read_code(script_wait(second, &from, "Your code is ", 20000));
    give("alice", code);
    scene_wait(&scene, "@alice: You and al2 on second are one player now");
    from = 0;
    script_type(second, "#table", "al2", "!stats");
    assert_non_null(
        script_wait(second, &from, "al2 has not finished a round with other people here", 20000));
    from = 0;
    script_type(second, "#table", "al2", "!top all overall");
    const char *line = script_wait(second, &from, "Best of all time", 20000);
    assert_non_null(strstr(line, " al2 "));
    assert_null(strstr(line, "alice"));
    assert_non_null(strstr(line, "bob"));
    scene_down(&scene);
    settings_finish(&settings);
    scene_up(&scene);
}

/* The daemon ends while the score book is asked: nothing is joined, and nothing is left. */
static void an_end_in_between(void **state)
{
    (void)state;
    deal_and_play();
    ask_code("desk");
    scene_whisper(&scene, "alice", "!link %s yes", code);
    for (unsigned i = 0; scene.host.questions == 0; i++) {
        assert_true(i < 1000);
        scene_turn(&scene);
    }
    scene_down(&scene);
    assert_int_equal(scene.host.questions, 0);
    scene_up(&scene);
    scene_settle(&scene);
    assert_non_null(strstr(board("channel"), "alice~"));
}

/* Nobody hears of it before it is on the disk. */
static void joining_is_told_when_it_is_durable(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "dora", "dora_acc", false);
    ask_code("desk");
    store_memory_fail(scene.store, true);
    scene_whisper(&scene, "dora", "!link %s YES", code);
    scene_await(&scene, &scene.host.trouble, true);
    assert_not_said(&scene, "are one player now");
    store_memory_fail(scene.store, false);
    scene_wait(&scene, "@dora: You and desk on ");
    scene_await(&scene, &scene.host.trouble, false);
}

static void codes_are_limited(void **state)
{
    (void)state;
    char name[16];
    for (unsigned i = 0; i < 1100; i++) {
        snprintf(name, sizeof(name), "acc%u", i);
        const struct store_identity who = {"net", name, name, true, NULL};
        assert_true(link_offer(&scene.host, &who, code));
    }
    assert_in_range(scene.host.link_count, 900, 1000);
    struct link_identity *last = link_take(&scene.host, code);
    assert_non_null(last);
    assert_string_equal(last->who.account, "acc1099");
    free(last);
}

/* A code that somebody got under a nick before its owner came gives away no seat of the owner. */
static void an_old_code_takes_no_seat(void **state)
{
    (void)state;
    script_join_from(scene.adapter, "#table", "dora", "elsewhere");
    ask_code("dora");
    script_gone(scene.adapter, "dora", false);
    scene_join(&scene, "dora");
    scene_settle(&scene);
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "dora", "!join");
    scene_do(&scene, "alice", "!start");
    script_join(scene.adapter, "#table", "mallory", "mal", false);
    give("mallory", code);
    scene_wait(&scene, "@mallory: ");
    scene_settle(&scene);
    const struct person *person = scene_table(&scene)->seats[1].person;
    assert_false(person->verified);
    assert_string_equal(person->id, "dora");
    scene_tell(&scene, "mallory", "!link");
    scene_tell(&scene, "mallory", "!hand");
    assert_not_said(&scene, "Your hand");
}

/* A private table that an account took over is not closed by whoever has the nick next. */
static void the_next_nick_closes_no_table(void **state)
{
    (void)state;
    scene_tell(&scene, "alice", "!uno");
    script_identify(scene.adapter, "alice", "al");
    ask_code("alice");
    join_with("alice", "alice");
    assert_int_equal(scene.host.table_count, 1);
    script_rename(scene.adapter, "alice", "al");
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
    scene_tell(&scene, "alice", "!uno");
    assert_said(&scene, "@alice: A table for you alone");
    assert_int_equal(scene.host.table_count, 2);
    scene_tell(&scene, "al", "!table");
    assert_said(&scene, "Seats: al");
}

/* One player has one seat: where the account sits already, the nick's seat goes; at all other
 * tables it becomes the account's. */
static void every_table_is_joined(void **state)
{
    (void)state;
    deal_and_play();
    scene_do(&scene, "desk", "!join");
    script_entered(scene.adapter, "#other");
    script_join(scene.adapter, "#other", "alice", NULL, false);
    script_type(scene.adapter, "#other", "alice", "!new");
    scene_settle(&scene);
    ask_code("desk");
    join_with("alice", "desk");
    assert_said(&scene, "#table: alice leaves the table");
    const struct person *person = table_at(&scene.host, scene.network, "#other")->seats[0].person;
    assert_true(person->verified);
    assert_string_equal(person->key, "acc");
    const struct table *table = scene_table(&scene);
    assert_int_equal(seat_of(table, person), table->seat_count - 1);
}

/* A code is as secret as a hand: it goes to nobody whose identity changed meanwhile (message.h). */
static void a_code_goes_like_a_hand(void **state)
{
    (void)state;
    store_memory_fail(scene.store, true);
    scene_whisper(&scene, "desk", "!link");
    scene_await(&scene, &scene.host.trouble, true);
    const struct outbox *outbox = &scene.host.outbox;
    assert_int_equal(outbox->count, 1);
    const struct message *message = outbox->ring[outbox->first].message;
    assert_non_null(strstr(message->text, "Your code is "));
    assert_string_equal(message->user, "desk");
    assert_int_equal(message->urgency, URGENCY_HAND);
    store_memory_fail(scene.store, false);
    scene_wait(&scene, "Your code is ");
}

static void a_stranger_gets_no_code(void **state)
{
    (void)state;
    scene_tell(&scene, "ghost", "!link");
    assert_said(&scene, "@ghost: I give a code only to people whom I see");
    assert_not_said(&scene, "Your code is ");
    assert_int_equal(scene.host.link_count, 0);
    scene_join(&scene, "ghost");
    scene_tell(&scene, "ghost", "!link");
    assert_said(&scene, "@ghost: Your code is ");
}

static void codes_are_french_too(void **state)
{
    (void)state;
    scene_do(&scene, "oper", "!lang fr channel");
    scene_do(&scene, "desk", "!lier");
    const char *line = scene_said(&scene, "@desk: Votre code est ");
    assert_non_null(line);
    snprintf(code, sizeof(code), "%s", strstr(line, "est ") + 4);
    assert_non_null(strstr(line, "dites-moi !lier "));
    scene_settle(&scene);
    scene_mark(&scene);
    scene_type(&scene, "alice", "!lier %s", code);
    scene_wait(&scene, "@alice: Ce code appartient à desk sur ");
    scene_type(&scene, "alice", "!lier %s oui", code);
    scene_wait(&scene, "@alice: Vous et desk sur ");
    scene_do(&scene, "bob", "!lier zzzzzzzz");
    assert_said(&scene, "@bob: Je ne connais pas ce code");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_it_is_comes_first),
        TEST(a_nick_becomes_its_account),
        TEST(a_seat_is_joined_in_mid_round),
        TEST(an_account_takes_a_nick),
        TEST(codes_that_are_refused),
        TEST(guessing_is_slow),
        TEST(an_impostor_joins_nothing),
        TEST(a_nick_from_elsewhere_joins_nothing),
        TEST(codes_outlive_a_restart),
        TEST(networks_are_joined),
        TEST(an_end_in_between),
        TEST(joining_is_told_when_it_is_durable),
        TEST(codes_are_limited),
        TEST(an_old_code_takes_no_seat),
        TEST(the_next_nick_closes_no_table),
        TEST(every_table_is_joined),
        TEST(a_code_goes_like_a_hand),
        TEST(a_stranger_gets_no_code),
        TEST(codes_are_french_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
