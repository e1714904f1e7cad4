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

static void note_event(struct round_facts *facts, uint16_t guilty, const struct event *event)
{
    if (event->kind == EVENT_ACCEPTED && (guilty >> event->other & 1) != 0)
        add_one(&facts->seat[event->other].bluffs);
    if (event->kind != EVENT_CHALLENGED)
        return;
    struct seat_facts *challenger = &facts->seat[event->seat];
    struct seat_facts *other = &facts->seat[event->other];
    add_one(event->count == 1 ? &challenger->duels_won : &challenger->duels_lost);
    add_one(event->count == 1 ? &other->duels_lost : &other->duels_won);
}

void facts_note(struct round_facts *facts, uint16_t guilty, const struct action *action,
                const struct game *game, const struct events *events)
{
    if (action->kind == ACTION_PLAY && facts->seat[action->seat].plays < UINT16_MAX)
        facts->seat[action->seat].plays++;
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

void facts_result(const struct round_facts *facts, const struct rules *rules,
                  struct store_result *result)
{
    const struct seat_facts *seat = &facts->seat[result->seat];
    bool sheet = is_of_the_sheet(rules);
    result->plays = sheet ? seat->plays : 0;
    result->cards = sheet ? seat->cards : 0;
    result->duels_won = seat->duels_won;
    result->duels_lost = seat->duels_lost;
    result->bluffs = seat->bluffs;
}

bool facts_agree(const struct round_facts *facts, const struct rules *rules,
                 const struct store_result *result)
{
    struct store_result due = {.seat = result->seat};
    facts_result(facts, rules, &due);
    return !result->did_known ||
           (result->plays == due.plays && result->cards == due.cards &&
            result->duels_won == due.duels_won && result->duels_lost == due.duels_lost &&
            result->bluffs == due.bluffs);
}
