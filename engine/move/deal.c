/* Dealer, hands and first discard. */
#include "deal.h"

#include <string.h>

#include "apply.h"
#include "effect.h"
#include "pile.h"

void deal_begin(struct step *step, unsigned players)
{
    struct game *game = step->game;
    memset(game, 0, sizeof(*game));
    game->players = (uint8_t)players;
    game->direction = 1;
    game->winner = game->offender = SEAT_NONE;
    game->drawn = DECK_MAX;
    game->in_round = (1u << players) - 1;
    game->pile_count = step->rules->deck.size;
    for (unsigned card = 0; card < game->pile_count; card++)
        game->pile[card] = (uint8_t)card;
}

/* Symbols and wilds count as 0, which is their `value`. */
unsigned deal_high_card(struct step *step)
{
    const struct game *game = step->game;
    uint32_t tied = game->in_round;
    unsigned at = game->pile_count;
    for (;;) {
        uint32_t best = 0;
        unsigned highest = 0;
        if (at < seats_count(tied)) {
            pile_shuffle(step->game, step->chance);
            at = game->pile_count;
        }
        for (unsigned seat = 0; seat < game->players; seat++) {
            if (!seat_in(tied, seat))
                continue;
            unsigned face = step->rules->deck.face_of[game->pile[--at]];
            unsigned value = step->rules->deck.face[face].value;
            if (step->events != NULL) {
                step_emit(step, &(struct event){.kind = EVENT_DEALER_DRAW,
                                                .seat = (uint8_t)seat,
                                                .other = SEAT_NONE,
                                                .face = (uint8_t)face});
            }
            if (best == 0 || value > highest) {
                best = 0;
                highest = value;
            }
            if (value == highest)
                seat_add(&best, seat);
        }
        tied = best;
        if (seats_count(tied) == 1)
            return (unsigned)__builtin_ctz(tied);
    }
}

void deal_hands(struct step *step, unsigned dealer)
{
    struct game *game = step->game;
    unsigned size = rules_switch(step->rules, SWITCH_HAND_SIZE), players = game->players;
    const struct cards *of_card = step->rules->of_card;
    const uint8_t *card = &game->pile[game->pile_count];
    for (unsigned seat = dealer, n = players; n > 0; n--) {
        struct half low = half_none(), high = half_none();
        seat = seat + 1 == players ? 0 : seat + 1;
        card--;
        for (unsigned i = 0; i < size; i++)
            low = half_or(low, of_card[card[-(int)(i * players)]].low);
        for (unsigned i = 0; i < size && step->rules->decks > 1; i++)
            high = half_or(high, of_card[card[-(int)(i * players)]].high);
        game->hand[seat] = (struct cards){low, high};
        game->hand_count[seat] = (uint8_t)size;
    }
    game->pile_count = (uint8_t)(game->pile_count - size * players);
    game->dealer = (uint8_t)dealer;
    step_tell_count(step, EVENT_DEALT, dealer, size);
}

enum start { START_PLAIN, START_IGNORED, START_BACK }; /* as EVENT_TURNED counts them */

/* What a card turned up for the first discard does. One switch decides for wild +4, one for the
 * symbols and the plain wild, one for the special cards. */
static enum start start_of(const struct rules *rules, const struct card *card)
{
    switch (card->kind) {
    case KIND_NUMBER:
        return START_PLAIN;
    case KIND_WILD_DRAW4:
    case KIND_WILD_FLEX4:
        return rules_switch(rules, SWITCH_FIRST_WD4) == FIRST_WD4_RETURN ? START_BACK
                                                                         : START_IGNORED;
    case KIND_SKIP:
    case KIND_REVERSE:
    case KIND_DRAW2:
    case KIND_WILD:
        return rules_switch(rules, SWITCH_FIRST_DISCARD) == FIRST_APPLY ? START_PLAIN
                                                                        : START_IGNORED;
    default:
        return rules_switch(rules, SWITCH_FIRST_SPECIAL) == FIRST_SPECIAL_COLOUR ? START_PLAIN
                                                                                 : START_IGNORED;
    }
}

/* How the first discard changes who plays first (rows 7 to 7f of the tables of the sheets). */
static void start_effect(struct step *step, const struct card *card)
{
    struct game *game = step->game;
    unsigned left = next_seat(game, game->dealer);
    game->colour = card->colour;
    game->turn = (uint8_t)left;
    game->phase = PHASE_TURN;
    switch (card->kind) {
    case KIND_NUMBER:
        break;
    case KIND_DRAW2: /* the turn is lost as printed */
        pile_draw(step, left, DRAW_TWO, DRAW_EFFECT);
        step_advance(step, game->dealer, 1);
        break;
    case KIND_SKIP:
        step_advance(step, game->dealer, 1);
        break;
    case KIND_REVERSE:
        step_reverse(step);
        game->turn = game->dealer;
        break;
    default: /* */
        game->phase = PHASE_COLOUR;
        break;
    }
}

bool deal_turn(struct step *step)
{
    struct game *game = step->game;
    unsigned card = game->pile[--game->pile_count];
    unsigned face = step->rules->deck.face_of[card];
    enum start start = start_of(step->rules, &step->rules->deck.face[face]);
    if (step->events != NULL) {
        step_emit(step, &(struct event){.kind = EVENT_TURNED,
                                        .seat = SEAT_NONE,
                                        .other = SEAT_NONE,
                                        .face = (uint8_t)face,
                                        .count = (uint8_t)start});
    }
    if (start == START_BACK) { /* */
        game->pile[game->pile_count++] = (uint8_t)card;
        pile_shuffle(game, step->chance);
        return false;
    }
    pile_discard(step->rules, game, card);
    if (start == START_IGNORED) /* */
        return false;
    start_effect(step, &step->rules->deck.face[face]);
    apply_settle(step, step->game->dealer);
    return true;
}
