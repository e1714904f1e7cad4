/* RULES.md 6, seed 002: the web swing, W-1 to W-9. */
#include "set.h"

static const struct deck_row rows[] = {
    ROWS_CLASSIC(COLOUR_BLUE, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW),
    ROW_WILD(KIND_WILD_WEB),
};

/* W-3: the other seats that hold a card of the named colour may be chosen, because all hands are
 * shown now. */
static uint32_t find_eligible(const struct rules *rules, const struct game *game, unsigned actor)
{
    uint32_t mask = 0;
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (seat != actor && seat_in(game->in_round, seat) &&
            !cards_empty(cards_and(game->hand[seat], rules->of_colour[game->colour])))
            seat_add(&mask, seat);
    }
    return mask;
}

/* W-2: shows all other hands, to everybody or only to the actor. */
static void reveal_hands(struct step *step, unsigned actor)
{
    const struct game *game = step->game;
    bool open = rules_switch(step->rules, SWITCH_WEBSWING_REVEAL) == REVEAL_PUBLIC;
    if (step->events == NULL)
        return;
    for (unsigned seat = next_seat(game, actor); seat != actor; seat = next_seat(game, seat)) {
        step_emit(step, &(struct event){.kind = EVENT_SHOWN,
                                        .seat = (uint8_t)seat,
                                        .other = open ? SEAT_NONE : (uint8_t)actor,
                                        .face = FACE_NONE,
                                        .count = game->hand_count[seat],
                                        .cards = game->hand[seat]});
    }
}

/* W-5: only the target loses a turn; the players between are passed over. */
static void hit_target(struct step *step, unsigned actor, unsigned target)
{
    step_tell_other(step, EVENT_TARGETED, actor, target, 0);
    step_tell(step, EVENT_LOST_TURN, target);
}

static bool on_play(struct step *step, struct play_effect *play)
{
    struct game *game = step->game;
    if (play->kind != KIND_WILD_WEB)
        return false;
    reveal_hands(step, play->seat);
    uint32_t mask = find_eligible(step->rules, game, play->seat);
    unsigned count = seats_count(mask);
    if (count == 1) { /* W-4 */
        unsigned target = (unsigned)__builtin_ctz(mask);
        hit_target(step, play->seat, target);
        play->from = (uint8_t)target;
    } else if (count > 1) {
        game->phase = PHASE_TARGET;
        game->eligible = mask;
        game->turn = play->seat;
        play->waits = true;
    }
    return true;
}

static void on_target(struct step *step, unsigned target)
{
    step->game->eligible = 0;
    hit_target(step, step->game->turn, target);
    step_advance(step, target, 0);
}

const struct ruleset ruleset_web = {
    .name = "web",
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
            [SWITCH_WEBSWING_REVEAL] = REVEAL_PUBLIC,
        },
    .rows = rows,
    .row_count = ARRAY_SIZE(rows),
    .hooks = {.on_play = on_play, .on_target = on_target},
};
