#include "said.h"

#include <string.h>

#include "record.h"

bool text_begins(const char *text, const char *words)
{
    return strncmp(text, words, strlen(words)) == 0;
}

bool text_ends(const char *from, const char *at, const char *words)
{
    size_t length = strlen(words);
    return (size_t)(at - from) >= length && memcmp(at - length, words, length) == 0;
}

bool stretch_is(struct stretch stretch, const char *text)
{
    return strlen(text) == stretch.length && memcmp(text, stretch.text, stretch.length) == 0;
}

bool stretch_number(struct stretch stretch, unsigned *number)
{
    return value_number(stretch.text, stretch.length, number);
}

/* The words of a pattern up to its next place; returns their length in bytes. */
static size_t words_length(const char *pattern)
{
    size_t length = 0;
    while (pattern[length] != '\0' && pattern[length] != '{')
        length++;
    return length;
}

static const char *find_words(const char *text, const char *words, size_t length)
{
    for (; *text != '\0'; text++) {
        if (*text == *words && strncmp(text, words, length) == 0)
            return text;
    }
    return NULL;
}

/* Behind the } of a place. */
static const char *behind_place(const char *pattern)
{
    while (*pattern != '}')
        pattern++;
    return pattern + 1;
}

/* Reads the places after the first words, which end at `at`. */
static bool hear_rest(const char *pattern, const char *at, unsigned places, struct heard *heard)
{
    while (*pattern == '{' && places < HEARD_PLACES) {
        pattern = behind_place(pattern);
        size_t length = words_length(pattern);
        const char *next = length > 0 ? find_words(at, pattern, length) : at + strlen(at);
        if (next == NULL)
            return false;
        heard->place[places++] = (struct stretch){at, (size_t)(next - at)};
        at = next + length;
        pattern += length;
    }
    heard->end = at;
    return true;
}

static bool hear_from(const char *message, const char *from, const char *pattern,
                      struct heard *heard)
{
    bool placed = *pattern == '{';
    const char *words = placed ? behind_place(pattern) : pattern;
    size_t length = words_length(words);
    const char *at = from;
    while ((at = find_words(at, words, length)) != NULL) {
        heard->at = at;
        if (placed)
            heard->place[0] = (struct stretch){message, (size_t)(at - message)};
        if (hear_rest(words + length, at + length, placed ? 1 : 0, heard))
            return true;
        at++;
    }
    return false;
}

bool said_hear(const char *message, const char *pattern, struct heard *heard)
{
    return hear_from(message, message, pattern, heard);
}

bool said_again(const char *message, const char *pattern, struct heard *heard)
{
    return hear_from(message, heard->at + 1, pattern, heard);
}

bool said_is(const char *message, enum said said, struct heard *heard)
{
    for (unsigned i = 0; i < SAID_LANGUAGES; i++) {
        if (said_hear(message, said_words[said][i], heard))
            return true;
    }
    return false;
}
