/* tables_away.h: removes tables from memory when one of their networks leaves; they wait in the
 * store. */
#ifndef TALON_BOT_HOST_TABLES_AWAY_H
#define TALON_BOT_HOST_TABLES_AWAY_H

#include <stdbool.h>

struct network;

/* Removes from memory, not from the store, the tables that have to do with the network: those with
 * a place there, and those where somebody from it sits or is the opener. Their other networks are
 * told, and read the tables again when a network has come. */
void tables_away(struct network *network);

/* The same for one part of a divided network: removes the tables with a place in it. */
void tables_away_of_part(struct network *network, unsigned part);

/* Returns true if a table of the network, or of that part of it (-1: of all), has to do with
 * another network of this process, too. */
bool tables_span(struct network *network, int part);

/* Saves what the next process needs to continue those tables silently: the people who are there,
 * and whether that process must announce the table after all (save_forgets()). */
void tables_hand_over(struct network *network);

#endif
