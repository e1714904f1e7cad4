/* sprites.c: a program of the build. `talon_sprites FOLDER` writes the cards of every rule set,
 * with the letters of every language, as FOLDER/art-SET-LANGUAGE.svg. A page takes one of these
 * files into itself (adapters/web/site/art.js), and shows its symbols:
 *
 *   c-CODE         a card on a pile, h-CODE the same card in a hand (svg_card_id() for CODE)
 *   c-CODE-COLOUR  a wild on a pile, with the colour that its player named
 *   back           the back of a card
 *   pad            the four patterned squares
 *   chip-COLOUR    the pattern of a colour with its letter
 *
 * A file that would stay the same is not written, so that the build packs it once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/art/pattern.h"
#include "base/art/svg.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "engine/ruleset.h"

enum { PATH = 4096, PAD = 68 /* units of its side */ };

static void add_bytes(void *to, const char *text, size_t length)
{
    fwrite(text, 1, length, to);
}

static void add_card(struct svg *svg, const struct language *language, const struct rules *rules,
                     const struct card *card)
{
    struct art_card art;
    char code[CARD_TEXT], id[SVG_ID];
    card_art(&art, language, rules, card);
    face_format(card, code);
    svg_card(svg, svg_card_id(id, code, TINT_WILD, ART_PILE), &art, ART_PILE);
    svg_card(svg, svg_card_id(id, code, TINT_WILD, ART_HAND), &art, ART_HAND);
    for (unsigned i = 0; art.wild && i < sizeof(rules->colours); i++) {
        struct art_card named = art;
        art_name(&named, rules->colours[i], colour_initial(language, rules, rules->colours[i]));
        svg_card(svg, svg_card_id(id, code, rules->colours[i], ART_PILE), &named, ART_PILE);
    }
}

static void add_chip(struct svg *svg, const struct language *language, const struct rules *rules,
                     unsigned colour)
{
    char id[SVG_ID], letters[ART_LETTERS];
    const char *initial = colour_initial(language, rules, colour);
    snprintf(id, sizeof(id), "chip-%s", pattern_name(colour));
    art_letters(letters, initial, strlen(initial));
    svg_symbol(svg, id, ART_CHIP, ART_CHIP);
    art_chip(&svg->canvas, colour, letters);
    svg_symbol_end(svg);
}

static void write_sprite(FILE *file, const struct language *language, const struct rules *rules)
{
    static struct svg svg;
    svg_init(&svg, add_bytes, file);
    svg_begin(&svg);
    for (unsigned face = 0; face < rules->deck.faces; face++)
        add_card(&svg, language, rules, &rules->deck.face[face]);
    for (unsigned i = 0; i < sizeof(rules->colours); i++)
        add_chip(&svg, language, rules, rules->colours[i]);
    svg_symbol(&svg, "back", ART_WIDTH, ART_HEIGHT);
    art_back(&svg.canvas);
    svg_symbol_end(&svg);
    svg_symbol(&svg, "pad", PAD, PAD);
    art_pad(&svg.canvas, 0, 0, PAD);
    svg_symbol_end(&svg);
    svg_end(&svg);
}

static bool is_in_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "rb");
    bool same = file != NULL;
    for (size_t i = 0; same && i < length; i++)
        same = getc(file) == (unsigned char)text[i];
    same = same && getc(file) == EOF;
    if (file != NULL)
        fclose(file);
    return same;
}

static bool save_file(const char *path, const char *text, size_t length)
{
    if (is_in_file(path, text, length))
        return true;
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool good = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && good;
}

static bool make_sprite(const char *folder, const struct ruleset *set,
                        const struct language *language)
{
    static struct rules rules;
    char path[PATH];
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (file == NULL)
        return false;
    bool good = rules_init(&rules, set, NULL, 0) == RULES_OK;
    if (good)
        write_sprite(file, language, &rules);
    good = fclose(file) == 0 && good;
    snprintf(path, sizeof(path), "%s/art-%s-%s.svg", folder, ruleset_name(set), language->code);
    good = good && save_file(path, text, length);
    free(text);
    return good;
}

int main(int count, char **words)
{
    const struct ruleset *set;
    const struct language *language;
    if (count != 2 || !language_setup()) {
        fputs("talon_sprites: call it with a folder, and TALON_LOCALEDIR set\n", stderr);
        return EXIT_FAILURE;
    }
    for (unsigned i = 0; (set = ruleset_at(i)) != NULL; i++) {
        for (unsigned n = 0; (language = language_at(n)) != NULL; n++) {
            if (!make_sprite(words[1], set, language)) {
                fprintf(stderr, "talon_sprites: cannot write into %s\n", words[1]);
                return EXIT_FAILURE;
            }
        }
    }
    return EXIT_SUCCESS;
}
