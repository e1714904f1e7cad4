/* sql_packs.h: running rounds, with their actions packed (archive.h) while they are written, so
 * that the end of a round need not read them back.
 *
 * A round has a pack if this process began it, has written each of its actions, and no write failed
 * since. A round without one is read from the journal, for example after a restart. A pack takes
 * 2.5 kB for 60 actions. Writer thread. */
#ifndef TALON_STORAGE_SQL_SQL_PACKS_H
#define TALON_STORAGE_SQL_SQL_PACKS_H

#include "storage/archive.h"

struct packs {
    struct pack *first; /* the hash table of packs, by round; NULL: there are none */
};

/* What the end of a round needs of its beginning. */
struct pack_round {
    int64_t started_at;
    const char *set, *network, *channel;
};

/* A round begins: from now on it has a pack, without actions. If memory is out it gets none. */
void packs_begin(struct packs *packs, const struct store_round *round);
/* An action was written. If it is not the next one of the round, the round loses its pack. */
void packs_add(struct packs *packs, const struct store_action *action);
/* NULL: the round has no pack. Valid until the next call. */
struct archive *packs_find(const struct packs *packs, int64_t round);
/* The same for its beginning. NULL also if it has no action yet. */
const struct pack_round *packs_round(const struct packs *packs, int64_t round);
void packs_drop(struct packs *packs, int64_t round);
/* After a rollback, or if another process may write the rounds: drops all. */
void packs_forget(struct packs *packs);

#endif
