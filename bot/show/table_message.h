/* table_message.h: the one public message of a table in each of its places, on networks where
 * messages can be replaced (adapter_caps.boards).
 *
 * There a table has one message that says how it stands, and whose controls, if the network has
 * any, do what may be done (what the table is set to is chosen beside it: panel.h): in the lobby
 * seats and rules; in play top card, order, counts, and the player to act, who alone is called;
 * after it the totals. Whatever changes what everybody may see says so by table_message_due(), and
 * the board goes out at the end of that turn of the loop unless it is as it was.
 *
 * It comes below all that was said, and rings for who is to act (message.h), once: when the turn
 * has come to another person than the one before, or a round begins, and never for who has just
 * given a command. Turns of computer players between two of one person's are no reason to ring
 * again. All other changes are shown where the board stands.
 *
 * Elsewhere all of this does nothing. */
#ifndef TALON_BOT_SHOW_TABLE_MESSAGE_H
#define TALON_BOT_SHOW_TABLE_MESSAGE_H

struct host;
struct place;
struct table;

/* In all places of the table. */
void table_message_due(struct table *table);
/* Also when it is as it was: the channel may have lost it. */
void table_message_renew(struct place *place);
/* It stands there already, as another process showed it: whoever is to act was rung for. */
void table_message_stands(struct place *place);
/* The table closes: a last board without controls. */
void table_message_close(struct place *place);

/* Whoever sits there gives a command: they look at the table, and are not rung for at the end of
 * this turn of the loop. */
void table_message_pressed(struct table *table, unsigned seat);

/* Shows what is due in all places, hands first. */
void table_messages_flush(struct host *host);

#endif
