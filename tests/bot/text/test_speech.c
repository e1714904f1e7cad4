/* What Talon says can be typed back: card labels, command names and the commands that its
 * sentences advise, in every language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bot/command/command.h"
#include "bot/command/commands.h"
#include "bot/show/button_wording.h"
#include "bot/show/render/render.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/words.h"
#include "engine/notation.h"
#include "engine/ruleset.h"

static struct rules rules;

static void deal_rules(const struct ruleset *set)
{
    struct switches switches;
    ruleset_defaults(set, &switches);
    assert_int_equal(rules_init(&rules, set, &switches, 2), RULES_OK);
}

/* "[R\u00A05]*" -> "R 5" */
static void bare_label(const struct language *language, unsigned face, char label[LABEL_MAX])
{
    card_label(language, &rules, &rules.deck.face[face], MARK_PLAYABLE, label);
    size_t length = strlen(label);
    assert_true(length > 3 && length < LABEL_MAX - 1);
    assert_string_equal(label + length - 2, "]*");
    label[length - 2] = '\0';
    memmove(label, label + 1, length - 2);
}

/* `typed` is read as that face; `flex`: by its flex side. */
static void assert_typed(const struct language *language, const char *typed, unsigned face,
                         bool flex)
{
    struct play_words words;
    enum words_result result = words_play(&rules, typed, &words);
    if (result != WORDS_OK || words.face != face || words.flex != flex || words.target[0] != '\0' ||
        words.colour != COLOUR_NONE) {
        fail_msg(
            "%s, %s: \"%s\" is read as result %d, face %u instead of %u, %s side, target \"%s\"",
            ruleset_name(rules.set), language->code, typed, (int)result, words.face, face,
            words.flex ? "flex" : "normal", words.target);
    }
}

/* Without what a finger leaves away. */
static void without(const char *label, const char *left_away, char typed[LABEL_MAX])
{
    for (; *label != '\0'; label++) {
        if (strchr(left_away, *label) == NULL)
            *typed++ = *label;
    }
    *typed = '\0';
}

/* A label is read as its card as it is shown, with its brackets and its mark or without, in any
 * case, and behind the wild's colour or before it. */
static void assert_read_back(const struct language *language, unsigned face)
{
    const struct card *card = &rules.deck.face[face];
    for (enum mark mark = MARK_NONE; mark <= (card->flex ? MARK_FLEX : MARK_PLAYABLE); mark++) {
        char label[LABEL_MAX];
        char typed[LABEL_MAX];
        card_label(language, &rules, card, mark, label);
        assert_true(strlen(label) < LABEL_MAX - 1);
        assert_typed(language, label, face, mark == MARK_FLEX);
        without(label, "[]", typed);
        assert_typed(language, typed, face, mark == MARK_FLEX);
        without(label, "]", typed);
        assert_typed(language, typed, face, mark == MARK_FLEX);
        for (char *at = label; *at != '\0'; at++)
            *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + ('a' - 'A') : *at);
        assert_typed(language, label, face, mark == MARK_FLEX);
        if (mark == MARK_FLEX) /* a word of its own */
            continue;
        static const char *const left_away[] = {"*", "[]*", "[]* "};
        for (size_t i = 0; i < ARRAY_SIZE(left_away); i++) {
            without(label, left_away[i], typed);
            assert_typed(language, typed, face, false);
        }
    }
}

static void labels_are_read_back(void **state)
{
    (void)state;
    unsigned sets = 0;
    for (; ruleset_at(sets) != NULL; sets++) {
        deal_rules(ruleset_at(sets));
        for (unsigned n = 0; language_at(n) != NULL; n++) {
            for (unsigned face = 0; face < rules.deck.faces; face++)
                assert_read_back(language_at(n), face);
        }
    }
    assert_int_equal(sets, 6);
}

/* A wild as it is shown, and its colour in words or by its letter. */
static void labels_of_wilds_take_a_colour(void **state)
{
    (void)state;
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        deal_rules(ruleset_at(i));
        for (unsigned n = 0; language_at(n) != NULL; n++) {
            for (unsigned face = 0; face < rules.deck.faces; face++) {
                for (unsigned c = 0; c < 2 * sizeof(rules.colours); c++) {
                    char label[LABEL_MAX];
                    char typed[64];
                    struct play_words words;
                    unsigned colour = rules.colours[c / 2];
                    const struct card *card = &rules.deck.face[face];
                    if (!kind_is_wild((enum kind)card->kind))
                        continue;
                    card_label(language_at(n), &rules, card, MARK_PLAYABLE, label);
                    if (c % 2 == 0) {
                        snprintf(typed, sizeof(typed), "%s %s", label,
                                 colour_word(language_at(n), colour));
                    } else {
                        snprintf(typed, sizeof(typed), "%s %s", label,
                                 colour_initial(language_at(n), &rules, colour));
                    }
                    if (words_play(&rules, typed, &words) != WORDS_OK || words.face != face ||
                        words.colour != colour || words.flex)
                        fail_msg("%s: \"%s\"", ruleset_name(rules.set), typed);
                }
            }
        }
    }
}

/* Two faces of a set never look the same. */
static void labels_differ(void **state)
{
    (void)state;
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        deal_rules(ruleset_at(i));
        for (unsigned n = 0; language_at(n) != NULL; n++) {
            for (unsigned a = 0; a < rules.deck.faces; a++) {
                for (unsigned b = 0; b < a; b++) {
                    char one[LABEL_MAX];
                    char two[LABEL_MAX];
                    bare_label(language_at(n), a, one);
                    bare_label(language_at(n), b, two);
                    assert_string_not_equal(one, two);
                }
            }
        }
    }
}

static void colours_are_read_back(void **state)
{
    (void)state;
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        deal_rules(ruleset_at(i));
        for (unsigned n = 0; language_at(n) != NULL; n++) {
            for (unsigned colour = 0; colour < COLOUR_COUNT; colour++) {
                const char *word = colour_word(language_at(n), colour);
                if (rules_has_colour(&rules, colour))
                    assert_int_equal(words_colour(&rules, word, strlen(word)), colour);
            }
        }
    }
}

static void shown_commands_are_known(void **state)
{
    (void)state;
    assert_true(commands_setup());
    for (unsigned n = 0; language_at(n) != NULL; n++) {
        for (unsigned i = 0; command_at(i) != NULL; i++) {
            const char *name = command_name(command_at(i), language_at(n));
            if (command_find(name) != command_at(i)) {
                fail_msg("%s: %s is not the command %s", language_at(n)->code, name,
                         command_at(i)->name);
            }
        }
    }
}

/* French commands, and the forms that fingers find first. */
static void french_commands_are_known(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"poser", "play"},       {"jouer", "play"},     {"joue", "play"},
        {"piger", "draw"},       {"pige", "draw"},      {"piocher", "draw"},
        {"pioche", "draw"},      {"garder", "keep"},    {"garde", "keep"},
        {"passer", "keep"},      {"passe", "keep"},     {"défi", "challenge"},
        {"défier", "challenge"}, {"DEFI", "challenge"}, {"accepter", "accept"},
        {"contre-uno", "catch"}, {"couleur", "colour"}, {"cible", "target"},
        {"main", "hand"},        {"règles", "rules"},   {"pointage", "score"},
        {"palmarès", "top"},     {"arrêter", "stop"},   {"aide", "help"},
    };
    assert_true(commands_setup());
    for (size_t i = 0; i < ARRAY_SIZE(same); i++) {
        assert_non_null(command_find(same[i][0]));
        assert_string_equal(command_find(same[i][0])->name, same[i][1]);
    }
}

/* -- the catalogue as a text -- */

static void check_commands(const char *line)
{
    for (const char *at = strstr(line, "{p}"); at != NULL; at = strstr(at, "{p}")) {
        char word[64];
        at += 3;
        size_t length = strcspn(at, " .,:;!?)\"\\{\xc2");
        assert_true(length < sizeof(word));
        memcpy(word, at, length);
        word[length] = '\0';
        if (length > 0 && command_find(word) == NULL)
            fail_msg("no command \"%s\" in: %s", word, line);
    }
}

/* A mark that stands apart is held by a no-break space, and so is a word before "»". */
static void check_spaces(const char *line)
{
    static const char *const loose[] = {" :", " ;", " !", " ?", " %", " »", "« "};
    for (size_t i = 0; i < ARRAY_SIZE(loose); i++) {
        if (strstr(line, loose[i]) != NULL)
            fail_msg("a line could break in \"%s\": %s", loose[i], line);
    }
}

static void check_catalogue(const struct language *language)
{
    char path[512];
    char line[2048];
    bool translation = false;
    bool french = strcmp(language->code, "fr") == 0;
    unsigned lines = 0;
    snprintf(path, sizeof(path), "%s/%s.po", TALON_CATALOGUES, language->domain);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        if (line[0] == '#')
            continue;
        if (strncmp(line, "msg", 3) == 0)
            translation = strncmp(line, "msgstr", 6) == 0;
        check_commands(line);
        if (translation && french)
            check_spaces(line);
        lines++;
    }
    fclose(file);
    assert_true(lines > 500);
}

static void the_catalogues_are_well_formed(void **state)
{
    (void)state;
    assert_true(commands_setup());
    for (unsigned n = 1; language_at(n) != NULL; n++)
        check_catalogue(language_at(n));
}

static void expect_said(const struct language *language, const char *sentence)
{
    if (strcmp(tr(language, sentence), sentence) == 0)
        fail_msg("nobody says, or nobody translated: %s", sentence);
}

/* bot/show/button_wording.c finds its rows by the sentence that is said, which stands in the
 * catalogues because it is marked where it is said. */
static void sentences_with_a_button_are_still_said(void **state)
{
    const char *typed = NULL, *pressed = NULL;
    unsigned row = 0;
    (void)state;
    for (; button_wording_row(row, &typed, &pressed); row++) {
        for (unsigned n = 1; language_at(n) != NULL; n++) {
            expect_said(language_at(n), typed);
            expect_said(language_at(n), pressed);
        }
    }
    assert_true(row > 30);
}

/* -- phrases -- */

static void a_piece_keeps_its_cards_and_the_no_break_space(void **state)
{
    (void)state;
    const struct language *french = language_find("fr");
    struct message *line = message_create("#uno", NULL, URGENCY_INFO);
    struct cards cards = cards_none();
    deal_rules(ruleset_find("classic"));
    assert_non_null(line);
    cards_add(&cards, 0);
    cards_add(&cards, rules.deck.size - 1U);
    const struct cards_said said = {french, &rules, cards, NULL};
    PHRASE(line, tr(french, "{player}'s hand: {cards}"), arg_name("player", "zoé"),
           arg_cards("cards", &said));
    char label[LABEL_MAX];
    char wanted[128];
    snprintf(wanted, sizeof(wanted), "zoé montre sa main\u00a0: %s",
             card_label(french, &rules, &rules.deck.face[0], MARK_NONE, label));
    assert_memory_equal(line->text, wanted, strlen(wanted));
    assert_string_equal(strrchr(line->text, '['), "[blanche\u00A0+4]");
    unsigned drawn = 0;
    for (unsigned i = 0; i < line->span_count; i++)
        drawn += line->spans[i].style == STYLE_CARD;
    assert_int_equal(drawn, 2);

    PHRASE(line, "{cards}", arg_piece(line, "cards", NULL));
    assert_true(line->failed);
    message_destroy(line);
}

/* dngettext() finds both forms; 0 is singular in French. */
static void counted_words_have_two_forms(void **state)
{
    (void)state;
    const struct language *french = language_find("fr");
    static const char *const one = "{player} draws {n} card";
    static const char *const many = "{player} draws {n} cards";
    assert_string_equal(trn(french, one, many, 0), "{player} pige {n} carte");
    assert_string_equal(trn(french, one, many, 1), "{player} pige {n} carte");
    assert_string_equal(trn(french, one, many, 2), "{player} pige {n} cartes");
    assert_string_equal(trn(language_find("en"), one, many, 0), many);
}

static int setup(void **state)
{
    (void)state;
    return language_setup() ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_read_back),
        cmocka_unit_test(labels_of_wilds_take_a_colour),
        cmocka_unit_test(labels_differ),
        cmocka_unit_test(colours_are_read_back),
        cmocka_unit_test(shown_commands_are_known),
        cmocka_unit_test(french_commands_are_known),
        cmocka_unit_test(the_catalogues_are_well_formed),
        cmocka_unit_test(sentences_with_a_button_are_still_said),
        cmocka_unit_test(a_piece_keeps_its_cards_and_the_no_break_space),
        cmocka_unit_test(counted_words_have_two_forms),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
