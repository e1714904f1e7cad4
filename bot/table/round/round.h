/* round.h: one round of a table, from the deal to its result.
 *
 * A table has at most one round, table->round. round_deal() makes it; round_act() is the only way
 * for an action into it, for people, computer players and the clock. Each action takes three steps:
 * the engine decides (game_apply(): it refuses and changes nothing, or it changes the game and
 * gives events); the journal remembers the action with a hash of the state after it; round_tell()
 * speaks to the watchers (watcher.h). So nobody hears of an action that the journal does not have.
 *
 * While somebody may still be caught without UNO, turn actions wait, and only the newest of
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
/* Carries out one action of a seat in the running round. After REFUSED_NOT it is done, or it waits
 * . After any other result nothing has changed. table->round may be NULL afterwards: the
 * action can end the round. */
enum refusal round_act(struct table *table, const struct action *action);
/* carries out the actions that waited (clock_in_grace()). */
void round_act_held(struct table *table);
/* Tells the watchers what the deal (`before` NULL) or an action led to. If that ends the round:
 * stores the results, counts them in the match, and closes the round. */
void round_tell(struct table *table, const struct game *before, const struct events *events);
/* Ends the round without points, with that outcome in the store ("stopped", "damaged"). */
void round_abandon(struct table *table, const char *outcome);
/* After a round, however it ended: seats that people left are removed. Then the table waits for the
 * next deal; or it is a lobby, when the match is over or nobody is there to play on. */
void round_close(struct table *table);
/* Frees the round and says nothing; with the table. */
void round_free(struct table *table);

/* -- the chain of secrets (fair.h) -- */

/* Begins a new chain. The channel must see its end before anybody else sits down. */
void round_new_chain(struct table *table);
/* Finds the commitment to the shuffle of this round, or else of the next one: the secret before it
 * in the chain, and its number. Returns false if the round is older than chains. */
bool round_bond(const struct table *table, unsigned *number, uint8_t bond[FAIR_SIZE]);

/* -- questions -- */

/* The number of the running round in its match, from 1. */
unsigned round_number(const struct table *table);
/* True if an UNO call has no effect: the caller has more than one card and cannot get
 * down to one with this turn's play. `before`: the game that the action met. */
bool round_is_idle_call(const struct round *round, const struct game *before,
                        const struct action *action, const struct events *events);
/* True if there were only calls and catches: the turn and what it asks for have not changed. */
bool round_is_word(const struct events *events);
/* Lets the computer players that search, if any sit at the table, begin to remember the round. */
void round_remember(struct table *table);
/* A number for the present state of the round. It shows if a button is out of date (message.stamp).
 * It changes with each turn action. 0: no round runs. */
uint64_t table_stamp(const struct table *table);

#endif
