/* confusable.h: names that look the same.
 *
 * The idea is the skeleton of Unicode Technical Standard #39
 * (https://www.unicode.org/reports/tr39/): each letter gives way to one that looks like it, and two
 * names whose skeletons are equal look the same. utf8proc has no such table, so confusable.c has
 * one of the letters that look like ASCII. Upper and lower case, accents and the forms of NFKC
 * count as one, as text_fold() has them; "I", "i", "l", "1" and "|" are one form, so are "m" and
 * "rn", "w" and "vv". That refuses a few honest names ("Bil" beside "Bi1"): use it where another
 * name costs nothing. */
#ifndef TALON_BASE_CONFUSABLE_H
#define TALON_BASE_CONFUSABLE_H

#include <stdbool.h>

#include "base/buf.h"

/* Bytes of a text whose skeleton is whole, NUL included; of a longer one the beginning counts. */
enum { CONFUSABLE_MAX = 256 };

/* Appends the skeleton. False: it is not whole. */
bool confusable_skeleton(struct buf *out, const char *text);
bool confusable_same(const char *one, const char *other);

#endif
