/* Reads one case: its directives in any order, then its steps. Then lays the position. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "scenario_draft.h"

enum { NUMBER_MAX = 100000, OPTION_TEXT = 64 };

static bool complain(struct draft *draft, const char *what, struct word word)
{
    return scenario_fault_word(draft->fault, draft->line, what, word);
}

/* Checks that the directive has exactly one argument. */
static bool one_word(struct draft *draft, const struct words *words)
{
    return words->count == 2 ||
           complain(draft, words->count < 2 ? "a value is missing behind" : "too many words behind",
                    words->at[0]);
}

static bool read_player(struct draft *draft, const struct words *words, unsigned at,
                        unsigned *player)
{
    if (at >= words->count)
        return complain(draft, "a player is missing behind", words->at[at - 1]);
    return word_player(words->at[at], draft->scenario->players, player) ||
           complain(draft, "unknown player", words->at[at]);
}

static bool read_colour(struct draft *draft, struct word word, unsigned *colour)
{
    if (!word_colour(word, colour))
        return complain(draft, "unknown colour", word);
    return rules_has_colour(&draft->scenario->rules, *colour) ||
           complain(draft, "the set has no colour", word);
}

static bool read_face(struct draft *draft, struct word word, struct faces *faces)
{
    uint8_t face;
    if (!word_card(&draft->scenario->rules, word, &face))
        return complain(draft, "unknown card", word);
    if (face == FACE_NONE)
        return complain(draft, "the set has no card", word);
    if (faces->count >= DECK_MAX)
        return complain(draft, "more cards than the deck holds:", word);
    faces->at[faces->count++] = face;
    return true;
}

static bool read_faces(struct draft *draft, const struct words *words, unsigned at,
                       struct faces *faces)
{
    faces->line = draft->line; /* an empty list also counts as given */
    for (; at < words->count; at++) {
        if (!read_face(draft, words->at[at], faces))
            return false;
    }
    return true;
}

/* Directives that are read first, because the others depend on them. */

static bool read_set(struct draft *draft, const struct words *words)
{
    char name[16] = "";
    if (!one_word(draft, words))
        return false;
    if (words->at[1].length < sizeof(name))
        memcpy(name, words->at[1].text, words->at[1].length);
    draft->scenario->set = ruleset_find(name);
    if (draft->scenario->set == NULL)
        return complain(draft, "unknown set", words->at[1]);
    ruleset_defaults(draft->scenario->set, &draft->switches);
    return true;
}

static bool read_players(struct draft *draft, const struct words *words)
{
    return one_word(draft, words) &&
           (word_number(words->at[1], NUMBER_MAX, &draft->scenario->players) ||
            complain(draft, "no number", words->at[1]));
}

/* HR-17: accepts a number out of bounds if the case expects that the table is refused. */
static bool out_of_bounds(struct draft *draft, enum switch_id id, const struct words *words)
{
    unsigned number;
    if (!draft->scenario->expects_refusal || switch_info(id)->values != NULL || words->count != 3 ||
        !word_number(words->at[2], UINT16_MAX, &number))
        return false;
    draft->switches.value[id] = (uint16_t)number;
    return true;
}

static bool read_option(struct draft *draft, const struct line *line, const struct words *words)
{
    char name[OPTION_TEXT] = "", value[OPTION_TEXT] = "";
    if (words->count < 3)
        return complain(draft, "a switch or its value is missing behind", words->at[0]);
    if (words->at[1].length < sizeof(name))
        memcpy(name, words->at[1].text, words->at[1].length);
    if (line->length < sizeof(value)) { /* the rest of the line, with one blank between words */
        for (unsigned at = 2, length = 0; at < words->count; at++) {
            memcpy(value + length, words->at[at].text, words->at[at].length);
            length += words->at[at].length;
            if (at + 1 < words->count)
                value[length++] = ' ';
        }
    }
    enum switch_id id = switch_find(name);
    if (id == SWITCH_COUNT)
        return complain(draft, "unknown switch", words->at[1]);
    if (draft->options[id]++ != 0)
        return complain(draft, "said twice: option", words->at[1]);
    return switches_parse(&draft->switches, id, value) || out_of_bounds(draft, id, words) ||
           complain(draft, "unknown value of the switch", words->at[1]);
}

/* The others. */

static bool read_hand(struct draft *draft, const struct words *words)
{
    unsigned player = 0;
    if (!read_player(draft, words, 1, &player))
        return false;
    if (draft->hand[player].line != 0)
        return complain(draft, "said twice: the hand of", words->at[1]);
    return read_faces(draft, words, 2, &draft->hand[player]);
}

static bool read_pile(struct draft *draft, const struct words *words)
{
    struct words cards = *words;
    if (cards.count > 1 && word_is(cards.at[cards.count - 1], "...")) {
        draft->pile_goes_on = true;
        cards.count--;
    }
    return read_faces(draft, &cards, 1, &draft->pile);
}

static bool read_cards(struct draft *draft, const struct words *words, struct faces *faces)
{
    if (words->count < 2)
        return complain(draft, "cards are missing behind", words->at[0]);
    return read_faces(draft, words, 1, faces);
}

static bool read_draws(struct draft *draft, const struct words *words)
{
    unsigned group = 0;
    draft->draws.line = draft->line;
    for (unsigned at = 1; at <= words->count; at++) {
        if (at < words->count && !word_is(words->at[at], "/")) {
            if (!read_face(draft, words->at[at], &draft->draws))
                return false;
            group++;
            continue;
        }
        draft->draw_groups[draft->draw_group_count++] = group;
        group = 0;
    }
    return true;
}

static bool read_direction(struct draft *draft, const struct words *words)
{
    if (!one_word(draft, words))
        return false;
    draft->direction = word_is(words->at[1], "cw") ? 1 : -1;
    return draft->direction > 0 || word_is(words->at[1], "ccw") ||
           complain(draft, "unknown direction", words->at[1]);
}

static bool read_power(struct draft *draft, const struct words *words)
{
    unsigned player = 0;
    if (!read_player(draft, words, 1, &player))
        return false;
    if (draft->scenario->rules.power_cards == 0)
        return scenario_fault_set(draft->fault, draft->line, "the set has no power cards");
    if ((draft->power_said >> player & 1) != 0)
        return complain(draft, "said twice: the power card of", words->at[1]);
    draft->power_said |= 1u << player;
    draft->power_line = draft->line;
    if (words->count != 3)
        return complain(draft, "green or red is missing behind", words->at[1]);
    if (word_is(words->at[2], "red"))
        draft->power_red |= 1u << player;
    return word_is(words->at[2], "red") || word_is(words->at[2], "green") ||
           complain(draft, "unknown value", words->at[2]);
}

static bool read_total(struct draft *draft, const struct words *words)
{
    unsigned player = 0, points = 0;
    if (!read_player(draft, words, 1, &player))
        return false;
    if ((draft->total_said >> player & 1) != 0)
        return complain(draft, "said twice: the total of", words->at[1]);
    draft->total_said |= 1u << player;
    if (words->count != 3 || !word_number(words->at[2], NUMBER_MAX, &points))
        return complain(draft, "a number is missing behind", words->at[1]);
    draft->scenario->match.total[player] = (int32_t)points;
    return true;
}

static bool read_hyper(struct draft *draft, const struct words *words)
{
    if (!one_word(draft, words) || !read_colour(draft, words->at[1], &draft->hyper))
        return false;
    return !cards_empty(draft->scenario->rules.of_kind[KIND_WILD_HYPER]) ||
           scenario_fault_set(draft->fault, draft->line, "the set has no Hyper Speed");
}

static bool read_colour_in_force(struct draft *draft, const struct words *words)
{
    return one_word(draft, words) && read_colour(draft, words->at[1], &draft->colour);
}

static bool read_turned(struct draft *draft, const struct words *words)
{
    return read_cards(draft, words, &draft->turned);
}

static bool read_discard(struct draft *draft, const struct words *words)
{
    return read_cards(draft, words, &draft->discard);
}

static bool read_dealer(struct draft *draft, const struct words *words)
{
    return read_player(draft, words, 1, &draft->dealer) && one_word(draft, words);
}

static bool read_turn(struct draft *draft, const struct words *words)
{
    return read_player(draft, words, 1, &draft->turn) && one_word(draft, words);
}

/* The directives. Those with SAID_COUNT may stand several times. */
static const struct {
    const char *name;
    enum directive directive;
    bool (*read)(struct draft *draft, const struct words *words);
} directives[] = {
    {"dealer", SAID_DEALER, read_dealer},
    {"hand", SAID_COUNT, read_hand},
    {"pile", SAID_PILE, read_pile},
    {"discard", SAID_DISCARD, read_discard},
    {"turned", SAID_TURNED, read_turned},
    {"dealer-draw", SAID_DEALER_DRAW, read_draws},
    {"colour", SAID_COLOUR, read_colour_in_force},
    {"direction", SAID_DIRECTION, read_direction},
    {"turn", SAID_TURN, read_turn},
    {"power", SAID_COUNT, read_power},
    {"hyper", SAID_HYPER, read_hyper},
    {"total", SAID_COUNT, read_total},
};

enum { DIRECTIVES = ARRAY_SIZE(directives) };

static bool say_once(struct draft *draft, enum directive directive, struct word word)
{
    if (directive == SAID_COUNT)
        return true;
    if (draft_said(draft, directive))
        return complain(draft, "said twice:", word);
    draft->said[directive] = draft->line;
    return true;
}

/* Reads `set`, `players` and `option`, wherever they stand. */
static bool read_table(struct draft *draft, const struct line *line, const struct words *words,
                       unsigned pass)
{
    draft->line = line->number;
    if (pass == 0 && word_is(words->at[0], "set"))
        return say_once(draft, SAID_SET, words->at[0]) && read_set(draft, words);
    if (pass == 0 && word_is(words->at[0], "players"))
        return say_once(draft, SAID_PLAYERS, words->at[0]) && read_players(draft, words);
    if (pass == 1 && word_is(words->at[0], "option"))
        return read_option(draft, line, words);
    return true;
}

static bool is_table(struct word word)
{
    return word_is(word, "set") || word_is(word, "players") || word_is(word, "option");
}

static bool read_directive(struct draft *draft, const struct words *words)
{
    for (unsigned i = 0; i < DIRECTIVES; i++) {
        if (word_is(words->at[0], directives[i].name)) {
            return say_once(draft, directives[i].directive, words->at[0]) &&
                   directives[i].read(draft, words);
        }
    }
    return complain(draft, "unknown directive", words->at[0]);
}

/* Steps. */

static bool read_action(struct draft *draft, const struct line *line, const struct words *words,
                        struct scenario_step *step)
{
    unsigned player = 0;
    if (!read_player(draft, words, 1, &player))
        return false;
    const char *text = words->at[1].text;
    const char *why = action_parse(&draft->scenario->rules, text,
                                   (size_t)(line->text + line->length - text), &step->action);
    if (why == NULL && step->action.target != SEAT_NONE &&
        step->action.target >= draft->scenario->players)
        why = "unknown player";
    return why == NULL || scenario_fault_set(draft->fault, draft->line, "%s in '%.*s'", why,
                                             (int)(line->text + line->length - text), text);
}

static bool read_next_round(struct draft *draft, const struct words *words,
                            struct scenario_step *step)
{
    struct faces faces = {0};
    if (!read_faces(draft, words, 1, &faces))
        return false;
    memcpy(step->expect.list, faces.at, faces.count);
    step->expect.count = faces.count;
    return true;
}

static bool read_step(struct draft *draft, const struct line *line, const struct words *words,
                      struct scenario_step *step)
{
    struct word first = words->at[0];
    *step = (struct scenario_step){.line = *line};
    if (word_is(first, "do") || word_is(first, "refuse")) {
        step->kind = word_is(first, "do") ? STEP_DO : STEP_REFUSE;
        return read_action(draft, line, words, step);
    }
    if (word_is(first, "next-round")) {
        step->kind = STEP_NEXT_ROUND;
        return read_next_round(draft, words, step);
    }
    step->kind = STEP_EXPECT;
    return expect_read(&draft->scenario->rules, draft->scenario->players, words, draft->line,
                       &step->expect, draft->fault);
}

static bool is_step(struct word word)
{
    return word_is(word, "do") || word_is(word, "refuse") || word_is(word, "expect") ||
           word_is(word, "next-round");
}

static bool is_start_refused(const struct words *words)
{
    return words->count == 3 && word_is(words->at[0], "expect") && word_is(words->at[1], "start") &&
           word_is(words->at[2], "refused");
}

/* Reads all lines except those about the table: first the position, then the steps. */
static bool read_lines(struct draft *draft, const struct line *lines, unsigned count)
{
    struct scenario *scenario = draft->scenario;
    struct words words;
    for (unsigned i = 1; i < count; i++) {
        draft->line = lines[i].number;
        words_split(&lines[i], &words);
        if (is_step(words.at[0])) {
            if (!read_step(draft, &lines[i], &words, &scenario->steps[scenario->step_count]))
                return false;
            scenario->step_count++;
        } else if (scenario->step_count > 0) {
            return complain(draft, "behind the first step:", words.at[0]);
        } else if (!is_table(words.at[0]) && !read_directive(draft, &words)) {
            return false;
        }
    }
    return true;
}

static bool read_tables(struct draft *draft, const struct line *lines, unsigned count)
{
    struct words words;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 1; i < count; i++) {
            words_split(&lines[i], &words);
            if (!read_table(draft, &lines[i], &words, pass))
                return false;
        }
        if (!draft_said(draft, SAID_SET) || !draft_said(draft, SAID_PLAYERS)) {
            return scenario_fault_set(draft->fault, lines[0].number, "the case names no %s",
                                      draft_said(draft, SAID_SET) ? "players" : "set");
        }
    }
    return true;
}

/* Reads a case whose only step is `expect start refused`. Its other lines are still checked. */
static bool read_refused(struct draft *draft, const struct line *lines, unsigned count)
{
    struct words words;
    for (unsigned i = 1; i < count; i++) {
        words_split(&lines[i], &words);
        draft->line = lines[i].number;
        if (is_start_refused(&words)) {
            draft->scenario->steps[draft->scenario->step_count++].line = lines[i];
            if (draft->scenario->step_count > 1)
                return complain(draft, "said twice:", words.at[1]);
        } else if (is_step(words.at[0])) {
            return complain(draft, "a table that is refused has no other step:", words.at[0]);
        } else if (!is_table(words.at[0]) && draft->scenario->refused == RULES_OK &&
                   !read_directive(draft, &words)) {
            return false;
        }
    }
    return true;
}

static bool is_turned(const struct words *words)
{
    return word_is(words->at[0], "turned");
}

static bool any_line(const struct line *lines, unsigned count, bool (*is)(const struct words *))
{
    struct words words;
    for (unsigned i = 1; i < count; i++) {
        words_split(&lines[i], &words);
        if (is(&words))
            return true;
    }
    return false;
}

static bool read_case(struct draft *draft, const struct line *lines, unsigned count)
{
    struct scenario *scenario = draft->scenario;
    struct words words;
    words_split(&lines[0], &words);
    if (words.count < 2)
        return scenario_fault_set(draft->fault, lines[0].number, "a scenario needs an id");
    scenario->id = words.at[1];
    scenario->expects_refusal = any_line(lines, count, is_start_refused);
    if (!read_tables(draft, lines, count))
        return false;
    scenario->refused =
        rules_init(&scenario->rules, scenario->set, &draft->switches, scenario->players);
    if (scenario->players == 0 || scenario->players > PLAYERS_MAX)
        scenario->refused = RULES_PLAYERS; /* rules_init() does not check 0 */
    if (scenario->refused == RULES_OK)
        scenario->refused = rules_deal(&scenario->rules.switches, scenario->players);
    if (scenario->expects_refusal)
        return read_refused(draft, lines, count);
    if (scenario->refused == RULES_MERCY && !any_line(lines, count, is_turned))
        scenario->refused = RULES_OK; /* HR-15 only forbids a deal, and this case makes none */
    if (scenario->refused != RULES_OK) {
        return scenario_fault_set(draft->fault, lines[0].number, "the table cannot be dealt: %s",
                                  rules_error_name(scenario->refused));
    }
    match_init(&scenario->match, scenario->players);
    return read_lines(draft, lines, count) && draft_lay(draft);
}

bool scenario_read(const struct line *lines, unsigned count, struct scenario *scenario,
                   struct scenario_fault *fault)
{
    struct draft *draft = calloc(1, sizeof(*draft));
    memset(scenario, 0, sizeof(*scenario));
    scenario->line = lines[0].number;
    scenario->steps = calloc(count, sizeof(*scenario->steps));
    bool done = false;
    if (draft == NULL || scenario->steps == NULL) {
        scenario_fault_set(fault, lines[0].number, "out of memory");
    } else {
        draft->scenario = scenario;
        draft->fault = fault;
        draft->line = lines[0].number;
        draft->dealer = draft->turn = SEAT_NONE;
        draft->direction = 1;
        done = read_case(draft, lines, count);
    }
    free(draft);
    if (!done)
        scenario_finish(scenario);
    return done;
}

void scenario_finish(struct scenario *scenario)
{
    free(scenario->steps);
    scenario->steps = NULL;
}
