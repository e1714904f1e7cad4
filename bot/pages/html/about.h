/* about.h: describes this server to programs (/api/1). */
#ifndef TALON_BOT_PAGES_HTML_ABOUT_H
#define TALON_BOT_PAGES_HTML_ABOUT_H

struct page_job;

/* {"talon": VERSION, "rules": RULES_VERSION, "languages": [CODES], "sets": [NAMES]}. */
void about_api(struct page_job *job);

#endif
