/* clock.h: when a table acts by itself, without a command; timeout.c carries it out. The times are
 * in bot/host_options.h.
 *
 * Each table has one timer. In a person's turn: a reminder in the channel, one in private, then the
 * engine plays for them and the seat counts as away. In a computer player's turn: a short
 * delay, then its action. At any time: what computer players do out of turn (computer_reaction.h).
 * Between rounds: the pause before the deal. A lobby deals by itself if its channel wants that
 * (autostart.h), or closes after a while without action. A table closes, too, when its people are
 * all away, or nobody can see it.
 *
 * While the network is away nothing else runs: outages never count against a player. A channel may
 * have its own turn limit (!set turn_limit), with the reminders at the same fractions of it. */
#ifndef TALON_BOT_TABLE_CLOCK_H
#define TALON_BOT_TABLE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct table;

/* Stages of a person's turn, each named for the reminder sent last. A stage ends when the time in
 * host_options that stands behind it has passed since the turn began. */
enum {
    STAGE_FRESH,    /* turn_reminder */
    STAGE_REMINDED, /* turn_whisper */
    STAGE_WHISPERED /* turn_limit */
};
/* Between two rounds STAGE_REMINDED says that the table was told that the deal waits for a partner
 * (HR-20). */

/* Cancels the search of a computer player. */
void clock_forget_thought(struct table *table);
/* Sets the timer for what comes next. Call it after every change of the table. It does not restart
 * the time of the turn, so commands that are no turn action give nobody more time. */
void clock_arm(struct table *table);
/* Like clock_arm(), when a turn or the pause between rounds has just begun: its whole time runs
 * from now. */
void clock_restart(struct table *table);
/* Like clock_restart(), after the clock stood still. The time in which somebody can be caught
 * (clock_in_grace()) begins again, too. */
void clock_resume(struct table *table);
/* Call it when the table begins or ceases to wait (split.h, pause.h), or a place becomes reachable
 * or not. It stops the clock or lets it run again. */
void clock_set_here(struct table *table);
/* returns true if turn actions wait now (for host_options.uno_grace), so that people can catch
 * somebody who did not say UNO. */
bool clock_in_grace(const struct table *table);
/* Returns true if the search that runs (table->thinks_in, thinks_on) is still about the present
 * turn, and the clock runs. */
bool clock_thought_fits(const struct table *table);
/* Writes how long the current turn has lasted (`has`) and how much time is left (`left`), in
 * milliseconds. Returns false if the turn has no limit. */
bool clock_turn(const struct table *table, uint64_t *has, uint64_t *left);
/* Writes the same for the pause before the next deal. Returns false if none runs. */
bool clock_deal(const struct table *table, uint64_t *has, uint64_t *left);

#endif
