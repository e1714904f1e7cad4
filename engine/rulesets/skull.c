/* RULES.md 5, seed 001: the skull power, S-1 to S-8. */
#include "engine/move/pile.h"
#include "set.h"

enum { SKULL_DRAW = 3 }; /* S-4 */

static const struct deck_row rows[] = {
    ROWS_CLASSIC(COLOUR_BLUE, COLOUR_RED, COLOUR_GREEN, COLOUR_PURPLE),
    ROW_WILD(KIND_WILD_SKULL),
};

/* S-2, S-3, S-8: the card cannot be played without the words, not even as the last one. */
static enum refusal before_play(const struct rules *rules, const struct card *card,
                                const struct action *action)
{
    if (card->kind == KIND_WILD_SKULL && !action->proclaim &&
        rules_switch(rules, SWITCH_SKULL_PROCLAMATION) == PROCLAIM_REQUIRED)
        return REFUSED_PROCLAIM;
    return REFUSED_NOT;
}

static void on_down(struct step *step, unsigned seat, unsigned face, bool flex)
{
    (void)flex;
    if (step->rules->deck.face[face].kind == KIND_WILD_SKULL &&
        rules_switch(step->rules, SWITCH_SKULL_PROCLAMATION) != PROCLAIM_OFF)
        step_tell(step, EVENT_PROCLAIMED, seat);
}

static bool on_play(struct step *step, struct play_effect *play)
{
    const struct game *game = step->game;
    if (play->kind != KIND_WILD_SKULL)
        return false;
    for (unsigned seat = next_seat(game, play->seat); seat != play->seat; /* */
         seat = next_seat(game, seat))
        pile_draw(step, seat, SKULL_DRAW, DRAW_EFFECT);
    return true; /* S-5 */
}

const struct ruleset ruleset_skull = {
    .name = "skull",
    .players_min = 2,
    .players_max = 10,
    .colours = {COLOUR_BLUE, COLOUR_RED, COLOUR_GREEN, COLOUR_PURPLE},
    .defaults =
        {
            SWITCHES_COMMON,
            [SWITCH_DEALER] = DEALER_HIGH_CARD,
            [SWITCH_FIRST_DISCARD] = FIRST_APPLY,
            [SWITCH_FIRST_WD4] = FIRST_WD4_RETURN,
            [SWITCH_FIRST_SPECIAL] = FIRST_SPECIAL_COLOUR,
            [SWITCH_WD4_MATCH] = WD4_MATCH_NONE,
            [SWITCH_LAST_CARD_DRAW] = LAST_DRAW_DRAW2 | LAST_DRAW_WD4,
            [SWITCH_UNO_WINDOW] = WINDOW_PLAYED,
            [SWITCH_SCORE] = SCORE_POINTS,
            [SWITCH_SKULL_PROCLAMATION] = PROCLAIM_REQUIRED,
        },
    .rows = rows,
    .row_count = ARRAY_SIZE(rows),
    .hooks = {.before_play = before_play, .on_down = on_down, .on_play = on_play},
};
