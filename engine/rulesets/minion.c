/* RULES.md 8, seed 004: the Mutated Minion, M-1 to M-8. */
#include "engine/move/pile.h"
#include "set.h"

static const struct deck_row rows[] = {
    ROWS_CLASSIC(COLOUR_BLUE, COLOUR_GREEN, COLOUR_ORANGE, COLOUR_YELLOW),
    ROW_WILD(KIND_WILD_MINION),
};

/* M-2 to M-4: the seat draws until it gets a card of that printed colour, or no card is left. */
static void draw_colour(struct step *step, unsigned seat, unsigned colour)
{
    struct cards drawn = cards_none();
    unsigned count = 0;
    for (;;) {
        unsigned card = pile_take(step, seat, &drawn);
        if (card == DECK_MAX)
            break;
        count++;
        if (cards_has(step->rules->of_colour[colour], card))
            break;
    }
    pile_drew(step, seat, drawn, count, DRAW_EFFECT);
}

static bool on_play(struct step *step, struct play_effect *play)
{
    if (play->kind != KIND_WILD_MINION)
        return false;
    draw_colour(step, next_seat(step->game, play->seat), step->game->colour);
    play->skips = rules_switch(step->rules, SWITCH_MINION_SKIPS) ? 1 : 0; /* M-5 */
    return true;
}

const struct ruleset ruleset_minion = {
    .name = "minion",
    .players_min = 2,
    .players_max = 10,
    .colours = {COLOUR_BLUE, COLOUR_GREEN, COLOUR_ORANGE, COLOUR_YELLOW},
    .defaults =
        {
            SWITCHES_COMMON,
            [SWITCH_DEALER] = DEALER_HIGH_CARD,
            [SWITCH_FIRST_DISCARD] = FIRST_APPLY,
            [SWITCH_FIRST_WD4] = FIRST_WD4_RETURN,
            [SWITCH_FIRST_SPECIAL] = FIRST_SPECIAL_COLOUR,
            [SWITCH_WD4_MATCH] = WD4_MATCH_NONE,
            [SWITCH_LAST_CARD_DRAW] = LAST_DRAW_DRAW2 | LAST_DRAW_WD4,
            [SWITCH_SCORE] = SCORE_POINTS,
            [SWITCH_MINION_SKIPS] = false,
        },
    .rows = rows,
    .row_count = ARRAY_SIZE(rows),
    .hooks = {.on_play = on_play},
};
