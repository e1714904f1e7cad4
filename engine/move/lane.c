#include "lane.h"

#include "apply.h"
#include "effect.h"
#include "engine/round.h"
#include "plays.h"

/* What the normal side of a face does besides passing the turn on. */
enum { LANE_MOVES_ON, LANE_DRAW2, LANE_WD4 };

/* No hook of a set changes these kinds, with two exceptions: H-2 (lane_open() checks
 * game->hyper) and flip icons (F-7; the lane leaves their faces to the steps). */
static struct lane lane_of(const struct rules *rules, const struct card *card)
{
    const uint16_t *value = rules->switches.value;
    struct lane lane = {.effect = LANE_MOVES_ON,
                        .colour = card->colour,
                        .named = 1u << COLOUR_NONE,
                        .turns = 1,
                        .steps = {1, 1}};
    bool own = card->flip; /* a set or a house rule changes this kind, so the lane leaves it to the
                            * steps */
    switch (card->kind) {
    case KIND_NUMBER: /* HR-4 */
        own |= value[SWITCH_SEVEN_ZERO] != 0 && (card->value == 0 || card->value == 7);
        break;
    case KIND_SKIP:
        lane.steps[0] = lane.steps[1] = 2;
        break;
    case KIND_REVERSE: /* */
        lane.turns = -1;
        lane.steps[1] = value[SWITCH_TWO_PLAYER_REVERSE] == TWO_REVERSE_SKIP ? 2 : 1;
        break;
    case KIND_DRAW2:
        lane.effect = LANE_DRAW2;
        if (value[SWITCH_DRAW_KEEPS_TURN] == 0) /* HR-13 */
            lane.steps[0] = lane.steps[1] = 2;
        break;
    case KIND_WILD_DRAW4:
        lane.effect = LANE_WD4;
        own |= value[SWITCH_NO_CHALLENGE] != 0; /* HR-8 */
        break;
    case KIND_WILD:
        break;
    default:
        own = true;
        break;
    }
    /* No colour may be named, not even "none": play_fits() refuses every play of this face. */
    if (own) {
        lane.named = 0;
    } else if (kind_is_wild(card->kind)) { /* one of the four must be named */
        lane.named = 0;
        for (unsigned i = 0; i < 4; i++)
            lane.named = (uint8_t)(lane.named | 1u << rules->colours[i]);
    }
    return lane;
}

void lanes_init(struct rules *rules)
{
    const uint16_t *value = rules->switches.value;
    bool lanes = rules->decks == 1 && value[SWITCH_STACK] == STACK_OFF &&
                 value[SWITCH_NO_BLUFF] == 0 && value[SWITCH_NO_FINISH] == NO_FINISH_OFF &&
                 value[SWITCH_MERCY] == 0 && value[SWITCH_PLAY_TO_LAST] == 0;
    rules->lane_limit = (uint16_t)(lanes ? value[SWITCH_ROUND_LIMIT] - 1u : 0);
    rules->lane_draw =
        value[SWITCH_DRAW_UNTIL_PLAYABLE] == 0 && value[SWITCH_FORCE_PLAY] == FORCE_OFF;
    for (unsigned face = 0; face < rules->deck.faces; face++)
        rules->lane[face] = lane_of(rules, &rules->deck.face[face]);
}

/* The seat `steps` places after the seat in turn, at a table that nobody has left. `steps` is at
 * most the number of players. It wraps round without a branch, because no processor can predict
 * where the table ends. */
static inline unsigned seat_on(const struct game *game, int steps)
{
    unsigned players = game->players, around = (unsigned)game->direction * players;
    unsigned seat = (unsigned)(game->turn + game->direction * steps);
    return seat - (around & -(unsigned)(seat >= players));
}

/* Whether the lane may take the next move. All seats must be in the round: it is enough to check
 * that none left, because the lane's switches let no seat go out in another way. */
static inline bool lane_open(const struct rules *rules, const struct game *game, unsigned seat)
{
    return seat == game->turn && game->left == 0 && game->hyper == COLOUR_NONE &&
           game->turn_actions < rules->lane_limit; /* */
}

/* The seat draws `cards`, the top `count` of the pile. The pile is known to have them, so no
 * reshuffle is needed. */
static inline void draw_many(struct game *game, unsigned seat, struct half cards, unsigned count)
{
    game->hand[seat].low = half_or(game->hand[seat].low, cards);
    game->hand_count[seat] = (uint8_t)(game->hand_count[seat] + count);
    game->pile_count = (uint8_t)(game->pile_count - count);
}

/* The two cards that lie below `top`. */
static inline struct half two_from(const struct rules *rules, const uint8_t *top)
{
    return half_or(rules->of_card[top[-1]].low, rules->of_card[top[-2]].low);
}

/* Returns true if the play is of one card, by its normal side, and lawful. Sets `*card` to that
 * card. */
static inline bool play_fits(const struct rules *rules, const struct game *game,
                             const struct action *action, unsigned *card)
{
    if (action->face >= rules->deck.faces || action->more_count != 0 || action->flex ||
        action->target != SEAT_NONE || action->colour >= COLOUR_COUNT ||
        action->uno > (game->hand_count[action->seat] == 2) || /* UNO can only be said with the next
                                                                * to last card */
        (rules->lane[action->face].named >> action->colour & 1) == 0)
        return false;
    struct half open =
        half_and(hand_open_low(rules, game, action->seat), rules->of_face[action->face].low);
    open = half_and(open, cards_matching_low(rules, game));
    if (half_empty(open))
        return false;
    *card = half_first(open);
    return true;
}

/* Steps 2, 3 and 5 of RULES.md 2.2: the card comes down, and UNO is checked. */
static inline void lay_card(const struct rules *rules, struct game *game,
                            const struct action *action, unsigned card)
{
    unsigned seat = action->seat;
    struct half one = rules->of_card[card].low;
    game->drawn = DECK_MAX;
    game->turn_actions++;
    game->passes = 0;
    game->hand[seat].low = half_without(game->hand[seat].low, one);
    game->discarded.low = half_or(game->discarded.low, one);
    game->discard[game->discard_count++] = (uint8_t)card;
    game->top_face = action->face;
    game->colour =
        rules->lane[action->face].colour | action->colour; /* a card without a colour names one, so
                                                            * one of the two is always
                                                            * COLOUR_NONE */
    /* play_fits() has checked that a UNO call with the card is in time. */
    game->exposed = 0;
    bool silent = (--game->hand_count[seat] == 1) >
                  action->uno; /* one card left and no UNO; a comparison instead of a branch */
    if (silent && !seat_in(game->announced, seat) && rules_switch(rules, SWITCH_AUTO_UNO) == 0)
        seat_add(&game->exposed, seat);
}

static inline enum refusal pass_on(struct game *game, int steps)
{
    game->turn = (uint8_t)seat_on(game, steps);
    game->phase = PHASE_TURN;
    game->announced = 0; /* */
    return REFUSED_NOT;
}

/* Each rare kind of play has a function of its own, so that lane_play() does not pay for it.
 * lane_play() tests for each kind separately: a processor predicts several branches better than
 * one that serves all kinds.
 *
 * lane_draw2() is R-12. The player who draws needs no check for exposure: the play has just ended
 * it. */
static __attribute__((noinline)) enum refusal lane_draw2(const struct rules *rules,
                                                         struct game *game,
                                                         const struct action *action,
                                                         struct chance *chance, unsigned card)
{
    if (game->pile_count < DRAW_TWO) /* */
        return apply_any(rules, game, action, chance, NULL);
    struct half two = two_from(rules, &game->pile[game->pile_count]);
    lay_card(rules, game, action, card);
    draw_many(game, seat_on(game, 1), two, DRAW_TWO);
    return pass_on(game, rules->lane[action->face].steps[0]);
}

/* asks the next player to accept or to challenge. */
static __attribute__((noinline)) enum refusal lane_wd4(const struct rules *rules, struct game *game,
                                                       const struct action *action, unsigned card)
{
    unsigned seat = action->seat;
    bool guilty = wd4_guilty(rules, game, game->hand[seat]);
    game->colour_before = game->colour;
    lay_card(rules, game, action, card);
    seat_remove(&game->announced, seat);
    game->phase = PHASE_CHALLENGE;
    game->offender = (uint8_t)seat;
    game->challenge_flex = 0;
    if (guilty)
        seat_add(&game->guilty, seat);
    game->turn = (uint8_t)seat_on(game, 1);
    return REFUSED_NOT;
}

/* Step 4 of RULES.md 2.2: the last card ends the round. */
static __attribute__((noinline)) enum refusal lane_last(const struct rules *rules,
                                                        struct game *game,
                                                        const struct action *action,
                                                        struct chance *chance, unsigned card)
{
    struct step step = {.rules = rules, .game = game};
    if (rules->lane[action->face].effect != LANE_MOVES_ON) /* */
        return apply_any(rules, game, action, chance, NULL);
    lay_card(rules, game, action, card);
    round_finish(&step, action->seat, ROUND_WON);
    return REFUSED_NOT;
}

static __attribute__((noinline)) enum refusal lane_play(const struct rules *rules,
                                                        struct game *game,
                                                        const struct action *action,
                                                        struct chance *chance)
{
    unsigned card;
    if (!play_fits(rules, game, action, &card))
        return apply_any(rules, game, action, chance, NULL);
    const struct lane *lane = &rules->lane[action->face];
    if (game->hand_count[action->seat] == 1)
        return lane_last(rules, game, action, chance, card);
    if (lane->effect == LANE_WD4)
        return lane_wd4(rules, game, action, card);
    if (lane->effect == LANE_DRAW2)
        return lane_draw2(rules, game, action, chance, card);
    lay_card(rules, game, action, card);
    game->direction = (int8_t)(game->direction * lane->turns);
    return pass_on(game, lane->steps[game->players == 2]);
}

/* a playable card may be played at once; any other card ends the turn. R-28, without a
 * branch: usually all exposures end. If UNO windows last until the next play, a playable card ends
 * only the drawer's exposure. */
static inline enum refusal draw_top(const struct rules *rules, struct game *game, unsigned card,
                                    bool playable)
{
    unsigned lasts = playable & (rules_switch(rules, SWITCH_UNO_WINDOW) == WINDOW_PLAYED);
    draw_many(game, game->turn, rules->of_card[card].low, 1);
    game->turn_actions++;
    game->passes = 0;
    game->exposed &= -lasts & ~(1u << game->turn);
    game->drawn = (uint8_t)(playable ? card : DECK_MAX);
    game->turn = (uint8_t)seat_on(game, !playable);
    game->phase = playable ? PHASE_DRAWN : PHASE_TURN;
    game->announced &= -(unsigned)playable; /* */
    return REFUSED_NOT;
}

/* With power cards a drawn card may be playable by its flex side. */
static __attribute__((noinline)) enum refusal draw_power(const struct rules *rules,
                                                         struct game *game, unsigned card)
{
    struct playable plays = plays_of(rules, game, game->turn, rules->of_card[card]);
    return draw_top(rules, game, card, !cards_empty(cards_or(plays.normal, plays.flex)));
}

static __attribute__((noinline)) enum refusal lane_draw(const struct rules *rules,
                                                        struct game *game,
                                                        const struct action *action,
                                                        struct chance *chance)
{
    if (game->pile_count == 0 || !rules->lane_draw || action->more_count != 0)
        return apply_any(rules, game, action, chance, NULL);
    unsigned card = game->pile[game->pile_count - 1u];
    if (rules->narrowed)
        return draw_power(rules, game, card);
    return draw_top(rules, game, card, half_has(cards_matching_low(rules, game), card));
}

/* HR-13: ACCEPT and CHALLENGE of a wild +4 by its normal side. No branch depends on
 * the answer or the guilt, because both are as good as random. */
static __attribute__((noinline)) enum refusal lane_answer(const struct rules *rules,
                                                          struct game *game,
                                                          const struct action *action,
                                                          struct chance *chance)
{
    unsigned kind = action->kind, offender = game->offender;
    if ((kind != ACTION_ACCEPT && kind != ACTION_CHALLENGE) || action->more_count != 0 ||
        game->challenge_flex != 0 || game->pile_count < WD4_INNOCENT)
        return apply_any(rules, game, action, chance, NULL);
    bool guilty = (kind == ACTION_CHALLENGE) & seat_in(game->guilty, offender);
    bool innocent = (kind == ACTION_CHALLENGE) & !guilty;
    unsigned seat = guilty ? offender : game->turn;
    enum switch_id keeps = guilty ? SWITCH_WD4_GUILTY_KEEPS_TURN : SWITCH_DRAW_KEEPS_TURN;
    const uint8_t *top = &game->pile[game->pile_count];
    struct half cards = half_or(two_from(rules, top), two_from(rules, top - 2));
    cards = half_or(cards, half_when(innocent, two_from(rules, top - 4)));
    draw_many(game, seat, cards,
              innocent ? WD4_INNOCENT
                       : WD4_ACCEPT); /* a guilty player draws the same number as one who accepts */
    seat_remove(&game->exposed, seat); /* */
    effect_clear(game);
    return pass_on(game, innocent | (rules_switch(rules, keeps) == 0));
}

enum refusal lane_apply(const struct rules *rules, struct game *game, const struct action *action,
                        struct chance *chance)
{
    if (lane_open(rules, game, action->seat)) {
        if (action->kind == ACTION_PLAY && game->phase <= PHASE_DRAWN)
            return lane_play(rules, game, action, chance);
        if (action->kind == ACTION_DRAW && game->phase == PHASE_TURN)
            return lane_draw(rules, game, action, chance);
        if (game->phase == PHASE_CHALLENGE)
            return lane_answer(rules, game, action, chance);
    }
    return apply_any(rules, game, action, chance, NULL);
}
