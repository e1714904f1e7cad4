/* Emoji of cards: each card of each set finds its own, names suit the network, files are small and
 * no two look the same. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "adapters/picture/emoji.h"
#include "base/array.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "drawn.h"
#include "engine/notation.h"

enum { MOST = 256, NAME_MIN = 2, NAME_MAX = 32 };

static void names_suit_the_network(void **state)
{
    (void)state;
    assert_in_range(emoji_count(), 1, MOST);
    for (unsigned n = 0; n < emoji_count(); n++) {
        const char *name = emoji_name(n);
        assert_in_range(strlen(name), NAME_MIN, NAME_MAX);
        for (const char *at = name; *at != '\0'; at++)
            assert_true(islower((unsigned char)*at) || isdigit((unsigned char)*at) || *at == '_');
        for (unsigned other = 0; other < n; other++)
            assert_string_not_equal(name, emoji_name(other));
    }
    assert_string_equal(emoji_name(emoji_count()), "");
}

static void names_are_these(void **state)
{
    static const struct {
        const char *set, *code, *name;
        unsigned tint;
    } rows[] = {
        {"classic", "R5", "r5", TINT_RED},         {"classic", "Bskip", "bskip", TINT_BLUE},
        {"classic", "G+2", "gplus2", TINT_GREEN},  {"classic", "Yrev", "yrev", TINT_YELLOW},
        {"classic", "W", "wild", TINT_WILD},       {"classic", "W4", "wplus4", TINT_WILD},
        {"classic", "W4", "wplus4_red", TINT_RED}, {"flex", "Y2|G", "y2", TINT_YELLOW},
        {"flex", "WT2", "wplus2one", TINT_WILD},   {"skull", "WS", "wskull_purple", TINT_PURPLE},
        {"minion", "O7", "o7", TINT_ORANGE}};
    static struct rules rules;
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char label[LABEL_MAX];
        assert_int_equal(rules_init(&rules, ruleset_find(rows[i].set), NULL, 0), RULES_OK);
        unsigned face = face_parse(&rules.deck, rows[i].code, strlen(rows[i].code));
        assert_int_not_equal(face, FACE_NONE);
        const struct shown_card shown =
            card_shown(language_find("fr"), &rules, &rules.deck.face[face], MARK_NONE, label);
        assert_string_equal(emoji_name(emoji_find(rows[i].tint, &shown)), rows[i].name);
    }
    const struct shown_card colour = {.letters = 1};
    assert_string_equal(emoji_name(emoji_find(TINT_RED, &colour)), "red");
    assert_int_equal(emoji_find(TINT_WILD, &colour), EMOJI_NONE);
    assert_int_equal(emoji_find(TINTS, &colour), EMOJI_NONE);
    const struct shown_card other = {.code = "?"};
    assert_int_equal(emoji_find(TINT_RED, &other), EMOJI_NONE);
}

/* Every card, and every wild with every colour that can be named, in every language. */
static void every_card_has_one(void **state)
{
    static struct rules rules;
    const struct ruleset *set;
    const struct language *language;
    (void)state;
    for (unsigned i = 0; (set = ruleset_at(i)) != NULL; i++) {
        assert_int_equal(rules_init(&rules, set, NULL, 0), RULES_OK);
        for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
            for (unsigned face = 0; face < rules.deck.faces; face++) {
                const struct card *card = &rules.deck.face[face];
                char label[LABEL_MAX];
                const struct shown_card shown =
                    card_shown(language, &rules, card, MARK_PLAYABLE, label);
                assert_int_not_equal(emoji_find(card_tint(card), &shown), EMOJI_NONE);
                for (unsigned k = 0; kind_is_wild(card->kind) && k < sizeof(rules.colours); k++)
                    assert_int_not_equal(emoji_find(rules.colours[k], &shown), EMOJI_NONE);
            }
        }
    }
}

static void each_is_a_small_picture_of_its_own(void **state)
{
    static struct {
        unsigned char *bytes;
        size_t length;
    } files[MOST];
    (void)state;
    for (unsigned n = 0; n < emoji_count(); n++) {
        assert_true(emoji_draw(n, &files[n].bytes, &files[n].length));
        assert_in_range(files[n].length, 1, EMOJI_BYTES);
        cairo_surface_t *surface = drawn_read(files[n].bytes, files[n].length);
        assert_int_equal(cairo_image_surface_get_width(surface), EMOJI_SIDE);
        assert_int_equal(cairo_image_surface_get_height(surface), EMOJI_SIDE);
        assert_int_equal(*(const uint32_t *)(const void *)cairo_image_surface_get_data(surface),
                         0); /* nothing is in the corner */
        cairo_surface_destroy(surface);
        for (unsigned other = 0; other < n; other++) {
            assert_false(files[other].length == files[n].length &&
                         memcmp(files[other].bytes, files[n].bytes, files[n].length) == 0);
        }
    }
    for (unsigned n = 0; n < emoji_count(); n++)
        free(files[n].bytes);
    unsigned char *none = NULL;
    size_t size = 0;
    assert_false(emoji_draw(emoji_count(), &none, &size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_suit_the_network),
        cmocka_unit_test(names_are_these),
        cmocka_unit_test(every_card_has_one),
        cmocka_unit_test(each_is_a_small_picture_of_its_own),
    };
    return language_setup() ? cmocka_run_group_tests(tests, NULL, NULL) : EXIT_FAILURE;
}
