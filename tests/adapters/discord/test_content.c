/* Messages as contents of Discord messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/messages/content.h"
#include "base/array.h"

#define RED    "\xf0\x9f\x9f\xa5"
#define BLUE   "\xf0\x9f\x9f\xa6"
#define JOINER "\xe2\x81\xa0"

static const char *id_of(void *arg, const char *name, size_t length)
{
    (void)arg;
    static const char *const rows[][2] = {
        {"bob", "42"}, {"eve", "x7"}, {"long", "1234567890123456789012345"}, {"none", ""}};
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (strlen(rows[i][0]) == length && memcmp(rows[i][0], name, length) == 0)
            return rows[i][1];
    }
    return NULL;
}

static const struct content_setup setup = {.id_of = id_of};

static struct message *begin(void)
{
    struct message *message = message_create("1", NULL, URGENCY_TABLE);
    assert_non_null(message);
    return message;
}

static void add(struct message *message, enum style style, enum tint tint, const char *text)
{
    message_add(message, style, tint, text, strlen(text));
    assert_false(message->failed);
}

static void expect(struct message *message, const char *wanted)
{
    struct content content;
    struct content_part part;
    content_init(&content, message, &setup);
    assert_true(content_next(&content, &part, CONTENT_MAX));
    assert_string_equal(part.text, wanted);
    assert_int_equal(part.length, strlen(wanted));
    assert_false(content_next(&content, &part, CONTENT_MAX));
    message_destroy(message);
}

static void expect_plain(const char *text, const char *wanted)
{
    struct message *message = begin();
    add(message, STYLE_PLAIN, TINT_WILD, text);
    expect(message, wanted);
}

static void test_styles(void **state)
{
    (void)state;
    struct message *message = begin();
    add(message, STYLE_NAME, TINT_WILD, "al_ice");
    add(message, STYLE_PLAIN, TINT_WILD, " plays ");
    add(message, STYLE_CARD, TINT_RED, "[R 5]");
    add(message, STYLE_CARD, TINT_BLUE, "[B 5]");
    add(message, STYLE_CARD, TINT_WILD, "[W]");
    add(message, STYLE_PLAIN, TINT_WILD, ", ");
    add(message, STYLE_STRONG, TINT_WILD, "mind it ");
    add(message, STYLE_PLAIN, TINT_WILD, "well");
    expect(message, "al\\_ice plays " RED "\\[R 5]" BLUE "\\[B 5]\\[W], **mind it** well");
    message = begin();
    message->mono = true;
    add(message, STYLE_CARD, TINT_RED, "[R 5]");
    add(message, STYLE_STRONG, TINT_WILD, "a");
    add(message, STYLE_STRONG, TINT_WILD, "b\nc");
    expect(message, "\\[R 5]**ab**\n**c**");
}

/* Nothing that people write means anything to Discord. */
static void test_escapes(void **state)
{
    (void)state;
    expect_plain("*a* _b_ ~~c~~ `d` ||e|| \\f",
                 "\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\| \\\\f");
    expect_plain("<@1> <#2> <:x:3> <t:4> [a](b)",
                 "\\<@" JOINER "1> \\<#2> \\<:x:3> \\<t:4> \\[a](b)");
    expect_plain("@everyone", "@" JOINER "everyone");
    expect_plain("# a\n- b\n+ c\n> d\n12. e\n-# f\n  - g\nx - # > 1. y",
                 "\\# a\n\\- b\n\\+ c\n\\> d\n12\\. e\n\\-# f\n  \\- g\nx - # > 1. y");
    expect_plain("see https://a.b/c_d?e=f_g. and https://a/*b*",
                 "see https://a.b/c_d?e=f_g. and https://a/\\*b\\*");
    expect_plain(" \n\n  a \n \n\nb  \n", "a\n\n\nb");
}

/* Only who must act is mentioned, and only by a sound id. */
static void test_mentions(void **state)
{
    (void)state;
    struct message *message = begin();
    add(message, STYLE_MENTION, TINT_WILD, "bob");
    add(message, STYLE_PLAIN, TINT_WILD, " after ");
    add(message, STYLE_NAME, TINT_WILD, "bob");
    add(message, STYLE_PLAIN, TINT_WILD, ", not ");
    add(message, STYLE_MENTION, TINT_WILD, "eve");
    add(message, STYLE_MENTION, TINT_WILD, "long");
    add(message, STYLE_MENTION, TINT_WILD, "none");
    add(message, STYLE_MENTION, TINT_WILD, "carol *");
    struct content content;
    struct content_part part;
    content_init(&content, message, &setup);
    assert_true(content_next(&content, &part, CONTENT_MAX));
    assert_string_equal(part.text, "<@42> after bob, not **evelongnonecarol \\***");
    cJSON *body = cJSON_CreateObject();
    assert_true(content_json(&part, body));
    char *text = cJSON_PrintUnformatted(body);
    assert_string_equal(text, "{\"content\":\"<@42> after bob, not **evelongnonecarol \\\\***\","
                              "\"allowed_mentions\":{\"parse\":[],\"users\":[\"42\"]}}");
    cJSON_free(text);
    cJSON_Delete(body);
    content_init(&content, message, NULL);
    assert_true(content_next(&content, &part, CONTENT_MAX));
    body = cJSON_CreateObject();
    assert_true(content_json(&part, body));
    text = cJSON_PrintUnformatted(cJSON_GetObjectItem(body, "allowed_mentions"));
    assert_string_equal(text, "{\"parse\":[]}");
    cJSON_free(text);
    cJSON_Delete(body);
    message_destroy(message);
}

/* More mentions than a part may have go on in the next. */
static void test_many_mentions(void **state)
{
    (void)state;
    struct message *message = begin();
    for (unsigned i = 0; i < CONTENT_MENTIONS + 2; i++) {
        add(message, STYLE_MENTION, TINT_WILD, "bob");
        add(message, STYLE_PLAIN, TINT_WILD, " ");
    }
    struct content content;
    struct content_part part;
    content_init(&content, message, &setup);
    assert_true(content_next(&content, &part, CONTENT_MAX));
    assert_int_equal(part.mention_count, CONTENT_MENTIONS);
    assert_true(content_next(&content, &part, CONTENT_MAX));
    assert_int_equal(part.mention_count, 2);
    assert_string_equal(part.text, "<@42> <@42>");
    assert_false(content_next(&content, &part, CONTENT_MAX));
    message_destroy(message);
}

static size_t units_of(const char *text)
{
    size_t units = 0;
    for (; *text != '\0'; text++)
        units += ((unsigned char)*text & 0xc0) == 0x80 ? 0 : (unsigned char)*text < 0xf0 ? 1U : 2U;
    return units;
}

/* Bold is closed in each part; Markdown has pairs only. */
static void check_part(const struct content_part *part, size_t limit)
{
    unsigned stars = 0;
    assert_int_equal(part->length, strlen(part->text));
    assert_int_equal(part->units, units_of(part->text));
    assert_in_range(part->units, 1, limit);
    for (const char *at = part->text; *at != '\0'; at++) {
        if (*at == '\\')
            at++;
        else
            stars += *at == '*';
    }
    assert_int_equal(stars % 4, 0);
    assert_int_not_equal(part->text[part->length - 1], ' ');
    assert_int_not_equal(part->text[part->length - 1], '\n');
    assert_int_not_equal(part->text[part->length - 1], '\\');
}

static unsigned count(const char *text, const char *what)
{
    unsigned found = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        found++;
    return found;
}

/* Whatever the length, nothing is lost, no part is too long, no card is cut. */
static void test_cut(void **state)
{
    (void)state;
    for (unsigned cards = 1; cards < 400; cards += 7) {
        struct message *message = begin();
        for (unsigned i = 0; i < cards; i++) {
            add(message, STYLE_CARD, TINT_RED, "[R 5]");
            if (i % 3 == 0)
                add(message, STYLE_STRONG, TINT_WILD, " x*y ");
            if (i % 40 == 39)
                add(message, STYLE_PLAIN, TINT_WILD, "\n");
        }
        struct content content;
        struct content_part part;
        unsigned found = 0, stars = 0;
        content_init(&content, message, &setup);
        while (content_next(&content, &part, CONTENT_MIN)) {
            check_part(&part, CONTENT_MIN);
            found += count(part.text, RED "\\[R 5]");
            stars += count(part.text, "x\\*y");
        }
        assert_int_equal(found, cards);
        assert_int_equal(stars, (cards + 2) / 3);
        message_destroy(message);
    }
}

/* Lines stay whole where they can; words and blanks without end are cut. */
static void test_cut_lines(void **state)
{
    (void)state;
    char line[301];
    struct content content;
    struct content_part part;
    memset(line, 'x', sizeof(line) - 1);
    line[sizeof(line) - 1] = '\0';
    struct message *message = begin();
    for (unsigned i = 0; i < 4; i++) {
        add(message, STYLE_PLAIN, TINT_WILD, line);
        add(message, STYLE_PLAIN, TINT_WILD, "\n");
    }
    content_init(&content, message, &setup);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(content_next(&content, &part, CONTENT_MIN));
        assert_string_equal(part.text, line);
    }
    assert_false(content_next(&content, &part, CONTENT_MIN));
    content_init(&content, message, &setup);
    assert_true(content_next(&content, &part, CONTENT_MAX));
    assert_int_equal(part.units, 4 * 300 + 3);
    message_destroy(message);

    static const char *const fillers[] = {"@", "*", " ", "\n", "\xf0\x9f\x9f\xa5", "\xc3\xa9", "<"};
    for (size_t i = 0; i < ARRAY_SIZE(fillers); i++) {
        for (unsigned bold = 0; bold < 2; bold++) {
            message = begin();
            add(message, STYLE_PLAIN, TINT_WILD, "a");
            for (unsigned n = 0; n < 1500; n++)
                add(message, bold ? STYLE_STRONG : STYLE_PLAIN, TINT_WILD, fillers[i]);
            add(message, STYLE_PLAIN, TINT_WILD, "z");
            unsigned found = 0;
            char last = 0;
            content_init(&content, message, &setup);
            while (content_next(&content, &part, CONTENT_MIN)) {
                check_part(&part, CONTENT_MIN);
                found += count(part.text, fillers[i]);
                last = part.text[part.length - 1];
            }
            assert_int_equal(last, 'z');
            assert_true(strchr("* \n", *fillers[i]) || found == 1500);
            message_destroy(message);
        }
    }
    message = begin();
    content_init(&content, message, &setup);
    assert_false(content_next(&content, &part, CONTENT_MAX));
    add(message, STYLE_PLAIN, TINT_WILD, " \n ");
    assert_false(content_next(&content, &part, CONTENT_MAX));
    message_destroy(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_styles),   cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_mentions), cmocka_unit_test(test_many_mentions),
        cmocka_unit_test(test_cut),      cmocka_unit_test(test_cut_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
