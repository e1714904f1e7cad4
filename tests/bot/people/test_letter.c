/* Letters between processes (bot/people/letter.h): what is written is what is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/people/letter.h"
#include "bot/people/people_state.h"
#include "storage/lease.h"

static char *sent, sent_to[64], sent_from[64];

void __wrap_store_send_letter(struct store *store, const char *to, const char *from,
                              const char *text);
void __wrap_store_send_letter(struct store *store, const char *to, const char *from,
                              const char *text)
{
    (void)store;
    free(sent);
    sent = strdup(text);
    assert_non_null(sent);
    snprintf(sent_to, sizeof(sent_to), "%s", to);
    snprintf(sent_from, sizeof(sent_from), "%s", from);
}

static struct people people;
static uint64_t seed = 1;

static unsigned below(unsigned limit)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % limit;
}

/* A text with what JSON and isolates make difficult; "" now and then. */
static void fill(char *out, size_t size)
{
    static const char *const pieces[] = {"r5", "\"", "\\", "\n", "é", "\u2068ana\u2069", " ", "🂡"};
    out[0] = '\0';
    for (unsigned n = below(6); n > 0; n--) {
        const char *piece = pieces[below(ARRAY_SIZE(pieces))];
        if (strlen(out) + strlen(piece) < size)
            strcat(out, piece);
    }
}

static void fill_card(struct shown_card *card)
{
    card->sign = (uint8_t)below(SIGNS);
    card->flex = (uint8_t)below(TINTS);
    card->face = (uint8_t)below(256);
    card->face_length = (uint8_t)below(256);
    card->letters = (uint8_t)below(256);
    card->foot = below(2) != 0;
    card->flip = below(2) != 0;
    card->playable = below(2) != 0;
    snprintf(card->code, sizeof(card->code), "%s", below(2) != 0 ? "skip" : "");
}

static void fill_snapshot(struct snapshot *snapshot)
{
    snapshot->tint = (uint8_t)below(TINTS);
    snapshot->colour = (uint8_t)below(TINTS);
    snapshot->clockwise = below(2) != 0;
    snapshot->pile = (uint16_t)below(65536);
    snapshot->pending = (uint16_t)below(65536);
    fill(snapshot->top, sizeof(snapshot->top));
    fill_card(&snapshot->card);
    fill(snapshot->colour_word, sizeof(snapshot->colour_word));
    snapshot->letters = (uint8_t)below(256);
    snapshot->round = below(1000);
    snapshot->totals = below(2) != 0;
    fill(snapshot->asks, sizeof(snapshot->asks));
    fill(snapshot->moves, sizeof(snapshot->moves));
    snapshot->moved = below(11);
    snapshot->count = below(SNAPSHOT_SEATS + 1);
    for (unsigned i = 0; i < snapshot->count; i++) {
        fill(snapshot->seats[i].name, sizeof(snapshot->seats[i].name));
        snapshot->seats[i].cards = below(100);
        snapshot->seats[i].uno = below(2) != 0;
        snapshot->seats[i].computer = below(2) != 0;
        snapshot->seats[i].away = below(2) != 0;
        snapshot->seats[i].total = (long)below(2000) - 1000;
    }
}

static void fill_drawn(struct drawn_card *drawn)
{
    drawn->tint = (uint8_t)below(TINTS);
    fill_card(&drawn->card);
    fill(drawn->label, sizeof(drawn->label));
}

static void fill_ending(struct ending *ending)
{
    fill(ending->title, sizeof(ending->title));
    fill(ending->note, sizeof(ending->note));
    fill(ending->gained, sizeof(ending->gained));
    fill(ending->unit, sizeof(ending->unit));
    fill(ending->left_head, sizeof(ending->left_head));
    fill(ending->total_head, sizeof(ending->total_head));
    ending->colour = (uint8_t)below(TINTS);
    fill(ending->colour_word, sizeof(ending->colour_word));
    ending->letters = (uint8_t)below(256);
    ending->clockwise = below(2) != 0;
    fill_drawn(&ending->top);
    fill(ending->none, sizeof(ending->none));
    ending->count = below(SNAPSHOT_SEATS + 1);
    for (unsigned i = 0; i < ending->count; i++) {
        fill(ending->seats[i].name, sizeof(ending->seats[i].name));
        ending->seats[i].won = below(2) != 0;
        fill(ending->seats[i].left, sizeof(ending->seats[i].left));
        fill(ending->seats[i].total, sizeof(ending->seats[i].total));
        ending->seats[i].cards = below(2 * ENDING_CARDS); /* more than are shown */
        for (unsigned n = 0; n < ending->seats[i].cards && n < ENDING_CARDS; n++)
            fill_drawn(&ending->seats[i].hand[n]);
    }
}

static void fill_facts(struct facts *facts)
{
    fill(facts->title, sizeof(facts->title));
    fill(facts->head, sizeof(facts->head));
    fill(facts->note, sizeof(facts->note));
    fill(facts->address, sizeof(facts->address));
    facts->count = below(FACTS_MAX + 1);
    for (unsigned i = 0; i < facts->count; i++) {
        fill(facts->at[i].name, FACT_NAME);
        for (unsigned n = 0; n < FACT_CELLS; n++)
            fill(facts->at[i].cells[n], FACT_CELL);
    }
}

static struct message *a_message(void)
{
    char text[64];
    struct message *message = message_create(below(4) != 0 ? "#cards" : NULL,
                                             below(2) != 0 ? "ana" : NULL, (enum urgency)below(3));
    assert_non_null(message);
    for (unsigned n = below(8); n > 0; n--) {
        enum style style = (enum style)below(STYLE_CARD + 1);
        struct shown_card card = {.sign = SIGN_NONE};
        fill(text, sizeof(text));
        fill_card(&card);
        if (style == STYLE_CARD)
            message_card(message, (enum tint)below(TINTS), &card, text, strlen(text));
        else
            message_add(message, style, (enum tint)below(TINTS), text, strlen(text));
    }
    for (unsigned n = below(5); n > 0; n--) {
        struct control control = {.kind = (uint8_t)below(CONTROL_BOXES + 1)};
        control.tint = (uint8_t)below(TINTS);
        fill_card(&control.card);
        control.strong = below(2) != 0;
        control.off = below(2) != 0;
        control.chosen = below(2) != 0;
        fill(control.label, sizeof(control.label));
        fill(control.help, sizeof(control.help));
        fill(control.words, sizeof(control.words));
        assert_true(message_control(message, &control));
    }
    if (below(3) == 0)
        fill_snapshot(message_snapshot(message));
    if (below(3) == 0)
        fill_ending(message_ending(message));
    if (below(3) == 0)
        fill_facts(message_facts(message));
    if (below(2) == 0)
        message_title(message, "Table of ana");
    if (below(2) == 0)
        message_call(message, "ana");
    message->rings = below(2) != 0;
    message->below = below(2) != 0;
    message->board = (uint8_t)below(3);
    message->company = (uint8_t)below(3);
    message->way = (uint8_t)below(3);
    message->mono = below(2) != 0;
    message->first = below(2) != 0;
    message->replaces = below(2) != 0;
    message->stays = below(2) != 0;
    message->asks = (uint8_t)below(256);
    message->purpose = (uint8_t)below(PURPOSE_FORM + 1);
    message->answers = UINT32_MAX - below(2);
    message->stamp = UINT64_MAX - below(2);
    message->ticket = 7; /* means nothing elsewhere */
    return message;
}

static void same_text(const char *one, const char *other)
{
    assert_true((one == NULL) == (other == NULL));
    if (one != NULL)
        assert_string_equal(one, other);
}

static void same_part(const void *one, const void *other, size_t size)
{
    assert_true((one == NULL) == (other == NULL));
    if (one != NULL)
        assert_memory_equal(one, other, size);
}

static void same_message(const struct message *one, const struct message *other)
{
    same_text(one->channel, other->channel);
    same_text(one->user, other->user);
    same_text(one->title, other->title);
    same_text(one->calls, other->calls);
    same_text(one->text, other->text);
    assert_int_equal(one->span_count, other->span_count);
    for (unsigned i = 0; i < one->span_count; i++) {
        assert_int_equal(one->spans[i].style, other->spans[i].style);
        assert_int_equal(one->spans[i].tint, other->spans[i].tint);
        assert_int_equal(one->spans[i].start, other->spans[i].start);
        assert_int_equal(one->spans[i].length, other->spans[i].length);
        assert_memory_equal(&one->spans[i].card, &other->spans[i].card, sizeof(struct shown_card));
    }
    assert_int_equal(one->control_count, other->control_count);
    if (one->control_count > 0) {
        assert_memory_equal(one->controls, other->controls,
                            one->control_count * sizeof(*one->controls));
    }
    same_part(one->snapshot, other->snapshot, sizeof(*one->snapshot));
    same_part(one->ending, other->ending, sizeof(*one->ending));
    same_part(one->facts, other->facts, sizeof(*one->facts));
    assert_int_equal(one->urgency, other->urgency);
    assert_int_equal(one->rings, other->rings);
    assert_int_equal(one->below, other->below);
    assert_int_equal(one->board, other->board);
    assert_int_equal(one->company, other->company);
    assert_int_equal(one->way, other->way);
    assert_int_equal(one->mono, other->mono);
    assert_int_equal(one->first, other->first);
    assert_int_equal(one->replaces, other->replaces);
    assert_int_equal(one->stays, other->stays);
    assert_int_equal(one->asks, other->asks);
    assert_int_equal(one->purpose, other->purpose);
    assert_int_equal(one->answers, other->answers);
    assert_true(one->stamp == other->stamp);
    assert_int_equal(other->ticket, 0);
}

static void messages_come_as_they_were(void **state)
{
    enum { TIMES = 2000 };
    (void)state;
    for (unsigned i = 0; i < TIMES; i++) {
        struct letter letter;
        struct message *message = a_message();
        letter_send_message(&people, "east", "west", message);
        assert_string_equal(sent_to, "east");
        assert_string_equal(sent_from, "west");
        assert_true(letter_read(sent, &letter));
        assert_int_equal(letter.kind, LETTER_MESSAGE);
        same_message(message, letter.message);
        letter_finish(&letter);
        message_destroy(message);
    }
}

static void events_come_as_they_were(void **state)
{
    (void)state;
    for (unsigned kind = CHAT_CONNECTED; kind <= CHAT_STOPPED; kind++) {
        const struct chat_event event = {.kind = (enum chat_event_kind)kind,
                                         .channel = "#cards",
                                         .text = "!play \"r5\"\\",
                                         .old_id = "ana_",
                                         .user = {.id = "ana",
                                                  .name = "Ana",
                                                  .account = "ana",
                                                  .host = "ana@host",
                                                  .host_vouched = true,
                                                  .certificate = "",
                                                  .connection = "17",
                                                  .unseen = true,
                                                  .relayed = true,
                                                  .is_operator = true,
                                                  .locale = "fr"},
                                         .netsplit = true,
                                         .tried = true,
                                         .too_long = true,
                                         .command = true,
                                         .written = true,
                                         .stamp = UINT64_MAX,
                                         .late = true,
                                         .missing_permissions = "Send",
                                         .muted = true,
                                         .answers = UINT32_MAX};
        struct letter letter;
        letter_send_event(&people, "east", "west", &event, "talon");
        assert_true(letter_read(sent, &letter));
        const struct chat_event *read = &letter.event;
        assert_int_equal(letter.kind, LETTER_EVENT);
        assert_int_equal(read->kind, kind);
        assert_string_equal(letter.name, "talon");
        assert_string_equal(read->channel, event.channel);
        assert_string_equal(read->text, event.text);
        assert_string_equal(read->old_id, event.old_id);
        assert_string_equal(read->user.id, "ana");
        assert_string_equal(read->user.name, "Ana");
        assert_string_equal(read->user.account, "ana");
        assert_string_equal(read->user.host, "ana@host");
        assert_string_equal(read->user.certificate, "");
        assert_string_equal(read->user.connection, "17");
        assert_string_equal(read->user.locale, "fr");
        assert_true(read->user.host_vouched && read->user.unseen && read->user.relayed &&
                    read->user.is_operator && read->netsplit && read->tried && read->too_long &&
                    read->command && read->written && read->late && read->muted);
        assert_true(read->stamp == UINT64_MAX && read->answers == UINT32_MAX);
        assert_string_equal(read->missing_permissions, "Send");
        letter_finish(&letter);
    }
}

/* What is not there stays NULL: no account, no certificate that was asked for. */
static void what_is_not_known_stays_unknown(void **state)
{
    const struct chat_event event = {.kind = CHAT_JOIN, .user = {.id = "bo", .name = "bo"}};
    struct letter letter;
    (void)state;
    letter_send_event(&people, "east", "west", &event, NULL);
    assert_true(letter_read(sent, &letter));
    assert_null(letter.name);
    assert_null(letter.event.channel);
    assert_null(letter.event.user.account);
    assert_null(letter.event.user.host);
    assert_null(letter.event.user.certificate);
    assert_null(letter.event.user.connection);
    letter_finish(&letter);
}

static void questions_come_as_they_were(void **state)
{
    struct letter letter;
    (void)state;
    letter_send_ask(&people, "east", "west");
    assert_true(letter_read(sent, &letter));
    assert_int_equal(letter.kind, LETTER_ASK);
    letter_finish(&letter);
    letter_send_look(&people, "east", "west", "ana", true);
    assert_true(letter_read(sent, &letter));
    assert_int_equal(letter.kind, LETTER_LOOK);
    assert_string_equal(letter.name, "ana");
    assert_true(letter.first);
    letter_finish(&letter);
}

/* A later version may say more, or something else. */
static void other_letters_are_refused_or_read_in_part(void **state)
{
    static const char *const none[] = {"",
                                       "{",
                                       "[]",
                                       "7",
                                       "{}",
                                       "{\"later\":{}}",
                                       "{\"event\":{\"kind\":\"later\"}}",
                                       "{\"event\":{}}",
                                       "{\"event\":7}",
                                       "{\"ask\":false}"};
    struct letter letter;
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(none); i++) {
        assert_false(letter_read(none[i], &letter));
        letter_finish(&letter);
    }
    assert_true(
        letter_read("{\"message\":{\"channel\":\"#a\",\"later\":[1],\"asks\":999,\"mono\":"
                    "\"x\",\"spans\":[{\"text\":\"hi\"},7,{}],\"controls\":[7],"
                    "\"snapshot\":{\"seats\":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},"
                    "{},{},{},{},{},{}]}}}",
                    &letter));
    assert_string_equal(letter.message->text, "hi");
    assert_int_equal(letter.message->asks, 0);
    assert_false(letter.message->mono);
    assert_int_equal(letter.message->snapshot->count, SNAPSHOT_SEATS);
    letter_finish(&letter);
}

/* Half a letter is no letter. */
static void cut_letters_are_refused(void **state)
{
    struct letter letter;
    (void)state;
    struct message *message = a_message();
    letter_send_message(&people, "east", "west", message);
    for (size_t length = strlen(sent); length > 0; length--) {
        sent[length - 1] = '\0';
        assert_false(letter_read(sent, &letter));
        letter_finish(&letter);
    }
    message_destroy(message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_as_they_were),
        cmocka_unit_test(events_come_as_they_were),
        cmocka_unit_test(what_is_not_known_stays_unknown),
        cmocka_unit_test(questions_come_as_they_were),
        cmocka_unit_test(other_letters_are_refused_or_read_in_part),
        cmocka_unit_test(cut_letters_are_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(sent);
    return failed;
}
