#include "facts.h"

#include "storage/store.h"

static void note_hands(struct round_facts *facts, const struct game *game)
{
    for (unsigned i = 0; i < game->players; i++) {
        if (game->hand_count[i] > facts->seat[i].cards)
            facts->seat[i].cards = game->hand_count[i];
    }
}

void facts_begin(struct round_facts *facts, const struct game *game)
{
    *facts = (struct round_facts){.seat = {{0}}};
    note_hands(facts, game);
}

/* Adds one; stops at the largest value. */
static void add_one(uint8_t *count)
{
    *count = (uint8_t)(*count + (*count < UINT8_MAX));
}

static void note_event(struct round_facts *facts, uint32_t guilty, const struct event *event)
{
    if (event->kind == EVENT_DREW && event->detail != DRAW_TURN &&
        event->count > facts->seat[event->seat].taken)
        facts->seat[event->seat].taken = event->count;
    if (event->kind == EVENT_CAUGHT && event->other < PLAYERS_MAX)
        add_one(&facts->seat[event->other].caught[event->seat]);
    if (event->kind == EVENT_ACCEPTED && (guilty >> event->other & 1) != 0)
        add_one(&facts->seat[event->other].bluffs);
    if (event->kind != EVENT_CHALLENGED)
        return;
    struct seat_facts *challenger = &facts->seat[event->seat];
    struct seat_facts *other = &facts->seat[event->other];
    add_one(event->count == 1 ? &challenger->duels_won : &challenger->duels_lost);
    add_one(event->count == 1 ? &other->duels_lost : &other->duels_won);
}

static void note_play(struct seat_facts *seat, const struct rules *rules,
                      const struct action *action, const struct game *game)
{
    seat->plays = (uint16_t)(seat->plays + (seat->plays < UINT16_MAX));
    enum kind kind = rules->deck.face[action->face].kind;
    seat->last_wild4 = game->hand_count[action->seat] == 0 &&
                       (kind == KIND_WILD_DRAW4 || (kind == KIND_WILD_FLEX4 && !action->flex));
}

void facts_note(struct round_facts *facts, const struct rules *rules, uint32_t guilty,
                const struct action *action, const struct game *game, const struct events *events)
{
    if (action->kind == ACTION_PLAY)
        note_play(&facts->seat[action->seat], rules, action, game);
    for (unsigned i = 0; i < events->count; i++)
        note_event(facts, guilty, &events->at[i]);
    note_hands(facts, game);
}

static bool is_of_the_sheet(const struct rules *rules)
{
    struct switches sheet;
    ruleset_defaults_of(rules->set, rules->version, &sheet);
    return rules_switch(rules, SWITCH_HAND_SIZE) == sheet.value[SWITCH_HAND_SIZE];
}

/* HR-20: the round is won because the partner went out. */
static bool partner_went_out(const struct game *game, const struct store_result *result)
{
    return result->won && result->seat != game->winner;
}

void facts_result(const struct round_facts *facts, const struct rules *rules,
                  const struct game *game, struct store_result *result)
{
    const struct seat_facts *seat = &facts->seat[result->seat];
    bool told = is_of_the_sheet(rules) && !partner_went_out(game, result);
    result->plays = told ? seat->plays : 0;
    result->cards = told ? seat->cards : 0;
    result->duels_won = seat->duels_won;
    result->duels_lost = seat->duels_lost;
    result->bluffs = seat->bluffs;
}

/* The cards of the seat that holds fewest, of the other seats that are still in the round, without
 * the partner (HR-20). */
static unsigned fewest_of_others(const struct rules *rules, const struct game *game, unsigned seat)
{
    const unsigned partner = game_partner(rules, game->players, seat);
    unsigned fewest = UINT8_MAX;
    for (unsigned i = 0; i < game->players; i++) {
        if (i != seat && i != partner && (game->in_round >> i & 1) != 0 &&
            game->hand_count[i] < fewest)
            fewest = game->hand_count[i];
    }
    return fewest < UINT8_MAX ? fewest : 0;
}

void facts_deeds(const struct round_facts *facts, const struct rules *rules,
                 const struct game *game, uint32_t people, struct store_result *result)
{
    const struct seat_facts *seat = &facts->seat[result->seat];
    result->deeds = (struct store_deeds){.caught = 0};
    if (!partner_went_out(game, result)) {
        result->deeds = (struct store_deeds){.taken = seat->taken,
                                             .fewest = fewest_of_others(rules, game, result->seat),
                                             .last_wild4 = seat->last_wild4};
    }
    for (unsigned i = 0; i < game->players; i++)
        result->deeds.caught += (people >> i & 1) != 0 ? seat->caught[i] : 0;
}

bool facts_agree(const struct round_facts *facts, const struct rules *rules,
                 const struct game *game, const struct store_result *result)
{
    struct store_result due = {.seat = result->seat, .won = result->won};
    facts_result(facts, rules, game, &due);
    return !result->did_known ||
           (result->plays == due.plays && result->cards == due.cards &&
            result->duels_won == due.duels_won && result->duels_lost == due.duels_lost &&
            result->bluffs == due.bluffs);
}
