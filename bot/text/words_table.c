#include "words_table.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "engine/card.h"

/* The rows in chains by the first two bytes of their text: numbers of rows, 1 for the first; 0 ends
 * a chain. */
enum { ROWS_MAX = 8192, CHAINS = 1024 };
static uint16_t first_rows[CHAINS], next_rows[ROWS_MAX];

static unsigned chain_of(const char *text, size_t length)
{
    unsigned second = length > 1 ? (unsigned char)text[1] : 0;
    return ((unsigned char)text[0] * 37U + second) % CHAINS;
}

static void chain_rows(void)
{
    unsigned count = 0;
    while (count < ROWS_MAX && words_vocabulary[count].text != NULL)
        count++;
    for (unsigned i = count; i > 0; i--) {
        const struct word_row *row = &words_vocabulary[i - 1];
        unsigned chain = chain_of(row->text, row->length);
        next_rows[i - 1] = first_rows[chain];
        first_rows[chain] = (uint16_t)i;
    }
}

/* Moves on to the next row of a chain that is the beginning of the text. */
static const struct word_row *row_from(unsigned number, const char *text, size_t length)
{
    for (; number > 0; number = next_rows[number - 1]) {
        const struct word_row *row = &words_vocabulary[number - 1];
        if (row->length <= length && memcmp(row->text, text, row->length) == 0)
            return row;
    }
    return NULL;
}

const struct word_row *words_next_row(const struct word_row *row, const char *text, size_t length)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const struct word_row *found = NULL;
    if (length == 0)
        return NULL;
    if (row == NULL) {
        pthread_once(&once, chain_rows);
        found = length > 1 ? row_from(first_rows[chain_of(text, length)], text, length) : NULL;
    } else {
        found = row_from(next_rows[row - words_vocabulary], text, length);
    }
    /* behind the chain of the first two bytes comes that of words with one byte */
    if (found == NULL && (row == NULL || row->length > 1))
        found = row_from(first_rows[chain_of(text, 1)], text, 1);
    return found;
}

/* clang-format off */
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
/* clang-format on */
