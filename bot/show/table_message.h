/* table_message.h: the public message of a table in each of its places, on networks where
 * messages can be replaced (adapter_caps.boards).
 *
 * The message shows the table: in the lobby seats and rules; in play the top card, the order,
 * the numbers of cards and the player to act; afterwards the totals. If the network has
 * controls, it has the buttons for what can be done. Players choose settings in a panel
 * (panel.h). Code that changes what everybody may see calls table_message_due(). At the end of
 * that turn of the loop the message is sent if it differs.
 *
 * A new message comes below all other lines and rings for the player to act (message.h). It does
 * so once: when the turn passes to another person, or a round begins with them, and never for a
 * player who has just given a command or has turned calls off. Turns of computer players between
 * two turns of one person do not ring again. All other changes edit the message where it stands.
 * With the channel's setting "board edit" every change does, and nobody is called.
 *
 * On other networks all of this does nothing. */
#ifndef TALON_BOT_SHOW_TABLE_MESSAGE_H
#define TALON_BOT_SHOW_TABLE_MESSAGE_H

struct place;
struct show;
struct table;

/* Marks the message in all places of the table, to be sent at the end of this turn. */
void table_message_due(struct table *table);
/* Sends the message even if it is unchanged, because the channel may have lost it. */
void table_message_renew(struct place *place);
/* Notes that another process has sent the message already, and rung for the player to act. */
void table_message_stands(struct place *place);
/* Called when the table closes: sends a last message without controls. */
void table_message_close(struct place *place);

/* Called when the player of that seat gives a command. They see the table, so we do not ring for
 * them in this turn of the loop. */
void table_message_pressed(struct table *table, unsigned seat);

/* Sends all marked hands and then all marked messages. */
void table_messages_flush(struct show *show);

#endif
