#include "input.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/text/language.h"
#include "bot/text/typed.h"

enum { NAME_LENGTH_MAX = 64, SLIP_MIN = 4 };

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " ");
}

/* Returns the number of bytes of the ASCII character `c`, also in full width, at the start of the
 * text; 0 if another character stands there. */
static size_t spelled(const char *text, char c)
{
    char wide[4];
    unsigned point = 0xFF00u + (unsigned char)c - 0x20u;
    if (*text == c)
        return 1;
    snprintf(wide, sizeof(wide), "\xEF%c%c", (int)(0x80u | (point >> 6 & 0x3Fu)),
             (int)(0x80u | (point & 0x3Fu)));
    return strncmp(text, wide, 3) == 0 ? 3 : 0;
}

const char *input_skip_prefix(const char *prefix, const char *text)
{
    for (; *prefix != '\0'; prefix++) {
        size_t length = spelled(text, *prefix);
        if (length == 0)
            return NULL;
        text += length;
    }
    return skip_blanks(text);
}

/* Returns the number of bytes of the mark between a name and the words after it (":", ","); 0 if
 * there is no mark. */
static size_t mark_length(const char *text)
{
    size_t colon = spelled(text, ':');
    return colon > 0 ? colon : spelled(text, ',');
}

static bool is_name(const struct adapter *adapter, const char *typed, const char *name)
{
    char one[NAME_LENGTH_MAX * 2];
    char other[NAME_LENGTH_MAX * 2];
    if (text_same(typed, name))
        return true;
    return adapter->impl->fold != NULL && adapter->impl->fold(adapter, typed, one, sizeof(one)) &&
           adapter->impl->fold(adapter, name, other, sizeof(other)) && strcmp(one, other) == 0;
}

const char *input_skip_name(const struct adapter *adapter, const char *text, bool *marked)
{
    const char *name = adapter->impl->own_name != NULL ? adapter->impl->own_name(adapter) : NULL;
    char typed[NAME_LENGTH_MAX];
    if (name == NULL)
        return NULL;
    size_t at = spelled(text, '@');
    text += at;
    size_t length = 0;
    while (text[length] != '\0' && text[length] != ' ' && mark_length(text + length) == 0)
        length++;
    size_t mark = mark_length(text + length);
    if (length == 0 || length >= sizeof(typed))
        return NULL;
    memcpy(typed, text, length);
    typed[length] = '\0';
    *marked = at > 0 || mark > 0;
    return is_name(adapter, typed, name) ? skip_blanks(text + length + mark) : NULL;
}

bool input_is_typo(const char *word, const char *wanted)
{
    size_t length = strlen(word);
    size_t other = strlen(wanted);
    if (length < SLIP_MIN || other < SLIP_MIN)
        return false;
    size_t same = 0;
    while (word[same] != '\0' && word[same] == wanted[same])
        same++;
    const char *rest = word + same;
    const char *left = wanted + same;
    if (length == other + 1)
        return strcmp(rest + 1, left) == 0;
    if (other == length + 1)
        return strcmp(rest, left + 1) == 0;
    if (length != other || *rest == '\0')
        return false;
    return strcmp(rest + 1, left + 1) == 0 ||
           (rest[0] == left[1] && rest[1] == left[0] && strcmp(rest + 2, left + 2) == 0);
}

const char *input_nearly(const char *word, const char *(*at)(unsigned n))
{
    char folded[NAME_LENGTH_MAX];
    const char *found = NULL;
    const char *name = NULL;
    struct buf buf;
    buf_init(&buf, folded, sizeof(folded));
    if (!text_fold(&buf, word, strlen(word)))
        return NULL;
    for (unsigned n = 0; (name = at(n)) != NULL; n++) {
        if (!input_is_typo(folded, name))
            continue;
        if (found != NULL)
            return NULL;
        found = name;
    }
    return found;
}

bool input_is_default(const char *word)
{
    char meant[16]; /* room for "default.": some commands get their words as they were typed */
    bool fits = typed_arguments(word, meant, sizeof(meant));
    return fits && (word_means(meant, "default"));
}
