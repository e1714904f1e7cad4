/* The drawings that the build makes for pages (bot/text/sprites.c): each set in each language, with
 * every card in each form, small, and whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/web/asset.h"
#include "base/array.h"
#include "base/art/pattern.h"
#include "base/art/svg.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "engine/ruleset.h"
#include "markup.h"

enum {
    CLASSIC_BYTES = 8000, /* packed: what somebody fetches who plays the usual game */
    MOST_BYTES = 12000
};

static char *drawing_of(const char *set, const char *language)
{
    char name[64];
    snprintf(name, sizeof(name), "art-%s-%s.svg", set, language);
    const struct asset *asset = asset_find(name);
    assert_non_null(asset);
    assert_string_equal(asset->type, "image/svg+xml");
    assert_in_range(asset->gzip_length, 1,
                    strcmp(set, "classic") == 0 ? CLASSIC_BYTES : MOST_BYTES);
    return strndup((const char *)asset->bytes, asset->length);
}

static void check_card(const struct markup *markup, const struct rules *rules,
                       const struct card *card)
{
    char code[CARD_TEXT], id[SVG_ID];
    face_format(card, code);
    assert_true(markup_has_id(markup, svg_card_id(id, code, TINT_WILD, ART_PILE)));
    assert_true(markup_has_id(markup, svg_card_id(id, code, TINT_WILD, ART_HAND)));
    for (unsigned i = 0; kind_is_wild(card->kind) && i < sizeof(rules->colours); i++)
        assert_true(markup_has_id(markup, svg_card_id(id, code, rules->colours[i], ART_PILE)));
}

static void check_set(const struct ruleset *set, const struct language *language)
{
    static struct rules rules;
    struct markup markup;
    char *text = drawing_of(ruleset_name(set), language->code);
    assert_int_equal(rules_init(&rules, set, NULL, 0), RULES_OK);
    markup_read_part(&markup, text);
    for (unsigned face = 0; face < rules.deck.faces; face++)
        check_card(&markup, &rules, &rules.deck.face[face]);
    for (unsigned pattern = 0; pattern < PATTERNS; pattern++) {
        char id[SVG_ID];
        snprintf(id, sizeof(id), "p-%s", pattern_name(pattern));
        assert_true(markup_has_id(&markup, id));
    }
    for (unsigned i = 0; i < sizeof(rules.colours); i++) {
        char id[SVG_ID];
        snprintf(id, sizeof(id), "chip-%s", pattern_name(rules.colours[i]));
        assert_true(markup_has_id(&markup, id));
    }
    assert_true(markup_has_id(&markup, "back"));
    assert_true(markup_has_id(&markup, "pad"));
    for (size_t i = 0; i < markup.href_count; i++)
        assert_true(*markup.hrefs[i] == '#' && markup_has_id(&markup, markup.hrefs[i] + 1));
    assert_string_equal(markup.text + strspn(markup.text, "\n"), ""); /* letters are strokes */
    markup_finish(&markup);
    free(text);
}

static void every_set_is_drawn_in_every_language(void **state)
{
    const struct ruleset *set;
    const struct language *language;
    (void)state;
    for (unsigned i = 0; (set = ruleset_at(i)) != NULL; i++) {
        for (unsigned n = 0; (language = language_at(n)) != NULL; n++)
            check_set(set, language);
    }
}

/* Bodies of cards are named by the number of their tint and their letters (base/art/art.c). */
static void letters_are_those_of_the_language(void **state)
{
    static const struct {
        const char *set, *language, *has, *has_not;
    } rows[] = {{"classic", "en", "id=\"a-b2-G\"", "id=\"a-b2-V\""},
                {"classic", "fr", "id=\"a-b2-V\"", "id=\"a-b2-G\""},
                {"skull", "fr", "id=\"a-b2-VER\"", "id=\"a-b2-V\""},
                {"skull", "fr", "id=\"a-b5-VIO\"", "id=\"a-b5-V\""}};
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char *text = drawing_of(rows[i].set, rows[i].language);
        assert_non_null(strstr(text, rows[i].has));
        assert_null(strstr(text, rows[i].has_not));
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_set_is_drawn_in_every_language),
        cmocka_unit_test(letters_are_those_of_the_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
