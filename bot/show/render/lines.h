/* lines.h: how a line gets from a table to the place where it is shown.
 *
 * Where lines are short and slow, what computer players do while no person is asked or concerned is
 * gathered into one, and so is what who has the turn drew; in a quiet channel all of a turn. It is
 * kept here and told with what ends it, with any other line to the channel, when it would not fit
 * one line of the network any more, and after host_options.gather. */
#ifndef TALON_BOT_SHOW_RENDER_LINES_H
#define TALON_BOT_SHOW_RENDER_LINES_H

#include "bot/table/round/round.h"
#include "bot/table/table.h"

/* A line to all who are there; NULL without memory. */
struct message *place_line(struct place *place, enum urgency urgency);
/* A message to the seat's person; NULL when they cannot be reached. */
struct message *seat_line(struct table *table, unsigned seat);
/* Says it (taken over) to them, and on the pages of their seat that are open: for what a page's
 * document does not show. */
void seat_say(struct table *table, unsigned seat, struct message *line);
/* Begins a whisper from that table with its name, if that person sits at others, too, and the
 * network's whispers come outside of the channel. */
void lines_name_table(struct message *message, const struct table *table,
                      const struct person *person);
/* Takes either: the latter with the place of that seat (seat_place()). */
void place_say(struct place *place, struct message *message);

/* Tells the channels under what name somebody plays now who was called `old`, if that is another.
 */
void lines_renamed(const struct person *person, const char *old);

/* The network keeps boards and hands up to date; and shows controls (adapter_caps). */
bool place_has_boards(const struct place *place);
bool place_has_controls(const struct place *place);

/* -- what is gathered -- */

/* Says it before the next line to the channel, at the latest: it may be gone on with until then
 * (lines_take_unsaid()). What was kept before is gone. */
void lines_keep_unsaid(struct place *place, struct message *message);
/* What was kept so, to be taken over; NULL: nothing. */
struct message *lines_take_unsaid(struct place *place);
/* Sends the gathered line and names the next player; does nothing without a gathered line. */
void lines_unsaid(struct place *place);
/* When the gathered line must be sent at the latest, by loop_now(); UINT64_MAX: no time is set. */
uint64_t lines_unsaid_due(const struct place *place);
/* Adds sentences to the gathered line while they fit. lines_unsaid() sends them. */
void lines_more(struct place *place, struct message *sentences);
/* Whether that still has room for `more` and who is next. */
bool lines_fit(const struct place *place, const struct message *line, const struct message *more);
/* Takes `more` over and gives the line to go on with, which is what is gathered with it (`joined`:
 * in mid-sentence); what does not fit is said. */
struct message *lines_join(struct place *place, struct message *more, bool joined);
/* "→ bob", with what is asked when it is more than a turn; or "bob: ... → your turn", where clients
 * ring for whom a line names first (caps.first_name_rings) and it is to ring. */
void lines_add_next(const struct place *place, struct message *line);
/* Nobody sees the table there any more: what was kept is gone. */
void lines_drop(struct place *place);

#endif
