/* player_parts.h: of a player's page what is drawn and told of their rounds: how their rating went,
 * their records, and how they do against others. Each is a section; nothing where there is none. */
#ifndef TALON_BOT_PAGES_HTML_PLAYER_PARTS_H
#define TALON_BOT_PAGES_HTML_PLAYER_PARTS_H

#include "parts.h"

/* Of the document of players_make(). */
void player_curve(struct html *html, const struct cJSON *player);
void player_feats(struct html *html, const struct cJSON *player);
void player_rivals(struct html *html, const struct page_frame *frame, const struct cJSON *player);

#endif
