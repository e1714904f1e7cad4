/* private_table.h: tables in a private talk: one person against computer players.
 *
 * Such a table is told from others by the kind of its home (PLACE_PRIVATE), whose name no channel
 * of a network can have (place.h). Everything that a table does is the same there; what it says to
 * its channel goes to its opener (speak.h), and its clock runs while they are there to be talked
 * to. Its results are kept with the rounds, and as with any match against computer players alone no
 * board counts them. */
#ifndef TALON_BOT_TABLE_SEATS_PRIVATE_TABLE_H
#define TALON_BOT_TABLE_SEATS_PRIVATE_TABLE_H

#include "bot/people/people.h"

struct host;

enum { PRIVATE_TABLE_NAME = PERSON_ID_MAX + 24 };

/* What stands for the private talk with a person where others have a channel: the first that no
 * table with people has. (One may: an account took it over with its seats.) */
void private_table_name(struct host *host, const struct person *person,
                        char name[PRIVATE_TABLE_NAME]);

/* Somebody is bound to a user (again), or is gone: their table goes on, or stands still. */
void private_table_back(const struct person *person);
void private_table_gone(const struct person *person);

#endif
