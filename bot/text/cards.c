#include "cards.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "bot/text/language.h"
#include "engine/notation.h"

_Static_assert((int)LABEL_MAX == (int)SNAPSHOT_LABEL, "a label fits a drawn card");
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
    uint64_t face, rest; /* what decides it, too: the card; its mark and the colours of the set
                          * (colour_initial()) */
    uint8_t length;
    struct drawn_card card;
};

/* Apart from label_of(), which is quick without it. */
static __attribute__((noinline)) void make_label(const struct language *language,
                                                 const struct rules *rules, const struct card *card,
                                                 enum mark mark, struct label *label)
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
    buf_init(&buf, label->card.label, sizeof(label->card.label));
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
    label->language = language;
    label->card.card = shown;
    label->card.tint = card->colour;
    label->length = (uint8_t)buf_length(&buf);
}

/* Returns the label of a card. Each thread keeps the labels that it made, because a hand of seven
 * cards looks up dozens of words of the catalogue. A new label takes the place of another if both
 * fall on the same number. */
static const struct label *label_of(const struct language *language, const struct rules *rules,
                                    const struct card *card, enum mark mark)
{
    enum { LABEL_BITS = 10 };
    static _Thread_local struct label labels[1U << LABEL_BITS];
    uint64_t face = 0;
    uint32_t colours = 0;
    _Static_assert(sizeof(face) == sizeof(*card) && sizeof(colours) == sizeof(rules->colours),
                   "a card and the colours of a set are numbers");
    memcpy(&face, card, sizeof(face));
    if (rules != NULL)
        memcpy(&colours, rules->colours, sizeof(colours));
    uint64_t rest = (uint64_t)mark << 32 | colours;
    uint64_t mixed = (face ^ rest << 7 ^ (uintptr_t)language) * UINT64_C(0x9e3779b97f4a7c15);
    struct label *label = &labels[mixed >> (64 - LABEL_BITS)];
    if (label->language == language && label->face == face && label->rest == rest)
        return label;
    make_label(language, rules, card, mark, label);
    label->face = face;
    label->rest = rest;
    return label;
}

struct shown_card card_shown(const struct language *language, const struct rules *rules,
                             const struct card *card, enum mark mark, char label[LABEL_MAX])
{
    const struct label *kept = label_of(language, rules, card, mark);
    memcpy(label, kept->card.label, kept->length + 1U);
    return kept->card.card;
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
    message_card(message, (enum tint)colour, &shown, word, strlen(word));
}

static void say_behind(struct message *message, const char *before, const struct language *language,
                       const struct rules *rules, const struct card *card, enum mark mark)
{
    const struct label *label = label_of(language, rules, card, mark);
    message_label(message, before, &label->card, label->length);
}

void card_say(struct message *message, const struct language *language, const struct rules *rules,
              const struct card *card, enum mark mark)
{
    say_behind(message, "", language, rules, card, mark);
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
    const char *before = "";
    for (unsigned i = 0; i <= sizeof(rules->colours); i++) {
        bool wilds = i == sizeof(rules->colours);
        struct cards group =
            cards_and(cards, wilds ? rules->wilds : rules->of_colour[rules->colours[i]]);
        while (!cards_empty(group)) {
            unsigned card = cards_first(group);
            cards_remove(&group, card);
            say_behind(message, before, language, rules,
                       &rules->deck.face[rules->deck.face_of[card]], mark_of(legal, card));
            before = " ";
        }
        if (*before != '\0')
            before = parted;
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
