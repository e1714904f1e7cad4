/* feed.h: the results of a channel for feed readers (/feed/NETWORK/CHANNEL): Atom, RFC 4287. */
#ifndef TALON_BOT_PAGES_HTML_FEED_H
#define TALON_BOT_PAGES_HTML_FEED_H

struct page_job;

void feed_page(struct page_job *job);

#endif
