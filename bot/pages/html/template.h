/* template.h: writes HTML from a constant text with places, so that code reads like its page:
 *
 *     TEMPLATE(html, frame, "<p class='more'><a href='{board}'>{words}</a></p>",
 *              {"board", .path = "/boards"}, {"words", .say = N_("All boards")});
 *
 * The template is constant text of ours. Values reach the page only through the writer of html.h,
 * which escapes them: no value can become markup, wherever its place stands. A place is the whole
 * value of an attribute, or stands in the content of an element. "href", "src" and "action" take no
 * .text: they lead only to a page of ours (.path) or to an address that was checked (.address).
 *
 * A template may leave elements open for what follows, and a later one closes them. An end tag must
 * name the element that is open. A wrong end tag, or a place without a value, makes the writer
 * fail, so that the test of each page finds it. */
#ifndef TALON_BOT_PAGES_HTML_TEMPLATE_H
#define TALON_BOT_PAGES_HTML_TEMPLATE_H

#include "frame.h"

/* The value of a place. At most one of the members behind `place` is set. If none is, an attribute
 * is left out, and content stays empty. */
struct template_value {
    const char *place;       /* NULL ends a list */
    const char *text;        /* any text, also one that people typed */
    const char *say;         /* a text of the catalogue, not yet translated */
    const char *path;        /* a page of ours, as frame_href() takes it */
    const char *address;     /* a checked address of another site, for "href" */
    const long long *number; /* TEMPLATE_NUMBER(7) */
    void (*draw)(struct html *html, const struct page_frame *frame, const void *arg); /* content */
    const void *arg;
};

#define TEMPLATE_NUMBER(n) (&(const long long){(n)})

void template_write(struct html *html, const struct page_frame *frame, const char *template,
                    const struct template_value *values);

#define TEMPLATE(html, frame, template, ...)                                                       \
    template_write((html), (frame), (template),                                                    \
                   (const struct template_value[]){__VA_ARGS__, {.place = NULL}})

#endif
