/* words_reader.h: the two halves of words.c: words_split.c takes the text apart, words.c makes
 * cards of the pieces. Nobody else includes this. */
#ifndef TALON_BOT_TEXT_WORDS_READER_H
#define TALON_BOT_TEXT_WORDS_READER_H

#include "words.h"
#include "words_table.h"

/* Limits of a play; a longer text is no play (its beginning may be one: WORDS_TRAILING). */
enum { WORDS_MAX = 40, PIECES_MAX = 32, FOLDED_MAX = 1024 };

/* A word of the text, between blanks. */
struct word {
    size_t at, length;
    char initial; /* the first letter a to z of the folded word; NUL: none */
    bool taken;   /* read already: target, uno, proclamation */
};

/* A run of letters, a run of digits, or one sign within a word, folded. */
struct piece {
    const char *text;
    uint8_t length;
    uint8_t word;
    bool colour; /* a word of a colour, in any set; so it is no other words that are joined */
};

struct reader {
    const struct rules *rules;
    uint16_t kinds;  /* of the deck: bit enum kind */
    uint16_t traits; /* traits that mean something in this set: bits of enum trait */
    bool flexes;     /* the deck has flex sides */

    const char *text;
    struct word word[WORDS_MAX];
    unsigned words;
    struct piece piece[PIECES_MAX];
    unsigned pieces;
    bool unread;      /* the text has more than fits here */
    size_t unread_at; /* where the part that does not fit begins */
    char folded[FOLDED_MAX];

    unsigned limit; /* how many of the pieces to read now */
    unsigned steps; /* steps of the search taken so far */
    unsigned rank;  /* of the best reading, enum rank */
    unsigned joins; /* in the best reading; fewer win: "passer", not "passe r" */
    bool conflict;  /* another reading of that rank says something else */
    struct play_words best;
};

/* Returns true if the row has a meaning in this set. */
bool row_applies(const struct reader *reader, const struct word_row *row);

/* Cuts a folded text into pieces that point into `folded`. Returns their number, or `room` + 1 if
 * not all fit. */
unsigned cut_pieces(const char *folded, unsigned word, struct piece *pieces, unsigned room);

void split_words(struct reader *reader);
/* Makes the pieces of all words that are not taken. */
void split_pieces(struct reader *reader);

/* The take_*() functions mark the words that they read as taken, and put the meaning of these words
 * into `out`. */
void take_proclamation(struct reader *reader, struct play_words *out);
/* Takes words that mean nothing (courtesies, smileys), except behind a target marker, where the
 * word may be a player's name. */
void take_idle(struct reader *reader);
void take_target(struct reader *reader, struct play_words *out);
void take_uno(struct reader *reader, struct play_words *out);
/* Takes the words from `first` on as the target. Returns false if they cannot be a name. */
bool take_name(struct reader *reader, unsigned first, struct play_words *out);
/* Returns true if word number `i` can be split whole into words that mean something in this set. */
bool word_is_known(const struct reader *reader, unsigned i);

#endif
