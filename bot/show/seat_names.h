/* seat_names.h: the seats of a table by what people call them. */
#ifndef TALON_BOT_SHOW_SEAT_NAMES_H
#define TALON_BOT_SHOW_SEAT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct message;
struct table;

enum { SEAT_WORD_MAX = 48 };

/* The seats that a name may mean, a bit each. All with that name, shown or own; if there are none,
 * all whose name begins so. "#N" is the N-th seat from 1, "<@ID>" the one with that account. Seats
 * that are being left are not found. */
uint16_t seats_named(const struct table *table, const char *name);
/* The ID of "<@ID>", as people are picked (CHAT_PERSON); false: it is another word. */
bool picked_id(const char *word, char *id, size_t size);
/* The one of them; SEAT_NONE when there are none, or several. */
unsigned seat_named(const struct table *table, const char *name);
/* What seat_named() takes for that seat and no other: its name where it is the only one, else "#N".
 */
const char *seat_word(const struct table *table, unsigned seat, char word[SEAT_WORD_MAX]);
/* Those seats, a bit each, by name, with "#N" in front where the name alone would not do. The
 * caller's, for arg_piece(); NULL when memory is short. */
struct message *seats_piece(const struct table *table, uint16_t seats);

#endif
