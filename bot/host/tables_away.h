/* tables_away.h: tables that wait in the store while a network of theirs is not here. */
#ifndef TALON_BOT_HOST_TABLES_AWAY_H
#define TALON_BOT_HOST_TABLES_AWAY_H

struct network;

/* Forgets here, not in the store, the tables that have to do with the network: those of its
 * channels, and those where somebody from it sits or is the opener. Their other networks are
 * told, and read them again when another network has come. */
void tables_away(struct network *network);

/* Saves what the next process needs to go on with those tables without a word: who is there, and
 * whether something is lost with this process. */
void tables_hand_over(struct network *network);

#endif
