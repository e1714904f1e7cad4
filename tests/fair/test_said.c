/* The sentences that a proof reads (engine/proof/said.h) are those that the bot says: each stands
 * in the catalogue of every language, and a switch or a card is told in these words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/message.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "bot/text/switch_words.h"
#include "engine/player/player.h"
#include "engine/proof/proof.h"

/* As a log is cleaned: blanks that no line breaks at are blanks. */
static const char *clean(const char *text)
{
    static char bytes[4096];
    struct transcript log;
    size_t length = strlen(text);
    assert_true(length + 1 < sizeof(bytes));
    memcpy(bytes, text, length + 1);
    bool blank = length > 0 && text[length - 1] == ' '; /* a line loses it */
    transcript_begin(&log, bytes, length);
    if (blank && (length == 1 || log.text[strlen(log.text) - 1] != ' '))
        memcpy(log.text + strlen(log.text), " ", 2);
    return log.text;
}

static void assert_told(const char *const words[SAID_LANGUAGES])
{
    for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
        char mine[1024];
        snprintf(mine, sizeof(mine), "%s", clean(words[i]));
        assert_string_equal(mine, clean(tr(language_at(i), words[0])));
    }
}

static void every_sentence_is_of_the_catalogue(void **state)
{
    (void)state;
    assert_null(language_at(SAID_LANGUAGES)); /* a new language needs a column */
    for (unsigned said = 0; said < SAID_COUNT; said++) {
        bool counted = said == SAID_DEALS_ONE || said == SAID_DEALS ||
                       (said >= SAID_WINS_ONE && said <= SAID_TEAM_WINS_MATCH);
        assert_non_null(said_words[said][0]);
        if (!counted) {
            assert_told(said_words[said]);
            continue;
        }
        bool one = said == SAID_DEALS_ONE || said == SAID_WINS_ONE || said == SAID_WINS_MATCH_ONE ||
                   said == SAID_TEAM_WINS_ONE || said == SAID_TEAM_WINS_MATCH_ONE;
        const char *const *pair = said_words[one ? said : said - 1];
        const char *const *many = said_words[one ? said + 1 : said];
        for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
            char mine[1024];
            snprintf(mine, sizeof(mine), "%s", clean(said_words[said][i]));
            assert_string_equal(mine, clean(trn(language_at(i), pair[0], many[0], one ? 1 : 2)));
        }
    }
    for (unsigned i = 0; i < SAID_LEVELS; i++) {
        assert_non_null(player_find(said_levels[i].name));
        assert_told(said_levels[i].words);
    }
}

/* Whether some row tells that switch with that value so. */
static bool reads(unsigned id, unsigned language, const char *words)
{
    for (unsigned i = 0; i < said_switch_count; i++) {
        struct heard heard;
        if (said_switches[i].id == (enum switch_id)id &&
            said_hear(words, said_switches[i].words[language], &heard) && heard.at == words &&
            *heard.end == '\0')
            return true;
    }
    return false;
}

static void every_switch_is_read_as_it_is_told(void **state)
{
    (void)state;
    static const unsigned numbers[] = {0, 1, 2, 3, 7, 258, 500};
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        for (unsigned n = 0; n < ARRAY_SIZE(numbers); n++) {
            struct switches switches = {.value = {0}};
            const char *const *values = switch_info((enum switch_id)id)->values;
            unsigned count = 0;
            while (values != NULL && values[count] != NULL)
                count++;
            if (values != NULL && numbers[n] >= count)
                continue;
            switches.value[id] = (uint16_t)numbers[n];
            for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
                struct message *words = message_create(NULL, NULL, URGENCY_INFO);
                assert_non_null(words);
                switch_says(words, language_at(i), &switches, (enum switch_id)id);
                if (!message_empty(words) && !reads(id, i, clean(words->text)))
                    fail_msg("%s: %s", switch_info((enum switch_id)id)->name, words->text);
                message_destroy(words);
            }
        }
    }
}

static void every_card_is_read_as_it_is_shown(void **state)
{
    (void)state;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        struct rules rules;
        assert_int_equal(rules_init(&rules, ruleset_at(n), NULL, 2), RULES_OK);
        for (unsigned face = 0; face < rules.deck.faces; face++) {
            for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
                char shown[LABEL_MAX];
                char mine[PROOF_LABEL];
                card_label(language_at(i), &rules, &rules.deck.face[face], MARK_NONE, shown);
                proof_label(&rules, &rules.deck.face[face], i, false, mine);
                assert_string_equal(mine, clean(shown));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_of_the_catalogue),
        cmocka_unit_test(every_switch_is_read_as_it_is_told),
        cmocka_unit_test(every_card_is_read_as_it_is_shown),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
