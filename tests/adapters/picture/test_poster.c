/* Pictures of pages (adapters/picture/poster.h): of their size, each its own, whatever names are in
 * them, and never too large. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "adapters/picture/poster.h"
#include "base/array.h"
#include "drawn.h"

/* Draws it and reads it back by another's decoder. With POSTER_FILES=FOLDER, to be looked at. */
static unsigned char *draw(const char *name, const struct poster *poster, size_t *size)
{
    unsigned char *data = poster_draw(poster, size);
    const char *folder = getenv("POSTER_FILES");
    assert_non_null(data);
    assert_true(*size > 0 && *size <= POSTER_BYTES);
    cairo_surface_t *surface = drawn_read(data, *size);
    assert_int_equal(cairo_image_surface_get_width(surface), POSTER_WIDTH);
    assert_int_equal(cairo_image_surface_get_height(surface), POSTER_HEIGHT);
    if (folder != NULL) {
        char path[512];
        snprintf(path, sizeof(path), "%s/%s.png", folder, name);
        assert_int_equal(cairo_surface_write_to_png(surface, path), CAIRO_STATUS_SUCCESS);
    }
    cairo_surface_destroy(surface);
    return data;
}

static struct poster board_of(unsigned rows, const char *name)
{
    struct poster poster;
    memset(&poster, 0, sizeof(poster));
    snprintf(poster.title, sizeof(poster.title), "Board of #cards");
    snprintf(poster.note, sizeof(poster.note), "Best of all time");
    poster.count = rows;
    for (unsigned i = 0; i < rows; i++) {
        snprintf(poster.rows[i].rank, POSTER_CELL, "%u", i + 1);
        snprintf(poster.rows[i].name, SNAPSHOT_NAME, "%s", name);
        snprintf(poster.rows[i].value, POSTER_CELL, "%u ± %u", 1800 - 71 * i, 60 + i);
    }
    return poster;
}

static struct poster table_of(unsigned seats, const char *name)
{
    struct poster poster;
    memset(&poster, 0, sizeof(poster));
    snprintf(poster.title, sizeof(poster.title), "Table de #cartes");
    snprintf(poster.note, sizeof(poster.note),
             "Les règles sont celles de flex. Les mains restent secrètes.");
    poster.is_table = true;
    poster.snapshot = (struct snapshot){.tint = TINT_GREEN,
                                        .colour = TINT_GREEN,
                                        .clockwise = true,
                                        .pile = 60,
                                        .pending = 4,
                                        .top = "[G 5]",
                                        .card = {.face = 3, .face_length = 1},
                                        .colour_word = "vert",
                                        .count = seats};
    for (unsigned i = 0; i < seats; i++) {
        snprintf(poster.snapshot.seats[i].name, SNAPSHOT_NAME, "%s", name);
        poster.snapshot.seats[i].cards = 7 + i;
    }
    return poster;
}

static const char *const names[] = {
    "alice",
    "Zoë Müller-Lüdenscheidt of the very long name that ends nowhere",
    "山田太郎",
    "\xd7\x93\xd7\xa0\xd7\x99\xd7\x90\xd7\x9c",
    "<script>\"&",
    "\xff\xfe",
    ""};

static void all_can_be_drawn(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        char file[32];
        size_t size = 0;
        struct poster poster = board_of(POSTER_ROWS - i % 3, names[i]);
        snprintf(file, sizeof(file), "board-%u", i);
        free(draw(file, &poster, &size));
        poster = table_of(i == 0 ? 10 : 2 + i, names[i]);
        snprintf(file, sizeof(file), "table-%u", i);
        free(draw(file, &poster, &size));
    }
}

static void an_empty_one_can_be_drawn(void **state)
{
    struct poster poster;
    size_t size = 0;
    (void)state;
    memset(&poster, 0, sizeof(poster));
    free(draw("empty", &poster, &size));
    poster.is_table = true;
    free(draw("empty-table", &poster, &size));
}

static void what_differs_looks_different(void **state)
{
    struct poster posters[] = {board_of(3, "alice"), board_of(3, "bob"), board_of(4, "alice"),
                               table_of(3, "alice"), table_of(3, "bob")};
    enum { COUNT = ARRAY_SIZE(posters) };
    unsigned char *data[COUNT];
    size_t size[COUNT];
    (void)state;
    for (unsigned i = 0; i < COUNT; i++) {
        data[i] = draw("other", &posters[i], &size[i]);
        for (unsigned k = 0; k < i; k++)
            assert_true(size[k] != size[i] || memcmp(data[k], data[i], size[i]) != 0);
    }
    for (unsigned i = 0; i < COUNT; i++)
        free(data[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_can_be_drawn),
        cmocka_unit_test(an_empty_one_can_be_drawn),
        cmocka_unit_test(what_differs_looks_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
