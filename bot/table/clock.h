/* clock.h: when a table acts without people; timeout.c does it then. The times are in host_options
 * (bot/host.h).
 *
 * Each table has one timer. In a person's turn: a reminder in the channel, one in private, then
 * the engine plays for them and the seat counts as away. In a computer player's turn: a
 * short delay, then its action. At any time: what computer players do out of turn
 * (computer_reaction.h). Between rounds: the pause before the deal. A lobby closes after a while
 * without action; so does a table whose people are all away, or that nobody can see.
 *
 * While the network is away nothing else runs: outages never count against a player. A channel
 * may have its own turn limit (!set turn_limit), with the reminders at the same fractions of it. */
#ifndef TALON_BOT_TABLE_CLOCK_H
#define TALON_BOT_TABLE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct table;

/* Stages of a person's turn, named for the last thing that was done. Each ends by the time in
 * host_options that stands behind it. */
enum {
    STAGE_FRESH,    /* turn_reminder */
    STAGE_REMINDED, /* turn_whisper */
    STAGE_WHISPERED /* turn_limit */
};

/* Cancels the search of a computer player. */
void clock_forget_thought(struct table *table);
/* Sets the timer for what comes next; call it after every change of the table. Commands that are
 * no turn action give nobody more time. */
void clock_arm(struct table *table);
/* The same when a turn or a pause has just begun, so it gets its whole time. */
void clock_restart(struct table *table);
/* The same after the clock stood still. Players who could catch somebody get their time again, too.
 */
void clock_resume(struct table *table);
/* Call it when the table begins or stops to wait for somebody (split.h, pause.h), so that its clock
 * stops or runs again. */
void clock_set_here(struct table *table);
/* X-3 (host_options.uno_grace): whether turn actions wait now, because somebody can still be caught
 * who did not say UNO. */
bool clock_in_grace(const struct table *table);
/* True if the result of that search still fits the round. */
bool clock_thought_fits(const struct table *table);
/* Writes for how long the current turn has lasted and how much time is left, in milliseconds.
 * Returns false if the turn has no limit. */
bool clock_turn(const struct table *table, uint64_t *has, uint64_t *left);

#endif
