/* computer_reaction.h: what computer players do out of turn, and how long they take for anything.
 *
 * They catch who forgot UNO and jump in (HR-3), each as often as its level notices. Whether
 * a seat does, and when, is drawn from the round's secret (fair_lots()), its count of turn actions
 * and the seats alone: so nobody can know it before, nothing of it is kept, a restart changes
 * nothing, and what people do meanwhile overtakes it. */
#ifndef TALON_BOT_TABLE_ROUND_COMPUTER_REACTION_H
#define TALON_BOT_TABLE_ROUND_COMPUTER_REACTION_H

#include "bot/table/table.h"

struct computer_reaction {
    uint64_t at; /* loop_now(); may be over */
    struct action action;
};

/* Whether a computer player plays that seat now, of its own or for a person who is away. */
bool seat_is_computer(const struct table *table, unsigned seat);
/* And which. */
const struct player_impl *seat_player(const struct table *table, unsigned seat);

/* What comes first of all seats in the running round; false: nothing. */
bool computer_reaction_next(const struct table *table, struct computer_reaction *reflex);
/* The catch that this seat has noticed, however long it would wait: it plays on after that only. */
bool computer_reaction_catch(const struct table *table, unsigned seat, struct action *action);
/* From the beginning of a computer player's turn to its action: about bot_delay. */
uint64_t computer_reaction_turn_delay(const struct table *table);

#endif
