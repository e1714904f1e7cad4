#include "card.h"

unsigned cards_nth(struct cards set, unsigned n)
{
    for (; n > 0; n--) { /* the lowest bit goes, from the high word when the low one is empty */
        uint64_t low = set.bits[0];
        set.bits[1] &= set.bits[1] - (low == 0);
        set.bits[0] &= low - 1;
    }
    return cards_first(set);
}
