#include "transcript.h"

#include <string.h>

#include "engine/array_size.h"
#include "said.h"

/* -- cleaning -- */

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static bool is_hex(char letter)
{
    return is_digit(letter) || (letter >= 'a' && letter <= 'f');
}

static bool is_alpha(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

static bool is_any_hex(char letter)
{
    return is_hex(letter) || (letter >= 'A' && letter <= 'F');
}

/* Returns how many bytes the colour at `text` has that follows a sign of colour ("4", "04,11"),
 * with `most` digits each. */
static size_t colour_length(const char *text, size_t left, size_t most, bool (*is_of)(char))
{
    size_t at = 0;
    while (at < left && at < most && is_of(text[at]))
        at++;
    if (at == 0 || at + 1 >= left || text[at] != ',' || !is_of(text[at + 1]))
        return at;
    size_t more = at + 1;
    while (more < left && more < at + 1 + most && is_of(text[more]))
        more++;
    return more;
}

/* ESC [ ... letter */
static size_t escape_length(const char *text, size_t left)
{
    if (left == 0 || text[0] != '[')
        return 0;
    for (size_t at = 1; at < left && text[at] != '\n'; at++) {
        if (is_alpha(text[at]))
            return at + 1;
    }
    return 0;
}

static bool begins_with(const char *text, size_t left, const char *with)
{
    return left >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

/* Returns how many bytes at `text` nobody sees and no name has: signs of colour and style, joiners
 * of words, signs of direction and isolates. */
static size_t noise_length(const char *text, size_t left)
{
    static const char *const unseen[] = {"\xe2\x80\x8b", "\xe2\x80\x8e", "\xe2\x80\x8f",
                                         "\xe2\x81\xa0", "\xe2\x81\xa6", "\xe2\x81\xa7",
                                         "\xe2\x81\xa8", "\xe2\x81\xa9", "\xef\xbb\xbf"};
    unsigned char byte = (unsigned char)*text;
    if (byte == 3)
        return 1 + colour_length(text + 1, left - 1, 2, is_digit);
    if (byte == 4)
        return 1 + colour_length(text + 1, left - 1, 6, is_any_hex);
    if (byte == 0x1b)
        return 1 + escape_length(text + 1, left - 1);
    if (byte < ' ' || byte == 0x7f)
        return 1;
    if (byte < 0xe2)
        return 0;
    for (unsigned i = 0; i < ARRAY_SIZE(unseen); i++) {
        if (begins_with(text, left, unseen[i]))
            return strlen(unseen[i]);
    }
    return 0;
}

/* Blanks that no line breaks at. */
static size_t blank_length(const char *text, size_t left)
{
    return *text == '\t'                             ? 1
           : begins_with(text, left, "\xc2\xa0")     ? 2
           : begins_with(text, left, "\xe2\x80\xaf") ? 3
                                                     : 0;
}

void transcript_begin(struct transcript *log, char *text, size_t size)
{
    size_t made = 0;
    for (size_t at = 0; at < size;) {
        size_t blank = blank_length(text + at, size - at);
        size_t noise = blank == 0 && text[at] != '\n' ? noise_length(text + at, size - at) : 0;
        while (noise == 0 && text[at] == '\n' && made > 0 && text[made - 1] == ' ')
            made--; /* removes blanks that a client added at the end of a line */
        if (noise == 0)
            text[made++] = (char)(blank > 0 ? ' ' : text[at] == '\n' ? '\0' : text[at]);
        at += noise + blank > 0 ? noise + blank : 1;
    }
    text[made++] = '\0';
    *log = (struct transcript){.text = text, .end = text + made};
}

/* -- lines -- */

const char *transcript_first(const struct transcript *log)
{
    return log->text;
}

const char *transcript_next(const struct transcript *log, const char *line)
{
    line += strlen(line) + 1;
    return line < log->end ? line : NULL;
}

/* Returns the end of the word at `at`. A sign before a nick belongs to the same word, even with a
 * blank between ("< talon>"). */
static const char *word_end(const char *at)
{
    if (at[0] == '<' && at[1] == ' ')
        at += 2;
    while (*at != '\0' && *at != ' ')
        at++;
    return at;
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ')
        at++;
    return at;
}

static void letters_of(const char *word, const char *end, char letters[TRANSCRIPT_SPEAKER])
{
    unsigned made = 0;
    for (; word < end && made + 1 < TRANSCRIPT_SPEAKER; word++) {
        if (is_alpha(*word) || (unsigned char)*word >= 0x80)
            letters[made++] = *word;
    }
    letters[made] = '\0';
}

/* The words of the line before `said`. */
static void learn_from(struct transcript *log, const char *line, const char *said)
{
    const char *at = skip_blanks(line);
    log->words = 0;
    log->speaker[0] = '\0';
    while (at < said) {
        const char *end = word_end(at);
        letters_of(at, end, log->speaker);
        log->words++;
        at = skip_blanks(end);
    }
}

/* Finds the name of a player of the setup that ends at `at`, the longest if several do. Returns
 * where it begins; NULL: no name ends there. */
static const char *name_before(const struct setup *setup, const char *line, const char *at)
{
    const char *found = NULL;
    for (unsigned i = 0; i < setup->players; i++) {
        const char *name = setup->seats[i].name;
        const char *from = at - strlen(name);
        if (text_ends(line, at, name) && (from == line || from[-1] == ' ') &&
            (found == NULL || from < found))
            found = from;
    }
    return found;
}

void transcript_learn(struct transcript *log, const char *line, const struct setup *setup)
{
    static const enum said sentences[] = {SAID_OPENS, SAID_SITS, SAID_SITS_NEXT};
    struct heard heard;
    for (; line != NULL; line = transcript_next(log, line)) {
        if (said_is(line, SAID_ALONE, &heard)) {
            learn_from(log, line, heard.at);
            return;
        }
        for (unsigned i = 0; i < ARRAY_SIZE(sentences); i++) {
            const char *name =
                said_is(line, sentences[i], &heard) ? name_before(setup, line, heard.at) : NULL;
            if (name != NULL) {
                learn_from(log, line, name);
                return;
            }
        }
    }
}

const char *transcript_said(const struct transcript *log, const char *line)
{
    char letters[TRANSCRIPT_SPEAKER] = "";
    const char *at = skip_blanks(line);
    for (unsigned i = 0; i < log->words; i++) {
        const char *end = word_end(at);
        if (i + 1 == log->words)
            letters_of(at, end, letters);
        at = skip_blanks(end);
    }
    return strcmp(letters, log->speaker) == 0 ? at : NULL;
}

/* -- tokens -- */

static const char *read_number(const char *at, unsigned *number)
{
    size_t length = 0;
    while (length < 6 && is_digit(at[length]))
        length++;
    return value_number(at, length, number) ? at + length : NULL;
}

/* Reads "s3", "c3.1" or "t3.1/2". Returns where its = is; NULL: it is no token. */
static const char *read_head(const char *at, struct token *token)
{
    token->kind = *at;
    if ((*at != 's' && *at != 'c' && *at != 't' && *at != 'm') ||
        (at = read_number(at + 1, &token->number)) == NULL)
        return NULL;
    if (token->kind != 's' && (*at != '.' || (at = read_number(at + 1, &token->part)) == NULL))
        return NULL;
    if ((token->kind == 't' || token->kind == 'm') &&
        (*at != '/' || (at = read_number(at + 1, &token->parts)) == NULL))
        return NULL;
    return *at == '=' ? at : NULL;
}

static bool is_of_value(char letter, char kind)
{
    if (value_is_plain((unsigned char)letter))
        return kind != 's' || letter != '+';
    return kind != 's' && (letter == '%' || letter == '.' || letter == ',');
}

bool token_read(const char *at, struct token *token)
{
    *token = (struct token){0};
    if (*at == '\0' || (at = read_head(at, token)) == NULL)
        return false;
    token->value = ++at;
    while (is_of_value(*at, token->kind))
        at++;
    token->length = (size_t)(at - token->value);
    while (token->kind == 'c' && token->length > 0 &&
           (at[-1] == '.' || at[-1] == ',')) { /* the sentence's */
        token->length--;
        at--;
    }
    return token->length > 0;
}

const char *token_next(const char *line, const char *at, struct token *token)
{
    for (; *at != '\0'; at++) {
        if ((at == line || (!is_alpha(at[-1]) && !is_digit(at[-1]) && at[-1] != '%')) &&
            token_read(at, token))
            return token->value + token->length;
    }
    return NULL;
}

bool token_secret(const struct token *token, uint8_t secret[32])
{
    if (token->kind != 's' || token->number == 0 || token->length != 64)
        return false;
    for (unsigned i = 0; i < 64; i++) {
        char letter = token->value[i];
        unsigned digit = (unsigned)(is_digit(letter) ? letter - '0' : letter - 'a' + 10);
        if (!is_hex(letter))
            return false;
        secret[i / 2] = (uint8_t)(i % 2 == 0 ? digit << 4 : secret[i / 2] | digit);
    }
    return true;
}
