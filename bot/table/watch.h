/* watch.h: people who look on at a table and say so (!watch).
 *
 * The table lists them and whispers nothing to them. People cease to be onlookers when they take a
 * seat, leave the network or say !watch again, and at a restart. */
#ifndef TALON_BOT_TABLE_WATCH_H
#define TALON_BOT_TABLE_WATCH_H

#include <stdbool.h>

struct person;
struct table;

enum { WATCH_MAX = 20 }; /* of a table */

/* Makes the person an onlooker; if they are one already, ends that. Returns false if the table has
 * WATCH_MAX onlookers, or memory is out. */
bool watch_turn(struct table *table, struct person *person);
/* Removes an onlooker who takes a seat. */
void watch_sits(struct table *table, const struct person *person);
/* The number of onlookers, and one of them by its index. */
unsigned watch_count(struct table *table);
const struct person *watch_at(const struct table *table, unsigned index);
/* Frees the list with its table. */
void watch_forget(struct table *table);

#endif
