/* markup.h: a page read back strictly: as XML is, which HTML written by html.h is, too.
 *
 * It fails the test that reads it where an element is not closed in order, a value is not quoted, a
 * sign that must be escaped is not, or an id stands there twice. */
#ifndef TALON_TESTS_BOT_PAGES_MARKUP_H
#define TALON_TESTS_BOT_PAGES_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

struct markup {
    char *text;   /* all that people read, without tags, decoded; parted by "\n" between elements */
    char **hrefs; /* values of href, decoded; the caller's to read */
    char **ids;
    size_t href_count, id_count;
    unsigned elements;
};

/* Reads a whole document. */
void markup_read(struct markup *markup, const char *page);
/* Reads some elements that stand beside each other. */
void markup_read_part(struct markup *markup, const char *part);
void markup_finish(struct markup *markup);

bool markup_says(const struct markup *markup, const char *words);
bool markup_has_id(const struct markup *markup, const char *id);
/* How often an element of that name is opened. */
unsigned markup_count(const char *page, const char *name);

#endif
