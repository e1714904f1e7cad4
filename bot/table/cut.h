/* cut.h: what people put into the next shuffle (FAIR.md).
 *
 * Whoever sits at the table may cut once before each deal with a word of their choice: the secret
 * of that shuffle is bound already, so the word changes cards that nobody has seen. While a round
 * runs a cut is for the next one. Kept with the table (save.h), and told with its number. */
#ifndef TALON_BOT_TABLE_CUT_H
#define TALON_BOT_TABLE_CUT_H

#include "bot/people/people.h"
#include "bot/table/setup.h"

struct cut {
    struct setup_cut said;
    char key[PERSON_ID_MAX]; /* whose */
    bool verified;
};

struct cuts {
    unsigned count;
    struct cut at[CUTS_MAX];
};

enum cut_refusal {
    CUT_OK,
    CUT_EMPTY,
    CUT_LONG,
    CUT_TWICE, /* the first one stands */
    CUT_FULL,
    CUT_UNBOUND, /* the secret of the next deal is not bound yet */
    CUT_NO_MEMORY
};

/* Takes a person's word, cleaned; the table is not saved yet. */
enum cut_refusal cut_take(struct table *table, const struct person *person, const char *word);
/* "c3.1=alice.bananas": the cut of that index, as `talon verify --transcript` finds it. */
enum { CUT_TOKEN = 16 + 3 * (PERSON_NAME_MAX + CUT_SIZE) };
bool cut_token(const struct table *table, unsigned index, char token[CUT_TOKEN]);
/* Whose their cut is goes; what the channel saw of it stays, for the shuffle is mixed of it. False:
 * they have not cut. */
bool cuts_forget(struct table *table, const char *key, bool verified);
void cuts_free(struct table *table);

#endif
