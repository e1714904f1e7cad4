/* Controls as Discord's components, what a click says, and whole bodies. Limits and forms are those
 * of Discord's documentation ("Components", "Message resource"). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/messages/components.h"
#include "adapters/discord/messages/message_body.h"
#include "base/array.h"

static void add(struct message *message, enum control_kind kind, const char *label,
                const char *words)
{
    struct control control = {.kind = (uint8_t)kind};
    snprintf(control.label, sizeof(control.label), "%s", label);
    snprintf(control.words, sizeof(control.words), "%s", words);
    assert_true(message_control(message, &control));
}

static struct message *make(uint64_t stamp)
{
    struct message *message = message_create("1", NULL, URGENCY_TABLE);
    message->purpose = PURPOSE_BOARD;
    message->stamp = stamp;
    message_text(message, "text");
    return message;
}

static const cJSON *item(const cJSON *array, int at)
{
    return cJSON_GetArrayItem(array, at);
}

static const cJSON *row(const cJSON *body, int at)
{
    return cJSON_GetObjectItem(item(cJSON_GetObjectItem(body, "components"), at), "components");
}

static const char *text(const cJSON *object, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
}

static cJSON *json(struct message *message, unsigned page, unsigned left_out)
{
    static const struct components_room room = {COMPONENTS_ROWS, COMPONENTS_MAX};
    unsigned out = 0;
    cJSON *body = cJSON_CreateObject();
    cJSON *rows = cJSON_AddArrayToObject(body, "components");
    assert_true(components_add(message, page, &room, NULL, rows, &out));
    assert_int_equal(out, left_out);
    message_destroy(message);
    return body;
}

static void test_buttons_share_rows(void **state)
{
    (void)state;
    struct message *message = make(0x2a);
    char words[8];
    for (int i = 0; i < 7; i++) {
        snprintf(words, sizeof(words), "say %d", i);
        add(message, CONTROL_BUTTON, "Say", words);
    }
    message->controls[1].strong = message->controls[2].off = true;
    message->controls[3].tint = TINT_GREEN;
    cJSON *body = json(message, 0, 0);
    assert_int_equal(cJSON_GetArraySize(row(body, 0)), 5);
    assert_int_equal(cJSON_GetArraySize(row(body, 1)), 2);
    assert_string_equal(text(item(row(body, 0), 0), "custom_id"), "1.0.2a.!say 0");
    assert_string_equal(text(item(row(body, 1), 1), "custom_id"), "1.6.2a.!say 6");
    assert_int_equal(cJSON_GetObjectItem(item(row(body, 0), 1), "style")->valueint, 1);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(item(row(body, 0), 2), "disabled")));
    assert_string_equal(text(cJSON_GetObjectItem(item(row(body, 0), 3), "emoji"), "name"), "🟩");
    cJSON_Delete(body);
}

/* Two buttons that say the same have ids of their own; more than five rows do not fit. */
static void test_rows_are_five(void **state)
{
    (void)state;
    struct message *message = make(0);
    for (int i = 0; i < 27; i++)
        add(message, CONTROL_BUTTON, "Draw", "draw");
    cJSON *body = json(message, 0, 2);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(body, "components")), 5);
    assert_string_not_equal(text(item(row(body, 0), 0), "custom_id"),
                            text(item(row(body, 4), 4), "custom_id"));
    cJSON_Delete(body);
}

static struct message *menu_of(unsigned choices)
{
    struct message *message = make(7);
    char words[16];
    add(message, CONTROL_MENU, "Play", "");
    for (unsigned i = 0; i < choices; i++) {
        snprintf(words, sizeof(words), "play %u", i);
        add(message, CONTROL_CHOICE, words, words);
    }
    add(message, CONTROL_BUTTON, "Draw", "draw");
    return message;
}

static const cJSON *options_of(const cJSON *body)
{
    return cJSON_GetObjectItem(item(row(body, 0), 0), "options");
}

/* Nothing is cut of what a button says, and no row stays empty for it. */
static void test_words_are_too_long(void **state)
{
    (void)state;
    char words[CONTROL_SAYS];
    struct message *message = make(UINT64_MAX);
    memset(words, 'w', sizeof(words) - 1);
    words[sizeof(words) - 1] = '\0';
    add(message, CONTROL_BUTTON, "Long", words);
    cJSON *body = json(message, 0, 1);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(body, "components")), 0);
    cJSON_Delete(body);
}

static void test_a_menu_fills_its_row(void **state)
{
    (void)state;
    cJSON *body = json(menu_of(25), 0, 0);
    assert_int_equal(cJSON_GetArraySize(row(body, 0)), 1);
    assert_int_equal(cJSON_GetArraySize(options_of(body)), 25);
    assert_string_equal(text(item(options_of(body), 24), "value"), "play 24");
    assert_string_equal(text(item(row(body, 0), 0), "placeholder"), "Play");
    assert_string_equal(text(item(row(body, 1), 0), "custom_id"), "1.1.7.!draw");
    cJSON_Delete(body);
}

/* Every choice is on exactly one page, whatever their number. */
static void test_pages_show_all(void **state)
{
    (void)state;
    for (unsigned count = 26; count < 100; count++) {
        unsigned next = 0;
        unsigned page = 0;
        for (bool more = true; more; page++) {
            cJSON *body = json(menu_of(count), page, 0);
            const cJSON *option = NULL;
            more = false;
            assert_in_range(cJSON_GetArraySize(options_of(body)), 1, 25);
            cJSON_ArrayForEach(option, options_of(body))
            {
                struct component_use use;
                char wanted[16];
                assert_true(components_read("1.0.7.=", text(option, "value"), &use));
                if (use.kind == USE_PAGE) {
                    more = more || use.page == page + 1;
                    continue;
                }
                snprintf(wanted, sizeof(wanted), "play %u", next++);
                assert_string_equal(use.words, wanted);
                assert_int_equal(use.stamp, 7);
            }
            cJSON_Delete(body);
        }
        assert_int_equal(next, count);
    }
}

static void test_equal_choices_are_one(void **state)
{
    (void)state;
    struct message *message = make(0);
    add(message, CONTROL_MENU, "Play", "");
    add(message, CONTROL_CHOICE, "Red 5", "play r5");
    add(message, CONTROL_CHOICE, "Red 5", "play r5");
    cJSON *body = json(message, 0, 0);
    assert_int_equal(cJSON_GetArraySize(options_of(body)), 1);
    cJSON_Delete(body);
}

static void test_an_empty_menu_is_none(void **state)
{
    (void)state;
    struct message *message = make(0);
    add(message, CONTROL_MENU, "Play", "");
    cJSON *body = json(message, 0, 1);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(body, "components")), 0);
    cJSON_Delete(body);
}

static void test_clicks_come_back(void **state)
{
    (void)state;
    static const struct {
        const char *id, *value;
        bool good;
        enum component_use_kind kind;
        const char *words;
    } cases[] = {
        {"1.3.ff.!draw", NULL, true, USE_WORDS, "draw"},
        {"1.3.ff.=", "play r5", true, USE_WORDS, "play r5"},
        {"1.3.ff.?By the power", NULL, true, USE_MODAL, "By the power"},
        {"1.3.ff.=", ">2", true, USE_PAGE, ""},
        {"1.3.ff.=", ">", false, USE_PAGE, ""},
        {"1.3.ff.=", ">2x", false, USE_PAGE, ""},
        {"1.3.ff.=", ">4294967296", false, USE_PAGE, ""},
        {"1.3.ff.=", NULL, false, USE_WORDS, ""},
        {"1.3.ff.=", "", false, USE_WORDS, ""},
        {"1.3.ff.=x", "y", false, USE_WORDS, ""},
        {"1.3.ff.!", NULL, false, USE_WORDS, ""},
        {"1.3.ff", NULL, false, USE_WORDS, ""},
        {"1.3..!draw", NULL, false, USE_WORDS, ""},
        {"1.3.-1.!draw", NULL, false, USE_WORDS, ""},
        {"1.3.fg.!draw", NULL, false, USE_WORDS, ""},
        {"2.3.ff.!draw", NULL, false, USE_WORDS, ""},
        {"1", NULL, false, USE_WORDS, ""},
        {"", NULL, false, USE_WORDS, ""},
        {"play", NULL, false, USE_WORDS, ""},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        struct component_use use;
        bool good = components_read(cases[i].id, cases[i].value, &use);
        if (good != cases[i].good)
            fail_msg("%s with %s", cases[i].id, cases[i].value ? cases[i].value : "nothing");
        if (!good)
            continue;
        assert_int_equal(use.kind, cases[i].kind);
        assert_string_equal(use.words, cases[i].words);
        assert_int_equal(use.stamp, 0xff);
    }
}

static void test_a_modal_comes_back(void **state)
{
    (void)state;
    const struct component_use use = {.kind = USE_MODAL,
                                      .stamp = UINT64_MAX,
                                      .words =
                                          "Speak the words of power, so that all may hear them"};
    struct component_use sent;
    cJSON *data = components_modal(&use);
    assert_non_null(data);
    assert_true(components_read_modal(text(data, "custom_id"), &sent));
    assert_true(sent.kind == USE_MODAL && sent.stamp == UINT64_MAX);
    assert_in_range(strlen(text(data, "title")), 30, 45);
    assert_in_range(strlen(text(item(row(data, 0), 0), "label")), 30, 45);
    assert_false(components_read_modal("1.0.0.!draw", &sent));
    cJSON_Delete(data);
}

static void test_a_form_has_its_subjects(void **state)
{
    (void)state;
    struct message *form = message_create("1", "7", URGENCY_HAND);
    struct control control = {.kind = CONTROL_BUTTON, .words = "settings house 1"};
    struct component_use sent;
    form->stamp = 0xab;
    message_text(form, "House rules");
    message_control(form, &control);
    for (unsigned i = 0; i < 7; i++) {
        unsigned count = i == 1 ? 12 : 3;
        control = (struct control){.kind = i == 2 ? CONTROL_BOXES : CONTROL_MENU, .label = "Draw"};
        message_control(form, &control);
        for (unsigned n = 0; n < count; n++) {
            control = (struct control){.kind = CONTROL_CHOICE, .chosen = n == 1, .label = "any"};
            snprintf(control.words, sizeof(control.words), "stack %u", n);
            message_control(form, &control);
        }
    }
    cJSON *data = components_form(form);
    assert_non_null(data);
    cJSON *rows = cJSON_GetObjectItem(data, "components");
    assert_int_equal(cJSON_GetArraySize(rows), FORM_SUBJECTS);
    static const int types[] = {21, 3, 22, 21, 21}; /* radio buttons, a menu, boxes */
    for (int i = 0; i < FORM_SUBJECTS; i++) {
        cJSON *label = cJSON_GetArrayItem(rows, i);
        cJSON *input = cJSON_GetObjectItem(label, "component");
        cJSON *second = cJSON_GetArrayItem(cJSON_GetObjectItem(input, "options"), 1);
        assert_int_equal(cJSON_GetObjectItem(label, "type")->valueint, 18);
        assert_int_equal(cJSON_GetObjectItem(input, "type")->valueint, types[i]);
        assert_true(cJSON_IsTrue(cJSON_GetObjectItem(second, "default")));
        assert_string_equal(text(second, "value"), "stack 1");
    }
    assert_true(components_read_modal(text(data, "custom_id"), &sent));
    assert_true(sent.kind == USE_FORM && sent.stamp == 0xab);
    assert_string_equal(sent.words, "settings house 1");
    cJSON_Delete(data);
    message_destroy(form);
}

/* -- bodies -- */

static struct message *line(const char *words)
{
    struct message *message = message_create("1", NULL, URGENCY_TABLE);
    message_text(message, words);
    return message;
}

/* The container of a body, which must stand alone. */
static const cJSON *container(const cJSON *body)
{
    const cJSON *all = cJSON_GetObjectItem(body, "components");
    assert_int_equal(cJSON_GetObjectItem(body, "flags")->valueint, 32768);
    assert_false(cJSON_HasObjectItem(body, "content"));
    assert_false(cJSON_HasObjectItem(body, "embeds"));
    assert_int_equal(cJSON_GetArraySize(all), 1);
    assert_int_equal(cJSON_GetObjectItem(item(all, 0), "type")->valueint, 17);
    return item(all, 0);
}

static const cJSON *inside(const cJSON *body)
{
    return cJSON_GetObjectItem(container(body), "components");
}

static void test_lines_stand_below_the_board(void **state)
{
    (void)state;
    struct message_lines lines = {.count = 0};
    struct message *board = make(1);
    message_add(board, STYLE_MENTION, TINT_WILD, "alice", 5);
    message_call(board, "77");
    add(board, CONTROL_BUTTON, "Draw", "draw");
    message_lines_put(&lines, line("first"));
    message_lines_put(&lines, line("second"));
    cJSON *body = message_body_make(&lines, board, 0, MESSAGE_BODY_PINGS, NULL);
    char *said = cJSON_PrintUnformatted(inside(body));
    assert_string_equal(said,
                        "[{\"type\":10,\"content\":\"text<@77>\"},{\"type\":14},"
                        "{\"type\":10,\"content\":\"first\\nsecond\"},"
                        "{\"type\":1,\"components\":[{\"type\":2,\"style\":2,\"label\":\"Draw\","
                        "\"custom_id\":\"1.0.1.!draw\"}]}]");
    free(said);
    char *allowed = cJSON_PrintUnformatted(cJSON_GetObjectItem(body, "allowed_mentions"));
    assert_string_equal(allowed, "{\"users\":[\"77\"],\"parse\":[]}");
    free(allowed);
    cJSON_Delete(body);
    body = message_body_make(&lines, board, 0, MESSAGE_BODY_QUIET, NULL);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(
                         cJSON_GetObjectItem(body, "allowed_mentions"), "users")),
                     0);
    cJSON_Delete(body);
    message_lines_drop(&lines, 0);
    message_destroy(board);
}

/* The colour in force; the felt's where no card lies. */
static void test_a_board_has_a_colour(void **state)
{
    (void)state;
    struct message *board = make(1);
    cJSON *body = message_body_make(NULL, board, 0, MESSAGE_BODY_QUIET, NULL);
    assert_int_equal(cJSON_GetObjectItem(container(body), "accent_color")->valueint, 0x28504f);
    cJSON_Delete(body);
    message_snapshot(board)->colour = TINT_BLUE;
    body = message_body_make(NULL, board, 0, MESSAGE_BODY_QUIET, NULL);
    assert_int_equal(cJSON_GetObjectItem(container(body), "accent_color")->valueint, 0x2456c4);
    cJSON_Delete(body);
    message_destroy(board);
}

/* An edit empties what a message from before containers had. Plain text has nothing to empty. */
static void test_an_edit_turns_a_message_over(void **state)
{
    (void)state;
    struct message_lines lines = {.count = 0};
    struct message *board = make(1);
    message_lines_put(&lines, line("a line"));
    cJSON *body = message_body_turn(message_body_make(&lines, board, 0, MESSAGE_BODY_QUIET, NULL));
    assert_int_equal(cJSON_GetObjectItem(body, "flags")->valueint, 32768);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(body, "content")));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(body, "embeds")), 0);
    assert_true(cJSON_HasObjectItem(body, "embeds"));
    cJSON_Delete(body);
    body = message_body_turn(message_body_make(&lines, NULL, 0, MESSAGE_BODY_QUIET, NULL));
    assert_string_equal(text(body, "content"), "a line");
    assert_false(cJSON_HasObjectItem(body, "embeds"));
    cJSON_Delete(body);
    assert_null(message_body_turn(NULL));
    message_lines_drop(&lines, 0);
    message_destroy(board);
}

/* All components, the container among them; `texts`: characters in texts. */
static unsigned count_of(const cJSON *array, size_t *texts)
{
    unsigned count = 0;
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, array)
    {
        const char *content = text(at, "content");
        *texts += content != NULL ? strlen(content) : 0;
        count += 1 + count_of(cJSON_GetObjectItem(at, "components"), texts);
    }
    return count;
}

/* With text and a line 40 components are 29 buttons, as one is kept for the picture: container,
 * picture, two texts, their separator, six rows. The thirtieth has no room. */
static void test_components_are_forty(void **state)
{
    (void)state;
    for (unsigned buttons = 28; buttons <= 31; buttons++) {
        struct message_lines lines = {.count = 0};
        struct message *board = make(1);
        size_t units = 0;
        message_lines_put(&lines, line("a line"));
        for (unsigned i = 0; i < buttons; i++)
            add(board, CONTROL_BUTTON, "Draw", "draw");
        cJSON *body = message_body_make(&lines, board, 0, MESSAGE_BODY_QUIET, NULL);
        unsigned placed = buttons < 29 ? buttons : 29;
        assert_int_equal(count_of(cJSON_GetObjectItem(body, "components"), &units) + 1,
                         5 + 6 + placed);
        assert_int_equal(
            cJSON_GetArraySize(item(inside(body), 8) != NULL
                                   ? cJSON_GetObjectItem(item(inside(body), 8), "components")
                                   : NULL),
            placed - 25);
        cJSON_Delete(body);
        message_lines_drop(&lines, 0);
        message_destroy(board);
    }
}

static char *letters(char letter, unsigned count, char *out)
{
    memset(out, letter, count);
    out[count] = '\0';
    return out;
}

/* Of 4,000 characters the board takes what it needs, and the newest lines the rest: a line that
 * just fits stands, one that is a character longer is left out with those before it. */
static void test_texts_are_bounded(void **state)
{
    (void)state;
    char words[3000];
    unsigned fits = 0;
    for (unsigned length = 1100; length > 900; length--) {
        struct message_lines lines = {.count = 0};
        struct message *board = make(1); /* "text" */
        size_t units = 0;
        message_text(board, letters('a', 1896, words));
        message_lines_put(&lines, line("the oldest"));
        message_lines_put(&lines, line(letters('c', length, words)));
        message_lines_put(&lines, line(letters('b', 1000, words)));
        message_lines_seen(&lines, 1);
        cJSON *body = message_body_make(&lines, board, 0, MESSAGE_BODY_QUIET, NULL);
        count_of(cJSON_GetObjectItem(body, "components"), &units);
        assert_int_equal(strlen(text(item(inside(body), 0), "content")), 1900);
        const char *said = text(item(inside(body), 2), "content");
        bool stands = strchr(said, 'c') != NULL;
        assert_int_equal(units, 1900 + 1000 + (stands ? length + 1 : 0));
        assert_true(units <= MESSAGE_TEXT);
        assert_true(stands || fits == 0); /* all that are shorter than one that fits */
        fits = fits == 0 && stands ? length : fits;
        cJSON_Delete(body);
        message_lines_drop(&lines, 0);
        message_destroy(board);
    }
    assert_in_range(fits, 1085, 1099); /* 6 are kept for bold text, which may end there */
}

/* A board that is longer than a message is cut, and still has its controls. */
static void test_a_long_board_is_cut(void **state)
{
    (void)state;
    struct message *board = make(1);
    size_t units = 0;
    for (unsigned i = 0; i < 100; i++)
        message_text(board, "\nfifty characters, which people read if they want to");
    add(board, CONTROL_BUTTON, "Draw", "draw");
    cJSON *body = message_body_make(NULL, board, 0, MESSAGE_BODY_QUIET, NULL);
    assert_int_equal(count_of(cJSON_GetObjectItem(body, "components"), &units), 4);
    assert_in_range(units, 3900, 4000);
    cJSON_Delete(body);
    message_destroy(board);
}

/* A reminder calls once, beside a board or alone, and never again with what comes behind it. */
static void test_lines_call_once(void **state)
{
    (void)state;
    struct message_lines lines = {.count = 0};
    struct message *board = make(1);
    struct message *reminder = line("it is your turn, ");
    message_add(board, STYLE_MENTION, TINT_WILD, "alice", 5);
    message_call(board, "77");
    message_add(reminder, STYLE_MENTION, TINT_WILD, "bob", 3);
    message_call(reminder, "88");
    message_lines_put(&lines, reminder);
    message_lines_put(&lines, line("done"));
    const struct {
        const struct message *board;
        const char *wanted, *bob;
    } rows[] = {{board, "{\"users\":[\"77\",\"88\"],\"parse\":[]}", "<@88>"},
                {NULL, "{\"users\":[\"88\"],\"parse\":[]}", "<@88>"},
                {NULL, "{\"users\":[],\"parse\":[]}", "**bob**"}};
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        message_lines_seen(&lines, i < 2 ? 2 : 1);
        cJSON *body = message_body_make(&lines, rows[i].board, 0, MESSAGE_BODY_PINGS, NULL);
        char *allowed = cJSON_PrintUnformatted(cJSON_GetObjectItem(body, "allowed_mentions"));
        assert_string_equal(allowed, rows[i].wanted);
        char *said = cJSON_PrintUnformatted(body);
        assert_non_null(strstr(said, rows[i].bob));
        free(said);
        free(allowed);
        cJSON_Delete(body);
    }
    message_lines_drop(&lines, 0);
    message_destroy(board);
}

/* The board is never cut for the lines; the newest of these are kept. */
static void test_old_lines_give_way(void **state)
{
    (void)state;
    struct message_lines lines = {.count = 0};
    char long_line[300];
    for (unsigned i = 0; i < 2 * MESSAGE_LINES; i++) {
        memset(long_line, 'a', sizeof(long_line) - 1);
        snprintf(long_line + 250, 8, "%u", i);
        message_lines_put(&lines, line(long_line));
    }
    assert_int_equal(lines.count, MESSAGE_LINES);
    struct message *board = make(1);
    cJSON *body = message_body_make(&lines, board, 0, MESSAGE_BODY_INTERACTION, NULL);
    const char *content = text(body, "content");
    assert_in_range(strlen(content), 1000, 2000);
    assert_non_null(strstr(content, "23"));
    assert_string_equal(content + strlen(content) - 5, "\ntext");
    cJSON_Delete(body);
    message_lines_drop(&lines, 1);
    assert_int_equal(lines.count, 1);
    message_lines_drop(&lines, 0);
    message_destroy(board);
}

static void test_nothing_is_no_body(void **state)
{
    (void)state;
    struct message_lines lines = {.count = 0};
    assert_null(message_body_make(&lines, NULL, 0, MESSAGE_BODY_QUIET, NULL));
    assert_null(message_body_make(NULL, NULL, 0, MESSAGE_BODY_QUIET, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buttons_share_rows),
        cmocka_unit_test(test_rows_are_five),
        cmocka_unit_test(test_words_are_too_long),
        cmocka_unit_test(test_a_menu_fills_its_row),
        cmocka_unit_test(test_pages_show_all),
        cmocka_unit_test(test_equal_choices_are_one),
        cmocka_unit_test(test_an_empty_menu_is_none),
        cmocka_unit_test(test_clicks_come_back),
        cmocka_unit_test(test_a_modal_comes_back),
        cmocka_unit_test(test_a_form_has_its_subjects),
        cmocka_unit_test(test_lines_stand_below_the_board),
        cmocka_unit_test(test_a_board_has_a_colour),
        cmocka_unit_test(test_an_edit_turns_a_message_over),
        cmocka_unit_test(test_components_are_forty),
        cmocka_unit_test(test_texts_are_bounded),
        cmocka_unit_test(test_a_long_board_is_cut),
        cmocka_unit_test(test_lines_call_once),
        cmocka_unit_test(test_old_lines_give_way),
        cmocka_unit_test(test_nothing_is_no_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
