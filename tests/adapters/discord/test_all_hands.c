/* A Web Swing lays all hands open (W-2). At a table of two decks (HR-21) that line is the longest
 * that a message on Discord has to hold: nineteen hands, below a board with twenty names. No hand
 * may be cut off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/messages/card_emoji.h"
#include "adapters/discord/messages/content.h"
#include "adapters/discord/messages/message_body.h"
#include "bot/show/render/render.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "tests/bot/controls.h"

enum { PLAYERS = 20, NAME = 32, HAND = 12, CONTENT = 40000 };

static char names[PLAYERS][NAME + 1];
static char said[CONTENT]; /* all texts of the message, a line each or more */
static const char *last;   /* the last of them in it */

/* All emoji are there, with ids as long as Discord's. */
const char *__wrap_card_emoji_find(const struct card_emoji *emoji, unsigned tint,
                                   const struct shown_card *card, char name[CARD_EMOJI_NAME]);

const char *__wrap_card_emoji_find(const struct card_emoji *emoji, unsigned tint,
                                   const struct shown_card *card, char name[CARD_EMOJI_NAME])
{
    (void)tint;
    if (emoji == NULL)
        return NULL;
    snprintf(name, CARD_EMOJI_NAME, "talon2_r%s", card->code);
    return "1234567890123456789";
}

/* Twenty players whose names end with `tail`, over and over. */
static void sit(const char *tail)
{
    for (unsigned i = 0; i < PLAYERS; i++) {
        snprintf(names[i], sizeof(names[i]), "%c", 'a' + (int)i);
        for (size_t at = 1; at < NAME; at++)
            names[i][at] = tail[(at - 1) % strlen(tail)];
        scene_join(&scene, names[i]);
    }
    scene_command(&scene, names[0], "new web");
    scene_command(&scene, names[0], "set two_decks on");
    scene_command(&scene, names[0], "set score points_500");
    for (unsigned i = 1; i < PLAYERS; i++)
        scene_command(&scene, names[i], "join");
    scene_press(&scene, names[0], "start");
    assert_int_equal(scene_table(&scene)->seat_count, PLAYERS);
}

/* Seat 0 plays a Web Swing, and all others show HAND cards. */
static struct message *all_hands(const struct language *language)
{
    struct table *table = scene_table(&scene);
    const struct rules *rules = table->round->rules;
    struct flow flow = {.about = SEAT_NONE};
    static struct events events;
    events.count = PLAYERS;
    events.at[0] =
        (struct event){.kind = EVENT_PLAYED, .seat = 0, .other = SEAT_NONE, .colour = COLOUR_RED};
    events.at[0].face = (uint8_t)face_parse(&rules->deck, "WW", 2);
    for (unsigned i = 1; i < PLAYERS; i++) {
        events.at[i] = (struct event){.kind = EVENT_SHOWN, .seat = (uint8_t)i, .other = SEAT_NONE};
        for (unsigned n = 0; n < HAND; n++)
            cards_add(&events.at[i].cards, (i * 7 + n * 9) % 112);
    }
    table->home.language = language;
    struct message *line = render_told(&table->home, &events, &flow);
    assert_non_null(line);
    assert_false(line->failed);
    return line;
}

static size_t units(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80 ? 1U + ((unsigned char)*text >= 0xf0) : 0U;
    return count;
}

static void read_body(cJSON *body)
{
    const cJSON *container = cJSON_GetArrayItem(cJSON_GetObjectItem(body, "components"), 0);
    const cJSON *part = NULL;
    said[0] = '\0';
    cJSON_ArrayForEach(part, cJSON_GetObjectItem(container, "components"))
    {
        const char *content = cJSON_GetStringValue(cJSON_GetObjectItem(part, "content"));
        last = content != NULL ? said + strlen(said) : last;
        if (content != NULL)
            snprintf(said + strlen(said), sizeof(said) - strlen(said), "%s\n", content);
    }
}

/* All hands are there. `boarded`: so is the beginning of the board. */
static void assert_whole(const char *tail, const struct language *language, bool boarded)
{
    static const struct content_looks looks = {.emoji = (const struct card_emoji *)&looks};
    struct message_lines lines = {.count = 0};
    message_lines_put(&lines, all_hands(language));
    cJSON *body = message_body_make(&lines, controls_board(), 0, MESSAGE_BODY_QUIET, &looks);
    read_body(body);
    assert_in_range(units(said), 1, MESSAGE_TEXT + 2); /* and the ends of the two texts */
    unsigned cards = 0;
    for (const char *at = last; (at = strstr(at, "\\[")) != NULL; at++)
        cards++;
    if (cards != 1 + (PLAYERS - 1) * HAND)
        fail_msg("%s, %s: %u cards in %s", tail, language->code, cards, said);
    for (unsigned i = 0; i < PLAYERS; i++) {
        char shown[] = {names[i][0], '\\', '_', '\0'};
        assert_non_null(strstr(last, shown));
    }
    if (boarded) {
        assert_int_equal(strncmp(said, "On top ", strlen("On top ")), 0);
        assert_non_null(strstr(said, "\nTurn: "));
    }
    cJSON_Delete(body);
    message_lines_drop(&lines, 0);
}

static void assert_whole_in_all(const char *tail, bool boarded)
{
    const struct language *language = NULL;
    sit(tail);
    for (unsigned n = 0; (language = language_at(n)) != NULL; n++)
        assert_whole(tail, language, boarded);
}

static void all_hands_fit(void **state)
{
    (void)state;
    assert_whole_in_all("_player", true);
}

/* A sign of Markdown takes two units, because it is escaped. */
static void all_hands_of_the_longest_names_fit(void **state)
{
    (void)state;
    assert_whole_in_all("_", false);
}

/* -- the looks that a text keeps -- */

static unsigned count(const char *part)
{
    unsigned times = 0;
    for (const char *at = said; (at = strstr(at, part)) != NULL; at++)
        times++;
    return times;
}

/* A line of that many hands. */
static void say_hands(unsigned hands)
{
    static const struct content_looks looks = {.emoji = (const struct card_emoji *)&looks};
    struct message_lines lines = {.count = 0};
    struct message *line = message_create("#table", NULL, URGENCY_TABLE);
    assert_non_null(line);
    for (unsigned i = 0; i < hands * HAND; i++) {
        struct shown_card card = {.code = "5"};
        message_text(line, i % HAND == 0 ? "; somebody shows " : " ");
        message_card(line, TINT_RED, &card, "[R 5]", strlen("[R 5]"));
    }
    message_lines_put(&lines, line);
    struct message *board = message_create("#table", NULL, URGENCY_TABLE);
    assert_non_null(board);
    message_text(board, "On top");
    cJSON *body = message_body_make(&lines, board, 0, MESSAGE_BODY_QUIET, &looks);
    read_body(body);
    assert_int_equal(count("[R 5]"), hands * HAND);
    cJSON_Delete(body);
    message_destroy(board);
    message_lines_drop(&lines, 0);
}

/* Emoji while they fit, then squares, then letters. */
static void looks_are_given_up_one_by_one(void **state)
{
    (void)state;
    say_hands(25);
    assert_int_equal(count("<:talon2_r5:"), CONTENT_EMOJI);
    say_hands(30);
    assert_int_equal(count("<:"), 0);
    assert_int_equal(count(content_square(TINT_RED)), 30 * HAND);
    say_hands(38);
    assert_int_equal(count(content_square(TINT_RED)), 0);
}

/* What does not fit even so ends with an ellipsis. */
static void a_cut_is_seen(void **state)
{
    (void)state;
    struct message *board = message_create("#table", NULL, URGENCY_TABLE);
    assert_non_null(board);
    for (unsigned i = 0; i < 1000; i++)
        message_text(board, "words ");
    cJSON *body = message_body_make(NULL, board, 0, MESSAGE_BODY_QUIET, NULL);
    read_body(body);
    assert_non_null(strstr(said, "words \u2026\n"));
    assert_in_range(units(said), MESSAGE_TEXT - 20, MESSAGE_TEXT + 1);
    cJSON_Delete(body);
    message_destroy(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_hands_fit, controls_set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(all_hands_of_the_longest_names_fit, controls_set_up,
                                        pair_tear_down),
        cmocka_unit_test(looks_are_given_up_one_by_one),
        cmocka_unit_test(a_cut_is_seen),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
