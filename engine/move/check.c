/* The canonical form of a state and its hash, and what must hold after every action. */
#include "check.h"

#include "engine/hooks.h"
#include "step.h"

/* The hash is FNV-1a over the bytes of the canonical form, mixed at the end. The order of the
 * calls below is that form. If you change it, raise RULES_VERSION and keep the form of older
 * versions. The form names faces, not cards: copies of a face are alike. */
struct hash_form {
    uint64_t hash;
};

static void put8(struct hash_form *form, unsigned value)
{
    form->hash = (form->hash ^ (value & 0xff)) * UINT64_C(0x100000001b3);
}

static void put16(struct hash_form *form, unsigned value)
{
    put8(form, value);
    put8(form, value >> 8);
}

/* Bit a seat. 16 bits, as long as the table has no more seats. */
static void put_seats(struct hash_form *form, const struct game *game, uint32_t seats)
{
    put16(form, seats);
    if (game->players > 16)
        put8(form, seats >> 16);
}

static void put_faces(struct hash_form *form, const struct rules *rules, const uint8_t *cards,
                      unsigned count)
{
    put8(form, count);
    for (unsigned i = 0; i < count; i++)
        put8(form, rules->deck.face_of[cards[i]]);
}

/* Bit n of `word` is the card `first` + n. */
static void put_word(struct hash_form *form, const struct rules *rules, uint64_t word,
                     unsigned first)
{
    for (; word != 0; word &= word - 1)
        put8(form, rules->deck.face_of[first + (unsigned)__builtin_ctzll(word)]);
}

static void put_hand(struct hash_form *form, const struct rules *rules, const struct cards *hand)
{
    put8(form, cards_count(*hand));
    put_word(form, rules, hand->low.bits[0], 0);
    put_word(form, rules, hand->low.bits[1], 64);
    if (half_empty(hand->high))
        return;
    put_word(form, rules, hand->high.bits[0], 128);
    put_word(form, rules, hand->high.bits[1], 192);
}

uint64_t game_hash(const struct rules *rules, const struct game *game)
{
    struct hash_form form = {UINT64_C(0xcbf29ce484222325)};
    put8(&form, rules->version);
    put8(&form, game->players);
    put8(&form, game->dealer);
    put8(&form, game->turn);
    put8(&form, game->phase);
    put8(&form, game->direction > 0 ? 1 : 0);
    put8(&form, game->colour);
    put8(&form, rules->deck.face_of[game->drawn]);
    put8(&form, game->offender);
    put8(&form, game->offender != SEAT_NONE ? game->colour_before : COLOUR_NONE);
    put8(&form, game->challenge_flex);
    put8(&form, game->hyper);
    put8(&form, game->passes);
    put8(&form, game->winner);
    put16(&form, game->pending);
    put8(&form, game->pending != 0 ? game->pending_kind : 0);
    put_seats(&form, game, game->in_round);
    put_seats(&form, game, game->left);
    put_seats(&form, game, game->exposed);
    put_seats(&form, game, game->announced);
    put_seats(&form, game, game->power_red);
    put_seats(&form, game, game->guilty);
    put16(&form, game->turn_actions);
    if (rules->version > 1)
        put_seats(&form, game, game->eligible);
    for (unsigned seat = 0; seat < game->players; seat++) {
        put8(&form, game->catches[seat]);
        put8(&form, game->place[seat]);
        put_hand(&form, rules, &game->hand[seat]);
    }
    put_faces(&form, rules, game->pile, game->pile_count);
    put_faces(&form, rules, game->discard, game->discard_count);
    form.hash ^= form.hash >> 32;
    form.hash *= UINT64_C(0xd6e8feb86659fd93);
    return form.hash ^ form.hash >> 32;
}

/* Every card is in exactly one place. */
static const char *cards_broken(const struct rules *rules, const struct game *game)
{
    struct cards seen = cards_none();
    unsigned count = game->pile_count + game->discard_count;
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (!cards_empty(cards_and(seen, game->hand[seat])))
            return "a card is in two hands";
        if (cards_count(game->hand[seat]) != game->hand_count[seat])
            return "the count of a hand is wrong";
        seen = cards_or(seen, game->hand[seat]);
        count += game->hand_count[seat];
    }
    for (unsigned i = 0; i < game->pile_count; i++)
        cards_add(&seen, game->pile[i]);
    struct cards discarded = cards_none();
    for (unsigned i = 0; i < game->discard_count; i++)
        cards_add(&discarded, game->discard[i]);
    if (!cards_equal(discarded, game->discarded))
        return "the set of discarded cards is wrong";
    seen = cards_or(seen, discarded);
    if (count != rules->deck.size || cards_count(seen) != rules->deck.size)
        return "cards are missing or double";
    if (game->discard_count == 0 ||
        game->top_face != rules->deck.face_of[game->discard[game->discard_count - 1]])
        return "the top is not the last card of the discard pile";
    return NULL;
}

/* A seat is to act, and the phase has the fields that it needs. */
static const char *phase_broken(const struct rules *rules, const struct game *game)
{
    if (game->turn >= game->players || !seat_in(game->in_round, game->turn))
        return "nobody in the round is to act";
    if (seats_in_round(game) < 2)
        return "a round goes on with one player";
    if ((game->colour == COLOUR_NONE) != (game->phase == PHASE_COLOUR))
        return "no colour in force";
    if (game->colour != COLOUR_NONE && !rules_has_colour(rules, game->colour))
        return "a colour that the set does not have";
    if (game->phase != PHASE_DRAWN && game->drawn != DECK_MAX)
        return "a drawn card outside its choice";
    if (game->phase == PHASE_DRAWN &&
        (game->drawn >= DECK_MAX || !cards_has(game->hand[game->turn], game->drawn)))
        return "the drawn card is not held";
    if (game->phase == PHASE_CHALLENGE &&
        (game->offender >= game->players || game->offender == game->turn))
        return "a challenge without an offender";
    if (game->phase == PHASE_TARGET && game->eligible == 0)
        return "a choice without anybody to choose";
    if ((game->eligible & ~game->in_round) != 0 || seat_in(game->eligible, game->turn))
        return "a choice of somebody who cannot be chosen";
    if (game->phase != PHASE_TARGET && game->eligible != 0)
        return "somebody may be chosen outside the choice";
    return NULL;
}

/* A seat that is exposed holds one card. */
static const char *exposed_broken(const struct rules *rules, const struct game *game)
{
    if ((game->exposed & ~game->in_round) != 0)
        return "somebody outside the round is exposed";
    if (!rules_switch(rules, SWITCH_SEVEN_ZERO) && seats_count(game->exposed) > 1)
        return "two players are exposed";
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (seat_in(game->exposed, seat) && game->hand_count[seat] != 1)
            return "an exposed player does not hold one card";
    }
    return NULL;
}

const char *game_broken(const struct rules *rules, const struct game *game)
{
    const char *broken = cards_broken(rules, game);
    if (broken != NULL || game->phase == PHASE_ROUND_OVER)
        return broken;
    if ((broken = phase_broken(rules, game)) != NULL)
        return broken;
    if ((broken = exposed_broken(rules, game)) != NULL)
        return broken;
    if (game->hyper != COLOUR_NONE && game->hyper != game->colour) /* 14.6, 4 */
        return "Hyper Speed is not the colour in force";
    if (rules->power_cards != 0 && (game->power_red & game->in_round) == game->in_round)
        return "all power cards are red";
    if (game->pending != 0 && game->phase != PHASE_TURN)
        return "a sum is pending outside a turn";
    for (unsigned seat = 0; seat < game->players; seat++) { /* 14.6, 6 */
        if (seat_in(game->in_round, seat) && game->hand_count[seat] == 0 &&
            !(game->phase == PHASE_TARGET && seat == game->turn))
            return "an empty hand is still in the round";
    }
    return NULL;
}
