/* named.h: the seats of a table by what people call them. */
#ifndef TALON_BOT_NAMED_H
#define TALON_BOT_NAMED_H

struct table;

enum { SEAT_WORD_MAX = 48 };

/* A seat by name (whole, or a beginning that only one has), or by "#N", the N-th from 1; SEAT_NONE
 * when there is none. Who leaves is not found. */
unsigned seat_named(const struct table *table, const char *name);
/* What seat_named() takes for that seat and no other: its name where it is the only one, else "#N".
 */
const char *seat_word(const struct table *table, unsigned seat, char word[SEAT_WORD_MAX]);

#endif
