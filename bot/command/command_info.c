#include "handlers.h"

#include <string.h>

#include "bot/base/text.h"
#include "bot/command/channel.h"
#include "bot/command/line.h"
#include "bot/pages/seat_live.h"
#include "bot/show/board.h"
#include "bot/show/lines.h"
#include "bot/show/pressed.h"
#include "bot/show/render.h"
#include "bot/table/clock.h"
#include "bot/table/own_tables.h"
#include "bot/table/pause.h"
#include "bot/table/seat.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/refusals.h"

enum { SECOND = 1000 };

/* A hand cannot be the answer to words that everybody can read: the board, whose button opens
 * it, is said again below them. */
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
    board_anew(context_place(context));
}

/* The player may have allowed our whispers by now. If not, the channel is told again. */
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
    if (table_is_private(context->table)) /* its talk may have been closed when it was shown last */
        board_anew(context_place(context));
}

void run_order(struct command_context *context)
{
    struct message *message = context_public(context);
    if (message == NULL)
        return;
    render_order(context_place(context), reader(context), message);
    context_say(context, message);
}

void run_clock(struct command_context *context)
{
    uint64_t has = 0;
    uint64_t left = 0;
    bool ends = clock_turn(context->table, &has, &left);
    struct message *message = context_public(context);
    if (message == NULL)
        return;
    PHRASE(message,
           tr(context_place(context)->language,
              pause_is_on(context->table) ? pressed_words(context->network, pause_words)
              : ends ? N_("{player} has had the turn for {n} s; {left} s are left.")
                     : N_("{player} has had the turn for {n} s.")),
           arg_name("player", seat_name(context->table, context->table->round->game.turn)),
           arg_number("n", (long)(has / SECOND)), arg_number("left", (long)(left / SECOND)),
           arg_text("p", network_prefix(context->network)));
    context_say(context, message);
}

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

/* A set in a few sentences (RULES.md 4 to 8). */
static const struct {
    const char *set;
    const char *words;
} explained[] = {
    {"classic",
     N_("classic: 108 cards, 2-10 players. Match colour, number or symbol, or play a wild. Skip: "
        "the next player loses the turn. Reverse: the direction turns. +2: the next player draws "
        "2 and loses the turn. W+4 (a bluff if you still hold the colour or a wild): the next "
        "player draws 4 and loses the turn, or challenges: whoever bluffed draws 4, whoever "
        "doubted in vain draws 6. Nothing fits: draw one and play or keep it. Say UNO with your "
        "last card but one, or be caught for 2.")},
    {"hyper", N_("hyper: classic with 4 Hyperspeed wilds. They name a colour; while it lasts, each "
                 "card of that colour makes the next player lose the turn.")},
    {"skull",
     N_("skull: classic with purple instead of yellow and 4 Power of Grayskull wilds: speak the "
        "words of power, name a colour, and all others draw 3. A wild in hand does not make a W+4 "
        "a bluff. An action card turned up first counts; a +2 or W+4 played last is still drawn. "
        "Points to 500.")},
    {"web",
     N_("web: classic with 4 Web Swing wilds: name a colour, all others show their hands, and "
        "you choose one who holds it to lose the turn; play goes on after that player.")},
    {"flex",
     N_("flex: classic with two-sided cards, numbers 1-8, 2-8 players. With your power card ✓ you "
        "may use a card's flex side; that turns it ✗. A flip icon turns it over; once all are ✗, "
        "all become ✓. G 7/Y is a green 7 with a yellow flex side (play g7 flex) and counts as "
        "green afterwards, ^ a flip icon. Flex sides: +2: all others draw 1; skip: all others "
        "lose the turn; rev: the next player loses the turn as well; W+2 targeted, W+4: a player "
        "you choose draws; W+2 all: all others draw 2. W all flip turns every power card over.")},
    {"minion",
     N_("minion: classic with orange instead of red and 4 Mutated Minion wilds: name a colour, and "
        "the next player draws until a card of that colour comes, then has the turn. A wild in "
        "hand does not make a W+4 a bluff. An action card turned up first counts; a +2 or W+4 "
        "played last is still drawn. Points to 500.")},
};

enum { EXPLAINED = sizeof(explained) / sizeof(explained[0]) };

/* The house rules that people ask for most (RULES.md 10), as they are typed. */
static const char asked_rules[] = N_(
    "House rules, before the deal: {p}set stack any (draw cards add up), {p}set seven_zero on (7 "
    "swaps hands, 0 moves them on), {p}set jump_in exact (equal cards out of turn), {p}set "
    "draw_until_playable on (draw until a card fits), {p}set false_uno 2 (a false UNO costs 2).");

static struct message *sets_piece(void)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    for (unsigned i = 0; piece != NULL && ruleset_at(i) != NULL; i++) {
        message_text(piece, i > 0 ? " " : "");
        message_text(piece, ruleset_name(ruleset_at(i)));
    }
    return piece;
}

/* Whether the typist looks on while others play, who is answered in one line. */
static bool looks_on(const struct command_context *context)
{
    return context->table != NULL && context->table->round != NULL && context->seat == SEAT_NONE;
}

/* Adds the explanation of a rule set. Where a message may have many lines each sentence has one
 * of its own. */
static void add_explained(const struct command_context *context, struct message *message,
                          const char *words)
{
    bool apart = context->network->adapter->impl->caps.multiline;
    const char *at = tr(context->language, words);
    const char *end = NULL;
    for (; apart && (end = strstr(at, ". ")) != NULL; at = end + 2) {
        message_add(message, STYLE_PLAIN, TINT_WILD, at, (size_t)(end - at) + 1);
        message_text(message, "\n");
    }
    message_text(message, at);
    message_text(message, apart ? "\n" : " ");
    PHRASE(message, tr(context->language, pressed_words(context->network, asked_rules)),
           arg_text("p", network_prefix(context->network)));
    message_text(message, apart ? "\n" : " — ");
}

void run_rules(struct command_context *context)
{
    const char *name = *context->arguments != '\0' ? context->arguments
                       : context->table != NULL    ? ruleset_name(context->table->set)
                       : context->channel != NULL
                           ? channel_value(context->network, context->channel, "rules")
                           : "classic";
    bool short_one = *context->arguments == '\0' && looks_on(context);
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    for (unsigned i = 0; i < EXPLAINED && !short_one; i++)
        if (text_same(explained[i].set, name)) {
            add_explained(context, message, explained[i].words);
        }
    struct message *sets = sets_piece();
    PHRASE(message,
           tr(context->language, short_one ? N_("{set} is played here: {p}rules {set} explains it. "
                                                "Sets of rules: {sets}")
                                           : N_("Sets of rules: {sets}")),
           arg_text("set", name), arg_text("p", network_prefix(context->network)),
           arg_piece(message, "sets", sets));
    message_destroy(sets);
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
    [LOBBY] = N_("{p}start deals, {p}bots 2 seats computer players, {p}new SET takes other rules, "
                 "{p}set house rules, {p}rules explains them, {p}leave gives your seat back."),
    [ROUND_OUTSIDE] = N_("{p}join takes a seat from the next round on, {p}table shows the top "
                         "card, {p}order the players, {p}score the totals, {p}rules the game, "
                         "{p}top the best."),
    [MY_TURN] = N_("Your turn: {p}play r5 plays the red 5, {p}play w red a wild, {p}draw draws a "
                   "card, {p}keep keeps it, {p}hand shows yours; with your last card but one say "
                   "{p}uno."),
    [MY_ANSWER] = N_("Your turn: {p}accept takes the cards of the wild +4, {p}challenge doubts it; "
                     "{p}hand shows your cards, {p}table the top card, {p}order the players, "
                     "{p}rules the game."),
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
        tr(context->language, pressed_words(context->network, first_words[situation_of(context)])),
        arg_text("p", network_prefix(context->network)));
    PHRASE(message,
           tr(context->language, N_(" All commands: {p}help all; about one: {p}help COMMAND.")),
           arg_text("p", network_prefix(context->network)));
    context_say(context, message);
}

static void help_all(struct command_context *context)
{
    const struct adapter_caps *caps = &context->network->adapter->impl->caps;
    struct message *message = context_private(context);
    if (message == NULL)
        return;
    message_text(message, tr(context->language, N_("Commands:")));
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        PHRASE(message, " {p}{name}", arg_text("p", network_prefix(context->network)),
               arg_text("name", command_name(command_at(i), context->language)));
    }
    context_say(context, message);
    message = context_private(context);
    if (message == NULL)
        return;
    PHRASE(message, tr(context->language, N_("{p}help COMMAND explains one.")),
           arg_text("p", network_prefix(context->network)));
    if (!caps->bare_words && !caps->slash_commands)
        message_text(message,
                     tr(context->language, N_(" In a round you may type pl r5, dr, pa, co red, "
                                              "ca, cd, tu without the prefix.")));
    message_text(message, tr(context->language,
                             N_(" On cards: R red, G green, B blue, Y yellow, P purple, O orange; "
                                "* can be played as shown, *flex by its flex side alone.")));
    context_say(context, message);
}

static bool says_all(const char *word)
{
    return text_same(word, "all") || text_same(word, "tout") || text_same(word, "toutes");
}

/* "{p}play CARD [colour] [uno]" */
static struct message *usage_piece(struct command_context *context, const struct command *command)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece == NULL)
        return NULL;
    PHRASE(piece, "{p}{name}", arg_text("p", network_prefix(context->network)),
           arg_strong("name", command_name(command, context->language)));
    if (*command->arguments != '\0')
        PHRASE(piece, " {arguments}",
               arg_text("arguments", tr(context->language, command->arguments)));
    return piece;
}

/* The names of a command, but for the one shown. */
static struct message *aliases_piece(struct command_context *context, const struct command *command)
{
    const char *shown = command_name(command, context->language);
    const char *at = command->aliases;
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    if (piece == NULL)
        return NULL;
    if (strcmp(shown, command->name) != 0)
        message_text(piece, command->name);
    while (*at != '\0') {
        char word[32];
        size_t length = strcspn(at, " ");
        size_t kept = length < sizeof(word) ? length : sizeof(word) - 1;
        memcpy(word, at, kept);
        word[kept] = '\0';
        if (!text_same(word, shown))
            PHRASE(piece, message_empty(piece) ? "{word}" : " {word}", arg_text("word", word));
        at += length + strspn(at + length, " ");
    }
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
    if (command == NULL) {
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
    if (aliases != NULL && !message_empty(aliases))
        PHRASE(message, tr(context->language, N_(" Also: {words}")),
               arg_piece(message, "words", aliases));
    message_destroy(usage);
    message_destroy(aliases);
    const struct table *other =
        own_tables_count(context->person) > 1 ? own_tables_channel(context->person) : NULL;
    if (other != NULL && command->needs != NEEDS_NOTHING &&
        !context->network->adapter->impl->caps.slash_commands)
        PHRASE(message,
               tr(context->language, N_(" In private name the table, too: {p}{name} {channel}")),
               arg_text("p", network_prefix(context->network)),
               arg_text("name", command_name(command, context->language)),
               arg_text("channel", place_on(other, context->network)->channel));
    context_say(context, message);
}
