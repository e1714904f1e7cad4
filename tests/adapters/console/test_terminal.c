/* The form of a message on a terminal (adapters/console/terminal.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/console/output.h"
#include "adapters/console/terminal.h"
#include "base/text.h"

static const struct terminal piped = {.width = 0, .colours = false};

static void assert_rendered(const struct terminal *terminal, struct message *message,
                            const char *expected)
{
    char *text = terminal_render(terminal, message);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
    message_destroy(message);
}

static void card(struct message *message, enum tint tint, const char *text)
{
    message_add(message, STYLE_CARD, tint, text, strlen(text));
}

/* "alice plays [B 5] -> bob" */
static struct message *play(void)
{
    struct message *message = message_create("table", NULL, URGENCY_TABLE);
    message_add(message, STYLE_NAME, TINT_WILD, "alice", 5);
    message_text(message, " plays ");
    card(message, TINT_BLUE, "[B 5]");
    message_text(message, " → ");
    message_add(message, STYLE_MENTION, TINT_WILD, "bob", 3);
    return message;
}

static struct message *hand(unsigned cards)
{
    struct message *message = message_create("table", "you", URGENCY_HAND);
    message_text(message, "Hand:");
    for (unsigned i = 0; i < cards; i++) {
        message_text(message, " ");
        card(message, i % 2 ? TINT_RED : TINT_GREEN, i % 2 ? "[R 5]" : "[G 7]");
    }
    return message;
}

static void a_pipe_gets_plain_text(void **state)
{
    (void)state;
    assert_rendered(&piped, play(), "alice plays [B 5] → bob\n");
    assert_rendered(&piped, hand(3), "» Hand: [G 7] [R 5] [G 7]\n");
    struct message *message = message_create("table", "you", URGENCY_HAND);
    message_text(message, "one\n\n two");
    assert_rendered(&piped, message, "» one\n» \n»  two\n");
    assert_rendered(&piped, message_create("table", NULL, URGENCY_INFO), "");
}

static void a_terminal_gets_colours_and_the_letters_stay(void **state)
{
    (void)state;
    const struct terminal terminal = {.width = 80, .colours = true};
    assert_rendered(&terminal, play(),
                    "alice plays \033[1;97;44m[B 5]\033[0m → \033[1;4mbob\033[0m\n");
    struct message *message = play();
    message->mono = true;
    assert_rendered(&terminal, message, "alice plays [B 5] → bob\n");

    /* Every tint has its own background, told from the others. */
    char *forms[7];
    for (int tint = TINT_WILD; tint <= TINT_ORANGE; tint++) {
        message = message_create("table", NULL, URGENCY_TABLE);
        card(message, (enum tint)tint, "[X]");
        forms[tint] = terminal_render(&terminal, message);
        assert_non_null(strstr(forms[tint], "m[X]\033[0m\n"));
        for (int other = 0; other < tint; other++)
            assert_string_not_equal(forms[tint], forms[other]);
        message_destroy(message);
    }
    for (int tint = TINT_WILD; tint <= TINT_ORANGE; tint++)
        free(forms[tint]);
}

static void long_lines_part_between_cards(void **state)
{
    (void)state;
    const struct terminal narrow = {.width = 24, .colours = false};
    /* 2 columns of mark, 5 of "Hand:", 6 for each card and its blank; later rows are indented by 4.
     */
    assert_rendered(&narrow, hand(6), "» Hand: [G 7] [R 5]\n    [G 7] [R 5] [G 7]\n    [R 5]\n");
    struct message *message = message_create("table", NULL, URGENCY_TABLE);
    message_text(message, "twenty-four columns wide of words and words");
    assert_rendered(&narrow, message, "twenty-four columns wide\n  of words and words\n");
    /* Cards without a blank between them part too, a card and its comma do not. */
    message = message_create("table", NULL, URGENCY_TABLE);
    for (int i = 0; i < 5; i++)
        card(message, TINT_RED, "[R 5]");
    assert_rendered(&narrow, message, "[R 5][R 5][R 5][R 5]\n  [R 5]\n");
    message = message_create("table", NULL, URGENCY_TABLE);
    message_text(message, "123456789 12345678 ");
    card(message, TINT_RED, "[R 5]");
    message_text(message, ", x");
    assert_rendered(&narrow, message, "123456789 12345678\n  [R 5], x\n");
}

static void what_fits_nowhere_is_not_cut(void **state)
{
    (void)state;
    const struct terminal narrow = {.width = 20, .colours = false};
    struct message *message = message_create("table", NULL, URGENCY_TABLE);
    message_text(message, "a 0123456789012345678901234567890 b");
    assert_rendered(&narrow, message, "a\n  0123456789012345678901234567890\n  b\n");
    /* A terminal too narrow for a table of cards wraps by itself. */
    const struct terminal sliver = {.width = 5, .colours = false};
    assert_rendered(&sliver, play(), "alice plays [B 5] → bob\n");
}

static void wide_signs_count_by_columns(void **state)
{
    (void)state;
    const struct terminal narrow = {.width = 20, .colours = false};
    struct message *message = message_create("table", NULL, URGENCY_TABLE);
    message_text(message, "🟥🟥🟥🟥🟥🟥🟥🟥🟥 é 🟩");
    assert_rendered(&narrow, message, "🟥🟥🟥🟥🟥🟥🟥🟥🟥 é\n  🟩\n");
}

/* For every width: no row is wider than the terminal, no card is cut, no word is lost. */
static void every_width_keeps_every_card(void **state)
{
    (void)state;
    for (unsigned width = 20; width < 200; width++) {
        const struct terminal terminal = {.width = width, .colours = false};
        struct message *message = hand(40);
        char *text = terminal_render(&terminal, message);
        unsigned cards = 0;
        char *rest;
        for (char *row = strtok_r(text, "\n", &rest); row; row = strtok_r(NULL, "\n", &rest)) {
            assert_in_range(text_width(row, strlen(row)), 1, width);
            for (char *at = row; (at = strchr(at, '[')); at++) {
                assert_true(strncmp(at, "[R 5]", 5) == 0 || strncmp(at, "[G 7]", 5) == 0);
                cards++;
            }
        }
        assert_int_equal(cards, 40);
        free(text);
        message_destroy(message);
    }
}

static void nothing(struct output *output)
{
    (void)output;
}

/* A reader that does not read gets the newest, and "..." for what went before it. */
static void what_nobody_reads_is_bounded(void **state)
{
    static char line[4096];
    struct output output = {.drained = nothing, .failed = nothing};
    struct loop *loop = loop_create();
    int ends[2];
    (void)state;
    assert_non_null(loop);
    assert_int_equal(pipe(ends), 0);
    memset(line, 'x', sizeof(line));
    output_init(&output, loop, ends[1]);
    for (unsigned i = 0; i < 1000; i++) {
        assert_true(output_put(&output, line, sizeof(line)));
        assert_in_range(output.bytes, 0, OUTPUT_MAX + sizeof(line));
    }
    assert_true(output_waits(&output));
    output_finish(&output, nothing);
    close(ends[0]);
    close(ends[1]);
    loop_destroy(loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pipe_gets_plain_text),
        cmocka_unit_test(a_terminal_gets_colours_and_the_letters_stay),
        cmocka_unit_test(long_lines_part_between_cards),
        cmocka_unit_test(what_fits_nowhere_is_not_cut),
        cmocka_unit_test(wide_signs_count_by_columns),
        cmocka_unit_test(every_width_keeps_every_card),
        cmocka_unit_test(what_nobody_reads_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
