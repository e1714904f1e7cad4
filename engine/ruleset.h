/* ruleset.h: rule sets, and the rules of one table.
 *
 * A `struct ruleset` is constant: deck, colours, number of players, default switches, and the
 * hooks of its special card (engine/hooks.h). `struct switches` holds the
 * values that one table chose. `struct rules` combines both, checked. It is built once before
 * the deal and never changes. It holds no pointer into a game, so any number of games may share
 * it. */
#ifndef TALON_ENGINE_RULESET_H
#define TALON_ENGINE_RULESET_H

#include "card.h"
#include "deck.h"
#include "switches.h"

/* Raise this whenever a change of the code makes the same seed and actions give another game.
 * Stored rounds name the version.
 *
 * A round of an older version is replayed by today's rules, but with the defaults and the canonical
 * form (check.h) of its own version. If a changed rule applies in that round, its states differ,
 * and the replay stops there. Changed since version 1: uno_window, W-3, R-72, R-73. */
enum { RULES_VERSION = 2 };

enum { PLAYERS_MAX = 20 }; /* HR-21 */

struct ruleset; /* defined in engine/rulesets/set.h */

/* Finds "classic", "hyper", "skull", "web", "flex" or "minion". NULL: no set has that name. */
const struct ruleset *ruleset_find(const char *name);
/* The n-th rule set from 0; NULL after the last. */
const struct ruleset *ruleset_at(unsigned n);
const char *ruleset_name(const struct ruleset *set);
/* Sets all switches to the defaults of the set (RULES.md 9). */
void ruleset_defaults(const struct ruleset *set, struct switches *switches);
/* The defaults that an older version of the rules had. */
void ruleset_defaults_of(const struct ruleset *set, unsigned version, struct switches *switches);

/* Why a table cannot be dealt with these switches. */
enum rules_error {
    RULES_OK,
    RULES_PLAYERS,             /* outside the set's range */
    RULES_HAND_TOO_LARGE,      /* HR-17: players x hand > deck - 15 */
    RULES_BLUFF_CONFLICT,      /* HR-7 with HR-8 */
    RULES_DEFLECT_ALONE,       /* HR-2 without HR-1 */
    RULES_PLAY_TO_LAST_SCORED, /* HR-16 without single_round */
    RULES_MERCY,        /* HR-15: at or below hand_size, every seat would be out at the deal */
    RULES_TEAMS_PLACES, /* HR-20 with HR-16 */
    RULES_TEAMS_LOWEST, /* HR-20 with lowest_500 */
    RULES_VALUE,        /* a value outside its bounds */
    RULES_UNEVEN        /* HR-20: an odd number of players, or fewer than four; rules_deal() only */
};

/* A short English word for the error, for logs and tools: "players". bot/ has the words for
 * people. */
const char *rules_error_name(enum rules_error error);

/* What a play of a face does if only the printed rules apply (lane.h). */
struct lane {
    _Alignas(8) uint8_t effect; /* enum of lane.c; a struct of 8 bytes is quick to index */
    uint8_t colour;             /* printed */
    uint8_t named;    /* bit a colour: the play may name it; bit COLOUR_NONE: the play names none */
    int8_t turns;     /* direction times this */
    uint8_t steps[2]; /* by how many seats the turn moves on; [1]: with two players */
};

/* A rule set with checked switches. Everybody may read the fields; only rules_init() writes
 * them. */
struct rules {
    const struct ruleset *set;
    struct switches switches;
    uint8_t players_min, players_max;
    uint8_t colours[4];  /* in the set's order of RULES.md 9 */
    uint8_t power_cards; /* flex: 8, else 0 */
    uint8_t decks; /* HR-21: 1 or 2. The fast paths (lane.h, view.c, random.c) take no move of a
                    * round with 2: they know only the low halves of sets (card.h) */
    struct deck deck;
    /* Sets of cards by what is printed on them, so that legality takes a few bit operations. */
    struct cards of_colour[COLOUR_COUNT];
    struct cards of_flex_colour[COLOUR_COUNT];
    struct cards of_number[10];
    struct cards of_kind[KIND_COUNT];
    struct cards wilds;
    struct cards flexes;
    struct cards flips;
    struct cards wd4s; /* wild +4 and WF4 */
    struct cards of_face[FACES_MAX];
    /* The set of one card (a load is cheaper than two shifts); [DECK_MAX]: all cards. */
    struct cards of_card[DECK_MAX + 1];
    /* The cards that follow a face on top whatever the colour: its number or symbol, and all
     * wilds (2.3). */
    struct cards match_face[FACES_MAX];
    const struct hooks *hooks; /* of the set; hooks.h */
    bool narrowed;             /* a switch or the set changes which cards are playable (plays.c) */
    bool plain;                /* no switch changes what the seat in turn may do (turn.c) */
    bool aims;                 /* the set has plays by a flex side or plays that name a target */
    bool simple;     /* not so, and one deck: a play is any card of a low half (random.c) */
    uint8_t version; /* version of the rules and of the canonical form (game_hash()) */
    bool lane_draw;  /* the fast lane (lane.h) also takes draws */
    uint16_t
        lane_limit; /* the lane takes moves below this number of turn actions; 0: none */
    struct lane lane[FACES_MAX];
};

/* Combines `set` with `switches` (NULL: the defaults) and checks them. `players` 0 skips the
 * checks that need their number. After an error do not use `rules`. */
enum rules_error rules_init(struct rules *rules, const struct ruleset *set,
                            const struct switches *switches, unsigned players);
/* What keeps a round from being dealt to so many players, although rules_init() allows their
 * number: HR-20 asks for an even number, and people may still sit down. */
enum rules_error rules_deal(const struct switches *switches, unsigned players);
/* rules_init() for a round that an older version dealt. False: there was no such version. */
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
