/* setup.h: the setup of a round, which is everything that its deal depends on, as text.
 *
 * The public text has the form of engine/proof/record.h. In version 3 the seed of the round depends
 * on the words of its cuts (engine/proof/chain.h), in version 2 on the whole text. A text is
 * refused if it is not the same after it has been read and written again.
 *
 * The journal also keeps the identities of the people, which the channel never sees. In version 2
 * the channel saw salted hashes of them at the deal. */
#ifndef TALON_BOT_TABLE_SETUP_H
#define TALON_BOT_TABLE_SETUP_H

#include "bot/people/people.h"
#include "bot/table/round/fair.h"
#include "engine/proof/record.h"

enum {
    SETUP_TEXT = RECORD_TEXT,            /* the public text */
    SETUP_WHO = 33 * PLAYERS_MAX,        /* identities of the people, in version 2 */
    SETUP_IDENTITY = PERSON_ID_MAX + 64, /* an identity: a key with its network and kind */
    SETUP_MAX = SETUP_TEXT + SETUP_WHO + (SETUP_IDENTITY + 16) * PLAYERS_MAX + 512
};

/* Sets switches without effect back to the sheet's value. Else there would be several texts for the
 * same game. */
void setup_settle(const struct ruleset *set, unsigned rules_version, struct switches *switches);
/* Writes the public text. Returns false if it does not fit. */
bool setup_write(const struct setup *setup, char *text, size_t size);
/* Reads a public text. Returns NULL, or a clear reason why it is not valid. */
const char *setup_read(const char *text, struct setup *setup);

/* Writes a value with the escapes that the public text and tokens use. Returns false when it does
 * not fit. value_decode() reads it back. */
bool setup_encode(const char *value, char *text, size_t size);

/* What the journal keeps about a round beside its secret. */
struct setup_kept {
    char text[SETUP_TEXT];
    char who[SETUP_WHO]; /* identities; only in version 2, like `salt` */
    uint8_t salt[FAIR_SIZE];
    uint8_t told[FAIR_SIZE]; /* hash of `text` and `who`; also in version 3 */
    uint8_t end[FAIR_SIZE];  /* public end of the chain, which the channel saw first */
    unsigned shuffle;        /* the number of the round's shuffle in the chain */
    char identity[PLAYERS_MAX][SETUP_IDENTITY]; /* identity in each seat; "": a computer player */
};

/* Writes an identity in the form of setup_kept.identity. */
void setup_identity(const char *network, const char *account, bool verified,
                    char identity[SETUP_IDENTITY]);
/* Writes the text for the journal. */
bool setup_keep(const struct setup *setup, const struct setup_kept *kept, char *text, size_t size);
/* Reads the journal's text, of this version or an older one. In version 1 `kept` stays empty.
 * Returns NULL, or a clear reason why it is not valid. */
const char *setup_read_kept(const char *text, struct setup *setup, struct setup_kept *kept);
/* Removes an identity from the journal's text: its seats become SETUP_FORGOTTEN. The hashes that
 * the channel saw then prove nothing about the person. The salt is removed with the last person.
 * Returns SETUP_KNOWS_FOR_GOOD if that is not possible: in version 1 the seed depends on the
 * identities; or the text cannot be read, or `out` is too small. */
#define SETUP_FORGOTTEN "-"
enum setup_forgets { SETUP_NAMES_NOBODY, SETUP_FORGOT, SETUP_KNOWS_FOR_GOOD };
enum setup_forgets setup_forget(const char *text, const char *identity, char *out, size_t size);
/* Computes the seed of a round whose setup has been read. `text` is the journal's text. Returns
 * false if hashing fails. */
bool setup_seed(const char *text, const struct setup *setup, const struct setup_kept *kept,
                const uint8_t secret[FAIR_SIZE], uint8_t seed[FAIR_SIZE]);
/* Checks that all that the channel saw of a round fits together. Returns NULL, or a clear reason
 * why it does not. */
const char *setup_check(const struct setup *setup, const struct setup_kept *kept,
                        const uint8_t secret[FAIR_SIZE]);

#endif
