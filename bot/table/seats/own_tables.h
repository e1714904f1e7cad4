/* own_tables.h: the tables where one person sits.
 *
 * If they sit at several, each whisper says which table it is from, and the bot asks which one a
 * private command is about when that is not clear (bot/command/target.h). */
#ifndef TALON_BOT_TABLE_SEATS_OWN_TABLES_H
#define TALON_BOT_TABLE_SEATS_OWN_TABLES_H

struct person;
struct table;

/* The next table where they sit, from *at (0 at first) on; NULL behind the last. */
struct table *own_tables_next(const struct person *person, unsigned *at);
/* How many there are. */
unsigned own_tables_count(const struct person *person);
/* The first that is in a channel; NULL: none is. */
const struct table *own_tables_channel(const struct person *person);
/* The only table of all, of those where it is their turn, or of the private ones. NULL: none, or
 * several. */
enum own_tables { OWN_TABLES_ALL, OWN_TABLES_TURN, OWN_TABLES_PRIVATE };
struct table *own_tables_only(const struct person *person, enum own_tables which);

#endif
