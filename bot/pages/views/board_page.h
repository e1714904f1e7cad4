/* board_page.h: boards for people (/boards, /boards/NETWORK, /boards/NETWORK/CHANNEL). */
#ifndef TALON_BOT_PAGES_VIEWS_BOARD_PAGE_H
#define TALON_BOT_PAGES_VIEWS_BOARD_PAGE_H

#include "bot/pages/html/parts.h"

void board_page(struct page_job *job);

/* Writes at most `most` rows of a board of boards_make() as a table, and explains its marks. Writes
 * a sentence if the board is empty. */
void board_table(struct html *html, const struct page_frame *frame, const struct cJSON *board,
                 unsigned most);

/* Return "Board of #uno", and "Best of all time" or "Best by rating in flex". */
const char *board_title(const struct language *language, const struct cJSON *board,
                        char out[PARTS_WORDS]);
const char *board_caption(const struct language *language, const struct cJSON *board,
                          char out[PARTS_WORDS]);

#endif
