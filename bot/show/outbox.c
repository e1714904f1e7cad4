#include "outbox.h"

#include <stdlib.h>
#include <string.h>

#include <uv.h>

#include "adapters/adapter.h"
#include "base/count.h"
#include "base/message.h"
#include "bot/show/outbox_state.h"

struct outbox *outbox_create(void)
{
    return calloc(1, sizeof(struct outbox));
}

void outbox_finish(struct outbox *outbox)
{
    outbox_drop(outbox, NULL, NULL);
    free(outbox->ring);
    *outbox = (struct outbox){0};
}

size_t outbox_count(const struct outbox *outbox)
{
    return outbox->count;
}

void outbox_set_cause(struct outbox *outbox, uint64_t caused_at)
{
    outbox->caused_at = caused_at;
}

enum { ROOM_KEPT = 4096, NANO = 1000 /* in a microsecond */ };

/* Frees a large ring when it is empty. It grows in a rush, such as when all tables are announced at
 * once. */
static void shrink(struct outbox *outbox)
{
    if (outbox->count > 0 || outbox->room <= ROOM_KEPT)
        return;
    free(outbox->ring);
    *outbox = (struct outbox){.caused_at = outbox->caused_at};
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

bool outbox_put(struct outbox *outbox, uint64_t batch, struct adapter *adapter,
                struct message *message)
{
    if (message->failed || (outbox->count == outbox->room && !grow(outbox)))
        return false;
    outbox->ring[(outbox->first + outbox->count++) % outbox->room] =
        (struct outbox_entry){batch, adapter, message, outbox->caused_at};
    return true;
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
        if (entry.adapter == NULL)
            continue;
        count_add(COUNT_MESSAGES);
        if (entry.caused_at != 0)
            duration_add(DURATION_LINE, (uv_hrtime() - entry.caused_at) / NANO);
        entry.adapter->impl->send(entry.adapter, entry.message);
    }
    shrink(outbox);
}

/* True if two names are the same on the network; NULL is no name. */
static bool same_name(const struct adapter *adapter, const char *one, const char *other)
{
    char a[256];
    char b[256];
    if (one == NULL || other == NULL)
        return false;
    if (adapter->impl->fold == NULL || !adapter->impl->fold(adapter, one, a, sizeof(a)) ||
        !adapter->impl->fold(adapter, other, b, sizeof(b)))
        return strcmp(one, other) == 0;
    return strcmp(a, b) == 0;
}

static void drop_entry(struct outbox_entry *entry)
{
    message_destroy(entry->message);
    entry->message = NULL;
    entry->adapter = NULL;
}

static struct outbox_entry *entry_at(struct outbox *outbox, size_t n)
{
    return &outbox->ring[(outbox->first + n) % outbox->room];
}

bool outbox_waits(const struct outbox *outbox, const struct adapter *adapter)
{
    for (size_t i = 0; i < outbox->count; i++) {
        if (outbox->ring[(outbox->first + i) % outbox->room].adapter == adapter)
            return true;
    }
    return false;
}

void outbox_drop(struct outbox *outbox, const struct adapter *adapter, const char *channel)
{
    for (size_t i = 0; i < outbox->count; i++) {
        struct outbox_entry *entry = entry_at(outbox, i);
        if (entry->message != NULL && (adapter == NULL || entry->adapter == adapter) &&
            (channel == NULL || same_name(adapter, entry->message->channel, channel)))
            drop_entry(entry);
    }
}

void outbox_drop_public(struct outbox *outbox, const struct adapter *adapter)
{
    for (size_t i = 0; i < outbox->count; i++) {
        struct outbox_entry *entry = entry_at(outbox, i);
        if (entry->message != NULL && entry->adapter == adapter && entry->message->user == NULL)
            drop_entry(entry);
    }
}

void outbox_forget(struct outbox *outbox, const struct adapter *adapter, const char *user)
{
    for (size_t i = 0; i < outbox->count; i++) {
        struct outbox_entry *entry = entry_at(outbox, i);
        if (entry->adapter == adapter && same_name(adapter, entry->message->user, user))
            drop_entry(entry);
    }
}

bool outbox_rename(struct outbox *outbox, const struct adapter *adapter, const char *user,
                   const char *new_user)
{
    bool whole = true;
    if (!same_name(adapter, user, new_user))
        outbox_forget(outbox, adapter, new_user);
    for (size_t i = 0; i < outbox->count; i++) {
        struct outbox_entry *entry = entry_at(outbox, i);
        if (entry->adapter != adapter || !same_name(adapter, entry->message->user, user))
            continue;
        if (!message_set_user(entry->message, new_user)) {
            drop_entry(entry);
            whole = false;
        }
    }
    return whole;
}
