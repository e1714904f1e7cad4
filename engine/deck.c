#include "deck.h"

#include <assert.h>

void deck_build(struct deck *deck, const struct deck_row *rows, unsigned n, unsigned decks)
{
    *deck = (struct deck){0};
    assert(n <= FACES_MAX);
    for (unsigned face = 0; face < n; face++) {
        deck->face[face] = rows[face].card;
        deck->copies[face] = (uint8_t)(rows[face].count * decks);
        deck->first[face] = deck->size;
        for (unsigned copy = 0; copy < deck->copies[face]; copy++) {
            assert(deck->size < DECK_MAX);
            deck->wild[deck->size] = kind_is_wild(rows[face].card.kind) ? 255 : 0;
            deck->face_of[deck->size++] = (uint8_t)face;
        }
    }
    deck->face_of[DECK_MAX] = FACE_NONE;
    deck->faces = (uint8_t)n;
}
