/* lines.h: brings a line from a table to the place that shows it.
 *
 * On networks with short and slow lines, one line gathers the moves of computer players that
 * neither ask nor concern a person, and the cards that the player of the turn drew; in a quiet
 * channel it gathers a whole turn. The gathered line waits here. It goes out with the move that
 * ends it, with any other line to the channel, when more would not fit into one line of the
 * network, and after host_options.gather. */
#ifndef TALON_BOT_SHOW_RENDER_LINES_H
#define TALON_BOT_SHOW_RENDER_LINES_H

#include "bot/table/round/round.h"
#include "bot/table/table.h"

/* Returns an empty line to all in the place; NULL if memory is out. */
struct message *place_line(struct place *place, enum urgency urgency);
/* Returns an empty message to the seat's person; NULL if we cannot reach them. */
struct message *seat_line(struct table *table, unsigned seat);
/* Says the message to the seat's person and on the open pages of their seat, and takes ownership of
 * it. It is for news that a page does not show by itself. */
void seat_say(struct table *table, unsigned seat, struct message *line);
/* Begins a whisper from that table with the table's name, if the person sits at other tables, too,
 * and the network shows whispers outside of the channel. */
void lines_name_table(struct message *message, const struct table *table,
                      const struct person *person);
/* Says a message of place_line() or seat_line(). For a seat, `place` must be seat_place() of that
 * seat. */
void place_say(struct place *place, struct message *message);

/* Tells the channels the present name of a player who was called `old`, if the two differ. Call it
 * before presence_back(): a seat that waits is taken again under the new name. */
void lines_renamed(const struct person *person, const char *old);

/* place_has_boards(): the network keeps table messages and hands up to date. place_has_controls():
 * it shows controls (adapter_caps). */
bool place_has_boards(const struct place *place);
bool place_has_controls(const struct place *place);

/* -- what is gathered -- */

/* Keeps a message, to be said before the next line to the channel at the latest. Until then the
 * caller can take it back and add to it (lines_take_unsaid()). Drops the message that was kept
 * before. */
void lines_keep_unsaid(struct place *place, struct message *message);
/* Returns the kept message, and passes its ownership to the caller; NULL if there is none. */
struct message *lines_take_unsaid(struct place *place);
/* Sends the gathered line and names the next player; does nothing without a gathered line. */
void lines_unsaid(struct place *place);
/* Returns when we must send the gathered line at the latest, by loop_now(); UINT64_MAX: no time is
 * set. */
uint64_t lines_unsaid_due(const struct place *place);
/* Adds sentences to the gathered line, or begins one with them. If they do not fit, it sends the
 * gathered line first. lines_unsaid() sends the line. */
void lines_more(struct place *place, struct message *sentences);
/* Returns true if `line` still has room for `more` and the name of the next player. */
bool lines_fit(const struct place *place, const struct message *line, const struct message *more);
/* Takes ownership of `more` and returns the line to continue: the gathered line with `more` behind
 * it. If `joined`, `more` continues its last sentence. If `more` does not fit, it sends the
 * gathered line and returns `more`. */
struct message *lines_join(struct place *place, struct message *more, bool joined);
/* Adds "→ bob", and what bob must do if it is more than a turn. If clients ring for the first name
 * of a line (caps.first_name_rings), and the line must ring, it writes "bob: ... → your turn". */
void lines_add_next(const struct place *place, struct message *line);
/* Drops the line that was kept, because nobody sees the table there any more. */
void lines_drop(struct place *place);

#endif
