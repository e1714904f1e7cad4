#include "game.h"

#include "engine/move/apply.h"
#include "engine/move/deal.h"
#include "engine/move/lane.h"
#include "engine/move/pile.h"

static const char *const refusal_names[REFUSED_COUNT] = {
    [REFUSED_NOT] = "accepted",
    [REFUSED_ROUND_OVER] = "round_over",
    [REFUSED_NOT_SEATED] = "not_seated",
    [REFUSED_NO_SUCH_CARD] = "no_such_card",
    [REFUSED_NOT_HELD] = "not_held",
    [REFUSED_NOT_YOUR_TURN] = "not_your_turn",
    [REFUSED_PHASE] = "phase",
    [REFUSED_ONLY_DRAWN] = "only_drawn",
    [REFUSED_NO_MATCH] = "no_match",
    [REFUSED_NO_FLEX] = "no_flex",
    [REFUSED_COLOUR_NEEDED] = "colour_needed",
    [REFUSED_COLOUR_UNKNOWN] = "colour_unknown",
    [REFUSED_TARGET_NEEDED] = "target_needed",
    [REFUSED_TARGET] = "target",
    [REFUSED_PROCLAIM] = "proclaim",
    [REFUSED_UNLAWFUL_WD4] = "unlawful_wd4",
    [REFUSED_LAST_CARD] = "last_card",
    [REFUSED_PENDING] = "pending",
    [REFUSED_MUST_PLAY] = "must_play",
    [REFUSED_CAN_DRAW] = "can_draw",
    [REFUSED_NOT_EXPOSED] = "not_exposed",
    [REFUSED_MULTI] = "multi",
    [REFUSED_MALFORMED] = "malformed",
    [REFUSED_NOTHING_TO_DRAW] = "nothing_to_draw",
};

const char *refusal_name(enum refusal refusal)
{
    return refusal_names[refusal < REFUSED_COUNT ? refusal : REFUSED_MALFORMED];
}

unsigned game_next(const struct game *game, unsigned seat)
{
    return next_seat(game, seat);
}

void game_deal(const struct rules *rules, struct game *game, unsigned players, unsigned dealer,
               struct chance *chance, struct events *events)
{
    struct step step = {rules, game, chance, events};
    bool started = false;
    if (events != NULL)
        events->count = 0;
    if (dealer == SEAT_NONE && rules_switch(rules, SWITCH_DEALER) == DEALER_HIGH_CARD) {
        deal_begin(&step, players);
        pile_shuffle(game, chance);
        dealer = deal_high_card(&step);
    } else if (dealer == SEAT_NONE) {
        dealer = chance_below(chance, players);
    }
    do { /* deal again if none of the remaining cards can start the pile */
        deal_begin(&step, players);
        pile_shuffle(game, chance);
        deal_hands(&step, dealer);
        /* GCOVR_EXCL_BR_START: to reach the second deal, a test would need a shuffle that puts
         * every card that can start the pile into the hands */
        while (!started && game->pile_count > 0)
            started = deal_turn(&step);
    } while (!started);
    /* GCOVR_EXCL_BR_STOP */
}

enum refusal game_apply(const struct rules *rules, struct game *game, const struct action *action,
                        struct chance *chance, struct events *events)
{
    if (events == NULL)
        return lane_apply(rules, game, action, chance);
    return apply_any(rules, game, action, chance, events);
}
