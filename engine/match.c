#include "match.h"

#include "engine/move/step.h"
#include "round.h"

void match_init(struct match *match, unsigned players)
{
    *match = (struct match){.players = (uint8_t)players, .dealer = SEAT_NONE};
}

static void add_points(struct match *match, const struct rules *rules, const struct game *game)
{
    uint32_t winners = game_winners(rules, game);
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (seat_in(winners, seat))
            match->gained[seat] = (int32_t)round_points(rules, game);
    }
}

static void add_lowest(struct match *match, const struct rules *rules, const struct game *game)
{
    for (unsigned seat = 0; seat < match->players; seat++)
        match->gained[seat] = (int32_t)hand_points(rules, game->hand[seat]);
}

/* seats that share the lowest total. A seat that left the table does not win. */
static uint32_t lowest_totals(const struct match *match, uint32_t left)
{
    uint32_t winners = 0;
    int32_t lowest = 0;
    for (unsigned seat = 0; seat < match->players; seat++) {
        if (seat_in(left, seat))
            continue;
        if (winners == 0 || match->total[seat] < lowest) {
            winners = 0;
            lowest = match->total[seat];
        }
        if (match->total[seat] == lowest)
            seat_add(&winners, seat);
    }
    return winners;
}

static bool target_reached(const struct match *match, const struct rules *rules)
{
    for (unsigned seat = 0; seat < match->players; seat++) {
        if (match->total[seat] >= (int32_t)rules_switch(rules, SWITCH_TARGET)) /* */
            return true;
    }
    return false;
}

void match_pass_deal(struct match *match, unsigned dealer)
{
    match->dealer = (uint8_t)(dealer + 1u < match->players ? dealer + 1u : 0);
}

void match_add_round(struct match *match, const struct rules *rules, const struct game *game)
{
    unsigned score = rules_switch(rules, SWITCH_SCORE);
    for (unsigned seat = 0; seat < match->players; seat++)
        match->gained[seat] = 0;
    match_pass_deal(match, game->dealer); /* */
    if (game->winner == SEAT_NONE)
        return;
    if (score == SCORE_LOWEST)
        add_lowest(match, rules, game);
    else
        add_points(match, rules, game);
    for (unsigned seat = 0; seat < match->players; seat++)
        match->total[seat] += match->gained[seat];
    match->rounds++;
    match->over = score == SCORE_SINGLE_ROUND || target_reached(match, rules);
    if (!match->over)
        return;
    match->winners =
        score == SCORE_LOWEST ? lowest_totals(match, game->left) : game_winners(rules, game);
}

/* What a seat finished with; less is better. */
static unsigned finish_of(const struct rules *rules, const struct game *game, unsigned seat)
{
    /* OUT and HOLDS are larger than the points of any hand. */
    enum { PLACED = 1, HOLDS = 1u << 8, OUT = 1u << 16 };
    if (seat_in(game_winners(rules, game), seat))
        return 0;
    if (game->place[seat] != 0)
        return PLACED + game->place[seat];
    if (!seat_in(game->in_round, seat))
        return OUT;
    return rules_switch(rules, SWITCH_SCORE) == SCORE_LOWEST
               ? HOLDS + hand_points(rules, game->hand[seat])
               : HOLDS;
}

void match_places(const struct rules *rules, const struct game *game, uint8_t places[PLAYERS_MAX])
{
    unsigned finish[PLAYERS_MAX];
    for (unsigned seat = 0; seat < game->players; seat++)
        finish[seat] = finish_of(rules, game, seat);
    for (unsigned seat = 0; seat < game->players; seat++) {
        places[seat] = 1;
        for (unsigned other = 0; other < game->players; other++)
            places[seat] = (uint8_t)(places[seat] + (finish[other] < finish[seat]));
    }
}

bool match_add_seat(struct match *match)
{
    if (match->players >= PLAYERS_MAX)
        return false;
    match->total[match->players] = 0;
    match->gained[match->players] = 0;
    match->players++;
    return true;
}

void match_remove_seat(struct match *match, unsigned seat)
{
    if (seat >= match->players)
        return;
    uint32_t below = (1u << seat) - 1;
    match->winners = (match->winners & below) | (match->winners >> 1 & ~below);
    for (unsigned i = seat; i + 1 < match->players; i++) {
        match->total[i] = match->total[i + 1];
        match->gained[i] = match->gained[i + 1];
    }
    match->players--;
    match->total[match->players] = match->gained[match->players] = 0;
    if (match->dealer == SEAT_NONE || match->players == 0)
        return;
    if (match->dealer > seat)
        match->dealer--;
    else if (match->dealer == match->players) /* the dealer left, and had the last seat */
        match->dealer = 0;
}
