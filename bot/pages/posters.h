/* posters.h: pictures of pages (base/poster.h) for link previews: of a board, of a finished round,
 * of a table that people may watch, of a player. Pages without a picture of their own have that of
 * the first page (frame.h). They are made from the documents that programs get
 * (docs/api.md), and show nothing else. Without a client that can draw there are none. */
#ifndef TALON_BOT_PAGES_POSTERS_H
#define TALON_BOT_PAGES_POSTERS_H

#include "bot/pages/html/frame.h"
#include "bot/pages/job.h"

/* /og/boards.png, with the parameters of /api/1/boards; /og/rounds/ID.png; /og/tables/ID.png;
 * /og/players/ID.png; /og/home.png */
void poster_board(struct page_job *job);
void poster_round(struct page_job *job);
void poster_table(struct page_job *job);
void poster_player(struct page_job *job);
void poster_home(struct page_job *job);

/* Writes where a page's picture is, and what it shows (page_head.picture). */
void poster_name_board(struct page_head *head, const struct language *language,
                       const struct cJSON *board, char path[ADDRESS_MAX]);
void poster_name_round(struct page_head *head, const struct language *language, int64_t round,
                       char path[ADDRESS_MAX]);
void poster_name_table(struct page_head *head, const struct language *language, int64_t table,
                       char path[ADDRESS_MAX]);
void poster_name_player(struct page_head *head, const struct language *language, int64_t player,
                        char path[ADDRESS_MAX]);

#endif
