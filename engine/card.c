#include "card.h"

unsigned cards_nth(struct cards set, unsigned n)
{
    for (; n > 0; n--)
        cards_remove(&set, cards_first(set));
    return cards_first(set);
}
