#include "keys.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

enum { ESCAPE = 27, DELETE = 127, LEFT_BUTTON = 0, WHEEL_UP = 64, WHEEL_DOWN = 65 };

/* The ends of sequences that begin with "\033[" or "\033O". */
static const struct {
    const char *end;
    enum press_kind kind;
} sequences[] = {
    {"A", PRESS_UP},     {"B", PRESS_DOWN},    {"C", PRESS_RIGHT},    {"D", PRESS_LEFT},
    {"H", PRESS_HOME},   {"F", PRESS_END},     {"Z", PRESS_BACK_TAB}, {"P", PRESS_HELP},
    {"M", PRESS_ENTER},  {"1~", PRESS_HOME},   {"7~", PRESS_HOME},    {"4~", PRESS_END},
    {"8~", PRESS_END},   {"3~", PRESS_DELETE}, {"5~", PRESS_PAGE_UP}, {"6~", PRESS_PAGE_DOWN},
    {"11~", PRESS_HELP}, {"[A", PRESS_HELP},
};

void keys_know(struct keys *keys, const char *sequence, enum press_kind kind)
{
    if (sequence == NULL || keys->known_count >= KEYS_KNOWN || *sequence == '\0' ||
        strlen(sequence) >= KEYS_SEQUENCE)
        return;
    snprintf(keys->known[keys->known_count].sequence, KEYS_SEQUENCE, "%s", sequence);
    keys->known[keys->known_count++].kind = kind;
}

void keys_add(struct keys *keys, const char *bytes, size_t count)
{
    if (count > KEYS_BYTES - keys->count)
        count = KEYS_BYTES - keys->count;
    memcpy(keys->bytes + keys->count, bytes, count);
    keys->count += count;
}

bool keys_wait(const struct keys *keys)
{
    return keys->count > 0;
}

static void drop(struct keys *keys, size_t count)
{
    keys->count -= count;
    memmove(keys->bytes, keys->bytes + count, keys->count);
}

/* What stands at the beginning of the bytes: `size` bytes that are a press, or that mean nothing
 * (`silent`). Size 0: more bytes are needed. */
struct found {
    size_t size;
    bool silent;
};

static struct found of_terminfo(const struct keys *keys, struct press *press)
{
    for (unsigned i = 0; i < keys->known_count; i++) {
        size_t length = strlen(keys->known[i].sequence);
        if (keys->count >= length && memcmp(keys->bytes, keys->known[i].sequence, length) == 0) {
            press->kind = keys->known[i].kind;
            return (struct found){length, false};
        }
    }
    return (struct found){0, false};
}

/* "\033[<0;12;5M": the left button at column 12, row 5. */
static bool read_mouse(const char *text, struct press *press)
{
    unsigned button = 0;
    unsigned column = 0;
    unsigned row = 0;
    char end = '\0';
    if (sscanf(text, "%u;%u;%u%c", &button, &column, &row, &end) != 4 || end != 'M' ||
        column == 0 || row == 0)
        return false;
    press->row = row - 1;
    press->column = column - 1;
    press->kind = button == WHEEL_UP ? PRESS_UP : button == WHEEL_DOWN ? PRESS_DOWN : PRESS_CLICK;
    return button == LEFT_BUTTON || button == WHEEL_UP || button == WHEEL_DOWN;
}

static bool read_sequence(struct keys *keys, const char *text, struct press *press)
{
    if (*text == '<')
        return read_mouse(text + 1, press);
    if (strcmp(text, "200~") == 0 || strcmp(text, "201~") == 0) {
        keys->pasting = text[2] == '0';
        return false;
    }
    for (size_t i = 0; i < ARRAY_SIZE(sequences); i++) {
        if (strcmp(sequences[i].end, text) == 0) {
            press->kind = sequences[i].kind;
            return true;
        }
    }
    return false;
}

/* "\033[...", "\033O." */
static struct found of_sequence(struct keys *keys, struct press *press)
{
    char text[32];
    size_t at = 2;
    if (keys->bytes[1] == '[' && keys->count > 2 && keys->bytes[2] == '[')
        at++; /* the function keys of the Linux console */
    else if (keys->bytes[1] == '[') {
        while (at < keys->count && keys->bytes[at] >= 0x20 && keys->bytes[at] < 0x40)
            at++;
    }
    if (at >= keys->count)
        return (struct found){0, false};
    at++;
    if (at - 2 >= sizeof(text))
        return (struct found){at, true};
    memcpy(text, keys->bytes + 2, at - 2);
    text[at - 2] = '\0';
    return (struct found){at, !read_sequence(keys, text, press)};
}

static struct found of_control(const struct keys *keys, struct press *press)
{
    unsigned char c = (unsigned char)keys->bytes[0];
    if (keys->pasting && (c == '\r' || c == '\n' || c == '\t')) {
        *press = (struct press){.kind = PRESS_TEXT, .text = " ", .pasted = true};
        return (struct found){1, false};
    }
    if (c == '\r' || c == '\n')
        press->kind = PRESS_ENTER;
    else if (c == '\t')
        press->kind = PRESS_TAB;
    else if (c == '\b' || c == DELETE)
        press->kind = PRESS_BACKSPACE;
    else {
        press->kind = PRESS_CONTROL;
        press->text[0] = (char)(c | 0x40);
    }
    return (struct found){1, c == '\0'};
}

static struct found of_text(const struct keys *keys, struct press *press)
{
    unsigned char c = (unsigned char)keys->bytes[0];
    size_t size = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (keys->count < size && text_valid(keys->bytes, 1) == 0 && c >= 0xc0)
        return (struct found){0, false};
    if (c < 0xc0 && c >= 0x80)
        return (struct found){1, true};
    if (keys->count < size || text_valid(keys->bytes, size) != size)
        return (struct found){1, true};
    press->kind = PRESS_TEXT;
    press->pasted = keys->pasting;
    memcpy(press->text, keys->bytes, size);
    press->text[size] = '\0';
    return (struct found){size, false};
}

static struct found find_press(struct keys *keys, struct press *press)
{
    struct found found = of_terminfo(keys, press);
    if (found.size > 0)
        return found;
    if (keys->bytes[0] != ESCAPE) {
        bool control = (unsigned char)keys->bytes[0] < ' ' || keys->bytes[0] == DELETE;
        return control ? of_control(keys, press) : of_text(keys, press);
    }
    if (keys->count < 2)
        return found;
    if (keys->bytes[1] == '[' || keys->bytes[1] == 'O')
        return of_sequence(keys, press);
    press->kind = PRESS_ESCAPE;
    return (struct found){1, false};
}

bool keys_next(struct keys *keys, bool ended, struct press *press)
{
    while (keys->count > 0) {
        *press = (struct press){0};
        struct found found = find_press(keys, press);
        if (found.size == 0 && !ended && keys->count < KEYS_BYTES)
            return false;
        /* No more bytes come, so the bytes are not the beginning of a sequence. */
        if (found.size == 0) {
            found = (struct found){keys->count, keys->bytes[0] != ESCAPE};
            press->kind = PRESS_ESCAPE;
        }
        drop(keys, found.size);
        if (!found.silent)
            return true;
    }
    return false;
}
