/* private_table.h: tables in a private talk: one person against computer players.
 *
 * The kind of its home marks such a table (PLACE_PRIVATE), with a name that no channel of a
 * network can have (place.h). All else works as at other tables. What it says to its channel
 * goes to its opener (speak.h), and its clock runs while the opener can be talked to. Its
 * results are stored with the rounds; no leaderboard counts them, as with any match only against
 * computer players. */
#ifndef TALON_BOT_TABLE_SEATS_PRIVATE_TABLE_H
#define TALON_BOT_TABLE_SEATS_PRIVATE_TABLE_H

#include "bot/people/people.h"

struct host;

enum { PRIVATE_TABLE_NAME = PERSON_ID_MAX + 24 };

/* Writes the name of the private talk with a person, which takes the place of a channel's name. It
 * is the first name that no table with people has. (A table has the first name if an account took
 * it over with its seats.) */
void private_table_name(struct host *host, const struct person *person,
                        char name[PRIVATE_TABLE_NAME]);

/* Call it when somebody is bound to a user (again) or is gone. Their private tables continue or
 * stand still. */
void private_table_back(const struct person *person);
void private_table_gone(const struct person *person);

#endif
