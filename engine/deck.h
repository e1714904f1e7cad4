/* deck.h: a deck as data: which faces, how many of each.
 *
 * A rule set names its deck as rows; deck_build() spreads them into faces and cards. Cards are
 * numbered face by face in the order of the rows. */
#ifndef TALON_ENGINE_DECK_H
#define TALON_ENGINE_DECK_H

#include "card.h"

enum { DECK_MAX = 112, FACES_MAX = 96, FACE_NONE = 255 };

/* `count` copies of one face. */
struct deck_row {
    struct card card;
    uint8_t count;
};

struct deck {
    uint8_t size;  /* cards */
    uint8_t faces; /* different faces */
    struct card face[FACES_MAX];
    uint8_t copies[FACES_MAX];
    uint8_t first[FACES_MAX];      /* the lowest card of the face; its copies follow it */
    uint8_t wild[DECK_MAX];        /* a mask: 255 for a wild, else 0 */
    uint8_t face_of[DECK_MAX + 1]; /* card -> face; [DECK_MAX], no card: FACE_NONE */
};

/* Spreads `rows` (count of them in `n`) into `deck`. The rows are trusted: they are constants that
 * tests check against RULES.md. */
void deck_build(struct deck *deck, const struct deck_row *rows, unsigned n);

#endif
