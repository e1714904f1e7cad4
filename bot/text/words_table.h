/* words_table.h: the words of cards, colours and plays as data. Words are folded (text_fold()): no
 * capitals, no accents. A new spelling is a new word in a table of words
 * (config/locale/talon-CODE.words), of which config/locale/languages.sh makes all rows here except
 * words_cards. */
#ifndef TALON_BOT_TEXT_WORDS_TABLE_H
#define TALON_BOT_TEXT_WORDS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a word can mean. One spelling may have several rows ("r": red, reverse); the reader tries
 * all and keeps the one that makes a card. */
enum sense {
    SENSE_COLOUR,    /* value: enum colour */
    SENSE_INITIAL,   /* like SENSE_COLOUR, if no other colour of the set has this initial */
    SENSE_NUMBER,    /* value: numeral */
    SENSE_TRAIT,     /* value: bits of enum trait */
    SENSE_FLEX,      /* the flex side */
    SENSE_NORMAL,    /* the normal side */
    SENSE_SIDE,      /* a flex colour follows */
    SENSE_ICON,      /* the flip icon */
    SENSE_SEPARATOR, /* another card follows (HR-14) */
    SENSE_TEN,       /* the number 10, which no card has */
    SENSE_FILLER     /* says nothing */
};

/* What words can say about a card besides colour and numeral. */
enum trait {
    TRAIT_WILD = 1 << 0,
    TRAIT_DRAW = 1 << 1,
    TRAIT_TWO = 1 << 2,
    TRAIT_FOUR = 1 << 3,
    TRAIT_ALL = 1 << 4,
    TRAIT_TARGETED = 1 << 5,
    TRAIT_FLIP = 1 << 6,
    TRAIT_SKIP = 1 << 7,
    TRAIT_REVERSE = 1 << 8,
    TRAIT_HYPER = 1 << 9,
    TRAIT_SKULL = 1 << 10,
    TRAIT_WEB = 1 << 11,
    TRAIT_MINION = 1 << 12,
    TRAIT_NUMBER = 1 << 13,
    TRAIT_PLUS = 1 << 14 /* as TRAIT_DRAW, but only with a numeral */
};

struct word_row {
    const char *text;
    uint8_t length; /* bytes of `text` */
    uint8_t sense;
    uint16_t value;
};

/* Words mean this card if their traits include all of `all`, and otherwise only traits of `may`. */
struct card_row {
    uint16_t all, may; /* bits of enum trait */
    uint8_t kind;      /* enum kind */
    bool flex;         /* the words name its flex side */
};

/* The words of all languages, and the beginnings that are enough for them, as rows of their own.
 * Ended by a row without text. */
extern const struct word_row words_vocabulary[];
/* Returns the next row whose word is a beginning of the `length` bytes at `text`, or all of them;
 * NULL: there is none. `row` NULL: the first one. */
const struct word_row *words_next_row(const struct word_row *row, const char *text, size_t length);
/* Ended by a row with `all` 0. */
extern const struct card_row words_cards[];
/* A level of computer players (engine/player/player.h). */
struct level_row {
    const char *text;
    const char *player;
};

/* Ended by a row without text. */
extern const struct level_row words_levels[];
/* Words before a player's name; ended by NULL. */
extern const char *const words_target_markers[];
/* Polite words and laughter, in letters only, of one word or several; ended by NULL. */
extern const char *const words_courtesies[];
/* S-3, letters only; ended by NULL. */
extern const char *const words_proclamations[];
/* "last card", which says UNO, letters only; ended by NULL. */
extern const char *const words_last_cards[];

#endif
