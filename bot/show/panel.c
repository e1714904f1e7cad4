#include "panel.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bot/show/controls.h"
#include "bot/show/render/render.h"
#include "bot/show/seat_names.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"
#include "bot/text/preset.h"
#include "bot/text/switch_words.h"

/* The house rules that people ask for most, in the order of RULES.md 10. The label names the
 * subject; the help text beside it says what the rule does. */
static const struct house_rule {
    enum switch_id id;
    uint16_t on;
    const char *label;
} house_rules[] = {
    {SWITCH_STACK, STACK_ANY, N_("Draw cards")},
    {SWITCH_DEFLECT, 1, N_("Passing draw cards on")},
    {SWITCH_JUMP_IN, JUMP_IN_EXACT, N_("Out of turn")},
    {SWITCH_SEVEN_ZERO, 1, N_("7 and 0")},
    {SWITCH_DRAW_UNTIL_PLAYABLE, 1, N_("Drawing")},
    {SWITCH_FORCE_PLAY, FORCE_DRAWN, N_("The drawn card")},
    {SWITCH_NO_BLUFF, 1, N_("Bluffing with the wild +4")},
    {SWITCH_NO_CHALLENGE, 1, N_("Challenging the wild +4")},
    {SWITCH_AUTO_UNO, 1, N_("Saying UNO")},
    {SWITCH_NO_FINISH, NO_FINISH_WILD, N_("The last card")},
    {SWITCH_DRAW_KEEPS_TURN, 1, N_("The turn after drawing")},
    {SWITCH_MULTI_PLAY, MULTI_SAME_NUMBER, N_("Several cards at once")},
    {SWITCH_SCORE, SCORE_POINTS, N_("Points of the match")},
    {SWITCH_TWO_PLAYER_REVERSE, TWO_REVERSE_LITERAL, N_("Reverse with two players")},
};

static const struct {
    const char *set, *help;
} sets[] = {
    {"classic", N_("108 cards, as most people know it")},
    {"hyper", N_("4 Hyperspeed wilds: each card of their colour skips the next player")},
    {"skull", N_("4 wilds with words of power: all others draw 3; to 500 points")},
    {"web", N_("4 Web Swing wilds: all others show their hands, you skip one of them")},
    {"flex", N_("two-sided cards, and a power card to use the other side; 2-8 players")},
    {"minion", N_("4 Mutated Minion wilds: the next player draws until it comes; to 500 points")},
};

static const struct {
    const char *name, *help;
} levels[] = {
    {"easy", N_("for a beginner")},
    {"normal", N_("plays well")},
    {"hard", N_("thinks ahead")},
};

/* Each of these counts must fit into one menu of 25. */
enum {
    HOUSE_RULES = ARRAY_SIZE(house_rules),
    SETS = ARRAY_SIZE(sets),
    LEVELS = ARRAY_SIZE(levels),
    COMPUTERS_MAX = PLAYERS_MAX - 1
};

/* One panel while we write it. */
struct panel_making {
    struct table *table;
    unsigned seat;
    enum panel_rights rights;
    bool forms; /* the reader can be shown forms */
    const struct language *language;
    struct message *message;
};

static void add_text(struct panel_making *making, const char *text)
{
    message_text(making->message, tr(making->language, text));
}

static void add_button(struct panel_making *making, const char *label, const char *words)
{
    control_add(making->message, CONTROL_BUTTON, tr(making->language, label), words);
}

static void add_strong(struct panel_making *making, const char *label, const char *words)
{
    struct control control = {.kind = CONTROL_BUTTON, .strong = true};
    control_label(&control, tr(making->language, label));
    control_say(&control, "%s", words);
    message_control(making->message, &control);
}

static void add_menu(struct panel_making *making, const char *label, bool off)
{
    struct control control = {.kind = CONTROL_MENU, .off = off};
    control_label(&control, tr(making->language, label));
    message_control(making->message, &control);
}

/* -- computer players -- */

static unsigned computers(const struct table *table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        count += table->seats[i].person == NULL && !table->seats[i].leaving;
    return count;
}

/* Returns the level of all computer players; NULL if there are none, or if they differ. */
static const char *level_of_all(const struct table *table)
{
    const struct player_impl *player = NULL;
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->person != NULL || seat->leaving)
            continue;
        if (player != NULL && player != seat->player)
            return NULL;
        player = seat->player;
    }
    return player != NULL ? player->name : NULL;
}

static void add_number(struct panel_making *making)
{
    struct table *table = making->table;
    struct rules rules;
    unsigned people = seats_people(table);
    const char *level = level_of_all(table);
    add_menu(making, N_("Computer players"), false);
    for (unsigned n = 0; n <= COMPUTERS_MAX; n++) {
        struct control control = {.kind = CONTROL_CHOICE, .chosen = n == computers(table)};
        struct message *label = NULL;
        unsigned seats = people + n > 2 ? people + n : 2;
        if (rules_init(&rules, table->set, &table->switches, seats) != RULES_OK ||
            (label = message_create(NULL, NULL, URGENCY_INFO)) == NULL)
            return;
        if (n == 0)
            message_text(label, tr(making->language, N_("No computer players")));
        else {
            PHRASE(label, trn(making->language, "{n} computer player", "{n} computer players", n),
                   arg_number("n", (long)n));
        }
        control_label(&control, label->text);
        message_destroy(label);
        control_say(&control, "settings bots %u%s%s", n, level != NULL ? " " : "",
                    level != NULL ? level : "");
        message_control(making->message, &control);
    }
}

static void add_levels(struct panel_making *making)
{
    const char *level = level_of_all(making->table);
    add_menu(making, N_("How well they play"), computers(making->table) == 0);
    for (unsigned i = 0; i < LEVELS; i++) {
        struct control control = {.kind = CONTROL_CHOICE};
        control.chosen = level != NULL && strcmp(levels[i].name, level) == 0;
        control_label(&control, render_level(making->language, levels[i].name));
        control_help(&control, tr(making->language, levels[i].help));
        control_say(&control, "settings bots %s", levels[i].name);
        message_control(making->message, &control);
    }
}

/* -- rules -- */

static void add_sets(struct panel_making *making)
{
    const char *set = ruleset_name(making->table->set);
    add_menu(making, N_("Set of rules"), false);
    for (unsigned i = 0; i < SETS; i++) {
        struct control control = {.kind = CONTROL_CHOICE};
        control.chosen = strcmp(sets[i].set, set) == 0;
        control_label(&control, sets[i].set);
        control_help(&control, tr(making->language, sets[i].help));
        control_say(&control, "settings new %s", sets[i].set);
        message_control(making->message, &control);
    }
}

static void add_presets(struct panel_making *making)
{
    const struct preset *now = preset_of(making->table->set, &making->table->switches);
    const struct preset *preset = NULL;
    add_menu(making, N_("Preset"), false);
    for (unsigned i = 0; (preset = preset_at(i)) != NULL; i++) {
        struct control control = {.kind = CONTROL_CHOICE, .chosen = preset == now};
        control_label(&control, tr(making->language, preset->name));
        control_help(&control, tr(making->language, preset->about));
        control_say(&control, "settings new %s", preset->name);
        message_control(making->message, &control);
    }
}

/* Returns the value that turns the rule off: the one of the set's sheet, or 0 if the sheet has the
 * rule on. */
static uint16_t off_value(const struct house_rule *rule, const struct ruleset *set)
{
    struct switches sheet;
    ruleset_defaults(set, &sheet);
    return sheet.value[rule->id] != rule->on ? sheet.value[rule->id] : 0;
}

/* A choice switches a rule on or off. Its mark shows the present state, its help text what the
 * choice would do. */
static void add_house_rules(struct panel_making *making)
{
    struct table *table = making->table;
    add_menu(making, N_("House rules"), false);
    for (unsigned i = 0; i < HOUSE_RULES; i++) {
        const struct house_rule *rule = &house_rules[i];
        struct switches wanted = table->switches;
        bool on = table->switches.value[rule->id] == rule->on;
        char value[64];
        wanted.value[rule->id] = on ? off_value(rule, table->set) : rule->on;
        if (wanted.value[rule->id] == table->switches.value[rule->id] ||
            switches_format(&wanted, rule->id, value, sizeof(value)) == 0)
            continue;
        struct control control = {.kind = CONTROL_CHOICE};
        struct message *help = message_create(NULL, NULL, URGENCY_INFO);
        char label[CONTROL_LABEL];
        if (help == NULL)
            return;
        snprintf(label, sizeof(label), "%s%s", on ? "✓ " : "", tr(making->language, rule->label));
        control_label(&control, label);
        switch_says(help, making->language, &wanted, rule->id);
        control_help(&control, help->text);
        message_destroy(help);
        control_say(&control, "settings set %s %s", switch_info(rule->id)->name, value);
        message_control(making->message, &control);
    }
}

static void add_forms(struct panel_making *making)
{
    add_button(making, N_("House rules"), "settings house 1");
    add_button(making, N_("More house rules"), "settings house 2");
}

/* -- the panels -- */

/* True if the end of the table or match is voted on, because others are there who must be asked. */
static bool end_is_voted_on(const struct panel_making *making)
{
    const struct table *table = making->table;
    enum vote_about about = table->match_on ? VOTE_STOP : VOTE_CLOSE;
    bool decides = making->rights == PANEL_OPERATOR ||
                   (making->rights == PANEL_OPENER && !vote_is_shared(table, about, SEAT_NONE));
    return !decides && vote_voters(table, about, SEAT_NONE) > 1;
}

static void write_settings(struct panel_making *making)
{
    bool runs = making->table->match_on;
    bool rules = making->rights != PANEL_VOTES;
    render_rules(making->table, making->language, making->message);
    message_text(making->message, "\n");
    add_text(making, !rules
                         ? N_("The player who opened the table chooses these. To remove a player "
                              "or to stop, the table votes.")
                     : runs ? N_("A match is running: rules and computer players can be chosen "
                                 "when it is over.")
                            : N_("What you choose here holds at once, and everybody is told."));
    if (rules && end_is_voted_on(making)) {
        message_text(making->message, " ");
        add_text(making, N_("To remove a player or to stop, the table votes."));
    }
    if (!runs && rules) {
        add_sets(making);
        add_presets(making);
        add_number(making);
        add_levels(making);
        if (making->forms)
            add_forms(making);
        else
            add_house_rules(making);
    }
    add_button(making, N_("Is it fair?"), "fair");
    add_button(making, N_("Remove a player"), "settings remove");
    add_button(making, runs ? N_("Stop the match") : N_("Close the table"), "settings stop");
}

static void write_remove(struct panel_making *making)
{
    const struct table *table = making->table;
    char word[SEAT_WORD_MAX];
    add_text(making,
             making->rights == PANEL_VOTES
                 ? N_("Whose seat do you take away? The table votes on it.")
             : end_is_voted_on(making)
                 ? N_("Whose seat do you take away? The table votes on a person. A computer "
                      "player goes at once.")
                 : N_("Whose seat do you take away? It happens at once."));
    add_menu(making, N_("Which player?"), false);
    for (unsigned seat = 0; seat < table->seat_count; seat++) {
        struct control control = {.kind = CONTROL_CHOICE};
        if (table->seats[seat].leaving || seat == making->seat)
            continue;
        control_label(&control, seat_name(table, seat));
        control_say(&control, "settings kick %s", seat_word(table, seat, word));
        message_control(making->message, &control);
    }
    add_button(making, N_("Back"), "settings");
}

static void write_stop(struct panel_making *making)
{
    bool runs = making->table->match_on;
    add_text(making, runs ? N_("Stop the match? Nobody wins it; the seats stay.")
                          : N_("Close the table? All seats are given back."));
    if (end_is_voted_on(making)) {
        message_text(making->message, " ");
        add_text(making, N_("The table votes on it."));
    }
    add_strong(making, runs ? N_("Stop the match") : N_("Close the table"), "settings stop yes");
    add_button(making, N_("Back"), "settings");
}

static void write_leave(struct panel_making *making)
{
    add_text(making, N_("Leave in mid-round? Your hand goes into the draw pile, and the round goes "
                        "on without you."));
    add_strong(making, N_("Leave the table"), "leave yes");
    add_button(making, N_("Stay"), "leave no");
}

static const uint64_t mark = UINT64_C(1) << 63;

uint64_t panel_stamp(const struct table *table)
{
    return mark | (uint64_t)table->id << 20 | (uint64_t)table->matches << 1 | table->match_on;
}

bool panel_is_stamp(uint64_t stamp)
{
    return (stamp & mark) != 0;
}

void panel_write(struct table *table, unsigned seat, enum panel_rights rights, bool forms,
                 const struct language *language, enum panel panel, struct message *message)
{
    static void (*const writers[])(struct panel_making * making) = {
        [PANEL_SETTINGS] = write_settings,
        [PANEL_REMOVE] = write_remove,
        [PANEL_STOP] = write_stop,
        [PANEL_LEAVE] = write_leave,
    };
    struct panel_making making = {table, seat, rights, forms, language, message};
    message->purpose = PURPOSE_PANEL;
    message->stamp = panel_stamp(table);
    writers[panel](&making);
}
