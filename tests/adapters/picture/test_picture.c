/* Hands and tables as pictures: each card its own, whatever the reader can tell apart, and never
 * too large. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "adapters/picture/cairo_pen.h"
#include "adapters/picture/picture.h"
#include "base/array.h"
#include "bot/show/render/render.h"
#include "bot/text/language.h"
#include "drawn.h"
#include "engine/ruleset.h"

enum { LOOKS = 256 };

/* -- messages -- */

static struct message *hand_of(const char *first)
{
    struct message *message = message_create("10", "7", URGENCY_HAND);
    assert_non_null(message);
    message->purpose = PURPOSE_HAND;
    message_text(message, first);
    message_text(message, "\n");
    return message;
}

/* What the label of a plain card says: "[R 5]*". */
static struct shown_card card_of(const char *label)
{
    size_t face = strcspn(label, " ") == 2 ? 3 : 1;
    size_t length = *label == '[' ? strcspn(label + face, "]") : 0;
    return (struct shown_card){.face = (uint8_t)face,
                               .face_length = (uint8_t)length,
                               .playable = strchr(label, '*') != NULL};
}

static void add(struct message *message, enum tint tint, const char *label)
{
    const struct shown_card card = card_of(label);
    message_card(message, tint, &card, label, strlen(label));
    message_text(message, " ");
}

/* -- tests -- */

static void test_file(void **state)
{
    (void)state;
    struct message *message = hand_of("Your turn on ");
    add(message, TINT_RED, "[R 5]*");
    add(message, TINT_WILD, "[W+4]");
    message_text(message, "\nThe others: bob 7");
    struct picture *picture = drawn_picture(message);
    assert_memory_equal(picture->data, "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16);
    assert_string_equal(picture->name, "hand.png");
    assert_string_equal(picture->description, "Your turn on ");
    cairo_surface_destroy(drawn_decode(picture));
    picture_destroy(picture);
}

static void test_no_cards(void **state)
{
    (void)state;
    struct message *message = hand_of("The round is over.");
    assert_null(picture_of(message));
    add(message, TINT_RED, "red"); /* a colour is no card */
    assert_null(picture_of(message));
    message_destroy(message);
}

/* No two faces of a set look the same, in either language; a face that may be played looks
 * different again. Copies of a face, and labels that are the same, do. */
static void check_set(const struct rules *rules, const struct language *language)
{
    static struct picture *pictures[LOOKS];
    static char labels[LOOKS][LABEL_MAX];
    const struct deck *deck = &rules->deck;
    unsigned count = 0;
    for (unsigned face = 0; face < 2U * deck->faces; face++) {
        card_label(language, rules, &deck->face[face / 2], face % 2 ? MARK_PLAYABLE : MARK_NONE,
                   labels[count]);
        struct message *message = hand_of("");
        card_say(message, language, rules, &deck->face[face / 2],
                 face % 2 ? MARK_PLAYABLE : MARK_NONE);
        pictures[count] = drawn_picture(message);
        for (unsigned i = 0; i < count; i++) {
            if (drawn_same(pictures[i], pictures[count]) != (strcmp(labels[i], labels[count]) == 0))
                fail_msg("%s: %s and %s", ruleset_name(rules->set), labels[i], labels[count]);
        }
        count++;
    }
    while (count > 0)
        picture_destroy(pictures[--count]);
}

static void test_sets(void **state)
{
    static struct rules rules;
    const struct ruleset *set;
    const struct language *language;
    unsigned sets = 0;
    (void)state;
    for (; (set = ruleset_at(sets)); sets++) {
        assert_int_equal(rules_init(&rules, set, NULL, 0), RULES_OK);
        for (unsigned n = 0; (language = language_at(n)); n++)
            check_set(&rules, language);
    }
    assert_int_equal(sets, 6);
}

static uint32_t pixel(cairo_surface_t *surface, int x, int y)
{
    const unsigned char *row = cairo_image_surface_get_data(surface) +
                               (ptrdiff_t)y * cairo_image_surface_get_stride(surface);
    uint32_t value;
    memcpy(&value, row + 4 * (ptrdiff_t)x, 4);
    return value;
}

/* Light or dark: what is left of a card's strip for who sees no tints at all, by whatever light. */
enum { STRIP_X = 48, STRIP_Y = 76, STRIP_WIDTH = 38, STRIP_HEIGHT = 22 };

static void strip_of(enum tint tint, char bits[STRIP_WIDTH * STRIP_HEIGHT])
{
    unsigned grey[STRIP_WIDTH * STRIP_HEIGHT], low = 255, high = 0;
    struct message *message = hand_of("");
    add(message, tint, tint == TINT_WILD ? "[5]" : "[X 5]");
    struct picture *picture = drawn_picture(message);
    cairo_surface_t *surface = drawn_decode(picture);
    for (unsigned i = 0; i < STRIP_WIDTH * STRIP_HEIGHT; i++) {
        uint32_t rgb =
            pixel(surface, STRIP_X + (int)(i % STRIP_WIDTH), STRIP_Y + (int)(i / STRIP_WIDTH));
        grey[i] = (299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000;
        low = grey[i] < low ? grey[i] : low;
        high = grey[i] > high ? grey[i] : high;
    }
    assert_true(high - low >= 40); /* it is to be seen */
    for (unsigned i = 0; i < STRIP_WIDTH * STRIP_HEIGHT; i++)
        bits[i] = grey[i] > (low + high) / 2;
    cairo_surface_destroy(surface);
    picture_destroy(picture);
}

static void test_patterns(void **state)
{
    static char bits[TINT_ORANGE + 1][STRIP_WIDTH * STRIP_HEIGHT];
    (void)state;
    for (int tint = TINT_WILD; tint <= TINT_ORANGE; tint++) {
        strip_of((enum tint)tint, bits[tint]);
        for (int other = 0; other < tint; other++) {
            unsigned differ = 0;
            for (unsigned i = 0; i < STRIP_WIDTH * STRIP_HEIGHT; i++)
                differ += bits[tint][i] != bits[other][i];
            assert_true(differ * 6 > STRIP_WIDTH * STRIP_HEIGHT);
        }
    }
}

static int height_of(unsigned cards)
{
    struct message *message = hand_of("");
    for (unsigned i = 0; i < cards; i++) {
        char label[16];
        snprintf(label, sizeof(label), "[%c %u]", "RGBY"[i % 4], i % 10);
        add(message, (enum tint)(TINT_RED + i % 4), label);
    }
    struct picture *picture = drawn_picture(message);
    assert_true(strlen(picture->description) <= PICTURE_WORDS);
    cairo_surface_t *surface = drawn_decode(picture);
    int height = cairo_image_surface_get_height(surface);
    cairo_surface_destroy(surface);
    picture_destroy(picture);
    return height;
}

static void test_many(void **state)
{
    (void)state;
    int most = height_of(PICTURE_CARDS + 1);
    assert_int_equal(height_of(108), most);
    assert_true(height_of(25) < most);
    assert_true(height_of(7) < height_of(25));
    assert_true(most <= 2 * PICTURE_WIDTH);
}

/* What lies on the table is drawn, too, in the colour in force. */
static void test_table(void **state)
{
    struct picture *pictures[3];
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct message *message = message_create("10", "7", URGENCY_HAND);
        message_text(message, "Your turn on ");
        add(message, TINT_WILD, "[W]");
        if (i > 0)
            add(message, i == 1 ? TINT_RED : TINT_BLUE, "x");
        message_text(message, "\n");
        add(message, TINT_RED, "[R 5]");
        pictures[i] = drawn_picture(message);
        for (unsigned k = 0; k < i; k++)
            assert_false(drawn_same(pictures[k], pictures[i]));
    }
    for (unsigned i = 0; i < 3; i++)
        picture_destroy(pictures[i]);
}

/* -- tables -- */

static struct message *table_of(unsigned seats)
{
    struct message *message = message_create("10", NULL, URGENCY_TABLE);
    assert_non_null(message);
    message->purpose = PURPOSE_BOARD;
    message_text(message, "On top [R 5]; draw pile 40; clockwise");
    struct snapshot *snapshot = message_snapshot(message);
    assert_non_null(snapshot);
    *snapshot = (struct snapshot){.tint = TINT_RED,
                                  .colour = TINT_RED,
                                  .clockwise = true,
                                  .pile = 40,
                                  .top = "[R 5]",
                                  .card = {.face = 3, .face_length = 1},
                                  .colour_word = "red",
                                  .count = seats};
    for (unsigned i = 0; i < seats; i++) {
        snprintf(snapshot->seats[i].name, SNAPSHOT_NAME, "Player %u", i);
        snapshot->seats[i].cards = 7;
    }
    return message;
}

static void turn_round(struct snapshot *snapshot)
{
    snapshot->clockwise = false;
}

static void draw_one(struct snapshot *snapshot)
{
    snapshot->pile = 39;
}

static void add_up(struct snapshot *snapshot)
{
    snapshot->pending = 2;
}

static void cover(struct snapshot *snapshot)
{
    snprintf(snapshot->top, sizeof(snapshot->top), "[R 6]");
}

static void stand_for(struct snapshot *snapshot)
{
    snapshot->card.sign = SIGN_SKIP;
}

static void flow(struct snapshot *snapshot)
{
    snapshot->colour = TINT_BLUE;
}

static void name_colour(struct snapshot *snapshot)
{
    snprintf(snapshot->colour_word, sizeof(snapshot->colour_word), "rouge");
}

static void play_one(struct snapshot *snapshot)
{
    snapshot->seats[1].cards = 6;
}

static void rename_one(struct snapshot *snapshot)
{
    snprintf(snapshot->seats[0].name, SNAPSHOT_NAME, "Eve");
}

/* In letters that are none of ours, with accents, from right to left, in a script that no font may
 * have (then it is the seat's address), and longer than its line. */
static void rename_strange(struct snapshot *snapshot)
{
    snprintf(snapshot->seats[0].name, SNAPSHOT_NAME, "Влад");
}

static void rename_accented(struct snapshot *snapshot)
{
    snprintf(snapshot->seats[0].name, SNAPSHOT_NAME, "\303\210ve");
}

static void rename_back(struct snapshot *snapshot)
{
    snprintf(snapshot->seats[0].name, SNAPSHOT_NAME, "\331\205\330\255\331\205\330\257");
}

static void rename_rare(struct snapshot *snapshot)
{
    snprintf(snapshot->seats[0].name, SNAPSHOT_NAME, "\360\222\200\255\360\222\200\256");
}

static void rename_long(struct snapshot *snapshot)
{
    snprintf(snapshot->seats[0].name, SNAPSHOT_NAME,
             "Wolfgang Amadeus Theophilus Mozart the Third of them");
}

static void ask(struct snapshot *snapshot)
{
    snprintf(snapshot->asks, SNAPSHOT_LABEL, "turn");
}

static void tell(struct snapshot *snapshot)
{
    snprintf(snapshot->moves, SNAPSHOT_WORDS, "Eve plays [R 5]");
}

static void move(struct snapshot *snapshot)
{
    snapshot->moved = 3;
}

static void call(struct snapshot *snapshot)
{
    snapshot->seats[2].uno = true;
}

static void team(struct snapshot *snapshot)
{
    for (unsigned i = 0; i < snapshot->count; i++) {
        snprintf(snapshot->seats[i].team, SNAPSHOT_TEAM, "team %u", 1 + i % (snapshot->count / 2));
    }
}

static void leave(struct snapshot *snapshot)
{
    snapshot->count--;
}

static void (*const changes[])(struct snapshot *snapshot) = {NULL,
                                                             turn_round,
                                                             draw_one,
                                                             add_up,
                                                             cover,
                                                             stand_for,
                                                             flow,
                                                             /*  */ name_colour,
                                                             play_one,
                                                             rename_one,
                                                             rename_strange,
                                                             rename_accented,
                                                             rename_back,
                                                             rename_rare,
                                                             rename_long,
                                                             ask,
                                                             tell,
                                                             move,
                                                             call,
                                                             team,
                                                             leave};

enum { CHANGES = ARRAY_SIZE(changes) };

/* Each thing that is told is seen. */
static void test_table_tells(void **state)
{
    struct picture *pictures[CHANGES];
    (void)state;
    for (unsigned i = 0; i < CHANGES; i++) {
        struct message *message = table_of(4);
        if (changes[i])
            changes[i](message->snapshot);
        pictures[i] = drawn_picture(message);
        cairo_surface_destroy(drawn_decode(pictures[i]));
        for (unsigned k = 0; k < i; k++) {
            if (drawn_same(pictures[k], pictures[i]))
                fail_msg("changes %u and %u look the same", k, i);
        }
    }
    for (unsigned i = 0; i < CHANGES; i++)
        picture_destroy(pictures[i]);
}

static void test_table_file(void **state)
{
    (void)state;
    struct picture *picture = drawn_picture(table_of(2));
    assert_string_equal(picture->name, "table.png");
    assert_string_equal(picture->description, "On top [R 5]; draw pile 40; clockwise");
    picture_destroy(picture);
}

/* Whatever names and numbers there are. */
static void test_table_sizes(void **state)
{
    (void)state;
    for (unsigned seats = 0; seats <= SNAPSHOT_SEATS; seats++) {
        struct message *message = table_of(seats);
        for (unsigned i = 0; i < seats; i++) {
            memset(message->snapshot->seats[i].name, "Wi@\xc3"[i % 4], SNAPSHOT_NAME - 1);
            message->snapshot->seats[i].cards = 108;
        }
        message->snapshot->pile = message->snapshot->pending = 999;
        message->snapshot->colour = message->snapshot->tint = TINT_WILD;
        *message->snapshot->colour_word = '\0';
        snprintf(message->snapshot->top, SNAPSHOT_LABEL, "[W hyper]");
        message->snapshot->card = card_of("[W hyper]");
        struct picture *picture = drawn_picture(message);
        cairo_surface_t *surface = drawn_decode(picture);
        assert_true(cairo_image_surface_get_height(surface) <= PICTURE_WIDTH);
        cairo_surface_destroy(surface);
        picture_destroy(picture);
    }
}

/* -- letters -- */

enum { LETTER = 24, LETTER_ROOM = 32 };

static void letter_of(char letter, unsigned char bits[LETTER_ROOM * LETTER_ROOM])
{
    const char words[] = {letter, '\0'};
    char folded[GLYPH_WORDS];
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_A8, LETTER_ROOM, LETTER_ROOM);
    struct cairo_pen pen;
    cairo_pen_init(&pen, surface);
    assert_true(glyph_fold(folded, words));
    assert_true(glyph_width(folded, LETTER) <= LETTER_ROOM);
    glyph_show(&pen.canvas, folded, 0, LETTER, LETTER, art_dark);
    assert_true(cairo_pen_finish(&pen));
    cairo_surface_flush(surface);
    for (int y = 0; y < LETTER_ROOM; y++) {
        for (int x = 0; x < LETTER_ROOM; x++) {
            bits[y * LETTER_ROOM + x] =
                cairo_image_surface_get_data(
                    surface)[y * cairo_image_surface_get_stride(surface) + x] > 127;
        }
    }
    cairo_surface_destroy(surface);
}

/* All that stands on cards can be told apart, by more than a few pixels. */
static void test_letters(void **state)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-#?!$%\\";
    static unsigned char bits[sizeof(letters) - 1][LETTER_ROOM * LETTER_ROOM];
    (void)state;
    for (unsigned i = 0; i < sizeof(letters) - 1; i++) {
        unsigned ink = 0;
        letter_of(letters[i], bits[i]);
        for (unsigned at = 0; at < LETTER_ROOM * LETTER_ROOM; at++)
            ink += bits[i][at];
        assert_true(ink > 30);
        for (unsigned k = 0; k < i; k++) {
            unsigned differ = 0;
            for (unsigned at = 0; at < LETTER_ROOM * LETTER_ROOM; at++)
                differ += bits[i][at] != bits[k][at];
            if (differ < 12)
                fail_msg("%c looks like %c", letters[i], letters[k]);
        }
    }
}

static void test_fold(void **state)
{
    char folded[GLYPH_WORDS];
    char all[96];
    (void)state;
    assert_true(glyph_fold(folded, "Crâne, Élodie"));
    assert_string_equal(folded, "CRANE, ELODIE");
    assert_true(glyph_fold(folded, "L’Œuvre d’Anaïs – Lætitia Groß"));
    assert_string_equal(folded, "L'OEUVRE D'ANAIS - LAETITIA GROSS");
    assert_true(glyph_fold(folded, "àâäæçéèêëîïôöœùûüÿÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸñåøíóõ"));
    assert_false(glyph_fold(folded, "Влад 7"));
    assert_string_equal(folded, " 7");
    assert_true(glyph_fold(folded, ""));
    assert_string_equal(folded, "");
    for (int letter = ' '; letter <= '~'; letter++)
        all[letter - ' '] = (char)letter;
    all['~' - ' ' + 1] = '\0';
    glyph_fold(folded, all);
    assert_int_equal(strlen(folded), strlen(all));
}

static int setup(void **state)
{
    (void)state;
    return language_setup() && picture_can() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file),        cmocka_unit_test(test_no_cards),
        cmocka_unit_test(test_sets),        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_many),        cmocka_unit_test(test_table),
        cmocka_unit_test(test_table_tells), cmocka_unit_test(test_table_file),
        cmocka_unit_test(test_table_sizes), cmocka_unit_test(test_letters),
        cmocka_unit_test(test_fold)};
    return cmocka_run_group_tests(tests, setup, NULL);
}
