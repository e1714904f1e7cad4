#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "picture_card.h"
#include "picture_table.h"
#include "png.h"

enum {
    EDGE = 10, /* pixels around everything */
    GAP = 20,  /* between two cards */
    RAISED = 12,
    STRIP = 150, /* height of the strip with the top card */
    FRAME = 5    /* around a playable card */
};

/* What to draw: a table, or a hand with the top card above it. */
struct scene {
    struct picture picture; /* first: it is cast back */
    bool is_table;          /* of which `snapshot` says all */
    struct snapshot snapshot;
    struct card_look table, hand[PICTURE_CARDS];
    bool on_table;
    bool playable; /* one of them is */
    unsigned count, left_out;
    size_t end; /* where in the text the drawn part ends */
    /* places */
    unsigned columns, rows;
    double scale, wide, high;
    double strip; /* height of the strip with the top card; 0: no strip */
};

/* -- from the message -- */

static void add_to_hand(struct scene *scene, const struct card_look *look)
{
    scene->playable = scene->playable || look->card.playable;
    if (scene->count < PICTURE_CARDS)
        scene->hand[scene->count++] = *look;
    else
        scene->left_out++;
}

/* Reads a card of the first line. The first card there is the top card, and a colour after it is
 * the colour in force. A further card is not drawn: the message only asks about it. */
static void add_to_table(struct scene *scene, const struct card_look *look)
{
    bool card = look->card.face_length > 0;
    if (card && !scene->on_table) {
        scene->table = *look;
        scene->table.card.playable = false;
        scene->on_table = true;
    } else if (!card && scene->on_table) {
        card_wild(&scene->table, (enum tint)look->tint);
    }
}

static void read_hand(struct scene *scene, const struct message *message)
{
    const char *line = memchr(message->text, '\n', message->length);
    size_t first = line != NULL ? (size_t)(line - message->text) : message->length;
    for (unsigned i = 0; i < message->span_count; i++) {
        const struct span *span = &message->spans[i];
        if (span->style != STYLE_CARD)
            continue;
        const struct card_look look =
            card_look_of(span->tint, &span->card, message->text + span->start);
        if (span->start < first) {
            add_to_table(scene, &look);
        } else if (span->card.face_length > 0) {
            add_to_hand(scene, &look);
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
    } else {
        read_hand(scene, message);
    }
}

/* -- places -- */

/* Few cards are drawn large, many cards small. */
static void place_cards(struct scene *scene)
{
    unsigned places = scene->count + (scene->left_out > 0);
    scene->columns = places <= 15 ? 5 : places <= 36 ? 6 : 8;
    scene->rows = (places + scene->columns - 1) / scene->columns;
    scene->wide = (PICTURE_WIDTH - 2 * EDGE) / (double)scene->columns;
    scene->scale = scene->wide / (CARD_WIDTH + GAP);
    scene->high = (int)((CARD_HEIGHT + RAISED + GAP) * scene->scale) + 1;
    scene->strip = scene->on_table ? STRIP : 0;
}

static unsigned height_of(const struct scene *scene)
{
    return scene->is_table ? table_height(&scene->snapshot)
                           : (unsigned)(2 * EDGE + scene->strip + scene->rows * scene->high);
}

/* -- drawing -- */

/* Moves the origin to the place of card number `at`, and scales: what is drawn next is in the units
 * of a card. */
static void go_to(cairo_t *cairo, const struct scene *scene, unsigned at)
{
    unsigned row = at / scene->columns;
    double x = EDGE + at % scene->columns * scene->wide + GAP / 2.0 * scene->scale;
    double y = EDGE + scene->strip + row * scene->high;
    cairo_identity_matrix(cairo);
    cairo_translate(cairo, (int)x, (int)y);
    cairo_scale(cairo, scene->scale, scene->scale);
}

/* Draws the top card in the middle of a strip as wide as the picture, on a pile, so that it does
 * not look like a card of the hand. */
static void draw_table(cairo_t *cairo, const struct card_patterns *patterns,
                       const struct scene *scene)
{
    double scale = (STRIP - 2.0 * EDGE) / (CARD_HEIGHT + 2.0 * EDGE);
    cairo_identity_matrix(cairo);
    card_ink(cairo, INK_TABLE);
    cairo_rectangle(cairo, 0, 0, PICTURE_WIDTH, scene->strip);
    cairo_fill(cairo);
    cairo_translate(cairo, (int)((PICTURE_WIDTH - CARD_WIDTH * scale) / 2), EDGE + 8);
    cairo_scale(cairo, scale, scale);
    card_pile(cairo);
    card_draw(cairo, patterns, &scene->table);
}

/* A playable card has a tick as well as a frame, so that it is not marked by colour only. */
static void draw_tick(cairo_t *cairo)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, CARD_WIDTH - 14, 10, 20, 0, 6.2831853);
    card_ink(cairo, INK_PLAYABLE);
    cairo_fill(cairo);
    cairo_move_to(cairo, CARD_WIDTH - 24, 10);
    cairo_line_to(cairo, CARD_WIDTH - 16, 18);
    cairo_line_to(cairo, CARD_WIDTH - 3, 2);
    cairo_set_line_width(cairo, 5);
    card_ink(cairo, INK_DARK);
    cairo_stroke(cairo);
}

static void draw_card(cairo_t *cairo, const struct card_patterns *patterns,
                      const struct card_look *look, bool others)
{
    if (!look->card.playable) {
        cairo_translate(cairo, 0, RAISED);
    } else {
        cairo_set_line_width(cairo, FRAME);
        card_ink(cairo, INK_PLAYABLE);
        card_round(cairo, -FRAME, -FRAME, CARD_WIDTH + 2 * FRAME, CARD_HEIGHT + 2 * FRAME,
                   CARD_ROUND + FRAME);
        cairo_stroke(cairo);
    }
    card_draw(cairo, patterns, look);
    if (look->card.playable)
        draw_tick(cairo);
    if (others && !look->card.playable) {
        uint32_t ground = card_inks[INK_GROUND];
        cairo_set_source_rgba(cairo, (double)(ground >> 16) / 255,
                              (double)(ground >> 8 & 255) / 255, (double)(ground & 255) / 255, 0.3);
        card_round(cairo, 0, 0, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND);
        cairo_fill(cairo);
    }
}

static void draw_more(cairo_t *cairo, unsigned count)
{
    char words[16];
    snprintf(words, sizeof(words), "+%u", count);
    card_ink(cairo, INK_PAPER);
    card_words(cairo, words, &(cairo_rectangle_t){10, 40, CARD_WIDTH - 20, CARD_HEIGHT - 60}, 60);
}

static void draw_hand(cairo_t *cairo, const struct card_patterns *patterns,
                      const struct scene *scene)
{
    if (scene->on_table)
        draw_table(cairo, patterns, scene);
    for (unsigned i = 0; i < scene->count; i++) {
        go_to(cairo, scene, i);
        draw_card(cairo, patterns, &scene->hand[i], scene->playable);
    }
    if (scene->left_out > 0) {
        go_to(cairo, scene, scene->count);
        draw_more(cairo, scene->left_out);
    }
}

static bool paint_picture(cairo_surface_t *surface, const struct scene *scene)
{
    struct card_patterns patterns;
    if (!card_patterns_init(&patterns))
        return false;
    cairo_t *cairo = cairo_create(surface);
    card_ink(cairo, INK_GROUND);
    cairo_paint(cairo);
    if (scene->is_table)
        table_draw(cairo, &patterns, &scene->snapshot);
    else
        draw_hand(cairo, &patterns, scene);
    bool good = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    card_patterns_finish(&patterns);
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
        const struct png_pixels pixels = {
            .at = (const uint32_t *)(const void *)cairo_image_surface_get_data(surface),
            .width = PICTURE_WIDTH,
            .height = height,
            .stride = (size_t)cairo_image_surface_get_stride(surface) / sizeof(uint32_t),
            .own = card_inks,
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
        scene->picture.name = scene->is_table ? "table.png" : "hand.png";
        scene->picture.description = strndup(message->text, first_sentence(message->text));
    }
    if (scene->picture.description == NULL) {
        picture_destroy(&scene->picture);
        return NULL;
    }
    return &scene->picture;
}
