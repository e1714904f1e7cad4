/* part_leave.h: hands one part of a divided network to another process, while the others stay.
 *
 * From the turn of the loop in which it begins, the host ignores the events of that part. Its
 * tables leave memory and wait in the store. When everything decided before is durable, and so was
 * passed to the adapter, the adapter disconnects the part and sends what waits (adapter_impl.give).
 * Then the lease is given back. One part of a network leaves at a time. */
#ifndef TALON_BOT_HOST_FLEET_PART_LEAVE_H
#define TALON_BOT_HOST_FLEET_PART_LEAVE_H

#include <stdbool.h>

struct host;
struct network;

struct part_gift {
    unsigned part;
    const char *lease; /* lease of the part; copied. The members below are copied as they are */
    const char *heir;  /* the id of the process that is to have it */
    bool by_hand;      /* an operator asked for it */
    /* Called when the lease was given back. */
    void (*left)(struct host *host, const char *lease);
};
/* Begins to give a part, which runs. Returns false when memory is out. No other part may be
 * leaving. */
bool part_leave(struct network *network, const struct part_gift *gift);
/* Takes the next step in giving the part away; call it at the end of a turn of the loop. Does
 * nothing if no part leaves. */
void part_leave_look(struct network *network);
/* Forgets the leaving part, because the whole network ends. */
void part_leave_finish(struct network *network);

#endif
