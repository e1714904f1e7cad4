/* ticket.h: what a message tells may have changed before a slow network sends it.
 *
 * Hands, and answers that show how a table stands, get a ticket (message.ticket): at which state
 * they were made. Where a message waits in the network's queue, the adapter asks with the ticket
 * before it sends (adapter_setup.is_stale). What is not so any more is dropped, and made anew
 * (CHAT_STALE); what is made anew gets no ticket, so that it is surely sent. The newest
 * TICKETS_MAX are known; older messages are sent as they are. */
#ifndef TALON_BOT_SHOW_TICKET_H
#define TALON_BOT_SHOW_TICKET_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/adapter.h"

struct host;
struct message;
struct network;
struct table;

enum { TICKETS_MAX = 256 };

struct ticket {
    uint32_t number; /* 0: none */
    struct network *network;
    int64_t table;
    uint64_t stamp;    /* table_stamp() */
    unsigned seat;     /* whose hand it is; SEAT_NONE: it answers a command: */
    const char *words; /* its name; constant */
    char *channel;     /* of the table; owned, as the next */
    char *id;          /* who asked; what else is known of them is asked anew: they may be gone */
};

struct tickets {
    uint32_t last;
    struct ticket ring[TICKETS_MAX];
};

/* The ticket for a message that is about to be said; 0: it needs none, or memory is out. */
uint32_t ticket_make(struct host *host, struct network *network, const struct message *message);
/* adapter_setup.is_stale; `arg` is the host. */
bool ticket_is_stale(void *arg, uint32_t number);
/* A message of that ticket was dropped: what is to be said anew, and of which table. NULL: nothing.
 */
const struct ticket *ticket_again(struct host *host, uint32_t number, struct table **table);
void tickets_free(struct tickets *tickets);

#endif
