/* record.h: what a round was dealt from, as one line of text.
 *
 *     talon3,set.classic,rules.1,switch.score.single_round,round.3,dealer.P2,
 *     person.alice,person.bob,computer.Ada.normal,cut.alice.bananas
 *
 * (in one line). Switches are those that differ from the set's sheet, in the order of enum
 * switch_id. `round` is the round of the match. `dealer` is "-" if the deal finds the dealer. Seats
 * go round the table. Cuts stand in the order in which they were told. Letters and digits of ASCII,
 * "-", "_" and "+" stand for themselves, all other bytes as "%" and two digits. Everything has one
 * spelling: a field at another place, a repeated one or a leading zero is refused.
 *
 * Version 3: of this text only the words of the cuts go into the seed of the shuffle (chain.h).
 * Version 2 begins with "talon2", and its whole text went into the seed. */
#ifndef TALON_ENGINE_PROOF_RECORD_H
#define TALON_ENGINE_PROOF_RECORD_H

#include <stddef.h>

#include "engine/ruleset.h"

struct player_impl;

enum {
    RECORD_NAME = 40, /* a name, NUL included */
    CUT_SIZE = 41,    /* a word, NUL included */
    CUTS_MAX = 12,    /* at most one a seat; version 2 allowed more */
    RECORD_TEXT = 8192
};

struct setup_seat {
    char name[RECORD_NAME];
    const struct player_impl *player; /* NULL: a person */
};

struct setup_cut {
    char name[RECORD_NAME]; /* the person's name, as the channel saw it then */
    char word[CUT_SIZE];
};

struct setup {
    const struct ruleset *set;
    struct switches switches;
    unsigned version; /* 1: an old record whose seats and later fields are not read */
    unsigned rules_version;
    unsigned dealer; /* or SEAT_NONE */
    unsigned players;
    unsigned round;
    struct setup_seat seats[PLAYERS_MAX];
    unsigned cut_count;
    struct setup_cut cuts[CUTS_MAX];
};

/* Reads a text of version 2 or 3. Returns NULL, or why it cannot be read. It does not check
 * whether a switch has an effect. */
const char *record_read(const char *text, struct setup *setup);

/* Decodes one value of the text. False: it is empty or too long, holds a control character, or
 * is not spelt in the one allowed way. */
bool value_decode(const char *text, size_t length, char *value, size_t size);
/* Whether a byte of a value stands for itself. */
bool value_is_plain(unsigned char byte);
/* Reads a whole number below 65536, without leading zeros, from `length` digits of `text`. */
bool value_number(const char *text, size_t length, unsigned *number);

#endif
