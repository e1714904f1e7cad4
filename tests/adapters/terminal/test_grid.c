/* Text in cells: widths, cuts, and what never reaches the screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table_scene.h"

static struct cell_grid grid;

static int set_up(void **state)
{
    (void)state;
    grid = (struct cell_grid){0};
    return grid_size(&grid, 2, 10) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    grid_finish(&grid);
    return 0;
}

static void shows(const char *text)
{
    char *is = table_scene_text(&grid);
    assert_string_equal(is, text);
    free(is);
}

static void wide_characters_take_two_cells(void **state)
{
    (void)state;
    assert_int_equal(grid_put(&grid, 0, 0, 10, PAINT_TEXT, "牌牌a"), 5);
    shows("牌牌a\n\n");
    assert_int_equal(grid_at(&grid, 0, 1)->width, 0);
    /* Half of one is not left. */
    grid_put(&grid, 0, 1, 1, PAINT_TEXT, "x");
    assert_string_equal(grid_at(&grid, 0, 0)->text, " ");
    grid_put(&grid, 0, 2, 1, PAINT_TEXT, "y");
    assert_string_equal(grid_at(&grid, 0, 3)->text, " ");
    /* One that does not fit whole is cut. */
    assert_int_equal(grid_put(&grid, 1, 0, 4, PAINT_TEXT, "牌牌牌"), 3);
    shows(" xy a\n牌…\n");
}

static void marks_stay_with_their_letter(void **state)
{
    (void)state;
    assert_int_equal(grid_put(&grid, 0, 0, 10, PAINT_TEXT, "e\u0301a"), 2);
    assert_string_equal(grid_at(&grid, 0, 0)->text, "e\u0301");
    /* Of an emoji made of several the first is shown. */
    assert_int_equal(grid_put(&grid, 1, 0, 10, PAINT_TEXT, "👩\u200d👩\u200d👧b"), 3);
    shows("e\u0301a\n👩b\n");
}

/* A name is nobody's way to move the cursor, change colours or the title, or turn the line. */
static void no_control_code_reaches_a_cell(void **state)
{
    (void)state;
    grid_put(&grid, 0, 0, 10, PAINT_TEXT, "a\033[2Jb\r\n\x9b\u202e\u200b\xffz");
    for (unsigned i = 0; i < 10; i++) {
        for (const char *at = grid_at(&grid, 0, i)->text; *at != '\0'; at++)
            assert_true((unsigned char)*at >= ' ' && *at != 127);
        assert_null(strstr(grid_at(&grid, 0, i)->text, "\u202e"));
    }
    shows("a[2Jbz\n\n");
}

static void a_long_mark_is_bounded(void **state)
{
    char text[200] = "a";
    (void)state;
    for (unsigned i = 0; i < 40; i++)
        strcat(text, "\u0301");
    assert_int_equal(grid_put(&grid, 0, 0, 10, PAINT_TEXT, text), 1);
    assert_true(strlen(grid_at(&grid, 0, 0)->text) < CELL_BYTES);
}

static void without_unicode_everything_is_ascii(void **state)
{
    (void)state;
    grid.ascii = true;
    grid_put(&grid, 0, 0, 10, PAINT_TEXT, "Éric 牌…");
    grid_frame(&grid, (struct box){1, 8, 1, 2}, FRAME_ROUND, PAINT_TEXT);
    shows("Eric ?.\n\n");
}

static void nothing_is_written_outside(void **state)
{
    (void)state;
    grid_put(&grid, 5, 0, 10, PAINT_TEXT, "x");
    grid_put(&grid, 0, 50, 10, PAINT_TEXT, "x");
    grid_put(&grid, 0, 8, 100, PAINT_TEXT, "long words");
    grid_fill(&grid, (struct box){0, 0, 9, 1}, PAINT_TEXT, "#");
    grid_frame(&grid, (struct box){1, 5, 30, 30}, FRAME_HEAVY, PAINT_TEXT);
    shows("#       l…\n#    ┏━━━━\n");
}

#define GRID_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        GRID_TEST(wide_characters_take_two_cells),      GRID_TEST(marks_stay_with_their_letter),
        GRID_TEST(no_control_code_reaches_a_cell),      GRID_TEST(a_long_mark_is_bounded),
        GRID_TEST(without_unicode_everything_is_ascii), GRID_TEST(nothing_is_written_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
