/* Compares the lines of a round with its record (proof.h). */
#include <string.h>

#include "engine/array_size.h"
#include "engine/notation.h"
#include "proof.h"

static size_t add_words(char label[PROOF_LABEL], size_t length, const char *words)
{
    for (; *words != '\0' && length + 1 < PROOF_LABEL; words++)
        label[length++] = *words;
    label[length] = '\0';
    return length;
}

static size_t add_letter(char label[PROOF_LABEL], size_t length, char letter)
{
    const char word[2] = {letter, '\0'};
    return add_words(label, length, word);
}

/* Adds the letter of a colour to the label of a card, as bot/text/cards.h writes it. */
static size_t add_initial(char label[PROOF_LABEL], size_t length, const struct rules *rules,
                          unsigned colour, unsigned language, bool english)
{
    if (english)
        return add_letter(label, length, colour_letter(colour));
    const char *initial = said_initials[colour][language];
    for (unsigned other = 0; other < COLOUR_COUNT; other++) {
        if (other != colour && rules_has_colour(rules, other) &&
            strcmp(said_initials[other][language], initial) == 0)
            return add_words(label, length, said_beginnings[colour][language]);
    }
    return add_words(label, length, initial);
}

void proof_label(const struct rules *rules, const struct card *card, unsigned language,
                 bool english, char label[PROOF_LABEL])
{
    english = english || language == 0;
    size_t length = add_words(label, 0, "[");
    if (card->colour != COLOUR_NONE) {
        length = add_initial(label, length, rules, card->colour, language, english);
        length = add_words(label, length, " ");
    }
    length = card->kind == KIND_NUMBER ? add_letter(label, length, (char)('0' + card->value))
                                       : add_words(label, length, said_kinds[card->kind][language]);
    if (card->flex && card->flex_colour != COLOUR_NONE) {
        length = add_words(label, length, "/");
        length = add_initial(label, length, rules, card->flex_colour, language, english);
    }
    if (card->flip)
        length = add_words(label, length, "^");
    add_words(label, length, "]");
}

/* A card that a line shows. */
struct shown {
    unsigned language;
    uint8_t turned;
    struct stretch label;
    const char *words; /* before it, where they begin */
};

static const struct {
    enum said said;
    uint8_t turned;
} ways[] = {{SAID_PLAYS, 0}, {SAID_FIRST, 1}, {SAID_PASSED_OVER, 2}, {SAID_GOES_BACK, 3}};

/* Some networks put a coloured square before a label. Returns where the square begins; `at` if
 * there is none. */
static const char *before_picture(const char *message, const char *at)
{
    for (;;) {
        if (at - message >= 4 && (unsigned char)at[-4] >= 0xf0)
            at -= 4;
        else if (text_ends(message, at, "\xef\xb8\x8f"))
            at -= 3;
        else
            return at;
    }
}

/* Splits a pattern into the words before and behind {card}. Leaves out {player} at its
 * beginning. */
static void part_pattern(const char *pattern, char before[64], const char **behind)
{
    size_t length = 0;
    if (text_begins(pattern, "{player}"))
        pattern += strlen("{player}");
    for (; *pattern != '{' && length < 63; pattern++)
        before[length++] = *pattern;
    before[length] = '\0';
    *behind = pattern + strlen("{card}");
}

/* Finds which known sentence stands around the label that begins at `at` with "[". False: none of
 * them. */
static bool find_label(const char *message, const char *at, struct shown *shown)
{
    const char *end = at;
    const char *picture = before_picture(message, at);
    while (*end != '\0' && *end != ']')
        end++;
    for (unsigned i = 0; *end != '\0' && i < ARRAY_SIZE(ways); i++) {
        for (unsigned n = 0; n < SAID_LANGUAGES; n++) {
            char before[64];
            const char *behind = NULL;
            part_pattern(said_words[ways[i].said][n], before, &behind);
            if (!text_ends(message, picture, before) || !text_begins(end + 1, behind))
                continue;
            *shown = (struct shown){.language = n,
                                    .turned = ways[i].turned,
                                    .label = {at, (size_t)(end - at) + 1},
                                    .words = picture - strlen(before)};
            return true;
        }
    }
    return false;
}

unsigned proof_seat_before(const struct proof *proof, const char *message, const char *at)
{
    unsigned found = SEAT_NONE;
    size_t longest = 0;
    for (unsigned seat = 0; seat < proof->setup.players; seat++) {
        const char *name = proof->names[seat];
        size_t length = strlen(name);
        if (length > longest && text_ends(message, at, name) &&
            (at - length == message || at[-(ptrdiff_t)length - 1] == ' ')) {
            found = seat;
            longest = length;
        }
    }
    return found;
}

/* True if "then" or "and" before the words shows that they go on about the person named before. */
static bool goes_on(const struct shown *shown, const char *message)
{
    return text_ends(message, shown->words + 1, said_words[SAID_THEN][shown->language]) ||
           text_ends(message, shown->words + 1, said_words[SAID_AND][shown->language]) ||
           text_ends(message, shown->words, said_words[SAID_THEN][shown->language]) ||
           text_ends(message, shown->words, said_words[SAID_AND][shown->language]);
}

static bool is_it(const struct proof *proof, const struct proof_card *card,
                  const struct shown *shown, unsigned seat)
{
    char label[PROOF_LABEL];
    if (card->turned != shown->turned || (seat != SEAT_NONE && card->seat != seat))
        return false;
    const struct card *face = &proof->rules.deck.face[card->face];
    proof_label(&proof->rules, face, shown->language, false, label);
    if (stretch_is(shown->label, label))
        return true;
    proof_label(&proof->rules, face, shown->language, true, label);
    return stretch_is(shown->label, label);
}

const char *proof_compare(struct proof *proof, const char *message, unsigned *next)
{
    struct shown shown;
    struct heard heard;
    if (said_is(message, SAID_LAST_MOVE, &heard) || said_is(message, SAID_LAST_ROUND, &heard))
        return NULL; /* it repeats what was told */
    for (const char *at = message; *at != '\0'; at++) {
        if (*at != '[' || !find_label(message, at, &shown))
            continue;
        unsigned seat =
            shown.turned == 0 ? proof_seat_before(proof, message, shown.words) : SEAT_NONE;
        if (shown.turned == 0 && seat == SEAT_NONE && !goes_on(&shown, message))
            return "a card is played by somebody who has no seat in the setup";
        unsigned card = *next;
        while (card < proof->card_count && !is_it(proof, &proof->cards[card], &shown, seat))
            card++;
        if (card == proof->card_count)
            return "a card is shown that the record does not have there";
        proof->seen++;
        *next = card + 1;
    }
    return NULL;
}
