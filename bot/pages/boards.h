/* boards.h: leaderboards for programs (/api/1/boards), and for the pages that show them. */
#ifndef TALON_BOT_PAGES_BOARDS_H
#define TALON_BOT_PAGES_BOARDS_H

#include "bot/pages/job.h"
#include "storage/web_query.h"

enum { BOARDS_ROWS_MAX = STORE_PAGE_MAX - 1 }; /* one row more shows whether others follow */

struct boards_query {
    enum store_scope scope;
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX]; /* as the scope needs */
    enum store_period window;
    bool rated;              /* by rating ... */
    char set[STORE_SET_MAX]; /* ... in that rule set; "": in all */
    int season; /* ... as it was at the end of that season (store_season()); 0: the rating of now */
    unsigned limit; /* rows, BOARDS_ROWS_MAX at most */
    struct store_behind behind;
};

/* Reads the parameters of the address. Returns NULL, or what is wrong with them, a text of the
 * catalogue. */
const char *boards_read(const struct page_job *job, struct boards_query *query);
/* Makes the document of the rows as docs/api.md has it, and gives it, or an error, to `present`. */
void boards_make(struct page_job *job, const struct boards_query *query, page_present *present);
void boards_api(struct page_job *job);

enum { SEASON_TEXT = 32 };
/* The first writes a season as "2026-4". The second reads one; it returns 0 if the text is no
 * season. */
const char *boards_season(int season, char out[SEASON_TEXT]);
int boards_read_season(const char *word);
/* Returns the name of a window ("week"), and reads one; false: the text is no window. */
const char *boards_window(enum store_period window);
bool boards_read_window(const char *word, enum store_period *window);

#endif
