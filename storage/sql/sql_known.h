/* sql_known.h: what the writer remembers of people and channels, so that the end of a round need
 * not read it from the database first.
 *
 * A person is remembered after a round, for rounds of that rule set and season, if they have one
 * identity only and it is named as it was. A channel is remembered after a round that ended there,
 * only with PostgreSQL.
 *
 * Others may change the same rows meanwhile. On PostgreSQL these are other processes. So the
 * statements that write with remembered values refuse them if the rows are no longer so
 * (W_IDENTITY_SEEN, W_ROUND_END). Then the transaction is rolled back, everything is forgotten, and
 * the next try reads. With SQLite nobody else writes but a tool (sqlite3). A transaction that
 * begins after a commit of somebody else forgets everything.
 *
 * A person takes about 600 bytes, a channel 150. If there are too many, the one that was remembered
 * first is dropped. Writer thread. */
#ifndef TALON_STORAGE_SQL_SQL_KNOWN_H
#define TALON_STORAGE_SQL_SQL_KNOWN_H

#include "storage/query.h"
#include "storage/rating.h"

enum { KNOWN_PEOPLE = 16384, KNOWN_CHANNELS = 4096 };

/* An identity and its person. */
struct met {
    int64_t identity, person;
};

/* How a person stood before a round that ends: the rating as of the round's season, and the
 * records, in all rule sets or in that of the round. */
struct stands_in {
    struct rating rating;
    struct store_records records;
};
struct standing {
    bool forgotten;  /* forget.h */
    bool settled;    /* the person has this identity only, and both are named as they were */
    bool remembered; /* not read in this transaction */
    int64_t rounds;  /* that the identity had played */
    uint32_t earned; /* achievements that they have, as bits (achievement.h) */
    struct stands_in all, own;
};

struct known {
    struct remembered_person *people; /* hash tables; NULL: empty */
    struct remembered_channel *channels;
};

/* Finds somebody who sits in a round of that rule set and season. The texts of `who` outlive the
 * call only. False: not known. */
bool known_find(const struct known *known, const struct store_identity *who, const char *set,
                int season, struct met *met, struct standing *standing);
/* Remembers how they stand after a round of that season. If memory is out they are not known. */
void known_put(struct known *known, const struct store_identity *who, int season,
               const struct met *met, const struct standing *standing);
void known_drop(struct known *known, const struct store_identity *who);

/* The numbers of the scopes of a channel: channel, network, all. NULL: not known. */
const int64_t *known_scopes(const struct known *known, const char *network, const char *channel);
void known_put_scopes(struct known *known, const char *network, const char *channel,
                      const int64_t scopes[STORE_OVERALL + 1]);

/* Forgets everything: a transaction failed, or people were linked, named or the like. */
void known_forget(struct known *known);

#endif
