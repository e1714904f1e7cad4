/* deck.h: a deck as data: its faces, and the number of copies of each.
 *
 * A rule set lists its deck in rows. deck_build() turns them into faces and cards. Cards are
 * numbered face by face in the order of the rows. */
#ifndef TALON_ENGINE_DECK_H
#define TALON_ENGINE_DECK_H

#include "card.h"

/* DECK_ONE: cards of the largest deck; DECK_MAX: of two of them. */
enum { DECK_ONE = 112, DECK_MAX = 2 * DECK_ONE, FACES_MAX = 96, FACE_NONE = 255 };

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
    uint8_t wild[DECK_MAX];        /* mask: 255 for a wild, else 0 */
    uint8_t face_of[DECK_MAX + 1]; /* face of each card; the entry [DECK_MAX] means no card and is
                                    * FACE_NONE */
};

/* Fills `deck` from `n` rows, with `decks` times the copies of each (HR-21). The rows are not
 * checked: they are constants that tests compare with RULES.md. */
void deck_build(struct deck *deck, const struct deck_row *rows, unsigned n, unsigned decks);

#endif
