/* Cards are described once: the pen of pictures and the pen of pages draw the same, for each card
 * of each set, in both forms and in each language. No label makes either pen fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "base/array.h"
#include "base/art/svg.h"
#include "base/text.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "svg_reader.h"

enum { SCALE = 2, WIDE = ART_WIDTH * SCALE, HIGH = ART_HEIGHT * SCALE, ODD = 2000, DARK = 48 };

/* -- the two pens -- */

struct text {
    char *bytes;
    size_t length;
    FILE *file;
};

static void add_bytes(void *to, const char *text, size_t length)
{
    assert_int_equal(fwrite(text, 1, length, to), length);
}

static void begin_text(struct text *text, struct svg *svg)
{
    text->file = open_memstream(&text->bytes, &text->length);
    assert_non_null(text->file);
    svg_init(svg, add_bytes, text->file);
    svg_begin(svg);
}

static void end_text(struct text *text, struct svg *svg)
{
    svg_end(svg);
    assert_int_equal(fclose(text->file), 0);
}

static cairo_surface_t *begin_picture(struct cairo_pen *pen)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDE, HIGH);
    cairo_pen_init(pen, surface);
    cairo_scale(pen->cairo, SCALE, SCALE);
    return surface;
}

static void end_picture(struct cairo_pen *pen, cairo_surface_t *surface)
{
    assert_true(cairo_pen_finish(pen));
    cairo_surface_flush(surface);
}

/* Counts the pixels that differ by more than the rounding of an edge. */
static unsigned differing(cairo_surface_t *one, cairo_surface_t *other)
{
    unsigned count = 0;
    for (int y = 0; y < HIGH; y++) {
        const unsigned char *a =
            cairo_image_surface_get_data(one) + (ptrdiff_t)y * cairo_image_surface_get_stride(one);
        const unsigned char *b = cairo_image_surface_get_data(other) +
                                 (ptrdiff_t)y * cairo_image_surface_get_stride(other);
        for (int x = 0; x < WIDE; x++) {
            bool same = true;
            for (int i = 0; i < 3; i++) /* the fourth byte means nothing */
                same = same && abs(a[x * 4 + i] - b[x * 4 + i]) <= DARK;
            count += !same;
        }
    }
    return count;
}

static void compare_pens(const char *svg, const char *id, const struct art_card *card,
                         enum art_form form)
{
    struct cairo_pen pen;
    cairo_surface_t *drawn = begin_picture(&pen);
    art_draw(&pen.canvas, card, form);
    end_picture(&pen, drawn);
    cairo_surface_t *read = begin_picture(&pen);
    svg_paint(&pen, svg, id);
    end_picture(&pen, read);
    unsigned differ = differing(drawn, read);
    if (differ > WIDE * HIGH / 200)
        fail_msg("%s: %u pixels differ", id, differ);
    cairo_surface_destroy(drawn);
    cairo_surface_destroy(read);
}

/* -- all cards -- */

struct subject {
    char id[SVG_ID];
    struct art_card card;
    enum art_form form;
};

static void add_subject(struct subject *subject, struct svg *svg, const char *code, unsigned named,
                        const struct art_card *card, enum art_form form)
{
    *subject = (struct subject){.card = *card, .form = form};
    svg_card_id(subject->id, code, named, form);
    svg_card(svg, subject->id, card, form);
}

static unsigned add_subjects(struct subject *subjects, struct svg *svg,
                             const struct language *language, const struct rules *rules,
                             const struct card *card)
{
    char code[CARD_TEXT];
    unsigned count = 0;
    struct art_card art;
    card_art(&art, language, rules, card);
    face_format(card, code);
    add_subject(&subjects[count++], svg, code, TINT_WILD, &art, ART_PILE);
    add_subject(&subjects[count++], svg, code, TINT_WILD, &art, ART_HAND);
    for (unsigned i = 0; art.wild && i < sizeof(rules->colours); i++) {
        struct art_card named = art;
        art_name(&named, rules->colours[i], colour_initial(language, rules, rules->colours[i]));
        assert_int_equal(named.tint, rules->colours[i]);
        add_subject(&subjects[count++], svg, code, rules->colours[i], &named, ART_PILE);
    }
    return count;
}

static void compare_set(const struct ruleset *set, const struct language *language)
{
    static struct subject subjects[1024];
    static struct svg svg;
    static struct rules rules;
    struct text text;
    unsigned count = 0;
    assert_int_equal(rules_init(&rules, set, NULL, 0), RULES_OK);
    begin_text(&text, &svg);
    for (unsigned face = 0; face < rules.deck.faces; face++)
        count += add_subjects(subjects + count, &svg, language, &rules, &rules.deck.face[face]);
    end_text(&text, &svg);
    assert_true(svg.part_count < SVG_PARTS);
    for (unsigned i = 0; i < count; i++)
        compare_pens(text.bytes, subjects[i].id, &subjects[i].card, subjects[i].form);
    free(text.bytes);
}

static void pens_agree(void **state)
{
    const struct ruleset *set;
    const struct language *language;
    (void)state;
    for (unsigned i = 0; (set = ruleset_at(i)) != NULL; i++) {
        for (unsigned n = 0; (language = language_at(n)) != NULL; n++)
            compare_set(set, language);
    }
}

/* -- letters -- */

static void letters_are_those_of_the_language(void **state)
{
    struct art_card card;
    static struct rules rules;
    const struct card green = {.kind = KIND_NUMBER, .colour = COLOUR_GREEN, .value = 5};
    (void)state;
    assert_int_equal(rules_init(&rules, ruleset_find("classic"), NULL, 0), RULES_OK);
    card_art(&card, language_find("en"), &rules, &green);
    assert_string_equal(card.letters, "G");
    card_art(&card, language_find("fr"), &rules, &green);
    assert_string_equal(card.letters, "V");
    assert_int_equal(rules_init(&rules, ruleset_find("skull"), NULL, 0), RULES_OK);
    card_art(&card, language_find("fr"), &rules, &green); /* violet is in this set, too */
    assert_string_equal(card.letters, "VER");
    assert_string_equal(card.face, "5");
}

/* A span of a colour's name tells its letters by their number, so they must be its beginning. */
static void letters_begin_the_word(void **state)
{
    static struct rules rules;
    const struct ruleset *set;
    const struct language *language;
    (void)state;
    for (unsigned i = 0; (set = ruleset_at(i)) != NULL; i++) {
        assert_int_equal(rules_init(&rules, set, NULL, 0), RULES_OK);
        for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
            for (unsigned k = 0; k < sizeof(rules.colours); k++) {
                char letters[ART_LETTERS], word[ART_LETTERS];
                const char *initial = colour_initial(language, &rules, rules.colours[k]);
                art_letters(letters, initial, strlen(initial));
                art_letters(word, colour_word(language, rules.colours[k]),
                            colour_letters(language, &rules, rules.colours[k]));
                assert_string_equal(letters, word);
            }
        }
    }
}

/* A wild is a W in every language, and takes a colour; another card takes none. */
static void a_wild_takes_the_named_colour(void **state)
{
    static struct rules rules;
    struct art_card card;
    const struct card wild = {.kind = KIND_WILD_DRAW4, .colour = COLOUR_NONE};
    (void)state;
    assert_int_equal(rules_init(&rules, ruleset_find("classic"), NULL, 0), RULES_OK);
    card_art(&card, language_find("fr"), &rules, &wild); /* "blanche +4" */
    assert_string_equal(card.face, "W +4");
    art_name(&card, TINT_YELLOW, "J");
    assert_int_equal(card.tint, TINT_YELLOW);
    assert_string_equal(card.letters, "J");
    art_name(&card, TINTS, "X");
    assert_int_equal(card.tint, TINT_YELLOW);
    const struct shown_card red = {.face = 3, .face_length = 1};
    art_read(&card, TINT_RED, &red, "[R 5]");
    art_name(&card, TINT_BLUE, "B");
    assert_int_equal(card.tint, TINT_RED);
}

/* -- any label -- */

static unsigned next_number(unsigned *seed)
{
    *seed = *seed * 1103515245 + 12345;
    return *seed >> 16;
}

static void odd_labels_are_drawn(void **state)
{
    static const char *const pieces[] = {"[",    "]",    "/", "^", "R",  "\u00A0", " ", "+", "W",
                                         "\xc3", "\xff", "é", "<", "\"", "&",      "😀", "6", "…"};
    static struct svg svg;
    unsigned seed = 7;
    (void)state;
    for (unsigned round = 0; round < ODD; round++) {
        char label[64] = "";
        struct art_card card;
        struct cairo_pen pen;
        struct text text;
        while (strlen(label) < 40 && next_number(&seed) % 12 > 0)
            strcat(label, pieces[next_number(&seed) % ARRAY_SIZE(pieces)]);
        const struct shown_card shown = {.sign = (uint8_t)(next_number(&seed) % 4),
                                         .flex = (uint8_t)(next_number(&seed) % 9),
                                         .face = (uint8_t)next_number(&seed) % 50,
                                         .face_length = (uint8_t)next_number(&seed) % 50,
                                         .foot = next_number(&seed) % 2,
                                         .flip = next_number(&seed) % 2};
        art_read(&card, next_number(&seed) % 9, &shown, label);
        enum art_form form = next_number(&seed) % 2 ? ART_PILE : ART_HAND;
        begin_text(&text, &svg);
        svg_card(&svg, "c", &card, form);
        end_text(&text, &svg);
        cairo_surface_t *surface = begin_picture(&pen);
        svg_paint(&pen, text.bytes, "c"); /* fails at anything that is not as it should be */
        end_picture(&pen, surface);
        cairo_surface_destroy(surface);
        surface = begin_picture(&pen);
        art_draw(&pen.canvas, &card, form);
        art_emoji(&pen.canvas, &card);
        end_picture(&pen, surface);
        cairo_surface_destroy(surface);
        free(text.bytes);
    }
}

/* What does not fit into the table of shared parts is written each time, and drawn the same. */
static void many_parts_are_no_trouble(void **state)
{
    static struct svg svg;
    struct text text;
    struct art_card card;
    const struct shown_card shown = {.face = 3, .face_length = 3};
    (void)state;
    begin_text(&text, &svg);
    for (unsigned i = 0; i < SVG_PARTS; i++) {
        char label[32], id[SVG_ID];
        snprintf(label, sizeof(label), "[R %03u]", i);
        snprintf(id, sizeof(id), "c-%u", i);
        art_read(&card, TINT_RED, &shown, label);
        svg_card(&svg, id, &card, ART_PILE);
    }
    end_text(&text, &svg);
    assert_int_equal(svg.part_count, SVG_PARTS);
    compare_pens(text.bytes, "c-511", &card, ART_PILE);
    free(text.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pens_agree),
        cmocka_unit_test(letters_are_those_of_the_language),
        cmocka_unit_test(letters_begin_the_word),
        cmocka_unit_test(a_wild_takes_the_named_colour),
        cmocka_unit_test(odd_labels_are_drawn),
        cmocka_unit_test(many_parts_are_no_trouble),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : EXIT_FAILURE;
}
