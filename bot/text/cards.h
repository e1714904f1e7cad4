/* cards.h: cards and colours in words of a language, as messages show them. */
#ifndef TALON_BOT_TEXT_CARDS_H
#define TALON_BOT_TEXT_CARDS_H

#include "base/message.h"
#include "engine/move/legal.h"

struct language;

enum { LABEL_MAX = 32 };

/* Behind a card's label: it can be played as it is shown ("*"), or by its flex side alone ("*flex",
 * the word that such a play takes). */
enum mark { MARK_NONE, MARK_PLAYABLE, MARK_FLEX };

/* "[B 5]", "[R skip]*", "[B 4/Y]*flex" in the language's words; returns `label`. Typed back, with
 * brackets and mark or without, words_play() reads the same card. */
char *card_label(const struct language *language, const struct card *card, enum mark mark,
                 char label[LABEL_MAX]);
/* Likewise; gives what a network that draws the card has to know. */
struct shown_card card_shown(const struct language *language, const struct card *card,
                             enum mark mark, char label[LABEL_MAX]);
enum tint card_tint(const struct card *card);
/* "blue", "bleu". */
const char *colour_word(const struct language *language, unsigned colour);
/* Appends a face. */
void card_say(struct message *message, const struct language *language, const struct card *card,
              enum mark mark);
/* Appends cards grouped by colour; those that `legal` (NULL: none) lets be played are marked. */
void cards_say(struct message *message, const struct language *language, const struct rules *rules,
               struct cards cards, const struct legal *legal);

/* Likewise with each colour in a line of its own. */
void cards_say_rows(struct message *message, const struct language *language,
                    const struct rules *rules, struct cards cards, const struct legal *legal);

/* The same as a piece for a phrase, to be destroyed; NULL without memory. */
struct message *cards_piece(const struct language *language, const struct rules *rules,
                            struct cards cards, const struct legal *legal);

#endif
