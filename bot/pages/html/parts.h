/* parts.h: pieces of pages that show data.
 *
 * Such a page is made from the documents that programs get (docs/api.md), so it shows nothing that
 * they do not have. Its maker gives a function of its own to boards_make() and similar functions.
 * If a page needs several documents, the job keeps each until the last one has come. */
#ifndef TALON_BOT_PAGES_HTML_PARTS_H
#define TALON_BOT_PAGES_HTML_PARTS_H

#include <cjson/cJSON.h>

#include "bot/pages/job.h"
#include "frame.h"

/* Keeps a document under a name. A document with an error is freed instead. */
void parts_keep(struct page_job *job, const char *name, unsigned status, struct cJSON *json);
/* Returns a kept document; NULL: it could not be made. */
const struct cJSON *parts_kept(const struct page_job *job, const char *name);

/* Return the value of a member; "", 0 or false if it is null or missing. */
const char *parts_text(const struct cJSON *at, const char *key);
int64_t parts_number(const struct cJSON *at, const char *key);
bool parts_is(const struct cJSON *at, const char *key);

/* Returns the name of a document's channel: channel_name if it has one, otherwise channel. */
const char *parts_channel_name(const struct cJSON *at);

/* -- addresses -- */

/* Writes a path such as "/boards/libera/%23uno". `network` or `channel` NULL: the page over all of
 * them. Returns false if it does not fit. */
bool parts_channel_path(const char *page, const char *network, const char *channel,
                        char path[ADDRESS_MAX]);
/* Writes a link to the page of `at`'s channel (parts_channel_path()), or only the channel's name if
 * the reader is on that page. */
void parts_channel_link(struct html *html, const struct page_frame *frame, const char *page,
                        const struct cJSON *at);
/* Opens a link to "PAGE/NUMBER". */
void parts_number_link(struct html *html, const struct page_frame *frame, const char *page,
                       int64_t number);

/* -- pieces -- */

enum { PARTS_WORDS = 512 };
/* Fills in the one place of a text of the catalogue, for a title. */
const char *parts_phrase(const struct language *language, const char *text, const char *place,
                         const char *with, char out[PARTS_WORDS]);

/* Writes a person (members player, name, verified), as a link if they have a page. */
void parts_someone(struct html *html, const struct page_frame *frame, const struct cJSON *at);
/* Writes a time in UTC as "2026-11-23 12:00"; `at` in milliseconds. */
void parts_time(struct html *html, int64_t at);
/* Writes only the day. */
void parts_date(struct html *html, int64_t at);
/* Writes a rating as people see it (`least`), "1068", or that it is still new. */
void parts_rating(struct html *html, const struct cJSON *at);
/* Explains the marks that parts_someone() and parts_rating() wrote for the rows of a list. */
void parts_marks(struct html *html, const struct cJSON *list);

/* Says that a list has no rows: `none`, a text of the catalogue, or, if the reader asked for the
 * rows behind others (`further`), that it ends here. */
void parts_no_rows(struct html *html, const char *none, bool further);

/* Begins an item of a list of facts (<dl>): its name, then what the caller writes. */
void parts_begin_fact(struct html *html, const char *name);
void parts_end_fact(struct html *html);

/* A column. `class` also goes to its cells; NULL: none. */
struct parts_column {
    const char *name;  /* of the catalogue; NULL: none */
    const char *class; /* "number", "minor": left out on narrow screens */
};
/* Opens a table, and its caption, to be filled. */
void parts_table(struct html *html);
/* Closes the caption, writes the head, and opens the body. */
void parts_columns(struct html *html, const struct parts_column *columns, unsigned count);
void parts_table_end(struct html *html);
void parts_cell(struct html *html, const char *class);
void parts_cell_rank(struct html *html, int64_t rank); /* 0: none */
void parts_cell_number(struct html *html, const char *class, int64_t number);
/* Writes "3/12", or "–" if `all` is 0. */
void parts_cell_of(struct html *html, const char *class, int64_t number, int64_t all);

/* Begins a choice among views of a page: a heading, then links beside each other. */
void parts_choices(struct html *html, const char *id, const char *heading);
/* Writes one link of the open choice, and marks the chosen one. `text` is already in the reader's
 * language. */
void parts_choice(struct html *html, const struct page_frame *frame, const char *path,
                  const char *text, bool chosen);

#endif
