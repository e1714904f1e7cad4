#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "picture_card.h"
#include "picture_end.h"
#include "picture_name.h"
#include "picture_ring.h"
#include "picture_table.h"
#include "png.h"

enum {
    EDGE = 10, /* pixels around everything */
    GAP = 20,  /* between two cards */
    RAISED = 12,
    STRIP = 100,    /* height of the strip with the top card and the first words */
    STRIP_LOW = 52, /* height of a strip without a card */
    TITLE = 200,    /* bytes of these words, NUL included */
    FRAME = 5,      /* around a playable card */
    LABEL = 96      /* bytes of a card's label that are read, NUL included */
};

/* What to draw: a table, or a hand with the top card above it. */
struct scene {
    struct picture picture; /* first member, so that a cast finds this struct */
    bool is_table;          /* a table in play, described by `snapshot` */
    bool is_end;            /* the end of a round, described by `ending` */
    struct snapshot snapshot;
    struct ending ending;
    struct art_card table;
    struct hand_card {
        struct art_card card;
        bool playable;
    } hand[PICTURE_CARDS];
    bool on_table;
    char title[TITLE]; /* "Your turn on [R 5]." */
    bool playable;     /* one of them is */
    unsigned count, left_out;
    size_t end; /* where in the text the drawn part ends */
    /* places */
    unsigned columns, rows;
    double scale, wide, high;
    double strip; /* height of the strip with the top card; 0: no strip */
};

/* -- from the message -- */

static void add_to_hand(struct scene *scene, const struct span *span, const char *label)
{
    scene->playable = scene->playable || span->card.playable;
    if (scene->count == PICTURE_CARDS) {
        scene->left_out++;
        return;
    }
    struct hand_card *card = &scene->hand[scene->count++];
    art_read(&card->card, span->tint, &span->card, label);
    card->playable = span->card.playable;
}

/* Reads a card of the first line. The first card there is the top card, and a colour after it is
 * the colour in force. A further card is not drawn: the message only asks about it. */
static void add_to_table(struct scene *scene, const struct span *span, const char *label)
{
    bool card = span->card.face_length > 0;
    if (card && !scene->on_table) {
        art_read(&scene->table, span->tint, &span->card, label);
        scene->on_table = true;
    } else if (!card && scene->on_table) {
        char letters[ART_LETTERS];
        art_letters(letters, label, span->card.letters);
        art_name(&scene->table, span->tint, letters);
    }
}

/* Returns the length of the first sentence of a line, without its full stop. */
static size_t first_words(const char *text, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++) {
        if (text[i] == '.' && text[i + 1] == ' ')
            return i;
    }
    length -= length > 0 && text[length - 1] == '.';
    return text_cut(text, length, TITLE - 1);
}

static void read_hand(struct scene *scene, const struct message *message)
{
    const char *line = memchr(message->text, '\n', message->length);
    size_t first = line != NULL ? (size_t)(line - message->text) : message->length;
    snprintf(scene->title, TITLE, "%.*s", (int)first_words(message->text, first), message->text);
    for (unsigned i = 0; i < message->span_count; i++) {
        const struct span *span = &message->spans[i];
        if (span->style != STYLE_CARD)
            continue;
        char label[LABEL];
        snprintf(label, sizeof(label), "%.*s", span->length, message->text + span->start);
        if (span->start < first) {
            add_to_table(scene, span, label);
        } else if (span->card.face_length > 0) {
            add_to_hand(scene, span, label);
            scene->end = (size_t)span->start + span->length;
        }
    }
}

static void read_message(struct scene *scene, const struct message *message)
{
    if (message->snapshot != NULL) {
        scene->is_table = true;
        scene->snapshot = *message->snapshot;
        scene->end = message->length;
    } else if (message->ending != NULL) {
        scene->is_end = true;
        scene->ending = *message->ending;
        scene->end = message->length;
    } else {
        read_hand(scene, message);
    }
}

/* -- places -- */

/* Few cards are drawn large, many cards small. */
static void place_cards(struct scene *scene)
{
    unsigned places = scene->count + (scene->left_out > 0);
    scene->columns = places <= 28 ? 7 : 8;
    scene->rows = (places + scene->columns - 1) / scene->columns;
    scene->wide = (PICTURE_WIDTH - 2 * EDGE) / (double)scene->columns;
    scene->scale = scene->wide / (CARD_WIDTH + GAP);
    scene->high = (int)((CARD_HEIGHT + RAISED + GAP) * scene->scale) + 1;
    scene->strip = scene->on_table ? STRIP : STRIP_LOW;
}

static unsigned height_of(const struct scene *scene)
{
    return scene->is_table ? table_height(&scene->snapshot)
           : scene->is_end ? end_height(&scene->ending)
                           : (unsigned)(2 * EDGE + scene->strip + scene->rows * scene->high);
}

/* -- drawing -- */

/* Moves the origin to the place of card number `at`, and scales: what is drawn next is in the units
 * of a card. */
static void go_to(struct cairo_pen *pen, const struct scene *scene, unsigned at)
{
    unsigned row = at / scene->columns;
    double x = EDGE + at % scene->columns * scene->wide + GAP / 2.0 * scene->scale;
    double y = EDGE + scene->strip + row * scene->high;
    cairo_identity_matrix(pen->cairo);
    cairo_translate(pen->cairo, (int)x, (int)y);
    cairo_scale(pen->cairo, scene->scale, scene->scale);
}

/* Draws the top card in a strip above the hand, with the words that say whose turn it is. */
static void draw_table(struct cairo_pen *pen, const struct scene *scene)
{
    enum { CARD = 52 };
    double x = EDGE + 6 + (scene->on_table ? CARD + 16 : 0);
    cairo_identity_matrix(pen->cairo);
    if (scene->on_table)
        small_card(pen, &scene->table, EDGE + 6, EDGE + 6, CARD);
    name_draw(pen, &(struct drawn_name){.name = scene->title,
                                        .x = x,
                                        .width = PICTURE_WIDTH - EDGE - 6 - x,
                                        .size = 20,
                                        .lines = 2,
                                        .middle = scene->on_table ? EDGE + 6 + CARD * 0.7
                                                                  : STRIP_LOW / 2.0 + 4,
                                        .ink = art_paper});
}

/* A playable card has a tick as well as a frame, so that it is not marked by colour only. */
static void draw_tick(struct cairo_pen *pen)
{
    struct canvas *canvas = &pen->canvas;
    canvas->pen->circle(canvas, CARD_WIDTH - 14, 10, 20);
    canvas->pen->fill(canvas, ink_playable);
    canvas->pen->move(canvas, CARD_WIDTH - 24, 10);
    canvas->pen->line(canvas, CARD_WIDTH - 16, 18);
    canvas->pen->line(canvas, CARD_WIDTH - 3, 2);
    canvas->pen->stroke(canvas, art_dark, 5, true);
}

static void draw_card(struct cairo_pen *pen, const struct hand_card *card, bool others)
{
    if (!card->playable) {
        cairo_translate(pen->cairo, 0, RAISED);
    } else {
        card_area(pen, -FRAME, -FRAME, CARD_WIDTH + 2 * FRAME, CARD_HEIGHT + 2 * FRAME,
                  CARD_ROUND + FRAME, ink_playable);
    }
    card_draw(pen, &card->card, ART_PILE);
    if (card->playable) {
        draw_tick(pen);
    } else if (others) {
        struct ink shade = ink_ground;
        shade.percent = 45;
        card_area(pen, 0, 0, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND, shade);
    }
}

static void draw_more(struct cairo_pen *pen, unsigned count)
{
    char words[16];
    const double size = 48;
    snprintf(words, sizeof(words), "+%u", count);
    glyph_show(&pen->canvas, words, (CARD_WIDTH - glyph_width(words, size)) / 2,
               (CARD_HEIGHT + size) / 2, size, art_paper);
}

static void draw_hand(struct cairo_pen *pen, const struct scene *scene)
{
    draw_table(pen, scene);
    for (unsigned i = 0; i < scene->count; i++) {
        go_to(pen, scene, i);
        draw_card(pen, &scene->hand[i], scene->playable);
    }
    if (scene->left_out > 0) {
        go_to(pen, scene, scene->count);
        draw_more(pen, scene->left_out);
    }
}

static bool paint_picture(cairo_surface_t *surface, const struct scene *scene)
{
    struct cairo_pen pen;
    cairo_pen_init(&pen, surface);
    cairo_pen_ink(&pen, ink_ground);
    cairo_paint(pen.cairo);
    if (scene->is_table)
        table_draw(&pen, &scene->snapshot);
    else if (scene->is_end)
        end_draw(&pen, &scene->ending);
    else
        draw_hand(&pen, scene);
    bool good = cairo_pen_finish(&pen);
    cairo_surface_flush(surface);
    return good;
}

/* -- the file -- */

bool picture_draw(struct picture *picture)
{
    struct scene *scene = (struct scene *)picture;
    place_cards(scene);
    unsigned height = height_of(scene);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, PICTURE_WIDTH, (int)height);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && paint_picture(surface, scene)) {
        uint32_t inks[INKS];
        card_inks(inks);
        const struct png_pixels pixels = {
            .at = (const uint32_t *)(const void *)cairo_image_surface_get_data(surface),
            .width = PICTURE_WIDTH,
            .height = height,
            .stride = (size_t)cairo_image_surface_get_stride(surface) / sizeof(uint32_t),
            .own = inks,
            .own_count = INKS};
        picture->data = png_make(&pixels, &picture->size);
    }
    cairo_surface_destroy(surface);
    return picture->data != NULL && picture->size <= PICTURE_BYTES;
}

void picture_destroy(struct picture *picture)
{
    if (picture == NULL)
        return;
    free(picture->data);
    free(picture->description);
    free(picture);
}

bool picture_can(void)
{
    return true;
}

/* Returns the length of the first line, the picture's description. It is enough, because everybody
 * reads the rest in the message itself. */
static size_t first_sentence(const char *text)
{
    size_t length = strcspn(text, "\n");
    return text_cut(text, length, length < PICTURE_WORDS ? length : PICTURE_WORDS);
}

struct picture *picture_of(const struct message *message)
{
    struct scene *scene = calloc(1, sizeof(*scene));
    if (scene == NULL)
        return NULL;
    read_message(scene, message);
    if (scene->end > 0) {
        scene->picture.name = scene->is_table ? "table.png"
                              : scene->is_end ? "end.png"
                                              : "hand.png";
        scene->picture.description = strndup(message->text, first_sentence(message->text));
    }
    if (scene->picture.description == NULL) {
        picture_destroy(&scene->picture);
        return NULL;
    }
    return &scene->picture;
}
