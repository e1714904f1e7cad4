/* outbox.h: what must be said waits here until what it tells is on disk.
 *
 * One queue in the order of speaking. A message waits for a batch of the store, which is known when
 * the turn of the loop ends (outbox_close()); outbox_release() sends everything up to a durable
 * batch, in order.
 * Nothing overtakes: an answer that depends on nothing waits behind what was said before it. */
#ifndef TALON_BOT_SHOW_OUTBOX_H
#define TALON_BOT_SHOW_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct adapter;
struct message;

struct outbox_entry {
    uint64_t batch;
    struct adapter *adapter;
    struct message *message;
    uint64_t caused_at; /* uv_hrtime() of the event that led to it; 0: none did */
};

/* A ring that grows; empty when all zero. */
struct outbox {
    struct outbox_entry *ring;
    size_t room, first, count;
    uint64_t caused_at; /* of what is put in from now on */
};

/* How many messages wait. */
size_t outbox_count(const struct outbox *outbox);
/* When the event began (uv_hrtime()) that leads to what is put in from now on; 0: none does. */
void outbox_set_cause(struct outbox *outbox, uint64_t caused_at);
void outbox_finish(struct outbox *outbox); /* destroys what was never said */

/* Takes the message over; false: it does not, the message is not whole or memory is out, and whom
 * it was for must be told anew. With OUTBOX_OPEN it waits for outbox_close(): what is journaled
 * later in the same turn must be durable before it, too. */
#define OUTBOX_OPEN UINT64_MAX
bool outbox_put(struct outbox *outbox, uint64_t batch, struct adapter *adapter,
                struct message *message);
/* What was put in as open waits for this batch. */
void outbox_close(struct outbox *outbox, uint64_t batch);
void outbox_release(struct outbox *outbox, uint64_t durable);
/* Drops the waiting whispers for a nick that has a new owner. Compares names as the adapter does.
 */
void outbox_forget(struct outbox *outbox, const struct adapter *adapter, const char *user);
/* What waits for a user goes to their new id, and what waited for that one before is dropped.
 * False: memory was out for some of it, which is lost. */
bool outbox_rename(struct outbox *outbox, const struct adapter *adapter, const char *user,
                   const char *new_user);
/* Whether anything waits for an adapter. */
bool outbox_waits(const struct outbox *outbox, const struct adapter *adapter);
/* Drops the waiting messages of an adapter that is gone, or only those for one of its channels. */
void outbox_drop(struct outbox *outbox, const struct adapter *adapter, const char *channel);
/* Drops what waits for channels of an adapter, and keeps the whispers. */
void outbox_drop_public(struct outbox *outbox, const struct adapter *adapter);

#endif
