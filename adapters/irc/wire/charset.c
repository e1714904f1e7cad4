#include "charset.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

enum {
    REPLACEMENT = 0xFFFD,
    CUT_MIN = 200 /* bytes: a server cuts a text only at the end of a line of 512 bytes */
};

/* Windows-1252 for the bytes 0x80 to 0x9F. The other bytes are as in Latin-1, and so as in
 * Unicode. */
static const uint16_t high[32] = {
    0x20AC,      REPLACEMENT, 0x201A, 0x0192, 0x201E, 0x2026,      0x2020, 0x2021,
    0x02C6,      0x2030,      0x0160, 0x2039, 0x0152, REPLACEMENT, 0x017D, REPLACEMENT,
    REPLACEMENT, 0x2018,      0x2019, 0x201C, 0x201D, 0x2022,      0x2013, 0x2014,
    0x02DC,      0x2122,      0x0161, 0x203A, 0x0153, REPLACEMENT, 0x017E, 0x0178};

/* True if the rest of the text is only the beginning of one character. */
static bool is_cut(const char *text)
{
    unsigned char lead = (unsigned char)*text;
    size_t size = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    size_t length = strlen(text);
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return false;
    }
    return lead < 0xF5 && length < size;
}

/* True if the text before a cut character shows that it is UTF-8, or is long enough to have been
 * cut. */
static bool may_be_cut(const char *text, size_t valid)
{
    for (size_t i = 0; i < valid; i++) {
        if ((unsigned char)text[i] >= 0x80)
            return true;
    }
    return valid >= CUT_MIN;
}

/* Up to U+FFFF. */
static size_t encode_character(uint16_t c, char bytes[3])
{
    if (c < 0x80) {
        bytes[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        bytes[0] = (char)(0xC0 | c >> 6);
        bytes[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    bytes[0] = (char)(0xE0 | c >> 12);
    bytes[1] = (char)(0x80 | (c >> 6 & 0x3F));
    bytes[2] = (char)(0x80 | (c & 0x3F));
    return 3;
}

bool charset_copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text);
    size_t valid = text_valid(text, length);
    if (valid == length || (is_cut(text + valid) && may_be_cut(text, valid))) {
        if (length >= size)
            return false;
        memcpy(out, text, length + 1);
        return true;
    }
    size_t used = 0;
    for (const char *at = text; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        char bytes[3];
        size_t count =
            encode_character(byte >= 0x80 && byte < 0xA0 ? high[byte - 0x80] : byte, bytes);
        if (used + count >= size)
            return false;
        memcpy(out + used, bytes, count);
        used += count;
    }
    out[used] = '\0';
    return true;
}
