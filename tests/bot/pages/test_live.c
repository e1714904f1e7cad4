/* Tables that anybody may watch on the web (bot/pages/live.h): what is shown of them, to whom, and
 * when. */
#include "base/array.h"
#include "tests/bot/documents.h"

#include "engine/notation.h"
#include "tests/doubles/memory/memory.h"
#include "tests/leak/leak.h"

/* -- tables -- */

static void expect_no_hand(const char *text)
{
    const struct round *round = scene_table(&scene)->round;
    char found[LEAK_TEXT];
    char hex[FAIR_HEX];
    if (leak_in(text, found))
        fail_msg("told: %s", found);
    if (round == NULL)
        return;
    hash_hex(round->secret, hex);
    assert_null(strstr(text, hex));
    assert_null(strstr(text, "bob_account"));
}

static void look_table(void)
{
    char address[64];
    snprintf(address, sizeof(address), "/api/1/tables/%lld", (long long)scene_table(&scene)->id);
    assert_int_equal(look(address), 200);
}

static void a_table_is_shown_where_that_is_wanted(void **state)
{
    (void)state;
    char address[64];
    begin(SCENE_MEMORY);
    snprintf(address, sizeof(address), "/api/1/tables/%lld", (long long)scene_table(&scene)->id);
    assert_int_equal(look(address), 404);
    assert_int_equal(look("/api/1/tables"), 200);
    assert_int_equal(cJSON_GetArraySize(member(answered, "tables")), 0);
    scene_do(&scene, "alice", "!set channel web watch");
    assert_int_equal(look("/api/1/tables"), 200);
    const cJSON *table = cJSON_GetArrayItem(member(answered, "tables"), 0);
    assert_int_equal(number_of(table, "table"), scene_table(&scene)->id);
    assert_string_equal(text_of(table, "state"), "lobby");
    assert_int_equal(number_of(table, "people"), 3);
    assert_int_equal(look(address), 200);
    assert_true(is_null(answered, "play"));
    assert_string_equal(names_of(member(answered, "seats")), "alice bob carol");
    int64_t seq = number_of(answered, "seq");
    struct actor actors[3];
    trio_play(actors, 4);
    look_table();
    const struct round *round = scene_table(&scene)->round;
    const cJSON *play = member(answered, "play");
    assert_true(number_of(answered, "seq") > seq);
    assert_string_equal(text_of(answered, "state"), "round");
    assert_int_equal(number_of(play, "turn"), round->game.turn);
    assert_int_equal(number_of(play, "pile"), round->game.pile_count);
    assert_int_equal(number_of(play, "move"), round->seq);
    char card[CARD_TEXT];
    assert_string_equal(text_of(play, "top"),
                        face_format(&round->rules->deck.face[round->game.top_face], card));
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(number_of(cJSON_GetArrayItem(member(answered, "seats"), seat), "cards"),
                         round->game.hand_count[seat]);
    }
    assert_true(cJSON_GetArraySize(member(answered, "lines")) >= 4);
    const cJSON *newest = cJSON_GetArrayItem(member(answered, "lines"),
                                             cJSON_GetArraySize(member(answered, "lines")) - 1);
    assert_non_null(strstr(cJSON_GetStringValue(newest), "alice") != NULL ||
                            strstr(cJSON_GetStringValue(newest), "bob") != NULL ||
                            strstr(cJSON_GetStringValue(newest), "carol") != NULL
                        ? body
                        : NULL);
    expect_no_hand(body);
    scene_do(&scene, "alice", "!set channel web boards");
    assert_int_equal(look(address), 404);
}

/* The line that ends a round stays until the next deal, unless somebody of it leaves. */
static void how_a_round_ended_is_shown(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    scene_do(&scene, "alice", "!set channel web watch");
    struct actor actors[3];
    trio_play(actors, 4);
    look_table();
    scene_play(&scene, actors, 3, "wins the round", 5000);
    assert_null(scene_table(&scene)->round);
    look_table();
    const cJSON *lines = member(answered, "lines");
    const char *newest =
        cJSON_GetStringValue(cJSON_GetArrayItem(lines, cJSON_GetArraySize(lines) - 1));
    assert_non_null(newest);
    assert_non_null(strstr(newest, " wins the round"));
    scene_do(&scene, "carol", "!leave");
    look_table();
    assert_int_equal(cJSON_GetArraySize(member(answered, "lines")), 0);
}

/* Of who hides nothing is told: neither a name nor a line. */
static void who_hides_is_a_player_at_the_table(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    scene_do(&scene, "alice", "!set channel web watch");
    struct actor actors[3];
    trio_play(actors, 6);
    look_table();
    assert_non_null(strstr(body, "bob"));
    scene_tell(&scene, "bob", "!hide");
    scene_settle(&scene);
    look_table();
    assert_null(strstr(body, "bob"));
    assert_string_equal(names_of(member(answered, "seats")), "alice a player carol");
    assert_int_equal(cJSON_GetArraySize(member(answered, "lines")), 0);
}

/* While they play: whatever is asked for. */
static void no_document_tells_a_hand(void **state)
{
    (void)state;
    static const char *const addresses[] = {"/",
                                            "/api/1",
                                            "/api/1/tables",
                                            "/api/1/boards",
                                            "/api/1/boards?set=rating",
                                            "/api/1/boards?scope=channel&network=%s&channel=#table",
                                            "/api/1/channels",
                                            "/api/1/rounds?network=%s&channel=#table",
                                            "/api/1/search?q=a",
                                            "/api/1/players/1",
                                            "/api/1/players/2",
                                            "/api/1/rounds/1",
                                            "/api/1/rounds/2",
                                            "/api/1/tables/1",
                                            "/feed/%s/#table",
                                            "/boards",
                                            "/boards/%s/#table?set=rating",
                                            "/channels",
                                            "/channels/%s/#table",
                                            "/players/1",
                                            "/rounds/1",
                                            "/tables/1",
                                            "/rules",
                                            "/how"};
    begin(SCENE_SQLITE);
    scene_do(&scene, "alice", "!set channel web watch");
    struct actor actors[3];
    trio_play(actors, 4);
    for (unsigned moves = 0; moves < 12; moves++) {
        for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
            look(addresses[i]);
            expect_no_hand(body);
        }
        for (unsigned i = 0; i < 3 && scene_table(&scene)->round != NULL; i++) {
            unsigned chance = moves;
            if (actor_step(&scene, &actors[i], &chance))
                scene_settle(&scene);
        }
    }
}

/* HR-20: three players make no teams of two, so no deal comes, neither first nor next. */
static void teams_without_a_partner_wait(void **state)
{
    (void)state;
    char address[64];
    begin(SCENE_MEMORY);
    scene_do(&scene, "alice", "!set channel web watch");
    scene_do(&scene, "alice", "!set teams on");
    snprintf(address, sizeof(address), "/tables/%lld", (long long)scene_table(&scene)->id);
    assert_int_equal(look(address), 200);
    assert_non_null(strstr(body, "The table waits for players."));
    scene_do(&scene, "alice", "!bots 1");
    assert_int_equal(look(address), 200);
    assert_non_null(strstr(body, "Everybody waits for the deal."));
    struct actor actors[3];
    trio_play(actors, 4);
    scene_mark(&scene);
    scene_play(&scene, actors, 3, " the round and ", 5000);
    scene_settle(&scene);
    assert_int_equal(look(address), 200);
    assert_non_null(strstr(body, "The next round is dealt soon."));
    scene_do(&scene, "bob", "!leave");
    assert_int_equal(scene_table(&scene)->state, TABLE_BETWEEN);
    assert_int_equal(look(address), 200);
    assert_non_null(strstr(body, "The table waits for players."));
    assert_null(strstr(body, "The next round is dealt soon."));
}

/* -- watching -- */

static struct {
    unsigned calls;
    bool over;
    bool current; /* the last document is how things stand */
    int64_t seq;
    char text[16384];
} pushed;

static void on_live(struct adapter *adapter, int64_t table, const struct page *page)
{
    (void)adapter;
    assert_int_equal(table, 1);
    pushed.calls++;
    pushed.over = page == NULL;
    if (page == NULL)
        return;
    assert_true(page->length < sizeof(pushed.text));
    memcpy(pushed.text, page->body, page->length + 1);
    expect_no_hand(pushed.text);
    cJSON *json = cJSON_Parse(pushed.text);
    int64_t seq = (int64_t)cJSON_GetNumberValue(cJSON_GetObjectItem(json, "seq"));
    assert_true(seq > pushed.seq);
    pushed.seq = seq;
    const struct round *round = scene_table(&scene)->round;
    const cJSON *play = cJSON_GetObjectItem(json, "play");
    pushed.current = round != NULL &&
                     cJSON_GetNumberValue(cJSON_GetObjectItem(play, "move")) == (double)round->seq;
    cJSON_Delete(json);
}

static void who_watches_is_told_once_a_change(void **state)
{
    (void)state;
    static struct adapter_impl watching;
    static struct page_server pages;
    memset(&pushed, 0, sizeof(pushed));
    begin(SCENE_MEMORY);
    watching = *scene.adapter->impl;
    pages = *watching.pages;
    pages.live = on_live;
    watching.pages = &pages;
    scene.adapter->impl = &watching;
    const struct adapter_setup *setup = &scene.adapter->setup;
    assert_false(setup->pages->watch(setup->host, scene.adapter, 1, true));
    scene_do(&scene, "alice", "!set channel web watch");
    assert_false(setup->pages->watch(setup->host, scene.adapter, 77, true));
    assert_true(setup->pages->watch(setup->host, scene.adapter, 1, true));
    assert_int_equal(pushed.calls, 0); /* it has not changed yet */
    struct actor actors[3];
    trio_play(actors, 8);
    scene_settle(&scene);
    scene_await(&scene, &pushed.current, true); /* however many documents it took */
    unsigned calls = pushed.calls;
    scene_type(&scene, "dave", "hello");
    scene_settle(&scene);
    assert_int_equal(pushed.calls, calls);
    assert_true(setup->pages->watch(setup->host, scene.adapter, 1, false));
    scene_stop(&scene);
    assert_int_equal(pushed.calls, calls);
    assert_true(setup->pages->watch(setup->host, scene.adapter, 1, true));
    scene_stop(&scene);
    scene_await(&scene, &pushed.over, true);
    assert_true(pushed.calls > calls);
}

/* Nobody sees on the web what a crash could take back. */
static void what_is_watched_waits_for_the_disk(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    scene_do(&scene, "alice", "!set channel web watch");
    look_table();
    store_memory_fail(scene.store, true);
    scene_type(&scene, "carol", "!leave");
    scene_turn(&scene);
    char address[64];
    snprintf(address, sizeof(address), "/api/1/tables/%lld", (long long)scene_table(&scene)->id);
    assert_null(script_look(scene.adapter, address, NULL, 50));
    store_memory_fail(scene.store, false);
    scene_settle(&scene);
    look_table();
    assert_string_equal(names_of(member(answered, "seats")), "alice bob");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_shown_where_that_is_wanted), TEST(how_a_round_ended_is_shown),
        TEST(who_hides_is_a_player_at_the_table),    TEST(no_document_tells_a_hand),
        TEST(teams_without_a_partner_wait),          TEST(who_watches_is_told_once_a_change),
        TEST(what_is_watched_waits_for_the_disk),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
