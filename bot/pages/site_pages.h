/* site_pages.h: the pages for people (boards are in board_page.h), and the error page. Pages with
 * data are made from the documents that programs get (parts.h). */
#ifndef TALON_BOT_PAGES_SITE_PAGES_H
#define TALON_BOT_PAGES_SITE_PAGES_H

#include "bot/pages/html/frame.h"
#include "bot/pages/job.h"
#include "engine/ruleset.h"

enum { SITE_AGE = 300 /* seconds that a browser may cache a page that games do not change */ };

/* /: what Talon is, where to begin, tables to watch now, the top of the board. */
void home_page(struct page_job *job);
/* /rules: how a round goes, the sets, the house rules, and what people argue about. */
void rules_page(struct page_job *job);
/* /rules/SET: its cards, its own rules, its deck. */
void set_page(struct page_job *job);
/* /how: the commands that players need, and the others. */
void how_page(struct page_job *job);
/* /play, /rounds/ID: pages that a script of the site fills (adapters/web/site/play.js, replay.js).
 * Without the script they still say how the round ended. */
void play_page(struct page_job *job);
void round_page(struct page_job *job);
/* /players/ID */
void player_page(struct page_job *job);
/* /channels, /channels/NETWORK/CHANNEL */
void channels_page(struct page_job *job);
void channel_page(struct page_job *job);
/* /tables/ID: a table that people may watch; a script keeps it up to date (live.js). */
void watch_page(struct page_job *job);
/* /seat: the page on which the owner of a link plays their seat (seat_json.h). */
void seat_page(struct page_job *job);
/* Says why there is no page, by the status of HTTP: 404, or 503 if the store did not answer. 200
 * stands for 503: the document of the page should be there, but memory was out (page_present). Any
 * other status gets one plain sentence. */
void error_page(struct page_job *job, unsigned status);

/* -- pieces that several of them have -- */

/* Writes what a switch does at its value, as a clause. */
void site_switch(struct html *html, const struct switches *switches, enum switch_id id);
/* Writes the ids of the rules that a text follows. */
void site_ids(struct html *html, const char *ids);
/* Opens a section, and writes its heading with that id. The caller closes the section. */
void site_section(struct html *html, const char *id, const char *heading);
/* Writes the list of the sets, each with its card. */
void site_sets(struct html *html, const struct page_frame *frame);
/* Writes a command as people type it ("!set stack any"), with its word in the reader's language. */
void site_command(struct html *html, const struct page_frame *frame, const char *command,
                  const char *arguments);

#endif
