/* computer_reaction.h: what computer players do out of turn, and how long they take for
 * everything.
 *
 * They catch people who forgot UNO and jump in (HR-3), each as often as its level
 * notices. The round's secret (fair_lots()), the number of turn actions and the seat decide if
 * and when a computer player does so, and nothing else. So nobody can know it before, nothing of
 * it is stored, and a restart changes nothing. An action of a person in between makes it void. */
#ifndef TALON_BOT_TABLE_ROUND_COMPUTER_REACTION_H
#define TALON_BOT_TABLE_ROUND_COMPUTER_REACTION_H

#include "bot/table/table.h"

struct computer_reaction {
    uint64_t at; /* loop_now(); may be over */
    struct action action;
};

/* True if a computer player plays that seat now, its own or one of somebody who is away. */
bool seat_is_computer(const struct table *table, unsigned seat);
/* The computer player that does. */
const struct player_impl *seat_player(const struct table *table, unsigned seat);

/* Finds the earliest reaction of any seat in the running round. Returns false if there is none. */
bool computer_reaction_next(const struct table *table, struct computer_reaction *reflex);
/* Finds the catch that this seat has noticed, however late the seat makes it. The seat takes its
 * turn only after the catch. */
bool computer_reaction_catch(const struct table *table, unsigned seat, struct action *action);
/* The time from the beginning of a computer player's turn to its action: about bot_delay
 * milliseconds. */
uint64_t computer_reaction_turn_delay(const struct table *table);

#endif
