#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define MARK "» "
enum { MARK_WIDTH = 2, INDENT = 2, NARROWEST = 20 };

/* SGR parameters. A card has its own background and a contrasting foreground, so that it is
 * readable on dark and light terminals. */
static const char *const card_codes[] = {
    [TINT_WILD] = "1;97;40",         [TINT_RED] = "1;97;41",    [TINT_GREEN] = "1;30;42",
    [TINT_BLUE] = "1;97;44",         [TINT_YELLOW] = "1;30;43", [TINT_PURPLE] = "1;97;45",
    [TINT_ORANGE] = "1;30;48;5;208",
};
static const char *const style_codes[] = {
    [STYLE_PLAIN] = NULL,
    [STYLE_STRONG] = "1",
    [STYLE_NAME] = NULL,
    [STYLE_MENTION] = "1;4",
};

/* A message on its way to the terminal. */
struct terminal_page {
    FILE *out;
    const struct message *message;
    unsigned width, column;
    bool colours;
    unsigned span; /* index of the span in which span_at() found the last byte */
};

static const char *code_of(const struct span *span)
{
    if (span->style == STYLE_CARD)
        return card_codes[span->tint <= TINT_ORANGE ? span->tint : TINT_WILD];
    return span->style < STYLE_CARD ? style_codes[span->style] : NULL;
}

static const struct span *span_at(struct terminal_page *page, size_t at)
{
    return message_span(page->message, at, &page->span);
}

/* Writes the bytes from `at` to `end` of the text in their styles. */
static void write_range(struct terminal_page *page, size_t at, size_t end)
{
    while (at < end) {
        const struct span *span = span_at(page, at);
        size_t stop = (size_t)span->start + span->length;
        if (stop > end)
            stop = end;
        const char *code = page->colours ? code_of(span) : NULL;
        if (code != NULL)
            fprintf(page->out, "\033[%sm", code);
        fwrite(page->message->text + at, 1, stop - at, page->out);
        if (code != NULL)
            fputs("\033[0m", page->out);
        at = stop;
    }
}

static bool blank_at(struct terminal_page *page, size_t at)
{
    return page->message->text[at] == ' ' && span_at(page, at)->style != STYLE_CARD;
}

/* Returns the end of the atom at `at`: a word, or a card with the characters that touch it. */
static size_t atom_end(struct terminal_page *page, size_t at, size_t end)
{
    while (at < end) {
        const struct span *span = span_at(page, at);
        bool card = span->style == STYLE_CARD;
        size_t next = card ? (size_t)span->start + span->length : at + 1;
        if (next >= end)
            return end;
        if (blank_at(page, next) || (card && span_at(page, next)->style == STYLE_CARD))
            return next;
        at = next;
    }
    return end;
}

static void write_wrapped(struct terminal_page *page, size_t at, size_t end, unsigned indent)
{
    bool first = true; /* so far the row holds only the whisper's mark */
    while (at < end) {
        size_t word = at;
        while (word < end && blank_at(page, word))
            word++;
        size_t stop = atom_end(page, word, end);
        size_t columns = text_width(page->message->text + at, stop - at);
        if (!first && page->column + columns > page->width) {
            fprintf(page->out, "\n%*s", (int)indent, "");
            columns -= word - at; /* the blanks stay behind */
            page->column = indent;
            at = word;
        }
        write_range(page, at, stop);
        page->column += (unsigned)columns;
        first = false;
        at = stop;
    }
}

static void write_line(struct terminal_page *page, size_t at, size_t end)
{
    bool whisper = page->message->user != NULL;
    if (whisper)
        fputs(page->colours ? "\033[1m" MARK "\033[0m" : MARK, page->out);
    if (page->width >= NARROWEST) {
        page->column = whisper ? MARK_WIDTH : 0;
        write_wrapped(page, at, end, page->column + INDENT);
    } else {
        write_range(page, at, end);
    }
    fputc('\n', page->out);
}

char *terminal_render(const struct terminal *terminal, const struct message *message)
{
    char *text = NULL;
    size_t size;
    struct terminal_page page = {
        .out = open_memstream(&text, &size),
        .message = message,
        .width = terminal->width,
        .colours = terminal->colours && !message->mono,
    };
    if (page.out == NULL)
        return NULL;
    size_t at = 0;
    while (at < message->length) {
        const char *line_end = memchr(message->text + at, '\n', message->length - at);
        size_t end = line_end != NULL ? (size_t)(line_end - message->text) : message->length;
        write_line(&page, at, end);
        at = end + 1;
    }
    if (fclose(page.out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
