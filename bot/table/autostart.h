/* autostart.h: tables that deal their first round by themselves (!set autostart of their home).
 *
 * The deal comes when no seat is free, or a number of seconds after the last player sat down. The
 * count starts again when a player comes or goes, and when the rules change. Two players are
 * needed, people or computer players, as for !start; with teams (HR-20) an even number, four at
 * least. A table that has played a match waits for !start, and so does a private table.
 *
 * The count is held while a vote is open, while somebody's grace runs (presence.h), while all
 * people are away, and while the table cannot be reached. After that at least AUTOSTART_AGAIN
 * seconds are left. The time of the deal is saved with the table, so the count goes on after a
 * restart. If the rules do not fit the players who sit there, the table is told why it was not
 * dealt (NOTE_NO_START), and the count ends until it starts again. */
#ifndef TALON_BOT_TABLE_AUTOSTART_H
#define TALON_BOT_TABLE_AUTOSTART_H

#include <stdbool.h>
#include <stdint.h>

struct table;

enum {
    AUTOSTART_OFF = 0,
    AUTOSTART_FULL = UINT16_MAX, /* only when no seat is free */
    AUTOSTART_MIN = 5,           /* seconds, this and the next two */
    AUTOSTART_MAX = 600,
    AUTOSTART_AGAIN = 5
};

/* Reads the setting of a channel: "off", "full" or seconds. Returns false for anything else and for
 * NULL. */
bool autostart_read(const char *text, uint16_t *autostart);
/* Begins the count, or ends it if the table must not deal by itself. Call it when a seat is taken
 * or given back, when the setting or the rules change, and when a match begins or could not; save
 * the table afterwards. */
void autostart_count(struct table *table);
/* Continues the count of a saved table, whose deals_at was that. */
void autostart_restore(struct table *table, int64_t deals_at);
/* Puts the deal off by `wait` milliseconds from now. */
void autostart_put_off(struct table *table, uint64_t wait);
/* Ends the count until autostart_count() begins it again; save the table afterwards. */
void autostart_stop(struct table *table);
/* Returns true if the table deals when it is full, and has too few players for that. */
bool autostart_waits_for_seats(const struct table *table);
/* Returns true if the table counts seconds, but only when its players make teams (HR-20). */
bool autostart_waits_for_partner(const struct table *table);
/* Call it when the table's clock is set: notes if the count is held now. */
void autostart_check(struct table *table);
/* Returns the loop_now() at which the table deals by itself; UINT64_MAX: it does not, or the count
 * is held. */
uint64_t autostart_due(const struct table *table);

#endif
