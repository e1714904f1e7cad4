/* Pages of a finished round do not name a player who was linked (!link) while it ran, because
 * nobody can tell any more whether that player hides. */
#include "base/array.h"
#include "tests/bot/documents.h"

/* alice and desk say that they are one player. */
static void link_alice(void)
{
    char code[64];
    scene_tell(&scene, "desk", "!link");
    const char *line = scene_wait(&scene, "Your code is ");
    line = strstr(line, "Your code is ") + strlen("Your code is ");
    snprintf(code, sizeof(code), "%.*s", (int)strcspn(line, " ") - 1, line); /* no full stop */
    scene_tell(&scene, "alice", "!link %s", code);
    scene_wait(&scene, "@alice: You and desk on ");
    scene_settle(&scene);
}

/* Plays a round in which alice is linked with desk. Both have a seat at the table. */
static int64_t play_linked_in_mid_round(void)
{
    struct actor actors[] = {{.name = "desk"}, {.name = "bob"}, {.name = "carol"}};
    script_join(scene.adapter, "#table", "desk", "desk_account", false);
    scene_do(&scene, "desk", "!join");
    scene_do(&scene, "alice", "!start");
    link_alice();
    assert_true(scene_table(&scene)->seats[0].given);
    scene.mark = 0;
    scene_play(&scene, actors, 3, "wins the round", 5000);
    scene_settle(&scene);
    return scene_table(&scene)->last.id;
}

/* The round's page, the list and the feed. */
static void expect_nobody_is_told(int64_t round, const char *name)
{
    char page[64];
    snprintf(page, sizeof(page), "/rounds/%lld", (long long)round);
    const char *const addresses[] = {page, "/api/1/rounds?network=%s&channel=#table",
                                     "/feed/%s/#table", "/channels/%s/#table"};
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
        assert_int_equal(look(addresses[i]), 200);
        assert_null(strstr(body, name));
    }
    look_round(round);
    assert_null(strstr(body, name));
}

static void hide_desk(void)
{
    scene_mark(&scene);
    scene_tell(&scene, "desk", "!hide");
    scene_wait(&scene, "@desk: The web pages no longer show you");
}

static void expect_seats(int64_t round, const char *names)
{
    look_round(round);
    assert_string_equal(names_of(member(answered, "seats")), names);
    assert_true(is_null(answered, "proof"));
    assert_int_equal(strlen(text_of(answered, "seed")), FAIR_HEX - 1); /* it can be played */
}

/* alice's seat is a person's, and the round counts nothing for it. */
static void a_seat_that_was_linked_away_is_a_player(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_linked_in_mid_round();
    expect_seats(round, "a player bob carol desk");
    assert_string_equal(names_of(member(answered, "results")), "a player bob carol desk");
    assert_null(strstr(body, "\"computer\":true"));
    expect_nobody_is_told(round, "alice");
    expect_nobody_is_told(round, "computer player");
    hide_desk();
    expect_seats(round, "a player bob carol a player");
    expect_nobody_is_told(round, "alice");
    expect_nobody_is_told(round, "desk");
}

static void it_stays_a_player_when_they_are_forgotten(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_linked_in_mid_round();
    scene_do(&scene, "desk", "!leave");
    scene_stop(&scene);
    scene_do(&scene, "bob", "!stop");
    scene_tell(&scene, "desk", "!forget me");
    scene_wait(&scene, "@desk: This makes me forget all your identities");
    scene_tell(&scene, "desk", "!forget me yes");
    scene_wait(&scene, "@desk: Done: I have forgotten you");
    expect_seats(round, "a player bob carol a player");
    expect_nobody_is_told(round, "alice");
    expect_nobody_is_told(round, "desk");
}

/* A damaged round has no results. The setup has alice's nick, by which the store does not find who
 * linked it. */
static void a_linked_nick_without_result_is_a_player(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    int64_t round = play_a_round();
    trio_sql("DELETE FROM result WHERE round = %lld", (long long)round);
    look_round(round);
    assert_string_equal(names_of(member(answered, "seats")), "alice bob carol");
    script_join(scene.adapter, "#table", "desk", "desk_account", false);
    link_alice();
    hide_desk();
    expect_seats(round, "a player bob carol");
    expect_nobody_is_told(round, "alice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_seat_that_was_linked_away_is_a_player),
        TEST(it_stays_a_player_when_they_are_forgotten),
        TEST(a_linked_nick_without_result_is_a_player),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
}
