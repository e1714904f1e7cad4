/* Messages: text in spans (base/message.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/message.h"

static void addresses_are_copied(void **state)
{
    (void)state;
    char channel[] = "#cards", user[] = "alice";
    struct message *message = message_create(channel, user, URGENCY_HAND);
    memset(channel, 'x', 3);
    memset(user, 'x', 3);
    assert_string_equal(message->channel, "#cards");
    assert_string_equal(message->user, "alice");
    assert_int_equal(message->urgency, URGENCY_HAND);
    assert_true(message_empty(message));
    assert_string_equal(message->text, "");
    message_destroy(message);

    message = message_create(NULL, NULL, URGENCY_INFO);
    assert_null(message->channel);
    assert_null(message->user);
    message_destroy(message);
    message_destroy(NULL);
}

static void spans_cover_the_text(void **state)
{
    (void)state;
    struct message *message = message_create("#cards", NULL, URGENCY_TABLE);
    message_add(message, STYLE_NAME, TINT_WILD, "alice", 5);
    message_text(message, " plays ");
    message_text(message, "");
    message_text(message, "the ");
    message_add(message, STYLE_CARD, TINT_BLUE, "[B 5] ignored", 5);
    message_add(message, STYLE_CARD, TINT_BLUE, "[B 6]", 5);
    assert_string_equal(message->text, "alice plays the [B 5][B 6]");
    assert_int_equal(message->length, strlen(message->text));
    assert_false(message_empty(message));

    /* Plain runs join; two cards stay two, so that a line may break between them. */
    assert_int_equal(message->span_count, 4);
    static const struct span expected[] = {
        {STYLE_NAME, TINT_WILD, {0}, 0, 5},
        {STYLE_PLAIN, TINT_WILD, {0}, 5, 11},
        {STYLE_CARD, TINT_BLUE, {0}, 16, 5},
        {STYLE_CARD, TINT_BLUE, {0}, 21, 5},
    };
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(message->spans[i].style, expected[i].style);
        assert_int_equal(message->spans[i].tint, expected[i].tint);
        assert_int_equal(message->spans[i].start, expected[i].start);
        assert_int_equal(message->spans[i].length, expected[i].length);
    }
    /* Each byte has its span, wherever one looks first. */
    for (unsigned from = 0; from < 4; from++) {
        for (unsigned i = 0; i < 4; i++) {
            unsigned first = from, last = from;
            const struct span *span = &message->spans[i];
            assert_ptr_equal(message_span(message, span->start, &first), span);
            assert_ptr_equal(message_span(message, span->start + span->length - 1u, &last), span);
            assert_true(first == i && last == i);
        }
    }
    message_destroy(message);
}

static void what_is_too_long_is_left_out_whole(void **state)
{
    (void)state;
    struct message *message = message_create("#cards", NULL, URGENCY_TABLE);
    char piece[1001];
    memset(piece, 'a', sizeof(piece));
    for (int i = 0; i < 20; i++)
        message_add(message, i % 2 ? STYLE_CARD : STYLE_STRONG, TINT_RED, piece, 1000);
    assert_int_equal(message->length, MESSAGE_MAX);
    assert_int_equal(strlen(message->text), MESSAGE_MAX);
    assert_int_equal(message->span_count, 8);
    message_text(message, "b");
    assert_int_equal(message->length, MESSAGE_MAX);
    assert_false(message->failed);
    message_destroy(message);
}

static void many_small_spans(void **state)
{
    (void)state;
    struct message *message = message_create("#cards", NULL, URGENCY_TABLE);
    for (int i = 0; i < MESSAGE_MAX + 10; i++)
        message_add(message, STYLE_CARD, TINT_RED, "x", 1);
    assert_int_equal(message->span_count, MESSAGE_MAX);
    for (unsigned i = 0; i < MESSAGE_MAX; i++)
        assert_int_equal(message->spans[i].start, i);
    message_destroy(message);
}

static void controls_are_copied_up_to_a_bound(void **state)
{
    (void)state;
    struct message *message = message_create("#cards", "bob", URGENCY_HAND);
    for (unsigned i = 0; i < CONTROLS_MAX; i++) {
        struct control control = {.kind = CONTROL_CHOICE, .tint = TINT_BLUE};
        snprintf(control.words, sizeof(control.words), "play b%u", i);
        assert_true(message_control(message, &control));
    }
    assert_false(message_control(message, &(struct control){.kind = CONTROL_BUTTON}));
    assert_false(message->failed);
    assert_int_equal(message->control_count, CONTROLS_MAX);
    assert_string_equal(message->controls[0].words, "play b0");
    assert_string_equal(message->controls[CONTROLS_MAX - 1].words, "play b127");
    message_destroy(message);
}

/* Words that are too long are cut between two characters; of too many facts the first are kept. */
static void facts_have_their_room(void **state)
{
    (void)state;
    struct message *message = message_create("#cards", "alice", URGENCY_INFO);
    assert_null(message->facts);
    struct facts *facts = message_facts(message);
    assert_ptr_equal(facts, message->facts);
    char words[8];
    facts_words(words, sizeof(words), "abcd\xc3\xa9");
    assert_string_equal(words, "abcd\xc3\xa9");
    facts_words(words, sizeof(words), "abcdef\xc3\xa9");
    assert_string_equal(words, "abcdef");
    for (unsigned i = 0; i < FACTS_MAX; i++) {
        struct fact *fact = facts_add(facts, "alice");
        assert_ptr_equal(fact, &facts->at[i]);
        assert_string_equal(fact->name, "alice");
        assert_string_equal(fact->cells[0], "");
    }
    assert_null(facts_add(facts, "bob"));
    assert_int_equal(message_facts(message)->count, 0);
    assert_true(message_empty(message));
    message_destroy(message);
}

/* One that waits keeps no room for more, and takes more all the same. */
static void a_trimmed_message_goes_on(void **state)
{
    (void)state;
    struct message *message = message_create(NULL, NULL, URGENCY_TABLE);
    message = message_trim(message);
    assert_true(message_empty(message));
    for (unsigned i = 0; i < 100; i++) {
        message_add(message, STYLE_NAME, TINT_WILD, "alice", 5);
        message_text(message, " draws, ");
        message = message_trim(message);
        assert_int_equal(message->room, message->length + 1);
        assert_int_equal(message->span_room, message->span_count);
    }
    assert_false(message->failed);
    assert_int_equal(message->length, 1300);
    assert_int_equal(message->span_count, 200);
    assert_memory_equal(message->text + 1287, "alice draws, ", 14);
    message_destroy(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_copied),
        cmocka_unit_test(spans_cover_the_text),
        cmocka_unit_test(what_is_too_long_is_left_out_whole),
        cmocka_unit_test(many_small_spans),
        cmocka_unit_test(a_trimmed_message_goes_on),
        cmocka_unit_test(controls_are_copied_up_to_a_bound),
        cmocka_unit_test(facts_have_their_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
