/* split.h: a table waits for players who were lost in a netsplit.
 *
 * While a match is on and such a player is missing, the clock of the table stands, and the
 * channel is told once. Play goes on when all of them are back, have no seat or had said that
 * they are away, or after host_options.split_wait. A restart begins the wait again. */
#ifndef TALON_BOT_TABLE_SEATS_SPLIT_H
#define TALON_BOT_TABLE_SEATS_SPLIT_H

struct host;
struct person;
struct split_watch; /* of one host: the time of all its waits */
struct table;

/* NULL when memory is out. */
struct split_watch *split_create(struct host *host);
void split_destroy(struct split_watch *watch); /* accepts NULL */

/* A netsplit took somebody. */
void split_gone(struct host *host, const struct person *person);
/* Somebody is bound to a user again. */
void split_back(const struct person *person);
/* The table's seats, or who is away, have changed: is there still somebody to wait for? */
void split_check(struct table *table);
/* The table can be reached again: it waits for those who were missing. */
void split_again(struct table *table);

#endif
