/* ruleset_internal.h: what a rule set is made of. Included by engine/ alone.
 *
 * A set is data (deck, defaults) and the hooks of RULES.md 9 that its special card needs. A hook
 * that is NULL costs one test. Hooks may change the game through step.h only. */
#ifndef TALON_ENGINE_RULESET_INTERNAL_H
#define TALON_ENGINE_RULESET_INTERNAL_H

#include "engine/step.h"

struct hooks {
    /* Legality: which of `hand` may be played by the flex side now (F-2, F-3). */
    struct cards (*can_play_flex)(const struct rules *rules, const struct game *game, unsigned seat,
                                  struct cards hand);
    /* Before a lawful play: REFUSED_NOT, or what is still missing (S-2). */
    enum refusal (*before_play)(const struct rules *rules, const struct card *card,
                                const struct action *action);
    /* 2.2 step 3: a card of the play has come down (with HR-14 each of them, in order). */
    void (*on_down)(struct step *step, unsigned seat, unsigned face, bool flex);
    /* 2.2 step 6: true when the card's effect is done and the common one must not run. */
    bool (*on_play)(struct step *step, struct play *play);
    /* 2.2 step 7. */
    void (*after_play)(struct step *step, struct play *play);
    /* PHASE_TARGET: whom the acting seat may choose, and the choice. */
    uint16_t (*eligible)(const struct rules *rules, const struct game *game);
    void (*on_target)(struct step *step, unsigned target);
    /* A seat has left the round. */
    void (*on_player_left)(struct step *step);
};

struct ruleset {
    const char *name;
    uint8_t players_min, players_max;
    uint8_t power_cards;
    uint8_t colours[4]; /* RULES.md 9, in its order */
    uint16_t defaults[SWITCH_COUNT];
    const struct deck_row *rows;
    unsigned row_count;
    struct hooks hooks;
};

extern const struct ruleset ruleset_classic, ruleset_hyper, ruleset_skull, ruleset_web,
    ruleset_flex, ruleset_minion;

/* RULES.md 9: where the sheets agree, and the numbers. What nobody names is off or 0. */
#define SWITCHES_COMMON                                                                            \
    [SWITCH_WD4_GUILTY_KEEPS_TURN] = true, [SWITCH_TARGET] = 500, [SWITCH_HAND_SIZE] = 7,          \
    [SWITCH_ROUND_LIMIT] = 5000, [SWITCH_UNO_PENALTY] = 2,                                         \
    [SWITCH_TWO_PLAYER_REVERSE] = TWO_REVERSE_SKIP

/* Rows of RULES.md 11.2 "classic_part". */
#define ROW_NUMBER(c, n, copies)                                                                   \
    {                                                                                              \
        {.kind = KIND_NUMBER, .colour = (c), .value = (n), .points = (n)}, (copies)                \
    }
#define ROW_ACTION(c, k)                                                                           \
    {                                                                                              \
        {.kind = (k), .colour = (c), .points = 20}, 2                                              \
    }
#define ROW_WILD(k)                                                                                \
    {                                                                                              \
        {.kind = (k), .points = 50}, 4                                                             \
    }
#define ROWS_COLOUR(c)                                                                             \
    ROW_NUMBER(c, 0, 1), ROW_NUMBER(c, 1, 2), ROW_NUMBER(c, 2, 2), ROW_NUMBER(c, 3, 2),            \
        ROW_NUMBER(c, 4, 2), ROW_NUMBER(c, 5, 2), ROW_NUMBER(c, 6, 2), ROW_NUMBER(c, 7, 2),        \
        ROW_NUMBER(c, 8, 2), ROW_NUMBER(c, 9, 2), ROW_ACTION(c, KIND_DRAW2),                       \
        ROW_ACTION(c, KIND_REVERSE), ROW_ACTION(c, KIND_SKIP)
#define ROWS_CLASSIC(a, b, c, d)                                                                   \
    ROWS_COLOUR(a), ROWS_COLOUR(b), ROWS_COLOUR(c), ROWS_COLOUR(d), ROW_WILD(KIND_WILD),           \
        ROW_WILD(KIND_WILD_DRAW4)
#define ROW_COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

#endif
