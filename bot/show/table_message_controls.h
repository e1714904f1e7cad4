/* table_message_controls.h: adds the controls of a table, for those who see its message and for
 * those who sit there. A control says the words of a command, on networks with controls
 * (adapter_caps.controls) and on pages. */
#ifndef TALON_BOT_SHOW_TABLE_MESSAGE_CONTROLS_H
#define TALON_BOT_SHOW_TABLE_MESSAGE_CONTROLS_H

struct language;
struct message;
struct table;

/* Adds the controls that end a pause or a vote; none if there is neither. */
void board_halts(const struct table *table, const struct language *language, struct message *board);
/* Adds the controls for all who see the table message: in the lobby, in a round and between two
 * rounds. */
void board_controls(const struct table *table, const struct language *language,
                    struct message *board);
/* Adds, for the player of that seat who sees their hand (hand.h), the players whom they may catch.
 */
void seat_catches(const struct table *table, unsigned seat, const struct language *language,
                  struct message *message);
/* Adds, for the same player, the controls of the table: to begin, to leave, its settings. */
void seat_controls(const struct table *table, unsigned seat, const struct language *language,
                   struct message *message);

#endif
