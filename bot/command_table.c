#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "bot/allowance.h"
#include "bot/alone.h"
#include "bot/board.h"
#include "bot/capacity.h"
#include "bot/clock.h"
#include "bot/hand.h"
#include "bot/language.h"
#include "bot/linking.h"
#include "bot/notify_list.h"
#include "bot/pressed.h"
#include "bot/render.h"
#include "bot/round.h"
#include "bot/seat.h"
#include "bot/table.h"
#include "bot/words.h"

const char *table_refusal_words(enum table_refusal refusal)
{
    static const char *const words[] = {
        [TABLE_FULL] = N_("There are no more seats."),
        [TABLE_SEATED] = N_("You have a seat already."),
        [TABLE_NOT_SEATED] = N_("You have no seat."),
        [TABLE_RUNNING] = N_("Not while a match runs: {p}stop ends it."),
        [TABLE_NOT_RUNNING] = N_("No match is running."),
        [TABLE_TOO_FEW] = N_("It takes two to play: {p}join, or {p}bots 1."),
        [TABLE_RULES] = N_("These rules cannot be dealt."),
        [TABLE_NO_MEMORY] = N_("I am out of memory."),
    };
    return words[refusal];
}

/* -- opening -- */

/* A lobby takes another set of rules when who may rule it asks for one. */
static bool change_set(struct call *call, const struct ruleset *set)
{
    struct table *table = call->table;
    if (*call->arguments == '\0' || set == NULL || table->match_on || set == table->set ||
        call->seat == SEAT_NONE)
        return false;
    if (!call_may_rule(call))
        return true;
    enum table_refusal refusal = table_set_rules(table, set);
    if (refusal != TABLE_OK) {
        call_tell(call, table_refusal_words(refusal));
        return true;
    }
    struct message *message = table_line(table, URGENCY_TABLE);
    if (message == NULL)
        return true;
    PHRASE(message, tr(table->language, N_("{player} chooses the rules of {set}.")),
           arg_name("player", call->person->name), arg_strong("set", ruleset_name(set)));
    table_say(table, message);
    return true;
}

/* What binds all its shuffles, whole, behind the words that open the table: of its own where a line
 * is short. Who plays at the terminal has nobody to prove anything to. */
static void say_chain(struct table *table, struct message *opening)
{
    bool one = table_has_controls(table);
    struct message *line = one ? opening : NULL;
    char token[FAIR_TOKEN];
    if (!one) {
        table_say(table, opening);
        line = table->network->adapter->impl->caps.local ? NULL : table_line(table, URGENCY_TABLE);
    }
    table->chain_begins = false;
    if (line == NULL)
        return;
    if (one)
        message_text(line, "\n");
    PHRASE(line,
           tr(table->language, N_("All shuffles of this table are bound by {token} ({p}fair)")),
           arg_text("token", fair_token('s', 0, table->chain.end, true, token)),
           arg_text("p", network_prefix(table->network)));
    table_say(table, line);
}

static void say_open(struct call *call)
{
    struct table *table = call->table;
    struct message *message = table_line(table, URGENCY_TABLE);
    if (message == NULL)
        return;
    const char *simple = alone_is(table->channel) ? N_("A table for you alone ({set}).")
                                                  : N_("{player} opens a table ({set}).");
    PHRASE(message,
           tr(table->language,
              table_has_controls(table) ? simple
              : alone_is(table->channel)
                  ? N_("A table for you alone ({set}). {p}bots N adds computer players, {p}start "
                       "deals.")
                  : N_("{player} opens a table ({set}). {p}join takes a seat, {p}bots N adds "
                       "computer players, {p}start deals.")),
           arg_name("player", call->person->name), arg_strong("set", ruleset_name(table->set)),
           arg_text("p", network_prefix(table->network)));
    say_chain(table, message);
}

static bool is_over(unsigned count, unsigned most)
{
    return most > 0 && count >= most;
}

/* Of two who have no account. Whose user part nobody vouches for ("~") can have any, so that is not
 * looked at; others are told apart by theirs where many share a host. */
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

/* Tables that somebody opened, or other nicks without account from the same host. */
static unsigned opened_by(const struct host *host, const struct person *person,
                          const struct chat_user *user)
{
    const struct table *table = NULL;
    const struct table *next = NULL;
    unsigned count = 0;
    HASH_ITER(hh, host->tables, table, next)
    {
        const struct person *opener = table->opener;
        if (opener == NULL || opener->network != person->network)
            continue;
        bool nicks = !person->verified && !opener->verified;
        count += opener == person || (nicks && same_host(user->host, opener->host));
    }
    return count;
}

/* Who plays alone finds somebody to play with: a table of four, which one word deals. The rest is
 * theirs to change. */
enum { ALONE_COMPUTERS = 3 };

void run_new(struct call *call)
{
    char word[CODE_SIZE];
    char alone[ALONE_NAME];
    const struct ruleset *set = words_ruleset(*call->arguments != '\0' ? call->arguments
                                              : call->channel != NULL ? channel_value(call, "rules")
                                                                      : "classic");
    if (call->table != NULL && change_set(call, set))
        return;
    if (call->table != NULL) {
        call_tell(call, call->seat != SEAT_NONE && call->table->match_on
                            ? table_refusal_words(TABLE_RUNNING)
                        : call->seat != SEAT_NONE ? N_("You have a seat already.")
                        : call->table->match_on
                            ? N_("A match is running here: {p}join it for the next round.")
                            : N_("There is a table here already: {p}join it."));
        return;
    }
    if (call->event->silent) {
        call_tell_unheard(call);
        return;
    }
    if (set == NULL) {
        call_tell(call, N_("I do not know that set of rules: {p}rules lists them."));
        return;
    }
    if (is_over(call->host->table_count, call->host->options.tables_max) ||
        is_over(call->network->table_count, call->host->options.tables_per_network)) {
        call_tell(call, N_("All my tables are taken. Please try again later."));
        return;
    }
    if (!capacity_left(call) || (call->channel == NULL && !capacity_left_alone(call)))
        return;
    if (call_sits_again(call) || call_person(call) == NULL)
        return;
    if (is_over(opened_by(call->host, call->person, &call->event->user),
                call->host->options.tables_per_person)) {
        call_tell(call, N_("You have opened as many tables as one may: {p}stop one of them."));
        return;
    }
    if (call->channel == NULL) {
        alone_name(call->host, call->person, alone);
        call->table = table_at(call->host, call->network, alone);
        if (call->table != NULL) /* of a damaged row, or they left it */
            table_close(call->table);
    }
    word[0] = '\0';
    if (call->channel != NULL || !call->event->user.vouched) /* else none but they can be there */
        call_make_word(call, word);
    call->table = table_open(call->host, call->network,
                             call->channel != NULL ? call->channel : alone, set, call->person);
    if (call->table == NULL || seat_take(call->table, call->person) != TABLE_OK) {
        call_tell(call, N_("I am out of memory."));
        return;
    }
    call->channel = call->table->channel;
    if (alone_is(call->channel))
        seats_set_bots(call->table, ALONE_COMPUTERS, NULL);
    say_open(call);
    notify_opened(call->table);
    call_tell_word(call, word);
}

/* !uno opens a table; in a round it is the call or the catch. */
void run_uno(struct call *call)
{
    struct table *table = call->table;
    if (table == NULL || table->round == NULL) {
        run_new(call);
        return;
    }
    if (call->seat == SEAT_NONE) {
        call_tell(call, N_("A round is running: {p}join takes a seat for the next one."));
        return;
    }
    struct action action = action_make(ACTION_UNO, call->seat);
    enum refusal refusal = round_act(table, &action);
    if (refusal != REFUSED_NOT)
        call_tell(call, refusal_words(refusal));
}

/* -- seats -- */

static void say_seats(struct table *table, const char *pattern, const char *name)
{
    struct message *message = table_line(table, URGENCY_TABLE);
    if (message == NULL)
        return;
    PHRASE(message, tr(table->language, pressed_words(table->network, pattern)),
           arg_name("player", name), arg_text("p", network_prefix(table->network)));
    table_say(table, message);
}

void run_join(struct call *call)
{
    char word[CODE_SIZE];
    if (call_sits_again(call) || call_person(call) == NULL)
        return;
    if (call->seat != SEAT_NONE && call->table->seats[call->seat].away) {
        run_back(call);
        return;
    }
    call_make_word(call, word);
    enum table_refusal refusal = seat_take(call->table, call->person);
    if (refusal != TABLE_OK) {
        if (word[0] != '\0')
            call->person->has_word = false; /* nobody was told it */
        call_tell(call, table_refusal_words(refusal));
        return;
    }
    say_seats(call->table,
              call->table->match_on ? N_("{player} takes a seat and plays from the next round on.")
                                    : N_("{player} takes a seat."),
              call->person->name);
    seats_hand_over(call->table, 0); /* who opened it may have left it empty */
    call_tell_word(call, word);
    linking_sits(call);
}

void run_leave(struct call *call)
{
    if (!call_means_leave(call) && !call_asks_leave(call) && call_stands_alone(call))
        seat_leave_aloud(call->table, call->seat);
}

/* Where a board shows it that is enough. */
static void say_at_table(struct table *table)
{
    if (table_has_controls(table)) {
        board_due(table);
        return;
    }
    struct message *message = table_line(table, URGENCY_TABLE);
    if (message == NULL)
        return;
    struct message *seats = message_create(NULL, NULL, URGENCY_INFO);
    if (seats != NULL)
        render_order(table, table->language, seats);
    PHRASE(message, tr(table->language, N_("At the table: {seats}")),
           arg_piece(message, "seats", seats));
    message_destroy(seats);
    table_say(table, message);
}

/* Of all computer players. */
static void set_level(struct call *call, const struct player_impl *player)
{
    enum table_refusal refusal = seats_set_level(call->table, player);
    if (refusal == TABLE_NOT_SEATED)
        call_tell(call, N_("How many computer players? For example: {p}bots 2"));
    else if (refusal != TABLE_OK)
        call_tell(call, table_refusal_words(refusal));
    else
        say_at_table(call->table);
}

void run_bots(struct call *call)
{
    char *end = NULL;
    unsigned long count = strtoul(call->arguments, &end, 10);
    const char *all = words_level(call->arguments);
    if (all != NULL) {
        set_level(call, player_find(all));
        return;
    }
    if (end == call->arguments || (*end != '\0' && *end != ' ') || count > PLAYERS_MAX) {
        call_tell(call, N_("How many computer players? For example: {p}bots 2"));
        return;
    }
    const char *level = end + strspn(end, " ");
    const char *name = words_level(level);
    const struct player_impl *player = name != NULL ? player_find(name) : NULL;
    if (*level != '\0' && player == NULL) {
        call_tell(call, N_("I do not know that level: easy, normal, hard and random are there."));
        return;
    }
    if (!capacity_left(call))
        return;
    enum table_refusal refusal = seats_set_bots(call->table, (unsigned)count, player);
    if (refusal != TABLE_OK) {
        call_tell(call, table_refusal_words(refusal));
        return;
    }
    say_at_table(call->table);
}

void run_away(struct call *call)
{
    struct table *table = call->table;
    if (table->seats[call->seat].away) {
        call_tell(call, N_("You are away already."));
        return;
    }
    if (!alone_is(table->channel)) /* there the table waits, and says so */
        say_seats(table, N_("{player} is away: a computer player keeps the seat until {p}back."),
                  call->person->name);
    seat_away(table, call->seat, true);
}

void run_back(struct call *call)
{
    struct table *table = call->table;
    if (!table->seats[call->seat].away) {
        if (!call->returned)
            call_tell(call, N_("You are not away."));
        return;
    }
    seat_away(table, call->seat, false);
    if (!alone_is(table->channel))
        say_seats(table, N_("{player} is back."), call->person->name);
    render_hand(table, call->seat);
}

/* Whoever needs longer says so in time; the others wait once a round. */
void run_wait(struct call *call)
{
    struct table *table = call->table;
    struct seat *seat = &table->seats[call->seat];
    if (table->round->game.turn != call->seat || !seat_in_round(table, call->seat)) {
        call_tell(call, refusal_words(REFUSED_NOT_YOUR_TURN));
    } else if (seat->waited) {
        call_tell(call, N_("You had your turn's time anew in this round already."));
    } else {
        seat->waited = true;
        seat_away(table, call->seat, false);
        clock_restart(table);
        say_seats(table, N_("{player} needs a moment: the turn's time begins anew."),
                  call->person->name);
    }
}

/* -- match -- */

/* Whether so many rounds were dealt that this one must wait; then they are told. */
static bool deals_too_often(struct call *call)
{
    if (call->table->match_on || allowance_wait(call->table) == 0)
        return false;
    struct message *message = call_private(call);
    if (message != NULL)
        allowance_tell(call->table, message);
    call_say(call, message);
    return true;
}

void run_start(struct call *call)
{
    enum rules_error error = RULES_OK;
    if (deals_too_often(call))
        return;
    if (!call->table->match_on && seats_staying(call->table) >= 2 && !call_cuts(call))
        return;
    enum table_refusal refusal = table_start(call->table, &error);
    if (refusal == TABLE_RULES)
        call_tell(call, rules_words(error));
    else if (refusal == TABLE_TOO_FEW && alone_is(call->table->channel))
        call_tell(call, N_("Nobody plays against you yet: {p}bots 1 adds a computer player."));
    else if (refusal != TABLE_OK)
        call_tell(call, table_refusal_words(refusal));
}
