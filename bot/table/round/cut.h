/* cut.h: words that players put into the next shuffle (docs/fair.md).
 *
 * Each player at the table may cut once before each deal, with a word of their choice. The table
 * has already committed to the secret of that shuffle, so the word changes cards that nobody has
 * seen. A cut made during a round is for the next one. If a player leaves before the deal, their
 * cut is removed. Cuts are saved with the table (save.h). The channel sees each cut with the number
 * of its shuffle and a number of its own. No other cut for that shuffle gets the same number, even
 * after a removal. */
#ifndef TALON_BOT_TABLE_ROUND_CUT_H
#define TALON_BOT_TABLE_ROUND_CUT_H

#include "bot/people/people.h"
#include "bot/table/setup.h"
#include "storage/store.h"

struct cut {
    struct setup_cut said;
    char network[STORE_NAME_MAX]; /* this and the next two members say whose cut it is */
    char key[PERSON_ID_MAX];
    bool verified;
};

struct cuts {
    unsigned told; /* how many cuts were made for the next deal; removed ones count, too */
    unsigned count;
    struct cut at[CUTS_MAX];
};

enum cut_refusal {
    CUT_OK,
    CUT_EMPTY,
    CUT_LONG,
    CUT_TWICE, /* the first one stands */
    CUT_FULL,
    CUT_UNBOUND, /* the table has not yet shown a commitment to the secret of the next deal */
    CUT_NO_MEMORY
};

/* Cleans a person's word and stores it as their cut. The caller then saves the table. `anew`
 * says what happens if they have cut already: true replaces the earlier word, false refuses the
 * new one. */
enum cut_refusal cut_take(struct table *table, const struct person *person, const char *word,
                          bool anew);
/* Writes the newest cut, "c3.1=alice.bananas", in the form that `talon verify --transcript` looks
 * for. */
enum { CUT_TOKEN = 24 + 3 * (PERSON_NAME_MAX + CUT_SIZE) };
bool cut_token(const struct table *table, char token[CUT_TOKEN]);
/* Removes the cut of a person who has no seat any more. */
void cut_leave(struct table *table, const struct person *person);
/* Moves the cut of `from` to `to`, because `to` has the seat now. The cut keeps the name that the
 * channel saw. */
void cut_hand_over(struct table *table, const struct person *from, const struct person *to);
/* Removes the name of the person who made the cut. The word stays, because the shuffle uses it.
 * Returns false if they have made no cut. */
bool cuts_forget(struct table *table, const struct store_identity *who);
void cuts_free(struct table *table);

#endif
