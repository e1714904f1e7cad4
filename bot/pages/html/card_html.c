#include "card_html.h"

#include <stdlib.h>
#include <string.h>

#include "base/art/pattern.h"
#include "base/art/svg.h"
#include "base/buf.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "engine/notation.h"

/* As people call them. */
static const char *const kind_names[KIND_COUNT] = {
    [KIND_NUMBER] = N_("Number card"),
    [KIND_SKIP] = N_("Skip"),
    [KIND_REVERSE] = N_("Reverse"),
    [KIND_DRAW2] = N_("Draw Two"),
    [KIND_WILD] = N_("Wild"),
    [KIND_WILD_DRAW4] = N_("Wild Draw Four"),
    [KIND_WILD_HYPER] = N_("Wild Hyperspeed"),
    [KIND_WILD_SKULL] = N_("Wild Power of Grayskull"),
    [KIND_WILD_WEB] = N_("Wild Web Swing"),
    [KIND_WILD_MINION] = N_("Mutated Minion"),
    [KIND_WILD_TARGET2] = N_("Wild Flex targeted Draw Two"),
    [KIND_WILD_ALL2] = N_("Wild Flex All Draw"),
    [KIND_WILD_FLEX4] = N_("Wild Flex Draw Four"),
    [KIND_WILD_FLIP] = N_("Wild All Flip"),
};

const char *card_kind_name(unsigned kind)
{
    return kind < KIND_COUNT ? kind_names[kind] : "";
}

/* -- in words -- */

static const char *label_pattern(const struct card *card)
{
    if (card->colour == COLOUR_NONE)
        return card->flex ? N_("{face}, with a flex side") : "{face}";
    if (card->flip)
        return N_("{colour} {face}, with a flip icon");
    return card->flex_colour != COLOUR_NONE ? N_("{colour} {face}, flex side {flex}")
                                            : N_("{colour} {face}");
}

static void add_label(struct html *html, const struct card *card)
{
    const char number[] = {(char)('0' + card->value), '\0'};
    const struct html_arg args[] = {
        {.place = "colour", .text = colour_word(html->language, card->colour)},
        {.place = "face",
         .text = card->kind == KIND_NUMBER ? number : tr(html->language, kind_names[card->kind])},
        {.place = "flex", .text = colour_word(html->language, card->flex_colour)},
        {.place = NULL}};
    html_attr_phrase(html, "aria-label", tr(html->language, label_pattern(card)), args);
}

/* -- as it is drawn -- */

struct html_art {
    struct svg svg;
    struct html symbols;
};

static void add_symbols(void *to, const char *text, size_t length)
{
    html_markup(to, text, length);
}

void html_art_destroy(struct html_art *art)
{
    if (art == NULL)
        return;
    html_finish(&art->symbols);
    free(art);
}

/* Returns NULL if memory is out: cards then have their words, and no drawing. */
static struct html_art *art_of(struct html *html)
{
    if (html->art == NULL && (html->art = malloc(sizeof(*html->art))) != NULL) {
        html_init(&html->art->symbols, html->language);
        svg_init(&html->art->svg, add_symbols, &html->art->symbols);
        svg_begin(&html->art->svg);
    }
    return html->art;
}

static void draw_card(struct html *html, const struct rules *rules, const struct card *card,
                      unsigned named, const char *id)
{
    struct art_card drawn;
    struct html_art *art = art_of(html);
    if (art == NULL)
        return;
    card_art(&drawn, html->language, rules, card);
    if (named != COLOUR_NONE)
        art_name(&drawn, named, colour_initial(html->language, rules, named));
    svg_card(&art->svg, id, &drawn, ART_PILE);
}

void html_art(struct html *html)
{
    if (html->art == NULL)
        return;
    svg_end(&html->art->svg);
    if (html->art->symbols.text != NULL)
        html_markup(html, html->art->symbols.text, html->art->symbols.length);
    html_art_destroy(html->art);
    html->art = NULL;
}

static void add_card(struct html *html, const struct rules *rules, const struct card *card,
                     unsigned named)
{
    char code[CARD_TEXT], href[SVG_ID + 1] = "#";
    face_format(card, code);
    svg_card_id(href + 1, code, named, ART_PILE);
    draw_card(html, rules, card, named, href + 1);
    html_open_class(html, "svg", "card");
    html_attr(html, "viewBox", "0 0 100 140");
    html_attr(html, "data-card", code);
    html_attr(html, "data-colour",
              card->colour == COLOUR_NONE ? "wild" : colour_name(card->colour));
    html_attr(html, "role", "img");
    add_label(html, card);
    html_open(html, "use");
    html_attr(html, "href", href);
    html_close(html);
    html_close(html);
}

void html_card(struct html *html, const struct rules *rules, const struct card *card)
{
    add_card(html, rules, card, COLOUR_NONE);
}

void html_card_named(struct html *html, const struct rules *rules, const char *code,
                     const char *colour)
{
    unsigned face = face_parse(&rules->deck, code, strlen(code));
    if (face == FACE_NONE)
        return;
    bool wild = kind_is_wild(rules->deck.face[face].kind);
    add_card(html, rules, &rules->deck.face[face],
             wild ? colour_parse(colour, strlen(colour)) : COLOUR_NONE);
}

void html_card_code(struct html *html, const struct rules *rules, const char *code)
{
    html_card_named(html, rules, code, "");
}

/* Shows a symbol of the page: "ring-red". */
static void use_symbol(struct html *html, const char *class, const char *box, const char *kind,
                       unsigned tint)
{
    char href[SVG_ID];
    struct buf buf;
    buf_init(&buf, href, sizeof(href));
    buf_printf(&buf, "#%s-%s", kind, pattern_name(tint));
    html_open_class(html, "svg", class);
    html_attr(html, "viewBox", box);
    html_attr(html, "aria-hidden", "true");
    html_open(html, "use");
    html_attr(html, "href", href);
    html_close(html);
    html_close(html);
}

void html_ring(struct html *html, const char *colour)
{
    unsigned tint = colour_parse(colour, strlen(colour));
    struct html_art *art = art_of(html);
    if (art != NULL)
        svg_ring(&art->svg, tint);
    use_symbol(html, "circle", "0 0 200 200", "ring", tint);
}

void html_square(struct html *html, const char *colour)
{
    unsigned tint = colour_parse(colour, strlen(colour));
    struct html_art *art = art_of(html);
    if (art != NULL)
        svg_square(&art->svg, tint);
    use_symbol(html, "square", "0 0 32 32", "square", tint);
}

void html_cards(struct html *html, const struct rules *rules, const char *const *codes)
{
    html_open_class(html, "span", "cards");
    for (; *codes != NULL; codes++)
        html_card_code(html, rules, *codes);
    html_close(html);
}
