/* RULES.md 4, seed 000: Hyper Speed, H-1 to H-12. */
#include "set.h"

static const struct deck_row rows[] = {
    ROWS_CLASSIC(COLOUR_BLUE, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW),
    ROW_WILD(KIND_WILD_HYPER),
};

/* H-7: if the card itself already makes the next player lose the turn, Hyper Speed takes no second
 * turn, unless R-53 adds them up. */
static void skip_by_hyper(struct step *step, struct play_effect *play)
{
    bool stacks = rules_switch(step->rules, SWITCH_HYPER_STACKS) && seats_in_round(step->game) > 2;
    if (stacks || play->skips == 0)
        play->skips++;
}

static void after_play(struct step *step, struct play_effect *play)
{
    struct game *game = step->game;
    if (play->kind == KIND_WILD_HYPER) { /* H-1, H-5 */
        game->hyper = game->colour;
        step_tell_colour(step, EVENT_HYPER, play->seat, game->hyper);
    } else if (game->hyper != COLOUR_NONE && game->colour != game->hyper) { /* H-3 */
        game->hyper = COLOUR_NONE;
        step_tell_colour(step, EVENT_HYPER, play->seat, COLOUR_NONE);
    } else if (game->hyper != COLOUR_NONE && play->printed == game->hyper && !play->waits) {
        skip_by_hyper(step, play); /* H-2 */
    }
}

const struct ruleset ruleset_hyper = {
    .name = "hyper",
    .players_min = 2,
    .players_max = 10,
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
            [SWITCH_HYPER_STACKS] = false,
        },
    .rows = rows,
    .row_count = ARRAY_SIZE(rows),
    .hooks = {.after_play = after_play},
};
