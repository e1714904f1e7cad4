/* panel.h: writes panels, on networks with controls (adapter_caps.controls).
 *
 * A panel is a message that only the person who asked for it sees (PURPOSE_PANEL). One panel has
 * the settings of a table: in the lobby its set of rules, computer players and house rules; at
 * all times controls to remove a player and to end the table. Another asks a player who leaves
 * in mid-round if they mean it. Each control says the words of a command, whose answer is the
 * panel in its new state. The command checks the rights; this module does not. */
#ifndef TALON_BOT_SHOW_PANEL_H
#define TALON_BOT_SHOW_PANEL_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/ruleset.h"

struct language;
struct message;
struct table;

enum panel {
    PANEL_SETTINGS,
    PANEL_REMOVE, /* whom? */
    PANEL_STOP,   /* does the player mean it? */
    PANEL_LEAVE   /* does the player mean it? */
};

/* Returns the stamp of the table for its panels (message.stamp). It changes when a match begins or
 * ends, so that we can recognise an old panel. It never equals a stamp of a round. */
uint64_t panel_stamp(const struct table *table);
bool panel_is_stamp(uint64_t stamp);

/* What the reader of a panel may do. */
enum panel_rights {
    PANEL_VOTES,  /* ask the table to vote (vote.h) */
    PANEL_OPENER, /* decide over the table, but not over people in a rated match (vote_is_shared())
                   */
    PANEL_OPERATOR, /* decide all of it */
};

/* Fills a message for the player of `seat` (SEAT_NONE: somebody without a seat) in `language`. With
 * `forms` house rules are chosen in forms (house_form.h), and else in a menu. */
void panel_write(struct table *table, unsigned seat, enum panel_rights rights, bool forms,
                 const struct language *language, enum panel panel, struct message *message);

#endif
