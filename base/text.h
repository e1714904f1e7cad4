/* text.h: UTF-8 at the edge, and comparing what people type. Over utf8proc. */
#ifndef TALON_BASE_TEXT_H
#define TALON_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"

/* Appends `text` made safe for other networks: invalid bytes become U+FFFD; control codes, format
 * characters, direction overrides and invisible letters are dropped; line ends and tabs are blanks;
 * blanks in a row become one; leading and trailing blanks go. Joiners stay where a script needs
 * them: between letters of Persian and its kin, behind the virama of Indic scripts, and inside an
 * emoji ("family"). False when it did not fit (it is cut between graphemes then). */
bool text_clean(struct buf *out, const char *text, size_t length);

/* Whether a clean text shows nothing: it has no sign of its own, only marks and joiners. */
bool text_blank(const char *text);

/* Whether a text has a letter that is written from right to left. */
bool text_runs_left(const char *text, size_t length);

/* The length of the longest beginning that is UTF-8. */
size_t text_valid(const char *text, size_t length);

/* Whether the character at `text` shows as itself: no control code, format character, line end,
 * invisible letter or invalid byte. `size`: its bytes, at least one. */
bool text_shows(const char *text, size_t length, size_t *size);

/* Marks that Talon writes into names and around them, never into other words: U+2060, so that a
 * client does not find its user's nick in a name; U+2068 before and U+2069 behind a name that runs
 * from right to left. No clean text has one of them. So a reader that removes them all from a line
 * of ours gets each name back, byte for byte. */
#define TEXT_JOINER  "\xe2\x81\xa0"
#define TEXT_ISOLATE "\xe2\x81\xa8"
#define TEXT_RELEASE "\xe2\x81\xa9"
/* The bytes of such a mark at `text`; 0: there is none. */
size_t text_mark(const char *text, size_t length);

/* Appends `text` folded for comparing: NFKC case fold, accents removed ("Défi" -> "defi"; the vowel
 * signs of other scripts stay). False when it did not fit. */
bool text_fold(struct buf *out, const char *text, size_t length);

/* Appends the letters and ASCII digits of `text`: what everybody can copy or type again. It ends
 * before a letter that does not fit. */
void text_letters(struct buf *out, const char *text, size_t length);

/* Whether both fold to the same. */
bool text_same(const char *a, const char *b);

/* Columns on a terminal. */
size_t text_width(const char *text, size_t length);

/* The length of the longest beginning of `text` that has at most `limit` bytes and ends between two
 * graphemes. A first grapheme that alone is longer is cut at a character; 0 only when not even the
 * first character fits. */
size_t text_cut(const char *text, size_t length, size_t limit);

/* The length of the beginning of `text` in which all bytes are blanks, or none is. */
size_t text_run(const char *text, size_t length);

#endif
