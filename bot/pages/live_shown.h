/* live_shown.h: which running tables anybody may watch, and at which anybody may sit down. */
#ifndef TALON_BOT_PAGES_LIVE_SHOWN_H
#define TALON_BOT_PAGES_LIVE_SHOWN_H

#include "bot/people/web.h"
#include "bot/table/table.h"

/* Returns true if all channels of the table let people watch it. */
bool live_is_shown(const struct table *table);
/* Returns the strictest level of all channels that show the table. */
enum guests_level live_guests(const struct table *table);
/* Returns true if anybody may sit down as a guest from the page of the table: people may watch it,
 * all its channels allow it ("!set channel guests on"), and a seat is free. */
bool live_seats_strangers(const struct table *table);

#endif
