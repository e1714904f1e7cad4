/* presence.h: who leaves the network, or the channel of their table, is waited for a little.
 *
 * They may have lost their connection, so nothing happens during host_options.quit_grace; only
 * !order marks them. Then, in a match, a computer player keeps the seat, and the channel is told.
 * If they opened the table, somebody else gets charge of it. In the lobby the seat waits: the
 * channel is told, and the seat gets no cards, also in later matches. Players are back when they
 * are seen or give a command. A seat that waited becomes the last one and is dealt in at the next
 * deal.
 *
 * Netsplits are split.h's. While the table is not heard, nobody is found missing. Networks with
 * permanent ids do not tell that somebody is gone. */
#ifndef TALON_BOT_TABLE_SEATS_PRESENCE_H
#define TALON_BOT_TABLE_SEATS_PRESENCE_H

#include <stdbool.h>

struct person;
struct table;

/* Somebody is on the network no more; or has left one channel. */
void grace_gone(const struct person *person);
void grace_left(struct table *table, unsigned seat);
/* They are there again; true: a computer player kept a seat of theirs, which they have with its
 * hand now. */
bool grace_back(const struct person *person);
/* A match is about to begin: seats wait whose people left the match before. */
void grace_before_match(struct table *table);

/* -- for timeout.c -- */
/* Whose grace is over is gone; false: nobody's. */
bool grace_act(struct table *table);

#endif
