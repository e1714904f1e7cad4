#include "typed.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/plain.h"
#include "base/text.h"
#include "words_table.h"

enum { WORD_MAX = 64, COURTESY_WORDS = 3 };

/* -- one word -- */

/* Quotation marks of ASCII; those of other scripts are PLAIN_CLOSER. */
static bool is_quote(const char *text, enum plain_class class)
{
    return class == PLAIN_CLOSER || *text == '"' || *text == '\'';
}

/* True for a word of letters and digits of ASCII, which nothing stands around: most commands. */
static bool is_bare(const char *word, size_t length)
{
    size_t at = 0;
    while (at < length &&
           ((word[at] >= 'a' && word[at] <= 'z') || (word[at] >= 'A' && word[at] <= 'Z') ||
            (word[at] >= '0' && word[at] <= '9')))
        at++;
    return at == length;
}

const char *typed_core(const char *word, size_t *length)
{
    size_t size = 0;
    size_t end = 0; /* behind the last character that has a meaning */
    size_t left = *length;
    if (is_bare(word, left))
        return word;
    if (left > 2 && word[0] == '<' && word[left - 1] == '>')
        return word;
    while (left > 0 && (is_quote(word, plain_class(word, left, &size)) ||
                        (size == 1 && strchr("(:=,@", *word) != NULL))) {
        word += size;
        left -= size;
    }
    for (size_t at = 0; at < left; at += size) {
        enum plain_class class = plain_class(word + at, left - at, &size);
        if (!is_quote(word + at, class) && (size > 1 || strchr(".,;:!?)", word[at]) == NULL))
            end = at + size;
    }
    *length = end;
    return word;
}

/* True if an emoji is one of the signs of cards: a coloured circle, a skip. */
static bool is_of_cards(const char *text, size_t size)
{
    const struct word_row *row = NULL;
    while ((row = words_next_row(row, text, size)) != NULL && row->length != size)
        continue;
    return row != NULL;
}

/* True for ":D", ";-P", "<3", with or without quotation marks and full stops around them. */
static bool is_smiley(const char *word, size_t length)
{
    size_t size = 0;
    for (; length > 0 && is_quote(word, plain_class(word, length, &size)); length -= size)
        word += size;
    size_t end = 0;
    for (size_t at = 0; at < length; at += size) {
        if (!is_quote(word + at, plain_class(word + at, length - at, &size)) &&
            (size > 1 || strchr(".,!?", word[at]) == NULL))
            end = at + size;
    }
    length = end;
    bool eyes = length > 1 && length <= 3 && (*word == ':' || *word == ';');
    return (eyes && strchr("-'DdPpOo3)(|/\\*", word[1]) != NULL) ||
           (length == 2 && strncmp(word, "<3", 2) == 0);
}

bool typed_is_idle(const char *word, size_t length)
{
    size_t size = 0;
    if (is_smiley(word, length))
        return true;
    for (size_t at = 0; at < length; at += size) {
        enum plain_class class = plain_class(word + at, length - at, &size);
        if (class == PLAIN_LETTER || class == PLAIN_OTHER ||
            (class == PLAIN_EMOJI && is_of_cards(word + at, size)))
            return false;
    }
    return true;
}

/* -- a line -- */

/* Returns the number of bytes of a quotation mark at `text`; 0 if another character stands there.
 */
static size_t quote_length(const char *text)
{
    static const char *const quotes[] = {"\u00AB", "\u00BB", "\u2018", "\u2019", "\u201A", "\u201C",
                                         "\u201D", "\u201E", "\u2039", "\u203A", "\u300C", "\u300D",
                                         "\u300E", "\u300F", "\uFF02", "\uFF07"};
    if ((unsigned char)*text < 0x80)
        return *text == '"' || *text == '\'';
    for (size_t i = 0; i < ARRAY_SIZE(quotes); i++) {
        if (strncmp(text, quotes[i], strlen(quotes[i])) == 0)
            return strlen(quotes[i]);
    }
    return 0;
}

/* True if a quotation at the start of a line ends before the line does: "\"!draw\" takes a card".
 */
static bool is_quotation(const char *inside)
{
    const char *behind = "";
    for (const char *at = inside; *at != '\0'; at++) {
        if (quote_length(at) > 0)
            behind = at + quote_length(at);
    }
    return behind[strspn(behind, " .,;:!?")] != '\0';
}

void typed_unquote(char *line)
{
    const size_t first = quote_length(line);
    size_t length = strlen(line);
    size_t last = length;
    if (first == 0 || is_quotation(line + first))
        return;
    while (last > first && ((unsigned char)line[--last] & 0xC0) == 0x80)
        continue;
    if (last > first && quote_length(line + last) == length - last)
        length = last;
    const char *inside = line + first + strspn(line + first, " ");
    while (line + length > inside && line[length - 1] == ' ')
        length--;
    length = line + length > inside ? (size_t)(line + length - inside) : 0;
    memmove(line, inside, length);
    line[length] = '\0';
}

static const char *next_word(const char *text, size_t *length)
{
    text += strspn(text, " ");
    *length = strcspn(text, " ");
    return text;
}

/* Folds a text to its letters. */
static bool letters_of(const char *text, size_t length, char letters[WORD_MAX])
{
    struct buf buf;
    char *to = letters;
    buf_init(&buf, letters, WORD_MAX);
    if (!text_fold(&buf, text, length))
        return false;
    for (const char *at = letters; *at != '\0'; at++) {
        if (*at >= 'a' && *at <= 'z')
            *to++ = *at;
    }
    *to = '\0';
    return true;
}

/* Returns where the polite words begin at the end of a text of `length` bytes; `length` if there
 * are none. */
static size_t courtesy_at(const char *text, size_t length)
{
    char letters[WORD_MAX];
    size_t at = length;
    for (unsigned words = 0; words < COURTESY_WORDS && at > 0; words++) {
        while (at > 0 && text[at - 1] == ' ')
            at--;
        while (at > 0 && text[at - 1] != ' ')
            at--;
        if (!letters_of(text + at, length - at, letters))
            return length;
        for (const char *const *row = words_courtesies; *row != NULL; row++) {
            if (strcmp(letters, *row) == 0)
                return at;
        }
    }
    return length;
}

bool typed_arguments(const char *text, char *out, size_t size)
{
    char plain[2048];
    struct buf buf;
    size_t length = 0;
    buf_init(&buf, plain, sizeof(plain));
    if (!plain_text(&buf, text, strlen(text)))
        return false;
    buf_init(&buf, out, size);
    for (const char *word = next_word(plain, &length); length > 0;
         word = next_word(word + length, &length)) {
        size_t meant = length;
        const char *core = typed_core(word, &meant);
        if (typed_is_idle(word, length) || typed_is_idle(core, meant))
            continue;
        if ((buf_length(&buf) > 0 && !buf_add_char(&buf, ' ')) || !buf_add_bytes(&buf, core, meant))
            return false;
    }
    for (size_t at = courtesy_at(out, length = strlen(out)); at < length;
         at = courtesy_at(out, length = strlen(out))) {
        while (at > 0 && out[at - 1] == ' ')
            at--;
        out[at] = '\0';
    }
    return true;
}

/* -- numbers -- */

static bool number_named(const char *word, size_t length, unsigned long *number)
{
    char letters[WORD_MAX];
    if (!letters_of(word, length, letters))
        return false;
    const struct word_row *row = NULL;
    size_t count = strlen(letters);
    while ((row = words_next_row(row, letters, count)) != NULL) {
        if ((row->sense == SENSE_NUMBER || row->sense == SENSE_TEN) && row->length == count) {
            *number = row->value;
            return true;
        }
    }
    return false;
}

const char *typed_number(const char *text, unsigned long *number)
{
    char *end = NULL;
    size_t length = 0;
    const char *word = next_word(text, &length);
    if (*word >= '0' && *word <= '9')
        *number = strtoul(word, &end, 10);
    if (end != word + length && (end != NULL || !number_named(word, length, number)))
        return NULL;
    word += length;
    return word + strspn(word, " ");
}
