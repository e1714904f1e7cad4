/* !link and what goes with it: accounts, networks and nicks that become one player, and are parted
 * (bot/command/handlers/linking.h). */
#include "base/array.h"
#include "tests/bot/linked.h"
#include "tests/doubles/memory/memory.h"

#include "bot/show/outbox_state.h"
#include "bot/table/round/cut.h"
#include "storage/query.h"

/* Issue 32, section 7: one act on each side. A yes that nobody asks for is answered kindly. */
static void one_act_on_each_side(void **state)
{
    (void)state;
    deal_and_play();
    ask_code("desk");
    assert_int_equal(strncmp(words, "desk-", 5), 0);
    give("alice");
    scene_wait(&scene, "@alice: You and desk on ");
    scene_wait(&scene, "@desk: You and alice on ");
    assert_said(&scene, "If alice is not you, say !unlink to take it back.");
    assert_null(strstr(board("channel"), "alice~"));
    scene_tell(&scene, "desk", "!link yes");
    assert_said(&scene, "@desk: There is nothing to say yes to");
    give("carol"); /* good once */
    assert_said(&scene, "@carol: That code is wrong or expired");
}

/* Who was tricked into saying a stranger's code is shown whose it is, and nothing is linked. */
static void a_code_without_its_name_links_nobody(void **state)
{
    static const char *const lines[] = {"!link %s", "!link %s yes", "!link carol-%s", "!link -%s"};
    (void)state;
    script_join(scene.adapter, "#table", "victim", "victim_acc", false);
    ask_code("desk");
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        char line[64];
        const char *at = strchr(lines[i], '%');
        snprintf(line, sizeof(line), "%.*s%s%s", (int)(at - lines[i]), lines[i], code, at + 2);
        scene_tell(&scene, "victim", "%s", line);
        assert_said(&scene, "@victim: That code makes you and desk on ");
        assert_said(&scene, "say !link desk-");
        assert_said(&scene, "If somebody else gave you the code, do not.");
        assert_int_equal(scene_count(&scene, ""), 1);
    }
    scene_settle(&scene);
    scene_tell(&scene, "victim", "!links");
    scene_wait(&scene, "@victim: You are linked with nobody");
    for (char *c = words; *c != '\0'; c++) /* however it is written */
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    join_with("victim", "desk");
}

/* From one connection a code needs no name: both ends are in one hand. */
static void the_maker_s_own_connection_needs_no_name(void **state)
{
    (void)state;
    ask_code("alice");
    script_identify(scene.adapter, "alice", "al");
    scene_tell(&scene, "alice", "!link %s", code);
    scene_wait(&scene, "@alice: You and alice on ");
}

/* Names of other scripts, and of signs alone. */
static void codes_name_everybody(void **state)
{
    (void)state;
    char out[LINK_WORDS_SIZE];
    struct link_identity *maker = NULL;
    static const struct {
        const char *name, *words;
    } rows[] = {{"ana", "ana-k3f9q2aa"},
                {"Ana Lucía [away]", "AnaLucíaaway-k3f9q2aa"},
                {"\xd8\xb9\xd9\x84\xd9\x8a", "\xd8\xb9\xd9\x84\xd9\x8a-k3f9q2aa"},
                {"\xf0\x9f\x83\x8f_-_", "libera-k3f9q2aa"},
                {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
                 "abcdefghijklmnopqrstuvwxyzabcdef-k3f9q2aa"}};
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct store_identity who = {"libera", "acc", rows[i].name, true, ""};
        link_words(&who, "k3f9q2aa", out);
        assert_string_equal(out, rows[i].words);
        maker = link_identity_create(&who, "id", NULL);
        const struct link_code made = {.maker = maker};
        assert_true(link_names(&made, out));
        assert_false(link_names(&made, "k3f9q2aa"));
        assert_false(link_names(&made, "other-k3f9q2aa"));
        free(maker);
    }
}

/* The one thing that no !unlink gives back waits for a day, on both sides. */
static void a_young_link_forgets_nobody(void **state)
{
    (void)state;
    scene.host.options.link_settles = 600000;
    script_join(scene.adapter, "#table", "victim", "victim_acc", false);
    ask_code("desk");
    join_with("victim", "desk");
    scene_tell(&scene, "desk", "!forget me");
    scene_wait(&scene, "@desk: You were linked with victim on ");
    scene_tell(&scene, "victim", "!forget me");
    scene_wait(&scene, "@victim: You were linked with desk on ");
    scene_tell(&scene, "victim", "!unlink");
    scene_wait(&scene, "@victim: victim on ");
    scene_settle(&scene);
    scene_tell(&scene, "desk", "!forget me");
    scene_wait(&scene, "@desk: This makes me forget your account");
}

/* Who has changed their mind takes the code back. */
static void a_code_is_taken_back(void **state)
{
    (void)state;
    ask_code("desk");
    scene_tell(&scene, "desk", "!link no");
    assert_said(&scene, "@desk: Your code is cancelled");
    give("alice");
    assert_said(&scene, "@alice: That code is wrong or expired");
    assert_int_equal(scene.host.people->link_count, 0);
    scene_tell(&scene, "desk", "!link no");
    assert_said(&scene, "@desk: You have no code that waits");
}

/* What a channel has read is no secret, whoever says it, in whatever words. */
static void a_code_said_aloud_is_dead(void **state)
{
    static const char *const lines[] = {"!link %s", "!link %s yes", "is this it: %s?", "(%s)",
                                        "desk-%s!"};
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        char line[64];
        const char *at = strchr(lines[i], '%');
        ask_code(i % 2 ? "desk" : "alice");
        snprintf(line, sizeof(line), "%.*s%s%s", (int)(at - lines[i]), lines[i], code, at + 2);
        assert_int_equal(scene.host.people->link_count, 1);
        scene_do(&scene, "bob", "nothing");
        scene_do(&scene, i < 3 ? "bob" : "alice", "%s", line);
        assert_said(&scene, i < 3 ? "@bob: Everybody here could read that code"
                                  : "@alice: Everybody here could read that code");
        assert_int_equal(scene_count(&scene, ""), 1);
        assert_int_equal(scene.host.people->link_count, 0);
        const char *who = i % 2 ? "oper" : "carol"; /* guesses cost much */
        give(who);
        assert_said(&scene, "That code is wrong or expired");
    }
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
    give("alice"); /* good once */
    assert_said(&scene, "That code is wrong or expired");
}

/* The cut goes to the account with the seat: one player has one word for a deal. */
static void a_cut_is_joined_with_its_seat(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!cut first");
    script_identify(scene.adapter, "alice", "al");
    ask_code("alice");
    join_with("alice", "alice");
    assert_string_equal(scene_table(&scene)->seats[0].person->key, "al");
    scene_do(&scene, "alice", "!cut second");
    assert_said(&scene, "your first word stands");
    assert_int_equal(scene_table(&scene)->cuts->count, 1);
    scene_do(&scene, "alice", "!leave");
    assert_int_equal(scene_table(&scene)->cuts->count, 0);
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

/* The account's code, said as the nick: who sits as it and has not that account plays on as the
 * nick, for the account. */
static void an_account_takes_a_nick(void **state)
{
    (void)state;
    deal_and_play();
    ask_code("desk");
    join_with("alice", "desk");
    assert_null(strstr(board("overall"), "alice~"));
    const struct person *person = scene_table(&scene)->seats[0].person;
    assert_string_equal(person->key, "alice");
    assert_string_equal(person->id, "alice");
    scene_settle(&scene);
    if (!scene_table(&scene)->match_on)
        scene_do(&scene, "alice", "!start");
    scene.mark = script_lines(scene.adapter) > 40 ? script_lines(scene.adapter) - 40 : 0;
    play_round();
    assert_null(strstr(board("overall"), "alice~"));
    scene_do(&scene, "desk", "!leave"); /* it is alice's, not theirs */
    assert_said(&scene, "@desk: You have no seat");
}

static void codes_that_are_refused(void **state)
{
    (void)state;
    char old[LINK_WORDS_SIZE];
    script_join(scene.adapter, "#table", "dora", "dora_acc", false);
    ask_code("desk");
    give("desk");
    assert_said(&scene, "@desk: That code is your own. Use it");
    scene_tell(&scene, "dora", "!link %s", code);
    assert_said(&scene, "@dora: That code makes you and desk on ");
    ask_code("alice");
    give("bob");
    assert_said(&scene, "@bob: One of the two must have an account");
    script_join(scene.adapter, "#table", "emil", "emil_acc", false);
    ask_code("emil");
    snprintf(old, sizeof(old), "%s", words);
    ask_code("emil");                                   /* one at a time */
    assert_int_equal(scene.host.people->link_count, 3); /* and of desk and alice */
    scene_tell(&scene, "carol", "!link %s", old);
    assert_said(&scene, "@carol: That code is wrong or expired");
    scene.host.options.link_life = 0;
    script_join(scene.adapter, "#table", "finn", "finn_acc", false);
    ask_code("finn");
    give("oper");
    assert_said(&scene, "@oper: That code is wrong or expired");
}

/* Guesses cost so much that nobody listens after a few. */
static void guessing_is_slow(void **state)
{
    (void)state;
    unsigned answers = 0;
    ask_code("desk");
    for (unsigned i = 0; i < 40; i++) {
        scene_tell(&scene, "alice", "!link desk-aaaaaaaa");
        answers += scene_said(&scene, "That code is wrong or expired") != NULL;
    }
    assert_in_range(answers, 1, 5);
    give("alice");
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
    give("alice");
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
    give("alice");
    scene_wait(&scene, "@alice: Others may have played under that nick");
    scene_wait(&scene, "@desk: Others may have played under that nick");
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
    script_join(scene.adapter, "#table", "desk", "acc", false);
    assert_int_equal(scene.host.people->link_count, 1);
    scene.host.options.link_settles = 600000;
    join_with("alice", "desk");
    scene_restart(&scene);
    scene_join(&scene, "alice");
    script_join(scene.adapter, "#table", "desk", "acc", false);
    scene_settle(&scene);
    scene_tell(&scene, "desk", "!forget me"); /* the link is young still */
    scene_wait(&scene, "@desk: You were linked with alice on ");
    give("alice"); /* used up for ever */
    assert_said(&scene, "@alice: That code is wrong or expired");
    assert_null(strstr(board("overall"), "alice~"));
}

/* Two networks: one player on the board over all. */
static void networks_are_joined(void **state)
{
    (void)state;
    struct fault why = {0};
    struct settings settings;
    assert_true(settings_init(&settings, script_adapter.keys));
    assert_true(host_add_network(&scene.host, &script_adapter, "second", &settings, &why));
    struct adapter *second = network_at(scene.host.people, 1)->adapter;
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
    give("alice");
    assert_non_null(script_wait(second, &from, "@al2: You and alice on ", 20000));
    scene_wait(&scene, "@alice: You and al2 on second are one player now");
    from = 0;
    script_type(second, "#table", "al2", "!stats");
    assert_non_null(
        script_wait(second, &from, "No round here yet. Everywhere alice: points", 20000));
    from = 0;
    script_type(second, "#table", "al2", "!stats bob"); /* as the board calls them */
    assert_non_null(script_wait(second, &from, "No round here yet. Everywhere bob: points", 20000));
    from = 0;
    script_type(second, "#table", "al2", "!top all overall");
    const char *line = script_wait(second, &from, "Best of all time", 20000);
    assert_non_null(strstr(line, " alice ")); /* as which they played */
    assert_null(strstr(line, "al2"));
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
    scene_whisper(&scene, "alice", "!link %s", words);
    for (unsigned i = 0; scene.host.commands->questions == 0; i++) {
        assert_true(i < 1000);
        scene_turn(&scene);
    }
    store_stop_queries(scene.store); /* as the end of the daemon does */
    assert_int_equal(scene.host.commands->questions, 0);
    scene_down(&scene);
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
    scene_whisper(&scene, "dora", "!link %s", words);
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
        assert_true(link_offer(scene.host.people, &who, name, NULL, code));
    }
    assert_in_range(scene.host.people->link_count, 900, 1000);
    const struct link_code *last = link_find(scene.host.people, code);
    assert_non_null(last);
    assert_string_equal(last->maker->who.account, "acc1099");
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
    scene_tell(&scene, "dora", "!link no");
    assert_said(&scene, "@dora: You have no code that waits"); /* from there it is no code */
    give("mallory");
    scene_wait(&scene, "@mallory: ");
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
    assert_int_equal(tables_count(scene.host.tables), 1);
    script_rename(scene.adapter, "alice", "al");
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
    scene_tell(&scene, "alice", "!uno");
    assert_said(&scene, "@alice: A table for you alone");
    assert_int_equal(tables_count(scene.host.tables), 2);
    scene_tell(&scene, "al", "!table");
    assert_said(&scene, "Seats: al");
}

/* One player has one seat: where the account sits already, the nick's seat goes. */
static void one_player_has_one_seat(void **state)
{
    (void)state;
    deal_and_play();
    scene_do(&scene, "desk", "!join");
    ask_code("desk");
    join_with("alice", "desk");
    assert_said(&scene, "#table: alice leaves the table");
    const struct table *table = scene_table(&scene);
    for (unsigned i = 0; i < table->seat_count; i++)
        assert_true(table->seats[i].leaving || strcmp(seat_name(table, i), "alice") != 0);
}

/* In mid-round as well, and what that seat would have got is nobody's: the account's own counts. */
static void the_seat_that_leaves_gets_nothing(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "desk", "!join");
    scene_do(&scene, "alice", "!start");
    ask_code("desk");
    join_with("alice", "desk");
    assert_true(scene_table(&scene)->seats[0].given);
    struct actor actors[] = {{.name = "desk"}, {.name = "bob"}};
    scene.mark = 0;
    scene_play(&scene, actors, 2, "wins the round", 3000);
    const char *line = board("channel");
    assert_non_null(strstr(line, "desk "));
    assert_non_null(strstr(line, "bob~ "));
    assert_null(strstr(line, "alice"));
}

/* A code is as secret as a hand: it goes to nobody whose identity changed meanwhile (message.h). */
static void a_code_goes_like_a_hand(void **state)
{
    (void)state;
    store_memory_fail(scene.store, true);
    scene_whisper(&scene, "desk", "!link");
    scene_await(&scene, &scene.host.trouble, true);
    const struct outbox *outbox = scene.host.outbox;
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
    assert_said(&scene, "@ghost: I give codes only to people I see");
    assert_not_said(&scene, "Your code is ");
    assert_int_equal(scene.host.people->link_count, 0);
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
    snprintf(words, sizeof(words), "%.13s", strstr(line, "est ") + 4);
    assert_non_null(strstr(line, "!lier desk-"));
    scene_settle(&scene);
    scene_mark(&scene);
    scene_tell(&scene, "alice", "!lang fr");
    scene_tell(&scene, "alice", "!lier %s", words + 5);
    assert_said(&scene, "@alice: Ce code ");
    scene_tell(&scene, "alice", "!lier %s", words);
    scene_wait(&scene, "@alice: Vous et desk, sur ");
    scene_wait(&scene, "@desk: Vous et alice, sur ");
    scene_do(&scene, "bob", "!lang fr");
    scene_tell(&scene, "bob", "!lier zzzzzzzz");
    assert_said(&scene, "@bob: Ce code est faux ou périmé");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_act_on_each_side),
        TEST(a_code_without_its_name_links_nobody),
        TEST(the_maker_s_own_connection_needs_no_name),
        cmocka_unit_test(codes_name_everybody),
        TEST(a_young_link_forgets_nobody),
        TEST(a_code_is_taken_back),
        TEST(a_code_said_aloud_is_dead),
        TEST(a_nick_becomes_its_account),
        TEST(a_cut_is_joined_with_its_seat),
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
        TEST(one_player_has_one_seat),
        TEST(the_seat_that_leaves_gets_nothing),
        TEST(a_code_goes_like_a_hand),
        TEST(a_stranger_gets_no_code),
        TEST(codes_are_french_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
