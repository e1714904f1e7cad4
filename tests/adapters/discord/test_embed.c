/* Facts as embeds, within Discord's limits, and where they stand in a message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/messages/content.h"
#include "adapters/discord/messages/embed.h"
#include "adapters/discord/messages/message_body.h"
#include "base/array.h"

#define PAD "\xc2\xa0"

static struct facts *list(const char *title)
{
    struct facts *facts = calloc(1, sizeof(*facts));
    assert_non_null(facts);
    facts_words(facts->title, FACTS_WORDS, title);
    facts_words(facts->head, FACTS_WORDS, "Rank, points");
    return facts;
}

static struct fact *add(struct facts *facts, const char *name, const char *first,
                        const char *second)
{
    struct fact *fact = facts_add(facts, name);
    assert_non_null(fact);
    facts_words(fact->cells[0], FACT_CELL, first);
    facts_words(fact->cells[1], FACT_CELL, second);
    return fact;
}

static const char *text(const cJSON *object, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

static const cJSON *field(const cJSON *embed, int at)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(embed, "fields"), at);
}

static int fields(const cJSON *embed)
{
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(embed, "fields"));
}

/* UTF-16 units. */
static size_t units(const char *words)
{
    size_t count = 0;
    for (; *words != '\0'; words++)
        count += ((*words & 0xc0) != 0x80) + ((unsigned char)*words >= 0xf0 ? 1u : 0u);
    return count;
}

/* Whether Discord takes it; returns all its units. */
static size_t judge(const cJSON *embed)
{
    const char *note = text(cJSON_GetObjectItemCaseSensitive(embed, "footer"), "text");
    size_t all = units(text(embed, "title")) + (note ? units(note) : 0);
    assert_in_range(units(text(embed, "title")), 1, EMBED_TITLE);
    assert_in_range(fields(embed), 1, EMBED_FIELDS);
    for (int i = 0; i < fields(embed); i++) {
        assert_in_range(units(text(field(embed, i), "name")), 1, EMBED_NAME);
        assert_in_range(units(text(field(embed, i), "value")), 1, EMBED_VALUE);
        all += units(text(field(embed, i), "name")) + units(text(field(embed, i), "value"));
    }
    assert_in_range(all, 1, EMBEDS_UNITS);
    return all;
}

static cJSON *make(struct facts *facts)
{
    size_t room = EMBEDS_UNITS;
    cJSON *embed = embed_make(facts, &room);
    assert_non_null(embed);
    assert_int_equal(room + judge(embed), EMBEDS_UNITS);
    free(facts);
    return embed;
}

/* The title leads to the page that shows more. */
static void test_a_title_has_an_address(void **state)
{
    (void)state;
    struct facts *facts = list("Best");
    facts_words(facts->address, FACTS_ADDRESS, "https://cards.example/boards/d/1%23_");
    add(facts, "alice", "1", "12");
    cJSON *embed = make(facts);
    assert_string_equal(text(embed, "url"), "https://cards.example/boards/d/1%23_");
    cJSON_Delete(embed);
}

/* Numbers stand below each other, whatever the names are. */
static void test_a_list_is_aligned(void **state)
{
    (void)state;
    struct facts *facts = list("Best of *all*");
    facts_words(facts->note, FACTS_WORDS, "At least two_people.");
    add(facts, "al_ice", "1", "1200");
    add(facts, "\xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99", "9", "35");
    add(facts, "1. @everyone `x`", "10", "`-4");
    cJSON *embed = make(facts);
    assert_string_equal(text(embed, "title"), "Best of \\*all\\*");
    assert_null(text(embed, "url"));
    assert_int_equal(fields(embed), 1);
    assert_string_equal(text(field(embed, 0), "name"), "Rank, points");
    assert_string_equal(text(field(embed, 0), "value"),
                        "`" PAD "1" PAD PAD "1200` al\\_ice\n"
                        "`" PAD "9" PAD PAD PAD PAD "35` \xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99\n"
                        "`10" PAD PAD PAD "'-4` 1\\. @\xe2\x81\xa0"
                        "everyone \\`x\\`");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(field(embed, 0), "inline")));
    assert_string_equal(text(cJSON_GetObjectItem(embed, "footer"), "text"), "At least two_people.");
    cJSON_Delete(embed);
}

static void test_facts_stand_beside_each_other(void **state)
{
    (void)state;
    struct facts *facts = list("bob");
    *facts->head = '\0';
    add(facts, "Points", "1200", "");
    add(facts, "Rounds_won", "3/5 *60*", "");
    add(facts, "", "", "");
    cJSON *embed = make(facts);
    assert_int_equal(fields(embed), 3);
    assert_string_equal(text(field(embed, 0), "name"), "Points");
    assert_string_equal(text(field(embed, 0), "value"), "1200");
    assert_string_equal(text(field(embed, 1), "name"), "Rounds\\_won");
    assert_string_equal(text(field(embed, 1), "value"), "3/5 \\*60\\*");
    for (int i = 0; i < 3; i++)
        assert_true(cJSON_IsTrue(cJSON_GetObjectItem(field(embed, i), "inline")));
    assert_null(cJSON_GetObjectItem(embed, "footer"));
    cJSON_Delete(embed);
}

/* A list of all that fit, of names as long as they can be, plain and escaped. */
static void test_long_lists_are_parted(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        char name[64];
        memset(name, "a*\xf0"[i], sizeof(name));
        for (unsigned at = 0; i == 2 && at < 60; at += 4)
            memcpy(name + at, "\xf0\x9f\x90\xbc", 4);
        name[i == 2 ? 60 : 62] = '\0';
        struct facts *facts = list("Best");
        unsigned rows = i == 1 ? 30 : FACTS_MAX;
        for (unsigned row = 0; row < rows; row++) {
            char rank[8];
            snprintf(rank, sizeof(rank), "%u", row + 1);
            add(facts, name, rank, "100");
        }
        assert_true(facts_add(facts, "x") == NULL || rows < FACTS_MAX);
        facts->count = rows;
        cJSON *embed = make(facts);
        unsigned lines = 0;
        assert_in_range(fields(embed), 2, 6);
        for (int at = 0; at < fields(embed); at++) {
            const char *value = text(field(embed, at), "value");
            assert_int_equal(*value, '`');
            for (lines++; (value = strchr(value, '\n')) != NULL; value++)
                lines++;
            assert_string_equal(text(field(embed, at), "name"),
                                at == 0 ? "Rank, points" : "\xe2\x80\x8b");
        }
        assert_int_equal(lines, rows);
        cJSON_Delete(embed);
    }
}

/* Nothing is left out: what does not fit is told by the text. */
static void test_too_much_is_no_embed(void **state)
{
    (void)state;
    struct facts *facts = list("Best");
    size_t room = EMBEDS_UNITS;
    assert_null(embed_make(facts, &room)); /* there are none */
    *facts->head = '\0';
    for (unsigned i = 0; i < EMBED_FIELDS; i++)
        add(facts, "name", "1", "");
    cJSON *embed = embed_make(facts, &room);
    size_t needed = judge(embed);
    assert_int_equal(fields(embed), EMBED_FIELDS);
    cJSON_Delete(embed);
    for (room = 0; room < needed; room++) {
        size_t left = room;
        assert_null(embed_make(facts, &left));
        assert_int_equal(left, room);
    }
    cJSON_Delete(embed_make(facts, &room));
    assert_int_equal(room, 0);
    add(facts, "one more", "1", "");
    room = EMBEDS_UNITS;
    assert_null(embed_make(facts, &room));
    facts->count = 1;
    memset(facts->head, '*', FACTS_WORDS - 1);
    memset(facts->title, '@', FACTS_WORDS - 1);
    embed = make(facts); /* words are cut */
    assert_string_equal(text(embed, "title") + strlen(text(embed, "title")) - 3, "\xe2\x80\xa6");
    cJSON_Delete(embed);
}

static void test_words_are_cut_where_it_can_be(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        size_t most;
        const char *wanted;
        size_t units;
    } rows[] = {{"abc", 3, "abc", 3},
                {"abcd", 3, "ab\xe2\x80\xa6", 3},
                {"ab d", 3, "ab\xe2\x80\xa6", 3},
                {"a*", 3, "a\\*", 3},
                {"a*b", 3, "a\xe2\x80\xa6", 2},
                {"**", 1, "\xe2\x80\xa6", 1},
                {"\xf0\x9f\x90\xbc\xf0\x9f\x90\xbc", 3, "\xf0\x9f\x90\xbc\xe2\x80\xa6", 3},
                {"\xf0\x9f\x90\xbc", 2, "\xf0\x9f\x90\xbc", 2},
                {"xe\xcc\x81y", 3, "x\xe2\x80\xa6", 2},
                {"", 3, "", 0}};
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char out[3 * 3 + 1];
        assert_int_equal(content_words(rows[i].words, rows[i].most, out), rows[i].units);
        assert_string_equal(out, rows[i].wanted);
    }
}

/* -- in a message -- */

static struct message *told(const char *words, const char *title)
{
    struct message *message = message_create("10", "7", URGENCY_INFO);
    message_text(message, words);
    if (title) {
        struct facts *facts = message_facts(message);
        assert_non_null(facts);
        facts_words(facts->title, FACTS_WORDS, title);
        add(facts, "Points", "5", "");
    }
    return message;
}

/* In answers alone, in place of the words; and the next edit takes them away. */
static void test_answers_show_facts(void **state)
{
    (void)state;
    struct message_lines lines = {.count = 0};
    message_lines_put(&lines, told("older", "A"));
    message_lines_put(&lines, told("words", NULL));
    message_lines_put(&lines, told("newer", "B"));
    for (int way = MESSAGE_BODY_QUIET; way <= MESSAGE_BODY_INTERACTION; way++) {
        cJSON *body = message_body_make(&lines, NULL, 0, (enum message_body_way)way, NULL);
        const cJSON *embeds = cJSON_GetObjectItemCaseSensitive(body, "embeds");
        bool answer = way == MESSAGE_BODY_INTERACTION;
        assert_string_equal(text(body, "content"), answer ? "words" : "older\nwords\nnewer");
        assert_int_equal(cJSON_GetArraySize(embeds), answer ? 2 : 0);
        assert_true(cJSON_IsArray(embeds) == answer);
        if (answer) {
            assert_string_equal(text(cJSON_GetArrayItem(embeds, 0), "title"), "A");
            assert_string_equal(text(cJSON_GetArrayItem(embeds, 1), "title"), "B");
            const cJSON *allowed = cJSON_GetObjectItemCaseSensitive(body, "allowed_mentions");
            assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(allowed, "parse")), 0);
            assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(allowed, "users")), 0);
        }
        cJSON_Delete(body);
    }
    message_lines_drop(&lines, 1);
    cJSON *body = message_body_make(&lines, NULL, 0, MESSAGE_BODY_INTERACTION, NULL);
    assert_string_equal(text(body, "content"), ""); /* an edit takes away what was there */
    cJSON_Delete(body);
    message_lines_drop(&lines, 0);
    message_lines_put(&lines, told("words", NULL));
    body = message_body_make(&lines, NULL, 0, MESSAGE_BODY_INTERACTION, NULL);
    assert_true(cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(body, "embeds")));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(body, "embeds")), 0);
    cJSON_Delete(body);
    message_lines_drop(&lines, 0);
}

/* Ten of a message at most, of which all together have their room; the rest are words. */
static void test_many_answers(void **state)
{
    (void)state;
    struct message_lines lines = {.count = 0};
    for (unsigned i = 0; i < MESSAGE_LINES; i++)
        message_lines_put(&lines, told("words", "A"));
    cJSON *body = message_body_make(&lines, NULL, 0, MESSAGE_BODY_INTERACTION, NULL);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(body, "embeds")), EMBEDS_MAX);
    assert_string_equal(text(body, "content"), "words\nwords");
    cJSON_Delete(body);
    for (unsigned i = 0; i < MESSAGE_LINES; i++) {
        for (unsigned n = 1; n < EMBED_FIELDS; n++)
            add(lines.at[i]->facts, "A name of forty letters, more or less..", "12345678", "");
    }
    body = message_body_make(&lines, NULL, 0, MESSAGE_BODY_INTERACTION, NULL);
    size_t all = 0;
    const cJSON *embed = NULL;
    cJSON_ArrayForEach(embed, cJSON_GetObjectItem(body, "embeds")) all += judge(embed);
    assert_in_range(all, EMBEDS_UNITS / 2, EMBEDS_UNITS);
    assert_in_range(cJSON_GetArraySize(cJSON_GetObjectItem(body, "embeds")), 2, 9);
    assert_int_equal(strncmp(text(body, "content"), "words\nwords", 11), 0);
    cJSON_Delete(body);
    message_lines_drop(&lines, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_title_has_an_address),
        cmocka_unit_test(test_a_list_is_aligned),
        cmocka_unit_test(test_facts_stand_beside_each_other),
        cmocka_unit_test(test_long_lists_are_parted),
        cmocka_unit_test(test_too_much_is_no_embed),
        cmocka_unit_test(test_words_are_cut_where_it_can_be),
        cmocka_unit_test(test_answers_show_facts),
        cmocka_unit_test(test_many_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
