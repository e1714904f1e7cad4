#include "state_text.h"

#include <stdlib.h>
#include <string.h>

static bool make_room(struct state_text *state, size_t length)
{
    enum { FIRST = 256 };
    size_t room = state->room;
    if (state->failed || length < room - state->length)
        return !state->failed;
    room = room == 0 ? FIRST : room;
    while (room - state->length <= length)
        room *= 2;
    char *text = realloc(state->text, room);
    if (text == NULL) {
        state->failed = true;
        return false;
    }
    state->text = text;
    state->room = room;
    return true;
}

static void add(struct state_text *state, const char *text, size_t length)
{
    if (!make_room(state, length))
        return;
    memcpy(state->text + state->length, text, length);
    state->length += length;
    state->text[state->length] = '\0';
}

static void add_char(struct state_text *state, char c)
{
    add(state, &c, 1);
}

/* Returns the letter behind a backslash that stands for a byte; NUL: the byte stands for itself, or
 * has no such letter. */
static char escape_of(char c)
{
    switch (c) {
    case '"':
    case '\\':
        return c;
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return '\0';
    }
}

static void add_escaped(struct state_text *state, char c)
{
    static const char digits[] = "0123456789abcdef";
    const char letter = escape_of(c);
    if (letter != '\0') {
        add(state, (const char[]){'\\', letter}, 2);
        return;
    }
    add(state, "\\u00", 4);
    add_char(state, digits[(unsigned char)c >> 4]);
    add_char(state, digits[c & 0xf]);
}

static void add_quoted(struct state_text *state, const char *value)
{
    add_char(state, '"');
    while (*value != '\0') {
        size_t plain = 0;
        while ((unsigned char)value[plain] >= ' ' && value[plain] != '"' && value[plain] != '\\')
            plain++;
        add(state, value, plain);
        value += plain;
        if (*value != '\0')
            add_escaped(state, *value++);
    }
    add_char(state, '"');
}

/* Begins a value: a comma behind an earlier one, and its key, in which nothing is to be escaped. */
static void begin(struct state_text *state, const char *key)
{
    char last = '{';
    if (state->length > 0)
        last = state->text[state->length - 1];
    if (last != '{' && last != '[')
        add_char(state, ',');
    if (key == NULL)
        return;
    add_char(state, '"');
    add(state, key, strlen(key));
    add(state, "\":", 2);
}

void state_open(struct state_text *state, const char *key, char bracket)
{
    begin(state, key);
    add_char(state, bracket);
}

void state_close(struct state_text *state, char bracket)
{
    add_char(state, bracket);
}

void state_string(struct state_text *state, const char *key, const char *value)
{
    begin(state, key);
    add_quoted(state, value);
}

void state_number(struct state_text *state, const char *key, int64_t value)
{
    char digits[20];
    size_t at = sizeof(digits);
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    begin(state, key);
    if (value < 0)
        add_char(state, '-');
    add(state, digits + at, sizeof(digits) - at);
}

void state_flag(struct state_text *state, const char *key, bool value)
{
    begin(state, key);
    add(state, value ? "true" : "false", value ? 4 : 5);
}

char *state_end(struct state_text *state)
{
    if (state->failed) {
        free(state->text);
        return NULL;
    }
    return state->text;
}
