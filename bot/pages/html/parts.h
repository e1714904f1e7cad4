/* parts.h: pieces of the pages that are made of data.
 *
 * Such a page is made of the documents that programs get (docs/api.md), and so shows nothing that they
 * do not: its maker gives a function of its own to boards_make() and the like. Where it needs
 * several documents, each is kept with the job until the last one is there. */
#ifndef TALON_BOT_PAGES_HTML_PARTS_H
#define TALON_BOT_PAGES_HTML_PARTS_H

#include <cjson/cJSON.h>

#include "bot/pages/job.h"
#include "frame.h"

/* Keeps a document under that name, or takes it away, if it is an error. */
void parts_keep(struct page_job *job, const char *name, unsigned status, struct cJSON *json);
/* That document; NULL: it could not be had. */
const struct cJSON *parts_kept(const struct page_job *job, const char *name);

/* Of a member: "" or 0 where it is null, or not there. */
const char *parts_text(const struct cJSON *at, const char *key);
int64_t parts_number(const struct cJSON *at, const char *key);
bool parts_is(const struct cJSON *at, const char *key);

/* What the channel of it is called: channel_name, where there is one. */
const char *parts_channel_name(const struct cJSON *at);

/* -- addresses -- */

/* "/boards/libera/%23uno"; `network` and `channel` NULL: of all. False: it does not fit. */
bool parts_channel_path(const char *page, const char *network, const char *channel,
                        char path[ADDRESS_MAX]);
/* A link to such a page with that text; the text alone, if it is the page itself that is read. */
void parts_channel_link(struct html *html, const struct page_frame *frame, const char *page,
                        const struct cJSON *at);
/* A link to "PAGE/NUMBER": opens it. */
void parts_number_link(struct html *html, const struct page_frame *frame, const char *page,
                       int64_t number);

/* -- pieces -- */

enum { PARTS_WORDS = 512 };
/* A text of the catalogue with one place filled in, for a title. */
const char *parts_phrase(const struct language *language, const char *text, const char *place,
                         const char *with, char out[PARTS_WORDS]);

/* Somebody with the members player, name, verified: a link to their page, if they have one. */
void parts_someone(struct html *html, const struct page_frame *frame, const struct cJSON *at);
/* A moment in UTC, as "2026-11-23 12:00"; `at` in milliseconds. */
void parts_time(struct html *html, int64_t at);
/* The day alone. */
void parts_date(struct html *html, int64_t at);
/* "1248 ± 180", with '?' behind one that is provisional. */
void parts_rating(struct html *html, const struct cJSON *at);
/* What the marks mean that parts_someone() and parts_rating() made of the rows of a list. */
void parts_marks(struct html *html, const struct cJSON *list);

/* A cell of a column; `class` NULL: none. Opened, to be filled and closed. */
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
/* "3/12"; "–" of none. */
void parts_cell_of(struct html *html, const char *class, int64_t number, int64_t all);

/* A choice among several views of a page: a heading, and links that stand beside each other. */
void parts_choices(struct html *html, const char *id, const char *heading);
/* One of them, in the list that is open then: what is chosen is marked. `text` is in the reader's
 * language already. */
void parts_choice(struct html *html, const struct page_frame *frame, const char *path,
                  const char *text, bool chosen);

#endif
