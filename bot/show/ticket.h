/* ticket.h: finds messages that are out of date before a slow network sends them.
 *
 * Hands, and answers that show how a table stands, get a ticket (message.ticket). It notes the
 * state of the table. Before the adapter sends a message that waited, it asks with the ticket if
 * that state still holds (adapter_setup.is_stale). If not, it drops the message and raises
 * CHAT_STALE, and the host makes a new one. The new one gets no ticket, so it is sent in any case.
 * The newest TICKETS_MAX tickets are kept; messages with older ones are sent as they are. */
#ifndef TALON_BOT_SHOW_TICKET_H
#define TALON_BOT_SHOW_TICKET_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/adapter.h"

struct message;
struct network;
struct show;
struct table;

enum { TICKETS_MAX = 256 };

struct ticket {
    uint32_t number; /* 0: none */
    struct network *network;
    int64_t table;
    uint64_t stamp;    /* table_stamp() */
    unsigned seat;     /* seat whose hand it is; SEAT_NONE: it answers the command below */
    const char *words; /* name of that command; constant */
    char *channel;     /* channel of the table; owned, like `id` */
    char *id;          /* id of the person who asked. We look the person up again, because they may
                        * be gone */
};

struct tickets {
    uint32_t last;
    struct ticket ring[TICKETS_MAX];
};

/* Sets the name (a constant) of the command that we carry out now, if it shows the state of a
 * table; its answers get a ticket. NULL: there is none (any more). */
void ticket_carries_out(struct show *show, const char *command);
/* Sets if the messages from now on replace one whose ticket was out of date. */
void ticket_redoes(struct show *show, bool redoes);
/* Returns the ticket for a message that we are about to say about `table`; 0 if it needs none, or
 * if memory is out. `table` NULL: it is about none. */
uint32_t ticket_make(struct network *network, const struct table *table,
                     const struct message *message);
/* adapter_setup.is_stale; `host` is the host. */
bool ticket_is_stale(void *host, uint32_t number);
/* Called when a message with that ticket was dropped. Returns what to say again, and its table.
 * NULL: nothing. */
const struct ticket *ticket_again(struct show *show, uint32_t number, struct table **table);
void tickets_free(struct tickets *tickets);

#endif
