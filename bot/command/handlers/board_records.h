/* board_records.h: records, streaks (storage/record.h) and achievements in words and as facts, for
 * !top and !stats.
 */
#ifndef TALON_BOT_COMMAND_HANDLERS_BOARD_RECORDS_H
#define TALON_BOT_COMMAND_HANDLERS_BOARD_RECORDS_H

#include "bot/command/handlers/board_ratings.h"

/* The longest streaks, as text and as facts. */
void board_streaks(struct brief *brief, const struct board_rated *board);

/* Adds a player's records until the line is full. `told` holds the results that the answer gives
 * already. They are not repeated. */
void board_feats(struct brief *brief, const struct language *language,
                 const struct store_player *player, const struct store_score *told);
/* Returns how many achievements they have. */
unsigned board_achievements(const struct store_player *player);
void board_feats_facts(struct facts *facts, const struct language *language,
                       const struct store_player *player, const struct store_score *told);

#endif
