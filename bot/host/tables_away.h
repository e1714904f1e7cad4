/* tables_away.h: puts tables into the store, where they wait while one of their networks is not
 * here. */
#ifndef TALON_BOT_HOST_TABLES_AWAY_H
#define TALON_BOT_HOST_TABLES_AWAY_H

struct network;

/* Forgets here, not in the store, the tables that have to do with the network: those of its
 * channels, and those where somebody from it sits or is the opener. Their other networks hear of
 * it, and read the tables again when another network has come. */
void tables_away(struct network *network);

/* Saves what the next process needs to continue those tables silently: who is there, and if
 * something is lost with this process. */
void tables_hand_over(struct network *network);

#endif
