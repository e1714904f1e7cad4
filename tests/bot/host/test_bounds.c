/* How far what a table, its people and channels leave in memory may grow (tests/bounds.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/people/channel_name.h"
#include "bot/people/setting_store.h"
#include "bot/table/clock.h"
#include "bot/table/round/computer_reaction.h"
#include "bot/table/round/cut.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/seat.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

static const char *language_of(const char *channel)
{
    return setting_channel_language(scene.network, channel)->code;
}

/* Whoever opens ever new channels does not fill the memory with what they keep: a new setting is
 * refused, told; what is there can be changed and taken back, and makes room. */
static void settings_are_bounded(void **state)
{
    char channel[16];
    (void)state;
    scene.host.people->settings_max = 3 + 1; /* one is how the network compares names */
    for (unsigned i = 0; i < 3; i++) {
        snprintf(channel, sizeof(channel), "#far%u", i);
        assert_true(setting_set_channel(scene.network, channel, "language", "fr"));
    }
    assert_false(setting_set_channel(scene.network, "#far3", "language", "fr"));
    assert_string_equal(language_of("#far3"), "en");
    assert_string_equal(language_of("#far2"), "fr");
    assert_refused(&scene, "oper", "!lang fr channel",
                   "I cannot keep any more settings. !set NAME default frees one.");
    assert_refused(&scene, "oper", "!set channel stack any",
                   "I cannot keep any more settings. !set NAME default frees one.");
    assert_true(setting_set_channel(scene.network, "#far2", "language", "en"));
    assert_string_equal(language_of("#far2"), "en");
    assert_true(setting_set_channel(scene.network, "#far2", "language", NULL));
    assert_true(setting_set_channel(scene.network, "#far3", "language", "fr"));
    /* what an account chose is remembered all the same, as a nick's is */
    script_join(scene.adapter, "#table", "acc", "acc", false);
    scene_do(&scene, "acc", "!lang fr");
    scene_do(&scene, "acc", "!stop");
    assert_said(&scene, "@acc: Il n'y a pas de table ici");
    scene_restart(&scene);
    assert_string_equal(language_of("#far3"), "fr");
}

/* Names of channels, which nobody asked for, leave half the room to what people set. */
static void names_of_channels_are_bounded(void **state)
{
    char name[CHANNEL_NAME_MAX];
    (void)state;
    scene.host.people->settings_max = 3 + 1; /* one is how the network compares names */
    script_call_channel(scene.adapter, "the kitchen");
    channel_name_keep(scene.network, "#near");
    assert_true(setting_set_channel(scene.network, "#far", "language", "fr"));
    channel_name_keep(scene.network, "#next");
    script_call_channel(scene.adapter, "the cellar");
    channel_name_keep(scene.network, "#near"); /* it has its room */
    script_call_channel(scene.adapter, NULL);
    assert_string_equal(channel_name(scene.host.people, scene.name, "#near", name), "the cellar");
    assert_string_equal(channel_name(scene.host.people, scene.name, "#next", name), "#next");
    script_call_channel(scene.adapter, ""); /* not everybody may see it any more */
    assert_string_equal(channel_name(scene.host.people, scene.name, "#near", name), "#near");
    channel_name_keep(scene.network, "#near");
    script_call_channel(scene.adapter, NULL);
    assert_string_equal(channel_name(scene.host.people, scene.name, "#near", name), "#near");
}

/* Ever new nicks push out the oldest of them, and nobody else. */
static void what_nicks_chose_is_bounded(void **state)
{
    char who[16];
    (void)state;
    for (unsigned i = 0; i <= SETTINGS_PASSING_MAX; i++) {
        snprintf(who, sizeof(who), "nick%u", i);
        struct chat_user user = {.id = who, .name = who};
        struct person *person = people_of(scene.host.people, scene.network, &user);
        assert_non_null(person);
        person_hold(person);
        preferences_choose(person, "language", "fr");
        person_release(scene.host.people, person);
    }
    struct chat_user first = {.id = "nick0", .name = "nick0"};
    struct chat_user second = {.id = "nick1", .name = "nick1"};
    assert_null(preferences_of(scene.network, &first).language);
    assert_non_null(preferences_of(scene.network, &second).language);
    assert_non_null(
        preferences_of(scene.network, &(struct chat_user){.id = who, .name = who}).language);
}

/* One seat a person, and as many as the cards are for. */
static void seats_are_bounded(void **state)
{
    char who[16];
    (void)state;
    scene_do(&scene, "alice", "!new");
    for (unsigned i = 1; i < PLAYERS_MAX; i++) {
        snprintf(who, sizeof(who), "guest%u", i);
        scene_join(&scene, who);
        if (i == 10) { /* HR-21 */
            assert_refused(&scene, who, "!join", "One deck has no more seats.");
            assert_refused(&scene, "alice", "!bots 1", "One deck has no more seats.");
            scene_do(&scene, "alice", "!set two_decks on");
        }
        scene_do(&scene, who, "!join");
    }
    assert_int_equal(scene_table(&scene)->seat_count, PLAYERS_MAX);
    assert_refused(&scene, "alice", "!set two_decks off", "");
    assert_refused(&scene, "bob", "!join", "There are no more seats");
    assert_refused(&scene, "guest1", "!join", "You have a seat already.");
}

static enum cut_refusal cut_by(const char *nick, const char *word)
{
    struct people *people = scene.host.people;
    struct person *person = people_restore(people, scene.network, nick, nick, false);
    assert_non_null(person);
    enum cut_refusal refusal = cut_take(scene_table(&scene), person, word, false);
    people_sweep(people, person);
    return refusal;
}

/* Who comes, cuts and goes again does not make the next setup longer and longer. */
static void cuts_are_bounded(void **state)
{
    char word[16];
    (void)state;
    pair_seat(false);
    struct table *table = scene_table(&scene);
    for (unsigned i = 0; i < CUTS_MAX; i++) {
        snprintf(word, sizeof(word), "word%u", i);
        assert_int_equal(cut_by(word, word), CUT_OK);
        assert_int_equal(cut_by(word, word), CUT_TWICE);
    }
    assert_int_equal(cut_by("guest", "more"), CUT_FULL);
    assert_int_equal(table->cuts->count, CUTS_MAX);
}

/* However long computer players go on among themselves, what is gathered fits a line of the
 * network, and what is told of the last moves to who comes back ends somewhere. */
static void what_is_gathered_is_bounded(void **state)
{
    enum { LIMIT = 200 }; /* bytes */
    static struct adapter_impl narrow;
    size_t longest = 0, gathered = 0;
    (void)state;
    narrow = *scene.adapter->impl;
    narrow.caps.line_limit = LIMIT;
    scene.adapter->impl = &narrow;
    scene.host.options.gather = 100000000;
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 9");
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    for (unsigned i = 0; i < 400 && table->round != NULL; i++) {
        const struct round *round = table->round;
        if (table->home.view.recent != NULL && strlen(table->home.view.recent) > longest)
            longest = strlen(table->home.view.recent);
        if (table->home.view.unsaid != NULL && table->home.view.unsaid->length > gathered)
            gathered = table->home.view.unsaid->length;
        if (seat_is_computer(table, round->game.turn)) {
            timer_set(&table->timer, 0);
            scene_turn(&scene);
        } else {
            scene_type(&scene, "alice", round->game.phase == PHASE_DRAWN ? "!keep" : "!draw");
        }
        scene_turn(&scene);
    }
    assert_in_range(longest, 1, 400);
    assert_in_range(gathered, 1, LIMIT);
}

/* Sessions of pages come to an end of their room: a link is refused then, until one of them goes.
 */
static void pages_of_seats_are_bounded(void **state)
{
    char key[HASH_HEX];
    char row[96];
    char secret[PAGE_SECRET_SIZE];
    (void)state;
    pair_come();
    pair_seat(false);
    struct table *table = scene_table(&scene);
    const struct person *alice = table->seats[0].person;
    for (unsigned i = 0; i < PAGE_SEATS_MAX; i++) {
        snprintf(key, sizeof(key), "%064x", i);
        snprintf(row, sizeof(row), "S\n%lld\n%lld\nn\n%s\n%s", (long long)clock_now() + 3600000,
                 (long long)table->id, scene.name, i == 0 ? alice->key : "nobody");
        page_seat_load(scene.host.tables, key, row);
    }
    assert_false(page_seat_offer(table, alice, secret));
    assert_false(page_seat_invite(table, alice, secret));
    assert_int_equal(page_seats_end(table, alice), 1);
    assert_true(page_seat_offer(table, alice, secret));
    assert_false(page_seat_invite(table, alice, secret));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(settings_are_bounded),
        TEST(names_of_channels_are_bounded),
        TEST(what_nicks_chose_is_bounded),
        TEST(seats_are_bounded),
        TEST(cuts_are_bounded),
        TEST(what_is_gathered_is_bounded),
        TEST(pages_of_seats_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
