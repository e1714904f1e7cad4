#include "png.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/array.h"

enum {
    COLOURS = 256,
    SLOTS = 1024, /* slots of the hash table of colours; a power of two */
    LEVEL = 1,    /* compression level of zlib: the fastest is enough to find runs of one colour */
    AROUND = 12   /* bytes of a chunk besides its data */
};

#define EXACT UINT32_C(0x1000000) /* marks the key of a colour that is kept exactly */

/* The colours found so far. Colours that differ only in bits outside `mask` share one entry. */
struct palette {
    uint32_t mask;
    unsigned count;
    uint32_t colour[COLOURS];
    uint32_t key[SLOTS];
    uint16_t index[SLOTS]; /* 0: the slot is free; otherwise the index plus 1 */
};

/* Returns the slot of a key, or the free slot where it belongs. */
static unsigned slot_of(const struct palette *palette, uint32_t key)
{
    unsigned slot = key * UINT32_C(2654435761) >> 22 & (SLOTS - 1);
    while (palette->index[slot] && palette->key[slot] != key)
        slot = (slot + 1) & (SLOTS - 1);
    return slot;
}

/* Finds or adds a colour by its key, and returns its index. Returns COLOURS if the palette is
 * full. */
static unsigned add_colour(struct palette *palette, uint32_t key, uint32_t colour)
{
    unsigned slot = slot_of(palette, key);
    if (palette->index[slot])
        return palette->index[slot] - 1U;
    if (palette->count == COLOURS)
        return COLOURS;
    palette->key[slot] = key;
    palette->colour[palette->count] = colour;
    palette->index[slot] = (uint16_t)++palette->count;
    return palette->count - 1;
}

static unsigned index_of(struct palette *palette, uint32_t colour)
{
    unsigned exact = palette->index[slot_of(palette, colour | EXACT)];
    return exact > 0 ? exact - 1 : add_colour(palette, colour & palette->mask, colour);
}

/* Writes each row as the number of its filter (0: none) and its indices. Returns false if there are
 * too many colours. */
static bool write_rows(const struct png_pixels *pixels, struct palette *palette,
                       unsigned char *rows)
{
    uint32_t last = 0;
    unsigned index = index_of(palette, last);
    for (unsigned y = 0; y < pixels->height; y++) {
        const uint32_t *row = pixels->at + y * pixels->stride;
        *rows++ = 0;
        for (unsigned x = 0; x < pixels->width; x++) {
            uint32_t colour = row[x] & 0xffffff;
            if (colour != last) {
                last = colour;
                index = index_of(palette, colour);
                if (index == COLOURS)
                    return false;
            }
            *rows++ = (unsigned char)index;
        }
    }
    return true;
}

/* Writes the rows in a palette of at most 256 colours. Each mask keeps fewer bits of a colour than
 * the one before; the first whose colours fit is used. The last one leaves 64, which always fit. */
static void make_rows(const struct png_pixels *pixels, struct palette *palette, unsigned char *rows)
{
    static const uint32_t masks[] = {0xf8f8f8, 0xf0f0f0, 0xe0e0e0, 0xc0c0c0};
    for (unsigned i = 0; i < ARRAY_SIZE(masks); i++) {
        memset(palette, 0, sizeof(*palette));
        palette->mask = masks[i];
        for (unsigned k = 0; k < pixels->own_count; k++)
            add_colour(palette, (pixels->own[k] & 0xffffff) | EXACT, pixels->own[k] & 0xffffff);
        if (write_rows(pixels, palette, rows))
            return;
    }
}

static unsigned char *put_number(unsigned char *at, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> (24 - 8 * i));
    return at + 4;
}

/* `data` may be there already. */
static unsigned char *put_chunk(unsigned char *at, const char type[4], const void *data,
                                size_t length)
{
    unsigned char *start = put_number(at, (uint32_t)length);
    memcpy(start, type, 4);
    if (length > 0 && data != start + 4)
        memcpy(start + 4, data, length);
    return put_number(start + 4 + length,
                      (uint32_t)crc32(crc32(0, NULL, 0), start, (uInt)(length + 4)));
}

static unsigned char *put_head(unsigned char *at, const struct png_pixels *pixels)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    /* 8 bits, palette indices, deflate, no row filters, not interlaced */
    unsigned char head[13] = {[8] = 8, [9] = 3};
    memcpy(at, signature, sizeof(signature));
    put_number(put_number(head, pixels->width), pixels->height);
    return put_chunk(at + sizeof(signature), "IHDR", head, sizeof(head));
}

static unsigned char *put_palette(unsigned char *at, const struct palette *palette)
{
    unsigned char bytes[3 * COLOURS];
    for (unsigned i = 0; i < palette->count; i++) {
        bytes[3 * i] = (unsigned char)(palette->colour[i] >> 16);
        bytes[3 * i + 1] = (unsigned char)(palette->colour[i] >> 8);
        bytes[3 * i + 2] = (unsigned char)palette->colour[i];
    }
    return put_chunk(at, "PLTE", bytes, (size_t)3 * palette->count);
}

static unsigned char *write_file(const struct png_pixels *pixels, const struct palette *palette,
                                 const unsigned char *rows, size_t length, size_t *size)
{
    uLong room = compressBound((uLong)length);
    unsigned char *file = malloc(8 + AROUND + 13 + AROUND + 3 * COLOURS + AROUND + room + AROUND);
    if (file == NULL)
        return NULL;
    unsigned char *at = put_palette(put_head(file, pixels), palette);
    uLongf packed = room;
    if (compress2(at + 8, &packed, rows, (uLong)length, LEVEL) != Z_OK) {
        free(file);
        return NULL;
    }
    at = put_chunk(at, "IDAT", at + 8, packed);
    at = put_chunk(at, "IEND", NULL, 0);
    *size = (size_t)(at - file);
    return file;
}

unsigned char *png_make(const struct png_pixels *pixels, size_t *size)
{
    size_t length = (size_t)pixels->height * (pixels->width + 1);
    struct palette *palette = malloc(sizeof(*palette));
    unsigned char *rows = malloc(length + 1);
    unsigned char *file = NULL;
    if (palette != NULL && rows != NULL) {
        make_rows(pixels, palette, rows);
        file = write_file(pixels, palette, rows, length, size);
    }
    free(rows);
    free(palette);
    return file;
}
