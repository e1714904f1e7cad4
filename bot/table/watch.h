/* watch.h: people who look on at a table and say so (!watch).
 *
 * The table lists them and whispers nothing to them. Taking a seat, leaving the network or saying
 * !watch again ends it; a restart forgets them. */
#ifndef TALON_BOT_TABLE_WATCH_H
#define TALON_BOT_TABLE_WATCH_H

#include <stdbool.h>

struct person;
struct table;

enum { WATCH_MAX = 20 }; /* of a table */

/* Makes the person an onlooker, or ends that. Returns false if there are WATCH_MAX already, or
 * memory is out. */
bool watch_turn(struct table *table, struct person *person);
/* Removes an onlooker who takes a seat. */
void watch_sits(struct table *table, const struct person *person);
/* The number of onlookers, and each of them. */
unsigned watch_count(struct table *table);
const struct person *watch_at(const struct table *table, unsigned index);
/* Frees the list with its table. */
void watch_forget(struct table *table);

#endif
