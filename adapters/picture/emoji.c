#include "emoji.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cairo_pen.h"

/* What stands on the emoji of a face, by the face's code (shown_card.code). */
enum { DIGIT_LAST = 9, SKIP, REVERSE, PLUS2, WILD, PLUS4, HYPER, SKULL, WEB, MINION, TARGET2 };
enum { ALL2 = TARGET2 + 1, FLEX4, FLIP, FACES, NO_FACE };

static const struct {
    char code[SHOWN_CODE];
    const char *words;
    uint8_t sign;
} faces[FACES] = {
    {"0", "0", SIGN_NONE},
    {"1", "1", SIGN_NONE},
    {"2", "2", SIGN_NONE},
    {"3", "3", SIGN_NONE},
    {"4", "4", SIGN_NONE},
    {"5", "5", SIGN_NONE},
    {"6", "6", SIGN_NONE},
    {"7", "7", SIGN_NONE},
    {"8", "8", SIGN_NONE},
    {"9", "9", SIGN_NONE},
    [SKIP] = {"skip", "", SIGN_SKIP},
    [REVERSE] = {"rev", "", SIGN_REVERSE},
    [PLUS2] = {"+2", "+2", SIGN_NONE},
    [WILD] = {"W", "W", SIGN_NONE},
    [PLUS4] = {"W4", "W +4", SIGN_NONE},
    [HYPER] = {"WH", "W HYPER", SIGN_NONE},
    [SKULL] = {"WS", "W SKULL", SIGN_NONE},
    [WEB] = {"WW", "W WEB", SIGN_NONE},
    [MINION] = {"WM", "W MINION", SIGN_NONE},
    [TARGET2] = {"WT2", "W +2 ONE", SIGN_NONE},
    [ALL2] = {"WA2", "W +2 ALL", SIGN_NONE},
    [FLEX4] = {"WF4", "W +4 FLEX", SIGN_NONE},
    [FLIP] = {"WAF", "W FLIP", SIGN_NONE},
};

/* A wild has an emoji for each colour that its player can name in a rule set. */
#define FACE(face, name)                                                                           \
    {"r" name, face, TINT_RED}, {"g" name, face, TINT_GREEN}, {"b" name, face, TINT_BLUE},         \
        {"y" name, face, TINT_YELLOW}, {"p" name, face, TINT_PURPLE},                              \
    {                                                                                              \
        "o" name, face, TINT_ORANGE                                                                \
    }
#define NAMED(face, name, colour, tint)                                                            \
    {                                                                                              \
        name "_" colour, face, tint                                                                \
    }
#define RED(face, name)    NAMED(face, name, "red", TINT_RED)
#define GREEN(face, name)  NAMED(face, name, "green", TINT_GREEN)
#define BLUE(face, name)   NAMED(face, name, "blue", TINT_BLUE)
#define YELLOW(face, name) NAMED(face, name, "yellow", TINT_YELLOW)
#define PURPLE(face, name) NAMED(face, name, "purple", TINT_PURPLE)
#define ORANGE(face, name) NAMED(face, name, "orange", TINT_ORANGE)
#define PLAIN(face, name)                                                                          \
    {                                                                                              \
        name, face, TINT_WILD                                                                      \
    }
#define CLASSIC(face, name)                                                                        \
    PLAIN(face, name), RED(face, name), GREEN(face, name), BLUE(face, name), YELLOW(face, name)

static const struct emoji {
    const char *name;
    uint8_t face; /* NO_FACE: the emoji shows only its colour, or with TINT_WILD all four colours */
    uint8_t tint;
} emoji[] = {
    FACE(0, "0"),
    FACE(1, "1"),
    FACE(2, "2"),
    FACE(3, "3"),
    FACE(4, "4"),
    FACE(5, "5"),
    FACE(6, "6"),
    FACE(7, "7"),
    FACE(8, "8"),
    FACE(DIGIT_LAST, "9"),
    FACE(SKIP, "skip"),
    FACE(REVERSE, "rev"),
    FACE(PLUS2, "plus2"),
    CLASSIC(WILD, "wild"),
    PURPLE(WILD, "wild"),
    ORANGE(WILD, "wild"),
    CLASSIC(PLUS4, "wplus4"),
    PURPLE(PLUS4, "wplus4"),
    ORANGE(PLUS4, "wplus4"),
    CLASSIC(HYPER, "whyper"),
    PLAIN(SKULL, "wskull"),
    RED(SKULL, "wskull"),
    GREEN(SKULL, "wskull"),
    BLUE(SKULL, "wskull"),
    PURPLE(SKULL, "wskull"),
    CLASSIC(WEB, "wweb"),
    PLAIN(MINION, "wminion"),
    GREEN(MINION, "wminion"),
    BLUE(MINION, "wminion"),
    YELLOW(MINION, "wminion"),
    ORANGE(MINION, "wminion"),
    CLASSIC(TARGET2, "wplus2one"),
    CLASSIC(ALL2, "wplus2all"),
    CLASSIC(FLEX4, "wplus4flex"),
    CLASSIC(FLIP, "wflip"),
    PLAIN(NO_FACE, "colours"),
    {"red", NO_FACE, TINT_RED},
    {"green", NO_FACE, TINT_GREEN},
    {"blue", NO_FACE, TINT_BLUE},
    {"yellow", NO_FACE, TINT_YELLOW},
    {"purple", NO_FACE, TINT_PURPLE},
    {"orange", NO_FACE, TINT_ORANGE},
};

/* The letters of tints, as people type them in English. */
static const char *const letters[TINTS] = {
    [TINT_WILD] = "",    [TINT_RED] = "R",    [TINT_GREEN] = "G",  [TINT_BLUE] = "B",
    [TINT_YELLOW] = "Y", [TINT_PURPLE] = "P", [TINT_ORANGE] = "O",
};

unsigned emoji_count(void)
{
    return ARRAY_SIZE(emoji);
}

const char *emoji_name(unsigned n)
{
    return n < ARRAY_SIZE(emoji) ? emoji[n].name : "";
}

unsigned emoji_find(unsigned tint, const struct shown_card *card)
{
    for (unsigned n = 0; n < ARRAY_SIZE(emoji); n++) {
        const char *code = emoji[n].face == NO_FACE ? "" : faces[emoji[n].face].code;
        bool back = emoji[n].face == NO_FACE && emoji[n].tint == TINT_WILD;
        if (emoji[n].tint == tint && strcmp(code, card->code) == 0 && !back)
            return n;
    }
    return EMOJI_NONE;
}

/* -- drawing -- */

struct emoji_file {
    unsigned char *bytes;
    size_t length;
};

static cairo_status_t add_bytes(void *to, const unsigned char *bytes, unsigned length)
{
    struct emoji_file *file = to;
    if (file->length + length > EMOJI_BYTES)
        return CAIRO_STATUS_WRITE_ERROR;
    memcpy(file->bytes + file->length, bytes, length);
    file->length += length;
    return CAIRO_STATUS_SUCCESS;
}

static bool paint_emoji(cairo_surface_t *surface, const struct emoji *of)
{
    struct cairo_pen pen;
    struct art_card card = {.tint = of->tint, .wild = of->face >= WILD && of->face < FACES};
    glyph_fold(card.face, of->face < FACES ? faces[of->face].words : "");
    art_letters(card.letters, letters[of->tint], 1);
    card.sign = of->face < FACES ? faces[of->face].sign : SIGN_NONE;
    cairo_pen_init(&pen, surface);
    art_emoji(&pen.canvas, &card);
    return cairo_pen_finish(&pen);
}

bool emoji_draw(unsigned n, unsigned char **png, size_t *size)
{
    struct emoji_file file = {.bytes = malloc(EMOJI_BYTES)};
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, EMOJI_SIDE, EMOJI_SIDE);
    bool good =
        n < ARRAY_SIZE(emoji) && file.bytes != NULL &&
        cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && paint_emoji(surface, &emoji[n]) &&
        cairo_surface_write_to_png_stream(surface, add_bytes, &file) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    if (!good) {
        free(file.bytes);
        return false;
    }
    *png = file.bytes;
    *size = file.length;
    return true;
}
