/* Plays a card (ACTION_PLAY): checks it first, then follows the fixed order of RULES.md 2.2. */
#include "play.h"

#include "effect.h"
#include "engine/hooks.h"
#include "engine/round.h"
#include "legal.h"
#include "pile.h"
#include "plays.h"
#include "uno.h"

/* The result of the checks of a play, made before the game changes. */
struct play_choice {
    uint8_t card[8]; /* cards in the order in which they are played */
    uint8_t count;
    uint8_t target;
    bool jump; /* HR-3 */
    bool last; /* the last card of the hand */
    bool over; /* it ends the round */
};

/* Finds a card in the hand for each face of the action. */
static enum refusal find_cards(const struct rules *rules, const struct game *game,
                               const struct action *action, struct play_choice *choice)
{
    struct cards hand = game->hand[action->seat];
    choice->count = (uint8_t)(1 + action->more_count);
    for (unsigned i = 0; i < choice->count; i++) {
        unsigned face = i == 0 ? action->face : action->more[i - 1];
        if (face >= rules->deck.faces)
            return REFUSED_NO_SUCH_CARD;
        struct cards held = cards_and(hand, rules->of_face[face]);
        if (cards_empty(held))
            return REFUSED_NOT_HELD;
        choice->card[i] = (uint8_t)cards_first(held);
        cards_remove(&hand, choice->card[i]);
    }
    return REFUSED_NOT;
}

/* Returns why a card of the hand may not be played now; REFUSED_NOT: it may. */
static enum refusal refuse_card(const struct rules *rules, const struct game *game,
                                const struct action *action)
{
    struct cards face = rules->of_face[action->face];
    if (action->flex &&
        (!rules->deck.face[action->face].flex || seat_in(game->power_red, action->seat)))
        return REFUSED_NO_FLEX;
    if (game->pending != 0)
        return REFUSED_PENDING;
    if (!action->flex && cards_empty(cards_and(face, cards_matching(rules, game))))
        return REFUSED_NO_MATCH;
    if (game->hand_count[action->seat] == 1 && !cards_empty(cards_and(face, plays_not_last(rules))))
        return REFUSED_LAST_CARD;
    return action->flex ? REFUSED_NO_MATCH : REFUSED_UNLAWFUL_WD4;
}

static enum refusal check_turn(const struct rules *rules, const struct game *game,
                               const struct action *action, struct play_choice *choice)
{
    struct cards face = rules->of_face[action->face];
    if (action->seat != game->turn) {
        struct cards open = plays_jump_in(rules, game, action->seat);
        if (action->flex || cards_empty(cards_and(open, face)))
            return REFUSED_NOT_YOUR_TURN;
        choice->jump = true;
        return action->more_count != 0 ? REFUSED_MULTI : REFUSED_NOT;
    }
    if (game->phase == PHASE_DRAWN) {
        if (action->more_count != 0 || action->face != rules->deck.face_of[game->drawn])
            return REFUSED_ONLY_DRAWN;
        choice->card[0] = game->drawn;
    } else if (game->phase != PHASE_TURN) {
        return REFUSED_PHASE;
    }
    struct playable plays =
        plays_of(rules, game, action->seat, hand_open(rules, game, action->seat));
    if (!cards_has(action->flex ? plays.flex : plays.normal, choice->card[0]))
        return refuse_card(rules, game, action);
    return REFUSED_NOT;
}

/* HR-14: several cards may be played at once only if all show the same number. */
static enum refusal check_multi(const struct rules *rules, const struct action *action)
{
    const struct card *first = &rules->deck.face[action->face];
    if (rules_switch(rules, SWITCH_MULTI_PLAY) == MULTI_OFF || first->kind != KIND_NUMBER)
        return REFUSED_MULTI;
    for (unsigned i = 0; i < action->more_count; i++) {
        const struct card *card = &rules->deck.face[action->more[i]];
        if (card->kind != KIND_NUMBER || card->value != first->value)
            return REFUSED_MULTI;
    }
    return REFUSED_NOT;
}

/* Colour and target. A card that ends the round needs neither (2.2 step 4). */
static enum refusal check_choices(const struct rules *rules, const struct game *game,
                                  const struct action *action, struct play_choice *choice)
{
    const struct card *card = &rules->deck.face[action->face];
    if (!kind_is_wild(card->kind)) {
        if (action->colour != COLOUR_NONE)
            return REFUSED_COLOUR_UNKNOWN;
    } else if (action->colour == COLOUR_NONE) {
        if (!choice->over)
            return REFUSED_COLOUR_NEEDED;
    } else if (!rules_has_colour(rules, action->colour)) {
        return REFUSED_COLOUR_UNKNOWN;
    }
    choice->target = SEAT_NONE;
    bool needed = play_needs_target(rules, game, action->seat, action->face, action->flex) &&
                  !choice->over && !(choice->last && card->kind == KIND_NUMBER);
    if (!needed)
        return action->target != SEAT_NONE && !choice->last ? REFUSED_TARGET : REFUSED_NOT;
    uint32_t others = seats_others(game, action->seat);
    choice->target = action->target;
    if (action->target == SEAT_NONE && seats_count(others) == 1) /* F-13: the opponent */
        choice->target = (uint8_t)__builtin_ctz(others);
    if (choice->target == SEAT_NONE)
        return REFUSED_TARGET_NEEDED;
    return choice->target < PLAYERS_MAX && seat_in(others, choice->target) ? REFUSED_NOT
                                                                           : REFUSED_TARGET;
}

/* Checks the common case at once: one lawful card, played in turn. False does not mean refused:
 * check_cards() then checks step by step. */
static bool plain_play(const struct rules *rules, const struct game *game,
                       const struct action *action, struct play_choice *choice)
{
    if (action->more_count != 0 || action->seat != game->turn || game->phase > PHASE_DRAWN ||
        action->face >= rules->deck.faces)
        return false;
    struct playable plays =
        plays_of(rules, game, action->seat, hand_open(rules, game, action->seat));
    struct cards open =
        cards_and(action->flex ? plays.flex : plays.normal, rules->of_face[action->face]);
    if (cards_empty(open))
        return false;
    choice->card[0] = (uint8_t)cards_first(open);
    choice->count = 1;
    return true;
}

static enum refusal check_cards(const struct rules *rules, const struct game *game,
                                const struct action *action, struct play_choice *choice)
{
    if (plain_play(rules, game, action, choice))
        return REFUSED_NOT;
    enum refusal refusal = find_cards(rules, game, action, choice);
    if (refusal == REFUSED_NOT)
        refusal = check_turn(rules, game, action, choice);
    if (refusal == REFUSED_NOT && action->more_count != 0)
        refusal = check_multi(rules, action);
    return refusal;
}

static enum refusal check_play(const struct rules *rules, const struct game *game,
                               const struct action *action, struct play_choice *choice)
{
    enum refusal refusal = check_cards(rules, game, action, choice);
    if (refusal != REFUSED_NOT)
        return refusal;
    choice->last = game->hand_count[action->seat] == choice->count;
    choice->over = choice->last && !(rules_switch(rules, SWITCH_PLAY_TO_LAST) &&
                                     seats_in_round(game) > 2); /* HR-16 */
    refusal = check_choices(rules, game, action, choice);
    if (refusal == REFUSED_NOT && rules->hooks->before_play != NULL)
        refusal = rules->hooks->before_play(rules, &rules->deck.face[action->face], action);
    return refusal;
}

/* Steps 2 and 3 of RULES.md 2.2: the cards come down, and their colour comes into force. */
static void put_down(struct step *step, const struct action *action,
                     const struct play_choice *choice)
{
    struct game *game = step->game;
    unsigned seat = action->seat;
    for (unsigned i = 0; i < choice->count; i++) {
        unsigned card = choice->card[i];
        unsigned face = step->rules->deck.face_of[card];
        const struct card *printed = &step->rules->deck.face[face];
        bool flex = action->flex && i == 0;
        cards_remove(&game->hand[seat], card);
        pile_discard(step->rules, game, card);
        if (!kind_is_wild(printed->kind))
            game->colour = printed->colour; /* F-4 */
        else if (action->colour != COLOUR_NONE)
            game->colour = action->colour;
        if (step->events != NULL) {
            step_emit(step, &(struct event){.kind = EVENT_PLAYED,
                                            .seat = (uint8_t)seat,
                                            .other = SEAT_NONE,
                                            .face = (uint8_t)face,
                                            .colour = game->colour,
                                            .flex = flex});
        }
        if (step->rules->hooks->on_down != NULL)
            step->rules->hooks->on_down(step, seat, face, flex);
    }
    game->hand_count[seat] = (uint8_t)(game->hand_count[seat] - choice->count);
}

/* if the switch says so, the next player must draw even for a draw card that
 * ends the round. With HR-1 they draw the whole sum. */
static void last_card_draw(struct step *step, const struct play_effect *play)
{
    struct game *game = step->game;
    unsigned bits = rules_switch(step->rules, SWITCH_LAST_CARD_DRAW);
    unsigned count = game->pending, bit;
    if (play->flex)
        return;
    if (play->kind == KIND_DRAW2) {
        bit = LAST_DRAW_DRAW2;
        count += 2;
    } else if (play->kind == KIND_WILD_DRAW4 || play->kind == KIND_WILD_FLEX4) {
        bit = LAST_DRAW_WD4;
        count += 4;
    } else if (count != 0) { /* HR-2: the sum was sent on */
        bit = game->pending_kind == KIND_DRAW2 ? LAST_DRAW_DRAW2 : LAST_DRAW_WD4;
        if (play->kind == KIND_REVERSE)
            step_reverse(step);
    } else {
        return;
    }
    if ((bits & bit) != 0)
        pile_draw(step, next_seat(game, play->seat), count, DRAW_LAST_CARD);
}

static void finish_by(struct step *step, const struct play_effect *play)
{
    struct game *game = step->game;
    last_card_draw(step, play);
    if (rules_switch(step->rules, SWITCH_PLAY_TO_LAST)) {
        round_give_place(step, play->seat);
        round_give_place(step, next_seat(game, play->seat));
    }
    round_finish(step, play->seat, ROUND_WON);
}

enum refusal play_apply(struct step *step, const struct action *action)
{
    const struct rules *rules = step->rules;
    struct game *game = step->game;
    unsigned seat = action->seat;
    struct play_choice choice;
    choice.jump = false;
    enum refusal refusal = check_play(rules, game, action, &choice);
    if (refusal != REFUSED_NOT)
        return refusal;

    unsigned face = rules->deck.face_of[choice.card[choice.count - 1]];
    const struct card *top = &rules->deck.face[face];
    struct play_effect play = {.seat = (uint8_t)seat,
                               .face = (uint8_t)face,
                               .kind = top->kind,
                               .printed = top->colour,
                               .target = choice.target,
                               .colour_before = game->colour,
                               .from = (uint8_t)seat,
                               .flex = action->flex,
                               .last = choice.last};
    if (top->kind == KIND_WILD_DRAW4 || top->kind == KIND_WILD_FLEX4)
        play.guilty = wd4_guilty(rules, game, game->hand[seat]); /* */

    game->exposed = 0; /* */
    game->turn = (uint8_t)seat;
    game->drawn = DECK_MAX;
    game->turn_actions++;
    game->passes = 0;
    put_down(step, action, &choice);
    if (choice.over) { /* step 4 */
        finish_by(step, &play);
        return REFUSED_NOT;
    }
    if (choice.last)
        round_give_place(step, seat);
    uno_after_play(step, action, game->hand_count[seat]); /* step 5 */
    effect_apply(step, &play);                            /* step 6 */
    if (rules->hooks->after_play != NULL)                 /* step 7 */
        rules->hooks->after_play(step, &play);
    if (!play.waits) /* step 8 */
        step_advance(step, play.from, play.skips);
    if (choice.last && game->phase != PHASE_TARGET)
        round_retire(step, seat);
    return REFUSED_NOT;
}
