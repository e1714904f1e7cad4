#include "make_order.h"

#include <stddef.h>

#include <utlist.h>

void make_order_put(struct make_order *order, struct make_turn *turn, enum limits_class class)
{
    turn->class = class;
    turn->waits = true;
    DL_APPEND(order->waiting[class], turn);
}

void make_order_drop(struct make_order *order, struct make_turn *turn)
{
    DL_DELETE(order->waiting[turn->class], turn);
    turn->waits = false;
}

struct make_turn *make_order_take(struct make_order *order)
{
    if (order->under_way >= order->most)
        return NULL;
    for (int class = 0; class < LIMITS_CLASSES; class ++) {
        struct make_turn *turn = order->waiting[class];
        if (turn == NULL)
            continue;
        make_order_drop(order, turn);
        order->under_way++;
        return turn;
    }
    return NULL;
}

void make_order_done(struct make_order *order)
{
    order->under_way--;
}
