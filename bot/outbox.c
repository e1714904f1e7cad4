#include "outbox.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/adapter.h"
#include "bot/base/message.h"

void outbox_finish(struct outbox *outbox)
{
    outbox_drop(outbox, NULL);
    free(outbox->ring);
    *outbox = (struct outbox){0};
}

static bool grow(struct outbox *outbox)
{
    size_t room = outbox->room == 0 ? 64 : 2 * outbox->room;
    struct outbox_entry *ring = malloc(room * sizeof(*ring));
    if (ring == NULL)
        return false;
    for (size_t i = 0; i < outbox->count; i++)
        ring[i] = outbox->ring[(outbox->first + i) % outbox->room];
    free(outbox->ring);
    outbox->ring = ring;
    outbox->room = room;
    outbox->first = 0;
    return true;
}

void outbox_put(struct outbox *outbox, uint64_t batch, struct adapter *adapter,
                struct message *message)
{
    if (message == NULL)
        return;
    if (message->failed || (outbox->count == outbox->room && !grow(outbox))) {
        message_destroy(message);
        return;
    }
    outbox->ring[(outbox->first + outbox->count++) % outbox->room] =
        (struct outbox_entry){batch, adapter, message};
}

void outbox_close(struct outbox *outbox, uint64_t batch)
{
    for (size_t i = outbox->count; i > 0; i--) {
        struct outbox_entry *entry = &outbox->ring[(outbox->first + i - 1) % outbox->room];
        if (entry->batch != OUTBOX_OPEN)
            return;
        entry->batch = batch;
    }
}

void outbox_release(struct outbox *outbox, uint64_t durable)
{
    while (outbox->count > 0 && outbox->ring[outbox->first].batch <= durable) {
        struct outbox_entry entry = outbox->ring[outbox->first];
        outbox->first = (outbox->first + 1) % outbox->room;
        outbox->count--;
        if (entry.adapter != NULL)
            entry.adapter->impl->send(entry.adapter, entry.message);
    }
}

void outbox_drop(struct outbox *outbox, const struct adapter *adapter)
{
    for (size_t i = 0; i < outbox->count; i++) {
        struct outbox_entry *entry = &outbox->ring[(outbox->first + i) % outbox->room];
        if (entry->message != NULL && (adapter == NULL || entry->adapter == adapter)) {
            message_destroy(entry->message);
            entry->message = NULL;
            entry->adapter = NULL;
        }
    }
}

bool outbox_forget(struct outbox *outbox, const struct adapter *adapter, const char *user)
{
    bool any = false;
    for (size_t i = 0; i < outbox->count; i++) {
        struct outbox_entry *entry = &outbox->ring[(outbox->first + i) % outbox->room];
        if (entry->adapter != adapter || entry->message->user == NULL ||
            strcmp(entry->message->user, user) != 0)
            continue;
        message_destroy(entry->message);
        entry->message = NULL;
        entry->adapter = NULL;
        any = true;
    }
    return any;
}
