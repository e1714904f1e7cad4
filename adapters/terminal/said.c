#include "said.h"

#include <stdlib.h>
#include <string.h>

void said_clear(struct said *said)
{
    free(said->text);
    free(said->spans);
    *said = (struct said){0};
}

void said_take(struct said *said, const struct message *message, size_t start, size_t end)
{
    said_clear(said);
    char *text = malloc(end - start + 1);
    struct span *spans = calloc((size_t)message->span_count + 1, sizeof(*spans));
    if (text == NULL || spans == NULL) {
        free(text);
        free(spans);
        return;
    }
    memcpy(text, message->text + start, end - start);
    text[end - start] = '\0';
    unsigned count = 0;
    for (unsigned i = 0; i < message->span_count; i++) {
        struct span span = message->spans[i];
        if (span.start < start || span.start + span.length > end)
            continue;
        span.start = (uint16_t)(span.start - start);
        spans[count++] = span;
    }
    *said = (struct said){.text = text,
                          .length = end - start,
                          .span_count = count,
                          .spans = spans,
                          .whisper = message->user != NULL};
}

/* Returns the span that holds that byte; NULL: no span does, so the text is plain there. */
static const struct span *span_at(const struct said *said, size_t at)
{
    for (unsigned i = 0; i < said->span_count; i++) {
        const struct span *span = &said->spans[i];
        if (at >= span->start && at < (size_t)span->start + span->length)
            return span;
    }
    return NULL;
}

static enum paint paint_at(const struct said *said, size_t at, enum paint paint)
{
    const struct span *span = span_at(said, at);
    if (span == NULL || span->style == STYLE_PLAIN)
        return paint;
    if (span->style == STYLE_CARD)
        return (enum paint)(PAINT_FACE + (span->tint < PAINT_TINTS ? span->tint : 0));
    return paint == PAINT_TEXT || paint == PAINT_QUIET ? PAINT_STRONG : paint;
}

/* Returns the end of the line that begins at `*at`, and moves `*at` to the next line. A line breaks
 * at a blank. Labels of cards hold no such blank. A word longer than a line breaks anywhere. */
static size_t line_end(const struct said *said, unsigned columns, size_t *at)
{
    size_t here = *at;
    size_t blank = 0;
    unsigned used = 0;
    while (here < said->length && said->text[here] != '\n') {
        char shown[CELL_BYTES];
        unsigned width = 0;
        size_t size = grid_next(said->text + here, said->length - here, shown, &width);
        if (used + width > columns && here > *at) {
            size_t end = blank > *at ? blank : here;
            *at = said->text[end] == ' ' ? end + 1 : end;
            return end;
        }
        if (said->text[here] == ' ')
            blank = here;
        used += width;
        here += size;
    }
    *at = here < said->length ? here + 1 : here;
    return here;
}

static void put_line(const struct said *said, struct cell_grid *grid, struct box line, size_t at,
                     size_t end, enum paint paint)
{
    unsigned used = 0;
    while (at < end && used < line.columns) {
        enum paint now = paint_at(said, at, paint);
        size_t stop = at + 1;
        while (stop < end && paint_at(said, stop, paint) == now)
            stop++;
        used += grid_put_bytes(grid, line.row, line.column + used, line.columns - used, now,
                               said->text + at, stop - at);
        at = stop;
    }
}

unsigned said_lines(const struct said *said, unsigned columns)
{
    unsigned lines = 0;
    for (size_t at = 0; at < said->length && columns > 0; lines++)
        line_end(said, columns, &at);
    return lines;
}

unsigned said_put(const struct said *said, struct cell_grid *grid, struct box box, unsigned first,
                  enum paint paint)
{
    unsigned line = 0;
    unsigned put = 0;
    for (size_t at = 0; at < said->length && put < box.rows && box.columns > 0; line++) {
        size_t start = at;
        size_t end = line_end(said, box.columns, &at);
        if (line < first)
            continue;
        put_line(said, grid, (struct box){box.row + put, box.column, 1, box.columns}, start, end,
                 paint);
        put++;
    }
    return put;
}
