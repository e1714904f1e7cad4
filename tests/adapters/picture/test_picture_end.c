/* The end of a round as a picture: whatever it tells is seen, and it is never too large. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "base/array.h"
#include "drawn.h"

static struct message *end_of(unsigned seats, unsigned cards)
{
    struct message *message = message_create("10", NULL, URGENCY_TABLE);
    assert_non_null(message);
    message->purpose = PURPOSE_BOARD;
    message_text(message, "Player 0 wins round 3 and 86 points.\nLeft in hand");
    struct ending *ending = message_ending(message);
    assert_non_null(ending);
    *ending = (struct ending){.title = "Player 0 wins",
                              .note = "round 3, classic",
                              .gained = "+86",
                              .unit = "points",
                              .left_head = "hand",
                              .total_head = "of 500",
                              .none = "no card left",
                              .colour = TINT_GREEN,
                              .colour_word = "green",
                              .letters = 1,
                              .top = {TINT_GREEN, {.face = 3, .face_length = 1}, "[G 8]"},
                              .count = seats};
    for (unsigned i = 0; i < seats; i++) {
        snprintf(ending->seats[i].name, SNAPSHOT_NAME, "Player %u", i);
        snprintf(ending->seats[i].left, ENDING_FIGURE, "%u", 10 * i);
        snprintf(ending->seats[i].total, ENDING_FIGURE, "%u", 100 + i);
        ending->seats[i].won = i == 0;
        ending->seats[i].cards = i > 0 ? cards : 0;
        for (unsigned k = 0; k < cards && k < ENDING_CARDS; k++) {
            ending->seats[i].hand[k] =
                (struct drawn_card){TINT_RED, {.face = 3, .face_length = 1}, "[R 5]"};
        }
    }
    return message;
}

static void another_title(struct ending *ending)
{
    ending->title[7] = '1';
}

static void another_note(struct ending *ending)
{
    ending->note[6] = '4';
}

static void no_points(struct ending *ending)
{
    ending->gained[0] = '\0';
}

static void no_totals(struct ending *ending)
{
    ending->total_head[0] = '\0';
}

static void another_colour(struct ending *ending)
{
    ending->colour = TINT_RED;
}

static void another_top(struct ending *ending)
{
    ending->top.label[3] = '7';
}

static void another_card(struct ending *ending)
{
    ending->seats[1].hand[0].tint = TINT_BLUE;
}

static void another_figure(struct ending *ending)
{
    ending->seats[1].left[0] = '7';
}

static void another_total(struct ending *ending)
{
    ending->seats[2].total[0] = '7';
}

static void another_winner(struct ending *ending)
{
    ending->seats[1].won = true;
}

static void more_cards(struct ending *ending)
{
    ending->seats[1].cards = 40;
}

static void test_end_tells(void **state)
{
    static void (*const ends[])(struct ending * ending) = {
        NULL,        another_title, another_note,   no_points,     no_totals,      another_colour,
        another_top, another_card,  another_figure, another_total, another_winner, more_cards};
    struct picture *pictures[ARRAY_SIZE(ends)];
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(ends); i++) {
        struct message *message = end_of(3, 2);
        if (ends[i] != NULL)
            ends[i](message->ending);
        pictures[i] = drawn_picture(message);
        assert_string_equal(pictures[i]->name, "end.png");
        assert_string_equal(pictures[i]->description, "Player 0 wins round 3 and 86 points.");
        cairo_surface_destroy(drawn_decode(pictures[i]));
        for (unsigned k = 0; k < i; k++) {
            if (drawn_same(pictures[k], pictures[i]))
                fail_msg("endings %u and %u look the same", k, i);
        }
    }
    for (unsigned i = 0; i < ARRAY_SIZE(ends); i++)
        picture_destroy(pictures[i]);
}

/* However many sit there, and whatever they hold. */
static void test_end_sizes(void **state)
{
    (void)state;
    for (unsigned seats = 0; seats <= SNAPSHOT_SEATS; seats++) {
        struct message *message = end_of(seats, 108);
        memset(message->ending->title, 'W', SNAPSHOT_WORDS - 1);
        memset(message->ending->gained, '8', ENDING_FIGURE - 1);
        struct picture *picture = drawn_picture(message);
        assert_true(picture->size < PICTURE_BYTES);
        cairo_surface_destroy(drawn_decode(picture));
        picture_destroy(picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_end_tells),
        cmocka_unit_test(test_end_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
