/* HR-21 on IRC: twenty players with nicks of thirty characters play with two decks. Each line of
 * text fits into a line of the network, and no name, no card is cut or left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/sending/render.h"
#include "bot/show/render/render.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "tests/bot/scene.h"

enum {
    LINE = 400, /* bytes of text: the network has 512 for the whole line */
    PLAYERS = 20,
    NICK = 30,
    FORTY = 40, /* cards */
    NEVER = 1000000,
    SAID = 200000
};

static struct scene scene;
static struct adapter_impl irc_like;
static char nicks[PLAYERS][NICK + 1];
static char said[SAID]; /* since the mark, a line each: "#table: words", "@nick: words" */

/* Cuts a message into lines as IRC does. */
static size_t note_lines(size_t used, const char *whom, const char *text)
{
    char line[LINE + 1];
    struct render render;
    struct message *message = message_create("#table", NULL, URGENCY_TABLE);
    assert_non_null(message);
    message_text(message, text);
    render_init(&render, message, true, NULL, NULL);
    while (render_next(&render, line, LINE)) {
        used += (size_t)snprintf(said + used, sizeof(said) - used, "%s: %s\n", whom, line);
        assert_true(used < sizeof(said));
    }
    message_destroy(message);
    return used;
}

/* Reads all that was said since the mark. */
static void read_lines(void)
{
    size_t used = 0;
    said[0] = '\0';
    for (size_t i = scene.mark; i < script_lines(scene.adapter); i++) {
        char whom[NICK + 2];
        const char *line = script_line(scene.adapter, i);
        const size_t length = strcspn(line, ":");
        snprintf(whom, sizeof(whom), "%.*s", (int)length, line);
        used = note_lines(used, whom, line + length + 2);
    }
    if (getenv("TALON_PRINT") != NULL)
        puts(said);
}

static void say(unsigned who, const char *text)
{
    scene_do(&scene, nicks[who], "%s", text);
    read_lines();
}

static int set_up(void **state)
{
    (void)state;
    irc_like = script_adapter;
    irc_like.caps.line_limit = 300; /* LINE_LIMIT of adapters/irc/irc.c */
    irc_like.caps.first_name_rings = true;
    scene_init(&scene, SCENE_MEMORY);
    scene.options.seed = "twenty";
    scene_begin(&scene);
    scene.adapter->impl = &irc_like;
    for (unsigned i = 0; i < PLAYERS; i++) {
        snprintf(nicks[i], sizeof(nicks[i]), "%c_nick_of_thirty_characters_%02u", 'a' + (int)i, i);
        assert_int_equal(strlen(nicks[i]), NICK);
        scene_join(&scene, nicks[i]);
    }
    scene_do(&scene, nicks[0], "!new");
    scene_do(&scene, nicks[0], "!set two_decks on");
    for (unsigned i = 1; i < PLAYERS; i++)
        scene_do(&scene, nicks[i], "!join");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene.adapter->impl = &script_adapter;
    scene_finish(&scene);
    return 0;
}

/* Each name stands whole in what was said to all. */
static void assert_all_named(void)
{
    for (unsigned i = 0; i < PLAYERS; i++) {
        if (strstr(said, nicks[i]) == NULL)
            fail_msg("%s is missing:\n%s", nicks[i], said);
    }
}

static void all_are_listed(void **state)
{
    (void)state;
    say(0, "!table");
    assert_all_named();
    say(0, "!set teams on");
    say(3, "!start");
    assert_all_named(); /* the teams */
    say(4, "!table");
    assert_all_named();
    say(4, "!score");
    assert_all_named();
}

/* A hand of forty cards. */
static void a_large_hand_is_whispered_whole(void **state)
{
    (void)state;
    say(0, "!start");
    struct table *table = scene_table(&scene);
    struct game *game = &table->round->game;
    const unsigned turn = game->turn;
    while (game->hand_count[turn] < FORTY) {
        cards_add(&game->hand[turn], game->pile[--game->pile_count]);
        game->hand_count[turn]++;
    }
    scene_do(&scene, seat_name(table, turn), "!hand");
    read_lines();
    unsigned cards = 0;
    for (const char *at = said; (at = strchr(at, '[')) != NULL; at++)
        cards++;
    assert_in_range(cards, FORTY, FORTY + 1); /* and the card on top */
}

static void play_on(void)
{
    struct actor actors[PLAYERS];
    for (unsigned i = 0; i < PLAYERS; i++)
        actors[i] = (struct actor){.name = nicks[i], .read = scene.mark};
    scene_play(&scene, actors, PLAYERS, " the round and ", 20000);
}

/* A whole round, and its end, which counts the hands of nineteen others. */
static void a_round_is_told_whole(void **state)
{
    (void)state;
    say(0, "!set score points_500");
    scene.host.options.round_pause = NEVER;
    say(0, "!start");
    play_on();
    read_lines();
    say(0, "!score");
    assert_all_named();
}

/* A Web Swing lays nineteen hands open in one message (W-2). */
static void all_hands_are_told_whole(void **state)
{
    enum { HAND = 12 };
    struct flow flow = {.about = SEAT_NONE};
    static struct events events;
    (void)state;
    say(0, "!start");
    events.count = PLAYERS - 1;
    for (unsigned i = 0; i < events.count; i++) {
        events.at[i] =
            (struct event){.kind = EVENT_SHOWN, .seat = (uint8_t)(i + 1), .other = SEAT_NONE};
        for (unsigned n = 0; n < HAND; n++)
            cards_add(&events.at[i].cards, (i * 7 + n * 9) % 108);
    }
    struct message *line = render_told(&scene_table(&scene)->home, &events, &flow);
    assert_non_null(line);
    struct render render;
    char part[LINE + 1];
    unsigned cards = 0;
    render_init(&render, line, true, NULL, NULL);
    while (render_next(&render, part, LINE)) {
        assert_true(strlen(part) <= LINE);
        for (const char *at = part; (at = strchr(at, '[')) != NULL; at++)
            cards++;
    }
    assert_int_equal(cards, (PLAYERS - 1) * HAND);
    message_destroy(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_are_listed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_large_hand_is_whispered_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_round_is_told_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_hands_are_told_whole, set_up, tear_down),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
