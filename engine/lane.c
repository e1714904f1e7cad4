#include "lane.h"

#include "legal.h"

enum { DRAW_TWO = 2 };

/* Effects of faces by their normal side. */
enum { LANE_MOVES_ON, LANE_DRAW2, LANE_WD4 };

/* Hooks of the sets leave these kinds alone, but for H-2 (game->hyper) and flip icons (F-7). */
static struct lane lane_of(const struct rules *rules, const struct card *card)
{
    const uint16_t *value = rules->switches.value;
    struct lane lane = {.effect = LANE_MOVES_ON,
                        .colour = card->colour,
                        .named = 1u << COLOUR_NONE,
                        .turns = 1,
                        .steps = {1, 1}};
    bool own = card->flip; /* has the set or a house rule a say in it? */
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
    if (own) { /* nothing that may be named with it: no play of it is the lane's */
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
    rules->lanes = value[SWITCH_STACK] == STACK_OFF && value[SWITCH_NO_BLUFF] == 0 &&
                   value[SWITCH_NO_FINISH] == NO_FINISH_OFF && value[SWITCH_MERCY] == 0;
    rules->lane_draw = rules->lanes && value[SWITCH_DRAW_UNTIL_PLAYABLE] == 0 &&
                       value[SWITCH_FORCE_PLAY] == FORCE_OFF;
    for (unsigned face = 0; face < rules->deck.faces; face++)
        rules->lane[face] = lane_of(rules, &rules->deck.face[face]);
}

/* next_seat() of a full table, several seats on; at most as many as sit there. */
static inline unsigned seat_on(const struct game *game, int steps)
{
    int players = game->players;
    int seat = game->turn + game->direction * steps;
    seat += players & -(seat < 0); /* no branches: who knows where the table's end is? */
    seat -= players & -(seat >= players);
    return (unsigned)seat;
}

/* the pile is known to have them. His exposure has ended with the play. */
static inline void draw_two(const struct rules *rules, struct game *game, unsigned seat)
{
    const uint8_t *top = &game->pile[game->pile_count];
    struct cards two = cards_or(rules->of_card[top[-1]], rules->of_card[top[-2]]);
    game->hand[seat] = cards_or(game->hand[seat], two);
    game->hand_count[seat] = (uint8_t)(game->hand_count[seat] + DRAW_TWO);
    game->pile_count = (uint8_t)(game->pile_count - DRAW_TWO);
}

/* 2.2 steps 2, 3 and 5 for a card that is not the last one. */
static inline void lay(const struct rules *rules, struct game *game, const struct action *action,
                       unsigned card)
{
    unsigned seat = action->seat;
    unsigned left = game->hand_count[seat] - 1u;
    struct cards *hand = &game->hand[seat];
    struct cards one = rules->of_card[card];
    game->turn_actions++;
    game->passes = 0;
    *hand = cards_without(*hand, one);
    game->hand_count[seat] = (uint8_t)left;
    game->discarded = cards_or(game->discarded, one);
    game->discard[game->discard_count++] = (uint8_t)card;
    game->top_face = action->face;
    game->colour = rules->lane[action->face].colour | action->colour; /* one is COLOUR_NONE */
    /* an announcement in time is all that `uno` can be here. */
    game->exposed = 0;
    if (left == 1 && !action->uno && !seat_in(game->announced, seat) &&
        rules_switch(rules, SWITCH_AUTO_UNO) == 0)
        seat_add(&game->exposed, seat);
}

/* What every move of the lane asks for. Two cards: as many as a +2 takes. */
static inline bool lane_open(const struct rules *rules, const struct game *game, unsigned seat)
{
    return rules->lanes && seat == game->turn && game->phase <= PHASE_DRAWN &&
           game->in_round == (1u << game->players) - 1 && game->hyper == COLOUR_NONE &&
           game->pile_count >= DRAW_TWO &&
           game->turn_actions + 1u < rules_switch(rules, SWITCH_ROUND_LIMIT); /* */
}

/* Apart from lane_play(), as it is rare and calls. */
static __attribute__((noinline)) enum refusal lane_wd4(const struct rules *rules, struct game *game,
                                                       const struct action *action, unsigned card)
{
    unsigned seat = action->seat;
    bool guilty = wd4_guilty(rules, game, game->hand[seat]);
    game->colour_before = game->colour;
    lay(rules, game, action, card);
    seat_remove(&game->announced, seat);
    game->phase = PHASE_CHALLENGE;
    game->offender = (uint8_t)seat;
    game->challenge_flex = 0;
    if (guilty)
        seat_add(&game->guilty, seat);
    game->turn = (uint8_t)seat_on(game, 1);
    return REFUSED_NOT;
}

/* Whether the play is lawful and the lane's: one card by its normal side, not the last one. */
static inline bool fits(const struct rules *rules, const struct game *game,
                        const struct action *action, unsigned *card)
{
    unsigned left = game->hand_count[action->seat] - 1u;
    if (action->face >= rules->deck.faces || action->more_count != 0 || action->flex ||
        action->target != SEAT_NONE || action->colour >= COLOUR_COUNT || left == 0 ||
        (action->uno && left > 1))
        return false;
    if ((rules->lane[action->face].named >> action->colour & 1) == 0)
        return false;
    struct cards open =
        cards_and(hand_open(rules, game, action->seat), rules->of_face[action->face]);
    open = cards_and(open, cards_matching(rules, game));
    if (cards_empty(open))
        return false;
    *card = cards_first(open);
    return true;
}

static __attribute__((noinline)) enum refusal lane_play(const struct rules *rules,
                                                        struct game *game,
                                                        const struct action *action,
                                                        struct chance *chance)
{
    const struct lane *lane;
    unsigned card;
    if (!fits(rules, game, action, &card))
        return apply_any(rules, game, action, chance, NULL);
    lane = &rules->lane[action->face];
    if (lane->effect == LANE_WD4)
        return lane_wd4(rules, game, action, card);
    lay(rules, game, action, card);
    game->direction = (int8_t)(game->direction * lane->turns);
    if (lane->effect == LANE_DRAW2)
        draw_two(rules, game, seat_on(game, 1));
    game->turn = (uint8_t)seat_on(game, lane->steps[game->players == 2]);
    game->phase = PHASE_TURN;
    game->announced = 0;
    return REFUSED_NOT;
}

/* */
static inline enum refusal draw(const struct rules *rules, struct game *game, unsigned card,
                                bool playable)
{
    unsigned seat = game->turn;
    struct cards *hand = &game->hand[seat];
    *hand = cards_or(*hand, rules->of_card[card]);
    game->hand_count[seat]++;
    game->pile_count--;
    game->turn_actions++;
    game->passes = 0;
    game->exposed = 0; /* */
    game->drawn = (uint8_t)card;
    game->turn = (uint8_t)seat_on(game, !playable);
    game->phase = playable ? PHASE_DRAWN : PHASE_TURN;
    game->announced = playable ? game->announced : 0;
    return REFUSED_NOT;
}

/* With power cards a drawn card may be playable by its flex side. */
static __attribute__((noinline)) enum refusal draw_power(const struct rules *rules,
                                                         struct game *game, unsigned card)
{
    struct plays plays = plays_of(rules, game, game->turn, rules->of_card[card]);
    return draw(rules, game, card, !cards_empty(cards_or(plays.normal, plays.flex)));
}

static __attribute__((noinline)) enum refusal lane_draw(const struct rules *rules,
                                                        struct game *game,
                                                        const struct action *action,
                                                        struct chance *chance)
{
    if (game->phase != PHASE_TURN || !rules->lane_draw || action->more_count != 0)
        return apply_any(rules, game, action, chance, NULL);
    unsigned card = game->pile[game->pile_count - 1u];
    if (rules->narrowed)
        return draw_power(rules, game, card);
    return draw(rules, game, card, card_matches(rules, game, card));
}

enum refusal game_apply(const struct rules *rules, struct game *game, const struct action *action,
                        struct chance *chance, struct events *events)
{
    if (events == NULL && lane_open(rules, game, action->seat)) {
        if (action->kind == ACTION_PLAY)
            return lane_play(rules, game, action, chance);
        if (action->kind == ACTION_DRAW)
            return lane_draw(rules, game, action, chance);
    }
    return apply_any(rules, game, action, chance, events);
}
