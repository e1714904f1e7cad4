#include "speak.h"

#include <stdlib.h>
#include <string.h>

#include <uv.h>

#include "bot/show/outbox.h"
#include "bot/show/show_state.h"
#include "bot/show/ticket.h"
#include "bot/table/output_lost.h"
#include "bot/table/seats/seats.h"

struct show *show_create(const struct lent *lent, struct outbox *outbox)
{
    struct show *show = calloc(1, sizeof(*show));
    if (show != NULL)
        *show = (struct show){.lent = *lent, .outbox = outbox};
    return show;
}

void show_destroy(struct show *show)
{
    if (show != NULL)
        tickets_free(show->tickets);
    free(show);
}

void speak_begin_answer(const struct network *network, const struct chat_event *event)
{
    struct show *show = show_of(network->host);
    show->event = event;
    show->answering = network;
    outbox_set_cause(show->outbox, uv_hrtime());
}

void speak_end_answer(struct show *show)
{
    outbox_set_cause(show->outbox, 0);
    show->event = NULL;
}

void speak_forget_network(const struct network *network)
{
    struct show *show = show_of(network->host);
    if (show->answering == network)
        show->answering = NULL;
}

/* Marks messages made while we handle an event as its answer: whispers to the person who caused it,
 * and lines to the place where it was caused. A network may show an answer only to that person. So
 * whispers to others, lines to other channels and table messages are no answers. */
static void mark_answer(const struct network *network, struct message *message)
{
    const struct show *show = show_of(network->host);
    const struct chat_event *event = show->event;
    if (event == NULL || network != show->answering || message->answers != 0 ||
        message->purpose == PURPOSE_BOARD)
        return;
    const char *to = message->user != NULL ? message->user : message->channel;
    const char *from = message->user != NULL ? event->user.id : event->channel;
    if (to != NULL && from != NULL && strcmp(to, from) == 0)
        message->answers = event->answers;
}

/* Marks a line to a table's channel that tells what somebody's words did: it goes out first
 * (message.first). */
static void mark_first(const struct network *network, struct message *message)
{
    const struct show *show = show_of(network->host);
    const struct chat_event *event = show->event;
    if (event != NULL && event->kind == CHAT_MESSAGE && network == show->answering &&
        message->user == NULL && message->urgency == URGENCY_TABLE)
        message->first = true;
}

static enum company company_of(const struct table *table, const char *channel)
{
    if (place_kind_of(channel) == PLACE_PRIVATE)
        return COMPANY_ALONE;
    return table != NULL && seats_people(table) < table->seat_count && seats_people(table) <= 1
               ? COMPANY_ONE
               : COMPANY_PEOPLE;
}

/* Sends a message of a private table to its opener. Returns false if the opener is not here, or if
 * the message does not come from a table. */
static bool address(const struct table *table, struct message *message)
{
    if (place_kind_of(message->channel) != PLACE_PRIVATE)
        return true;
    if (message->user == NULL) {
        const struct person *opener = table != NULL ? table->opener : NULL;
        if (opener == NULL || opener->id == NULL)
            return false;
        if (!message_set_user(message, opener->id)) {
            message->failed = true;
            return false;
        }
        preferences_dress(message, &opener->preferences, message->mono);
    }
    message_drop_channel(message);
    return true;
}

/* Puts a message into the outbox. `table`: the table in the message's channel; NULL: there is none.
 */
static void put_out(struct network *network, const struct table *table, struct message *message)
{
    struct show *show = show_of(network->host);
    message->company = (uint8_t)company_of(table, message->channel);
    message->ticket = ticket_make(network, table, message);
    message->first = message->first || show->redoing; /* it has waited once */
    bool nothing =
        message_empty(message) && !message->failed && message->purpose != PURPOSE_CHOICES;
    if (!nothing && network_hears(network) && address(table, message)) {
        mark_answer(network, message);
        mark_first(network, message);
        network->spoke = loop_now(show->lent.loop);
        if (network->adapter->impl->post != NULL && !message->failed) {
            network->adapter->impl->post(network->adapter, message);
            return;
        }
        if (outbox_put(show->outbox, OUTBOX_OPEN, network->adapter, message))
            return;
        message->failed = true;
    }
    if (message->failed)
        output_lost_message(show->lent.tables, network, message->channel, message->user);
    message_destroy(message);
}

void speak_durable(struct network *network, struct message *message)
{
    if (message != NULL) {
        put_out(network,
                message->channel != NULL
                    ? table_at(show_of(network->host)->lent.tables, network, message->channel)
                    : NULL,
                message);
    }
}

void speak_durable_at(const struct place *place, struct message *message)
{
    if (message != NULL)
        put_out(place->network, message->channel != NULL ? place->table : NULL, message);
}

void speak_now(struct network *network, struct message *message)
{
    if (message == NULL || !network_hears(network)) {
        message_destroy(message);
        return;
    }
    mark_answer(network, message);
    network->spoke = loop_now(show_of(network->host)->lent.loop);
    network->adapter->impl->send(network->adapter, message);
}

void speak_now_at(struct place *place, struct message *message)
{
    if (!message->failed && address(place->table, message))
        speak_now(place->network, message);
    else
        message_destroy(message);
}
