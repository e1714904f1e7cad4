/* Rates a round as a contest of the seats. Each seat has a strength, from its cards and from its
 * distance to the turn, and its chance to win is in proportion to that strength. A strength is 2 to
 * the power of a sum of weights. The weights were fitted to rounds between players of the level
 * `normal` (README.md). */
#include "value.h"

#include "engine/move/plays.h"
#include "value_weights.h"

enum { POINTS_SHARE = 5000 }; /* a lead of this many points is worth as much as the round */

/* Hands of 1, of 2, of 3 or 4 and of more cards have weights of their own. */
static unsigned count_group(unsigned count)
{
    return count >= 5 ? 3 : count >= 3 ? 2 : count == 2 ? 1 : 0;
}

static unsigned lesser_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Finds the weights of a seat that acts after `distance` other seats. */
static void find_weights(const struct rules *rules, const struct game *game, struct cards matching,
                         unsigned seat, unsigned distance, uint16_t index[VALUE_FEATURES])
{
    struct cards hand = game->hand[seat];
    unsigned count = game->hand_count[seat], b = count_group(count), colours = 0;
    unsigned wilds = cards_count(cards_and(hand, rules->wilds));
    struct cards open = cards_without(cards_and(hand, matching), rules->wilds);
    struct cards actions = cards_or(cards_or(rules->of_kind[KIND_SKIP], rules->of_kind[KIND_DRAW2]),
                                    rules->of_kind[KIND_REVERSE]);
    for (unsigned i = 0; i < 4; i++)
        colours += !cards_empty(cards_and(hand, rules->of_colour[rules->colours[i]]));
    bool now = distance == 0 && game->phase != PHASE_TURN;
    index[0] = (uint16_t)(VALUE_COUNT + lesser_of(count, 15));
    index[1] = (uint16_t)(VALUE_PLACE + lesser_of(distance, 3) * 4 + b);
    index[2] = (uint16_t)(VALUE_WILDS + b * 4 + lesser_of(wilds, 3));
    index[3] = (uint16_t)(VALUE_OPEN + lesser_of(distance, 2) * 12 + b * 3 +
                          lesser_of(cards_count(open), 2));
    index[4] = (uint16_t)(VALUE_COLOURS + b * 5 + colours);
    index[5] =
        (uint16_t)(VALUE_ACTIONS + b * 4 + lesser_of(cards_count(cards_and(hand, actions)), 3));
    index[6] = (uint16_t)(VALUE_PHASE + (now ? game->phase : 0u));
    index[7] = (uint16_t)(VALUE_POWER + (rules->power_cards == 0          ? 0
                                         : seat_in(game->power_red, seat) ? 1
                                                                          : 2));
}

static int seat_strength(const struct rules *rules, const struct game *game, struct cards matching,
                         unsigned seat, unsigned distance)
{
    uint16_t index[VALUE_FEATURES];
    int sum = 0;
    find_weights(rules, game, matching, seat, distance, index);
    for (unsigned i = 0; i < VALUE_FEATURES; i++)
        sum += value_weights[index[i]];
    return sum;
}

/* 2^(sum / 64), times 2^31. A test keeps the sums of the weights far above -1024 and below what
 * 64 bits can add up. */
static uint64_t power(int sum)
{
    static const uint16_t parts[8] = {32768, 35734, 38968, 42495, 46341, 50535, 55109, 60097};
    int eighths = (sum + 1024) / 8; /* -16 to 16 as an exponent */
    return (uint64_t)parts[eighths & 7] << (eighths >> 3);
}

/* The chance of the seat or its partner (HR-20). */
static int64_t chance_of(const struct rules *rules, const struct game *game, unsigned seat,
                         unsigned partner)
{
    struct cards matching = cards_matching(rules, game);
    uint64_t all = 0, mine = 0;
    unsigned at = game->turn, distance = 0;
    do {
        uint64_t one = power(seat_strength(rules, game, matching, at, distance++));
        all += one;
        mine += at == seat || at == partner ? one : 0;
        at = next_seat(game, at);
    } while (at != game->turn);
    while (all >> 40 != 0) {
        all >>= 1;
        mine >>= 1;
    }
    return (int64_t)(mine * VALUE_WON / all);
}

int64_t value_of(const struct rules *rules, const struct game *game, unsigned seat)
{
    unsigned partner = game_partner(rules, game->players, seat);
    int64_t won;
    if (game->phase == PHASE_ROUND_OVER)
        won = seat_in(game_winners(rules, game), seat) ? VALUE_WON : 0;
    else
        won = chance_of(rules, game, seat, partner);
    if (rules_switch(rules, SWITCH_SCORE) == SCORE_SINGLE_ROUND)
        return won;
    int64_t own = hand_points(rules, game->hand[seat]);
    if (partner != SEAT_NONE)
        own += hand_points(rules, game->hand[partner]);
    int64_t others = -own;
    for (unsigned other = 0; other < game->players; other++)
        others += hand_points(rules, game->hand[other]);
    return won + (won * others - (VALUE_WON - won) * own) / POINTS_SHARE;
}
