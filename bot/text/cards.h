/* cards.h: cards and colours in words of a language, as messages show them. */
#ifndef TALON_BOT_TEXT_CARDS_H
#define TALON_BOT_TEXT_CARDS_H

#include "base/art/art.h"
#include "base/message.h"
#include "bot/text/phrase.h"
#include "engine/move/legal.h"

struct language;

enum { LABEL_MAX = 40 };

/* The mark after a card's label: it can be played as shown ("*"), or only by its flex side
 * ("*flex", the word that such a play takes). */
enum mark { MARK_NONE, MARK_PLAYABLE, MARK_FLEX };

/* Writes a card of `rules` in the language's words and letters: "[B 5]", "[R skip]*",
 * "[B 4/Y]*flex", in French "[V 5]". The blanks inside the brackets are U+00A0, so that no line
 * breaks in a card. Returns `label`. Typed back, with brackets and mark or without, words_play()
 * reads the same card. */
char *card_label(const struct language *language, const struct rules *rules,
                 const struct card *card, enum mark mark, char label[LABEL_MAX]);
/* Writes the same label as card_label(). Returns what a network that draws cards needs to know of
 * this one. */
struct shown_card card_shown(const struct language *language, const struct rules *rules,
                             const struct card *card, enum mark mark, char label[LABEL_MAX]);
enum tint card_tint(const struct card *card);
/* Describes a card for a drawing. */
void card_art(struct art_card *art, const struct language *language, const struct rules *rules,
              const struct card *card);
/* "blue", "bleu". */
const char *colour_word(const struct language *language, unsigned colour);
/* Returns the letters of a colour on a card: "G", in French "V". If two colours of the set begin
 * with the same letter in the language, it returns three letters of the word: "Ver" and "Vio" in
 * skull. If `rules` is NULL it returns the letter. */
const char *colour_initial(const struct language *language, const struct rules *rules,
                           unsigned colour);
/* Returns how many bytes of the colour's word its letters are: they are the beginning of it. */
uint8_t colour_letters(const struct language *language, const struct rules *rules, unsigned colour);
/* Appends the word of a colour, which is not COLOUR_NONE. */
void colour_say(struct message *message, const struct language *language, const struct rules *rules,
                unsigned colour);
/* Appends the label of a card. */
void card_say(struct message *message, const struct language *language, const struct rules *rules,
              const struct card *card, enum mark mark);
/* Appends cards grouped by colour, and marks those that are in `legal` (NULL: none) as playable. */
void cards_say(struct message *message, const struct language *language, const struct rules *rules,
               struct cards cards, const struct legal *legal);

/* Like cards_say(), with each colour on a line of its own. */
void cards_say_rows(struct message *message, const struct language *language,
                    const struct rules *rules, struct cards cards, const struct legal *legal);

/* The arguments of cards_say(). */
struct cards_said {
    const struct language *language;
    const struct rules *rules;
    struct cards cards;
    const struct legal *legal;
};

/* Returns an argument of a phrase: cards_say() in that place. `said` must live until the phrase is
 * made. */
struct arg arg_cards(const char *place, const struct cards_said *said);

#endif
