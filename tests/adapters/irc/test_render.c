/* Messages as lines of IRC text. */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "adapters/irc/sending/render.h"
#include "adapters/irc/wire/proto.h"
#include "base/array.h"
#include "base/text.h"

#define RED                                                                                        \
    "\003"                                                                                         \
    "01,04"
#define BLUE                                                                                       \
    "\003"                                                                                         \
    "00,12"
#define PLAIN  "\017"
#define JOINER "\xe2\x81\xa0"

static void add(struct message *message, enum style style, enum tint tint, const char *text)
{
    message_add(message, style, tint, text, strlen(text));
}

/* Whether it is one of the words in `arg`. */
static bool is_nick(const void *arg, const char *name, size_t length)
{
    for (const char *at = arg; *at != '\0'; at += strcspn(at, " "), at += *at == ' ') {
        if (strcspn(at, " ") == length && memcmp(at, name, length) == 0)
            return true;
    }
    return false;
}

static void expect_lines(const struct message *message, bool codes, bool quiet, size_t limit,
                         const char *const *lines)
{
    char out[PROTO_LINE_MAX + 1];
    struct render render;
    render_init(&render, message, codes, quiet ? is_nick : NULL, "alice x \xc3\xa9lan");
    for (; *lines; lines++) {
        assert_true(render_next(&render, out, limit));
        assert_string_equal(out, *lines);
    }
    assert_false(render_next(&render, out, limit));
}

static struct message *hand(void)
{
    struct message *message = message_create("#c", NULL, URGENCY_TABLE);
    assert_non_null(message);
    add(message, STYLE_NAME, TINT_WILD, "alice");
    add(message, STYLE_PLAIN, TINT_WILD, " plays ");
    add(message, STYLE_CARD, TINT_RED, "[R 5]");
    add(message, STYLE_CARD, TINT_BLUE, "[B 5]");
    add(message, STYLE_CARD, TINT_WILD, "[W]");
    add(message, STYLE_PLAIN, TINT_WILD, ", ");
    add(message, STYLE_STRONG, TINT_WILD, "mind it");
    return message;
}

/* Of the colour of that number of mIRC's first sixteen, as clients show it: 0 to 1. */
static double luminance(unsigned number)
{
    static const unsigned char palette[16][3] = {
        {255, 255, 255}, {0, 0, 0},     {0, 0, 127},     {0, 147, 0},
        {255, 0, 0},     {127, 0, 0},   {156, 0, 156},   {252, 127, 0},
        {255, 255, 0},   {0, 252, 0},   {0, 147, 147},   {0, 255, 255},
        {0, 0, 252},     {255, 0, 255}, {127, 127, 127}, {210, 210, 210}};
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        double part = palette[number][i] / 255.0;
        sum += weights[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* A coloured card can be read by whoever sees its colours, whatever lies around it: its letters
 * stand 4.5:1 on a ground of their own; and its letter is there for who sees none. */
static void every_card_has_contrast(void **state)
{
    (void)state;
    static const char *const cards[] = {
        [TINT_RED] = "[R 5]",    [TINT_GREEN] = "[G 5]",  [TINT_BLUE] = "[B 5]",
        [TINT_YELLOW] = "[Y 5]", [TINT_PURPLE] = "[P 5]", [TINT_ORANGE] = "[O 5]"};
    for (enum tint tint = TINT_RED; tint <= TINT_ORANGE; tint++) {
        char out[PROTO_LINE_MAX + 1];
        char rest[16];
        unsigned letters;
        unsigned ground;
        struct render render;
        struct message *message = message_create("#c", NULL, URGENCY_TABLE);
        assert_non_null(message);
        add(message, STYLE_CARD, tint, cards[tint]);
        render_init(&render, message, true, NULL, NULL);
        assert_true(render_next(&render, out, 400));
        assert_int_equal(sscanf(out, "\003%2u,%2u%15[^\n]", &letters, &ground, rest), 3);
        assert_int_equal(out[3], ','); /* two digits, also of the second */
        assert_true(letters < 16 && ground < 16 && out[6] == '[');
        assert_memory_equal(rest, cards[tint], 5);
        assert_string_equal(rest + 5, PLAIN);
        double a = luminance(letters) + 0.05;
        double b = luminance(ground) + 0.05;
        assert_true((a > b ? a / b : b / a) >= 4.5);
        message_destroy(message);
    }
}

static void codes_go_with_colours(void **state)
{
    (void)state;
    struct message *message = hand();
    expect_lines(message, true, false, 400,
                 (const char *[]){"alice plays " RED "[R 5]" PLAIN BLUE "[B 5]" PLAIN
                                  "[W], \002mind\017 \002it\017",
                                  NULL});
    expect_lines(message, false, false, 400,
                 (const char *[]){"alice plays [R 5][B 5][W], mind it", NULL});
    expect_lines(message, false, true, 400,
                 (const char *[]){"a" JOINER "lice plays [R 5][B 5][W], mind it", NULL});
    message->mono = true;
    expect_lines(message, true, true, 400,
                 (const char *[]){"alice plays [R 5][B 5][W], mind it", NULL});
    message_destroy(message);
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) != 0 || (unsigned char)c >= 0x80;
}

/* irssi's own setting: a line rings whose beginning is the nick (nick_match_msg()). */
static bool rings_in_irssi(const char *line, const char *nick)
{
    size_t length = strlen(nick);
    return strncasecmp(line, nick, length) == 0 && !is_letter(line[length]);
}

/* WeeChat and others: the nick as a word anywhere. Marks part words there. */
static bool rings_in_weechat(const char *line, const char *nick)
{
    for (const char *at = line; (at = strstr(at, nick)) != NULL; at++) {
        if ((at == line || isalnum((unsigned char)at[-1]) == 0) &&
            isalnum((unsigned char)at[strlen(nick)]) == 0)
            return true;
    }
    return false;
}

/* Who moved does not ring, who is next does; and whose nick nobody in the channel has is written as
 * it is. */
static void names_ring_for_who_is_next(void **state)
{
    (void)state;
    static const char *const names[] = {"alice", "x", "\xc3\xa9lan", "nobody"};
    static const char *const shown[] = {"a" JOINER "lice", "x" JOINER, "\xc3\xa9" JOINER "lan",
                                        "nobody"};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        char wanted[100];
        struct message *message = message_create("#c", NULL, URGENCY_TABLE);
        add(message, STYLE_MENTION, TINT_WILD, "bob");
        message_text(message, ": ");
        add(message, STYLE_NAME, TINT_WILD, names[i]);
        message_text(message, " plays ");
        add(message, STYLE_CARD, TINT_WILD, "[W]");
        snprintf(wanted, sizeof(wanted), "bob: %s plays [W]", shown[i]);
        expect_lines(message, false, true, 400, (const char *[]){wanted, NULL});
        assert_true(rings_in_irssi(wanted, "bob") && rings_in_weechat(wanted, "bob"));
        assert_false(rings_in_irssi(wanted + strlen("bob: "), "alice"));
        assert_false(rings_in_irssi(wanted + strlen("bob: "), "x"));
        assert_false(rings_in_weechat(wanted, "alice"));
        message_destroy(message);
        message = message_create("#c", NULL, URGENCY_TABLE); /* the end of a round */
        add(message, STYLE_STRONG, TINT_WILD, names[i]);
        message_text(message, " wins the round!");
        snprintf(wanted, sizeof(wanted), "%s wins the round!", shown[i]);
        expect_lines(message, false, true, 400, (const char *[]){wanted, NULL});
        message_destroy(message);
    }
}

/* Between words, between cards; never inside a card. */
static void lines_break_between_words_and_cards(void **state)
{
    (void)state;
    struct message *message = hand();
    expect_lines(message, false, false, 32,
                 (const char *[]){"alice plays [R 5][B 5][W], mind", "it", NULL});
    message_destroy(message);
    /* French marks stay with their word. */
    message = message_create("#c", NULL, URGENCY_TABLE);
    message_text(message, "Il n'y a pas de table ici\u00a0: oui");
    expect_lines(message, true, false, 27,
                 (const char *[]){"Il n'y a pas de table", "ici\u00a0: oui", NULL});
    message_destroy(message);
    message = message_create("#c", NULL, URGENCY_TABLE);
    for (int i = 0; i < 9; i++)
        add(message, STYLE_CARD, TINT_RED, "[R 5]");
    expect_lines(message, false, false, 32,
                 (const char *[]){"[R 5][R 5][R 5][R 5][R 5][R 5]", "[R 5][R 5][R 5]", NULL});
    message_text(message, "\n\n  \nnext\n");
    expect_lines(
        message, true, false, 33,
        (const char *[]){RED "[R 5]" PLAIN RED "[R 5]" PLAIN, RED "[R 5]" PLAIN RED "[R 5]" PLAIN,
                         RED "[R 5]" PLAIN RED "[R 5]" PLAIN, RED "[R 5]" PLAIN RED "[R 5]" PLAIN,
                         RED "[R 5]" PLAIN, "next", NULL});
    message_destroy(message);
}

/* A word too long for a line is cut between graphemes: flags, accents and families stay whole. */
/* A line that is full ends with a sentence, where one ends in it that is not just its beginning. */
static void a_full_line_ends_with_a_sentence(void **state)
{
    (void)state;
    struct message *message = message_create("#c", NULL, URGENCY_TABLE);
    message_text(message, "Match a card. A wild matches! Draw one if nothing fits, or keep it.");
    expect_lines(message, false, false, 40,
                 (const char *[]){"Match a card. A wild matches!",
                                  "Draw one if nothing fits, or keep it.", NULL});
    expect_lines(message, false, false, 80,
                 (const char *[]){
                     "Match a card. A wild matches! Draw one if nothing fits, or keep it.", NULL});
    message_destroy(message);
    message = message_create("#c", NULL, URGENCY_TABLE);
    message_text(message, "So. A long sentence goes on and on, beyond the line");
    expect_lines(message, false, false, 30,
                 (const char *[]){"So. A long sentence goes on", "and on, beyond the line", NULL});
    message_destroy(message);
}

static void a_long_word_breaks_between_graphemes(void **state)
{
    (void)state;
    static const char *const graphemes[] = {"\xc3\xa9", "e\xcc\x81",
                                            "\xf0\x9f\x87\xab\xf0\x9f\x87\xb7",
                                            "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80"};
    for (size_t g = 0; g < ARRAY_SIZE(graphemes); g++) {
        struct message *message = message_create("#c", NULL, URGENCY_TABLE);
        for (int i = 0; i < 60; i++)
            message_text(message, graphemes[g]);
        char out[PROTO_LINE_MAX + 1];
        struct render render;
        render_init(&render, message, true, NULL, NULL);
        size_t length = strlen(graphemes[g]);
        size_t total = 0;
        while (render_next(&render, out, 37)) {
            assert_in_range(strlen(out), 1, 37);
            assert_int_equal(strlen(out) % length, 0);
            total += strlen(out);
        }
        assert_int_equal(total, 60 * length);
        message_destroy(message);
    }
}

/* Whatever the limit: lines fit, and together they are the text without its blanks. */
static void lines_fit_any_limit(void **state)
{
    (void)state;
    for (size_t limit = 32; limit < 120; limit++) {
        struct message *message = hand();
        message_text(message, " and then a longer tale of many words, \xe2\x86\x92 caf\xc3\xa9 ");
        add(message, STYLE_STRONG, TINT_WILD,
            "averylongwordwithoutanyblankinitthatmustbecutsomewhere");
        add(message, STYLE_CARD, TINT_RED, "[R reverse with a very very long name indeed]");
        char out[PROTO_LINE_MAX + 1];
        char all[1024] = "";
        struct render render;
        render_init(&render, message, true, NULL, NULL);
        while (render_next(&render, out, limit)) {
            assert_true(strlen(out) <= limit);
            proto_strip(out);
            snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s", out);
        }
        const char *a = all;
        for (const char *b = message->text;; a++, b++) {
            a += strspn(a, " ");
            b += strspn(b, " ");
            assert_int_equal(*a, *b);
            if (*b == '\0')
                break;
        }
        message_destroy(message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_go_with_colours),
        cmocka_unit_test(every_card_has_contrast),
        cmocka_unit_test(names_ring_for_who_is_next),
        cmocka_unit_test(lines_break_between_words_and_cards),
        cmocka_unit_test(a_full_line_ends_with_a_sentence),
        cmocka_unit_test(a_long_word_breaks_between_graphemes),
        cmocka_unit_test(lines_fit_any_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
