/* table_snapshot.h: what networks that draw get of a table: the cards on it, and how a round ended.
 *
 * The end of a round is kept when the round is over, and shown with the table's message until the
 * next deal. It is not stored: after a restart only the text tells how the round ended. */
#ifndef TALON_BOT_SHOW_TABLE_SNAPSHOT_H
#define TALON_BOT_SHOW_TABLE_SNAPSHOT_H

#include <stdbool.h>

struct event;
struct message;
struct place;
struct table;

/* True if the seats have points from earlier rounds of the match. */
bool snapshot_has_totals(const struct table *table);
/* Adds the table in play to its message (message.snapshot). */
void snapshot_make(const struct place *place, struct message *board);

/* Keeps how the round ended, with words and a picture, for the place's next messages. Call it while
 * the round is still there. Keeps nothing if nobody won. */
void ending_keep(struct place *place, const struct event *over);
/* Adds what is kept to the table's message: names the winner, and says which cards were left. */
void ending_show(const struct place *place, struct message *board);
void ending_forget(struct place *place);

#endif
