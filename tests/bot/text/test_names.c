/* The official names, and what is accepted beside them: every row of RULES.md 12, in both
 * languages, with every colour of every set that has the card. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/command/command.h"
#include "bot/command/commands.h"
#include "bot/text/words.h"
#include "words_sets.h"

static struct rules all_rules[SETS];

/* 12.2. */
static const struct {
    const char *name;
    unsigned sets;
    unsigned colour;
} colours[] = {
    {"bleu", ALL, COLOUR_BLUE},
    {"blue", ALL, COLOUR_BLUE},
    {"vert", ALL, COLOUR_GREEN},
    {"green", ALL, COLOUR_GREEN},
    {"rouge", ALL & ~MINION, COLOUR_RED},
    {"red", ALL & ~MINION, COLOUR_RED},
    {"jaune", ALL & ~SKULL, COLOUR_YELLOW},
    {"yellow", ALL & ~SKULL, COLOUR_YELLOW},
    {"violet", SKULL, COLOUR_PURPLE},
    {"purple", SKULL, COLOUR_PURPLE},
    {"orange", MINION, COLOUR_ORANGE},
};
enum { COLOURS = ARRAY_SIZE(colours) };

enum { SIDE = 1, NORMAL = 2, ICON = 4 }; /* of flex: what the name says of the side */

/* 12.1, by the rows of the table. */
static const struct {
    const char *name;
    unsigned sets;
    unsigned kind;
    unsigned side;
} cards[] = {
    {"Carte +2", ALL, KIND_DRAW2, 0},
    {"Draw Two", ALL, KIND_DRAW2, 0},
    {"Draw Two card", ALL, KIND_DRAW2, 0},
    {"+2", ALL, KIND_DRAW2, 0},
    {"pige deux", ALL, KIND_DRAW2, 0},
    {"pioche deux", ALL, KIND_DRAW2, 0},
    {"Inversion", ALL, KIND_REVERSE, 0},
    {"carte Inversion", ALL, KIND_REVERSE, 0},
    {"Inverser", ALL, KIND_REVERSE, 0},
    {"carte Inverser", ALL, KIND_REVERSE, 0},
    {"inverse", ALL, KIND_REVERSE, 0},
    {"Reverse", ALL, KIND_REVERSE, 0},
    {"Reverse card", ALL, KIND_REVERSE, 0},
    {"Passer", ALL, KIND_SKIP, 0},
    {"carte Passer", ALL, KIND_SKIP, 0},
    {"saute ton tour", ALL, KIND_SKIP, 0},
    {"Skip", ALL, KIND_SKIP, 0},
    {"Skip card", ALL, KIND_SKIP, 0},

    {"Carte blanche", FLEXLESS, KIND_WILD, 0},
    {"Wild", FLEXLESS, KIND_WILD, 0},
    {"Wild card", FLEXLESS, KIND_WILD, 0},
    {"joker", FLEXLESS, KIND_WILD, 0},
    {"changement de couleur", FLEXLESS, KIND_WILD, 0},
    {"Carte blanche +4", FLEXLESS, KIND_WILD_DRAW4, 0},
    {"Wild Draw Four", FLEXLESS, KIND_WILD_DRAW4, 0},
    {"Wild Draw 4", FLEXLESS, KIND_WILD_DRAW4, 0},
    {"Wild Draw Four card", FLEXLESS, KIND_WILD_DRAW4, 0},
    {"+4", FLEXLESS, KIND_WILD_DRAW4, 0},

    {"Carte blanche Hyper vitesse", HYPER, KIND_WILD_HYPER, 0},
    {"Wild Hyperspeed", HYPER, KIND_WILD_HYPER, 0},
    {"hyper", HYPER, KIND_WILD_HYPER, 0},
    {"Carte blanche Pouvoir du crâne ancestral", SKULL, KIND_WILD_SKULL, 0},
    {"Wild Power of Grayskull", SKULL, KIND_WILD_SKULL, 0},
    {"crâne", SKULL, KIND_WILD_SKULL, 0},
    {"skull", SKULL, KIND_WILD_SKULL, 0},
    {"Carte blanche «Balancement de toile»", WEB, KIND_WILD_WEB, 0},
    {"Wild Web Swing", WEB, KIND_WILD_WEB, 0},
    {"toile", WEB, KIND_WILD_WEB, 0},
    {"web", WEB, KIND_WILD_WEB, 0},
    {"Minion Mutant", MINION, KIND_WILD_MINION, 0},
    {"Carte Minion Mutant", MINION, KIND_WILD_MINION, 0},
    {"Mutated Minion", MINION, KIND_WILD_MINION, 0},
    {"The Mutated Minion card", MINION, KIND_WILD_MINION, 0},
    {"minion", MINION, KIND_WILD_MINION, 0},

    {"Carte +2 Flex", FLEX, KIND_DRAW2, SIDE},
    {"Flex Draw Two", FLEX, KIND_DRAW2, SIDE},
    {"Carte Passer Flex", FLEX, KIND_SKIP, SIDE},
    {"PASSER TOUS", FLEX, KIND_SKIP, SIDE},
    {"Flex Skip", FLEX, KIND_SKIP, SIDE},
    {"Skip All", FLEX, KIND_SKIP, SIDE},
    {"Carte Inverser Flex", FLEX, KIND_REVERSE, SIDE},
    {"Flex Reverse", FLEX, KIND_REVERSE, SIDE},
    {"Carte blanche Flex +2 ciblée", FLEX, KIND_WILD_TARGET2, 0},
    {"Wild Flex targeted Draw Two", FLEX, KIND_WILD_TARGET2, 0},
    {"Carte blanche Flex Piger tous", FLEX, KIND_WILD_ALL2, 0},
    {"Flex Wild All Draw", FLEX, KIND_WILD_ALL2, 0},
    {"Carte blanche Flex +4", FLEX, KIND_WILD_FLEX4, 0},
    {"Carte +4 «ciblée»", FLEX, KIND_WILD_FLEX4, 0},
    {"Wild Flex Draw Four", FLEX, KIND_WILD_FLEX4, 0},
    {"targeted Draw Four", FLEX, KIND_WILD_FLEX4, 0},
    {"Carte blanche Retourner toutes", FLEX, KIND_WILD_FLIP, 0},
    {"Carte blanche Retourner", FLEX, KIND_WILD_FLIP, 0},
    {"Wild All Flip", FLEX, KIND_WILD_FLIP, 0},

    {"carte Flex côté Flex Passer", FLEX, KIND_SKIP, SIDE},
    {"Flex card flex side Skip", FLEX, KIND_SKIP, SIDE},
    {"Passer côté «normal»", FLEX, KIND_SKIP, NORMAL},
    {"Skip regular side", FLEX, KIND_SKIP, NORMAL},
    {"Skip normal side", FLEX, KIND_SKIP, NORMAL},
    {"Passer côté «Flex»", FLEX, KIND_SKIP, SIDE},
    {"Skip flex side", FLEX, KIND_SKIP, SIDE},
};

/* A number card: the words around its numeral. */
static const struct {
    const char *before, *behind;
    unsigned sets;
    unsigned side;
} numbers[] = {
    {"", "", ALL, 0},
    {"carte ", "", ALL, 0},
    {"carte numérotée ", "", ALL, 0},
    {"number card ", "", ALL, 0},
    {"number ", "", ALL, 0},
    {"chiffre ", "", ALL, 0},
    {"numéro ", "", ALL, 0},
    {"", " Flex", FLEX, SIDE},
    {"carte Flex ", "", FLEX, SIDE},
    {"", " côté «normal»", FLEX, NORMAL},
    {"", " regular side", FLEX, NORMAL},
    {"", " côté «Flex»", FLEX, SIDE},
};

/* Behind a numeral that has it: the icon. */
static const char *const icons[] = {" icône «retourner»", " flip icon", " flip symbol", " ^"};

/* 12.3: what is a command. */
static const struct {
    const char *word, *command;
} commands[] = {
    {"piger", "draw"},          {"piocher", "draw"},
    {"draw", "draw"},           {"poser", "play"},
    {"jouer", "play"},          {"play", "play"},
    {"garder", "keep"},         {"keep", "keep"},
    {"défi", "challenge"},      {"défier", "challenge"},
    {"challenge", "challenge"}, {"accepter", "accept"},
    {"accept", "accept"},       {"uno", "uno"},
    {"contre-uno", "catch"},    {"catch", "catch"},
};

/* 9 (what sheets or rulings set) and 10. */
static const char *const switches[] = {
    "dealer",
    "first_discard",
    "first_wd4",
    "first_special",
    "wd4_match",
    "wd4_guilty_keeps_turn",
    "last_card_draw",
    "uno_window",
    "score",
    "hyper_stacks",
    "minion_skips",
    "skull_proclamation",
    "webswing_reveal",
    "flex_match",
    "flex_wd4_challenge",
    "round_limit",
    "stack",
    "deflect",
    "jump_in",
    "seven_zero",
    "force_play",
    "draw_until_playable",
    "no_bluff",
    "no_challenge",
    "uno_penalty",
    "false_uno",
    "auto_uno",
    "no_finish",
    "multi_play",
    "draw_keeps_turn",
    "mercy",
    "play_to_last",
    "hand_size",
    "target",
    "blocked_round",
    "two_decks",
    "two_player_reverse",
    "teams",
};

static unsigned wrong;

/* Reads as that card; of a wild the colour is the one named. */
static void reads(unsigned set, const char *text, struct card want, unsigned side)
{
    struct play_words got;
    const struct rules *rules = &all_rules[set];
    bool right = words_play(rules, text, &got) == WORDS_OK && got.face != FACE_NONE;
    if (right) {
        const struct card *card = &rules->deck.face[got.face];
        bool wild = kind_is_wild((enum kind)want.kind);
        unsigned colour = wild ? got.colour : card->colour;
        right = card->kind == want.kind && colour == want.colour && card->value == want.value &&
                (side != SIDE || (card->flex && got.flex)) && (side != NORMAL || !got.flex) &&
                (side != ICON || card->flip) && *got.target == '\0' && !got.uno;
    }
    if (right)
        return;
    print_error("%s: \"%s\" is not read\n", set_names[set], text);
    wrong++;
}

/* The colour before and behind. */
static void reads_with(unsigned set, const char *name, unsigned colour, struct card want,
                       unsigned side)
{
    char text[120];
    want.colour = (uint8_t)colours[colour].colour;
    snprintf(text, sizeof(text), "%s %s", name, colours[colour].name);
    reads(set, text, want, side);
    snprintf(text, sizeof(text), "%s %s", colours[colour].name, name);
    reads(set, text, want, side);
}

static void every_card_by_its_names(void **state)
{
    (void)state;
    wrong = 0;
    for (size_t i = 0; i < ARRAY_SIZE(cards); i++) {
        const struct card want = {.kind = (uint8_t)cards[i].kind};
        for (unsigned set = 0; set < SETS; set++) {
            if ((cards[i].sets >> set & 1) == 0)
                continue;
            for (unsigned c = 0; c < COLOURS; c++) {
                if ((colours[c].sets >> set & 1) != 0)
                    reads_with(set, cards[i].name, c, want, cards[i].side);
            }
            if (kind_is_wild((enum kind)want.kind)) /* its colour is asked for */
                reads(set, cards[i].name, want, cards[i].side);
        }
    }
    assert_int_equal(wrong, 0);
}

static void every_number_by_its_names(void **state)
{
    (void)state;
    wrong = 0;
    for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
        for (unsigned set = 0; set < SETS; set++) {
            const unsigned first = set == 4 ? 1 : 0;
            const unsigned last = set == 4 ? 8 : 9;
            for (unsigned n = first; n <= last && (numbers[i].sets >> set & 1) != 0; n++) {
                const struct card want = {.kind = KIND_NUMBER, .value = (uint8_t)n};
                char name[80];
                snprintf(name, sizeof(name), "%s%u%s", numbers[i].before, n, numbers[i].behind);
                for (unsigned c = 0; c < COLOURS; c++) {
                    if ((colours[c].sets >> set & 1) != 0)
                        reads_with(set, name, c, want, numbers[i].side);
                }
            }
        }
    }
    assert_int_equal(wrong, 0);
}

static void the_flip_icon_by_its_names(void **state)
{
    (void)state;
    wrong = 0;
    for (size_t i = 0; i < ARRAY_SIZE(icons); i++) {
        const struct card want = {.kind = KIND_NUMBER, .value = 1, .colour = COLOUR_RED};
        char text[80];
        snprintf(text, sizeof(text), "red 1%s", icons[i]);
        reads(4, text, want, ICON);
    }
    assert_int_equal(wrong, 0);
}

/* Whole words in both languages, and their beginnings of three letters. */
static void every_colour_by_its_names(void **state)
{
    (void)state;
    for (unsigned set = 0; set < SETS; set++) {
        for (unsigned c = 0; c < COLOURS; c++) {
            bool has = (colours[c].sets >> set & 1) != 0;
            unsigned want = has ? colours[c].colour : (unsigned)COLOUR_NONE;
            for (size_t length = 3; length <= strlen(colours[c].name); length++)
                assert_int_equal(words_colour(&all_rules[set], colours[c].name, length), want);
        }
    }
    assert_int_equal(words_colour(&all_rules[2], "v", 1), COLOUR_NONE); /* the input trap */
}

static void every_command_by_its_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
        const struct command *found = command_find(commands[i].word);
        if (found == NULL || strcmp(found->name, commands[i].command) != 0) {
            fail_msg("\"%s\" is %s, not %s", commands[i].word, found ? found->name : "nothing",
                     commands[i].command);
        }
    }
}

static void the_words_of_power(void **state)
{
    (void)state;
    assert_true(words_proclamation(
        "PAR LE POUVOIR DU CRÂNE ANCESTRAL... JE DÉTIENS LA FORCE TOUTE-PUISSANTE!"));
    assert_true(words_proclamation("By the power of Grayskull… I have the power!"));
}

/* Names of computer players' levels are of this kind, too. */
static void every_level_by_its_names(void **state)
{
    (void)state;
    static const char *const levels[][2] = {
        {"easy", "easy"},      {"Facile", "easy"},  {"débutant", "easy"}, {"beginner", "easy"},
        {"normal", "normal"},  {"MOYEN", "normal"}, {"medium", "normal"}, {"hard", "hard"},
        {"difficile", "hard"}, {"expert", "hard"},  {"random", "random"}, {"hasard", "random"},
    };
    for (size_t i = 0; i < ARRAY_SIZE(levels); i++)
        assert_string_equal(words_level(levels[i][0]), levels[i][1]);
    assert_null(words_level(""));
    assert_null(words_level("eas"));
    assert_null(words_level("a level of which nobody has ever heard before"));
}

static int build_rules(void **state)
{
    (void)state;
    for (unsigned set = 0; set < SETS; set++) {
        if (rules_init(&all_rules[set], ruleset_find(set_names[set]), NULL, 4) != RULES_OK)
            return -1;
    }
    return commands_setup() ? 0 : -1;
}

static void every_set_and_switch_by_its_name(void **state)
{
    (void)state;
    for (unsigned set = 0; set < SETS; set++) {
        assert_non_null(ruleset_find(set_names[set]));
        assert_string_equal(ruleset_name(ruleset_find(set_names[set])), set_names[set]);
    }
    for (size_t i = 0; i < ARRAY_SIZE(switches); i++) {
        if (switch_find(switches[i]) == SWITCH_COUNT)
            fail_msg("there is no switch \"%s\"", switches[i]);
    }
    assert_int_equal(ARRAY_SIZE(switches), SWITCH_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_by_its_names),
        cmocka_unit_test(every_number_by_its_names),
        cmocka_unit_test(the_flip_icon_by_its_names),
        cmocka_unit_test(every_colour_by_its_names),
        cmocka_unit_test(every_command_by_its_names),
        cmocka_unit_test(the_words_of_power),
        cmocka_unit_test(every_level_by_its_names),
        cmocka_unit_test(every_set_and_switch_by_its_name),
    };
    return cmocka_run_group_tests_name("names", tests, build_rules, NULL);
}
