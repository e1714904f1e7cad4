/* confusable.h: names that look the same.
 *
 * Each letter is replaced by one that looks like it: the skeleton of Unicode Technical Standard #39
 * (https://www.unicode.org/reports/tr39/). Two names with equal skeletons look the same. utf8proc
 * has no such table, so confusable.c lists the letters that look like ASCII. Case, accents and the
 * forms of NFKC do not count, as in text_fold(). "I", "i", "l", "1" and "|" are one form; so are
 * "m" and "rn", and "w" and "vv".
 *
 * Some honest names are refused too ("Bil" beside "Bi1"). Use it only where people can easily
 * take another name. */
#ifndef TALON_BASE_CONFUSABLE_H
#define TALON_BASE_CONFUSABLE_H

#include <stdbool.h>

#include "base/buf.h"

/* Bytes of the longest text, NUL included, whose whole skeleton is compared. Of a longer text
 * only the beginning is compared. */
enum { CONFUSABLE_MAX = 256 };

/* Appends the skeleton. Returns false if only a part of it fits. */
bool confusable_skeleton(struct buf *out, const char *text);
bool confusable_same(const char *one, const char *other);

#endif
