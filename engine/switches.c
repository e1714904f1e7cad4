/* The switches of RULES.md 9 and 10 as one table: names, values and bounds. */
#include "switches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "deck.h"

#define VALUES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define BOOLEAN     booleans

static const char *const booleans[] = {"off", "on", NULL};

enum { PENALTY_MAX = 50 };

static const struct switch_info infos[SWITCH_COUNT] = {
    [SWITCH_DEALER] = {"dealer", "R-07", VALUES("chosen", "high_card"), 0, 1},
    [SWITCH_FIRST_DISCARD] = {"first_discard", "R-02", VALUES("ignore_non_number", "apply"), 0, 1},
    [SWITCH_FIRST_WD4] = {"first_wd4", "R-04", VALUES("ignored", "return_and_redraw"), 0, 1},
    [SWITCH_FIRST_SPECIAL] = {"first_special", "R-05", VALUES("ignored", "left_names_colour"), 0,
                              1},
    [SWITCH_WD4_MATCH] = {"wd4_match", "R-20", VALUES("all_wilds", "wilds_except_wd4", "none"), 0,
                          2},
    [SWITCH_WD4_GUILTY_KEEPS_TURN] = {"wd4_guilty_keeps_turn", "R-21", BOOLEAN, 0, 1},
    [SWITCH_LAST_CARD_DRAW] = {"last_card_draw", "R-56",
                               VALUES("none", "draw2", "wild_draw4", "draw2,wild_draw4"), 0, 3},
    [SWITCH_UNO_WINDOW] = {"uno_window", "R-28", VALUES("begins", "played"), 0, 1},
    [SWITCH_SCORE] = {"score", "R-59", VALUES("single_round", "points_500", "lowest_500"), 0, 2},
    [SWITCH_TARGET] = {"target", "HR-17", NULL, 100, 1000},
    [SWITCH_HAND_SIZE] = {"hand_size", "HR-17", NULL, 3, 15},
    [SWITCH_ROUND_LIMIT] = {"round_limit", "R-57", NULL, 500, 50000},
    [SWITCH_HYPER_STACKS] = {"hyper_stacks", "R-53", BOOLEAN, 0, 1},
    [SWITCH_WEBSWING_REVEAL] = {"webswing_reveal", "W-2", VALUES("public", "actor_only"), 0, 1},
    [SWITCH_SKULL_PROCLAMATION] = {"skull_proclamation", "R-55", VALUES("required", "auto", "off"),
                                   0, 2},
    [SWITCH_MINION_SKIPS] = {"minion_skips", "M-5", BOOLEAN, 0, 1},
    [SWITCH_FLEX_MATCH] = {"flex_match", "F-3", VALUES("side_used", "any_side"), 0, 1},
    [SWITCH_FLEX_WD4_CHALLENGE] = {"flex_wd4_challenge", "R-54", BOOLEAN, 0, 1},
    [SWITCH_STACK] = {"stack", "HR-1", VALUES("off", "same", "up", "any"), 0, 3},
    [SWITCH_DEFLECT] = {"deflect", "HR-2", BOOLEAN, 0, 1},
    [SWITCH_JUMP_IN] = {"jump_in", "HR-3", VALUES("off", "exact"), 0, 1},
    [SWITCH_SEVEN_ZERO] = {"seven_zero", "HR-4", BOOLEAN, 0, 1},
    [SWITCH_DRAW_UNTIL_PLAYABLE] = {"draw_until_playable", "HR-5", BOOLEAN, 0, 1},
    [SWITCH_FORCE_PLAY] = {"force_play", "HR-6", VALUES("off", "drawn", "always"), 0, 2},
    [SWITCH_NO_BLUFF] = {"no_bluff", "HR-7", BOOLEAN, 0, 1},
    [SWITCH_NO_CHALLENGE] = {"no_challenge", "HR-8", BOOLEAN, 0, 1},
    [SWITCH_UNO_PENALTY] = {"uno_penalty", "HR-9", NULL, 0, PENALTY_MAX},
    [SWITCH_FALSE_UNO] = {"false_uno", "HR-10", NULL, 0, PENALTY_MAX},
    [SWITCH_AUTO_UNO] = {"auto_uno", "HR-11", BOOLEAN, 0, 1},
    [SWITCH_NO_FINISH] = {"no_finish", "HR-12", VALUES("off", "wild", "action_and_wild"), 0, 2},
    [SWITCH_DRAW_KEEPS_TURN] = {"draw_keeps_turn", "HR-13", BOOLEAN, 0, 1},
    [SWITCH_MULTI_PLAY] = {"multi_play", "HR-14", VALUES("off", "same_number"), 0, 1},
    [SWITCH_MERCY] = {"mercy", "HR-15", NULL, 0, DECK_ONE},
    [SWITCH_PLAY_TO_LAST] = {"play_to_last", "HR-16", BOOLEAN, 0, 1},
    [SWITCH_TWO_PLAYER_REVERSE] = {"two_player_reverse", "HR-18", VALUES("skip", "literal"), 0, 1},
    [SWITCH_BLOCKED_ROUND] = {"blocked_round", "HR-19", VALUES("void", "lowest_hand"), 0, 1},
    [SWITCH_TEAMS] = {"teams", "HR-20", BOOLEAN, 0, 1},
    [SWITCH_TWO_DECKS] = {"two_decks", "HR-21", BOOLEAN, 0, 1},
};

const struct switch_info *switch_info(enum switch_id id)
{
    return &infos[id];
}

enum switch_id switch_find(const char *name)
{
    if (strcmp(name, "score_default") == 0)
        return SWITCH_SCORE;
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        if (strcmp(infos[id].name, name) == 0)
            return (enum switch_id)id;
    }
    return SWITCH_COUNT;
}

/* Reads a whole decimal number up to 65535 without sign; -1: it is none. `end` then points
 * behind it. */
static long parse_number(const char *text, const char **end)
{
    long value = 0;
    if (*text < '0' || *text > '9')
        return -1;
    for (; *text >= '0' && *text <= '9'; text++) {
        value = value * 10 + (*text - '0');
        if (value > UINT16_MAX)
            return -1;
    }
    *end = text;
    return value;
}

/* "fixed N", "N" or "progressive S,D" (HR-9). */
static long parse_penalty(const char *text)
{
    static const char fixed[] = "fixed ", progressive[] = "progressive ";
    const char *end;
    if (strncmp(text, progressive, sizeof(progressive) - 1) == 0) {
        long start = parse_number(text + sizeof(progressive) - 1, &end);
        if (start < 0 || start > PENALTY_MAX || *end != ',')
            return -1;
        long step = parse_number(end + 1, &end);
        if (step < 0 || step > PENALTY_MAX || *end != '\0')
            return -1;
        return start | step << 8;
    }
    if (strncmp(text, fixed, sizeof(fixed) - 1) == 0)
        text += sizeof(fixed) - 1;
    long value = parse_number(text, &end);
    return value < 0 || value > PENALTY_MAX || *end != '\0' ? -1 : value;
}

static long parse_name(const char *const *values, const char *text)
{
    for (long i = 0; values[i] != NULL; i++) {
        if (strcmp(values[i], text) == 0)
            return i;
    }
    if (values != booleans)
        return -1;
    if (strcmp(text, "yes") == 0 || strcmp(text, "true") == 0)
        return 1;
    return strcmp(text, "no") == 0 || strcmp(text, "false") == 0 ? 0 : -1;
}

bool switches_parse(struct switches *switches, enum switch_id id, const char *text)
{
    const struct switch_info *info = &infos[id];
    const char *end = "";
    long value;
    if (id == SWITCH_UNO_PENALTY)
        value = parse_penalty(text);
    else if (info->values != NULL)
        value = parse_name(info->values, text);
    else if ((value = parse_number(text, &end)) < info->min || value > info->max || *end != '\0')
        value = -1;
    if (value < 0)
        return false;
    switches->value[id] = (uint16_t)value;
    return true;
}

unsigned switches_format(const struct switches *switches, enum switch_id id, char *text,
                         unsigned size)
{
    const struct switch_info *info = &infos[id];
    unsigned value = switches->value[id];
    unsigned length; /* a negative result of snprintf() becomes a large number, so it counts as too
                        long */
    if (id == SWITCH_UNO_PENALTY && value > 0xff)
        length = (unsigned)snprintf(text, size, "progressive %u,%u", value & 0xff, value >> 8);
    else if (id == SWITCH_UNO_PENALTY)
        length = (unsigned)snprintf(text, size, "fixed %u", value);
    else if (info->values != NULL) {
        length =
            (unsigned)snprintf(text, size, "%s", value <= info->max ? info->values[value] : "?");
    } else
        length = (unsigned)snprintf(text, size, "%u", value);
    return length >= size ? 0 : length;
}
