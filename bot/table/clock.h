/* clock.h: when something happens at a table without people; timeout.c does it then.
 *
 * One timer a table. A person's turn: a reminder in the channel, one in private, then X-2 (the
 * engine plays for them) and the seat counts as away. A computer player's turn: a short delay,
 * then its action; and at any time what computer players do out of turn (computer_reaction.h).
 * Between rounds: the pause before the deal. A lobby, or a table whose people are all away:
 * closing; so is a table of which nobody hears, whose channel or player is gone for that long.
 * While the network is away nothing else runs: outages never count against a player. A channel may
 * have a turn's limit of its own (!set turn_limit), with the reminders at the same parts of it. */
#ifndef TALON_BOT_TABLE_CLOCK_H
#define TALON_BOT_TABLE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct table;

/* Stages of a person's turn. */
enum { STAGE_FRESH, STAGE_REMINDED, STAGE_WHISPERED };

/* Nobody wants to know any more what a computer player thinks about. */
void clock_forget_thought(struct table *table);
/* Sets the timer for what comes next; called after every change of the table. What people say
 * meanwhile gives nobody more time. */
void clock_arm(struct table *table);
/* Likewise when a turn or a pause has just begun: it gets its whole time. */
void clock_restart(struct table *table);
/* Likewise when time stood still: so do those who could catch somebody. */
void clock_resume(struct table *table);
/* The table waits for somebody, or no more (split.h, pause.h): its clock stands or goes on. */
void clock_set_here(struct table *table);
/* whether turn actions wait now. */
bool clock_in_grace(const struct table *table);
/* Whether what a computer player thinks about is still to be done. */
bool clock_thought_fits(const struct table *table);
/* How long who is to act in the running round has had the turn, and still has it (milliseconds);
 * false: for ever. */
bool clock_turn(const struct table *table, uint64_t *has, uint64_t *left);

#endif
