/* Plays as people type them: RULES.md 12 (names and traps), 1 (codes), R-09, R-26, S-3, HR-4,
 * HR-14, F-2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/words_memory.h"
#include "words_sets.h"

enum { SIDE = 1, UNO = 2, EXACT = 4, PROCLAIM = 8 };

static struct rules all_rules[SETS];

struct play_case {
    unsigned sets; /* in all of which it reads so */
    const char *text;
    const char *codes; /* parted by blanks */
    unsigned colour;
    const char *target;
    unsigned flags;
};

/* clang-format off */
static const struct play_case plays[] = {
    /* numbers */
    {ALL, "b6", "B6", 0, "", 0},
    {CLASSIC | SKULL, "r5", "R5", 0, "", 0}, {CLASSIC, "R5", "R5", 0, "", 0}, {CLASSIC, "r 5", "R5", 0, "", 0},
    {CLASSIC, "red 5", "R5", 0, "", 0}, {CLASSIC, "5 red", "R5", 0, "", 0}, {CLASSIC, "5r", "R5", 0, "", 0},
    {CLASSIC, "red5", "R5", 0, "", 0}, {CLASSIC, "5red", "R5", 0, "", 0}, {CLASSIC, "rouge 5", "R5", 0, "", 0},
    {CLASSIC, "5 rouge", "R5", 0, "", 0}, {CLASSIC, "cinq rouge", "R5", 0, "", 0}, {CLASSIC, "rouge cinq", "R5", 0, "", 0},
    {CLASSIC, "red five", "R5", 0, "", 0}, {CLASSIC, "RED FIVE!", "R5", 0, "", 0}, {CLASSIC, "[R 5]", "R5", 0, "", 0},
    {CLASSIC, "red-5", "R5", 0, "", 0}, {CLASSIC, "red 5.", "R5", 0, "", 0}, {CLASSIC, "  r   5  ", "R5", 0, "", 0},
    {CLASSIC, "5, red", "R5", 0, "", 0}, {CLASSIC, "the red 5 card", "R5", 0, "", 0},
    {CLASSIC, "carte rouge numéro 5", "R5", 0, "", 0}, {CLASSIC, "rou5", "R5", 0, "", 0}, {CLASSIC, "yel 0", "Y0", 0, "", 0},
    {CLASSIC, "zéro jaune", "Y0", 0, "", 0}, {CLASSIC, "j0", "Y0", 0, "", 0}, {CLASSIC, "v9", "G9", 0, "", 0},
    {CLASSIC, "vert 9", "G9", 0, "", 0}, {CLASSIC, "verte 9", "G9", 0, "", 0}, {CLASSIC, "bleue 2", "B2", 0, "", 0},
    {CLASSIC, "blue 2", "B2", 0, "", 0}, {CLASSIC, "r2", "R2", 0, "", 0}, {CLASSIC, "r4", "R4", 0, "", 0},
    {CLASSIC, "deux rouge", "R2", 0, "", 0}, {CLASSIC, "four red", "R4", 0, "", 0}, {CLASSIC, "six bleu", "B6", 0, "", 0},
    {CLASSIC, "\U0001F534 5", "R5", 0, "", 0}, {CLASSIC, "\uFF32\uFF15", "R5", 0, "", 0},
    {SKULL, "p3", "P3", 0, "", 0}, {SKULL, "vio 3", "P3", 0, "", 0}, {SKULL, "ver 3", "G3", 0, "", 0}, {SKULL, "violet 3", "P3", 0, "", 0},
    {SKULL, "violette 3", "P3", 0, "", 0}, {SKULL, "purple 3", "P3", 0, "", 0},
    {MINION, "o3", "O3", 0, "", 0}, {MINION, "orange 3", "O3", 0, "", 0}, {MINION, "ora3", "O3", 0, "", 0},
    {WEB | FLEX | HYPER, "y7", "Y7", 0, "", 0},

    /* coloured action cards */
    {ALL, "bskip", "Bskip", 0, "", 0}, {ALL, "b skip", "Bskip", 0, "", 0}, {ALL, "skip blue", "Bskip", 0, "", 0},
    {ALL, "bs", "Bskip", 0, "", 0}, {ALL, "passer bleu", "Bskip", 0, "", 0}, {ALL, "bleu passer", "Bskip", 0, "", 0},
    {ALL, "passe bleu", "Bskip", 0, "", 0}, {ALL, "saute ton tour bleu", "Bskip", 0, "", 0},
    {ALL, "carte Passer bleue", "Bskip", 0, "", 0},
    {CLASSIC, "rs", "Rskip", 0, "", 0}, {CLASSIC, "rskip", "Rskip", 0, "", 0}, {CLASSIC, "red skip", "Rskip", 0, "", 0},
    {CLASSIC, "redskip", "Rskip", 0, "", 0}, {CLASSIC, "passer vert", "Gskip", 0, "", 0},
    {ALL, "brev", "Brev", 0, "", 0}, {ALL, "br", "Brev", 0, "", 0}, {ALL, "b r", "Brev", 0, "", 0}, {ALL, "reverse blue", "Brev", 0, "", 0},
    {ALL, "inversion bleu", "Brev", 0, "", 0}, {ALL, "inverser bleu", "Brev", 0, "", 0}, {ALL, "inverse bleu", "Brev", 0, "", 0},
    {ALL, "bi", "Brev", 0, "", 0}, {CLASSIC, "rr", "Rrev", 0, "", 0}, {CLASSIC, "r r", "Rrev", 0, "", 0}, {CLASSIC, "rrev", "Rrev", 0, "", 0},
    {CLASSIC, "red reverse", "Rrev", 0, "", 0}, {CLASSIC, "gr", "Grev", 0, "", 0}, {SKULL, "pr", "Prev", 0, "", 0},
    {SKULL, "prev", "Prev", 0, "", 0}, {MINION, "or", "Orev", 0, "", 0},
    {ALL, "b+2", "B+2", 0, "", 0}, {ALL, "bd", "B+2", 0, "", 0}, {ALL, "bd2", "B+2", 0, "", 0}, {ALL, "b d2", "B+2", 0, "", 0},
    {ALL, "+2 b", "B+2", 0, "", 0}, {ALL, "+2 bleu", "B+2", 0, "", 0}, {ALL, "draw2 blue", "B+2", 0, "", 0},
    {ALL, "draw 2 blue", "B+2", 0, "", 0}, {ALL, "draw two blue", "B+2", 0, "", 0}, {ALL, "blue draw two", "B+2", 0, "", 0},
    {ALL, "pige deux bleu", "B+2", 0, "", 0}, {ALL, "pioche deux bleue", "B+2", 0, "", 0}, {ALL, "carte +2 bleue", "B+2", 0, "", 0},
    {ALL, "b + 2", "B+2", 0, "", 0}, {ALL, "blue plus 2", "B+2", 0, "", 0}, {ALL, "bleu+2", "B+2", 0, "", 0}, {ALL, "+2b", "B+2", 0, "", 0},
    {CLASSIC, "rd", "R+2", 0, "", 0}, {CLASSIC, "rd2", "R+2", 0, "", 0}, {CLASSIC, "r+2", "R+2", 0, "", 0},
    {CLASSIC, "+2 r", "R+2", 0, "", 0}, {CLASSIC, "pige deux rouge", "R+2", 0, "", 0},

    /* wilds; a colour that was not said stays open (R-09) */
    {FLEXLESS, "w", "W", 0, "", 0}, {FLEXLESS, "wild", "W", 0, "", 0}, {FLEXLESS, "joker", "W", 0, "", 0},
    {FLEXLESS, "carte blanche", "W", 0, "", 0}, {FLEXLESS, "changement de couleur", "W", 0, "", 0},
    {FLEXLESS, "changement de couleur bleu", "W", B, "", 0},
    {FLEXLESS, "w b", "W", B, "", 0}, {FLEXLESS, "wb", "W", B, "", 0}, {FLEXLESS, "bw", "W", B, "", 0},
    {FLEXLESS, "wild blue", "W", B, "", 0}, {FLEXLESS, "blue wild", "W", B, "", 0}, {FLEXLESS, "wildblue", "W", B, "", 0},
    {FLEXLESS, "carte blanche bleu", "W", B, "", 0}, {FLEXLESS, "joker, bleu", "W", B, "", 0},
    {CLASSIC, "w r", "W", R, "", 0}, {CLASSIC, "wr", "W", R, "", 0}, {CLASSIC, "wild red", "W", R, "", 0},
    {SKULL, "wp", "W", P, "", 0}, {SKULL, "w vio", "W", P, "", 0}, {MINION, "wo", "W", O, "", 0},
    {FLEXLESS, "w4", "W4", 0, "", 0}, {FLEXLESS, "+4", "W4", 0, "", 0}, {FLEXLESS, "wd4", "W4", 0, "", 0}, {FLEXLESS, "w+4", "W4", 0, "", 0},
    {FLEXLESS, "wild 4", "W4", 0, "", 0}, {FLEXLESS, "wild draw four", "W4", 0, "", 0}, {FLEXLESS, "draw four", "W4", 0, "", 0},
    {FLEXLESS, "wilddrawfour", "W4", 0, "", 0}, {FLEXLESS, "carte blanche +4", "W4", 0, "", 0},
    {FLEXLESS, "pige quatre", "W4", 0, "", 0},
    {CLASSIC, "wd4 r", "W4", R, "", 0}, {CLASSIC, "w4 r", "W4", R, "", 0}, {CLASSIC, "w4r", "W4", R, "", 0},
    {CLASSIC, "w+4 rouge", "W4", R, "", 0}, {CLASSIC, "+4 red", "W4", R, "", 0}, {CLASSIC, "r+4", "W4", R, "", 0},
    {FLEXLESS, "wild draw four blue", "W4", B, "", 0}, {CLASSIC, "carte blanche +4 vert", "W4", G, "", 0},
    {SKULL, "+4 ver", "W4", G, "", 0},

    /* the special cards, by code and by name */
    {HYPER, "WH", "WH", 0, "", 0}, {HYPER, "hyper b", "WH", B, "", 0}, {HYPER, "hb", "WH", B, "", 0}, {HYPER, "whb", "WH", B, "", 0},
    {HYPER, "hyper speed red", "WH", R, "", 0}, {HYPER, "wild hyperspeed", "WH", 0, "", 0},
    {HYPER, "Carte blanche Hyper vitesse jaune", "WH", Y, "", 0},
    {SKULL, "ws g", "WS", G, "", 0}, {SKULL, "wsg", "WS", G, "", 0}, {SKULL, "skull", "WS", 0, "", 0}, {SKULL, "crâne", "WS", 0, "", 0},
    {SKULL, "CRÂNE violet", "WS", P, "", 0}, {SKULL, "Carte blanche Pouvoir du crâne ancestral vert", "WS", G, "", 0},
    {SKULL, "wild power of Grayskull red", "WS", R, "", 0},
    {WEB, "ww", "WW", 0, "", 0}, {WEB, "web", "WW", 0, "", 0}, {WEB, "toile", "WW", 0, "", 0}, {WEB, "wwb", "WW", B, "", 0},
    {WEB, "Carte blanche «Balancement de toile» jaune", "WW", Y, "", 0}, {WEB, "wild web swing g", "WW", G, "", 0},
    {MINION, "wm", "WM", 0, "", 0}, {MINION, "minion orange", "WM", O, "", 0}, {MINION, "wmo", "WM", O, "", 0},
    {MINION, "m o", "WM", O, "", 0}, {MINION, "the Mutated Minion card", "WM", 0, "", 0},
    {MINION, "Carte Minion Mutant jaune", "WM", Y, "", 0},

    /* flex: faces of the same look, sides (F-2), icons, wilds */
    {FLEX, "y2", "Y2", 0, "", 0}, {FLEX, "y2 flex", "Y2|G", 0, "", SIDE},
    {FLEX, "flex y2", "Y2|G", 0, "", SIDE}, {FLEX, "y2 normal", "Y2", 0, "", 0},
    {FLEX, "y2/g", "Y2|G", 0, "", EXACT}, {FLEX, "y2|g", "Y2|G", 0, "", EXACT},
    {FLEX, "Y2|G flex", "Y2|G", 0, "", EXACT | SIDE},
    {FLEX, "yellow 2 / green", "Y2|G", 0, "", EXACT}, {FLEX, "jaune 2 / vert", "Y2|G", 0, "", EXACT},
    {FLEX, "R1^", "R1^", 0, "", EXACT}, {FLEX, "r1", "R1^", 0, "", 0}, {FLEX, "r1 flip", "R1^", 0, "", EXACT},
    {FLEX, "r1|y", "R1|Y", 0, "", EXACT}, {FLEX, "r1 flex", "R1|Y", 0, "", SIDE},
    {FLEX, "Rskip|G", "Rskip|G", 0, "", EXACT}, {FLEX, "rskip flex", "Rskip|G", 0, "", SIDE},
    {FLEX, "passer flex rouge", "Rskip|G", 0, "", SIDE},
    {FLEX, "passer tous rouge", "Rskip|G", 0, "", SIDE},
    {FLEX, "skip all red", "Rskip|G", 0, "", SIDE},
    {FLEX, "Carte +2 Flex bleu", "B+2|R", 0, "", SIDE}, {FLEX, "b+2|r", "B+2|R", 0, "", EXACT},
    {FLEX, "grev|b", "Grev|B", 0, "", EXACT},
    {FLEX, "WT2", "WT2", 0, "", 0}, {FLEX, "wt2 g", "WT2", G, "", 0}, {FLEX, "w+2 g", "WT2", G, "", 0},
    {FLEX, "wild targeted draw two", "WT2", 0, "", 0}, {FLEX, "Carte blanche Flex +2 ciblée rouge", "WT2", R, "", 0},
    {FLEX, "carte blanche flex +2 ciblé flex rouge", "WT2", R, "", SIDE},
    {FLEX, "WA2 b", "WA2", B, "", 0}, {FLEX, "Carte blanche Flex Piger tous bleu", "WA2", B, "", 0},
    {FLEX, "Flex Wild All Draw blue", "WA2", B, "", 0}, {FLEX, "wa2 flex b", "WA2", B, "", SIDE},
    {FLEX, "WF4", "WF4", 0, "", 0}, {FLEX, "wf4 g", "WF4", G, "", 0}, {FLEX, "w4 g", "WF4", G, "", 0}, {FLEX, "+4 g", "WF4", G, "", 0},
    {FLEX, "wd4", "WF4", 0, "", 0}, {FLEX, "Flex Wild Draw Four green", "WF4", G, "", 0},
    {FLEX, "carte +4 ciblée verte", "WF4", G, "", 0},
    {FLEX, "WAF y", "WAF", Y, "", 0}, {FLEX, "wild all flip y", "WAF", Y, "", 0}, {FLEX, "flip y", "WAF", Y, "", 0},
    {FLEX, "Carte blanche Retourner toutes jaune", "WAF", Y, "", 0}, {FLEX, "retourner jaune", "WAF", Y, "", 0},

    /* uno with the play (R-26) */
    {ALL, "b6 last card", "B6", 0, "", UNO}, {ALL, "Last-Card! b6", "B6", 0, "", UNO},
    {ALL, "b6 dernière carte", "B6", 0, "", UNO}, {WEB, "web b on bob last card", "WW", B, "bob", UNO},
    {ALL, "b6 uno", "B6", 0, "", UNO}, {ALL, "b6 uno!", "B6", 0, "", UNO},
    {ALL, "b6, «UNO!»", "B6", 0, "", UNO}, {ALL, "b6 Uno !", "B6", 0, "", UNO},
    {ALL, "uno b6", "B6", 0, "", UNO}, {FLEXLESS, "w b UNO!!!", "W", B, "", UNO},

    /* targets */
    {WEB, "web b target Alice", "WW", B, "Alice", 0}, {WEB, "web b on Alice", "WW", B, "Alice", 0},
    {WEB, "toile bleu sur Zoé uno", "WW", B, "Zoé", UNO},
    {WEB, "web b @Alice", "WW", B, "Alice", 0}, {WEB, "web b @ Alice", "WW", B, "Alice", 0},
    {WEB, "web on Alice b", "WW", B, "Alice", 0}, {WEB, "web @Alice, b", "WW", B, "Alice", 0},
    {WEB, "web b Alice", "WW", B, "Alice", 0}, {WEB, "web Alice", "WW", 0, "Alice", 0},
    {WEB, "web Alice b", "WW", B, "Alice", 0}, {WEB, "web b al[ice]^", "WW", B, "al[ice]^", 0},
    {WEB, "web b on red", "WW", B, "red", 0}, {WEB, "web b on uno uno", "WW", B, "uno", UNO},
    {WEB, "web b on Jean Paul", "WW", B, "Jean Paul", 0},
    {WEB, "web on \"the red baron\" b", "WW", B, "the red baron", 0},
    {WEB, "web b bob", "WW", B, "bob", 0}, {WEB, "web b bob uno", "WW", B, "bob", UNO},
    {FLEX, "wt2 r bob flex", "WT2", R, "bob", SIDE},
    {FLEX, "wt2 flex r bob", "WT2", R, "bob", SIDE},
    {FLEX, "+2 ciblée rouge cible alice", "WT2", R, "alice", 0},
    {FLEX, "wf4 flex green P3", "WF4", G, "P3", SIDE},
    {CLASSIC, "r7 on bob", "R7", 0, "bob", 0},

    /* several cards (HR-14) */
    {CLASSIC, "r5 + b5", "R5 B5", 0, "", 0}, {CLASSIC, "r5, b5, g5", "R5 B5 G5", 0, "", 0}, {CLASSIC, "r5+b5", "R5 B5", 0, "", 0},
    {CLASSIC, "r5 + b5 uno", "R5 B5", 0, "", UNO}, {CLASSIC, "rouge 5 et bleu 5", "R5 B5", 0, "", 0},
    {CLASSIC, "red 5 and 5 blue", "R5 B5", 0, "", 0}, {CLASSIC, "r2+2b", "R2 B2", 0, "", 0}, {CLASSIC, "r2,2b", "R2 B2", 0, "", 0},
    {CLASSIC, "r5 + r5 + b5 + b5 + g5 + g5 + y5 + y5", "R5 R5 B5 B5 G5 G5 Y5 Y5", 0, "", 0},
    {FLEX, "r1^ + g1", "R1^ G1^", 0, "", EXACT},

    /* courtesy, emoji, quotation marks, digits of other scripts (typed.h) */
    {ALL, "b6 please", "B6", 0, "", 0}, {ALL, "please b6", "B6", 0, "", 0}, {ALL, "b6 \U0001F642", "B6", 0, "", 0},
    {ALL, "b6\U0001F642", "B6", 0, "", 0}, {ALL, "b6 s'il te plaît \U0001F64F\U0001F3FD", "B6", 0, "", 0},
    {ALL, "b6 s\u2019il vous plaît", "B6", 0, "", 0}, {ALL, "b6 :D", "B6", 0, "", 0}, {ALL, "b6 <3", "B6", 0, "", 0},
    {ALL, "b6 ;-)", "B6", 0, "", 0}, {ALL, "b6 merci uno", "B6", 0, "", UNO}, {ALL, "b6 uno thank you!", "B6", 0, "", UNO},
    {ALL, "«b6»", "B6", 0, "", 0}, {ALL, "\u201Cb6.\u201D", "B6", 0, "", 0}, {ALL, "b6\u3002", "B6", 0, "", 0},
    {ALL, "b\u0666", "B6", 0, "", 0}, {ALL, "\uFF22\uFF16", "B6", 0, "", 0}, {ALL, "b \u096C", "B6", 0, "", 0},
    {CLASSIC, "\U0001F534 5 \U0001F602", "R5", 0, "", 0}, {CLASSIC, "\U0001F5345", "R5", 0, "", 0},
    {CLASSIC, "r \U0001F6AB", "Rskip", 0, "", 0}, {FLEXLESS, "w b \U0001F389", "W", B, "", 0},
    {WEB, "web b on merci", "WW", B, "merci", 0}, {WEB, "web b on Alice please", "WW", B, "Alice", 0},
    {WEB, "web b on \u201CJean Paul\u201D merci", "WW", B, "Jean Paul", 0},
    {WEB, "web b @Alice \U0001F642", "WW", B, "Alice", 0}, {WEB, "web b on Alice.", "WW", B, "Alice", 0},

    /* the words of the skull card with the play (S-3) */
    {SKULL, "skull g Par le pouvoir du crâne ancestral... je détiens la force toute-puissante!", "WS", G, "", PROCLAIM},
    {SKULL, "by the power of Grayskull, I have the power! ws p", "WS", P, "", PROCLAIM},
};

static const struct {
    unsigned sets;
    const char *text;
    enum words_result result;
} refusals[] = {
    {ALL, "", WORDS_EMPTY}, {ALL, "  \t ", WORDS_EMPTY}, {ALL, "uno!", WORDS_EMPTY},
    {ALL, "hello", WORDS_UNKNOWN_CARD}, {ALL, "blue", WORDS_UNKNOWN_CARD}, {ALL, "b", WORDS_UNKNOWN_CARD},
    {ALL, "b10", WORDS_UNKNOWN_CARD}, {ALL, "b55", WORDS_UNKNOWN_CARD}, {ALL, "b+3", WORDS_UNKNOWN_CARD},
    {ALL, "b5x", WORDS_UNKNOWN_CARD}, {CLASSIC, "rrr", WORDS_UNKNOWN_CARD}, {CLASSIC, "rr r", WORDS_TRAILING},
    {ALL, "+", WORDS_UNKNOWN_CARD}, {ALL, "\xff\xfe", WORDS_UNKNOWN_CARD}, {ALL, "ye 5", WORDS_UNKNOWN_CARD},
    {CLASSIC, "purple 5", WORDS_UNKNOWN_CARD}, {CLASSIC, "orange 5", WORDS_UNKNOWN_CARD},
    {MINION, "red 5", WORDS_UNKNOWN_CARD}, {MINION, "r5", WORDS_UNKNOWN_CARD},
    {SKULL, "v5", WORDS_UNKNOWN_CARD}, {SKULL, "y5", WORDS_UNKNOWN_CARD}, {SKULL, "j5", WORDS_UNKNOWN_CARD},
    {CLASSIC, "hyper b", WORDS_UNKNOWN_CARD}, {CLASSIC, "ww", WORDS_UNKNOWN_CARD},
    {HYPER, "skull", WORDS_UNKNOWN_CARD}, {FLEXLESS, "wt2", WORDS_UNKNOWN_CARD},
    {FLEXLESS, "flip", WORDS_UNKNOWN_CARD}, {CLASSIC, "y2|g", WORDS_UNKNOWN_CARD},
    {FLEX, "b9", WORDS_UNKNOWN_CARD}, {FLEX, "b0", WORDS_UNKNOWN_CARD}, {FLEX, "9", WORDS_UNKNOWN_CARD},
    {FLEX, "y2|r", WORDS_UNKNOWN_CARD}, {FLEX, "y2^", WORDS_UNKNOWN_CARD},
    {FLEX, "y2|", WORDS_UNKNOWN_CARD}, {FLEX, "waf flex r", WORDS_TRAILING},

    {ALL, "5", WORDS_CARD_COLOUR_MISSING}, {ALL, "skip", WORDS_CARD_COLOUR_MISSING},
    {ALL, "passer", WORDS_CARD_COLOUR_MISSING}, {ALL, "reverse", WORDS_CARD_COLOUR_MISSING},
    {ALL, "inversion", WORDS_CARD_COLOUR_MISSING}, {ALL, "+2", WORDS_CARD_COLOUR_MISSING},
    {ALL, "draw two", WORDS_CARD_COLOUR_MISSING}, {ALL, "pige deux", WORDS_CARD_COLOUR_MISSING},
    {ALL, "4", WORDS_CARD_COLOUR_MISSING}, {ALL, "5 uno", WORDS_CARD_COLOUR_MISSING},
    {ALL, "b5 + 5", WORDS_CARD_COLOUR_MISSING}, {FLEX, "2 flex", WORDS_CARD_COLOUR_MISSING},

    {ALL, "blue green 5", WORDS_AMBIGUOUS}, {FLEXLESS, "wild blue green", WORDS_AMBIGUOUS},
    {FLEX, "wild", WORDS_AMBIGUOUS}, {FLEX, "joker rouge", WORDS_AMBIGUOUS},
    {FLEX, "wild all blue", WORDS_AMBIGUOUS}, {FLEX, "wild draw r", WORDS_AMBIGUOUS},
    {ALL, "b5 g", WORDS_AMBIGUOUS},

    {ALL, "b5 b5", WORDS_TRAILING}, {ALL, "5 bloo", WORDS_TRAILING},
    {CLASSIC, "r5 bob", WORDS_TRAILING}, {CLASSIC, "r7 bob", WORDS_TRAILING},
    {CLASSIC, "y2 flex", WORDS_TRAILING}, {CLASSIC, "r5 +", WORDS_TRAILING},
    {CLASSIC, "r5 + b", WORDS_TRAILING}, {CLASSIC, "r5 on a on b", WORDS_TRAILING},
    {WEB, "web b skip", WORDS_TRAILING}, {CLASSIC, "r5 + r5 + b5 + b5 + g5 + g5 + y5 + y5 + y5", WORDS_TRAILING},
};
/* clang-format on */

static const char *set_name(unsigned set)
{
    return set_names[set];
}

static void codes_of(const struct rules *rules, const struct play_words *play, char *text,
                     size_t size)
{
    char code[16];
    size_t at = 0;
    text[0] = '\0';
    for (unsigned i = 0; i <= play->more_count; i++) {
        unsigned face = i == 0 ? play->face : play->more[i - 1];
        const char *words = face_code(rules, face, code);
        assert_true(at + strlen(words) + 2 < size);
        if (i > 0)
            text[at++] = ' ';
        strcpy(text + at, words);
        at += strlen(words);
    }
}

static bool play_reads(unsigned set, const struct play_case *want)
{
    struct play_words got;
    char codes[128];
    enum words_result result = words_play(&all_rules[set], want->text, &got);
    codes_of(&all_rules[set], &got, codes, sizeof(codes));
    unsigned flags = (got.flex ? SIDE : 0U) | (got.uno ? UNO : 0U) | (got.exact ? EXACT : 0U) |
                     (got.proclaim ? PROCLAIM : 0U);
    if (result != WORDS_OK || strcmp(codes, want->codes) != 0 || got.colour != want->colour ||
        strcmp(got.target, want->target) != 0 || flags != want->flags) {
        print_error(
            "%s: \"%s\" reads as result %d, cards \"%s\", colour %u, target \"%s\", flags %u\n",
            set_name(set), want->text, (int)result, codes, got.colour, got.target, flags);
        return false;
    }
    return true;
}

static void plays_read_in_both_languages(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < ARRAY_SIZE(plays); i++) {
        for (unsigned set = 0; set < SETS; set++) {
            if (plays[i].sets >> set & 1)
                wrong += !play_reads(set, &plays[i]);
        }
    }
    assert_int_equal(wrong, 0);
}

static void what_is_no_play_is_told_apart(void **state)
{
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < ARRAY_SIZE(refusals); i++) {
        for (unsigned set = 0; set < SETS; set++) {
            if ((refusals[i].sets >> set & 1) == 0)
                continue;
            struct play_words got;
            enum words_result result = words_play(&all_rules[set], refusals[i].text, &got);
            if (result != refusals[i].result || got.face != FACE_NONE || got.more_count != 0) {
                wrong++;
                print_error("%s: \"%s\" gives %d, not %d\n", set_name(set), refusals[i].text,
                            (int)result, (int)refusals[i].result);
            }
        }
    }
    assert_int_equal(wrong, 0);
}

static bool is_same_play(const struct play_words *a, const struct play_words *b)
{
    return a->face == b->face && a->colour == b->colour && a->flex == b->flex &&
           a->exact == b->exact && a->uno == b->uno && a->proclaim == b->proclaim &&
           a->more_count == b->more_count && memcmp(a->more, b->more, sizeof(a->more)) == 0 &&
           strcmp(a->target, b->target) == 0 && a->kind == b->kind && a->value == b->value &&
           a->rest == b->rest;
}

static void remember(unsigned set, const char *text)
{
    struct play_words want, got;
    enum words_result result = words_play(&all_rules[set], text, &want);
    memset(&got, 0xff, sizeof(got));
    if (words_remembered(&all_rules[set], text, &got) != result || !is_same_play(&got, &want))
        fail_msg("%s: \"%s\" is remembered otherwise", set_name(set), text);
}

/* Every text in every set, twice: some fall on one place of the memory, and replace each other. */
static void what_is_remembered_is_what_was_read(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 2 * SETS; turn++) {
        unsigned set = turn % SETS;
        all_rules[set].set = ruleset_find(set_name(set));
        remember(set, "r5           uno"); /* as long as a text of the memory may be */
        remember(set, "r5            uno");
        for (size_t i = 0; i < ARRAY_SIZE(plays); i++)
            remember(set, plays[i].text);
        for (size_t i = 0; i < ARRAY_SIZE(refusals); i++)
            remember(set, refusals[i].text);
    }
}

/* RULES.md 1: every face by its code, in both cases. */
static void every_code_reads_as_its_face(void **state)
{
    (void)state;
    for (unsigned set = 0; set < SETS; set++) {
        const struct rules *rules = &all_rules[set];
        for (unsigned face = 0; face < rules->deck.faces; face++) {
            char code[16], small[16];
            struct play_words got;
            strcpy(code, face_code(rules, face, small));
            for (size_t i = 0; i <= strlen(code); i++)
                small[i] = (char)(code[i] >= 'A' && code[i] <= 'Z' ? code[i] + 'a' - 'A' : code[i]);
            if (words_play(rules, code, &got) != WORDS_OK || got.face != face ||
                words_play(rules, small, &got) != WORDS_OK || got.face != face)
                fail_msg("%s: %s", set_name(set), code);
        }
    }
}

static void a_missing_colour_can_be_answered(void **state)
{
    (void)state;
    struct play_words got;
    char code[16];
    const struct rules *rules = &all_rules[0];
    assert_int_equal(words_play(rules, "7 uno", &got), WORDS_CARD_COLOUR_MISSING);
    assert_true(got.uno);
    assert_int_equal(got.kind, KIND_NUMBER);
    assert_int_equal(got.value, 7);
    unsigned face = words_face(rules, got.kind, got.value, words_colour(rules, "vert", 4), false);
    assert_string_equal(face_code(rules, face, code), "G7");

    rules = &all_rules[4];
    assert_int_equal(words_play(rules, "passer flex", &got), WORDS_CARD_COLOUR_MISSING);
    assert_int_equal(got.kind, KIND_SKIP);
    assert_true(got.flex);
    face = words_face(rules, got.kind, got.value, R, got.flex);
    assert_string_equal(face_code(rules, face, code), "Rskip|G");
    assert_int_equal(words_face(rules, KIND_NUMBER, 9, R, false), FACE_NONE);

    assert_int_equal(words_play(rules, "r5 + 5", &got), WORDS_CARD_COLOUR_MISSING);
    assert_int_equal(got.kind, KIND_COUNT);
}

static void trailing_words_say_where(void **state)
{
    (void)state;
    struct play_words got;
    assert_int_equal(words_play(&all_rules[0], "red 5 é bof", &got), WORDS_TRAILING);
    assert_int_equal(got.rest, 6);
}

/* HR-4: a 7 swaps hands with a player, so a bare name may follow it. */
static void a_seven_takes_a_bare_name(void **state)
{
    (void)state;
    struct rules rules = all_rules[0];
    rules.switches.value[SWITCH_SEVEN_ZERO] = 1;
    struct play_words got;
    assert_int_equal(words_play(&rules, "r7 bob", &got), WORDS_OK);
    assert_string_equal(got.target, "bob");
    assert_int_equal(words_play(&rules, "7 bob", &got), WORDS_CARD_COLOUR_MISSING);
    assert_string_equal(got.target, "bob");
    assert_int_equal(words_play(&rules, "r6 bob", &got), WORDS_TRAILING);
}

/* The colours of each set, and the trap of skull: "v" is vert or violet. */
static void colours_are_read(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        unsigned sets;
        const char *text;
        unsigned colour;
    } cases[] = {
        {ALL, "blue", B}, {ALL, "Bleu", B}, {ALL, "BLEUE", B}, {ALL, "blu", B}, {ALL, "ble", B}, {ALL, "b", B},
        {ALL, "bl", 0}, {ALL, "green", G}, {ALL, "gre", G}, {ALL, "vert", G}, {ALL, "ver", G}, {ALL, "g", G},
        {ALL, "", 0}, {ALL, "blue green", 0}, {ALL, "bluegreen", 0}, {ALL, "5", 0}, {ALL, "blues", 0},
        {FLEXLESS & ~SKULL, "v", G}, {FLEX, "v", G}, {SKULL, "v", 0}, {SKULL, "vi", 0},
        {SKULL, "vio", P}, {SKULL, "violet", P}, {SKULL, "p", P}, {SKULL, "j", 0}, {SKULL, "yellow", 0},
        {ALL & ~SKULL, "j", Y}, {ALL & ~SKULL, "jaune", Y}, {ALL & ~SKULL, "y", Y}, {ALL & ~SKULL, "p", 0},
        {ALL & ~SKULL, "purple", 0}, {MINION, "o", O}, {MINION, "orange!", O}, {MINION, "r", 0},
        {MINION, "rouge", 0}, {ALL & ~MINION, "r", R}, {ALL & ~MINION, " rouge ", R},
        {ALL & ~MINION, "orange", 0}, {ALL & ~MINION, "\U0001F7E5", R}, {ALL, "\xc3", 0},
    };
    /* clang-format on */
    for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
        for (unsigned set = 0; set < SETS; set++) {
            if ((cases[i].sets >> set & 1) == 0)
                continue;
            unsigned got = words_colour(&all_rules[set], cases[i].text, strlen(cases[i].text));
            if (got != cases[i].colour) {
                fail_msg("%s: \"%s\" is colour %u, not %u", set_name(set), cases[i].text, got,
                         cases[i].colour);
            }
        }
    }
    assert_int_equal(words_colour(&all_rules[0], "redundant", 3), R);
}

/* S-3 */
static void the_proclamation_ignores_form(void **state)
{
    (void)state;
    assert_true(words_proclamation(
        "«PAR LE POUVOIR DU CRÂNE ANCESTRAL... JE DÉTIENS LA FORCE TOUTE-PUISSANTE!»"));
    assert_true(words_proclamation(
        "Par le pouvoir du crâne ancestral, je détiens la force toute-puissante"));
    assert_true(
        words_proclamation("parlepouvoir du CRANE ancestral je detiens laforce toute puissante"));
    assert_true(words_proclamation("By the power of Grayskull, I have the power"));
    assert_true(words_proclamation("ok: by the Power of GraySkull… I HAVE THE POWER!!! :)"));
    assert_false(words_proclamation("by the power of Grayskull"));
    assert_false(words_proclamation("I have the power"));
    assert_false(words_proclamation("hello"));
    assert_false(words_proclamation(""));
}

/* F-2: what is held answers to what was said, but a flex side that was asked for stays. */
static void the_alternative_is_what_the_hand_holds(void **state)
{
    (void)state;
    const struct rules *rules = &all_rules[4];
    struct play_words plain, flex;
    assert_int_equal(words_play(rules, "y2", &plain), WORDS_OK);
    assert_int_equal(words_play(rules, "y2 flex", &flex), WORDS_OK);
    struct cards none = cards_none(), only_plain = none, only_flex = none, other = none;
    cards_add(&only_plain, rules->deck.first[plain.face]);
    cards_add(&only_flex, rules->deck.first[flex.face]);
    cards_add(&other, rules->deck.first[words_face(rules, KIND_NUMBER, 3, Y, true)]);
    cards_add(&other, rules->deck.first[words_face(rules, KIND_NUMBER, 2, R, true)]);

    assert_int_equal(words_alternative(rules, plain.face, only_plain), plain.face);
    assert_int_equal(words_alternative(rules, plain.face, only_flex), flex.face);
    assert_int_equal(words_alternative(rules, plain.face, cards_or(only_plain, only_flex)),
                     plain.face);
    assert_int_equal(words_alternative(rules, plain.face, other), plain.face);
    assert_int_equal(words_alternative(rules, plain.face, none), plain.face);
    assert_int_equal(words_alternative(rules, flex.face, only_plain), flex.face);
    assert_int_equal(words_alternative(rules, FACE_NONE, only_plain), FACE_NONE);
}

/* Texts beyond every bound are refused or cut, in bounded time. */
static void long_texts_are_bounded(void **state)
{
    (void)state;
    char text[6000];
    struct play_words got;
    static const char *const bricks[] = {"r ", "r", "w", "2 ", "+", "r5 + ", "\u00e9", "b5 "};
    for (size_t i = 0; i < ARRAY_SIZE(bricks); i++) {
        size_t length = strlen(bricks[i]), at = 0;
        while (at + length < sizeof(text)) {
            memcpy(text + at, bricks[i], length);
            at += length;
        }
        text[at] = '\0';
        for (unsigned set = 0; set < SETS; set++)
            assert_int_not_equal(words_play(&all_rules[set], text, &got), WORDS_OK);
        assert_false(words_proclamation(text));
    }
    memset(text, 'x', 200);
    strcpy(text + 200, " r5");
    memcpy(text, "web b @", 7);
    assert_int_equal(words_play(&all_rules[3], text, &got), WORDS_TRAILING);
    assert_string_equal(got.target, "");
}

static int build_rules(void **state)
{
    (void)state;
    for (unsigned set = 0; set < SETS; set++)
        words_set_rules(&all_rules[set], set);
    return 0;
}

/* What other bots taught fingers: Marky's Color Uno, rbot, jenni and Sopel, the bots of Discord
 * with a prefix; behind the play command, colour and card in either order. */
static void words_of_other_bots_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code;
        unsigned colour;
    } forms[] = {
        /* Marky: pl b4, pl rs, pl yd, pl w then co r, pl wd */
        {"b4", "B4", 0},
        {"rs", "Rskip", 0},
        {"yd", "Y+2", 0},
        {"gr", "Grev", 0},
        {"w", "W", 0},
        {"wd", "W4", 0},
        {"B4", "B4", 0},
        {"WD", "W4", 0},
        /* rbot: pl w+4 g */
        {"w+4 g", "W4", G},
        {"w g", "W", G},
        {"r+2", "R+2", 0},
        {"b reverse", "Brev", 0},
        {"g skip", "Gskip", 0},
        {"y+2", "Y+2", 0},
        {"+4 g", "W4", G},
        {"g +4", "W4", G},
        /* jenni, Sopel: .play r 5, .play w y, .play wd4 y, .play r d2 */
        {"r 5", "R5", 0},
        {"w y", "W", Y},
        {"wd4 y", "W4", Y},
        {"r d2", "R+2", 0},
        {"g s", "Gskip", 0},
        {"b r", "Brev", 0},
        {"R D2", "R+2", 0},
        {"W R", "W", R},
        {"wd4 r", "W4", R},
        /* prefix bots of Discord: either order, whole words */
        {"red 5", "R5", 0},
        {"5 red", "R5", 0},
        {"5r", "R5", 0},
        {"red skip", "Rskip", 0},
        {"skip red", "Rskip", 0},
        {"reverse blue", "Brev", 0},
        {"blue reverse", "Brev", 0},
        {"red draw 2", "R+2", 0},
        {"draw 2 red", "R+2", 0},
        {"red +2", "R+2", 0},
        {"+2 red", "R+2", 0},
        {"wild red", "W", R},
        {"red wild", "W", R},
        {"wild+4 blue", "W4", B},
        {"blue wild +4", "W4", B},
        {"wild draw 4 blue", "W4", B},
        {"wild draw four", "W4", 0},
        {"draw 4 blue", "W4", B},
        {"wildcard red", "W", R},
        {"wild card red", "W", R},
        {"red-5", "R5", 0},
        {"red_5", "R5", 0},
        {"red:5", "R5", 0},
        {"wild (red)", "W", R},
        {"wild: red", "W", R},
        {"w=r", "W", R},
        {"red block", "Rskip", 0},
        {"block red", "Rskip", 0},
        {"red \u2298", "Rskip", 0},
        {"\U0001F6AB red", "Rskip", 0},
        {"red \u21C4", "Rrev", 0},
        {"\U0001F504 red", "Rrev", 0},
    };
    for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
        struct play_words words;
        char code[16];
        if (words_play(&all_rules[0], forms[i].text, &words) != WORDS_OK)
            fail_msg("\"%s\" is not read", forms[i].text);
        assert_string_equal(face_code(&all_rules[0], words.face, code), forms[i].code);
        assert_int_equal(words.colour, forms[i].colour);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_other_bots_are_read),
        cmocka_unit_test(plays_read_in_both_languages),
        cmocka_unit_test(what_is_no_play_is_told_apart),
        cmocka_unit_test(every_code_reads_as_its_face),
        cmocka_unit_test(what_is_remembered_is_what_was_read),
        cmocka_unit_test(a_missing_colour_can_be_answered),
        cmocka_unit_test(trailing_words_say_where),
        cmocka_unit_test(a_seven_takes_a_bare_name),
        cmocka_unit_test(colours_are_read),
        cmocka_unit_test(the_proclamation_ignores_form),
        cmocka_unit_test(the_alternative_is_what_the_hand_holds),
        cmocka_unit_test(long_texts_are_bounded),
    };
    return cmocka_run_group_tests_name("words", tests, build_rules, NULL);
}
