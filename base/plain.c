#include "plain.h"

#include <stdint.h>
#include <string.h>
#include <utf8proc.h>

#include "text.h"

/* The longest text, in characters. A line of a network has at most 600 bytes, and few characters
 * become more than three in this form. */
enum { PLAIN_MAX = 2048 };

static bool is_digit(utf8proc_int32_t c)
{
    return utf8proc_category(c) == UTF8PROC_CATEGORY_ND;
}

/* Unicode has the ten digits of each script in order from 0 to 9, and the digits of some scripts
 * follow each other. So the value is the distance to the first digit of the row, modulo 10. */
static utf8proc_int32_t digit_of(utf8proc_int32_t c)
{
    utf8proc_int32_t first = c;
    while (first > 0 && is_digit(first - 1))
        first--;
    return '0' + (c - first) % 10;
}

bool plain_text(struct buf *out, const char *text, size_t length)
{
    if (length <= PLAIN_MAX && text_is_ascii(text, length)) /* it is plain already */
        return buf_add_bytes(out, text, length);
    utf8proc_int32_t points[PLAIN_MAX];
    const utf8proc_option_t form = UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_STABLE;
    utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)text,
                                                (utf8proc_ssize_t)length, points, PLAIN_MAX, form);
    if (count < 0 || count > PLAIN_MAX)
        return false;
    count = utf8proc_normalize_utf32(points, count, form);
    for (utf8proc_ssize_t i = 0; i < count; i++) {
        utf8proc_uint8_t bytes[4];
        utf8proc_int32_t c =
            points[i] > '9' && is_digit(points[i]) ? digit_of(points[i]) : points[i];
        utf8proc_ssize_t size = utf8proc_encode_char(c, bytes);
        if (!buf_add_bytes(out, bytes, (size_t)size))
            return false;
    }
    return true;
}

void plain_digits(char *text)
{
    size_t left = strlen(text);
    char *to = text;
    if (text_is_ascii(text, left))
        return;
    while (left > 0) {
        utf8proc_int32_t c = 0;
        utf8proc_ssize_t size =
            utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)left, &c);
        size_t bytes = size > 0 ? (size_t)size : 1;
        if (size > 1 && is_digit(c))
            *to++ = (char)digit_of(c);
        else {
            for (size_t i = 0; i < bytes; i++)
                *to++ = text[i];
        }
        text += bytes;
        left -= bytes;
    }
    *to = '\0';
}

static enum plain_class ascii_class(unsigned char c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
        return PLAIN_LETTER;
    return c == ' ' ? PLAIN_BLANK : c > ' ' && c < 0x7F ? PLAIN_SIGN : PLAIN_OTHER;
}

/* Joiners, selectors of the form or tint of an emoji, and the blocks of emoji: an older utf8proc
 * does not know the newest ones. */
static bool is_of_emoji(utf8proc_int32_t c)
{
    return c == 0x200D || c == 0x20E3 || (c >= 0xFE00 && c <= 0xFE0F) ||
           (c >= 0x1F000 && c <= 0x1FAFF) || (c >= 0xE0020 && c <= 0xE007F);
}

enum plain_class plain_class(const char *text, size_t length, size_t *size)
{
    utf8proc_int32_t c = 0;
    *size = 1;
    if ((unsigned char)*text < 0x80)
        return ascii_class((unsigned char)*text);
    utf8proc_ssize_t bytes =
        utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, &c);
    if (bytes > 0)
        *size = (size_t)bytes;
    if (bytes <= 0 || c == 0xFFFD)
        return PLAIN_OTHER;
    if (is_of_emoji(c))
        return PLAIN_EMOJI;
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
        return PLAIN_CLOSER;
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
        return PLAIN_EMOJI;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return PLAIN_BLANK;
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
        return PLAIN_OTHER;
    default:
        return PLAIN_LETTER;
    }
}
