/* record.h: how rounds add up to the records and streaks of a person (struct store_records). Pure.
 *
 * Records come from the results of rounds that count, in the order in which the rounds ended. They
 * belong to the person as linked now: all linked accounts together, without rounds in which two of
 * these accounts had seats. A link, or its end, adds them up again from the results, as scores do.
 * If old results were deleted, a linked person gets what both had, and a parted one starts from the
 * results that are left. A forgotten person (forget.h) has no records, and nobody has any against
 * them.
 *
 *     fastest    the win with the fewest turns in which cards were laid; of equal ones, the one
 *                that took less time. Time alone would favour people who play against quick
 *                players, or against computer players only
 *     largest    the most cards that a person held in a round that they won
 *     streak     rounds won in a row; a round that does not count does not end a streak
 *     duels      challenges of a wild +4, by either side: whoever was right won
 *     bluffs     wild +4s against the rule that nobody challenged
 *
 * Fastest and largest leave out rounds whose hands were not of the size of their set (HR-17). What
 * a computer player did in a person's seat counts as theirs, as its points do.
 *
 * Everything can be worked out again from the results (talon check-db does). The facts of a round
 * (plays, cards, duels, bluffs) can be worked out from its replay while that is kept (talon verify
 * compares them). For rounds before these were noted they are not known. */
#ifndef TALON_STORAGE_RECORD_H
#define TALON_STORAGE_RECORD_H

#include "query.h"

/* What one round gave a person. */
struct record_round {
    int64_t round, lasted; /* number of the round; milliseconds from the deal to the end */
    bool won;
    unsigned plays, cards, duels_won, duels_lost, bluffs; /* as in struct store_result */
};

/* Adds the next round that they ended. */
void record_add(struct store_records *records, const struct record_round *round);
/* Adds the records of another person, for a link after results were deleted. Some sums cannot be
 * right then, such as the streaks. */
void record_join(struct store_records *records, const struct store_records *other);

/* A fastest win as one number: less is faster. 0: none is known. */
int64_t record_fastest(const struct store_records *records);

/* The best records of all other players of a channel; 0: nobody has one. */
struct record_best {
    uint32_t longest, cards;
    int64_t fastest; /* record_fastest() */
};
/* Whether that round improved one of the person's own records. If not, it cannot have broken one of
 * the channel's. */
bool record_is_own_best(const struct store_records *records, int64_t round);
/* Sets which of the channel's records the winner, whose records are broken->records, has broken in
 * that round. A streak that was the channel's longest before this round breaks nothing, so that a
 * growing streak is announced only once. */
void record_broken(struct store_broken_records *broken, const struct record_best *best,
                   int64_t round);

#endif
