/* own_tables.h: the tables where one person sits.
 *
 * If they sit at several, each whisper says from which table it is. If it is not clear which table
 * a private command is about, the bot asks (bot/command/target.h). */
#ifndef TALON_BOT_TABLE_SEATS_OWN_TABLES_H
#define TALON_BOT_TABLE_SEATS_OWN_TABLES_H

struct person;
struct table;

/* Returns the next table where they sit. *at is 0 at first. NULL after the last. */
struct table *own_tables_next(const struct person *person, unsigned *at);
/* How many there are. */
unsigned own_tables_count(const struct person *person);
/* Returns the first of their tables that is in a channel; NULL if none is. */
const struct table *own_tables_channel(const struct person *person);
/* Returns their only table (OWN_TABLES_ALL), the only table where it is their turn
 * (OWN_TABLES_TURN), or their only private one (OWN_TABLES_PRIVATE). NULL if there is no such
 * table, or more than one. */
enum own_tables { OWN_TABLES_ALL, OWN_TABLES_TURN, OWN_TABLES_PRIVATE };
struct table *own_tables_only(const struct person *person, enum own_tables which);

#endif
