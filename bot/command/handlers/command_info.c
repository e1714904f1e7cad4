#include "handlers.h"

#include <string.h>

#include "base/text.h"
#include "bot/command/channel.h"
#include "bot/command/line.h"
#include "bot/command/slash.h"
#include "bot/pages/seat/seat_live.h"
#include "bot/show/button_wording.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/table_message.h"
#include "bot/table/autostart.h"
#include "bot/table/clock.h"
#include "bot/table/pause.h"
#include "bot/table/seats/own_tables.h"
#include "bot/table/seats/seat.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/preset.h"
#include "bot/text/refusals.h"
#include "bot/text/slash_names.h"

enum { SECOND = 1000 };

/* Everybody can read these words, so the answer cannot be a hand. We send the table message again
 * below them: its button opens the hand. */
static void show_button(struct command_context *context)
{
    struct message *message = context_public(context);
    if (message == NULL)
        return;
    PHRASE(message,
           tr(context_place(context)->language,
              N_("{player}: the button My hand opens your hand, and so does {p}hand.")),
           arg_name("player", seat_name(context->table, context->seat)),
           arg_text("p", network_prefix(context->network)));
    context_say(context, message);
    table_message_renew(context_place(context));
}

/* Shows the hand again. It first drops the mark "unreachable", because the player may accept
 * whispers by now. If not, we tell the channel again. */
void run_hand(struct command_context *context)
{
    if (!seat_in_round(context->table, context->seat)) {
        context_tell(context, refusal_words(REFUSED_NOT_SEATED));
        return;
    }
    context->table->seats[context->seat].unreachable = false;
    if (strcmp(context->arguments, "back") == 0) /* to the cards, from what a play lacks */
        seat_ask(context->table, context->seat, NULL);
    if (context->event->written && place_has_controls(context_place(context)) &&
        context->preferences.way != WAY_TALK)
        show_button(context);
    context->table->seats[context->seat].talks = context_is_private_message(context);
    if (context->page != NULL) /* which shows it */
        seat_live_touch(context->table);
    else
        render_hand(context->table, context->seat);
    context->table->seats[context->seat].talks = false;
}

/* The language of what context_public() begins. */
static const struct language *reader(const struct command_context *context)
{
    return context_answers_in_private(context) ? context->language
                                               : context_place(context)->language;
}

void run_table(struct command_context *context)
{
    struct message *message = context_public(context);
    if (message == NULL)
        return;
    render_table(context_place(context), reader(context), message);
    context_say(context, message);
    if (table_is_private(context->table)) /* the private talk may have been closed when the message
                                             was sent last */
        table_message_renew(context_place(context));
}

void run_order(struct command_context *context)
{
    struct message *message = context_public(context);
    if (message == NULL)
        return;
    render_order(context_place(context), reader(context), message);
    context_say(context, message);
}

/* -- clock -- */

/* Adds a sentence with that number of seconds. */
static void add_seconds(const struct command_context *context, const char *pattern, uint64_t time,
                        struct message *message)
{
    PHRASE(message, tr(reader(context), pattern),
           arg_number("n", (long)((time + SECOND - 1) / SECOND)));
}

/* Returns how many may sit at the table. */
static unsigned seats_most(const struct table *table)
{
    unsigned most = PLAYERS_MAX;
    while (most > 0 && !seats_fit(table, most))
        most--;
    return most;
}

/* Adds what holds the count of a table that deals by itself (autostart.h). */
static void add_hold(const struct command_context *context, struct message *message)
{
    if (vote_is_open(context->table)) {
        add_seconds(context, N_("The round waits for the vote: {n} s at most."),
                    vote_wait(context->table, NULL) * (uint64_t)SECOND, message);
    } else {
        message_text(message, tr(reader(context), N_("The round waits until nobody is missing.")));
    }
}

/* Adds how many seats a table lacks that deals when it is full. */
static void add_seats(const struct command_context *context, struct message *message)
{
    const struct table *table = context->table;
    render_autostart(table, reader(context), "", message);
    PHRASE(message, tr(reader(context), N_(" Seats taken: {n} of {most}.")),
           arg_number("n", (long)seats_staying(table)),
           arg_number("most", (long)seats_most(table)));
}

/* Adds what a table lacks to play in teams. */
static void add_teams(const struct command_context *context, struct message *message)
{
    PHRASE(message, tr(reader(context), render_teams_lack(context->table)),
           arg_text("p", network_prefix(context->network)));
}

/* Adds when the next round of a match is dealt. */
static void add_between(const struct command_context *context, struct message *message)
{
    const struct table *table = context->table;
    uint64_t has = 0;
    uint64_t left = 0;
    if (seats_uneven(table))
        add_teams(context, message);
    else if (clock_deal(table, &has, &left) && left > 0)
        add_seconds(context, N_("The next round starts in {n} s."), left, message);
    else
        message_text(message, tr(reader(context), N_("The next round is dealt soon.")));
}

/* Adds what a table without a match waits for. */
static void add_lobby(const struct command_context *context, struct message *message)
{
    const struct table *table = context->table;
    if (autostart_due(table) > table_now(table) && autostart_due(table) != UINT64_MAX) {
        render_count(table, reader(context), "", message);
    } else if (table->deal_due != 0) {
        add_hold(context, message);
    } else if (autostart_waits_for_seats(table)) {
        add_seats(context, message);
    } else if (seats_dealt(table) >= 2 && seats_uneven(table)) {
        add_teams(context, message);
    } else {
        const char *words = seats_dealt(table) < 2 ? command_table_too_few(table)
                                                   : N_("No round is running: {p}start deals one.");
        PHRASE(message, tr(reader(context), button_wording(context->network, words)),
               arg_text("p", network_prefix(context->network)));
    }
}

/* Adds how long the turn has lasted. */
static void add_turn(const struct command_context *context, struct message *message)
{
    uint64_t has = 0;
    uint64_t left = 0;
    bool ends = clock_turn(context->table, &has, &left);
    PHRASE(message,
           tr(reader(context), ends ? N_("{player} has had the turn for {n} s; {left} s are left.")
                                    : N_("{player} has had the turn for {n} s.")),
           arg_name("player", seat_name(context->table, context->table->round->game.turn)),
           arg_number("n", (long)(has / SECOND)), arg_number("left", (long)(left / SECOND)));
}

void run_clock(struct command_context *context)
{
    struct message *message = context_public(context);
    if (message == NULL)
        return;
    if (pause_is_on(context->table)) {
        PHRASE(message, tr(reader(context), button_wording(context->network, pause_words)),
               arg_text("p", network_prefix(context->network)));
    } else if (context->table->state == TABLE_LOBBY) {
        add_lobby(context, message);
    } else if (context->table->round == NULL) {
        add_between(context, message);
    } else {
        add_turn(context, message);
    }
    context_say(context, message);
}

/* -- score -- */

void run_score(struct command_context *context)
{
    const struct match *match = &context->table->match;
    bool none = match->players == 0 || (match->rounds == 0 && !context->table->match_on);
    if (none || match->players > context->table->seat_count) {
        context_tell(context,
                     N_("No round has been finished at this table yet. {p}top shows the boards."));
        return;
    }
    struct message *message = context_public(context);
    if (message == NULL)
        return;
    render_totals(context->table, reader(context), message);
    context_say(context, message);
}

/* -- help -- */

/* What the typist can do next, which decides what !help says. */
enum situation {
    NOBODY_PLAYS,  /* no table is there */
    LOBBY_OUTSIDE, /* a table without a round, where they do not sit */
    LOBBY,
    ROUND_OUTSIDE,
    MY_TURN,
    MY_ANSWER, /* to a wild +4 */
    NOT_MY_TURN
};

/* The commands that one needs first in that situation. */
static const char *const first_words[] = {
    [NOBODY_PLAYS] = N_("{p}uno opens a table, {p}join takes a seat, {p}bots 2 seats computer "
                        "players, {p}start deals, {p}rules explains the game, {p}top shows the "
                        "best."),
    [LOBBY_OUTSIDE] = N_("{p}join takes a seat, {p}order shows who sits, {p}rules explains the "
                         "game, {p}set shows what is played, {p}top the best, {p}lang fr speaks "
                         "French."),
    [LOBBY] =
        N_("{p}start deals, {p}bots 2 seats computer players, {p}new SET takes other rules, {p}set "
           "lists house rules, {p}rules explains the game, {p}leave gives your seat back."),
    [ROUND_OUTSIDE] = N_("{p}join takes a seat from the next round on, {p}table shows the top "
                         "card, {p}order the players, {p}score the totals, {p}rules the game, "
                         "{p}top the best."),
    [MY_TURN] = N_("Your turn: {p}play r5 plays the red 5, {p}play w red a wild, {p}draw draws a "
                   "card, {p}keep keeps it, {p}hand shows yours; with your last card but one say "
                   "{p}uno."),
    [MY_ANSWER] = N_("Your turn: {p}accept draws the cards of the wild +4, {p}challenge doubts it. "
                     "{p}hand shows your cards, {p}table the top card, {p}order the players."),
    [NOT_MY_TURN] = N_("Not your turn: {p}hand shows your cards, {p}table the top card, {p}order "
                       "who comes next, {p}catch catches who forgot UNO, {p}away lets a computer "
                       "play for you, {p}leave gives up."),
};

static enum situation situation_of(const struct command_context *context)
{
    const struct table *table = context->table;
    if (table == NULL)
        return NOBODY_PLAYS;
    if (table->round == NULL)
        return context->seat == SEAT_NONE ? LOBBY_OUTSIDE : LOBBY;
    if (context->seat == SEAT_NONE || !seat_in_round(table, context->seat))
        return ROUND_OUTSIDE;
    if (table->round->game.turn != context->seat)
        return NOT_MY_TURN;
    return table->round->game.phase == PHASE_CHALLENGE ? MY_ANSWER : MY_TURN;
}

static void help_now(struct command_context *context)
{
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    PHRASE(
        message,
        tr(context->language, button_wording(context->network, first_words[situation_of(context)])),
        arg_text("p", network_prefix(context->network)));
    PHRASE(message,
           tr(context->language, N_(" All commands: {p}help all; about one: {p}help COMMAND.")),
           arg_text("p", network_prefix(context->network)));
    context_say(context, message);
}

static bool lists_slash_commands(const struct command_context *context)
{
    return context->network->adapter->impl->caps.slash_commands;
}

/* Returns the command as the typist's network offers it; NULL: it lists no commands, or not this
 * one. */
static const struct chat_command *offered(const struct command_context *context,
                                          const struct command *command)
{
    return lists_slash_commands(context)
               ? slash_command_of(command, people_stable_ids(context->network))
               : NULL;
}

/* Returns true if the typist's network has that command. */
static bool is_there(const struct command_context *context, const struct command *command)
{
    return !lists_slash_commands(context) || offered(context, command) != NULL;
}

/* Writes a command as the network lists it, even if sentences advise another one instead. */
static void write_name(struct message *message, const struct command_context *context,
                       const struct command *command, enum style style)
{
    char path[SLASH_NAME_MAX + 1];
    if (!lists_slash_commands(context)) {
        message_text(message, network_prefix(context->network));
        message_add(message, style, TINT_WILD, command_name(command, context->language),
                    strlen(command_name(command, context->language)));
        return;
    }
    memcpy(path, slash_prefix, 1);
    slash_path_write(context->language, command->name, path + 1);
    message_add(message, STYLE_COMMAND, TINT_WILD, path, strlen(path));
}

static void help_all(struct command_context *context)
{
    const struct adapter_caps *caps = &context->network->adapter->impl->caps;
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    message_text(message, tr(context->language, N_("Commands:")));
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        if (!is_there(context, command_at(i)) || (context->page != NULL && command_at(i)->personal))
            continue;
        message_text(message, " ");
        write_name(message, context, command_at(i), STYLE_PLAIN);
    }
    context_say(context, message);
    message = context_private(context);
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, N_("{p}help COMMAND explains one.")),
           arg_text("p", network_prefix(context->network)));
    if (!caps->bare_words && !caps->slash_commands) {
        message_text(message,
                     tr(context->language, N_(" In a round you may type pl r5, dr, pa, co red, "
                                              "ca, cd, tu without the prefix.")));
    }
    message_text(message, tr(context->language,
                             N_(" On cards: R red, G green, B blue, Y yellow, P purple, O orange; "
                                "* can be played as shown, *flex by its flex side alone.")));
    message_text(message, tr(context->language, N_(" UNO is a trademark of Mattel. Talon is not "
                                                   "affiliated with Mattel.")));
    context_say(context, message);
}

static bool says_all(const char *word)
{
    return word_means(word, "all");
}

static bool says_presets(const char *word)
{
    return word_means(word, "presets");
}

/* "{p}play CARD [colour] [uno]" */
static struct message *usage_piece(struct command_context *context, const struct command *command)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece == NULL)
        return NULL;
    write_name(piece, context, command, STYLE_STRONG);
    const struct chat_command *slash = offered(context, command);
    if (*command->arguments != '\0' && (slash == NULL || slash->option_count > 0)) {
        PHRASE(piece, " {arguments}",
               arg_text("arguments", tr(context->language, command->arguments)));
    }
    return piece;
}

/* Adds words that are parted by blanks, except the one shown. */
static void add_aliases(struct message *piece, const char *words, const char *shown)
{
    for (const char *at = words; *at != '\0'; at += strspn(at, " ?")) {
        char word[32];
        size_t length = strcspn(at, " ");
        snprintf(word, sizeof(word), "%.*s", (int)length, at);
        if (!text_same(word, shown))
            PHRASE(piece, message_empty(piece) ? "{word}" : " {word}", arg_text("word", word));
        at += length;
    }
}

/* Writes the command's other names in English and the reader's language. Where people choose
 * commands from a list, writes none: the list has one name for each command. */
static struct message *aliases_piece(struct command_context *context, const struct command *command)
{
    const char *shown = command_name(command, context->language);
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece == NULL || lists_slash_commands(context))
        return piece;
    add_aliases(piece, command->name, shown);
    add_aliases(piece, language_command(language_at(0), command->name), shown);
    if (context->language != language_at(0))
        add_aliases(piece, language_command(context->language, command->name), shown);
    return piece;
}

void run_help(struct command_context *context)
{
    const char *bare = line_skip_prefix(context, context->arguments);
    const char *word = bare != NULL ? bare : context->arguments;
    const struct command *command = command_find(word);
    if (*word == '\0') {
        help_now(context);
        return;
    }
    if (says_all(word)) {
        help_all(context);
        return;
    }
    if (says_presets(word)) {
        command_rules_presets(context, NULL);
        return;
    }
    const struct preset *preset = command == NULL ? preset_find(word) : NULL;
    if (preset != NULL) {
        command_rules_presets(context, preset);
        return;
    }
    if (command == NULL || !is_there(context, command)) {
        if (command != NULL || !context_tell_slip(context, word, command_nearly(word)))
            context_tell(context, N_("I do not know that command: {p}help all lists them."));
        return;
    }
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    struct message *usage = usage_piece(context, command);
    struct message *aliases = aliases_piece(context, command);
    PHRASE(message, tr(context->language, N_("{command}: {help}.")),
           arg_piece(message, "command", usage),
           arg_text("help", tr(context->language, command->help)));
    if (aliases != NULL && !message_empty(aliases)) {
        PHRASE(message, tr(context->language, N_(" Also: {words}")),
               arg_piece(message, "words", aliases));
    }
    message_destroy(usage);
    message_destroy(aliases);
    const struct table *other =
        own_tables_count(context->person) > 1 ? own_tables_channel(context->person) : NULL;
    if (other != NULL && command->needs != NEEDS_NOTHING &&
        !context->network->adapter->impl->caps.slash_commands) {
        PHRASE(message,
               tr(context->language, N_(" In private name the table, too: {p}{name} {channel}")),
               arg_text("p", network_prefix(context->network)),
               arg_text("name", command_name(command, context->language)),
               arg_text("channel", place_on(other, context->network)->channel));
    }
    context_say(context, message);
}
