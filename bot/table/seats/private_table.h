/* private_table.h: tables in a private talk: one person against computer players.
 *
 * The home of such a table has the kind PLACE_PRIVATE, and a name that no channel of a network can
 * have (place.h). Lines that other tables send to their channel go to its opener (speak.h). Its
 * clock runs while the bot can write to the opener. All else works as at other tables. Its results
 * are stored with the rounds; no leaderboard counts them, as with any match only against computer
 * players. */
#ifndef TALON_BOT_TABLE_SEATS_PRIVATE_TABLE_H
#define TALON_BOT_TABLE_SEATS_PRIVATE_TABLE_H

#include "bot/people/people.h"

struct tables;

enum { PRIVATE_TABLE_NAME = PERSON_ID_MAX + 24 };

/* Writes the name that a private talk with a person has in place of a channel's name. It gets a
 * number behind it if a table with a seat of somebody has that name already. (That happens when an
 * account takes over the seats of such a table.) */
void private_table_name(struct tables *tables, const struct person *person,
                        char name[PRIVATE_TABLE_NAME]);

/* Call private_table_back() when somebody is bound to a user (again), and their private tables
 * continue. Call private_table_gone() when they are gone, and these tables stand still. */
void private_table_back(const struct person *person);
void private_table_gone(const struct person *person);

#endif
