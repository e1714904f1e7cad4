#include "pg_text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* What SQLite writes in its own way, and PostgreSQL's form of it. CROSS JOIN becomes JOIN, because
 * PostgreSQL chooses the order of joins itself. */
static const struct {
    const char *ours, *theirs;
} words[] = {
    {"?", "$"},
    {"CROSS JOIN ", "JOIN "},
    {"INDEXED BY score_order ", ""},
    {"char(10)", "chr(10)"},
    {"instr(", "strpos("},
    {"x''", "''::bytea"},
};

char *pg_statement(const char *text)
{
    char *out = malloc(2 * strlen(text) + 1), *at = out; /* x'' grows most */
    while (out != NULL && *text != '\0') {
        size_t i = 0;
        while (i < ARRAY_SIZE(words) && strncmp(text, words[i].ours, strlen(words[i].ours)) != 0)
            i++;
        if (i == ARRAY_SIZE(words)) {
            *at++ = *text++;
            continue;
        }
        text += strlen(words[i].ours);
        size_t length = strlen(words[i].theirs);
        memcpy(at, words[i].theirs, length);
        at += length;
    }
    if (out != NULL)
        *at = '\0';
    return out;
}

/* How many bytes the character at that place has; 0: it is not valid. */
static size_t character_size(const unsigned char *at)
{
    unsigned char low = 0x80, high = 0xbf; /* bounds of the second byte */
    size_t size = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (size < 2 || at[0] > 0xf4)
        return at[0] > 0xf4 ? 0 : size;
    low = at[0] == 0xe0 ? 0xa0 : at[0] == 0xf0 ? 0x90 : low;
    high = at[0] == 0xed ? 0x9f : at[0] == 0xf4 ? 0x8f : high;
    if (at[1] < low || at[1] > high)
        return 0;
    for (size_t i = 2; i < size; i++) {
        if (at[i] < 0x80 || at[i] > 0xbf)
            return 0;
    }
    return size;
}

bool pg_is_utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t size = 1;
    for (; *at != '\0' && size > 0; at += size)
        size = character_size(at);
    return size > 0;
}

char *pg_clean(const char *text)
{
    char *copy = strdup(text);
    for (char *at = copy; at != NULL && *at != '\0';) {
        size_t size = character_size((unsigned char *)at);
        if (size == 0)
            *at = '?';
        at += size > 0 ? size : 1;
    }
    return copy;
}
