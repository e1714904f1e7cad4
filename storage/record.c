#include "record.h"

/* Whether a win is faster than the fastest yet. */
static bool is_faster(const struct store_feats *feats, unsigned plays, int64_t lasted)
{
    return plays > 0 && (feats->plays == 0 || plays < feats->plays ||
                         (plays == feats->plays && lasted < feats->lasted));
}

static void take_fastest(struct store_feats *feats, unsigned plays, int64_t lasted, int64_t round)
{
    if (!is_faster(feats, plays, lasted))
        return;
    feats->plays = plays;
    feats->lasted = lasted;
    feats->fast_round = round;
}

static void take_largest(struct store_feats *feats, unsigned cards, int64_t round)
{
    if (cards <= feats->cards)
        return;
    feats->cards = cards;
    feats->cards_round = round;
}

void feat_add(struct store_feats *feats, const struct feat_round *round)
{
    feats->rounds++;
    feats->won += round->won;
    feats->duels_won += round->duels_won;
    feats->duels_lost += round->duels_lost;
    feats->bluffs += round->bluffs;
    feats->streak = round->won ? feats->streak + 1 : 0;
    if (feats->streak > feats->longest)
        feats->longest = feats->streak;
    if (!round->won)
        return;
    take_fastest(feats, round->plays, round->lasted, round->round);
    take_largest(feats, round->cards, round->round);
}

void feat_join(struct store_feats *feats, const struct store_feats *other)
{
    feats->rounds += other->rounds;
    feats->won += other->won;
    feats->duels_won += other->duels_won;
    feats->duels_lost += other->duels_lost;
    feats->bluffs += other->bluffs;
    if (other->streak < feats->streak) /* in what order they won nobody knows */
        feats->streak = other->streak;
    if (other->longest > feats->longest)
        feats->longest = other->longest;
    take_fastest(feats, other->plays, other->lasted, other->fast_round);
    take_largest(feats, other->cards, other->cards_round);
}

enum { LASTED_MAX = 999999999 /* as of sql_text.c */ };

int64_t feat_fastest(const struct store_feats *feats)
{
    int64_t lasted = feats->lasted < LASTED_MAX ? feats->lasted : LASTED_MAX;
    return feats->plays > 0 ? feats->plays * (INT64_C(1) + LASTED_MAX) + lasted : 0;
}

bool feat_is_own_best(const struct store_feats *feats, int64_t round)
{
    return (feats->streak == feats->longest && feats->longest >= STORE_STREAK_MIN) ||
           feats->fast_round == round || feats->cards_round == round;
}

void feat_fallen(struct store_fallen *fallen, const struct feat_best *best, int64_t round)
{
    const struct store_feats *feats = &fallen->feats;
    fallen->streak = feats->streak == feats->longest && feats->longest >= STORE_STREAK_MIN &&
                     best->longest + 1 == feats->longest;
    fallen->fastest =
        feats->fast_round == round && best->fastest != 0 && feat_fastest(feats) < best->fastest;
    fallen->largest = feats->cards_round == round && best->cards != 0 && feats->cards > best->cards;
}
