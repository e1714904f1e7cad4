/* Computer players that search: off the loop, dropped when overtaken, stopped at the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "bot/table/clock.h"
#include "bot/table/round/think.h"
#include "bot/text/language.h"
#include "engine/move/check.h"
#include "tests/bot/pair.h"

/* A player that thinks until somebody stops it, and keeps what it was last asked. */
static atomic_uint began;
static struct view asked;
static uint32_t draws[4];

static void ponder(const struct rules *rules, const struct view *view, struct chance *chance,
                   const struct player_budget *budget, struct action *action)
{
    asked = *view;
    for (unsigned i = 0; i < 4; i++)
        draws[i] = chance_word(chance);
    atomic_fetch_add(&began, 1);
    while (!atomic_load(budget->stop))
        ;
    player_find("normal")->choose(rules, view, chance, NULL, action);
}

static const struct player_impl ponderer = {
    .name = "hard", .searches = true, .choose = ponder, .notices = 100};

/* -- what may be out -- */

static bool no_threads, no_memory;

int __real_uv_thread_create(uv_thread_t *thread, void (*entry)(void *), void *arg);
int __wrap_uv_thread_create(uv_thread_t *thread, void (*entry)(void *), void *arg);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

int __wrap_uv_thread_create(uv_thread_t *thread, void (*entry)(void *), void *arg)
{
    return no_threads ? UV_EAGAIN : __real_uv_thread_create(thread, entry, arg);
}

void *__wrap_malloc(size_t size)
{
    return no_memory ? NULL : __real_malloc(size);
}

/* -- levels -- */

static void hard_seats_play_a_match(void **state)
{
    (void)state;
    scene.host.options.search_nodes = 300; /* a build without optimisation takes its time */
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "alice", "!bots 3 hard");
    assert_said(&scene, "At the table: ");
    scene_type(&scene, "alice", "!start");
    struct actor alice = {.name = "alice"};
    scene_mark(&scene);
    scene_play(&scene, &alice, 1, "wins the round", 500);
}

static void unknown_levels_are_named(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno");
    assert_refused(&scene, "alice", "!bots 2 genius", "easy, normal, hard or random");
}

static const char *level_of(unsigned seat)
{
    return scene_table(&scene)->seats[seat].player->name;
}

/* With a level the number is of those, and the others stay; without one it is of all. */
static void levels_are_mixed(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "alice", "!bots 1 hard");
    scene_do(&scene, "alice", "!bots 1 easy");
    assert_said(&scene, "alice, Ada (computer, hard), Blaise (computer, easy)");
    scene_do(&scene, "alice", "!bots 2 Débutant");
    assert_said(&scene, "Ada (computer, hard), Blaise (computer, easy), Grace (computer, easy)");
    scene_do(&scene, "alice", "!bots 4");
    assert_string_equal(level_of(4), "normal");
    scene_do(&scene, "alice", "!bots 1 easy"); /* the last of them goes */
    assert_int_equal(scene_table(&scene)->seat_count, 4);
    assert_string_equal(level_of(2), "easy");
    assert_string_equal(level_of(3), "normal");
    scene_do(&scene, "alice", "!bots 0 hard");
    assert_string_equal(level_of(1), "easy");
    assert_refused(&scene, "alice", "!bots 8 hard", "One deck has no more seats");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!order");
    assert_said(&scene, "alice, Blaise (computer, easy)");
}

static void a_match_keeps_its_levels(void **state)
{
    (void)state;
    scene.host.options.bot_delay = 100000;
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "alice", "!bots 1 easy");
    scene_do(&scene, "alice", "!bots 1 hard");
    scene_do(&scene, "alice", "!start");
    assert_refused(&scene, "alice", "!bots 0 easy", "Not while a match runs");
    assert_refused(&scene, "alice", "!bots 1", "Not while a match runs");
    scene_do(&scene, "alice", "!bots 1 random"); /* for the next round */
    assert_said(&scene, "At the table: ");
    scene_restart(&scene);
    static const char *const levels[] = {"easy", "hard", "random"};
    for (unsigned i = 0; i < 3; i++)
        assert_string_equal(level_of(i + 1), levels[i]);
    assert_int_equal(scene_table(&scene)->round->game.players, 3);
}

static void levels_have_french_names(void **state)
{
    (void)state;
    assert_true(language_setup());
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "oper", "!lang fr channel");
    scene_do(&scene, "alice", "!ordis 1 difficile");
    assert_said(&scene, "Ada (ordinateur, difficile)");
    scene_do(&scene, "alice", "!ordis 1 facile");
    assert_said(&scene, "Ada (ordinateur, difficile), Blaise (ordinateur, facile)");
    assert_refused(&scene, "alice", "!ordis 3 génial", "facile, normal, difficile ou hasard");
}

/* Turns the loop until it is so: the ponderer has a thread of its own, and so has the store. */
#define AWAIT(condition)                                                                           \
    for (time_t end_ = time(NULL) + 60; !(condition); scene_turn(&scene))                          \
    assert_true(time(NULL) < end_)

/* Until the ponderer was asked so many times. */
static void await_thoughts(unsigned count)
{
    AWAIT(atomic_load(&began) >= count);
    assert_int_equal(atomic_load(&began), count);
}

static void type_at(const char *channel, const char *who, const char *text)
{
    script_type(scene.adapter, channel, who, text);
    scene_turn(&scene);
}

/* alice, bob and the ponderer begin a match in that channel; it is let come to its turn. */
static struct table *ponder_in(const char *channel)
{
    type_at(channel, "alice", "!uno");
    type_at(channel, "bob", "!join");
    type_at(channel, "alice", "!bots 1 hard");
    const struct table *opened = NULL;
    AWAIT((opened = table_at(scene.host.tables, scene.network, channel)) != NULL &&
          opened->seat_count == 3);
    struct table *table = table_at(scene.host.tables, scene.network, channel);
    table->seats[2].player = &ponderer;
    type_at(channel, "alice", "!start");
    for (time_t end = time(NULL) + 60; table->thought == NULL;) {
        assert_true(time(NULL) < end);
        scene_turn(&scene);
        if (table->state != TABLE_ROUND || table->round->game.turn == 2)
            continue;
        const char *who = seat_name(table, table->round->game.turn);
        type_at(channel, who, "!draw"); /* */
        type_at(channel, who, "!keep");
    }
    assert_non_null(table->thought);
    return table;
}

static void begin_to_ponder(void)
{
    atomic_store(&began, 0);
    ponder_in("#table");
    await_thoughts(1);
}

static void others_are_answered_meanwhile(void **state)
{
    (void)state;
    begin_to_ponder();
    scene_mark(&scene);
    scene_type(&scene, "alice", "!help");
    scene_wait(&scene, "@alice");
    assert_non_null(scene_table(&scene)->thought);
    scene_type(&scene, "oper", "!stop"); /* overtakes it */
    scene_type(&scene, "oper", "!stop");
    AWAIT(scene_table(&scene) == NULL || scene_table(&scene)->thought == NULL);
}

/* -- without a thread or memory for it: never on the loop -- */

static void never(const struct rules *rules, const struct view *view, struct chance *chance,
                  const struct player_budget *budget, struct action *action)
{
    (void)rules, (void)view, (void)chance, (void)budget, (void)action;
    fail_msg("searched without a thread");
}

static void without_a_thread_it_plays_as_normal(void **state)
{
    (void)state;
    static const struct player_impl searcher = {
        .name = "hard", .searches = true, .choose = never, .notices = 100};
    struct chance_seeded chance;
    struct view view;
    struct action action;
    pair_seat(false);
    scene.host.options.bot_delay = 100000;
    scene_do(&scene, "alice", "!bots 1 hard");
    struct table *table = scene_table(&scene);
    table->seats[2].player = &searcher;
    scene_do(&scene, "alice", "!start");
    for (unsigned i = 0; table->round->game.turn != 2; i++) {
        assert_true(i < 100);
        scene_do(&scene, pair_of_turn(), "!draw");
        scene_do(&scene, pair_of_turn(), "!keep");
    }
    struct round expected = *table->round;
    const uint32_t seq = table->round->seq;
    view_of(expected.rules, &expected.game, 2, &view);
    chance_init_seed(&chance, (uint64_t)expected.id << 20 ^ seq);
    player_find("normal")->choose(expected.rules, &view, &chance.base, NULL, &action);
    struct chance_fair shuffles;
    fair_resume(&shuffles, &expected.chance);
    assert_int_equal(game_apply(expected.rules, &expected.game, &action, &shuffles.base, NULL),
                     REFUSED_NOT);
    no_threads = true;
    timer_set(&table->timer, 0);
    AWAIT(table->round->seq > seq);
    no_threads = false;
    assert_null(table->thought);
    assert_int_equal(table->round->seq, seq + 1);
    assert_true(game_hash(expected.rules, &expected.game) ==
                game_hash(expected.rules, &table->round->game));
}

static void without_memory_nothing_is_asked(void **state)
{
    (void)state;
    begin_to_ponder();
    const struct table *table = scene_table(&scene);
    const struct question question = {
        .player = &ponderer, .rules = table->round->rules, .view = &asked};
    no_memory = true;
    const struct thought *thought = thinker_ask(scene.host.tables->thinker, &question, NULL, NULL);
    no_memory = false;
    assert_null(thought);
    assert_int_equal(atomic_load(&began), 1);
}

static int64_t round_of(const struct table *table)
{
    return table->round != NULL ? table->round->id : 0;
}

/* Stopped and dealt anew in one breath: the new round's thought is another one. */
static void a_thought_ends_with_its_round(void **state)
{
    (void)state;
    begin_to_ponder();
    struct table *table = scene_table(&scene);
    int64_t round = round_of(table);
    scene_type(&scene, "oper", "!stop");
    scene_type(&scene, "oper", "!stop");
    scene_type(&scene, "alice", "!start");
    AWAIT(round_of(table) != 0 && round_of(table) != round);
    assert_true(table->thought == NULL || table->round->game.turn == 2);
    assert_int_equal(table->round->seq, 0); /* the old answer is nobody's */
    const struct game dealt = table->round->game;
    for (unsigned i = 0; i < 1000; i++)
        scene_turn(&scene);
    assert_memory_equal(&table->round->game, &dealt, sizeof(dealt));
}

/* The same action of another round is another question. */
static void a_thought_is_of_its_round(void **state)
{
    (void)state;
    begin_to_ponder();
    struct table *table = scene_table(&scene);
    clock_arm(table);
    assert_int_equal(atomic_load(&began), 1);
    table->thinks_in--;
    clock_arm(table);
    assert_null(table->thought);
    await_thoughts(2);
    assert_non_null(table->thought);
}

/* Who thinks still sees that somebody can be caught, and thinks anew after it. */
static void who_thinks_catches(void **state)
{
    (void)state;
    begin_to_ponder();
    struct table *table = scene_table(&scene);
    table->round->game.exposed = 1U << 1;
    table->exposed_at = loop_now(scene.loop);
    scene_mark(&scene);
    clock_arm(table);
    scene_wait(&scene, "catches bob without UNO");
    await_thoughts(2);
    assert_int_equal(table->round->game.turn, 2);
}

/* One worker takes the tables in the order in which they asked. */
static void tables_queue_for_the_worker(void **state)
{
    (void)state;
    static const char *const people[] = {"alice", "bob", "oper"};
    script_entered(scene.adapter, "#other");
    for (unsigned i = 0; i < 3; i++)
        script_join(scene.adapter, "#other", people[i], NULL, i == 2);
    begin_to_ponder();
    struct table *first = scene_table(&scene);
    struct table *second = ponder_in("#other");
    for (unsigned i = 0; i < 1000; i++)
        scene_turn(&scene);
    assert_int_equal(atomic_load(&began), 1);
    assert_non_null(first->thought);
    type_at("#table", "oper", "!stop");
    type_at("#table", "oper", "!stop");
    await_thoughts(2);
    assert_null(first->thought);
    assert_non_null(second->thought);
}

/* One that waits behind another is dropped before it was begun. */
static void a_waiting_thought_is_dropped(void **state)
{
    (void)state;
    script_entered(scene.adapter, "#other");
    script_join(scene.adapter, "#other", "alice", NULL, false);
    script_join(scene.adapter, "#other", "bob", NULL, false);
    script_join(scene.adapter, "#other", "oper", NULL, true);
    begin_to_ponder();
    struct table *second = ponder_in("#other");
    type_at("#other", "oper", "!stop");
    type_at("#other", "oper", "!stop");
    AWAIT(second->thought == NULL);
    type_at("#table", "oper", "!stop");
    type_at("#table", "oper", "!stop");
    for (unsigned i = 0; i < 1000; i++)
        scene_turn(&scene);
    assert_int_equal(atomic_load(&began), 1);
}

/* -- restarts -- */

static void come_back(void)
{
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
}

/* The daemon ends while it is thought about: the same question is asked again. */
static void a_restart_asks_again(void **state)
{
    (void)state;
    begin_to_ponder();
    const struct view before = asked;
    const int64_t round = scene_table(&scene)->round->id;
    const uint32_t seq = scene_table(&scene)->round->seq;
    uint32_t drawn[4];
    memcpy(drawn, draws, sizeof(drawn));
    AWAIT(store_durable(scene.store) >= store_batch(scene.store));
    scene_down(&scene);
    scene_up(&scene);
    struct table *table = scene_table(&scene);
    assert_string_equal(table->seats[2].player->name, "hard");
    assert_int_equal(table->round->id, round);
    assert_int_equal(table->round->seq, seq);
    table->seats[2].player = &ponderer;
    come_back();
    await_thoughts(2);
    assert_memory_equal(&asked.hand, &before.hand, sizeof(before.hand));
    assert_memory_equal(&asked.discard, &before.discard, sizeof(before.discard));
    assert_memory_equal(asked.hand_count, before.hand_count, sizeof(before.hand_count));
    assert_int_equal(asked.seat, before.seat);
    assert_int_equal(asked.top_face, before.top_face);
    assert_int_equal(asked.phase, before.phase);
    assert_memory_equal(draws, drawn, sizeof(drawn));
}

static void copy_database(const char *to)
{
    sqlite3 *db = NULL;
    char *text = sqlite3_mprintf("VACUUM INTO %Q", to);
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    sqlite3_free(text);
}

static int set_up_on_disk(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    come_back();
    return 0;
}

/* Killed while it is thought about: what the file holds then is all there is, and the seat that
 * searches plays on from it. */
static void a_kill_loses_no_turn(void **state)
{
    (void)state;
    char copy[120];
    char lock[130];
    begin_to_ponder();
    do /* until the disk has what was decided; the copy is the kill */
        scene_turn(&scene);
    while (store_durable(scene.store) < store_batch(scene.store));
    const int64_t round = scene_table(&scene)->round->id;
    const uint32_t seq = scene_table(&scene)->round->seq;
    snprintf(copy, sizeof(copy), "%s.copy", scene.path);
    snprintf(lock, sizeof(lock), "%s-lock", copy);
    copy_database(copy);
    scene_down(&scene);
    assert_int_equal(rename(copy, scene.path), 0);
    scene.options.search_nodes = 100;
    scene_up(&scene);
    struct table *table = scene_table(&scene);
    assert_string_equal(table->seats[2].player->name, "hard");
    assert_int_equal(table->round->id, round);
    assert_int_equal(table->round->seq, seq);
    assert_int_equal(table->round->game.turn, 2);
    come_back();
    AWAIT(table->round->seq > seq);
    scene_settle(&scene);
    assert_not_said(&scene, "void");
    unlink(lock);
}

static void the_end_waits_for_nobody(void **state)
{
    (void)state;
    begin_to_ponder(); /* and the scene is finished */
}

#define TEST(name)    cmocka_unit_test_setup_teardown(name, pair_set_up, pair_tear_down)
#define ON_DISK(name) cmocka_unit_test_setup_teardown(name, set_up_on_disk, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hard_seats_play_a_match),
        TEST(unknown_levels_are_named),
        TEST(levels_are_mixed),
        TEST(a_match_keeps_its_levels),
        TEST(levels_have_french_names),
        TEST(others_are_answered_meanwhile),
        TEST(without_a_thread_it_plays_as_normal),
        TEST(without_memory_nothing_is_asked),
        TEST(a_thought_ends_with_its_round),
        TEST(a_thought_is_of_its_round),
        TEST(who_thinks_catches),
        TEST(tables_queue_for_the_worker),
        TEST(a_waiting_thought_is_dropped),
        TEST(a_restart_asks_again),
        ON_DISK(a_kill_loses_no_turn),
        TEST(the_end_waits_for_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
