/* text.h on any bytes: what is cleaned stays clean, what is folded stays folded, cuts are between
 * characters. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { ROOM = 8192 };

static void clean(const char *text, size_t length)
{
    char once[ROOM], twice[ROOM];
    struct buf first, second;
    buf_init(&first, once, sizeof(once));
    buf_init(&second, twice, sizeof(twice));
    if (!text_clean(&first, text, length))
        return;
    for (const char *c = once; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            abort();
    }
    if (!text_clean(&second, once, buf_length(&first)) || strcmp(once, twice) != 0)
        abort();
}

static void fold(const char *text, size_t length)
{
    char once[ROOM], twice[ROOM];
    struct buf first, second;
    buf_init(&first, once, sizeof(once));
    buf_init(&second, twice, sizeof(twice));
    if (text_fold(&first, text, length) && text_fold(&second, once, buf_length(&first)) &&
        strcmp(once, twice) != 0)
        abort();
}

static void cut(const char *text, size_t length)
{
    char safe[ROOM];
    struct buf buf;
    buf_init(&buf, safe, sizeof(safe));
    text_clean(&buf, text, length);
    size_t whole = buf_length(&buf);
    for (size_t limit = 4; limit < 24; limit++) {
        size_t kept = text_cut(safe, whole, limit);
        if (kept > limit || (kept == 0 && whole > 0))
            abort();
        if (kept < whole && ((unsigned char)safe[kept] & 0xc0) == 0x80)
            abort();
    }
    text_width(safe, whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    clean(text, size);
    fold(text, size);
    cut(text, size);
    return 0;
}
