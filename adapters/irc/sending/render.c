#include "render.h"

#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

#define CODE_BOLD   "\x02"
#define CODE_COLOUR "\x03"
#define CODE_PLAIN  "\x0f"

/* Colours of text and background with a contrast of at least 4.5:1; wild cards have none. */
static const char *const tint_codes[] = {
    [TINT_WILD] = "",
    [TINT_RED] = CODE_COLOUR "01,04",
    [TINT_GREEN] = CODE_COLOUR "01,09",
    [TINT_BLUE] = CODE_COLOUR "00,12",
    [TINT_YELLOW] = CODE_COLOUR "01,08",
    [TINT_PURPLE] = CODE_COLOUR "00,06",
    [TINT_ORANGE] = CODE_COLOUR "01,07",
};
enum {
    WHOLE_MIN = 3 /* a full line may end after a sentence only if that leaves a third of the line or
                   * more filled */
};

/* A piece that is appended as a whole: a card, a run of blanks, or a word (only its part in one
 * span). */
struct render_piece {
    const char *open, *close;
    const char *text;
    size_t length;
    size_t joint; /* place of the word joiner in the piece; 0: none */
    bool blank, card;
};

/* The line that is being written. */
struct render_line {
    char *out;
    size_t limit, used;
    size_t break_used;           /* length of the line up to the last place where it may end */
    size_t break_at;             /* place in the text where the next line begins if this one ends
                                  * there */
    size_t whole_used, whole_at; /* like the two above, for the last end of a sentence; 0: there is
                                  * none */
    bool after_card;
};

void render_init(struct render *render, const struct message *message, bool codes,
                 render_rings_fn *rings, const void *arg)
{
    *render = (struct render){.message = message,
                              .codes = codes && !message->mono,
                              .rings = message->mono ? NULL : rings,
                              .arg = arg};
}

/* Returns true for the style of names that must not ring. The name of the player who must act
 * rings, and winners have the style STYLE_STRONG. */
static bool is_quiet_name(enum style style)
{
    return style == STYLE_NAME || style == STYLE_STRONG;
}

static struct render_piece next_piece(struct render *render)
{
    const struct message *message = render->message;
    const struct span *span = message_span(message, render->at, &render->span);
    const char *text = message->text + render->at;
    size_t length = span->start + span->length - render->at;
    const char *line_end = memchr(text, '\n', length);
    length = line_end != NULL ? (size_t)(line_end - text) : length;
    struct render_piece piece = {.open = "", .close = "", .text = text};
    if (span->style == STYLE_CARD) {
        piece.card = true;
        piece.length = length;
        if (render->codes && span->tint < TINTS && *tint_codes[span->tint] != '\0') {
            piece.open = tint_codes[span->tint];
            piece.close = CODE_PLAIN;
        }
        return piece;
    }
    piece.blank = *text == ' ';
    piece.length = text_run(text, length);
    if (render->codes && span->style == STYLE_STRONG && !piece.blank) {
        piece.open = CODE_BOLD;
        piece.close = CODE_PLAIN;
    }
    if (render->rings != NULL && is_quiet_name(span->style) && render->at == span->start &&
        render->rings(render->arg, message->text + span->start, span->length)) {
        size_t limit = 1;
        do {
            piece.joint = text_cut(text, piece.length, limit++);
        } while (piece.joint == 0);
    }
    return piece;
}

static void put_bytes(struct render_line *line, const char *bytes, size_t length)
{
    assert(length <= line->limit - line->used);
    memcpy(line->out + line->used, bytes, length);
    line->used += length;
}

static size_t piece_cost(const struct render_piece *piece)
{
    return strlen(piece->open) + piece->length + strlen(piece->close) +
           (piece->joint ? sizeof(TEXT_JOINER) - 1 : 0);
}

static void put_piece(struct render_line *line, const struct render_piece *piece)
{
    put_bytes(line, piece->open, strlen(piece->open));
    put_bytes(line, piece->text, piece->joint);
    if (piece->joint)
        put_bytes(line, TEXT_JOINER, sizeof(TEXT_JOINER) - 1);
    put_bytes(line, piece->text + piece->joint, piece->length - piece->joint);
    put_bytes(line, piece->close, strlen(piece->close));
}

/* Appends as much of a piece as fits. For a line without a place to break before the piece. */
static void put_part(struct render *render, struct render_line *line, struct render_piece *piece)
{
    size_t frame = piece_cost(piece) - piece->length;
    size_t room = line->limit - line->used;
    size_t cut = room > frame ? text_cut(piece->text, piece->length, room - frame) : 0;
    if (cut == 0 && line->used == 0)
        cut = 1; /* not even one character fits: write it all the same */
    if (cut > 0) {
        piece->length = cut;
        piece->joint = piece->joint < cut ? piece->joint : 0;
        put_piece(line, piece);
        render->at += cut;
    }
}

/* True if a sentence ends with this byte, provided that a blank follows. */
static bool ends_sentence(char c)
{
    return c == '.' || c == '!' || c == '?';
}

static void mark_break(struct render_line *line, const struct render *render, size_t blanks)
{
    line->break_used = line->used;
    line->break_at = render->at + blanks;
    if (blanks > 0 && ends_sentence(render->message->text[render->at - 1])) {
        line->whole_used = line->break_used;
        line->whole_at = line->break_at;
    }
}

/* Ends a full line: after a whole sentence, unless that would leave most of the line empty. */
static void end_line(struct render *render, struct render_line *line)
{
    bool whole = line->whole_used > line->limit / WHOLE_MIN;
    line->used = whole ? line->whole_used : line->break_used;
    render->at = whole ? line->whole_at : line->break_at;
}

/* Appends pieces until the line is full, or a line of the message ends. */
static void fill_line(struct render *render, struct render_line *line)
{
    const struct message *message = render->message;
    while (render->at < message->length && message->text[render->at] != '\n') {
        struct render_piece piece = next_piece(render);
        if (line->used > 0 && (piece.blank || (piece.card && line->after_card)))
            mark_break(line, render, piece.blank ? piece.length : 0);
        if (piece_cost(&piece) > line->limit - line->used) {
            if (line->break_used > 0)
                end_line(render, line);
            else
                put_part(render, line, &piece);
            return;
        }
        put_piece(line, &piece);
        line->after_card = piece.card;
        render->at += piece.length;
    }
}

bool render_next(struct render *render, char *out, size_t limit)
{
    const struct message *message = render->message;
    while (render->at < message->length) {
        struct render_line line = {.out = out, .limit = limit};
        fill_line(render, &line);
        if (render->at < message->length && message->text[render->at] == '\n')
            render->at++;
        while (line.used > 0 && out[line.used - 1] == ' ')
            line.used--;
        out[line.used] = '\0';
        if (line.used > 0)
            return true;
    }
    return false;
}
