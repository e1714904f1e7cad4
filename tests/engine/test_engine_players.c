/* Computer players: always a legal action, from the view alone, within their budget; thought pays.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "engine/move/check.h"
#include "engine/player/guess.h"
#include "engine/player/search.h"
#include "engine/position.h"

enum { NODES = 120 };

static struct memory memory; /* of the round that play() plays */
static const struct player_budget small = {.nodes = NODES, .memory = &memory};

/* A position of a running round and what was asked of the players in it. */
typedef void looker(const struct rules *rules, const struct game *game, const struct view *view,
                    struct chance *chance);

/* One round; `entry` of a seat chooses for it. Every choice must be accepted. */
static unsigned play(const struct rules *rules, const struct player_impl *const *entry,
                     unsigned players, uint64_t seed, const struct player_budget *budget,
                     looker *look)
{
    struct chance_seeded chance;
    struct game game;
    chance_init_seed(&chance, seed);
    game_deal(rules, &game, players, SEAT_NONE, &chance.base, NULL);
    memory_begin(&memory, &game);
    while (game.phase != PHASE_ROUND_OVER) {
        const struct game before = game;
        struct view view;
        struct action action;
        view_of(rules, &game, game.turn, &view);
        if (look != NULL)
            look(rules, &game, &view, &chance.base);
        entry[game.turn]->choose(rules, &view, &chance.base, budget, &action);
        assert_int_equal(action.seat, game.turn);
        assert_int_equal(game_apply(rules, &game, &action, &chance.base, NULL), REFUSED_NOT);
        memory_note(&memory, rules, &before, &action, &game);
    }
    return game.winner;
}

/* Some switches at random; those that do not go together are left out again. */
static void any_rules(struct rules *rules, const struct ruleset *set, unsigned players,
                      struct chance *chance)
{
    struct switches switches;
    ruleset_defaults(set, &switches);
    switches.value[SWITCH_TWO_DECKS] = true;
    for (unsigned n = chance_below(chance, 8); n > 0; n--) {
        struct switches tried = switches;
        unsigned id = chance_below(chance, SWITCH_COUNT);
        const struct switch_info *info = switch_info(id);
        if (id == SWITCH_UNO_PENALTY || id == SWITCH_TWO_DECKS || id == SWITCH_LAST_CARD_DRAW ||
            id == SWITCH_ROUND_LIMIT)
            continue;
        tried.value[id] =
            (uint16_t)(info->min + chance_below(chance, (uint32_t)(info->max - info->min) + 1));
        if (rules_init(rules, set, &tried, players) == RULES_OK)
            switches = tried;
    }
    switches.value[SWITCH_ROUND_LIMIT] = 500;
    assert_int_equal(rules_init(rules, set, &switches, players), RULES_OK);
}

/* Every level, all sets, 2 to 20 players, random switches: play() asserts that all is accepted.
 * Of so many rounds a set the share that this build plays. */
static void everywhere(unsigned rounds, looker *look)
{
    struct chance_seeded chance;
    chance_init_seed(&chance, 14);
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        for (unsigned round = 0; round < rounds / PLAYERS_SHARE; round++) {
            struct rules rules;
            const struct player_impl *entry[PLAYERS_MAX];
            assert_int_equal(rules_init(&rules, ruleset_at(n), NULL, 0), RULES_OK);
            unsigned most = (round % 2 + 1) * rules.players_max - 1u; /* HR-21 every other time */
            unsigned players = 2 + chance_below(&chance.base, most);
            any_rules(&rules, ruleset_at(n), players, &chance.base);
            for (unsigned seat = 0; seat < players; seat++)
                entry[seat] = player_at(chance_below(&chance.base, 4));
            play(&rules, entry, players, round, &small, look);
        }
    }
}

static void players_act_legally(void **state)
{
    (void)state;
    everywhere(60, NULL);
}

static void players_have_names(void **state)
{
    static const char *const names[] = {"random", "easy", "normal", "hard"};
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        assert_string_equal(player_at(n)->name, names[n]);
        assert_ptr_equal(player_find(names[n]), player_at(n));
        assert_int_equal(player_at(n)->searches, n == 3);
    }
    assert_null(player_at(4));
    assert_null(player_find("nobody"));
    assert_null(player_find("cheat")); /* sees all hands: nobody may sit down as it */
    assert_ptr_equal(player_find("greedy"), player_find("normal"));
}

static void assert_same_view(const struct view *a, const struct view *b)
{
    assert_memory_equal(a, b, offsetof(struct view, hand_count) + PLAYERS_MAX);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->top_face, b->top_face);
    assert_int_equal(a->drawn_face, b->drawn_face);
    assert_memory_equal(&a->hand, &b->hand, sizeof(a->hand));
    assert_memory_equal(&a->discard, &b->discard, sizeof(a->discard));
    assert_memory_equal(&a->legal.normal, &b->legal.normal, sizeof(a->legal.normal));
    assert_memory_equal(&a->legal.flex, &b->legal.flex, sizeof(a->legal.flex));
    assert_int_equal(a->legal.targets, b->legal.targets);
    assert_int_equal(a->legal.challenge, b->legal.challenge);
    assert_int_equal(a->legal.accept, b->legal.accept);
    assert_int_equal(a->legal.draw, b->legal.draw);
    assert_int_equal(a->legal.keep, b->legal.keep);
    assert_int_equal(a->legal.pass, b->legal.pass);
}

/* Two games that look the same to the seat, hidden cards anew in both, but in one of them as they
 * go with what was seen. */
static void guess_two(const struct rules *rules, const struct view *view, struct chance *chance,
                      struct game *a, struct game *b)
{
    struct guess guess;
    guess_init(&guess, rules, view, NULL);
    guess_game(&guess, chance, a);
    guess_init(&guess, rules, view, &memory);
    guess_game(&guess, chance, b);
}

static unsigned differing; /* hidden hands that differed: else the test would prove nothing */

static void look_guess(const struct rules *rules, const struct game *game, const struct view *view,
                       struct chance *chance)
{
    struct game guess[2];
    (void)game;
    guess_two(rules, view, chance, &guess[0], &guess[1]);
    for (unsigned i = 0; i < 2; i++) {
        struct view seen;
        assert_null(game_broken(rules, &guess[i]));
        view_of(rules, &guess[i], view->seat, &seen);
        assert_same_view(view, &seen);
    }
    differing += memcmp(guess[0].hand, guess[1].hand, sizeof(guess[0].hand)) != 0;
}

/* A guess is a lawful game and looks to its seat as the true one does, in every phase. */
static void guesses_are_lawful(void **state)
{
    (void)state;
    differing = 0;
    everywhere(40, look_guess);
    assert_true(differing > 1000 / PLAYERS_SHARE);
}

/* W-3, HR-10: a fine has given the only seat that cannot be chosen more of the colour than there
 * are other cards. A guess must not look for cards that there are none of. */
static void guesses_survive_fines(void **state)
{
    (void)state;
    static struct rules rules;
    struct game game, guess[2];
    struct view view;
    struct chance_seeded chance;
    unsigned greens = 0;
    assert_int_equal(rules_init(&rules, ruleset_find("web"), NULL, 4), RULES_OK);
    position_init(&game, 4);
    for (unsigned card = 0; card < rules.deck.size; card++) {
        bool green = cards_has(rules.of_colour[COLOUR_GREEN], card);
        if (card < 2)
            cards_add(&game.hand[0], card);
        else if (!green)
            game.discard[game.discard_count++] = (uint8_t)card;
        else if (greens++ < 9)
            cards_add(&game.hand[1 + greens % 3], card);
        else
            game.pile[game.pile_count++] = (uint8_t)card;
    }
    game.colour = COLOUR_GREEN;
    game.phase = PHASE_TARGET;
    game.eligible = 1u << 1 | 1u << 2;
    position_seal(&rules, &game);
    assert_null(game_broken(&rules, &game));
    view_of(&rules, &game, 0, &view);
    chance_init_seed(&chance, 1);
    memory_begin(&memory, &game);
    guess_two(&rules, &view, &chance.base, &guess[0], &guess[1]);
    for (unsigned i = 0; i < 2; i++) {
        assert_null(game_broken(&rules, &guess[i]));
        assert_int_equal(guess[i].eligible, game.eligible);
    }
}

/* By how much the cards of a colour differ, squared, for all hands that the seat does not see. */
static unsigned apart(const struct rules *rules, const struct game *a, const struct game *b,
                      unsigned own)
{
    unsigned sum = 0;
    for (unsigned seat = 0; seat < a->players; seat++) {
        for (unsigned i = 0; i < 4 && seat != own; i++) {
            struct cards colour = rules->of_colour[rules->colours[i]];
            int more = (int)cards_count(cards_and(a->hand[seat], colour)) -
                       (int)cards_count(cards_and(b->hand[seat], colour));
            sum += (unsigned)(more * more);
        }
    }
    return sum;
}

/* What makes players meet questions that are rare else. */
static void house_rules_are_met(void **state)
{
    static const struct {
        const char *set;
        struct {
            enum switch_id id;
            uint16_t value;
        } switches[3];
    } tables[] = {
        {"flex", {{SWITCH_FLEX_WD4_CHALLENGE, 1}}}, /* somebody who is not next is asked */
        {"classic", {{SWITCH_SEVEN_ZERO, 1}, {SWITCH_MULTI_PLAY, MULTI_SAME_NUMBER}}},
        {"classic", /* a wild +4 that can be accepted, and not challenged */
         {{SWITCH_SEVEN_ZERO, 1}, {SWITCH_STACK, STACK_ANY}, {SWITCH_NO_CHALLENGE, 1}}},
        /* HR-20: the partner is the next player when an opponent is out */
        {"classic", {{SWITCH_TEAMS, 1}, {SWITCH_MERCY, 10}, {SWITCH_STACK, STACK_ANY}}},
        {"classic", {{SWITCH_PLAY_TO_LAST, 1}, {SWITCH_SEVEN_ZERO, 1}}},
        {"classic", {{SWITCH_TWO_DECKS, 1}}}, /* twelve players */
    };
    const struct player_impl *entry[PLAYERS_MAX];
    (void)state;
    for (unsigned seat = 0; seat < PLAYERS_MAX; seat++)
        entry[seat] = player_at(seat % 4);
    for (unsigned n = 0; n < ARRAY_SIZE(tables); n++) {
        struct rules rules;
        struct switches switches;
        const unsigned players = tables[n].switches[0].id == SWITCH_TWO_DECKS ? 12 : 4;
        ruleset_defaults(ruleset_find(tables[n].set), &switches);
        for (unsigned i = 0; i < 3 && tables[n].switches[i].value != 0; i++)
            switches.value[tables[n].switches[i].id] = tables[n].switches[i].value;
        assert_int_equal(rules_init(&rules, ruleset_find(tables[n].set), &switches, players),
                         RULES_OK);
        for (unsigned round = 0; round < 40; round++)
            play(&rules, entry, players, round, &small, look_guess);
    }
}

/* Without a card to play: draws if it may, or keeps, or passes. */
static void random_does_what_is_left(void **state)
{
    (void)state;
    for (unsigned players = 4; players <= 12; players += 8) { /* one deck, and two (HR-21) */
        struct rules rules;
        struct game game;
        struct view view;
        struct switches switches;
        struct action action;
        struct chance_seeded chance;
        ruleset_defaults(ruleset_find("classic"), &switches);
        switches.value[SWITCH_TWO_DECKS] = true;
        assert_int_equal(rules_init(&rules, ruleset_find("classic"), &switches, players), RULES_OK);
        chance_init_seed(&chance, 1);
        game_deal(&rules, &game, players, 0, &chance.base, NULL);
        view_of(&rules, &game, game.turn, &view);
        const struct player_impl *random = player_find("random");
        for (unsigned may = 0; may < 3; may++) {
            static const enum action_kind kinds[] = {ACTION_DRAW, ACTION_KEEP, ACTION_PASS};
            memset(&view.legal, 0, sizeof(view.legal));
            view.legal.draw = may == 0;
            view.legal.keep = may == 1;
            random->choose(&rules, &view, &chance.base, NULL, &action);
            assert_int_equal(action.kind, kinds[may]);
        }
    }
}

static unsigned blind, knowing; /* what guesses are wrong by */

static void look_memory(const struct rules *rules, const struct game *game, const struct view *view,
                        struct chance *chance)
{
    struct game guess[2];
    guess_two(rules, view, chance, &guess[0], &guess[1]);
    blind += apart(rules, game, &guess[0], view->seat);
    knowing += apart(rules, game, &guess[1], view->seat);
    for (unsigned seat = 0; seat < game->players; seat++) {
        for (unsigned colour = 0; colour < COLOUR_COUNT; colour++) {
            struct cards of = colour == COLOUR_NONE ? rules->wilds : rules->of_colour[colour];
            unsigned held = cards_count(cards_and(game->hand[seat], of));
            assert_in_range(held, 0, memory.may[seat][colour]);
        }
    }
}

/* Who draws only when he must never holds what the memory denies; and what it tells makes
 * guesses better. */
static void the_memory_is_true(void **state)
{
    const struct player_impl *entry[PLAYERS_MAX];
    (void)state;
    blind = knowing = 0;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        for (unsigned round = 0; round < 60; round++) {
            struct rules rules;
            assert_int_equal(rules_init(&rules, ruleset_at(n), NULL, 4), RULES_OK);
            for (unsigned seat = 0; seat < 4; seat++)
                entry[seat] = player_find("random");
            play(&rules, entry, 4, round, NULL, look_memory);
        }
    }
    print_message("guesses are wrong by %u, with a memory by %u\n", blind, knowing);
    assert_true(knowing < blind - blind / 20);
}

static void assert_same_action(const struct action *a, const struct action *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->face, b->face);
    assert_int_equal(a->colour, b->colour);
    assert_int_equal(a->target, b->target);
    assert_int_equal(a->flex, b->flex);
    assert_int_equal(a->uno, b->uno);
    assert_int_equal(a->more_count, b->more_count);
    assert_memory_equal(a->more, b->more, a->more_count);
}

/* Which choice for which seed: with equal answers for all seeds the distributions are equal, too.
 */
static void look_hidden(const struct rules *rules, const struct game *game, const struct view *view,
                        struct chance *chance)
{
    struct game other[2];
    if (chance_below(chance, 8) != 0)
        return;
    guess_two(rules, view, chance, &other[0], &other[1]);
    differing += memcmp(other[0].hand, game->hand, sizeof(other[0].hand)) != 0;
    for (unsigned level = 0; player_at(level) != NULL; level++) {
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct action action[3];
            const struct game *games[3] = {game, &other[0], &other[1]};
            for (unsigned i = 0; i < 3; i++) {
                struct chance_seeded source;
                struct view seen;
                chance_init_seed(&source, seed);
                view_of(rules, games[i], view->seat, &seen);
                player_at(level)->choose(rules, &seen, &source.base, &small, &action[i]);
            }
            assert_same_action(&action[0], &action[1]);
            assert_same_action(&action[0], &action[2]);
        }
    }
}

static void hidden_cards_change_nothing(void **state)
{
    (void)state;
    differing = 0;
    everywhere(20, look_hidden);
    assert_true(differing > 300 / PLAYERS_SHARE);
}

static unsigned stopped;

static void look_budget(const struct rules *rules, const struct game *game, const struct view *view,
                        struct chance *chance)
{
    static const uint32_t nodes[] = {1, 7, 300};
    atomic_bool stop = true;
    struct game tried;
    struct action action;
    for (unsigned i = 0; i < 3; i++) {
        struct player_budget budget = {.nodes = nodes[i], .memory = &memory};
        assert_true(search_choose(rules, view, NULL, chance, &budget, &action) <= nodes[i]);
    }
    struct player_budget budget = {.nodes = 1000000000, .stop = &stop};
    assert_int_equal(search_choose(rules, view, NULL, chance, &budget, &action), 0);
    tried = *game;
    assert_int_equal(game_apply(rules, &tried, &action, chance, NULL), REFUSED_NOT);
    stopped++;
}

/* The nodes are never exceeded; a raised flag is answered at once, by a legal action. */
static void the_budget_holds(void **state)
{
    (void)state;
    stopped = 0;
    everywhere(6, look_budget);
    assert_true(stopped > 500 / PLAYERS_SHARE);
}

/* Wins of the first entry, whose seat moves on, among four. */
static unsigned wins_of(const struct ruleset *set, const char *first, const char *others,
                        unsigned rounds, const struct player_budget *budget)
{
    struct rules rules;
    unsigned wins = 0;
    assert_int_equal(rules_init(&rules, set, NULL, 4), RULES_OK);
    for (unsigned round = 0; round < rounds; round++) {
        const struct player_impl *entry[4];
        for (unsigned seat = 0; seat < 4; seat++)
            entry[seat] = player_find(seat == round % 4 ? first : others);
        wins += play(&rules, entry, 4, round, budget, NULL) == round % 4;
    }
    return wins;
}

/* Chance is a quarter; 2000 rounds have a deviation of one in a hundred. */
static void thinking_pays(void **state)
{
    (void)state;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        assert_true(wins_of(ruleset_at(n), "normal", "random", 2000, NULL) > 2000 * 31 / 100);
        assert_true(wins_of(ruleset_at(n), "easy", "normal", 2000, NULL) < 2000 * 22 / 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_have_names),
        cmocka_unit_test(players_act_legally),
        cmocka_unit_test(guesses_are_lawful),
        cmocka_unit_test(guesses_survive_fines),
        cmocka_unit_test(hidden_cards_change_nothing),
        cmocka_unit_test(the_budget_holds),
        cmocka_unit_test(thinking_pays),
        cmocka_unit_test(the_memory_is_true),
        cmocka_unit_test(house_rules_are_met),
        cmocka_unit_test(random_does_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
