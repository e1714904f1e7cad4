#include "record.h"

/* Whether this win is faster than the fastest so far. */
static bool is_faster(const struct store_records *records, unsigned plays, int64_t lasted)
{
    return plays > 0 && (records->plays == 0 || plays < records->plays ||
                         (plays == records->plays && lasted < records->lasted));
}

static void take_fastest(struct store_records *records, unsigned plays, int64_t lasted,
                         int64_t round)
{
    if (!is_faster(records, plays, lasted))
        return;
    records->plays = plays;
    records->lasted = lasted;
    records->fast_round = round;
}

static void take_largest(struct store_records *records, unsigned cards, int64_t round)
{
    if (cards <= records->cards)
        return;
    records->cards = cards;
    records->cards_round = round;
}

void record_add(struct store_records *records, const struct record_round *round)
{
    records->rounds++;
    records->won += round->won;
    records->duels_won += round->duels_won;
    records->duels_lost += round->duels_lost;
    records->bluffs += round->bluffs;
    records->streak = round->won ? records->streak + 1 : 0;
    if (records->streak > records->longest)
        records->longest = records->streak;
    if (!round->won)
        return;
    take_fastest(records, round->plays, round->lasted, round->round);
    take_largest(records, round->cards, round->round);
}

void record_join(struct store_records *records, const struct store_records *other)
{
    records->rounds += other->rounds;
    records->won += other->won;
    records->duels_won += other->duels_won;
    records->duels_lost += other->duels_lost;
    records->bluffs += other->bluffs;
    if (other->streak < records->streak) /* the order of both persons' wins is not known, so keep
                                          * the shorter streak */
        records->streak = other->streak;
    if (other->longest > records->longest)
        records->longest = other->longest;
    take_fastest(records, other->plays, other->lasted, other->fast_round);
    take_largest(records, other->cards, other->cards_round);
}

enum { LASTED_MAX = 999999999 /* as in sql_text.c */ };

int64_t record_fastest(const struct store_records *records)
{
    int64_t lasted = records->lasted < LASTED_MAX ? records->lasted : LASTED_MAX;
    return records->plays > 0 ? records->plays * (INT64_C(1) + LASTED_MAX) + lasted : 0;
}

bool record_is_own_best(const struct store_records *records, int64_t round)
{
    return (records->streak == records->longest && records->longest >= STORE_STREAK_MIN) ||
           records->fast_round == round || records->cards_round == round;
}

void record_broken(struct store_broken_records *broken, const struct record_best *best,
                   int64_t round)
{
    const struct store_records *records = &broken->records;
    broken->streak = records->streak == records->longest && records->longest >= STORE_STREAK_MIN &&
                     best->longest + 1 == records->longest;
    broken->fastest = records->fast_round == round && best->fastest != 0 &&
                      record_fastest(records) < best->fastest;
    broken->largest =
        records->cards_round == round && best->cards != 0 && records->cards > best->cards;
}
