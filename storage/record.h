/* record.h: records and streaks of a person (struct store_records): how rounds add up to them.
 * Pure.
 *
 * They come from the results of rounds that count, in the order in which these ended, of who the
 * person is now: of all accounts that are linked, but for rounds in which they held two seats. A
 * link and its end add them up anew from the results (as scores); where results were deleted, which
 * nobody can add up any more, who is linked has what both had, and who is parted begins with what
 * is left. Who is forgotten (forget.h) has none, nor has anybody any against them.
 *
 *     fastest    the win with the fewest turns in which cards were laid; of as many, the one that
 *                took less time. Time alone would be won by who plays against the quickest, and by
 *                who is alone with computer players
 *     largest    the most cards that somebody held in a round that they won
 *     streak     rounds won in a row; a round that does not count ends none
 *     duels      challenges of a wild +4, by either side: won by who was right
 *     bluffs     wild +4s against the rule that nobody challenged
 *
 * Of the first two, rounds are left out whose hands were not dealt in the size of their set
 * (HR-17). What a computer player did who kept somebody's seat counts as theirs, as the points do.
 *
 * What can be worked out again: all of it from the results (talon check-db does), and what a result
 * tells of its round (plays, cards, duels, bluffs) from the replay, as long as that is kept (talon
 * verify compares it). Of rounds that were played before this was noted it is not known. */
#ifndef TALON_STORAGE_RECORD_H
#define TALON_STORAGE_RECORD_H

#include "query.h"

/* What one round gave a person. */
struct record_round {
    int64_t round, lasted; /* its number; milliseconds from the deal to the end */
    bool won;
    unsigned plays, cards, duels_won, duels_lost, bluffs; /* as in struct store_result */
};

/* The next round that they have ended. */
void record_add(struct store_records *records, const struct record_round *round);
/* What both have together, as far as that is known without their rounds. */
void record_join(struct store_records *records, const struct store_records *other);

/* A fastest win as one number: less is faster. 0: there is none. */
int64_t record_fastest(const struct store_records *records);

/* The best of all others who play in a channel; 0: nobody has any. */
struct record_best {
    uint32_t longest, cards;
    int64_t fastest; /* record_fastest() */
};
/* Whether their last round made one of their own records better than it was: else none has broken.
 */
bool record_is_own_best(const struct store_records *records, int64_t round);
/* Sets which of these the winner, whose records are broken->records, has broken in that round. Who
 * goes on with a streak that was the longest before breaks nothing: it is told once. */
void record_broken(struct store_broken_records *broken, const struct record_best *best,
                   int64_t round);

#endif
