/* make_order.h: which file (rest.h) is made next. At most `most` are made at once. The others wait:
 * the lowest class comes first, and within a class the one that came first. Pure. */
#ifndef TALON_ADAPTERS_DISCORD_REST_MAKE_ORDER_H
#define TALON_ADAPTERS_DISCORD_REST_MAKE_ORDER_H

#include <stdbool.h>

#include "limits.h"

/* Embedded in what waits. */
struct make_turn {
    struct make_turn *prev, *next;
    enum limits_class class;
    bool waits; /* false: it was taken or dropped */
};

/* The caller sets `most`, and all else to zero. */
struct make_order {
    struct make_turn *waiting[LIMITS_CLASSES];
    unsigned most, under_way;
};

void make_order_put(struct make_order *order, struct make_turn *turn, enum limits_class class);
/* Returns the next file to make, which counts as under way until make_order_done(). NULL: none
 * waits, or `most` are under way. */
struct make_turn *make_order_take(struct make_order *order);
/* Drops a file that waits. */
void make_order_drop(struct make_order *order, struct make_turn *turn);
void make_order_done(struct make_order *order);

#endif
