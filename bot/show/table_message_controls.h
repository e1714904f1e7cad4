/* table_message_controls.h: what may be pressed at a table by whom a board is shown to, and by who
 * sits there: words of commands, on networks with controls (adapter_caps.controls) and on pages. */
#ifndef TALON_BOT_SHOW_TABLE_MESSAGE_CONTROLS_H
#define TALON_BOT_SHOW_TABLE_MESSAGE_CONTROLS_H

struct language;
struct message;
struct table;

/* What ends a pause or a vote: nothing where there is none. */
void board_halts(const struct table *table, const struct language *language, struct message *board);
/* For all who see the board, whatever they hold: in the lobby, in a round and between two. */
void board_controls(const struct table *table, const struct language *language,
                    struct message *board);
/* For who has that seat, and their hand before them (hand.h): whom they may catch. */
void seat_catches(const struct table *table, unsigned seat, const struct language *language,
                  struct message *message);
/* Likewise what is done about the table: to begin, to leave, its settings. */
void seat_controls(const struct table *table, unsigned seat, const struct language *language,
                   struct message *message);

#endif
