#include "transcript.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* -- what clients put around the words -- */

/* How many bytes of a colour stand behind its sign: "4", "04,11" with `most` digits each. */
static size_t colour_length(const char *text, size_t left, size_t most, int (*is_digit)(int))
{
    size_t at = 0;
    while (at < left && at < most && is_digit((unsigned char)text[at]))
        at++;
    if (at == 0 || at + 1 >= left || text[at] != ',' || !is_digit((unsigned char)text[at + 1]))
        return at;
    size_t more = at + 1;
    while (more < left && more < at + 1 + most && is_digit((unsigned char)text[more]))
        more++;
    return more;
}

/* ESC [ ... letter */
static size_t escape_length(const char *text, size_t left)
{
    size_t at = 0;
    if (left == 0 || text[0] != '[')
        return 0;
    for (at = 1; at < left && !isalpha((unsigned char)text[at]); at++)
        ;
    return at < left ? at + 1 : left;
}

static bool begins(const char *text, size_t left, const char *with)
{
    return left >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

/* Bytes at `text` that are no words: signs of colour and style, pictures, what cannot be seen. */
static size_t noise_length(const char *text, size_t left)
{
    static const char *const unseen[] = {"\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d",
                                         "\xe2\x80\x8e", "\xe2\x80\x8f", "\xef\xb8\x8f",
                                         "\xe2\x81\xa0", "\xef\xbb\xbf", "\xe2\x83\xa3"};
    unsigned char byte = (unsigned char)*text;
    if (byte == 3)
        return 1 + colour_length(text + 1, left - 1, 2, isdigit);
    if (byte == 4)
        return 1 + colour_length(text + 1, left - 1, 6, isxdigit);
    if (byte == 0x1b)
        return 1 + escape_length(text + 1, left - 1);
    if ((byte < ' ' && byte != '\t') || byte == 0x7f || byte == '\\' || byte == '*' || byte == '`')
        return 1;
    if (byte >= 0xf0) /* coloured squares, and whatever is beyond the letters in use */
        return left < 4 ? left : 4;
    for (unsigned i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++)
        if (begins(text, left, unseen[i]))
            return strlen(unseen[i]);
    return 0;
}

/* Blanks that no line breaks at. */
static size_t blank_length(const char *text, size_t left)
{
    return *text == '\t'                        ? 1
           : begins(text, left, "\xc2\xa0")     ? 2
           : begins(text, left, "\xe2\x80\xaf") ? 3
                                                : 0;
}

size_t transcript_clean(char *text, size_t length)
{
    size_t made = 0;
    for (size_t at = 0; at < length;) {
        size_t noise = noise_length(text + at, length - at);
        size_t blank = noise == 0 ? blank_length(text + at, length - at) : 0;
        if (blank > 0)
            text[made++] = ' ';
        else if (noise == 0)
            text[made++] = text[at];
        at += noise + blank > 0 ? noise + blank : 1;
    }
    return made;
}

/* -- tokens -- */

static const char *read_number(const char *at, unsigned *number)
{
    const char *first = at;
    unsigned value = 0;
    while (isdigit((unsigned char)*at) && at - first < 5)
        value = value * 10 + (unsigned)(*at++ - '0');
    *number = value;
    return at == first || (*first == '0' && at - first > 1) ? NULL : at;
}

/* "s3", "c3.1", "t3.1/2"; where its = is, NULL: it is none. */
static const char *read_head(const char *at, struct transcript_token *token)
{
    bool hash = *at == 's' || *at == 'd';
    token->kind = *at;
    if (strchr("sdctwm", *at) == NULL || (at = read_number(at + 1, &token->number)) == NULL)
        return NULL;
    if (!hash && (*at != '.' || (at = read_number(at + 1, &token->part)) == NULL))
        return NULL;
    if (!hash && token->kind != 'c' &&
        (*at != '/' || (at = read_number(at + 1, &token->parts)) == NULL))
        return NULL;
    return *at == '=' ? at : NULL;
}

static bool is_digit_of_hash(char letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
}

static bool is_of_value(char letter)
{
    return isalnum((unsigned char)letter) != 0 || (letter != '\0' && strchr("-_+%.,", letter));
}

/* A token at `at`; false: there is none. */
static bool read_token(const char *at, struct transcript_token *token)
{
    *token = (struct transcript_token){0};
    at = *at != '\0' ? read_head(at, token) : NULL;
    if (at == NULL)
        return false;
    bool hash = token->kind == 's' || token->kind == 'd';
    token->value = ++at;
    while (hash ? is_digit_of_hash(*at) : is_of_value(*at))
        at++;
    token->length = (size_t)(at - token->value);
    while (token->kind == 'c' && token->length > 0 &&
           strchr(".,", token->value[token->length - 1]) != NULL)
        token->length--; /* the sentence's */
    if (hash)
        return (token->length == FAIR_SHORT - 1 || token->length == FAIR_HEX - 1) &&
               isalnum((unsigned char)*at) == 0;
    return token->length > 0;
}

static bool add_token(struct transcript *transcript, const struct transcript_token *token)
{
    unsigned count = transcript->token_count;
    if ((count & (count - 1)) == 0) { /* 0, and each power of two */
        size_t room = count == 0 ? 1 : 2 * (size_t)count;
        void *more = realloc(transcript->tokens, room * sizeof(*transcript->tokens));
        if (more == NULL)
            return false;
        transcript->tokens = more;
    }
    transcript->tokens[transcript->token_count++] = *token;
    return true;
}

static bool find_tokens(struct transcript *transcript, unsigned line)
{
    struct transcript_token token;
    const char *text = transcript->lines[line];
    for (const char *at = text; *at != '\0'; at++) {
        if ((at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '%')) ||
            !read_token(at, &token))
            continue;
        token.line = line;
        if (!add_token(transcript, &token))
            return false;
        at = token.value + token.length - 1;
    }
    return true;
}

/* -- all of it -- */

static bool cut_lines(struct transcript *transcript, size_t size)
{
    size_t count = 1;
    for (size_t i = 0; i < size; i++)
        count += transcript->bytes[i] == '\n';
    transcript->lines = calloc(count, sizeof(*transcript->lines));
    if (transcript->lines == NULL)
        return false;
    for (char *at = transcript->bytes, *end = at + size; at < end;) {
        char *line = at;
        char *line_end = memchr(at, '\n', (size_t)(end - at));
        at = line_end != NULL ? line_end + 1 : end;
        line[transcript_clean(line, (size_t)((line_end != NULL ? line_end : end) - line))] = '\0';
        transcript->lines[transcript->line_count++] = line;
    }
    return true;
}

bool transcript_read(struct transcript *transcript, const char *bytes, size_t size)
{
    *transcript = (struct transcript){0};
    transcript->bytes = size <= TRANSCRIPT_MAX ? malloc(size + 1) : NULL;
    if (transcript->bytes == NULL)
        return false;
    memcpy(transcript->bytes, bytes, size);
    bool ok = cut_lines(transcript, size);
    for (unsigned line = 0; ok && line < transcript->line_count; line++)
        ok = find_tokens(transcript, line);
    if (!ok)
        transcript_finish(transcript);
    return ok;
}

void transcript_finish(struct transcript *transcript)
{
    free(transcript->bytes);
    free(transcript->lines);
    free(transcript->tokens);
    *transcript = (struct transcript){0};
}
