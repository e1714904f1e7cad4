/* RULES.md 7, seed 003: power cards and cards with a second side, F-1 to F-18. The deck is the
 * table of 11.1; only this file has it. */
#include "engine/move/pile.h"
#include "set.h"

enum {
    R = COLOUR_RED,
    G = COLOUR_GREEN,
    B = COLOUR_BLUE,
    Y = COLOUR_YELLOW,
    DRAW_ALL_ACTION = 1, /* +2 Flex */
    DRAW_ALL_WILD = 2,   /* WA2 */
    DRAW_TARGET = 2      /* WT2 */
};

/* Rows of the deck: number; number with a flip icon; number with a flex side; action; action with a
 * flex side. */
#define N(c, n)                                                                                    \
    {                                                                                              \
        {.kind = KIND_NUMBER, .colour = (c), .value = (n), .points = (n)}, 1                       \
    }
#define FLIP(c, n)                                                                                 \
    {                                                                                              \
        {.kind = KIND_NUMBER, .colour = (c), .value = (n), .points = (n), .flip = true}, 1         \
    }
#define FN(c, n, f)                                                                                \
    {                                                                                              \
        {.kind = KIND_NUMBER,                                                                      \
         .colour = (c),                                                                            \
         .value = (n),                                                                             \
         .points = (n),                                                                            \
         .flex = true,                                                                             \
         .flex_colour = (f)},                                                                      \
            1                                                                                      \
    }
#define A(c, k)                                                                                    \
    {                                                                                              \
        {.kind = (k), .colour = (c), .points = 20}, 1                                              \
    }
#define FA(c, k, f)                                                                                \
    {                                                                                              \
        {.kind = (k), .colour = (c), .points = 20, .flex = true, .flex_colour = (f)}, 1            \
    }
#define WILD(k, f)                                                                                 \
    {                                                                                              \
        {.kind = (k), .points = 50, .flex = (f)}, 4                                                \
    }

/* clang-format off */
static const struct deck_row rows[] = {
    FLIP(R, 1), N(R, 2), N(R, 3), N(R, 4), FLIP(R, 5), N(R, 6), N(R, 7), N(R, 8),
    FLIP(G, 1), N(G, 2), N(G, 3), N(G, 4), FLIP(G, 5), N(G, 6), N(G, 7), N(G, 8),
    FLIP(B, 1), N(B, 2), N(B, 3), N(B, 4), FLIP(B, 5), N(B, 6), N(B, 7), N(B, 8),
    FLIP(Y, 1), N(Y, 2), N(Y, 3), N(Y, 4), FLIP(Y, 5), N(Y, 6), N(Y, 7), N(Y, 8),
    FN(R, 1, Y), FN(R, 2, B), FN(R, 3, Y), FN(R, 4, G), FN(R, 5, G), FN(R, 6, Y), FN(R, 7, B), FN(R, 8, G),
    FN(G, 1, B), FN(G, 2, Y), FN(G, 3, B), FN(G, 4, R), FN(G, 5, R), FN(G, 6, B), FN(G, 7, Y), FN(G, 8, R),
    FN(B, 1, G), FN(B, 2, R), FN(B, 3, G), FN(B, 4, Y), FN(B, 5, Y), FN(B, 6, G), FN(B, 7, R), FN(B, 8, Y),
    FN(Y, 1, R), FN(Y, 2, G), FN(Y, 3, R), FN(Y, 4, B), FN(Y, 5, B), FN(Y, 6, R), FN(Y, 7, G), FN(Y, 8, B),
    A(R, KIND_SKIP), A(G, KIND_SKIP), A(B, KIND_SKIP), A(Y, KIND_SKIP),
    A(R, KIND_REVERSE), A(G, KIND_REVERSE), A(B, KIND_REVERSE), A(Y, KIND_REVERSE),
    A(R, KIND_DRAW2), A(G, KIND_DRAW2), A(B, KIND_DRAW2), A(Y, KIND_DRAW2),
    FA(R, KIND_SKIP, G), FA(G, KIND_SKIP, R), FA(B, KIND_SKIP, Y), FA(Y, KIND_SKIP, B),
    FA(R, KIND_REVERSE, Y), FA(G, KIND_REVERSE, B), FA(B, KIND_REVERSE, G), FA(Y, KIND_REVERSE, R),
    FA(R, KIND_DRAW2, B), FA(G, KIND_DRAW2, Y), FA(B, KIND_DRAW2, R), FA(Y, KIND_DRAW2, G),
    WILD(KIND_WILD_TARGET2, true), WILD(KIND_WILD_ALL2, true), WILD(KIND_WILD_FLEX4, true), WILD(KIND_WILD_FLIP, false),
};
/* clang-format on */

static void can_play_flex(const struct rules *rules, const struct game *game, unsigned seat,
                          const struct cards *hand, struct cards *plays)
{
    bool green = !seat_in(game->power_red, seat); /* F-2 */
    const struct cards *face = &rules->match_face[game->top_face];
    const struct cards *flex = &rules->of_flex_colour[game->colour];
    const struct cards *main = rules_switch(rules, SWITCH_FLEX_MATCH) == FLEX_MATCH_ANY_SIDE
                                   ? &rules->of_colour[game->colour] /* F-3 */
                                   : flex;
    struct half open = half_or(half_or(face->low, flex->low), main->low);
    *plays = cards_none();
    plays->low = half_and(half_when(green, hand->low), half_and(open, rules->flexes.low));
    if (rules->decks > 1) {
        open = half_or(half_or(face->high, flex->high), main->high);
        plays->high = half_and(half_when(green, hand->high), half_and(open, rules->flexes.high));
    }
}

static void power_toggle(struct step *step, unsigned seat)
{
    struct game *game = step->game;
    game->power_red = game->power_red ^ 1u << seat;
    step_tell_count(step, EVENT_POWER, seat, seat_in(game->power_red, seat) ? 0 : 1);
}

/* F-6 (flex side), then F-7 (flip icon): F-8 wants this order for a card that has both. */
static void on_down(struct step *step, unsigned seat, unsigned face, bool flex)
{
    if (flex)
        power_toggle(step, seat);
    if (step->rules->deck.face[face].flip)
        power_toggle(step, seat);
}

/* */
static void others_draw(struct step *step, unsigned actor, unsigned count)
{
    const struct game *game = step->game;
    for (unsigned seat = next_seat(game, actor); seat != actor; seat = next_seat(game, seat))
        pile_draw(step, seat, count, DRAW_EFFECT);
}

static void flip_all(struct step *step, unsigned actor)
{
    const struct game *game = step->game;
    unsigned seat = actor;
    do {
        power_toggle(step, seat);
        seat = next_seat(game, seat);
    } while (seat != actor);
}

static bool play_flex_side(struct step *step, struct play_effect *play)
{
    switch (play->kind) {
    case KIND_SKIP: /* skip all */
        play->skips = (uint8_t)(seats_in_round(step->game) - 1);
        return true;
    case KIND_REVERSE: /* reverse, then skip; F-16 */
        step_reverse(step);
        play->skips = 1;
        return true;
    case KIND_DRAW2:
        others_draw(step, play->seat, DRAW_ALL_ACTION);
        return true;
    case KIND_WILD_ALL2:
        others_draw(step, play->seat, DRAW_ALL_WILD);
        return true;
    case KIND_WILD_TARGET2: /* F-13 */
        step_tell_other(step, EVENT_TARGETED, play->seat, play->target, 0);
        pile_draw(step, play->target, DRAW_TARGET, DRAW_EFFECT);
        return true;
    case KIND_WILD_FLEX4:
        step_tell_other(step, EVENT_TARGETED, play->seat, play->target, 0);
        effect_wd4(step, play);
        return true;
    default:
        return false;
    }
}

static bool on_play(struct step *step, struct play_effect *play)
{
    if (play->flex)
        return play_flex_side(step, play);
    if (play->kind == KIND_WILD_FLIP)
        flip_all(step, play->seat);
    return false;
}

/* F-9 */
static void reset_power(struct step *step)
{
    struct game *game = step->game;
    if ((game->power_red & game->in_round) != game->in_round)
        return;
    game->power_red = game->power_red & ~game->in_round;
    step_tell(step, EVENT_POWER_RESET, SEAT_NONE);
}

static void after_play(struct step *step, struct play_effect *play)
{
    (void)play;
    reset_power(step);
}

const struct ruleset ruleset_flex = {
    .name = "flex",
    .players_min = 2,
    .players_max = 8,
    .power_cards = 8,
    .colours = {COLOUR_BLUE, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW},
    .defaults =
        {
            SWITCHES_COMMON,
            [SWITCH_DEALER] = DEALER_CHOSEN,
            [SWITCH_FIRST_DISCARD] = FIRST_IGNORE_NON_NUMBER,
            [SWITCH_FIRST_WD4] = FIRST_WD4_IGNORED,
            [SWITCH_FIRST_SPECIAL] = FIRST_SPECIAL_IGNORED,
            [SWITCH_WD4_MATCH] = WD4_MATCH_ALL_WILDS,
            [SWITCH_LAST_CARD_DRAW] = LAST_DRAW_NONE,
            [SWITCH_SCORE] = SCORE_SINGLE_ROUND,
            [SWITCH_FLEX_MATCH] = FLEX_MATCH_SIDE_USED,
            [SWITCH_FLEX_WD4_CHALLENGE] = false,
        },
    .rows = rows,
    .row_count = ARRAY_SIZE(rows),
    .hooks = {.can_play_flex = can_play_flex,
              .on_down = on_down,
              .on_play = on_play,
              .after_play = after_play,
              .on_player_left = reset_power},
};
