/* The level `hard`: guesses what it does not see, plays each choice on for a few moves, and
 * takes the choice with the best result over many guesses. */
#include <stddef.h>

#include "engine/move/pile.h"
#include "guess.h"
#include "levels.h"
#include "normal.h"
#include "search.h"
#include "value.h"

enum {
    CANDIDATES_MAX = 64,
    HORIZON = 8,     /* moves played after a choice before the position is valued */
    NODES = 20000,   /* some 10 ms on one core */
    REUSE = 4,       /* draw piles tried with one guess of the hands */
    DIFFERENCE = 256 /* values are divided by this, so that sums of squares fit 64 bits */
};

struct candidate {
    struct action action;
    int64_t sum;    /* how much more this candidate is worth than the first one, summed over
                     * guesses */
    int64_t square; /* the squares of these differences, summed */
};

struct hard_search {
    const struct rules *rules;
    const struct view *view;
    const struct game *open; /* the true game, for a search that may see it; else NULL */
    struct guess guess;
    struct game latest; /* guess */
    unsigned laid;      /* how many games were made from guesses */
    struct chance *chance;
    const atomic_bool *stop;
    uint32_t nodes; /* left */
    unsigned count;
    struct candidate list[CANDIDATES_MAX];
};

static void add_candidate(struct hard_search *search, const struct action *action)
{
    if (search->count < CANDIDATES_MAX)
        search->list[search->count++] = (struct candidate){.action = *action};
}

static void add_colours(struct hard_search *search, struct action action, unsigned best)
{
    const struct rules *rules = search->rules;
    bool last = search->view->hand_count[search->view->seat] == 1;
    for (unsigned i = 0; i < 4; i++) {
        action.colour = rules->colours[i];
        if (action.colour == best || !last)
            add_candidate(search, &action);
    }
}

/* Adds a candidate for each target, with the colour that the rules of thumb chose. For the first
 * target, also adds one for each other colour. */
static void add_targets(struct hard_search *search, struct action action, unsigned best)
{
    uint32_t targets = search->view->legal.targets;
    bool wild =
        action.kind == ACTION_PLAY && kind_is_wild(search->rules->deck.face[action.face].kind);
    for (unsigned seat = 0; seat < search->view->players; seat++) {
        if (!seat_in(targets, seat))
            continue;
        action.target = (uint8_t)seat;
        action.colour = (uint8_t)(wild ? best : COLOUR_NONE);
        add_candidate(search, &action);
    }
    action.target = (uint8_t)__builtin_ctz(targets);
    for (unsigned i = 0; i < 4 && wild; i++) {
        action.colour = search->rules->colours[i];
        if (action.colour != best)
            add_candidate(search, &action);
    }
}

/* HR-14: adds plays of all cards of one number, one for each card that may lie on top. */
static void add_multi(struct hard_search *search, struct action action)
{
    const struct rules *rules = search->rules;
    const struct view *view = search->view;
    const struct card *printed = &rules->deck.face[action.face];
    if (rules_switch(rules, SWITCH_MULTI_PLAY) == MULTI_OFF || printed->kind != KIND_NUMBER ||
        view->phase != PHASE_TURN)
        return;
    struct cards same = cards_and(view->hand, rules->of_number[printed->value]);
    cards_remove(&same, cards_first(cards_and(view->hand, rules->of_face[action.face])));
    unsigned count = cards_count(same);
    /* GCOVR_EXCL_BR_START: no deck has more than eight cards of a number */
    if (count == 0 || count > sizeof(action.more))
        return;
    /* GCOVR_EXCL_BR_STOP */
    action.more_count = (uint8_t)count;
    for (unsigned top = 0; top < count; top++) {
        for (unsigned i = 0; i < count; i++)
            action.more[i] = rules->deck.face_of[cards_nth(same, (top + 1 + i) % count)];
        action.uno = view->hand_count[view->seat] == 2u + count;
        if (play_needs_target(rules, NULL, view->seat, action.face, false))
            add_targets(search, action, COLOUR_NONE);
        else
            add_candidate(search, &action);
    }
}

static void add_plays(struct hard_search *search, struct cards set, bool flex, unsigned best)
{
    const struct rules *rules = search->rules;
    const struct view *view = search->view;
    struct action action = action_make(ACTION_PLAY, view->seat);
    action.flex = flex;
    action.uno = view->hand_count[view->seat] == 2;
    for (; !cards_empty(set); set = cards_without(set, rules->of_face[action.face])) {
        action.face = rules->deck.face_of[cards_first(set)];
        const struct card *printed = &rules->deck.face[action.face];
        action.proclaim = printed->kind == KIND_WILD_SKULL;
        if (play_needs_target(rules, NULL, view->seat, action.face, flex))
            add_targets(search, action, best);
        else if (kind_is_wild(printed->kind))
            add_colours(search, action, best);
        else
            add_candidate(search, &action);
        if (!flex)
            add_multi(search, action);
    }
}

static bool same_action(const struct action *a, const struct action *b)
{
    bool same = a->kind == b->kind && a->face == b->face && a->flex == b->flex &&
                a->colour == b->colour && a->target == b->target && a->more_count == b->more_count;
    for (unsigned i = 0; same && i < a->more_count; i++)
        same = a->more[i] == b->more[i];
    return same;
}

static unsigned colour_max(const struct rules *rules, struct cards hand)
{
    unsigned best = rules->colours[0], most = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned count = cards_count(cards_and(hand, rules->of_colour[rules->colours[i]]));
        best = count > most ? rules->colours[i] : best;
        most = count > most ? count : most;
    }
    return best;
}

/* Lists the candidates. The choice of the rules of thumb comes first, because the first one wins
 * ties. */
static void list_candidates(struct hard_search *search)
{
    const struct view *view = search->view;
    const struct legal *legal = &view->legal;
    struct action thumb, action = action_make(ACTION_PASS, view->seat);
    normal_choose(search->rules, view, &thumb);
    add_candidate(search, &thumb);
    unsigned best = colour_max(search->rules, view->hand);
    add_plays(search, legal->normal, false, best);
    add_plays(search, legal->flex, true, best);
    static const uint8_t kinds[] = {ACTION_DRAW, ACTION_KEEP, ACTION_ACCEPT, ACTION_CHALLENGE};
    const bool may[] = {legal->draw, legal->keep, legal->accept, legal->challenge};
    for (unsigned i = 0; i < sizeof(kinds); i++) {
        if (may[i]) {
            action.kind = kinds[i];
            add_candidate(search, &action);
        }
    }
    for (unsigned i = 0; i < 4 && legal->colour; i++) {
        action.kind = ACTION_COLOUR;
        action.colour = search->rules->colours[i];
        add_candidate(search, &action);
    }
    if (legal->target) {
        action = action_make(ACTION_TARGET, view->seat);
        add_targets(search, action, COLOUR_NONE);
    }
    for (unsigned i = 1; i < search->count; i++) {
        if (same_action(&search->list[i].action, &thumb)) {
            search->list[i] = search->list[--search->count];
            break;
        }
    }
}

/* Plays the game on from a choice. False if the nodes run out first. */
static bool play_out(struct hard_search *search, const struct action *action, struct game *game,
                     struct chance *chance, int64_t *value)
{
    const struct rules *rules = search->rules;
    struct action next = *action;
    for (unsigned moves = 0; moves <= HORIZON && game->phase != PHASE_ROUND_OVER; moves++) {
        struct view view;
        if (search->nodes == 0)
            return false;
        search->nodes--;
        if (moves > 0) {
            view_of(rules, game, game->turn, &view);
            normal_choose(rules, &view, &next);
        }
        /* GCOVR_EXCL_START: only an unlawful guess is refused; the tests of guess.h find none */
        if (game_apply(rules, game, &next, chance, NULL) != REFUSED_NOT)
            break;
        /* GCOVR_EXCL_STOP */
    }
    *value = value_of(rules, game, search->view->seat);
    return true;
}

static void lay_guess(struct hard_search *search, struct chance *chance, struct game *game)
{
    if (search->open == NULL && search->laid++ % REUSE == 0) {
        search->guess.nodes = 0;
        guess_game(&search->guess, chance, &search->latest);
        search->nodes -= search->guess.nodes < search->nodes ? search->guess.nodes : search->nodes;
    }
    *game = search->open != NULL ? *search->open : search->latest;
    pile_shuffle(game, chance);
}

/* Plays all candidates on from the same guess with the same chance. */
static bool try_all(struct hard_search *search)
{
    struct chance_seeded dealt, chance;
    struct game laid, game;
    int64_t value[CANDIDATES_MAX];
    uint64_t seed = (uint64_t)chance_word(search->chance) << 32;
    seed |= chance_word(search->chance);
    chance_init_seed(&dealt, seed);
    lay_guess(search, &dealt.base, &laid);
    for (unsigned i = 0; i < search->count; i++) {
        if (search->stop != NULL && atomic_load(search->stop))
            return false;
        game = laid;
        chance_init_seed(&chance, seed + 1);
        if (!play_out(search, &search->list[i].action, &game, &chance.base, &value[i]))
            return false;
    }
    for (unsigned i = 0; i < search->count; i++) {
        int64_t more = (value[i] - value[0]) / DIFFERENCE;
        search->list[i].sum += more;
        search->list[i].square += more * more;
    }
    return true;
}

/* Keeps the first candidate, then the better half of the others, best first. */
static void halve_candidates(struct hard_search *search)
{
    unsigned keep = search->count > 3 ? (search->count + 1) / 2 : 2;
    for (unsigned i = 1; i < keep; i++) {
        unsigned best = i;
        for (unsigned j = i + 1; j < search->count; j++) {
            if (search->list[j].sum > search->list[best].sum)
                best = j;
        }
        struct candidate found = search->list[best];
        for (unsigned j = best; j > i; j--)
            search->list[j] = search->list[j - 1];
        search->list[i] = found;
    }
    search->count = keep;
}

/* Each halving gets the same share of the nodes, so the last candidates are examined most
 * closely. */
static void find_best(struct hard_search *search)
{
    unsigned rounds = 1;
    for (unsigned left = search->count; left > 2; left = (left + 1) / 2)
        rounds++;
    for (uint32_t share = search->nodes / rounds; rounds > 0; rounds--) {
        bool goes_on;
        do {
            goes_on = try_all(search);
        } while (goes_on && search->nodes > share * (rounds - 1));
        halve_candidates(search);
    }
}

/* True if the candidate is better than the first one, which the rules of thumb chose, by more than
 * the standard error of the difference. A smaller lead may be chance, and the rules of thumb rest
 * on many more rounds. */
static bool leads_surely(const struct candidate *candidate)
{
    return candidate->sum > 0 && candidate->sum * candidate->sum > candidate->square;
}

uint32_t search_choose(const struct rules *rules, const struct view *view, const struct game *open,
                       struct chance *chance, const struct player_budget *budget,
                       struct action *action)
{
    uint32_t nodes = budget != NULL && budget->nodes != 0 ? budget->nodes : NODES;
    struct hard_search search;
    search.rules = rules;
    search.view = view;
    search.open = open;
    search.chance = chance;
    search.stop = budget != NULL ? budget->stop : NULL;
    search.nodes = nodes;
    search.count = 0;
    search.laid = 0;
    list_candidates(&search);
    if (search.count > 1) {
        if (open == NULL)
            guess_init(&search.guess, rules, view, budget != NULL ? budget->memory : NULL);
        find_best(&search);
    }
    *action = search.list[search.count > 1 && leads_surely(&search.list[1])].action;
    return nodes - search.nodes;
}

static void choose_hard(const struct rules *rules, const struct view *view, struct chance *chance,
                        const struct player_budget *budget, struct action *action)
{
    search_choose(rules, view, NULL, chance, budget, action);
    if (action->uno)
        action->uno = !forgets_uno(&player_hard, chance);
}

const struct player_impl player_hard = {
    .name = "hard", .searches = true, .forgets = 1, .notices = 90, .choose = choose_hard};
