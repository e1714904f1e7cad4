/* Deals that are asked for card by card (engine/position.h): those that cannot be, and those that
 * end in nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/array.h"
#include "engine/notation.h"
#include "engine/position.h"

static struct rules rules;

static void use(const char *set)
{
    assert_int_equal(rules_init(&rules, ruleset_find(set), NULL, 4), RULES_OK);
}

/* cards of one value for both, to the end of the deck, which is then shuffled. */
static void an_endless_tie_ends(void **state)
{
    (void)state;
    static struct position_deal deal;
    struct chance_seeded chance;
    struct game game;
    use("minion");
    chance_init_seed(&chance, 3);
    deal = (struct position_deal){.players = 2, .dealer = SEAT_NONE};
    for (unsigned value = 0; value < 10; value++) {
        for (unsigned card = 0; card < rules.deck.size; card++) {
            const struct card *printed = &rules.deck.face[rules.deck.face_of[card]];
            if ((printed->kind == KIND_NUMBER ? printed->value : 0u) == value)
                deal.draws[deal.draw_count++] = rules.deck.face_of[card];
        }
    }
    assert_int_equal(deal.draw_count, rules.deck.size);
    assert_null(position_deal(&rules, &game, &deal, &chance.base, NULL));
    assert_true(game.dealer < 2);
}

static void refuse_deal(const struct position_deal *deal)
{
    struct chance_seeded chance;
    struct game game;
    chance_init_seed(&chance, 3);
    assert_non_null(position_deal(&rules, &game, deal, &chance.base, NULL));
}

static void deals_that_cannot_be(void **state)
{
    (void)state;
    struct chance_seeded chance;
    static struct position_deal deal;
    struct game game;
    use("classic");
    unsigned zero = face_parse(&rules.deck, "R0", 2), one = face_parse(&rules.deck, "R1", 2);
    unsigned skip = face_parse(&rules.deck, "Rskip", 5);
    chance_init_seed(&chance, 3);
    deal = (struct position_deal){.players = 2, .dealer = SEAT_NONE};
    assert_null(position_deal(&rules, &game, &deal, &chance.base, NULL)); /* nothing is known */
    deal.draw_count = 2;
    deal.draws[0] = deal.draws[1] = (uint8_t)zero;
    refuse_deal(&deal);
    deal = (struct position_deal){.players = 2, .hand_count = {8}};
    refuse_deal(&deal);
    deal = (struct position_deal){.players = 2, .hand_count = {2}, .hand = {{0}}};
    deal.hand[0][0] = deal.hand[0][1] = (uint8_t)zero;
    refuse_deal(&deal);
    deal = (struct position_deal){.players = 2, .turned_count = 2};
    deal.turned[0] = deal.turned[1] = (uint8_t)zero;
    refuse_deal(&deal);
    deal.turned[1] = (uint8_t)one; /* behind a number that already starts */
    refuse_deal(&deal);
    deal.turned[0] = (uint8_t)skip;
    chance_init_seed(&chance, 3);
    assert_null(position_deal(&rules, &game, &deal, &chance.base, NULL));
    deal = (struct position_deal){.players = 2, .next_count = rules.deck.size};
    for (unsigned card = 0; card < rules.deck.size; card++)
        deal.turned[card] = rules.deck.face_of[card]; /* nothing is left for the hands */
    refuse_deal(&deal);
    use("minion"); /* the set's own way */
    deal = (struct position_deal){.players = 2, .dealer = SEAT_NONE};
    assert_null(position_deal(&rules, &game, &deal, &chance.base, NULL));
    use("classic");
    for (unsigned card = 0; card < rules.deck.size; card++)
        deal.draws[deal.draw_count++] = rules.deck.face_of[card];
    deal.draws[deal.draw_count++] = rules.deck.face_of[0];
    refuse_deal(&deal);
    position_init(&game, 2);
    position_seal(&rules, &game); /* without any card */
    assert_int_equal(game.hand_count[0], 0);
}

/* all numbers are in hands, nothing can start. */
static void nothing_can_start(void **state)
{
    (void)state;
    static struct position_deal deal;
    struct switches switches;
    ruleset_defaults(ruleset_find("classic"), &switches);
    switches.value[SWITCH_HAND_SIZE] = 13;
    assert_int_equal(rules_init(&rules, ruleset_find("classic"), &switches, 6), RULES_OK);
    deal.players = 6;
    for (unsigned card = 0; card < rules.deck.size; card++) {
        unsigned face = rules.deck.face_of[card], seat = 0;
        if (rules.deck.face[face].kind != KIND_NUMBER)
            continue;
        while (deal.hand_count[seat] == 13)
            seat++;
        deal.hand[seat][deal.hand_count[seat]++] = (uint8_t)face;
    }
    refuse_deal(&deal);
}

/* The pile behind the first discard, dealt by that chance: a wild +4 was turned up before. */
static void lay_behind_wd4(uint64_t seed, struct game *game)
{
    static const char *const behind[] = {"W4", "R1", "G1", "G2", "G3",
                                         "G4", "G5", "G6", "G7", "G8"};
    struct position_deal deal = {.players = 2, .turned_count = 2, .next_alone = true};
    struct chance_seeded chance;
    for (unsigned i = 0; i < ARRAY_SIZE(behind); i++)
        deal.turned[i] = (uint8_t)face_parse(&rules.deck, behind[i], 2);
    deal.next_count = ARRAY_SIZE(behind) - deal.turned_count;
    chance_init_seed(&chance, seed);
    assert_null(position_deal(&rules, game, &deal, &chance.base, NULL));
    assert_int_equal(game->pile_count, deal.next_count + 1);
}

/* the pile is shuffled when a wild +4 goes back into it. Only chance can change the order of
 * these cards, for they are laid. */
static void a_wild_draw_four_goes_back(void **state)
{
    (void)state;
    struct game game;
    uint32_t below = 0;  /* bit n: the wild +4 lay above n cards */
    bool turned = false; /* G1 and G8 have changed their order */
    use("skull");
    unsigned first = face_parse(&rules.deck, "G1", 2), last = face_parse(&rules.deck, "G8", 2);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        unsigned at[2] = {0, 0};
        lay_behind_wd4(seed, &game);
        for (unsigned i = 0; i < game.pile_count; i++) {
            unsigned face = rules.deck.face_of[game.pile[i]];
            if (cards_has(rules.wd4s, game.pile[i]))
                below |= 1u << i;
            else if (face == first || face == last)
                at[face == last] = i;
        }
        turned |= at[0] < at[1]; /* laid with G1 on top */
    }
    assert_true(turned);
    assert_true(__builtin_popcount(below) > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_endless_tie_ends),
        cmocka_unit_test(deals_that_cannot_be),
        cmocka_unit_test(nothing_can_start),
        cmocka_unit_test(a_wild_draw_four_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
