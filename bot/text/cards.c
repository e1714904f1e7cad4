#include "cards.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "bot/text/language.h"
#include "engine/notation.h"

_Static_assert((int)TINT_RED == COLOUR_RED && (int)TINT_GREEN == COLOUR_GREEN &&
                   (int)TINT_BLUE == COLOUR_BLUE && (int)TINT_YELLOW == COLOUR_YELLOW &&
                   (int)TINT_PURPLE == COLOUR_PURPLE && (int)TINT_ORANGE == COLOUR_ORANGE,
               "a tint is a card's colour");

/* The text on a card besides its colour, short enough for a hand. */
static const char *const kind_words[KIND_COUNT] = {
    [KIND_SKIP] = N_("skip"),
    [KIND_REVERSE] = N_("rev"),
    [KIND_DRAW2] = N_("+2"),
    [KIND_WILD] = N_("W"),
    [KIND_WILD_DRAW4] = N_("W+4"),
    [KIND_WILD_HYPER] = N_("W hyper"),
    [KIND_WILD_SKULL] = N_("W skull"),
    [KIND_WILD_WEB] = N_("W web"),
    [KIND_WILD_MINION] = N_("W minion"),
    [KIND_WILD_TARGET2] = N_("W+2 targeted"),
    [KIND_WILD_ALL2] = N_("W+2 all"),
    [KIND_WILD_FLEX4] = N_("W+4"),
    [KIND_WILD_FLIP] = N_("W all flip"),
};

static const char *const colour_words[COLOUR_COUNT] = {
    [COLOUR_RED] = N_("red"),       [COLOUR_GREEN] = N_("green"),   [COLOUR_BLUE] = N_("blue"),
    [COLOUR_YELLOW] = N_("yellow"), [COLOUR_PURPLE] = N_("purple"), [COLOUR_ORANGE] = N_("orange"),
};

const char *colour_word(const struct language *language, unsigned colour)
{
    return colour == COLOUR_NONE ? "-" : tr(language, colour_words[colour]);
}

enum tint card_tint(const struct card *card)
{
    return (enum tint)card->colour;
}

static enum sign sign_of(const struct card *card)
{
    return card->kind == KIND_SKIP      ? SIGN_SKIP
           : card->kind == KIND_REVERSE ? SIGN_REVERSE
                                        : SIGN_NONE;
}

/* The short form by colour: the letter, or the longer form if two colours of the set share that
 * letter. */
static const char *const initials[COLOUR_COUNT] = {
    [COLOUR_RED] = N_("R"),    [COLOUR_GREEN] = N_("G"),  [COLOUR_BLUE] = N_("B"),
    [COLOUR_YELLOW] = N_("Y"), [COLOUR_PURPLE] = N_("P"), [COLOUR_ORANGE] = N_("O"),
};
static const char *const beginnings[COLOUR_COUNT] = {
    [COLOUR_RED] = N_("Red"),    [COLOUR_GREEN] = N_("Gre"),  [COLOUR_BLUE] = N_("Blu"),
    [COLOUR_YELLOW] = N_("Yel"), [COLOUR_PURPLE] = N_("Pur"), [COLOUR_ORANGE] = N_("Ora"),
};

const char *colour_initial(const struct language *language, const struct rules *rules,
                           unsigned colour)
{
    if (colour == COLOUR_NONE)
        return "-";
    const char *initial = tr(language, initials[colour]);
    for (unsigned i = 0; rules != NULL && i < sizeof(rules->colours); i++) {
        unsigned other = rules->colours[i];
        if (other != colour && strcmp(tr(language, initials[other]), initial) == 0)
            return tr(language, beginnings[colour]);
    }
    return initial;
}

/* Appends words with blanks (U+00A0) at which no line breaks. */
static void add_whole(struct buf *buf, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words == ' ')
            buf_add(buf, "\u00A0");
        else
            buf_add_char(buf, *words);
    }
}

/* A label as it was made. */
struct label {
    const struct language *language; /* NULL: none was made here yet */
    uint64_t key;                    /* key_of() */
    struct shown_card shown;
    uint8_t length;
    char text[LABEL_MAX];
};

/* Returns what decides a label, besides its language: the card, its mark, and the colours of the
 * set (colour_initial()). */
static uint64_t key_of(const struct rules *rules, const struct card *card, enum mark mark)
{
    uint64_t key = card->kind | (uint64_t)card->colour << 8 | (uint64_t)card->value << 16 |
                   (uint64_t)card->flex_colour << 24 | (uint64_t)card->flex << 28 |
                   (uint64_t)card->flip << 29 | (uint64_t)mark << 30;
    uint32_t colours = 0;
    _Static_assert(sizeof(colours) == sizeof(rules->colours), "the colours fill the upper half");
    if (rules != NULL)
        memcpy(&colours, rules->colours, sizeof(colours));
    return key | (uint64_t)colours << 32;
}

static struct shown_card make_label(const struct language *language, const struct rules *rules,
                                    const struct card *card, enum mark mark, char label[LABEL_MAX])
{
    static const char *const marks[] = {
        [MARK_NONE] = "", [MARK_PLAYABLE] = "*", [MARK_FLEX] = "*flex"};
    struct shown_card shown = {.sign = (uint8_t)sign_of(card),
                               .foot = card->flex,
                               .flip = card->flip,
                               .playable = mark != MARK_NONE};
    char code[CARD_TEXT];
    const char *face = face_format(card, code) + (card->colour != COLOUR_NONE);
    memcpy(shown.code, face, strcspn(face, "|^"));
    struct buf buf;
    buf_init(&buf, label, LABEL_MAX);
    buf_add_char(&buf, '[');
    if (card->colour != COLOUR_NONE) {
        buf_add(&buf, colour_initial(language, rules, card->colour));
        buf_add(&buf, "\u00A0");
    }
    shown.face = (uint8_t)buf_length(&buf);
    if (card->kind == KIND_NUMBER)
        buf_add_char(&buf, (char)('0' + card->value));
    else
        add_whole(&buf, tr(language, kind_words[card->kind]));
    shown.face_length = (uint8_t)(buf_length(&buf) - shown.face);
    if (card->flex && card->flex_colour != COLOUR_NONE) {
        buf_add_char(&buf, '/');
        buf_add(&buf, colour_initial(language, rules, card->flex_colour));
        shown.flex = card->flex_colour;
    }
    if (card->flip)
        buf_add_char(&buf, '^');
    buf_add_char(&buf, ']');
    buf_add(&buf, marks[mark]);
    return shown;
}

/* Returns the label of a card. Each thread keeps the labels that it made, because a hand of seven
 * cards looks up dozens of words of the catalogue. A new label takes the place of another if both
 * fall on the same number. */
static const struct label *label_of(const struct language *language, const struct rules *rules,
                                    const struct card *card, enum mark mark)
{
    enum { LABELS = 512 };
    static _Thread_local struct label labels[LABELS];
    uint64_t key = key_of(rules, card, mark);
    uint64_t mixed = (key ^ (uintptr_t)language) * UINT64_C(0x9e3779b97f4a7c15);
    struct label *label = &labels[mixed >> 32 & (LABELS - 1)];
    if (label->language != language || label->key != key) {
        label->shown = make_label(language, rules, card, mark, label->text);
        label->length = (uint8_t)strlen(label->text);
        label->language = language;
        label->key = key;
    }
    return label;
}

struct shown_card card_shown(const struct language *language, const struct rules *rules,
                             const struct card *card, enum mark mark, char label[LABEL_MAX])
{
    const struct label *kept = label_of(language, rules, card, mark);
    memcpy(label, kept->text, kept->length + 1U);
    return kept->shown;
}

char *card_label(const struct language *language, const struct rules *rules,
                 const struct card *card, enum mark mark, char label[LABEL_MAX])
{
    card_shown(language, rules, card, mark, label);
    return label;
}

void card_art(struct art_card *art, const struct language *language, const struct rules *rules,
              const struct card *card)
{
    char label[LABEL_MAX];
    const struct shown_card shown = card_shown(language, rules, card, MARK_NONE, label);
    art_read(art, card_tint(card), &shown, label);
}

uint8_t colour_letters(const struct language *language, const struct rules *rules, unsigned colour)
{
    return (uint8_t)strlen(colour_initial(language, rules, colour));
}

void colour_say(struct message *message, const struct language *language, const struct rules *rules,
                unsigned colour)
{
    const char *word = colour_word(language, colour);
    const struct shown_card shown = {.letters = colour_letters(language, rules, colour)};
    message_add(message, STYLE_CARD, (enum tint)colour, word, strlen(word));
    message_card(message, &shown);
}

void card_say(struct message *message, const struct language *language, const struct rules *rules,
              const struct card *card, enum mark mark)
{
    const struct label *label = label_of(language, rules, card, mark);
    message_add(message, STYLE_CARD, card_tint(card), label->text, label->length);
    message_card(message, &label->shown);
}

static enum mark mark_of(const struct legal *legal, unsigned card)
{
    if (legal == NULL)
        return MARK_NONE;
    return cards_has(legal->normal, card) ? MARK_PLAYABLE
           : cards_has(legal->flex, card) ? MARK_FLEX
                                          : MARK_NONE;
}

/* Sorts by colour in the order of the set, the wilds last; within a colour in the order of the
 * deck. */
static void add_groups(struct message *message, const struct language *language,
                       const struct rules *rules, struct cards cards, const struct legal *legal,
                       const char *parted)
{
    bool first = true;
    for (unsigned i = 0; i <= sizeof(rules->colours); i++) {
        bool wilds = i == sizeof(rules->colours);
        struct cards group =
            cards_and(cards, wilds ? rules->wilds : rules->of_colour[rules->colours[i]]);
        for (bool begins = true; !cards_empty(group); cards_remove(&group, cards_first(group))) {
            unsigned card = cards_first(group);
            if (!first)
                message_text(message, begins ? parted : " ");
            first = begins = false;
            card_say(message, language, rules, &rules->deck.face[rules->deck.face_of[card]],
                     mark_of(legal, card));
        }
    }
}

void cards_say(struct message *message, const struct language *language, const struct rules *rules,
               struct cards cards, const struct legal *legal)
{
    add_groups(message, language, rules, cards, legal, "  ");
}

void cards_say_rows(struct message *message, const struct language *language,
                    const struct rules *rules, struct cards cards, const struct legal *legal)
{
    add_groups(message, language, rules, cards, legal, "\n");
}

static void say_cards(struct message *message, const void *of)
{
    const struct cards_said *said = of;
    cards_say(message, said->language, said->rules, said->cards, said->legal);
}

struct arg arg_cards(const char *place, const struct cards_said *said)
{
    return arg_written(place, say_cards, said);
}
