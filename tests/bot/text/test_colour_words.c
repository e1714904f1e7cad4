/* The words of colours (config/locale/talon-CODE.words): each one is a colour and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/text/words.h"
#include "bot/text/words_table.h"
#include "words_sets.h"

static struct rules all_rules[SETS];

static int build_rules(void **state)
{
    (void)state;
    for (unsigned set = 0; set < SETS; set++)
        words_set_rules(&all_rules[set], set);
    return 0;
}

/* Two letters may be the codes of a colour and of a card: "vd" is vert +2 to the French. */
static bool is_whole_word(const struct word_row *row)
{
    return row->sense == SENSE_COLOUR && row->length > 2 && (unsigned char)*row->text < 0x80;
}

/* "yellow" is no wild ("yello", "w"), "verdes" no green skip, "arancione" no orange 1, not even
 * behind a filler. */
static void a_colour_alone_is_no_card(void **state)
{
    (void)state;
    for (const struct word_row *row = words_vocabulary; row->text != NULL; row++) {
        for (unsigned set = 0; is_whole_word(row) && set < SETS; set++) {
            struct play_words got;
            char text[64];
            snprintf(text, sizeof(text), "colour %s", row->text);
            if (words_play(&all_rules[set], row->text, &got) != WORDS_UNKNOWN_CARD ||
                words_play(&all_rules[set], text, &got) != WORDS_UNKNOWN_CARD)
                fail_msg("%s: \"%s\" is a card", set_names[set], row->text);
        }
    }
}

static void a_colour_and_a_numeral_are_its_card(void **state)
{
    (void)state;
    for (const struct word_row *row = words_vocabulary; row->text != NULL; row++) {
        for (unsigned set = 0; is_whole_word(row) && set < SETS; set++) {
            const struct rules *rules = &all_rules[set];
            const char *const before[] = {"", "5 ", ""};
            const char *const behind[] = {" 5", "", "5"};
            for (unsigned form = 0; form < 3; form++) {
                struct play_words got;
                char text[64];
                snprintf(text, sizeof(text), "%s%s%s", before[form], row->text, behind[form]);
                bool read = words_play(rules, text, &got) == WORDS_OK;
                bool has = rules_has_colour(rules, row->value);
                if (read != has || (read && rules->deck.face[got.face].colour != row->value))
                    fail_msg("%s: \"%s\" is read otherwise", set_names[set], text);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_colour_alone_is_no_card),
        cmocka_unit_test(a_colour_and_a_numeral_are_its_card),
    };
    return cmocka_run_group_tests_name("colour_words", tests, build_rules, NULL);
}
