/* Ids, accounts and channels of CHAT_ID_MAX - 1 bytes, as adapters/adapter.h allows them: nobody is
 * taken for another whose id differs in its last byte alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "tests/bot/scene.h"

enum { TWINS = 2 };

static struct scene scene;
static char twins[TWINS][CHAT_ID_MAX];
static char rooms[TWINS][CHAT_ID_MAX];

static void fill(char id[CHAT_ID_MAX], char first, char last)
{
    memset(id, 'x', CHAT_ID_MAX - 1);
    id[0] = first;
    id[CHAT_ID_MAX - 2] = last;
    id[CHAT_ID_MAX - 1] = '\0';
}

static int set_up(void **state)
{
    (void)state;
    assert_true(language_setup());
    scene_init(&scene, SCENE_SQLITE);
    scene.impl = &script_adapter;
    for (unsigned i = 0; i < TWINS; i++) {
        fill(twins[i], 't', (char)('1' + i));
        fill(rooms[i], '#', (char)('1' + i));
    }
    scene_begin(&scene);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

/* Both come into both rooms; with accounts under short nicks. */
static void come(const char *const ids[TWINS], bool accounts)
{
    for (unsigned room = 0; room < TWINS; room++) {
        script_entered(scene.adapter, rooms[room]);
        for (unsigned i = 0; i < TWINS; i++)
            script_join(scene.adapter, rooms[room], ids[i], accounts ? twins[i] : NULL, false);
    }
    scene_settle(&scene);
}

static void type_in(const char *room, const char *who, const char *text)
{
    scene_mark(&scene);
    script_type(scene.adapter, room, who, text);
    scene_settle(&scene);
}

static struct table *table_in(const char *room)
{
    struct table *table = table_at(scene.host.tables, scene.network, room);
    assert_non_null(table);
    return table;
}

/* Both sit at the table, in order, as themselves. */
static void assert_seated(const struct table *table, const char *const ids[TWINS])
{
    assert_int_equal(table->seat_count, TWINS);
    for (unsigned i = 0; i < TWINS; i++) {
        assert_non_null(table->seats[i].person);
        assert_string_equal(table->seats[i].person->key, twins[i]);
        assert_string_equal(table->seats[i].person->id, ids[i]);
    }
}

static void play_and_restart(const char *const ids[TWINS], bool accounts)
{
    come(ids, accounts);
    type_in(rooms[0], ids[0], "!new");
    type_in(rooms[1], ids[1], "!new"); /* another room */
    type_in(rooms[0], ids[1], "!join");
    type_in(rooms[0], ids[0], "!start");
    for (unsigned i = 0; i < TWINS; i++) {
        char start[CHAT_ID_MAX + 1] = "@";
        strcat(start, ids[i]);
        assert_int_not_equal(scene_count(&scene, start), 0); /* a hand for each */
    }
    assert_int_equal(table_in(rooms[1])->seat_count, 1);
    assert_seated(table_in(rooms[0]), ids);
    scene_restart(&scene);
    come(ids, accounts);
    assert_seated(table_in(rooms[0]), ids);
    uint32_t before = table_in(rooms[0])->round->seq;
    type_in(rooms[0], ids[table_in(rooms[0])->round->game.turn], "!draw");
    assert_true(table_in(rooms[0])->round->seq > before);
}

static void nicks_of_255_bytes_play(void **state)
{
    (void)state;
    const char *const ids[TWINS] = {twins[0], twins[1]};
    play_and_restart(ids, false);
}

static void accounts_of_255_bytes_play(void **state)
{
    (void)state;
    const char *const ids[TWINS] = {"castor", "pollux"};
    play_and_restart(ids, true);
}

/* What one chooses is theirs alone, and a channel's settings are that channel's. */
static void choices_of_255_bytes_are_kept_apart(void **state)
{
    (void)state;
    const char *const ids[TWINS] = {"castor", "pollux"};
    come(ids, true);
    type_in(rooms[0], ids[0], "!new");
    type_in(rooms[0], ids[1], "!join");
    type_in(rooms[0], ids[0], "!language fr");
    const struct table *table = table_in(rooms[0]);
    assert_string_equal(person_language(table->seats[0].person)->code, "fr");
    assert_null(person_language(table->seats[1].person));
}

/* A table of one's own in private, and again after a restart. */
static void private_tables_of_255_bytes_are_two(void **state)
{
    (void)state;
    const char *const ids[TWINS] = {twins[0], twins[1]};
    come(ids, false);
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < TWINS; i++) {
            scene_tell(&scene, ids[i], "!uno classic");
            assert_int_equal(tables_count(scene.host.tables), turn == 0 ? i + 1 : TWINS);
        }
        scene_restart(&scene);
        come(ids, false);
    }
}

/* In private a table is named by its channel. */
static void a_channel_of_255_bytes_is_named(void **state)
{
    (void)state;
    const char *const ids[TWINS] = {"castor", "pollux"};
    come(ids, false);
    for (unsigned room = 0; room < TWINS; room++) {
        type_in(rooms[room], ids[0], "!new");
        type_in(rooms[room], ids[1], "!join");
        type_in(rooms[room], ids[0], "!start");
    }
    struct round *round = table_in(rooms[1])->round;
    uint32_t before = round->seq;
    round->game.turn = 0;
    scene_tell(&scene, ids[0], "draw %s", rooms[1]);
    assert_true(round->seq > before);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nicks_of_255_bytes_play),
        TEST(accounts_of_255_bytes_play),
        TEST(choices_of_255_bytes_are_kept_apart),
        TEST(private_tables_of_255_bytes_are_two),
        TEST(a_channel_of_255_bytes_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
