/* frame.h: the frame of every page: its reader's language, its address, and the parts around its
 * content.
 *
 * Every maker of a page takes a frame. Only the frame knows how readers reach the page: from the
 * daemon's server, or as files in a folder. A path is the address below `home` as people type it,
 * percent-encoded: "/rules/flex", "/boards/libera/%23uno". */
#ifndef TALON_BOT_PAGES_HTML_FRAME_H
#define TALON_BOT_PAGES_HTML_FRAME_H

#include "base/buf.h"
#include "html.h"

enum { ADDRESS_MAX = 1024 /* bytes of an address, NUL included */, QUERY_MAX = 512 };

struct page_job;

struct page_frame {
    const struct language *language;
    bool chosen; /* ?lang= chose it: links to other pages repeat it */
    bool files;  /* the page is read from a file: addresses are relative, and end in .html */
    bool draws;  /* there are pictures of pages */
    bool embeds; /* the page is part of another site's page (/embed/...): it has no menu, and its
                    links open outside. `path` is that of the full page */
    const char *home;   /* prefix of all links: "", "/talon"; for files ".."; no slash at its end */
    const char *origin; /* for addresses to share: "https://talon.example"; "": unknown */
    const char *assets; /* what addresses of the site's files begin with */
    const char *prefix; /* before a command: "!" */
    char path[ADDRESS_MAX]; /* of this page */
    char query[QUERY_MAX];  /* parameters of this page: "?window=week"; "": none. Write them by
                               address_ask() */
};

/* The head of a page. Texts are already in the reader's language. */
struct page_head {
    const char *title;
    const char *about;  /* one sentence for search results and link previews */
    const char *script; /* a module of the site, "play.js"; NULL: none */
    const char *style;  /* a style sheet besides the common one, "board.css"; NULL: none */
    const char *second_style;
    const char *feed;    /* the path of its Atom feed; NULL: it has none */
    const char *picture; /* the path of its Open Graph picture (posters.h); NULL: that of the first
                            page */
    const char *picture_words; /* what the picture shows, in words */
    bool hidden;               /* search engines shall leave it out */
};

/* Makes the frame of a requested document. It lives as long as the job. */
void frame_init(struct page_frame *frame, const struct page_job *job);

/* True if another site asks for the page to embed it. */
bool frame_embeds(const struct page_job *job);

/* Writes a slash and one part of a path, percent-encoded. Returns false if it does not fit. */
bool address_add(struct buf *path, const char *part);
/* Writes a parameter behind a path, percent-encoded. Returns false if it does not fit. */
bool address_ask(struct buf *path, const char *name, const char *value);
/* Writes the value of a link from this page to a path, which may have parameters; "" if it does not
 * fit. */
const char *frame_href(const struct page_frame *frame, const char *path, char href[ADDRESS_MAX]);
/* Opens a link to a path. The caller fills and closes the element. */
void frame_link(struct html *html, const struct page_frame *frame, const char *path);
/* Writes a link with a text of the catalogue in it. */
void frame_link_say(struct html *html, const struct page_frame *frame, const char *path,
                    const char *text);
/* Writes the address of data that a script of the page reads, "/api/1/rounds/7?lang=de". The daemon
 * writes the few words in it in the reader's language. */
const char *frame_data(const struct page_frame *frame, const char *path, char href[ADDRESS_MAX]);
/* Writes the address of a file of the site. */
const char *frame_asset(const struct page_frame *frame, const char *file, char href[ADDRESS_MAX]);

/* Begins a page, up to and with its open <main>. */
void frame_begin(struct html *html, const struct page_frame *frame, const struct page_head *head);
/* Writes the title as a heading, and the sentence about the page. */
void frame_heading(struct html *html, const struct page_head *head);
/* Writes the title of an embedded page as a heading with a link to the full page. */
void frame_heading_link(struct html *html, const struct page_frame *frame,
                        const struct page_head *head);
/* Ends it. */
void frame_end(struct html *html);
/* Answers with the page, and finishes the writer. `max_age`: as in struct page. */
void frame_answer(struct page_job *job, struct html *html, unsigned status, unsigned max_age);

#endif
