#include "words_sets.h"

#include <stdio.h>
#include <string.h>

const char *const set_names[SETS] = {"classic", "hyper", "skull", "web", "flex", "minion"};

static const uint8_t colours[SETS][4] = {{B, G, R, Y}, {B, G, R, Y}, {B, R, G, P},
                                         {B, G, R, Y}, {B, G, R, Y}, {B, G, O, Y}};
static const uint8_t specials[SETS] = {0, KIND_WILD_HYPER, KIND_WILD_SKULL, KIND_WILD_WEB,
                                       0, KIND_WILD_MINION};

static void add(struct rules *rules, struct card card, unsigned copies)
{
    struct deck *deck = &rules->deck;
    deck->face[deck->faces] = card;
    deck->copies[deck->faces] = (uint8_t)copies;
    deck->first[deck->faces] = deck->size;
    for (unsigned i = 0; i < copies; i++)
        deck->face_of[deck->size++] = deck->faces;
    deck->faces++;
}

/* The colours of the flex sides: partners of 1..8, then of skip, reverse, draw2. */
static const struct {
    uint8_t colour, partner[11];
} flexes[] = {
    {R, {Y, B, Y, G, G, Y, B, G, G, Y, B}},
    {G, {B, Y, B, R, R, B, Y, R, R, B, Y}},
    {B, {G, R, G, Y, Y, G, R, Y, Y, G, R}},
    {Y, {R, G, R, B, B, R, G, B, B, R, G}},
};

static void flex_rules(struct rules *rules)
{
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned side = 0; side < 2; side++) {
            for (unsigned n = 0; n < 11; n++) {
                struct card card = {.colour = flexes[c].colour};
                card.kind = (uint8_t)(n < 8 ? KIND_NUMBER : KIND_SKIP + n - 8);
                card.value = (uint8_t)(n < 8 ? n + 1 : 0);
                card.flex = side == 1;
                card.flex_colour = side == 1 ? flexes[c].partner[n] : COLOUR_NONE;
                card.flip = side == 0 && (n == 0 || n == 4);
                add(rules, card, 1);
            }
        }
    }
    for (unsigned kind = KIND_WILD_TARGET2; kind <= KIND_WILD_FLIP; kind++)
        add(rules, (struct card){.kind = (uint8_t)kind, .flex = kind != KIND_WILD_FLIP}, 4);
}

void words_set_rules(struct rules *rules, unsigned set)
{
    memset(rules, 0, sizeof(*rules));
    memcpy(rules->colours, colours[set], sizeof(rules->colours));
    if (strcmp(set_names[set], "flex") == 0) {
        flex_rules(rules);
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        const uint8_t colour = colours[set][c];
        for (unsigned n = 0; n < 10; n++) {
            add(rules, (struct card){.kind = KIND_NUMBER, .colour = colour, .value = (uint8_t)n},
                n == 0 ? 1 : 2);
        }
        for (unsigned kind = KIND_SKIP; kind <= KIND_DRAW2; kind++)
            add(rules, (struct card){.kind = (uint8_t)kind, .colour = colour}, 2);
    }
    add(rules, (struct card){.kind = KIND_WILD}, 4);
    add(rules, (struct card){.kind = KIND_WILD_DRAW4}, 4);
    if (specials[set] != 0)
        add(rules, (struct card){.kind = specials[set]}, 4);
}

const char *face_code(const struct rules *rules, unsigned face, char code[16])
{
    static const char *const kinds[] = {"",   "skip", "rev", "+2",  "W",   "W4",  "WH",
                                        "WS", "WW",   "WM",  "WT2", "WA2", "WF4", "WAF"};
    static const char letters[] = "-RGBYPO";
    if (face >= rules->deck.faces)
        return "";
    const struct card *card = &rules->deck.face[face];
    bool wild = kind_is_wild((enum kind)card->kind);
    char colour[2] = {letters[card->colour], '\0'};
    char numeral[2] = {(char)('0' + card->value), '\0'};
    char side[3] = {'|', letters[card->flex_colour], '\0'};
    snprintf(code, 16, "%s%s%s%s%s", wild ? "" : colour, kinds[card->kind],
             card->kind == KIND_NUMBER ? numeral : "", card->flex && !wild ? side : "",
             card->flip ? "^" : "");
    return code;
}
