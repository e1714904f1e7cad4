/* round.h: a table's round from the deal to its result: the table's inner part. */
#ifndef TALON_BOT_TABLE_ROUND_ROUND_H
#define TALON_BOT_TABLE_ROUND_ROUND_H

#include "bot/table/table.h"

/* Deals the next round (also called by the clock after the pause). */
bool round_deal(struct table *table, enum rules_error *rules_error);
/* The number of the round that runs, within its match, from 1. */
unsigned round_number(const struct table *table);
/* One action of a seat in the running round: applied, journaled, told to the watcher. */
enum refusal round_act(struct table *table, const struct action *action);
/* True if an UNO call has no effect: the caller has more than one card and cannot get
 * down to one with this turn's play. `before`: the game that the action met. */
bool round_is_idle_call(const struct round *round, const struct game *before,
                        const struct action *action, const struct events *events);
/* Only calls and catches: neither the turn nor what is asked has changed. */
bool round_is_word(const struct events *events);
/* Tells what the deal (`before` NULL) or an action led to, and settles a round that is over by it:
 * results, totals, the next deal or the lobby. Every end of a round comes through here but for
 * round_abandon(). */
void round_tell(struct table *table, const struct game *before, const struct events *events);
/* Begins a chain of secrets; its end is to be told before anybody else sits down. */
void round_new_chain(struct table *table);
/* What binds the shuffle that is played with, or else the next: the secret before it in the chain,
 * with its number. False: the round is older than chains. */
bool round_bond(const struct table *table, unsigned *number, uint8_t bond[FAIR_SIZE]);
/* carries out the actions that waited (clock_in_grace()). */
void round_act_held(struct table *table);
/* Ends the round in the store without points ("stopped", "damaged") and frees it. */
void round_abandon(struct table *table, const char *outcome);
/* After a round, however it ended: seats that were left go, and the table waits for the next deal,
 * or is a lobby again when the match is over or nobody is there to go on with. */
void round_close(struct table *table);
void round_free(struct table *table);
/* The computer players who search remember from here on, if any sits there. */
void round_remember(struct table *table);

/* Of the running round's state that controls are about (message.stamp): it changes with each turn
 * action. 0: no round runs. */
uint64_t table_stamp(const struct table *table);

#endif
