/* switches.h: the switches of a table's rules: values, names and bounds. */
#ifndef TALON_ENGINE_SWITCHES_H
#define TALON_ENGINE_SWITCHES_H

#include <stdbool.h>
#include <stdint.h>

/* The switches of RULES.md 9, of RULES.md 10, and of the list at its end. */
enum switch_id {
    SWITCH_DEALER,                /* chosen / high_card */
    SWITCH_FIRST_DISCARD,         /* ignore_non_number / apply */
    SWITCH_FIRST_WD4,             /* ignored / return_and_redraw */
    SWITCH_FIRST_SPECIAL,         /* ignored / left_names_colour */
    SWITCH_WD4_MATCH,             /* all_wilds / wilds_except_wd4 / none */
    SWITCH_WD4_GUILTY_KEEPS_TURN, /* */
    SWITCH_LAST_CARD_DRAW,        /* R-56, a set of draw2 and wild_draw4 */
    SWITCH_UNO_WINDOW,            /* begins / played */
    SWITCH_SCORE,           /* single_round / points_500 / lowest_500; `score_default` too */
    SWITCH_TARGET,          /* HR-17, points */
    SWITCH_HAND_SIZE,       /* HR-17, cards */
    SWITCH_ROUND_LIMIT,     /* R-57, turn actions */
    SWITCH_HYPER_STACKS,    /* */
    SWITCH_WEBSWING_REVEAL, /* public / actor_only (W-2) */
    SWITCH_SKULL_PROCLAMATION,  /* required / auto / off */
    SWITCH_MINION_SKIPS,        /* M-5 */
    SWITCH_FLEX_MATCH,          /* side_used / any_side (F-3) */
    SWITCH_FLEX_WD4_CHALLENGE,  /* */
    SWITCH_STACK,               /* HR-1 */
    SWITCH_DEFLECT,             /* HR-2 */
    SWITCH_JUMP_IN,             /* HR-3 */
    SWITCH_SEVEN_ZERO,          /* HR-4 */
    SWITCH_DRAW_UNTIL_PLAYABLE, /* HR-5 */
    SWITCH_FORCE_PLAY,          /* HR-6 */
    SWITCH_NO_BLUFF,            /* HR-7 */
    SWITCH_NO_CHALLENGE,        /* HR-8 */
    SWITCH_UNO_PENALTY,         /* HR-9: fixed n, or progressive s,d */
    SWITCH_FALSE_UNO,           /* HR-10 */
    SWITCH_AUTO_UNO,            /* HR-11 */
    SWITCH_NO_FINISH,           /* HR-12 */
    SWITCH_DRAW_KEEPS_TURN,     /* HR-13 */
    SWITCH_MULTI_PLAY,          /* HR-14 */
    SWITCH_MERCY,               /* HR-15 */
    SWITCH_PLAY_TO_LAST,        /* HR-16 */
    SWITCH_TWO_PLAYER_REVERSE,  /* HR-18 */
    SWITCH_BLOCKED_ROUND,       /* HR-19 */
    SWITCH_TEAMS,               /* HR-20 */
    SWITCH_TWO_DECKS,           /* HR-21 */
    SWITCH_COUNT
};

/* Values of the enumerated switches; booleans are 0 and 1; numbers are themselves. */
enum { DEALER_CHOSEN, DEALER_HIGH_CARD };
enum { FIRST_IGNORE_NON_NUMBER, FIRST_APPLY };
enum { FIRST_WD4_IGNORED, FIRST_WD4_RETURN };
enum { FIRST_SPECIAL_IGNORED, FIRST_SPECIAL_COLOUR };
enum { WD4_MATCH_ALL_WILDS, WD4_MATCH_EXCEPT_WD4, WD4_MATCH_NONE };
enum { LAST_DRAW_NONE = 0, LAST_DRAW_DRAW2 = 1, LAST_DRAW_WD4 = 2 }; /* bits */
enum { WINDOW_BEGINS, WINDOW_PLAYED };
enum { SCORE_SINGLE_ROUND, SCORE_POINTS, SCORE_LOWEST };
enum { REVEAL_PUBLIC, REVEAL_ACTOR_ONLY };
enum { PROCLAIM_REQUIRED, PROCLAIM_AUTO, PROCLAIM_OFF };
enum { FLEX_MATCH_SIDE_USED, FLEX_MATCH_ANY_SIDE };
enum { STACK_OFF, STACK_SAME, STACK_UP, STACK_ANY };
enum { JUMP_IN_OFF, JUMP_IN_EXACT };
enum { FORCE_OFF, FORCE_DRAWN, FORCE_ALWAYS };
enum { NO_FINISH_OFF, NO_FINISH_WILD, NO_FINISH_ACTION_AND_WILD };
enum { MULTI_OFF, MULTI_SAME_NUMBER };
enum { TWO_REVERSE_SKIP, TWO_REVERSE_LITERAL };
enum { BLOCKED_VOID, BLOCKED_LOWEST_HAND };

/* The switches of a table. UNO_PENALTY packs `s` in the low byte and `d` in the high byte (d =
 * 0: fixed). */
struct switches {
    uint16_t value[SWITCH_COUNT];
};

/* One row of the table of switches: its name, its values and its bounds. */
struct switch_info {
    const char *name; /* as in RULES.md: "wd4_match" */
    const char *rule; /* "R-20", "HR-1": cited in help and errors */
    const char *const
        *values;       /* names of the values from 0, NULL-ended; NULL: a number or special */
    uint16_t min, max; /* bounds of a number */
};

const struct switch_info *switch_info(enum switch_id id);

/* Finds a switch by name (`score_default` is SWITCH_SCORE). SWITCH_COUNT: none has that name. */
enum switch_id switch_find(const char *name);

/* Reads a value ("on", "all_wilds", "progressive 2,2", "500") into the switch. False, and
 * nothing changes, if the switch does not have that value. */
bool switches_parse(struct switches *switches, enum switch_id id, const char *text);

/* Writes the value in the form that switches_parse() reads. Returns its length; 0 if `size` is
 * too small. */
unsigned switches_format(const struct switches *switches, enum switch_id id, char *text,
                         unsigned size);

#endif
