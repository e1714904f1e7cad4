/* tables_away.h: tables that wait in the store while a network of theirs is not here. */
#ifndef TALON_BOT_HOST_TABLES_AWAY_H
#define TALON_BOT_HOST_TABLES_AWAY_H

struct network;

/* Forgets the tables that have to do with the network here, and not in the store: those of its
 * channels, and those where somebody from it sits or who opened them. Where such a table is shown
 * elsewhere, too, that is told, and its network reads it again when another one has come. */
void tables_away(struct network *network);

/* Writes of those tables, while they are here, what lets the next process go on without a word (or
 * tells it that it may not): who is there, and what is forgotten with this one. */
void tables_hand_over(struct network *network);

#endif
