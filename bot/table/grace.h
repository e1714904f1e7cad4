/* grace.h: who leaves the network, or the channel of their table, is waited for a little.
 *
 * They may have lost their connection, so for host_options.quit_grace nothing happens. When that is
 * over and a match is on, a computer player keeps the seat, which the channel hears in one line;
 * who opened the table hands it over. In the lobby the seat waits for them instead: it is told, and
 * no cards are dealt to it, in the next match either, until they are seen. Then it is the last
 * seat, and they play from the next deal on. !order marks who is gone at once. Whoever is seen
 * again, or gives a command, has the seat again by itself. Whom a netsplit took is waited for by
 * split.h instead, and while nobody hears the table nobody is found missing. Networks whose
 * accounts are ids for good tell of no going. */
#ifndef TALON_BOT_TABLE_GRACE_H
#define TALON_BOT_TABLE_GRACE_H

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
