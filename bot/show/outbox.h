/* outbox.h: a message waits here until the change that it tells is on disk.
 *
 * There is one queue, in the order of speaking. A message waits for a batch of the store, which
 * is known when the turn of the loop ends (outbox_close()); outbox_release() sends everything up
 * to a durable batch, in order. No message overtakes another: an answer that depends on no batch
 * waits behind the messages before it. */
#ifndef TALON_BOT_SHOW_OUTBOX_H
#define TALON_BOT_SHOW_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct adapter;
struct message;
struct outbox;

/* Returns an empty one; NULL: memory is out. */
struct outbox *outbox_create(void);
/* Returns how many messages wait. */
size_t outbox_count(const struct outbox *outbox);
/* Sets when the event began (uv_hrtime()) that causes the messages from now on; 0: no event does.
 */
void outbox_set_cause(struct outbox *outbox, uint64_t caused_at);
/* Destroys messages that were not sent, and leaves the outbox empty. The caller frees it. */
void outbox_finish(struct outbox *outbox);

/* Takes ownership of the message. Returns false, and does not take it, if the message is incomplete
 * or memory is out; the caller must then tell its reader again. With OUTBOX_OPEN the message waits
 * for outbox_close(): what the same turn journals later must be durable before it, too. */
#define OUTBOX_OPEN UINT64_MAX
bool outbox_put(struct outbox *outbox, uint64_t batch, struct adapter *adapter,
                struct message *message);
/* Makes the messages with OUTBOX_OPEN wait for this batch. */
void outbox_close(struct outbox *outbox, uint64_t batch);
void outbox_release(struct outbox *outbox, uint64_t durable);
/* Drops the waiting whispers for a nick that has a new owner. Compares names as the adapter does.
 */
void outbox_forget(struct outbox *outbox, const struct adapter *adapter, const char *user);
/* Sends the messages that wait for a user to their new id, and drops those that waited for the
 * earlier owner of that id. Returns false if memory was out for some messages, which are lost. */
bool outbox_rename(struct outbox *outbox, const struct adapter *adapter, const char *user,
                   const char *new_user);
/* Returns true if anything waits for an adapter. */
bool outbox_waits(const struct outbox *outbox, const struct adapter *adapter);
/* Drops the waiting messages of an adapter that is gone, or only those for one of its channels. */
void outbox_drop(struct outbox *outbox, const struct adapter *adapter, const char *channel);
/* Drops the messages that wait for channels of an adapter, and keeps the whispers. */
void outbox_drop_public(struct outbox *outbox, const struct adapter *adapter);

#endif
