/* player_parts.h: sections of a player's page: their rating over time, their records, their
 * achievements, and their results against others. A section without data is left out. */
#ifndef TALON_BOT_PAGES_HTML_PLAYER_PARTS_H
#define TALON_BOT_PAGES_HTML_PLAYER_PARTS_H

#include "parts.h"

/* Each takes a document of players_make(). */
void player_curve(struct html *html, const struct cJSON *player);
void player_feats(struct html *html, const struct cJSON *player);
void player_achievements(struct html *html, const struct cJSON *player);
void player_rivals(struct html *html, const struct page_frame *frame, const struct cJSON *player);

#endif
