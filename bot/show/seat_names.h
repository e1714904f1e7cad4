/* seat_names.h: finds the seats of a table by the names that people type. */
#ifndef TALON_BOT_SHOW_SEAT_NAMES_H
#define TALON_BOT_SHOW_SEAT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct message;
struct table;

enum { SEAT_WORD_MAX = 48 };

/* Returns as bits the seats that a name may mean. These are all seats with that name, as shown or
 * as their owner's; if there are none, all whose name begins with it. "#N" is the N-th seat from 1,
 * "<@ID>" the one with that account. A seat whose player is leaving does not count. */
uint64_t seats_named(const struct table *table, const char *name);
/* Copies the ID out of "<@ID>", the form in which clients name a person that somebody picked
 * (CHAT_PERSON). Returns false if the word has another form. */
bool picked_id(const char *word, char *id, size_t size);
/* Returns the one seat that the name may mean (seats_named()); SEAT_NONE if there are none, or
 * several. */
unsigned seat_named(const struct table *table, const char *name);
/* Returns the word by which seat_named() finds only that seat: its name if no other seat has it,
 * else "#N". */
const char *seat_word(const struct table *table, unsigned seat, char word[SEAT_WORD_MAX]);
/* Returns the names of those seats (bits), with "#N" in front if the name would not be enough. The
 * caller owns the piece, for arg_piece(); NULL if memory is out. */
struct message *seats_piece(const struct table *table, uint64_t seats);

#endif
