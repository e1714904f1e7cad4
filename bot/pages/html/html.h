/* html.h: writes the HTML of a page, so that no text can be taken for markup.
 *
 * A writer knows which elements are open, closes them itself, and escapes every text and value.
 * Names of elements and attributes come only from our code. So a person's name, a channel or a text
 * of the catalogue cannot end an element or begin one. The HTML is also well-formed XML, so that
 * tests can parse it strictly.
 *
 * The buffer grows as needed. If memory is out the writer fails: further calls do nothing, and
 * html_take() returns NULL. */
#ifndef TALON_BOT_PAGES_HTML_HTML_H
#define TALON_BOT_PAGES_HTML_HTML_H

#include <stdbool.h>
#include <stddef.h>

struct html_art;
struct language;

enum { HTML_DEPTH = 24 /* elements open at once */ };

struct html {
    const struct language *language; /* the language of the page, into which html_say() and others
                                      * translate */
    char *text;                      /* owned; NUL-ended once something was written */
    size_t length, room;
    const char *open[HTML_DEPTH];
    unsigned depth;
    bool in_tag; /* the last element's start tag still takes attributes */
    bool failed;
    struct html_art *art; /* owned; the drawings of its cards (card_html.h); NULL: none */
};

/* Fills the place "{place}" of a text of the catalogue. */
struct html_arg {
    const char *place;   /* NULL ends a list */
    const char *text;    /* NULL: `number` */
    const char *element; /* element around the value: "strong"; NULL: none */
    const char *href;    /* address for the element's href; NULL: none */
    long long number;
};

void html_init(struct html *html, const struct language *language);
void html_finish(struct html *html);

/* Writes the doctype, before the first element. */
void html_begin(struct html *html);

/* Opens an element. Attributes may follow until it gets content. `name` must live until the element
 * is closed; it ends at the first character that is no small letter and no digit. */
void html_open(struct html *html, const char *name);
/* Returns true for elements without content and end tag. */
bool html_is_void(const char *name);
/* Opens one with a class. */
void html_open_class(struct html *html, const char *name, const char *class);
/* Writes an attribute of the element that was opened last, before it has content. NULL: the
 * attribute is left out. */
void html_attr(struct html *html, const char *name, const char *value);
void html_attr_number(struct html *html, const char *name, long long value);
/* Writes an attribute with a text of the catalogue. */
void html_attr_say(struct html *html, const char *name, const char *text);
/* Writes a value from the catalogue, already in the reader's language, with its places filled
 * in. */
void html_attr_phrase(struct html *html, const char *name, const char *pattern,
                      const struct html_arg *args);
/* Closes the element that was opened last. */
void html_close(struct html *html);
/* Closes elements until `depth` are open (html.depth as the caller noted it). */
void html_close_to(struct html *html, unsigned depth);

void html_text(struct html *html, const char *text);
void html_text_part(struct html *html, const char *text, size_t length);
void html_number(struct html *html, long long number);
/* Writes a text of the catalogue, in the writer's language. */
void html_say(struct html *html, const char *text);

/* Writes markup that our own code made, as the content of an element. */
void html_markup(struct html *html, const char *markup, size_t length);

/* Writes an element that holds only a text. */
void html_element(struct html *html, const char *name, const char *text);
void html_element_say(struct html *html, const char *name, const char *text);

/* Writes a text of the catalogue, already in the reader's language, with its places filled in. A
 * place without an argument stays as it is. */
void html_phrase_args(struct html *html, const char *pattern, const struct html_arg *args);

#define HTML_PHRASE(html, pattern, ...)                                                            \
    html_phrase_args((html), (pattern), (const struct html_arg[]){__VA_ARGS__, {.place = NULL}})

/* Makes the writer fail, because the page has a fault of ours. */
void html_fail(struct html *html);
/* Closes all elements and returns the text, which the caller frees; NULL: memory is out. The writer
 * is finished. */
char *html_take(struct html *html);

#endif
