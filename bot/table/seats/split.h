/* split.h: a table waits for players who were lost in a netsplit.
 *
 * While a match is on and such a player is missing, the clock of the table stands, and the channel
 * is told once. Play continues when each of them is back, has given up the seat or counts as away,
 * and at the latest after host_options.split_wait. After a restart the wait begins again. */
#ifndef TALON_BOT_TABLE_SEATS_SPLIT_H
#define TALON_BOT_TABLE_SEATS_SPLIT_H

struct person;
struct split_watch; /* one for each host: the timer for all waits */
struct table;
struct tables;

/* NULL when memory is out. */
struct split_watch *split_create(struct tables *tables);
void split_destroy(struct split_watch *watch); /* accepts NULL */

/* Call it when a netsplit took somebody. */
void split_gone(const struct person *person);
/* Call it when somebody is bound to a user again. */
void split_back(const struct person *person);
/* Call it when the table's seats have changed, or who is away. Ends the wait if nobody is left to
 * wait for. */
void split_check(struct table *table);
/* Call it when the table can be reached again. If people whom a netsplit took are still missing,
 * the table waits for them. */
void split_again(struct table *table);

#endif
