#include "words_table.h"

#include <pthread.h>
#include <stddef.h>

#include "base/array.h"
#include "engine/card.h"

/* clang-format off */
const struct word_row words_vocabulary[] = {
    /* colours */
    {"red", 3, SENSE_COLOUR, COLOUR_RED},
    {"rouge", 3, SENSE_COLOUR, COLOUR_RED},
    {"green", 3, SENSE_COLOUR, COLOUR_GREEN},
    {"verte", 3, SENSE_COLOUR, COLOUR_GREEN},
    {"blue", 3, SENSE_COLOUR, COLOUR_BLUE},
    {"bleue", 3, SENSE_COLOUR, COLOUR_BLUE},
    {"yellow", 3, SENSE_COLOUR, COLOUR_YELLOW},
    {"jaune", 3, SENSE_COLOUR, COLOUR_YELLOW},
    {"purple", 3, SENSE_COLOUR, COLOUR_PURPLE},
    {"violette", 3, SENSE_COLOUR, COLOUR_PURPLE},
    {"orange", 3, SENSE_COLOUR, COLOUR_ORANGE},
    {"r", 0, SENSE_COLOUR, COLOUR_RED},
    {"g", 0, SENSE_COLOUR, COLOUR_GREEN},
    {"b", 0, SENSE_COLOUR, COLOUR_BLUE},
    {"y", 0, SENSE_COLOUR, COLOUR_YELLOW},
    {"p", 0, SENSE_COLOUR, COLOUR_PURPLE},
    {"o", 0, SENSE_COLOUR, COLOUR_ORANGE},
    {"j", 0, SENSE_INITIAL, COLOUR_YELLOW},
    {"v", 0, SENSE_INITIAL, COLOUR_GREEN},
    {"v", 0, SENSE_INITIAL, COLOUR_PURPLE},
    {"\U0001F534", 0, SENSE_COLOUR, COLOUR_RED}, /* circles and squares of these colours */
    {"\U0001F7E5", 0, SENSE_COLOUR, COLOUR_RED},
    {"\U0001F7E2", 0, SENSE_COLOUR, COLOUR_GREEN},
    {"\U0001F7E9", 0, SENSE_COLOUR, COLOUR_GREEN},
    {"\U0001F535", 0, SENSE_COLOUR, COLOUR_BLUE},
    {"\U0001F7E6", 0, SENSE_COLOUR, COLOUR_BLUE},
    {"\U0001F7E1", 0, SENSE_COLOUR, COLOUR_YELLOW},
    {"\U0001F7E8", 0, SENSE_COLOUR, COLOUR_YELLOW},
    {"\U0001F7E3", 0, SENSE_COLOUR, COLOUR_PURPLE},
    {"\U0001F7EA", 0, SENSE_COLOUR, COLOUR_PURPLE},
    {"\U0001F7E0", 0, SENSE_COLOUR, COLOUR_ORANGE},
    {"\U0001F7E7", 0, SENSE_COLOUR, COLOUR_ORANGE},

    /* numerals; 2 and 4 also name the numbers of draw cards */
    {"0", 0, SENSE_NUMBER, 0}, {"zero", 0, SENSE_NUMBER, 0},
    {"1", 0, SENSE_NUMBER, 1}, {"one", 0, SENSE_NUMBER, 1},
    {"un", 0, SENSE_NUMBER, 1}, {"une", 0, SENSE_NUMBER, 1},
    {"2", 0, SENSE_NUMBER, 2}, {"two", 0, SENSE_NUMBER, 2}, {"deux", 0, SENSE_NUMBER, 2},
    {"3", 0, SENSE_NUMBER, 3}, {"three", 0, SENSE_NUMBER, 3}, {"trois", 0, SENSE_NUMBER, 3},
    {"4", 0, SENSE_NUMBER, 4}, {"four", 0, SENSE_NUMBER, 4}, {"quatre", 0, SENSE_NUMBER, 4},
    {"5", 0, SENSE_NUMBER, 5}, {"five", 0, SENSE_NUMBER, 5}, {"cinq", 0, SENSE_NUMBER, 5},
    {"6", 0, SENSE_NUMBER, 6}, {"six", 0, SENSE_NUMBER, 6},
    {"7", 0, SENSE_NUMBER, 7}, {"seven", 0, SENSE_NUMBER, 7}, {"sept", 0, SENSE_NUMBER, 7},
    {"8", 0, SENSE_NUMBER, 8}, {"eight", 0, SENSE_NUMBER, 8}, {"huit", 0, SENSE_NUMBER, 8},
    {"9", 0, SENSE_NUMBER, 9}, {"nine", 0, SENSE_NUMBER, 9}, {"neuf", 0, SENSE_NUMBER, 9},
    {"2", 0, SENSE_TRAIT, TRAIT_TWO}, {"two", 0, SENSE_TRAIT, TRAIT_TWO},
    {"deux", 0, SENSE_TRAIT, TRAIT_TWO},
    {"4", 0, SENSE_TRAIT, TRAIT_FOUR}, {"four", 0, SENSE_TRAIT, TRAIT_FOUR},
    {"quatre", 0, SENSE_TRAIT, TRAIT_FOUR},

    /* coloured action cards */
    {"s", 0, SENSE_TRAIT, TRAIT_SKIP},
    {"skip", 3, SENSE_TRAIT, TRAIT_SKIP},
    {"passer", 4, SENSE_TRAIT, TRAIT_SKIP},
    {"passe", 0, SENSE_TRAIT, TRAIT_SKIP},
    {"sauter", 4, SENSE_TRAIT, TRAIT_SKIP}, /* saute ton tour */
    {"block", 0, SENSE_TRAIT, TRAIT_SKIP},
    {"bloquer", 5, SENSE_TRAIT, TRAIT_SKIP},
    {"\u2298", 0, SENSE_TRAIT, TRAIT_SKIP}, /* what is printed on it */
    {"\U0001F6AB", 0, SENSE_TRAIT, TRAIT_SKIP},
    {"r", 0, SENSE_TRAIT, TRAIT_REVERSE},
    {"reverse", 3, SENSE_TRAIT, TRAIT_REVERSE},
    {"i", 0, SENSE_TRAIT, TRAIT_REVERSE},
    {"inversion", 3, SENSE_TRAIT, TRAIT_REVERSE},
    {"inverser", 3, SENSE_TRAIT, TRAIT_REVERSE},
    {"\u21C4", 0, SENSE_TRAIT, TRAIT_REVERSE},
    {"\u21BB", 0, SENSE_TRAIT, TRAIT_REVERSE},
    {"\U0001F504", 0, SENSE_TRAIT, TRAIT_REVERSE},
    {"\U0001F501", 0, SENSE_TRAIT, TRAIT_REVERSE},
    {"d", 0, SENSE_TRAIT, TRAIT_DRAW},
    {"draw", 3, SENSE_TRAIT, TRAIT_DRAW},
    {"piger", 3, SENSE_TRAIT, TRAIT_DRAW},
    {"piocher", 3, SENSE_TRAIT, TRAIT_DRAW},
    {"+", 0, SENSE_TRAIT, TRAIT_PLUS},
    {"plus", 0, SENSE_TRAIT, TRAIT_PLUS},

    /* wilds */
    {"w", 0, SENSE_TRAIT, TRAIT_WILD},
    {"wild", 3, SENSE_TRAIT, TRAIT_WILD},
    {"joker", 3, SENSE_TRAIT, TRAIT_WILD},
    {"blanche", 4, SENSE_TRAIT, TRAIT_WILD}, /* carte blanche */
    {"changement", 6, SENSE_TRAIT, TRAIT_WILD}, /* changement de couleur */
    {"h", 0, SENSE_TRAIT, TRAIT_HYPER},
    {"wh", 0, SENSE_TRAIT, TRAIT_HYPER},
    {"hyper", 3, SENSE_TRAIT, TRAIT_HYPER},
    {"hyperspeed", 6, SENSE_TRAIT, TRAIT_HYPER},
    {"hypervitesse", 6, SENSE_TRAIT, TRAIT_HYPER},
    {"speed", 0, SENSE_TRAIT, TRAIT_HYPER},
    {"vitesse", 0, SENSE_TRAIT, TRAIT_HYPER},
    {"ws", 0, SENSE_TRAIT, TRAIT_SKULL},
    {"skull", 3, SENSE_TRAIT, TRAIT_SKULL},
    {"crane", 3, SENSE_TRAIT, TRAIT_SKULL},
    {"pouvoir", 3, SENSE_TRAIT, TRAIT_SKULL},
    {"power", 3, SENSE_TRAIT, TRAIT_SKULL},
    {"ancestral", 3, SENSE_TRAIT, TRAIT_SKULL},
    {"grayskull", 4, SENSE_TRAIT, TRAIT_SKULL},
    {"greyskull", 4, SENSE_TRAIT, TRAIT_SKULL},
    {"ww", 0, SENSE_TRAIT, TRAIT_WEB},
    {"web", 0, SENSE_TRAIT, TRAIT_WEB},
    {"webswing", 4, SENSE_TRAIT, TRAIT_WEB},
    {"swing", 3, SENSE_TRAIT, TRAIT_WEB},
    {"toile", 4, SENSE_TRAIT, TRAIT_WEB},
    {"balancement", 3, SENSE_TRAIT, TRAIT_WEB},
    {"m", 0, SENSE_TRAIT, TRAIT_MINION},
    {"wm", 0, SENSE_TRAIT, TRAIT_MINION},
    {"minion", 3, SENSE_TRAIT, TRAIT_MINION},
    {"mutated", 3, SENSE_TRAIT, TRAIT_MINION},
    {"mutant", 3, SENSE_TRAIT, TRAIT_MINION},

    /* flex */
    {"wt", 0, SENSE_TRAIT, TRAIT_WILD | TRAIT_TARGETED},
    {"wa", 0, SENSE_TRAIT, TRAIT_WILD | TRAIT_ALL},
    {"wf", 0, SENSE_TRAIT, TRAIT_WILD | TRAIT_TARGETED | TRAIT_FOUR},
    {"waf", 0, SENSE_TRAIT, TRAIT_WILD | TRAIT_ALL | TRAIT_FLIP},
    {"targeted", 6, SENSE_TRAIT, TRAIT_TARGETED},
    {"ciblee", 5, SENSE_TRAIT, TRAIT_TARGETED}, /* "ciblé" folds to the command "cible" as well */
    {"all", 0, SENSE_TRAIT, TRAIT_ALL},
    {"tous", 0, SENSE_TRAIT, TRAIT_ALL},
    {"toutes", 0, SENSE_TRAIT, TRAIT_ALL},
    {"flip", 0, SENSE_TRAIT, TRAIT_FLIP},
    {"retourner", 5, SENSE_TRAIT, TRAIT_FLIP},
    {"flip", 0, SENSE_ICON, 0},
    {"retourner", 5, SENSE_ICON, 0},
    {"^", 0, SENSE_ICON, 0},
    {"flex", 0, SENSE_FLEX, 0},
    {"normal", 0, SENSE_NORMAL, 0},
    {"normale", 0, SENSE_NORMAL, 0},
    {"regular", 0, SENSE_NORMAL, 0},
    {"|", 0, SENSE_SIDE, 0},
    {"/", 0, SENSE_SIDE, 0},

    /* between the words */
    {"+", 0, SENSE_SEPARATOR, 0},
    {",", 0, SENSE_SEPARATOR, 0},
    {"&", 0, SENSE_SEPARATOR, 0},
    {"and", 0, SENSE_SEPARATOR, 0},
    {"et", 0, SENSE_SEPARATOR, 0},
    {",", 0, SENSE_FILLER, 0},
    {"card", 0, SENSE_FILLER, 0},
    {"carte", 0, SENSE_FILLER, 0},
    {"number", 0, SENSE_FILLER, 0},
    {"numero", 0, SENSE_FILLER, 0},
    {"numerotee", 0, SENSE_FILLER, 0},
    {"chiffre", 0, SENSE_FILLER, 0},
    {"icone", 0, SENSE_FILLER, 0},
    {"icon", 0, SENSE_FILLER, 0},
    {"symbol", 0, SENSE_FILLER, 0},
    {"symbole", 0, SENSE_FILLER, 0},
    {"colour", 0, SENSE_FILLER, 0},
    {"color", 0, SENSE_FILLER, 0},
    {"couleur", 0, SENSE_FILLER, 0},
    {"side", 0, SENSE_FILLER, 0},
    {"cote", 0, SENSE_FILLER, 0},
    {"ton", 0, SENSE_FILLER, 0},
    {"son", 0, SENSE_FILLER, 0},
    {"tour", 0, SENSE_FILLER, 0},
    {"the", 0, SENSE_FILLER, 0},
    {"of", 0, SENSE_FILLER, 0},
    {"le", 0, SENSE_FILLER, 0},
    {"la", 0, SENSE_FILLER, 0},
    {"de", 0, SENSE_FILLER, 0},
    {"du", 0, SENSE_FILLER, 0},
    {NULL, 0, 0, 0},
};

/* The rows in chains by their first byte: numbers of rows, 1 for the first; 0 ends a chain. */
enum { ROWS = ARRAY_SIZE(words_vocabulary), BYTES = 256 };
static uint16_t first_rows[BYTES], next_rows[ROWS];

static void chain_rows(void)
{
    for (unsigned i = ROWS - 1; i > 0; i--) { /* the last row has no text */
        unsigned byte = (unsigned char)words_vocabulary[i - 1].text[0];
        next_rows[i - 1] = first_rows[byte];
        first_rows[byte] = (uint16_t)i;
    }
}

const struct word_row *words_next_row(const struct word_row *row, char first)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    unsigned next = 0;
    if (row != NULL) {
        next = next_rows[row - words_vocabulary];
    } else {
        pthread_once(&once, chain_rows);
        next = first_rows[(unsigned char)first];
    }
    return next > 0 ? &words_vocabulary[next - 1] : NULL;
}

const struct card_row words_cards[] = {
    {TRAIT_NUMBER, 0, KIND_NUMBER, false},
    {TRAIT_SKIP, 0, KIND_SKIP, false},
    {TRAIT_SKIP | TRAIT_ALL, 0, KIND_SKIP, true}, /* passer tous */
    {TRAIT_REVERSE, 0, KIND_REVERSE, false},
    {TRAIT_DRAW, TRAIT_TWO, KIND_DRAW2, false},
    {TRAIT_WILD, 0, KIND_WILD, false},
    {TRAIT_WILD | TRAIT_FOUR, TRAIT_DRAW, KIND_WILD_DRAW4, false},
    {TRAIT_DRAW | TRAIT_FOUR, TRAIT_WILD, KIND_WILD_DRAW4, false},
    {TRAIT_WILD | TRAIT_DRAW, 0, KIND_WILD_DRAW4, false},
    {TRAIT_HYPER, TRAIT_WILD, KIND_WILD_HYPER, false},
    {TRAIT_SKULL, TRAIT_WILD, KIND_WILD_SKULL, false},
    {TRAIT_WEB, TRAIT_WILD, KIND_WILD_WEB, false},
    {TRAIT_MINION, TRAIT_WILD, KIND_WILD_MINION, false},
    {TRAIT_TARGETED | TRAIT_TWO, TRAIT_WILD | TRAIT_DRAW, KIND_WILD_TARGET2, false},
    {TRAIT_WILD | TRAIT_TWO, TRAIT_DRAW | TRAIT_TARGETED, KIND_WILD_TARGET2, false},
    {TRAIT_ALL | TRAIT_TWO, TRAIT_WILD | TRAIT_DRAW, KIND_WILD_ALL2, false},
    {TRAIT_ALL | TRAIT_DRAW, TRAIT_WILD | TRAIT_TWO, KIND_WILD_ALL2, false}, /* piger tous */
    {TRAIT_DRAW | TRAIT_FOUR, TRAIT_WILD | TRAIT_TARGETED, KIND_WILD_FLEX4, false},
    {TRAIT_WILD | TRAIT_FOUR, TRAIT_DRAW | TRAIT_TARGETED, KIND_WILD_FLEX4, false},
    {TRAIT_TARGETED | TRAIT_FOUR, TRAIT_WILD | TRAIT_DRAW, KIND_WILD_FLEX4, false},
    {TRAIT_FLIP, TRAIT_WILD | TRAIT_ALL, KIND_WILD_FLIP, false},
    /* words that fit several cards of flex, so that the text is ambiguous */
    {TRAIT_WILD, 0, KIND_WILD_TARGET2, false},
    {TRAIT_WILD, 0, KIND_WILD_ALL2, false},
    {TRAIT_WILD, 0, KIND_WILD_FLEX4, false},
    {TRAIT_WILD, 0, KIND_WILD_FLIP, false},
    {TRAIT_WILD | TRAIT_ALL, 0, KIND_WILD_ALL2, false},
    {TRAIT_WILD | TRAIT_ALL, 0, KIND_WILD_FLIP, false},
    {TRAIT_WILD | TRAIT_DRAW, 0, KIND_WILD_TARGET2, false},
    {TRAIT_WILD | TRAIT_DRAW, 0, KIND_WILD_ALL2, false},
    {TRAIT_WILD | TRAIT_DRAW, 0, KIND_WILD_FLEX4, false},
    {TRAIT_TARGETED, TRAIT_WILD | TRAIT_DRAW, KIND_WILD_TARGET2, false},
    {TRAIT_TARGETED, TRAIT_WILD | TRAIT_DRAW, KIND_WILD_FLEX4, false},
    {0, 0, 0, false},
};

const struct level_row words_levels[] = {
    {"easy", "easy"}, {"beginner", "easy"}, {"novice", "easy"}, {"simple", "easy"},
    {"facile", "easy"}, {"faciles", "easy"}, {"debutant", "easy"}, {"debutants", "easy"},
    {"normal", "normal"}, {"medium", "normal"}, {"average", "normal"},
    {"normaux", "normal"}, {"normale", "normal"}, {"moyen", "normal"}, {"moyens", "normal"},
    {"hard", "hard"}, {"difficult", "hard"}, {"strong", "hard"}, {"expert", "hard"},
    {"difficile", "hard"}, {"difficiles", "hard"}, {"fort", "hard"}, {"forts", "hard"},
    {"experts", "hard"},
    {"random", "random"}, {"chance", "random"}, {"hasard", "random"}, {"au hasard", "random"},
    {NULL, NULL},
};
/* clang-format on */

const char *const words_target_markers[] = {"target", "on", "sur", "cible", "contre", "@", NULL};

const char *const words_courtesies[] = {
    "please",     "pls",          "plz",   "thanks",        "thx", "ty",  "thankyou", "svp", "stp",
    "silteplait", "silvousplait", "merci", "mercibeaucoup", "lol", "mdr", "xd",       NULL};

const char *const words_proclamations[] = {
    "parlepouvoirducraneancestraljedetienslaforcetoutepuissante",
    "bythepowerofgrayskullihavethepower",
    "bythepowerofgreyskullihavethepower",
    NULL,
};
