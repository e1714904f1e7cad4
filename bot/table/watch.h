/* watch.h: people who look on at a table and say so (!watch).
 *
 * They are listed and get no whisper of the table. Taking a seat, leaving the network or saying
 * !watch again ends it; a restart forgets them. */
#ifndef TALON_BOT_TABLE_WATCH_H
#define TALON_BOT_TABLE_WATCH_H

#include <stdbool.h>

struct person;
struct table;

enum { WATCH_MAX = 20 }; /* of a table */

/* Looks on from now on, or no more. False: there are WATCH_MAX, or memory is out. */
bool watch_turn(struct table *table, struct person *person);
/* Who takes a seat looks on no more. */
void watch_sits(struct table *table, const struct person *person);
/* How many look on, and each of them. */
unsigned watch_count(struct table *table);
const struct person *watch_at(const struct table *table, unsigned index);
/* With the table. */
void watch_forget(struct table *table);

#endif
