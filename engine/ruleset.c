#include "array_size.h"
#include "engine/move/lane.h"
#include "rulesets/set.h"

#include <string.h>

static const struct ruleset *const sets[] = {
    &ruleset_classic, &ruleset_hyper, &ruleset_skull, &ruleset_web, &ruleset_flex, &ruleset_minion,
};

static const char *const error_names[] = {
    [RULES_OK] = "ok",
    [RULES_PLAYERS] = "players",
    [RULES_HAND_TOO_LARGE] = "hand_too_large",
    [RULES_BLUFF_CONFLICT] = "bluff_conflict",
    [RULES_DEFLECT_ALONE] = "deflect_alone",
    [RULES_PLAY_TO_LAST_SCORED] = "play_to_last_scored",
    [RULES_MERCY] = "mercy",
    [RULES_TEAMS_PLACES] = "teams_places",
    [RULES_TEAMS_LOWEST] = "teams_lowest",
    [RULES_VALUE] = "value",
    [RULES_UNEVEN] = "uneven",
};

enum { HAND_RESERVE = 15 }; /* HR-17 */

const struct ruleset *ruleset_at(unsigned n)
{
    return n < ARRAY_SIZE(sets) ? sets[n] : NULL;
}

const struct ruleset *ruleset_find(const char *name)
{
    const struct ruleset *set;
    for (unsigned n = 0; (set = ruleset_at(n)) != NULL; n++) {
        if (strcmp(set->name, name) == 0)
            return set;
    }
    return NULL;
}

const char *ruleset_name(const struct ruleset *set)
{
    return set->name;
}

void ruleset_defaults(const struct ruleset *set, struct switches *switches)
{
    memcpy(switches->value, set->defaults, sizeof(switches->value));
}

void ruleset_defaults_of(const struct ruleset *set, unsigned version, struct switches *switches)
{
    ruleset_defaults(set, switches);
    if (version < 2)
        switches->value[SWITCH_UNO_WINDOW] = WINDOW_BEGINS;
}

const char *rules_error_name(enum rules_error error)
{
    return error_names[error <= RULES_UNEVEN ? error : RULES_VALUE];
}

static bool values_in_bounds(const struct switches *switches)
{
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        const struct switch_info *info = switch_info((enum switch_id)id);
        unsigned value = switches->value[id];
        if (id == SWITCH_UNO_PENALTY) {
            if ((value & 0xff) > info->max || value >> 8 > info->max)
                return false;
        } else if (value < info->min || value > info->max) {
            return false;
        }
    }
    return true;
}

static enum rules_error check_rules(const struct rules *rules, unsigned players)
{
    if (!values_in_bounds(&rules->switches))
        return RULES_VALUE;
    if (players != 0 && (players < rules->players_min || players > rules->players_max))
        return RULES_PLAYERS;
    if (players * rules_switch(rules, SWITCH_HAND_SIZE) + HAND_RESERVE > rules->deck.size)
        return RULES_HAND_TOO_LARGE;
    if (rules_switch(rules, SWITCH_NO_BLUFF) && rules_switch(rules, SWITCH_NO_CHALLENGE))
        return RULES_BLUFF_CONFLICT;
    if (rules_switch(rules, SWITCH_DEFLECT) && rules_switch(rules, SWITCH_STACK) == STACK_OFF)
        return RULES_DEFLECT_ALONE;
    if (rules_switch(rules, SWITCH_PLAY_TO_LAST) &&
        rules_switch(rules, SWITCH_SCORE) != SCORE_SINGLE_ROUND)
        return RULES_PLAY_TO_LAST_SCORED;
    unsigned mercy = rules_switch(rules, SWITCH_MERCY);
    if (mercy != 0 && mercy <= rules_switch(rules, SWITCH_HAND_SIZE))
        return RULES_MERCY;
    if (rules_switch(rules, SWITCH_TEAMS) && rules_switch(rules, SWITCH_PLAY_TO_LAST))
        return RULES_TEAMS_PLACES;
    if (rules_switch(rules, SWITCH_TEAMS) && rules_switch(rules, SWITCH_SCORE) == SCORE_LOWEST)
        return RULES_TEAMS_LOWEST;
    return RULES_OK;
}

static void sort_card(struct rules *rules, unsigned card)
{
    unsigned face = rules->deck.face_of[card];
    const struct card *printed = &rules->deck.face[face];
    cards_add(&rules->of_card[card], card);
    cards_add(&rules->of_card[DECK_MAX], card);
    cards_add(&rules->of_face[face], card);
    cards_add(&rules->of_kind[printed->kind], card);
    if (kind_is_wild(printed->kind))
        cards_add(&rules->wilds, card);
    else
        cards_add(&rules->of_colour[printed->colour], card);
    if (printed->kind == KIND_NUMBER)
        cards_add(&rules->of_number[printed->value], card);
    if (printed->kind == KIND_WILD_DRAW4 || printed->kind == KIND_WILD_FLEX4)
        cards_add(&rules->wd4s, card);
    if (printed->flip)
        cards_add(&rules->flips, card);
    if (!printed->flex)
        return;
    cards_add(&rules->flexes, card);
    if (!kind_is_wild(printed->kind))
        cards_add(&rules->of_flex_colour[printed->flex_colour], card);
}

static void find_matches(struct rules *rules)
{
    for (unsigned face = 0; face < rules->deck.faces; face++) {
        const struct card *printed = &rules->deck.face[face];
        struct cards match = rules->wilds; /* */
        if (printed->kind == KIND_NUMBER)
            match = cards_or(match, rules->of_number[printed->value]);
        else if (!kind_is_wild(printed->kind))
            match = cards_or(match, rules->of_kind[printed->kind]);
        rules->match_face[face] = match;
    }
}

enum rules_error rules_init(struct rules *rules, const struct ruleset *set,
                            const struct switches *switches, unsigned players)
{
    memset(rules, 0, sizeof(*rules));
    rules->set = set;
    rules->version = RULES_VERSION;
    rules->hooks = &set->hooks;
    rules->players_min = set->players_min;
    memcpy(rules->colours, set->colours, sizeof(rules->colours));
    if (switches != NULL)
        rules->switches = *switches;
    else
        ruleset_defaults(set, &rules->switches);
    /* HR-21: a second deck, and a second lot of power cards, as soon as one is too small */
    bool two = rules_switch(rules, SWITCH_TWO_DECKS) != 0;
    rules->players_max = (uint8_t)(set->players_max << two);
    rules->decks = (uint8_t)(1 + (two && players > set->players_max));
    rules->power_cards = (uint8_t)(set->power_cards * rules->decks);
    deck_build(&rules->deck, set->rows, set->row_count, rules->decks);
    for (unsigned card = 0; card < rules->deck.size; card++)
        sort_card(rules, card);
    find_matches(rules);
    rules->narrowed = set->hooks.can_play_flex != NULL ||
                      rules_switch(rules, SWITCH_STACK) != STACK_OFF ||
                      rules_switch(rules, SWITCH_NO_BLUFF) ||
                      rules_switch(rules, SWITCH_NO_FINISH) != NO_FINISH_OFF;
    rules->plain = rules->decks == 1 && rules_switch(rules, SWITCH_STACK) == STACK_OFF &&
                   !rules_switch(rules, SWITCH_NO_BLUFF) &&
                   rules_switch(rules, SWITCH_NO_FINISH) == NO_FINISH_OFF &&
                   rules_switch(rules, SWITCH_FORCE_PLAY) == FORCE_OFF &&
                   !rules_switch(rules, SWITCH_SEVEN_ZERO);
    rules->aims = rules->power_cards != 0 || rules_switch(rules, SWITCH_SEVEN_ZERO);
    rules->simple = !rules->aims && rules->decks == 1;
    lanes_init(rules);
    return check_rules(rules, players);
}

enum rules_error rules_deal(const struct switches *switches, unsigned players)
{
    enum { TWO_TEAMS = 4 };
    bool uneven = players % 2 != 0 || players < TWO_TEAMS;
    return switches->value[SWITCH_TEAMS] && uneven ? RULES_UNEVEN : RULES_OK;
}

bool rules_set_version(struct rules *rules, unsigned version)
{
    if (version == 0 || version > RULES_VERSION)
        return false;
    rules->version = (uint8_t)version;
    return true;
}
