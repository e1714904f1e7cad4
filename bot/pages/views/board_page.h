/* board_page.h: boards for people (/boards, /boards/NETWORK, /boards/NETWORK/CHANNEL). */
#ifndef TALON_BOT_PAGES_VIEWS_BOARD_PAGE_H
#define TALON_BOT_PAGES_VIEWS_BOARD_PAGE_H

#include "bot/pages/html/parts.h"

void board_page(struct page_job *job);

/* The rows of a board of boards_make() as a table, with what its marks mean; `most`: so many of
 * them. Where nobody is on it, that is said. */
void board_table(struct html *html, const struct page_frame *frame, const struct cJSON *board,
                 unsigned most);

/* "Board of #uno", and "Best of all time", "Best by rating in flex". */
const char *board_title(const struct language *language, const struct cJSON *board,
                        char out[PARTS_WORDS]);
const char *board_caption(const struct language *language, const struct cJSON *board,
                          char out[PARTS_WORDS]);

#endif
