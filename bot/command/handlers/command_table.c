#include "handlers.h"

#include <stdio.h>
#include <string.h>

#include "bot/command/channel.h"
#include "bot/command/handlers/capacity.h"
#include "bot/command/handlers/linking.h"
#include "bot/command/input.h"
#include "bot/show/button_wording.h"
#include "bot/show/notify_list.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/table_message.h"
#include "bot/show/table_notes.h"
#include "bot/table/allowance.h"
#include "bot/table/autostart.h"
#include "bot/table/clock.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/presence.h"
#include "bot/table/seats/private_table.h"
#include "bot/table/seats/seat.h"
#include "bot/table/table_open.h"
#include "bot/text/language.h"
#include "bot/text/preset.h"
#include "bot/text/refusals.h"
#include "bot/text/typed.h"
#include "bot/text/words.h"

/* -- opening -- */

enum { SLIP_SIZE = 100 };

/* The rules that somebody asks for: "flex", "party", "flex party". */
struct wanted_rules {
    const struct ruleset *set;
    const struct preset *preset; /* NULL: none */
};

/* Reads the words behind !new, a set of rules and a preset in any order. Without a set it is
 * `usual`. Returns false, and fills `slip` with the word, if one is neither. */
static bool read_wanted(const char *words, const char *usual, struct wanted_rules *wanted,
                        char slip[SLIP_SIZE])
{
    *wanted = (struct wanted_rules){NULL, NULL};
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        snprintf(slip, SLIP_SIZE, "%.*s", (int)length, words);
        const struct ruleset *set = wanted->set == NULL ? words_ruleset(slip) : NULL;
        const struct preset *preset = set == NULL ? preset_find(slip) : NULL;
        if (set == NULL && (preset == NULL || wanted->preset != NULL))
            return false;
        wanted->set = set != NULL ? set : wanted->set;
        wanted->preset = preset != NULL ? preset : wanted->preset;
        words += length + strspn(words + length, " ");
    }
    if (wanted->set == NULL)
        wanted->set = words_ruleset(usual);
    return true;
}

/* Gives the table the switches of the preset; `tells`: tells the typist if it has them already. */
static void apply_preset(struct command_context *context, const struct preset *preset, bool tells)
{
    struct switches switches;
    preset_switches(preset, context->table->set, &switches);
    if (!command_set_all(context, &switches) && tells)
        context_tell(context, N_("Those are the rules already."));
}

static void say_set(struct command_context *context)
{
    struct table *table = context->table;
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        struct message *message = place_line(place, URGENCY_TABLE);
        if (message != NULL) {
            PHRASE(message, tr(place->language, N_("{player} chooses the rules of {set}.")),
                   arg_name("player", context->person->name),
                   arg_strong("set", ruleset_name(table->set)));
        }
        place_say(place, message);
    }
}

/* Carries out !new SET PRESET at a table without a match: changes its rules. Returns false if the
 * typist did not ask for that. */
static bool change_rules(struct command_context *context, const struct wanted_rules *wanted)
{
    struct table *table = context->table;
    if (*context->arguments == '\0' || table->match_on || context->seat == SEAT_NONE ||
        (wanted->set == table->set && wanted->preset == NULL))
        return false;
    if (!context_require_rights(context))
        return true;
    bool set_changes = wanted->set != table->set;
    enum table_refusal refusal = set_changes ? table_set_rules(table, wanted->set) : TABLE_OK;
    if (refusal != TABLE_OK) {
        context_tell(context, context_table_refusal_words(refusal));
        return true;
    }
    if (set_changes)
        say_set(context);
    if (wanted->preset != NULL)
        apply_preset(context, wanted->preset, !set_changes);
    return true;
}

/* Adds the commitment to all shuffles of the table behind the words that open it. Where there are
 * controls a button shows it instead, and at a terminal nobody needs a proof. */
static void add_chain(struct place *place, struct message *opening)
{
    struct table *table = place->table;
    char token[FAIR_TOKEN];
    uint8_t end[FAIR_SIZE];
    if (!fair_chain_secret(&table->chain, 0, end))
        log_fatal(&table->log, "no memory for a hash, no shuffle could be bound: ending");
    place->chain_begins = false;
    if (!place_has_controls(place) && !place->network->adapter->impl->caps.local) {
        PHRASE(opening, tr(place->language, N_(" Shuffles are bound by {token} ({p}fair).")),
               arg_text("token", fair_token(0, end, token)),
               arg_text("p", network_prefix(place->network)));
    }
}

/* Tells the table's home that the table is open. It has no other place yet. */
static void say_open(struct command_context *context)
{
    struct table *table = context->table;
    struct place *home = &table->home;
    struct message *message = place_line(home, URGENCY_TABLE);
    if (message == NULL)
        return;
    const char *simple = table_is_private(table) ? N_("A table for you alone ({set}).")
                                                 : N_("{player} opens a table ({set}).");
    PHRASE(message,
           tr(home->language,
              place_has_controls(home) ? simple
              : table_is_private(table)
                  ? N_("A table for you alone ({set}). {p}bots N adds computer players, {p}start "
                       "deals.")
                  : N_("{player} opens a table ({set}). {p}join takes a seat, {p}bots N adds "
                       "computer players, {p}start deals.")),
           arg_name("player", context->person->name), arg_strong("set", ruleset_name(table->set)),
           arg_text("p", network_prefix(home->network)));
    render_autostart(table, home->language, " ", message);
    add_chain(home, message);
    place_say(home, message);
}

static bool is_over(unsigned count, unsigned most)
{
    return most > 0 && count >= most;
}

/* True if two nicks without account come from the same user@host. If either user part begins with
 * '~', it compares only the hosts, because owners choose such a part themselves. Any other user
 * part tells people apart who share a host. */
static bool same_host(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return false;
    const char *at = strrchr(a, '@');
    const char *bt = strrchr(b, '@');
    if (at != NULL && bt != NULL && (*a == '~' || *b == '~'))
        return strcmp(at, bt) == 0;
    return strcmp(a, b) == 0;
}

/* Returns how many tables that person has opened. Nicks without account from the same host count as
 * one person. */
static unsigned opened_by(const struct tables *tables, const struct person *person,
                          const struct chat_user *user)
{
    const struct table *table = NULL;
    const struct table *next = NULL;
    unsigned count = 0;
    HASH_ITER(hh, tables_first(tables), table, next)
    {
        const struct person *opener = table->opener;
        if (opener == NULL || opener->network != person->network)
            continue;
        bool nicks = !person->verified && !opener->verified;
        count += opener == person || (nicks && same_host(user->host, opener->host));
    }
    return count;
}

/* A private table opens with computer players, so that one word is enough to deal. Its owner may
 * change them. */
enum { ALONE_COMPUTERS = 3 };

static const char *rules_name_at(unsigned n)
{
    unsigned sets = 0;
    while (ruleset_at(sets) != NULL)
        sets++;
    if (n < sets)
        return ruleset_name(ruleset_at(n));
    return preset_at(n - sets) != NULL ? preset_at(n - sets)->name : NULL;
}

void run_new(struct command_context *context)
{
    char word[CODE_SIZE];
    char alone[PRIVATE_TABLE_NAME];
    char slip[SLIP_SIZE];
    struct wanted_rules wanted;
    const char *usual = context->table != NULL ? ruleset_name(context->table->set)
                        : context->channel != NULL
                            ? channel_value(context->network, context->channel, "rules")
                            : "classic";
    bool known = read_wanted(context->arguments, usual, &wanted, slip);
    if (context->table != NULL && known && change_rules(context, &wanted))
        return;
    if (context->table != NULL) {
        context_tell(context, context->seat != SEAT_NONE && context->table->match_on
                                  ? context_table_refusal_words(TABLE_RUNNING)
                              : context->seat != SEAT_NONE ? N_("You have a seat already.")
                              : context->table->match_on
                                  ? N_("A match is running here: {p}join it for the next round.")
                                  : N_("There is a table here already: {p}join it."));
        return;
    }
    if (context_tell_waits(context))
        return;
    if (context->event->muted) {
        context_tell_unheard(context);
        return;
    }
    if (!known) {
        if (!context_tell_slip(context, slip, input_nearly(slip, rules_name_at))) {
            context_tell(context, N_("I do not know these rules: {p}rules lists the sets of rules, "
                                     "{p}help presets the presets."));
        }
        return;
    }
    if (is_over(tables_count(context->host->tables), context->host->options.tables_max) ||
        is_over(context->network->table_count, context->host->options.tables_per_network)) {
        context_tell(context, N_("All my tables are taken. Please try again later."));
        return;
    }
    if (!capacity_left(context) || !capacity_admits(context) ||
        (context->channel == NULL && !capacity_left_alone(context)))
        return;
    if (command_seat_reclaim(context) || context_require_person(context) == NULL)
        return;
    if (is_over(opened_by(context->host->tables, context->person, &context->event->user),
                context->host->options.tables_per_person)) {
        context_tell(context, N_("You have too many open tables: {p}stop one of them."));
        return;
    }
    if (context->channel == NULL) {
        private_table_name(context->host->tables, context->person, alone);
        context->table = table_at(context->host->tables, context->network, alone);
        if (context->table != NULL) /* the table is damaged, or its owner has left it */
            table_close(context->table);
    }
    word[0] = '\0';
    if (context->channel != NULL ||
        !context->event->user.host_vouched) /* in private, where the network vouches for the host,
                                             * nobody else can come, so no word is needed */
        command_seat_make_word(context, word);
    context->table = table_open(context->host->tables, context->network,
                                context->channel != NULL ? context->channel : alone, wanted.set,
                                context->person);
    if (context->table == NULL || seat_take(context->table, context->person) != TABLE_OK) {
        bool away = context->table == NULL && table_open_waits(context->host->tables);
        context_tell(context, context_table_refusal_words(away ? TABLE_NO_STORE : TABLE_NO_MEMORY));
        return;
    }
    context->channel = context->table->home.channel;
    if (table_is_private(context->table))
        seats_set_bots(context->table, ALONE_COMPUTERS, NULL);
    say_open(context);
    notify_opened(context->table);
    command_seat_tell_word(context, word);
    if (wanted.preset != NULL)
        apply_preset(context, wanted.preset, false);
}

/* !uno opens a table; in a round it is the call or the catch. */
void run_uno(struct command_context *context)
{
    struct table *table = context->table;
    if (table == NULL || table->round == NULL) {
        run_new(context);
        return;
    }
    if (context->seat == SEAT_NONE) {
        context_tell(context, N_("A round is running: {p}join takes a seat for the next one."));
        return;
    }
    struct action action = action_make(ACTION_UNO, context->seat);
    enum refusal refusal = round_act(table, &action);
    if (refusal != REFUSED_NOT)
        context_tell(context, refusal_words(refusal));
}

/* -- seats -- */

static void say_seats(struct table *table, const char *pattern, const char *name)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        struct message *message = place_line(place, URGENCY_TABLE);
        if (message != NULL) {
            PHRASE(message, tr(place->language, button_wording(place->network, pattern)),
                   arg_name("player", name), arg_text("p", network_prefix(place->network)));
        }
        place_say(place, message);
    }
}

/* Adds when the table deals by itself, or why it does not yet. */
static void add_count(const struct place *place, const char *before, struct message *message)
{
    if (autostart_waits_for_partner(place->table))
        render_teams(place, place->language, before, message);
    else
        render_count(place->table, place->language, before, message);
}

static void say_sits(struct table *table, unsigned seat)
{
    const char *pattern = table->match_on
                              ? N_("{player} takes a seat and plays from the next round on.")
                              : N_("{player} takes a seat.");
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        struct message *message = place_line(place, URGENCY_TABLE);
        if (message != NULL) {
            PHRASE(message, tr(place->language, pattern),
                   arg_name("player", seat_name(table, seat)));
            add_count(place, " ", message);
        }
        place_say(place, message);
    }
}

enum table_refusal command_table_sit(struct table *table, struct person *person)
{
    enum table_refusal refusal = seat_take(table, person);
    if (refusal != TABLE_OK)
        return refusal;
    say_sits(table, seat_of(table, person));
    seats_hand_over(table, 0); /* the opener may have left the table without a seat */
    return TABLE_OK;
}

void run_join(struct command_context *context)
{
    char word[CODE_SIZE];
    if (command_seat_reclaim(context) || context_require_person(context) == NULL)
        return;
    if (context->seat != SEAT_NONE && context->table->seats[context->seat].away) {
        run_back(context);
        return;
    }
    command_seat_make_word(context, word);
    enum table_refusal refusal = command_table_sit(context->table, context->person);
    if (refusal != TABLE_OK) {
        if (word[0] != '\0')
            context->person->has_word = false; /* nobody has seen it */
        context_tell(context, context_table_refusal_words(refusal));
        return;
    }
    command_seat_tell_word(context, word);
    linking_check_seats(context);
}

void run_leave(struct command_context *context)
{
    if (!command_panel_answer_leave(context) && !command_panel_ask_leave(context) &&
        context_require_no_arguments(context))
        seat_leave(context->table, context->seat);
}

/* Tells who sits at the table, in places without a table message. */
static void say_at_table(struct table *table)
{
    table_message_due(table);
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        struct message *message = place_has_boards(place) ? NULL : place_line(place, URGENCY_TABLE);
        if (message == NULL)
            continue;
        render_seats(place, message);
        add_count(place, ". ", message);
        place_say(place, message);
    }
}

/* Sets the level of all computer players. */
static void set_level(struct command_context *context, const struct player_impl *player)
{
    enum table_refusal refusal = seats_set_level(context->table, player);
    if (refusal == TABLE_NOT_SEATED)
        context_tell(context, N_("How many computer players? For example: {p}bots 2"));
    else if (refusal != TABLE_OK)
        context_tell(context, context_table_refusal_words(refusal));
    else
        say_at_table(context->table);
}

void run_bots(struct command_context *context)
{
    unsigned long count = 0;
    const char *level = typed_number(context->arguments, &count);
    const char *all = words_level(context->arguments);
    if (all != NULL) {
        set_level(context, player_find(all));
        return;
    }
    if (level == NULL || count > PLAYERS_MAX) {
        context_tell(context, N_("How many computer players? For example: {p}bots 2"));
        return;
    }
    const char *name = words_level(level);
    const struct player_impl *player = name != NULL ? player_find(name) : NULL;
    if (*level != '\0' && player == NULL) {
        context_tell(context, N_("I do not know that level. Say easy, normal, hard or random, for "
                                 "example {p}bots 2 hard"));
        return;
    }
    if (!capacity_left(context))
        return;
    enum table_refusal refusal = seats_set_bots(context->table, (unsigned)count, player);
    if (refusal != TABLE_OK) {
        context_tell(context, context_table_refusal_words(refusal));
        return;
    }
    say_at_table(context->table);
}

void run_away(struct command_context *context)
{
    struct table *table = context->table;
    if (table->seats[context->seat].away) {
        context_tell(context, N_("You are away already: {p}back takes your seat back."));
        return;
    }
    if (!table_is_private(table)) { /* a private table waits, and says so */
        say_seats(table, N_("{player} is away: a computer player keeps the seat until {p}back."),
                  seat_name(table, context->seat));
    }
    seat_away(table, context->seat, true);
}

void run_back(struct command_context *context)
{
    struct table *table = context->table;
    if (!table->seats[context->seat].away) {
        if (!context->returned)
            context_tell(context, N_("You are not away."));
        return;
    }
    seat_away(table, context->seat, false);
    if (!table_is_private(table))
        say_seats(table, N_("{player} is back."), seat_name(table, context->seat));
    if (context->page == NULL) /* which shows it */
        render_hand(table, context->seat);
}

/* A player may restart the time of their turn once a round. */
void run_wait(struct command_context *context)
{
    struct table *table = context->table;
    struct seat *seat = &table->seats[context->seat];
    if (table->round->game.turn != context->seat || !seat_in_round(table, context->seat)) {
        context_tell(context, refusal_words(REFUSED_NOT_YOUR_TURN));
    } else if (seat->waited) {
        context_tell(context, N_("You have used {p}wait already: it works once a round."));
    } else {
        seat->waited = true;
        seat_away(table, context->seat, false);
        clock_restart(table);
        say_seats(table, N_("{player} needs a moment: the turn's time starts again."),
                  seat_name(table, context->seat));
    }
}

/* -- match -- */

/* Returns true, and tells the typist, if the opener's tables have reached the hourly limit of
 * rounds. */
static bool deals_too_often(struct command_context *context)
{
    uint64_t wait = allowance_wait(context->table);
    if (context->table->match_on || wait == 0)
        return false;
    struct message *message = context_private(context);
    if (message != NULL)
        table_notes_deals_spent(context_place(context), wait, message);
    context_say(context, message);
    return true;
}

const char *command_table_too_few(const struct table *table)
{
    return table_is_private(table)
               ? N_("Nobody plays against you yet: {p}bots 1 adds a computer player.")
               : context_table_refusal_words(TABLE_TOO_FEW);
}

void run_start(struct command_context *context)
{
    enum rules_error error = RULES_OK;
    if (deals_too_often(context))
        return;
    if (!context->table->match_on)
        presence_before_match(context->table);
    if (!context->table->match_on && seats_dealt(context->table) >= 2 && !command_fair_cut(context))
        return;
    enum table_refusal refusal = table_start(context->table, &error);
    if (refusal == TABLE_RULES)
        context_tell(context, rules_words(error));
    else if (refusal == TABLE_TOO_FEW)
        context_tell(context, command_table_too_few(context->table));
    else if (refusal != TABLE_OK)
        context_tell(context, context_table_refusal_words(refusal));
}
