/* bridges.h: tables that two networks of two processes share.
 *
 * The process with the home of the table plays it. The process with the table's other network does
 * not have the table. It sends there what letters tell it to send (bot/people/letter.h). It passes
 * on what happens in the table's channel there: what people say, and who comes and goes. The store
 * notes the channel (bot/people/bridge_note.h).
 *
 * A letter is deleted in the batch that has what it led to. So if either process dies, the next
 * holder of its network gets the letters that were not taken, in order. Lines that a process took
 * but did not send before it died are lost with it, as on any network: once its successor has
 * connected, people there are told how the table stands. */
#ifndef TALON_BOT_HOST_FLEET_BRIDGES_H
#define TALON_BOT_HOST_FLEET_BRIDGES_H

#include <stdbool.h>

struct chat_event;
struct host;
struct network;

/* Passes an event on to the processes with the tables that it concerns. Returns true if they alone
 * handle it. */
bool bridges_pass(struct host *host, struct network *network, const struct chat_event *event);
/* The function for owner.letter (storage/lease.h); `arg` is the host. */
bool bridges_letter(void *arg, const char *to, const char *from, const char *text);
void bridges_finish(struct host *host);

#endif
