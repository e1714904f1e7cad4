/* panel.h: what is opened beside the table on networks with controls (adapter_caps.controls): a
 * message that only who asked for it sees (PURPOSE_PANEL).
 *
 * The settings of a table: in the lobby its set of rules, computer players and house rules; always
 * who is taken off it, and its end. And the question before a seat is left in mid-round. All that
 * is pressed there says words of a command, which is answered with the panel as things stand then;
 * whether one may is judged there, not here. */
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
    PANEL_STOP,   /* is it meant? */
    PANEL_LEAVE   /* likewise */
};

/* Of the table as its panels are about it (message.stamp): it changes when a match begins or ends,
 * so that a panel that was left open is seen to be old. No stamp of a round is one of these. */
uint64_t panel_stamp(const struct table *table);
bool panel_is_stamp(uint64_t stamp);

/* Fills a message for `seat` (SEAT_NONE: of nobody at the table), whom the panel speaks to in
 * `language`. Who `rules` the table chooses and decides; the others who sit there ask for a vote
 * (vote.h). */
void panel_write(struct table *table, unsigned seat, bool rules, const struct language *language,
                 enum panel panel, struct message *message);

#endif
