#include "ticket.h"

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "bot/show/show_state.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"

static void clear_ticket(struct ticket *ticket)
{
    free(ticket->channel);
    free(ticket->id);
    *ticket = (struct ticket){0};
}

void tickets_free(struct tickets *tickets)
{
    for (unsigned i = 0; tickets != NULL && i < TICKETS_MAX; i++)
        clear_ticket(&tickets->ring[i]);
    free(tickets);
}

void ticket_carries_out(struct show *show, const char *command)
{
    show->looking = command;
}

void ticket_redoes(struct show *show, bool redoes)
{
    show->redoing = redoes;
}

static char *copy_text(const char *text, bool *good)
{
    char *made = text != NULL ? strdup(text) : NULL;
    *good = *good && (text == NULL || made != NULL);
    return made;
}

/* Returns the seat whose hand a message is; SEAT_NONE if it is no hand. */
static unsigned seat_of_hand(const struct show *show, const struct network *network,
                             const struct table *table, const struct message *message)
{
    bool hand = message->user != NULL && message->replaces && message->urgency == URGENCY_HAND;
    return hand && table->round != NULL
               ? seat_of(table, people_at(show->lent.people, network, message->user))
               : SEAT_NONE;
}

/* True if the message answers the command that we carry out now, and that command shows the state
 * of a table. */
static bool is_answer(const struct show *show, const struct network *network,
                      const struct message *message)
{
    const struct chat_event *event = show->event;
    return show->looking != NULL && event != NULL && event->kind == CHAT_MESSAGE &&
           !event->user.unseen && network->adapter->impl->user != NULL &&
           network == show->answering && message->urgency == URGENCY_INFO &&
           (message->user == NULL || strcmp(message->user, event->user.id) == 0);
}

uint32_t ticket_make(struct network *network, const struct table *table,
                     const struct message *message)
{
    struct show *show = show_of(network->host);
    if (show->redoing || network->adapter->impl->behind == NULL || table == NULL ||
        place_kind_of(message->channel) != PLACE_CHANNEL)
        return 0;
    unsigned seat = seat_of_hand(show, network, table, message);
    bool answer = seat == SEAT_NONE && is_answer(show, network, message);
    if (seat == SEAT_NONE && !answer)
        return 0;
    if (show->tickets == NULL)
        show->tickets = calloc(1, sizeof(*show->tickets));
    if (show->tickets == NULL)
        return 0;
    uint32_t number = ++show->tickets->last ? show->tickets->last : ++show->tickets->last;
    struct ticket *ticket = &show->tickets->ring[number % TICKETS_MAX];
    clear_ticket(ticket);
    bool good = true;
    *ticket = (struct ticket){.number = number,
                              .network = network,
                              .table = table->id,
                              .stamp = table_stamp(table),
                              .seat = seat,
                              .channel = copy_text(message->channel, &good)};
    if (answer) {
        ticket->words = show->looking;
        ticket->id = copy_text(show->event->user.id, &good);
    }
    if (!good)
        clear_ticket(ticket);
    return ticket->number;
}

static struct ticket *find_ticket(const struct show *show, uint32_t number)
{
    struct ticket *ticket =
        show->tickets != NULL ? &show->tickets->ring[number % TICKETS_MAX] : NULL;
    bool there = ticket != NULL && number != 0 && ticket->number == number;
    bool known = false;
    for (unsigned i = 0; there && i < network_count(show->lent.people); i++)
        known = known || network_at(show->lent.people, i) == ticket->network;
    return known ? ticket : NULL;
}

static struct table *table_of(const struct show *show, const struct ticket *ticket)
{
    struct table *table = table_at(show->lent.tables, ticket->network, ticket->channel);
    return table != NULL && table->id == ticket->table ? table : NULL;
}

bool ticket_is_stale(void *host, uint32_t number)
{
    const struct show *show = show_of(host);
    const struct ticket *ticket = find_ticket(show, number);
    const struct table *table = ticket != NULL ? table_of(show, ticket) : NULL;
    return table != NULL && !*show->lent.stopping && table_stamp(table) != ticket->stamp;
}

const struct ticket *ticket_again(struct show *show, uint32_t number, struct table **table)
{
    const struct ticket *ticket = find_ticket(show, number);
    *table = ticket != NULL ? table_of(show, ticket) : NULL;
    return *table != NULL ? ticket : NULL;
}
