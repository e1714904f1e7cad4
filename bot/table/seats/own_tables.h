/* own_tables.h: the tables where one person sits.
 *
 * If they sit at several, each whisper says which table it is from, and the bot asks which one a
 * private command is about when that is not clear (bot/command/target.h). */
#ifndef TALON_BOT_TABLE_SEATS_OWN_TABLES_H
#define TALON_BOT_TABLE_SEATS_OWN_TABLES_H

struct person;
struct table;

/* The next table where they sit. *at is 0 at first. Returns NULL after the last. */
struct table *own_tables_next(const struct person *person, unsigned *at);
/* How many there are. */
unsigned own_tables_count(const struct person *person);
/* The first of their tables that is in a channel; NULL if none is. */
const struct table *own_tables_channel(const struct person *person);
/* Their only table; or the only one of several where it is their turn; or their only private one.
 * NULL if they have none, or if none of these is the only one. */
enum own_tables { OWN_TABLES_ALL, OWN_TABLES_TURN, OWN_TABLES_PRIVATE };
struct table *own_tables_only(const struct person *person, enum own_tables which);

#endif
