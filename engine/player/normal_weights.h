/* normal_weights.h: the weights of normal.c, in hundredths of a natural logarithm: 100 more make
 * a choice e times as likely to be the right one. Each enumerator says where its table begins. */
#ifndef TALON_ENGINE_PLAYER_NORMAL_WEIGHTS_H
#define TALON_ENGINE_PLAYER_NORMAL_WEIGHTS_H

#include "../card.h"

enum { /* how large the tables are */
       ROOMS = 7,
       GROUPS = 5,
       HELD_MAX = 4,
       ALIKE_MAX = 2,
       SHARE_MAX = 7,
       WILDS_MAX = 3,
       OWN_MAX = 7,
       OWNS = OWN_MAX + 1,
       PLAIN_MAX = 3,
       NAMED_MAX = 7
};

enum {
    WEIGHT_KIND = 0,          /* [side][kind][next] */
    WEIGHT_GROUP = 112,       /* [room][group]: numbers, skip and reverse, wild, other wilds, +2 */
    WEIGHT_HELD = 147,        /* [cards in hand of the colour then in force][room] */
    WEIGHT_ALIKE = 182,       /* [cards in hand of the same number or symbol, in other
                               * colours][room] */
    WEIGHT_SHARE = 203,       /* [the colour's share of the unseen cards][the next player has at
                               * most two cards] */
    WEIGHT_COLOURS = 219,     /* [colours left][room] */
    WEIGHT_WILDS = 254,       /* [wilds left][room] */
    WEIGHT_REVERSE = 282,     /* [before][next] */
    WEIGHT_TARGET = 298,      /* [kind][of whom it hits] */
    WEIGHT_FOLLOW = 354,      /* [cards that could follow][room] */
    WEIGHT_DRAW = 389,        /* [own][next] */
    WEIGHT_DRAW_THOUGH = 421, /* [plain cards that could be played instead][own] */
    WEIGHT_KEEP = 453,        /* [own][next] */
    WEIGHT_NAMED = 485,       /* [held of the colour] */
    WEIGHT_GUILT = 493,       /* [tenths] */
    WEIGHT_DOUBT = 504,       /* [more than three cards][next] */
    WEIGHT_CHOSEN = 512,      /* [of whom is chosen] */
    WEIGHTS = 516
};

static const int16_t weights[WEIGHTS] = {
    -168, 144,  248,  314,  254,  332,  254,  214,  88,   119,  150,  98,   370,  391,  391,  196,
    -9,   -101, -156, -396, 59,   -128, -246, -535, 65,   86,   66,   -168, 458,  172,  232,  99,
    51,   30,   8,    -259, 297,  110,  49,   -220, -60,  -125, -166, -279, -122, -145, -203, -333,
    -1,   -239, -355, -528, -9,   -25,  -95,  -150, -316, -357, -363, -244, -6,   30,   52,   351,
    3,    -46,  -144, -165, 45,   4,    24,   231,  0,    0,    0,    0,    0,    0,    0,    0,
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    -11,  -21,  -14,  39,   514,  429,  382,  312,  5,    -63,  -7,   110,  0,    0,    0,    0,
    0,    0,    0,    0,    0,    111,  243,  19,   -231, 339,  167,  224,  -135, -363, 286,  162,
    173,  -221, -363, 317,  103,  149,  -199, -303, 323,  167,  141,  -234, -339, 359,  138,  84,
    -312, -225, 275,  0,    -94,  -84,  -54,  -48,  4,    -23,  0,    348,  178,  255,  186,  97,
    -28,  0,    0,    279,  69,   178,  174,  107,  0,    0,    0,    1,    -57,  36,   109,  0,
    0,    0,    0,    -98,  -175, 93,   0,    290,  350,  265,  214,  210,  74,   0,    0,    36,
    173,  220,  229,  231,  0,    0,    -12,  52,   78,   103,  185,  413,  428,  294,  461,  133,
    357,  -94,  -91,  -296, -298, -230, -235, -171, -161, -150, -152, 0,    305,  125,  56,   1,
    -4,   0,    0,    143,  286,  133,  70,   -180, -41,  0,    0,    -86,  93,   77,   -38,  -73,
    0,    0,    0,    -74,  49,   64,   56,   0,    0,    0,    0,    14,   268,  171,  0,    143,
    25,   -108, -170, -220, -197, 0,    305,  241,  320,  297,  217,  74,   0,    0,    125,  295,
    363,  376,  291,  0,    0,    0,    56,   162,  330,  286,  -51,  -163, -217, -193, 7,    -28,
    -130, -93,  33,   57,   -35,  -75,  76,   183,  295,  85,   0,    0,    0,    0,    0,    0,
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    0,    0,    337,  136,  -43,  -295, 0,    0,    0,    0,    587,  210,  -39,  -376, 0,    0,
    0,    0,    0,    -183, -155, -97,  -68,  -87,  -22,  0,    434,  135,  -30,  -71,  -78,  -34,
    0,    0,    349,  149,  58,   1,    11,   0,    0,    0,    363,  207,  133,  27,   0,    0,
    0,    0,    321,  306,  159,  -237, -237, -237, -237, -455, -337, -345, -447, -325, -293, -268,
    -264, -267, -299, -387, -303, -309, -383, -532, -136, -303, -390, -545, -157, -326, -424, -371,
    -249, -315, -389, -425, -236, 0,    -420, -363, -267, -42,  22,   6,    55,   0,    -285, -98,
    -44,  -78,  -118, -87,  -130, 0,    0,    -4,   1,    -11,  -30,  -13,  -56,  0,    0,    0,
    0,    -1,   -6,   -1,   -15,  0,    0,    0,    0,    0,    0,    0,    0,    -129, -120, -140,
    -143, -128, -91,  54,   93,   -123, -108, 110,  34,   -99,  -76,  42,   65,   -93,  -27,  -20,
    28,   -8,   -54,  -3,   55,   -41,  -46,  -27,  80,   47,   11,   -2,   1,    0,    1,    -373,
    6,    -299, 181,  244,  310,  295,  281,  53,   94,   110,  135,  170,  40,   71,   214,  306,
    310,  113,  -151, -62};

#endif
