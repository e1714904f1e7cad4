/* setup.h: the setup of a round, which is everything that its deal depends on, as text.
 *
 * The public text has the form of engine/proof/record.h. In version 3 the seed of the round uses
 * the words of its cuts (engine/proof/chain.h), in version 2 the whole text. A text that does not
 * come out the same when read and written is refused.
 *
 * The journal also keeps who the people are, and nobody sees that. In version 2 the deal showed
 * salted hashes of it. */
#ifndef TALON_BOT_TABLE_SETUP_H
#define TALON_BOT_TABLE_SETUP_H

#include "bot/people/people.h"
#include "bot/table/round/fair.h"
#include "engine/proof/record.h"

enum {
    SETUP_TEXT = RECORD_TEXT,            /* the public text */
    SETUP_WHO = 33 * PLAYERS_MAX,        /* who the people are, in version 2 */
    SETUP_IDENTITY = PERSON_ID_MAX + 64, /* with the network and the kind */
    SETUP_MAX = SETUP_TEXT + SETUP_WHO + (SETUP_IDENTITY + 16) * PLAYERS_MAX + 512
};

/* Takes out switches without effect; with them the same game could be written in many ways. */
void setup_settle(const struct ruleset *set, unsigned rules_version, struct switches *switches);
/* The public text; false: it does not fit. */
bool setup_write(const struct setup *setup, char *text, size_t size);
/* Reads a public text. Returns NULL, or a clear reason why it is none. */
const char *setup_read(const char *text, struct setup *setup);

/* Writes a value in the form of the text and of tokens. Returns false when it does not fit.
 * value_decode() reads it back. */
bool setup_encode(const char *value, char *text, size_t size);

/* What is kept of a round beside its secret. */
struct setup_kept {
    char text[SETUP_TEXT];
    char who[SETUP_WHO]; /* of version 2, as are the next two */
    uint8_t salt[FAIR_SIZE];
    uint8_t told[FAIR_SIZE];                    /* hash of both texts, also in version 3 */
    uint8_t end[FAIR_SIZE];                     /* of the chain, told at its beginning */
    unsigned shuffle;                           /* its number in the chain */
    char identity[PLAYERS_MAX][SETUP_IDENTITY]; /* of each seat; "": a computer player */
};

/* Writes who somebody is, in the form of setup_kept.identity. */
void setup_identity(const char *network, const char *account, bool verified,
                    char identity[SETUP_IDENTITY]);
/* Writes the text for the journal. */
bool setup_keep(const struct setup *setup, const struct setup_kept *kept, char *text, size_t size);
/* Reads a text of the journal, of this version or an older one. In version 1 `kept` stays empty. */
const char *setup_read_kept(const char *text, struct setup *setup, struct setup_kept *kept);
/* Removes an identity from a text of the journal: its seats become SETUP_FORGOTTEN, and the hashes
 * that the channel saw prove nothing about anybody. The salt goes with the last person. In version
 * 1 the seed depends on the identities, so they cannot be removed; nor can they if the text cannot
 * be read or `out` has no room. */
#define SETUP_FORGOTTEN "-"
enum setup_forgets { SETUP_NAMES_NOBODY, SETUP_FORGOT, SETUP_KNOWS_FOR_GOOD };
enum setup_forgets setup_forget(const char *text, const char *identity, char *out, size_t size);
/* Works out the seed of a round that has been read. `text` is the journal's text. */
bool setup_seed(const char *text, const struct setup *setup, const struct setup_kept *kept,
                const uint8_t secret[FAIR_SIZE], uint8_t seed[FAIR_SIZE]);
/* Checks that everything the channel saw fits together. Returns NULL, or a clear reason why not. */
const char *setup_check(const struct setup *setup, const struct setup_kept *kept,
                        const uint8_t secret[FAIR_SIZE]);

#endif
