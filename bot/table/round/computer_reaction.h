/* computer_reaction.h: what computer players do out of turn, and how long they take for everything.
 *
 * They catch people who forgot UNO and jump in (HR-3). How often a computer player notices
 * that it could depends on its level. If and when it reacts is computed only from the round's
 * secret (fair_lots()), the number of turn actions, and the seats. So nobody can know it before,
 * nothing of it is stored, and a restart changes nothing. If a person acts first, the reaction may
 * no longer be possible and is computed again. */
#ifndef TALON_BOT_TABLE_ROUND_COMPUTER_REACTION_H
#define TALON_BOT_TABLE_ROUND_COMPUTER_REACTION_H

#include "bot/table/table.h"

struct computer_reaction {
    uint64_t at; /* loop_now() at which the reaction is due; this time may have passed */
    struct action action;
};

/* Returns true if a computer player plays that seat now: the seat is its own, or a person's who is
 * away. */
bool seat_is_computer(const struct table *table, unsigned seat);
/* The computer player of such a seat. */
const struct player_impl *seat_player(const struct table *table, unsigned seat);

/* Finds the reaction that comes first, of any seat in the running round. Returns false if there is
 * none. */
bool computer_reaction_next(const struct table *table, struct computer_reaction *reflex);
/* Finds a catch that this seat has noticed, even if its delay is not over. Call it before the seat
 * takes its turn, which would make the catch impossible. Returns false if there is none. */
bool computer_reaction_catch(const struct table *table, unsigned seat, struct action *action);
/* Returns the milliseconds from the beginning of a computer player's turn to its action: about
 * bot_delay. */
uint64_t computer_reaction_turn_delay(const struct table *table);

#endif
