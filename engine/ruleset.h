/* ruleset.h: the rule sets, their switches, and the rules of one table.
 *
 * A `struct ruleset` is immutable data: deck, colours, number of players, default switches, and the
 * hooks of its special card (RULES.md 9 "Hooks an engine needs"). `struct switches` are the values
 * that one table chose. `struct rules` is a rule set with its switches resolved and checked; it is
 * built once before the deal, never changes, holds no pointer into the game, and may be shared by
 * any number of games. */
#ifndef TALON_ENGINE_RULESET_H
#define TALON_ENGINE_RULESET_H

#include "card.h"
#include "deck.h"
#include "switches.h"

/* Raised whenever the same seed and actions would give another game: stored rounds name it.
 *
 * Rounds of an older version are replayed by the rules of today, with the defaults and the
 * canonical form (check.h) of their own version. Where a changed rule had a say in such a round its
 * states differ, and the replay stops there. Changed since version 1: uno_window, W-3, R-72,
 * */
enum { RULES_VERSION = 2 };

enum { PLAYERS_MAX = 10 };

struct ruleset; /* defined in engine/rulesets/set.h: deck rows, defaults, hooks */

/* "classic", "hyper", "skull", "web", "flex", "minion"; NULL if there is none of that name. */
const struct ruleset *ruleset_find(const char *name);
/* The n-th rule set from 0, NULL behind the last. */
const struct ruleset *ruleset_at(unsigned n);
const char *ruleset_name(const struct ruleset *set);
/* The set's own values of all switches (RULES.md 9). */
void ruleset_defaults(const struct ruleset *set, struct switches *switches);
/* The same in that version of the rules. */
void ruleset_defaults_of(const struct ruleset *set, unsigned version, struct switches *switches);

/* Why a table cannot be dealt with these switches. */
enum rules_error {
    RULES_OK,
    RULES_PLAYERS,             /* outside the set's range */
    RULES_HAND_TOO_LARGE,      /* HR-17: players x hand > deck - 15 */
    RULES_BLUFF_CONFLICT,      /* HR-7 with HR-8 */
    RULES_DEFLECT_ALONE,       /* HR-2 without HR-1 */
    RULES_PLAY_TO_LAST_SCORED, /* HR-16 without single_round */
    RULES_MERCY,               /* HR-15: at or below hand_size, all would be out at the deal */
    RULES_VALUE                /* a value outside its bounds */
};

/* A short English word of the error for logs and tools: "players". Chat words live in bot/. */
const char *rules_error_name(enum rules_error error);

/* What a play of a face does when only the printed rules have a say in it (lane.h). */
struct lane {
    _Alignas(8) uint8_t effect; /* of lane.c; eight bytes a face are quickly found */
    uint8_t colour;             /* printed */
    uint8_t named;              /* bit a colour: may be named with it; bit COLOUR_NONE: none is */
    int8_t turns;               /* direction times this */
    uint8_t steps[2];           /* seats by which the turn moves on; [1]: between two players */
};

/* A rule set with resolved switches. Fields are read by anyone; written only by rules_init(). */
struct rules {
    const struct ruleset *set;
    struct switches switches;
    uint8_t players_min, players_max;
    uint8_t colours[4];  /* in the set's order of RULES.md 9 */
    uint8_t power_cards; /* flex: 8, else 0 */
    struct deck deck;
    /* Sets of cards by what is printed on them, for legality by bit operations. */
    struct cards of_colour[COLOUR_COUNT];
    struct cards of_flex_colour[COLOUR_COUNT];
    struct cards of_number[10];
    struct cards of_kind[KIND_COUNT];
    struct cards wilds;
    struct cards flexes;
    struct cards flips;
    struct cards wd4s; /* wild +4 and WF4 */
    struct cards of_face[FACES_MAX];
    /* One card (a load is cheaper than two shifts); [DECK_MAX]: all of them. */
    struct cards of_card[DECK_MAX + 1];
    /* What a face on top lets follow whatever the colour: its number or symbol, and all wilds
     * (2.3). */
    struct cards match_face[FACES_MAX];
    const struct hooks *hooks; /* of the set; hooks.h */
    bool narrowed;             /* a switch or the set changes which cards are playable (plays.c) */
    bool plain;                /* no switch changes what a seat in turn may do (turn.c) */
    bool aims;                 /* plays have a flex side, or take a target */
    uint8_t version;           /* whose canonical form game_hash() takes */
    bool lane_draw;            /* the fast lane is open to draws, too */
    uint16_t lane_limit;       /* it is open below so many turn actions; 0: never */
    struct lane lane[FACES_MAX];
};

/* Resolves `set` with `switches` (NULL: the defaults) for a table. `players` 0 checks all that does
 * not depend on their number. On an error `rules` is not to be used. */
enum rules_error rules_init(struct rules *rules, const struct ruleset *set,
                            const struct switches *switches, unsigned players);
/* For a round that was dealt by an older version; false: there was no such version. */
bool rules_set_version(struct rules *rules, unsigned version);

static inline unsigned rules_switch(const struct rules *rules, enum switch_id id)
{
    return rules->switches.value[id];
}

static inline const struct card *rules_card(const struct rules *rules, unsigned card)
{
    return &rules->deck.face[rules->deck.face_of[card]];
}

/* Points of a hand. */
static inline unsigned hand_points(const struct rules *rules, struct cards hand)
{
    unsigned points = 0;
    for (; !cards_empty(hand); cards_remove(&hand, cards_first(hand)))
        points += rules_card(rules, cards_first(hand))->points;
    return points;
}

static inline bool rules_has_colour(const struct rules *rules, unsigned colour)
{
    return colour != COLOUR_NONE && (rules->colours[0] == colour || rules->colours[1] == colour ||
                                     rules->colours[2] == colour || rules->colours[3] == colour);
}

#endif
