/* text.h: makes text from outside clean UTF-8, and compares what people type. Uses utf8proc. */
#ifndef TALON_BASE_TEXT_H
#define TALON_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"

/* Appends `text` made safe for other networks. Invalid bytes become U+FFFD. Control codes,
 * format characters, direction overrides and invisible letters are dropped. Line ends and tabs
 * become blanks, several blanks become one, and blanks at both ends go. Joiners stay where a
 * script needs them: between letters of Persian and its kin, after the virama of Indic scripts,
 * and inside an emoji ("family"). False if it does not fit; then it is cut between two
 * graphemes. */
bool text_clean(struct buf *out, const char *text, size_t length);

/* Whether a clean text shows nothing: it has only marks and joiners. */
bool text_blank(const char *text);

/* Whether a text has a letter that is written from right to left. */
bool text_runs_left(const char *text, size_t length);

/* Whether a text is ASCII. Most texts are, and need no tables of Unicode. */
bool text_is_ascii(const char *text, size_t length);

/* Returns how many bytes of `text` are valid UTF-8, counted from its beginning. */
size_t text_valid(const char *text, size_t length);

/* Whether the character at `text` shows as itself: it is no control code, format character, line
 * end, invisible letter or invalid byte. `size`: its bytes, at least one. */
bool text_shows(const char *text, size_t length, size_t *size);

/* Marks that Talon writes into names and around them, but never into other words: U+2060, which
 * keeps a client from finding its user's nick in a name, and U+2068 and U+2069 around a name
 * that runs from right to left. No clean text holds one of them. So a reader that removes them
 * all from a line of Talon gets each name back, byte for byte. */
#define TEXT_JOINER  "\xe2\x81\xa0"
#define TEXT_ISOLATE "\xe2\x81\xa8"
#define TEXT_RELEASE "\xe2\x81\xa9"
/* Returns how many bytes the mark of Talon at `text` has (see above); 0: there is none. */
size_t text_mark(const char *text, size_t length);

/* Appends `text` folded for comparing: NFKC case fold, accents removed ("Défi" -> "defi"; the vowel
 * signs of other scripts stay). False when it did not fit. */
bool text_fold(struct buf *out, const char *text, size_t length);

/* Appends the letters and ASCII digits of `text`, which everybody can copy or type. Stops before
 * a letter that does not fit. */
void text_letters(struct buf *out, const char *text, size_t length);

/* Whether both fold to the same. */
bool text_same(const char *a, const char *b);

/* Columns on a terminal. */
size_t text_width(const char *text, size_t length);

/* The length of the longest beginning of `text` that has at most `limit` bytes and ends between
 * two graphemes. If the first grapheme is longer, it is cut after a character. 0 only if not
 * even the first character fits. */
size_t text_cut(const char *text, size_t length, size_t limit);

/* The length of the first run of blanks, or of bytes that are not blanks. */
size_t text_run(const char *text, size_t length);

#endif
