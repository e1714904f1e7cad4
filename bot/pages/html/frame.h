/* frame.h: who reads a page, where it stands, and what stands around it on every page.
 *
 * All makers of pages take a frame; how a page is reached (the daemon's server, files in a folder)
 * is in it and nowhere else. A path is the address below `home` as it is typed, percent-encoded:
 * "/rules/flex", "/boards/libera/%23uno". */
#ifndef TALON_BOT_PAGES_HTML_FRAME_H
#define TALON_BOT_PAGES_HTML_FRAME_H

#include "base/buf.h"
#include "html.h"

enum { ADDRESS_MAX = 1024 /* bytes of one, NUL included */, QUERY_MAX = 512 };

struct page_job;

struct page_frame {
    const struct language *language;
    bool chosen; /* by ?lang=: the addresses of the page keep it */
    bool files;  /* read from files: addresses are relative, and end in .html */
    bool draws;  /* pictures of pages can be had */
    bool embeds; /* it stands in a page of somebody else (/embed/...): without what stands around
                    other pages, and its links open beside it. `path` is that of the page itself */
    const char
        *home; /* what addresses begin with, no slash at the end: "", "/talon"; "..": files */
    const char *origin; /* for addresses that are sent on: "https://talon.example"; "": not known */
    const char *assets; /* what addresses of the site's files begin with */
    const char *prefix; /* before a command: "!" */
    char path[ADDRESS_MAX]; /* of this page */
    char query[QUERY_MAX];  /* what chooses among its contents: "?window=week"; "": nothing. Who
                               makes  such a page writes it by address_ask() */
};

/* What a page says of itself. Texts are in the reader's language already. */
struct page_head {
    const char *title;
    const char *about;   /* in a sentence, for who finds the page or is sent it */
    const char *script;  /* a module of the site, "play.js"; NULL: none */
    const char *style;   /* a style sheet beside that of all pages, "table.css"; NULL: none */
    const char *feed;    /* the path of its Atom feed; NULL: it has none */
    const char *picture; /* the path of its Open Graph picture (posters.h); NULL: it has none */
    const char *picture_words; /* what is seen on that */
    bool hidden;               /* search engines shall leave it out */
};

/* The frame of a document that was asked for, as long as the job is there. */
void frame_init(struct page_frame *frame, const struct page_job *job);

/* Whether it is to stand in a page of somebody else. */
bool frame_embeds(const struct page_job *job);

/* Writes one part of a path, percent-encoded, behind a slash. False: it does not fit. */
bool address_add(struct buf *path, const char *part);
/* Writes a parameter behind a path, percent-encoded. False: it does not fit. */
bool address_ask(struct buf *path, const char *name, const char *value);
/* What a link of the page to a path is; "" when it does not fit. A path may have parameters. */
const char *frame_href(const struct page_frame *frame, const char *path, char href[ADDRESS_MAX]);
/* A link to a path: opens the element, which is still to be filled and closed. */
void frame_link(struct html *html, const struct page_frame *frame, const char *path);
/* A link with a text of the catalogue in it. */
void frame_link_say(struct html *html, const struct page_frame *frame, const char *path,
                    const char *text);
/* The address of data that a script of the page reads, "/api/1/rounds/7". */
const char *frame_data(const struct page_frame *frame, const char *path, char href[ADDRESS_MAX]);
/* The address of one of the site's files. */
const char *frame_asset(const struct page_frame *frame, const char *file, char href[ADDRESS_MAX]);

/* Begins a page up to its <main>, which is open then. */
void frame_begin(struct html *html, const struct page_frame *frame, const struct page_head *head);
/* The title as a heading, and what the page is about. */
void frame_heading(struct html *html, const struct page_head *head);
/* The title as a heading that leads to the page itself, of one that is embedded. */
void frame_heading_link(struct html *html, const struct page_frame *frame,
                        const struct page_head *head);
/* Ends it. */
void frame_end(struct html *html);
/* Gives the page to who asked, and finishes the writer. `max_age`: as struct page has it. */
void frame_answer(struct page_job *job, struct html *html, unsigned status, unsigned max_age);

#endif
