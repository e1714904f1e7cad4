/* html.h: a page's text, written so that nothing in it can be taken for markup.
 *
 * A writer knows which elements are open, closes them itself, and escapes every text and value that
 * it is given; names of elements and attributes are ours alone, never what somebody typed. So a
 * name, a channel or a word of a catalogue cannot end an element or begin one. What is written is
 * HTML, and well-formed as XML, too, so that tests can read it back strictly.
 *
 * The text grows with what is written. Where memory is out the writer has failed: all further
 * calls do nothing, and html_take() gives no text. */
#ifndef TALON_BOT_PAGES_HTML_HTML_H
#define TALON_BOT_PAGES_HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>

struct language;

enum { HTML_DEPTH = 24 /* elements open at once */ };

struct html {
    const struct language *language; /* of html_say() and the like */
    char *text;                      /* owned; NUL-ended once something was written */
    size_t length, room;
    const char *open[HTML_DEPTH];
    unsigned depth;
    bool in_tag; /* the last element's start tag still takes attributes */
    bool failed;
};

/* What stands in a place "{place}" of a text of the catalogue. */
struct html_arg {
    const char *place;   /* NULL ends a list */
    const char *text;    /* NULL: `number` */
    const char *element; /* around it: "strong"; NULL: none */
    const char *href;    /* of the element; NULL: none */
    long long number;
};

void html_init(struct html *html, const struct language *language);
void html_finish(struct html *html);

/* Says that it is a page of HTML, before its first element. */
void html_begin(struct html *html);

/* Opens an element: attributes may follow, until something is put into it. */
void html_open(struct html *html, const char *name);
/* Opens one with a class. */
void html_open_class(struct html *html, const char *name, const char *class);
/* Of the element that was opened last, before anything is in it; NULL: the attribute is left out.
 */
void html_attr(struct html *html, const char *name, const char *value);
void html_attr_number(struct html *html, const char *name, long long value);
/* A value out of a catalogue. */
void html_attr_say(struct html *html, const char *name, const char *text);
/* A value out of a catalogue with its places filled in, in the reader's language already. */
void html_attr_phrase(struct html *html, const char *name, const char *pattern,
                      const struct html_arg *args);
/* Closes the element that was opened last. */
void html_close(struct html *html);
/* Closes all but the outer `depth` ones (html.depth as it was noted). */
void html_close_to(struct html *html, unsigned depth);

void html_text(struct html *html, const char *text);
void html_text_part(struct html *html, const char *text, size_t length);
void html_number(struct html *html, long long number);
/* A text of the catalogue, in the writer's language. */
void html_say(struct html *html, const char *text);

/* An element that holds a text alone. */
void html_element(struct html *html, const char *name, const char *text);
void html_element_say(struct html *html, const char *name, const char *text);

/* A text of the catalogue (already in the reader's language) with its places filled in. A place
 * without an argument stays as it is. */
void html_phrase_args(struct html *html, const char *pattern, const struct html_arg *args);

#define HTML_PHRASE(html, pattern, ...)                                                            \
    html_phrase_args((html), (pattern), (const struct html_arg[]){__VA_ARGS__, {.place = NULL}})

/* Closes all that is open and gives the text, which is the caller's to free; NULL: memory ran out.
 * The writer is finished. */
char *html_take(struct html *html);

#endif
