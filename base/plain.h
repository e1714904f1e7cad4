/* plain.h: one plain form of what people type. Uses utf8proc; allocates nothing. */
#ifndef TALON_BASE_PLAIN_H
#define TALON_BASE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"

enum plain_class {
    PLAIN_BLANK,  /* ' ' */
    PLAIN_LETTER, /* a letter, a mark, or a digit */
    PLAIN_SIGN,   /* punctuation and signs of ASCII */
    PLAIN_CLOSER, /* punctuation of other scripts, quotation marks */
    PLAIN_EMOJI,  /* emoji and other symbols, and what joins or tints them */
    PLAIN_OTHER   /* the rest: invalid bytes, control and private characters */
};

/* Appends `text` in Unicode's compatibility form (NFKC), with the digits of all scripts as 0 to
 * 9: full-width and Arabic-Indic digits, ligatures, circled numbers. Case and accents stay.
 * False if it does not fit or is not UTF-8; `out` may then hold a part of it. */
bool plain_text(struct buf *out, const char *text, size_t length);

/* Replaces the digits of all scripts by 0 to 9, in place. The text never grows. */
void plain_digits(char *text);

/* Returns the class of the character at `text`, and its number of bytes (at least one) in
 * `size`. `length` must not be 0. */
enum plain_class plain_class(const char *text, size_t length, size_t *size);

#endif
