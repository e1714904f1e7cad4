/* Any text as a play, a colour and a proclamation, in every set. What is read must be a card of the
 * deck that reads the same when it is typed by its code. */
#include <stdlib.h>
#include <string.h>

#include "bot/text/words.h"
#include "tests/bot/text/words_sets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_play(const struct rules *rules, const char *text)
{
    struct play_words got, again;
    enum words_result result = words_play(rules, text, &got);
    check(result == WORDS_OK ? got.face < rules->deck.faces : got.face == FACE_NONE);
    check(got.more_count <= WORDS_MORE_MAX && memchr(got.target, '\0', WORDS_TARGET_MAX) != NULL);
    check(got.rest <= strlen(text));
    check(got.colour == COLOUR_NONE || rules_has_colour(rules, got.colour));
    if (result != WORDS_OK)
        return;
    for (unsigned i = 0; i < got.more_count; i++)
        check(got.more[i] < rules->deck.faces);
    check(!got.flex || rules->deck.face[got.face].flex);
    char code[16];
    check(words_play(rules, face_code(rules, got.face, code), &again) == WORDS_OK);
    check(again.face == got.face);
    struct cards hand = cards_none();
    cards_add(&hand, rules->deck.first[got.face]);
    check(words_alternative(rules, got.face, hand) == got.face);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rules rules[SETS];
    static bool built;
    for (unsigned set = 0; !built && set < SETS; set++)
        words_set_rules(&rules[set], set);
    built = true;

    char text[4096];
    if (size >= sizeof(text))
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    for (unsigned set = 0; set < SETS; set++) {
        check_play(&rules[set], text);
        unsigned colour = words_colour(&rules[set], text, size);
        check(colour == COLOUR_NONE || rules_has_colour(&rules[set], colour));
    }
    words_proclamation(text);
    return 0;
}
