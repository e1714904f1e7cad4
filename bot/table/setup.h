/* setup.h: what a round is dealt from, as text.
 *
 * The public text goes into the seed (fair.h), so nothing may be in it that the channel did not see
 * come about, and nothing may be written in two ways: reading a text and writing it again gives the
 * same bytes, or it is refused. Its fields stand in this order, parted by commas:
 *
 *     talon2,set.classic,rules.2,switch.score.single_round,round.3,dealer.P2,
 *     person.alice,person.bob,computer.Ada.normal,cut.alice.bananas
 *
 * (in one line). Switches are those that differ from the set's sheet and have an effect, in the
 * order of enum switch_id; `round` is the round of the match; `dealer` is - where the deal finds
 * one; seats go round the table; cuts stand in the order in which they were told. Letters and
 * digits of ASCII, -, _ and + stand for themselves, all other bytes as % and two digits.
 *
 * Beside it stands who the people are: for each seat 32 digits of a salted hash, or -, parted by
 * commas. The hash of both texts is told at the deal. Salt and identities stay in the database. */
#ifndef TALON_BOT_TABLE_SETUP_H
#define TALON_BOT_TABLE_SETUP_H

#include "bot/people/people.h"
#include "bot/table/fair.h"
#include "engine/ruleset.h"

struct player_impl;

enum {
    CUT_SIZE = 41, /* a word, NUL included */
    CUTS_MAX = 12,
    SETUP_TEXT = 8192,                   /* the public text */
    SETUP_WHO = 33 * PLAYERS_MAX,        /* who the people are */
    SETUP_IDENTITY = PERSON_ID_MAX + 64, /* with the network and the kind */
    SETUP_MAX = SETUP_TEXT + SETUP_WHO + (SETUP_IDENTITY + 16) * PLAYERS_MAX + 512
};

struct setup_seat {
    char name[PERSON_NAME_MAX];
    const struct player_impl *player; /* NULL: a person */
};

struct setup_cut {
    char name[PERSON_NAME_MAX]; /* whose, as the channel saw them then */
    char word[CUT_SIZE];
};

struct setup {
    const struct ruleset *set;
    struct switches switches;
    unsigned version; /* 1: of which the seats and what follows are not read */
    unsigned rules_version;
    unsigned dealer; /* or SEAT_NONE */
    unsigned players;
    unsigned round;
    struct setup_seat seats[PLAYERS_MAX];
    unsigned cut_count;
    struct setup_cut cuts[CUTS_MAX];
};

/* Takes out what has no effect: by it the same game could be written in many ways. */
void setup_settle(const struct ruleset *set, unsigned rules_version, struct switches *switches);
/* The public text; false: it does not fit. */
bool setup_write(const struct setup *setup, char *text, size_t size);
/* Reads a public text; NULL, or a clear reason why it is none. */
const char *setup_read(const char *text, struct setup *setup);

/* One value as it stands in the text, and in what `talon verify --transcript` finds; and back:
 * false when it does not fit or is not written as it must be. */
bool setup_encode(const char *value, char *text, size_t size);
bool setup_decode(const char *text, size_t length, char *value, size_t size);

/* What is kept of a round beside its secret. */
struct setup_kept {
    char text[SETUP_TEXT];
    char who[SETUP_WHO];
    uint8_t salt[FAIR_SIZE];
    uint8_t told[FAIR_SIZE];                    /* of both texts, at the deal */
    uint8_t end[FAIR_SIZE];                     /* of the chain, told at its beginning */
    unsigned shuffle;                           /* its number in the chain */
    char identity[PLAYERS_MAX][SETUP_IDENTITY]; /* of each seat; "": a computer player */
};

/* Who somebody is, as `identity` has it. */
void setup_identity(const char *network, const char *account, bool verified,
                    char identity[SETUP_IDENTITY]);
/* Fills `who` and `told` from the rest. False: memory is out. */
bool setup_seal(struct setup_kept *kept, unsigned players);
/* As the journal has it. */
bool setup_keep(const struct setup_kept *kept, unsigned players, char *text, size_t size);
/* Reads what the journal has, of this version or the first (`kept` is empty then). */
const char *setup_read_kept(const char *text, struct setup *setup, struct setup_kept *kept);
/* Takes an identity out of what the journal has: its seats hold SETUP_FORGOTTEN then, and the
 * hashes that were told of them can be held against nobody. The salt goes with the last of the
 * people. In the first version the seed comes from the identities, too: they are known for good, as
 * they are where a text cannot be read or `out` has no room. */
#define SETUP_FORGOTTEN "-"
enum setup_forgets { SETUP_NAMES_NOBODY, SETUP_FORGOT, SETUP_KNOWS_FOR_GOOD };
enum setup_forgets setup_forget(const char *text, const char *identity, char *out, size_t size);
/* The seed of a round that has been read. */
bool setup_seed(const char *text, const struct setup *setup, const struct setup_kept *kept,
                const uint8_t secret[FAIR_SIZE], uint8_t seed[FAIR_SIZE]);
/* Whether all that was told fits together: NULL, or a clear reason why not. */
const char *setup_check(const struct setup *setup, const struct setup_kept *kept,
                        const uint8_t secret[FAIR_SIZE]);

#endif
