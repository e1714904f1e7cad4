#include "card_html.h"

#include <string.h>

#include "base/text.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "engine/notation.h"

enum { LETTERS_MAX = 10 /* longer lines get the same letter size as a line of this length */ };

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

static void add_tag(struct html *html, unsigned colour, const char *class)
{
    const char letter[] = {colour_letter(colour), '\0'};
    html_open_class(html, "i", class);
    html_text(html, colour == COLOUR_NONE ? "" : letter);
    html_close(html);
}

static unsigned letters_of(const char *line, size_t length)
{
    size_t width = text_width(line, length);
    return (unsigned)(width < LETTERS_MAX ? width : LETTERS_MAX);
}

/* Writes the foot of a card that has a flex side: the letter of that side's colour, or "flex" if it
 * has none (a wild). */
static void add_flex(struct html *html, const struct card *card)
{
    const char letter[] = {colour_letter(card->flex_colour), '\0'};
    html_open_class(html, "i", "flex");
    html_element(html, "span", card->flex_colour == COLOUR_NONE ? "flex" : letter);
    html_close(html);
}

/* The words of the face, each on its own line. */
static void add_face(struct html *html, const struct card *card)
{
    char label[LABEL_MAX];
    const struct shown_card shown = card_shown(html->language, NULL, card, MARK_NONE, label);
    const char *at = label + shown.face;
    const char *end = at + shown.face_length;
    html_open(html, "b");
    if (shown.sign != SIGN_NONE)
        html_attr(html, "data-sign", shown.sign == SIGN_SKIP ? "skip" : "reverse");
    while (at < end) {
        const char *blank = strstr(at, "\u00A0");
        if (blank != NULL && blank >= end)
            blank = NULL;
        size_t length = (size_t)((blank != NULL ? blank : end) - at);
        html_open(html, "span");
        html_attr_number(html, "data-n", letters_of(at, length));
        html_text_part(html, at, length);
        html_close(html);
        at += length + (blank != NULL ? strlen("\u00A0") : 0);
    }
    html_close(html);
}

void html_card(struct html *html, const struct card *card)
{
    char code[CARD_TEXT];
    bool wild = card->colour == COLOUR_NONE;
    html_open_class(html, "span", "card");
    html_attr(html, "data-card", face_format(card, code));
    html_attr(html, "data-colour", wild ? "wild" : colour_name(card->colour));
    if (card->flex) {
        html_attr(html, "data-flex",
                  card->flex_colour == COLOUR_NONE ? "wild" : colour_name(card->flex_colour));
    }
    html_attr(html, "role", "img");
    add_label(html, card);
    if (!wild)
        add_tag(html, card->colour, NULL);
    if (card->flip)
        add_tag(html, COLOUR_NONE, "flip");
    add_face(html, card);
    if (card->flex)
        add_flex(html, card);
    html_close(html);
}

void html_card_code(struct html *html, const struct deck *deck, const char *code)
{
    unsigned face = face_parse(deck, code, strlen(code));
    if (face != FACE_NONE)
        html_card(html, &deck->face[face]);
}

void html_cards(struct html *html, const struct deck *deck, const char *const *codes)
{
    html_open_class(html, "span", "cards");
    for (; *codes != NULL; codes++)
        html_card_code(html, deck, *codes);
    html_close(html);
}
