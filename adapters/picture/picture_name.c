#include "picture_name.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <pango/pangocairo.h>

#include "base/art/glyph.h"

static const double of_capital = 1.2; /* font size, relative to the height of a capital */

/* Returns false, and draws nothing, if no font has all letters of the name. */
static bool draw_shaped(cairo_t *cairo, const struct drawn_name *name)
{
    if (!g_utf8_validate(name->name, -1, NULL))
        return false;
    PangoLayout *layout = pango_cairo_create_layout(cairo);
    PangoFontDescription *font = pango_font_description_from_string("Sans Bold");
    pango_font_description_set_absolute_size(font, name->size * of_capital * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    static const PangoAlignment aligns[] = {[NAME_LEFT] = PANGO_ALIGN_LEFT,
                                            [NAME_MIDDLE] = PANGO_ALIGN_CENTER,
                                            [NAME_RIGHT] = PANGO_ALIGN_RIGHT};
    pango_layout_set_alignment(layout, aligns[name->align]);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    pango_layout_set_auto_dir(layout, FALSE); /* names in every script begin at the same edge */
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_width(layout, (int)(name->width * PANGO_SCALE));
    if (name->lines > 1) {
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
        pango_layout_set_height(layout, -(int)name->lines);
    }
    pango_layout_set_text(layout, name->name, -1);
    bool whole = pango_layout_get_unknown_glyphs_count(layout) == 0;
    if (whole) {
        int height = 0;
        pango_layout_get_pixel_size(layout, NULL, &height);
        double top = name->lines > 1
                         ? name->middle - height / 2.0
                         : name->baseline - (double)pango_layout_get_baseline(layout) / PANGO_SCALE;
        cairo_new_path(cairo);
        cairo_move_to(cairo, name->x, top);
        pango_cairo_show_layout(cairo, layout);
        cairo_new_path(cairo);
    }
    pango_font_description_free(font);
    g_object_unref(layout);
    return whole;
}

static void draw_folded(struct cairo_pen *pen, const struct drawn_name *name)
{
    char words[GLYPH_WORDS];
    glyph_fold(words, name->name);
    if (words[strspn(words, " ")] == '\0')
        snprintf(words, sizeof(words), "#%u", name->place + 1);
    for (size_t length = strlen(words); length > 3 && glyph_width(words, name->size) > name->width;
         length--)
        snprintf(words + length - 3, 4, "...");
    glyph_show(&pen->canvas, words, name->x, name->baseline, name->size, name->ink);
}

void name_draw(struct cairo_pen *pen, const struct drawn_name *name)
{
    cairo_pen_ink(pen, name->ink);
    if (!draw_shaped(pen->cairo, name))
        draw_folded(pen, name);
}
