/* round.h: one round of a table, from the deal to its result.
 *
 * A table has at most one round, table->round. round_deal() makes it. All its actions go through
 * round_act(), whether people, computer players or the clock make them. Each action takes three
 * steps: the engine decides (game_apply(): it refuses and changes nothing, or it changes the game
 * and gives events); the journal remembers the action with a hash of the state after it;
 * round_tell() speaks to the watchers (watcher.h). So nobody is told of an action that the journal
 * does not have.
 *
 * While somebody may still be caught without UNO, turn actions wait. Only the newest one of
 * each seat is kept. clock.h knows how long; round_act_held() carries them out. A move that waits
 * is void when the turn moves on without it.
 *
 * A round ends in round_tell() with results, or in round_abandon() without. Both go through
 * round_close(): the table is in the lobby again, or waits for the next deal, and table->last keeps
 * the secret of the round for !fair. A start of the daemon makes the round again from the journal
 * (replay.h).
 *
 * Nothing here sends a message or blocks. Functions return refusals. */
#ifndef TALON_BOT_TABLE_ROUND_ROUND_H
#define TALON_BOT_TABLE_ROUND_ROUND_H

#include "bot/table/table.h"

/* -- the way of a round -- */

/* Deals the next round of the match; the clock calls it after the pause between rounds. Returns
 * false if the rules cannot be dealt for these seats, and *rules_error says why (RULES_OK: memory
 * is out, or the database gives no number). */
bool round_deal(struct table *table, enum rules_error *rules_error);
/* Carries out one action of a seat in the running round. Returns REFUSED_NOT if the action is done,
 * or waits. After any other result nothing has changed. The action can end the round:
 * table->round may be NULL afterwards. */
enum refusal round_act(struct table *table, const struct action *action);
/* carries out the actions that waited, when clock_in_grace() has ended. */
void round_act_held(struct table *table);
/* Tells the watchers what the deal (`before` NULL) or an action led to. If it ended the round, this
 * stores the results, counts them in the match, and closes the round. */
void round_tell(struct table *table, const struct game *before, const struct events *events);
/* Ends the round without points. The store keeps `outcome` ("stopped", "damaged"). */
void round_abandon(struct table *table, const char *outcome);
/* Closes a round, however it ended. Seats that people left are removed. Then the table waits for
 * the next deal, or it is in the lobby if the match is over or too few are left. */
void round_close(struct table *table);
/* Frees the round, without telling anybody. */
void round_free(struct table *table);

/* -- the chain of secrets (fair.h) -- */

/* Begins a new chain of secrets. Its public end (fair_chain.end, the commitment to the first
 * secret) must be shown in each channel of the table before anybody else sits down. */
void round_new_chain(struct table *table);
/* Finds the commitment to the shuffle of this round, or of the next one if none runs. It is the
 * secret before it in the chain; *number is the number of that secret. Returns false for a round
 * from before there were chains. */
bool round_bond(const struct table *table, unsigned *number, uint8_t bond[FAIR_SIZE]);

/* -- questions -- */

/* Returns true if the table's round is over and counts for boards, ratings, records and
 * achievements: somebody has won it, and two people or more were dealt cards. It counts although
 * some of them have left. */
bool round_counts(const struct table *table);
/* Returns the number of the running round in its match, or else of the next one, from 1. */
unsigned round_number(const struct table *table);
/* Returns true for an UNO call without effect: the caller has more than one card and
 * cannot get down to one with this turn's play. `before`: the game before the action. */
bool round_is_idle_call(const struct round *round, const struct game *before,
                        const struct action *action, const struct events *events);
/* Returns true if the events are only calls and catches, so the turn and what it asks for have not
 * changed. */
bool round_is_word(const struct events *events);
/* Begins what searching computer players remember of the round (round.memory), if any sits at the
 * table. */
void round_remember(struct table *table);
/* Returns a number for the present state of the round, by which the bot sees that a button is out
 * of date (message.stamp). It changes with each turn action. 0: no round runs. */
uint64_t table_stamp(const struct table *table);

#endif
