#include "dispatch.h"

#include <string.h>

#include "base/count.h"
#include "base/text.h"
#include "bot/command/handlers/handlers.h"
#include "bot/command/line.h"
#include "bot/command/page_typist.h"
#include "bot/command/target.h"
#include "bot/people/flood.h"
#include "bot/show/button_wording.h"
#include "bot/show/hand.h"
#include "bot/show/panel.h"
#include "bot/show/render/lines.h"
#include "bot/show/render/render.h"
#include "bot/show/speak.h"
#include "bot/show/table_message.h"
#include "bot/show/ticket.h"
#include "bot/table/pause.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"
#include "bot/text/refusals.h"
#include "bot/text/typed.h"

/* Room for the plain form of a line: few characters become more than three there. */
enum { ARGUMENTS_MAX = 2048 };

/* -- from text to a handler -- */

/* True if the network where the typist is cannot show the table now. The bot does nothing at a
 * table if nobody there would see it. */
static bool is_unheard(const struct command_context *context)
{
    return context->table != NULL && !context_place(context)->reachable;
}

/* Answers a command that needs a table where there is none. */
static bool may_without_table(struct command_context *context)
{
    bool private = context->event->channel == NULL;
    if (context->command->ends && context->channel != NULL &&
        network_waits_in(context->network, context->channel))
        return context_require_rights(context);
    if (private && network_is_shared_out(context->network)) {
        context_tell(
            context,
            N_("I see no table of yours. Another process may run it: say that in its channel."));
    } else if (!context_tell_waits(context) && !(private && context_tell_claim(context)))
        context_tell(context, N_("There is no table here: {p}uno opens one."));
    return false;
}

static bool may(struct command_context *context)
{
    const struct command *command = context->command;
    if (context->page != NULL && command->personal) {
        context_tell(context,
                     N_("This page cannot do that. Say it in the chat where you got the page."));
        return false;
    }
    if (command->needs == NEEDS_CHANNEL && context->channel == NULL) {
        context_tell(context, N_("Say that in the channel where you want to play."));
        return false;
    }
    if ((command->needs == NEEDS_TABLE || command->needs == NEEDS_ROUND) && context->table == NULL)
        return may_without_table(context);
    if (is_unheard(context) && command->needs != NEEDS_CHANNEL && command->needs != NEEDS_NOTHING) {
        context_tell_unheard(context);
        return false;
    }
    if (command->who == WHO_SEATED && context->seat == SEAT_NONE) {
        if (!context_tell_claim(context))
            context_tell(context, N_("You have no seat at this table: {p}join takes one."));
        return false;
    }
    if (command->needs == NEEDS_ROUND && context->table->round == NULL) {
        context_tell(context, N_("No round is running: {p}start deals one."));
        return false;
    }
    return command->who != WHO_DECIDER || context->seat != SEAT_NONE ||
           context_require_rights(context);
}

/* -- what is no command -- */

/* In a channel "!seen bob" may be for another bot, so an unknown word gets no answer. If a table
 * is there and the word misses one of our commands by a letter, we suggest that command: the
 * mistake costs a player time. Text that is certainly for us gets an answer. People without a
 * seat get one answer an hour, because otherwise two bots would answer each other for ever. */
static void tell_unknown(struct command_context *context, const struct line *line)
{
    const char *typo = command_nearly(line->word);
    const struct flood flood = context_flood(context);
    bool seated = context->table != NULL && context->seat != SEAT_NONE;
    bool private = context->event->channel == NULL;
    bool ours = context->network->adapter->impl->caps.bare_words || context->event->command ||
                (seated && private);
    bool near = typo != NULL && context->table != NULL;
    if (!ours && !(near && seated) &&
        !((line->named || private || near) && flood_first(context->host->loop, &flood)))
        return;
    if (!context_tell_slip(context, line->word, typo)) {
        context_tell(context,
                     N_("I do not know that command: {p}help says what you can type now."));
    }
}

/* Tells the typist that moves cannot be saved now. Sends it at once: a message that waits for the
 * journal would not go out during the trouble. */
static void tell_trouble(struct command_context *context)
{
    struct message *message = context_private(context);
    count_add(COUNT_COMMANDS_NOT_SAVED);
    if (message == NULL)
        return;
    message_text(message, tr(context->language,
                             N_("I cannot save moves just now; nothing is lost. Please wait.")));
    speak_now(context->answer_network, message);
}

/* True if the button belongs to an earlier state of the table, in which it did something else. */
static bool is_stale(const struct command_context *context)
{
    uint64_t stamp = context->event->stamp;
    if (panel_is_stamp(stamp)) /* The handler of a panel's command finds old panels itself. But
                                * after a late press it cannot show the panel */
        return context->event->late;
    return stamp != 0 && context->table != NULL &&
           (context->table->round != NULL || context->event->late) &&
           stamp != table_stamp(context->table);
}

static void tell_stale(struct command_context *context)
{
    context_tell(context, N_("That was an earlier state of the table; here is your hand."));
    if (context->seat != SEAT_NONE)
        hand_due(context->table, context->seat);
}

/* A paused table refuses every move, call and catch. */
static bool is_paused(const struct command_context *context)
{
    return context->command->act != ACT_NONE && context->table != NULL &&
           context->table->round != NULL && pause_is_on(context->table);
}

/* A player who typed too much may still make a legal move, and say the UNO that counts. */
static bool is_never_throttled(const struct command_context *context)
{
    const struct command *command = context->command;
    if (command == NULL || context->table == NULL || !seat_in_round(context->table, context->seat))
        return false;
    const struct game *game = &context->table->round->game;
    bool owes_word = (game->exposed >> context->seat & 1) != 0 ||
                     (game->turn == context->seat && game->hand_count[context->seat] <= 2);
    return command->act == ACT_MOVE || (command->act == ACT_UNO && owes_word);
}

/* True if we asked the player for the words of S-3 and they typed other words; then we ask again.
 */
static bool asks_again(struct command_context *context)
{
    if (context->event->answers == 0 || context->seat == SEAT_NONE ||
        hand_lacks(context->table, context->seat) != REFUSED_PROCLAIM)
        return false;
    context_tell(context, refusal_words(REFUSED_PROCLAIM));
    return true;
}

/* Binds the typist, if no user id is bound to them yet, to the id of the user who gives this
 * command (people_of()). */
static void bind_typist(const struct command_context *context)
{
    if (context->person != NULL && context->person->id == NULL && context->page == NULL)
        people_of(context->host->people, context->network, &context->event->user);
}

static void carry_out(struct command_context *context)
{
    if (context->host->trouble)
        tell_trouble(context);
    else if (!may(context))
        return;
    else if (context->command->alone && !context_require_no_arguments(context))
        return;
    else if (is_paused(context))
        context_tell(context, pause_words);
    else if ((context->command->act == ACT_MOVE || context->event->late) && is_stale(context))
        tell_stale(context);
    else {
        const struct command *command = context->command;
        bool shows = command->looks && !command->stays && *context->arguments == '\0' &&
                     (command->needs == NEEDS_TABLE || command->needs == NEEDS_ROUND);
        count_add(COUNT_COMMANDS);
        ticket_carries_out(context->host->show, shows ? command->name : NULL);
        command->run(context);
        ticket_carries_out(context->host->show, NULL);
    }
}

/* True if the text is a card at one of the typist's tables. Asks this only in private, where the
 * typist has not said which table they mean. */
static bool is_card_somewhere(struct command_context *context, const struct line *line)
{
    struct table *table = NULL;
    unsigned at = 0;
    bool card = false;
    if (context->event->channel != NULL || context->table != NULL || context->person == NULL)
        return false;
    while (!card && (table = person_table(context->person, &at)) != NULL) {
        context->table = table;
        context->seat = seat_of(table, context->person);
        card = line_card(context, line) != NULL;
    }
    context->table = NULL;
    context->seat = SEAT_NONE;
    return card;
}

void dispatch_again(struct command_context *context, const char *words)
{
    char word[LINE_WORD_MAX];
    context->typed = context->arguments = line_first_word(words, word);
    context->command = command_find(word);
    if (context->command != NULL && may(context))
        context->command->run(context);
}

/* Notes that the player pressed a button. They see the result, so the table message need not ring
 * for them. */
static void note_pressed(const struct command_context *context)
{
    if (context->event->answers != 0 && context->table != NULL && context->seat != SEAT_NONE)
        table_message_pressed(context->table, context->seat);
}

/* True if the player's words were no command but answered a question that we asked them. Then the
 * answer is carried out. */
static bool is_answer(struct command_context *context, const struct line *line)
{
    return context->command == NULL && context->seat != SEAT_NONE && !context->host->trouble &&
           !is_stale(context) && !is_unheard(context) && !pause_is_on(context->table) &&
           command_play_answer(context, line->text);
}

/* True if the typist is above the flood limit and the command is dropped. We tell them so only if
 * their client waits for an answer. */
static bool is_throttled(struct command_context *context)
{
    const struct flood flood = context_flood(context);
    context->throttled = flood_full(context->host->loop, &flood);
    if (!context->throttled || is_never_throttled(context))
        return false;
    context->throttled = false;
    count_add(COUNT_COMMANDS_FLOOD);
    if (context->event->answers != 0 && !context->event->written)
        context_tell_slow(context);
    return true;
}

/* Returns the words of a command in the form that its handler wants. They are in `memory` if they
 * differ from what was typed. */
static void read_arguments(struct command_context *context, char memory[ARGUMENTS_MAX])
{
    bool kept = context->command == NULL || context->command->verbatim ||
                !typed_arguments(context->typed, memory, ARGUMENTS_MAX);
    context->arguments = kept ? context->typed : memory;
}

static void run_command(struct command_context *context, const char *text,
                        char arguments[ARGUMENTS_MAX])
{
    struct line line;
    bool named = target_named(context, &text);
    line_read(context, text, &line);
    context->asks = line.asks;
    bool meant = line.meant || context->event->answers != 0;
    context->command = line_command(context, &line);
    note_pressed(context);
    if (is_answer(context, &line)) {
        bind_typist(context);
        return;
    }
    if (context->command == NULL && (meant || context->event->channel == NULL))
        context->command = line_card(context, &line);
    const struct command *command = context->command;
    named = named || (command != NULL && target_named(context, &context->typed));
    read_arguments(context, arguments);
    bool card = command == NULL && is_card_somewhere(context, &line);
    if ((command == NULL && !card && !meant) || is_throttled(context) ||
        (command != NULL && context_looks_up(context)))
        return;
    if (command != NULL) {
        bind_typist(context);
        if (named || target_choose(context)) {
            if (line_take_card(context, &line, arguments, ARGUMENTS_MAX))
                context->arguments = context->typed;
            carry_out(context);
        }
    } else if (card)
        target_ask(context);
    else if (is_stale(context))
        tell_stale(context);
    else if (!asks_again(context))
        tell_unknown(context, &line);
    context_charge(context, command != NULL ? command->cost : 1);
}

/* Returns true if the answer shows the hand again: the typist used a control, made a move, or
 * answered a question of ours. Other answers do not repeat it. */
static bool repeats_hand(const struct command_context *context)
{
    const struct command *command = context->command;
    return context->event->stamp != 0 || command == NULL || command->act != ACT_NONE;
}

/* Rewrites the player's hand with the answer to a command, if table `id` still exists. */
static void answer_hand(const struct command_context *context, int64_t id)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (context->person != NULL && (table = person_table(context->person, &at)) != NULL) {
        unsigned seat = seat_of(table, context->person);
        if (table->id == id && seat != SEAT_NONE &&
            (repeats_hand(context) || table->seats[seat].hand_due))
            hand_answer(table, seat);
    }
}

/* We carry out no part of a text that is too long, because its beginning may mean something else.
 */
static void tell_too_long(struct command_context *context, const char *text)
{
    struct line line;
    const struct flood flood = context_flood(context);
    line_read(context, text, &line);
    bool heard =
        context->event->answers != 0 || (line.meant && flood_first(context->host->loop, &flood));
    if (!heard || is_throttled(context))
        return;
    context_tell(context, N_("That is too long for me. Please say it in fewer words."));
    context_charge(context, 1);
}

void dispatch_run(struct host *host, struct network *network, const struct chat_event *event)
{
    char text[600];
    char arguments[ARGUMENTS_MAX];
    struct buf buf;
    struct command_context context = {.host = host, .network = network, .event = event};
    buf_init(&buf, text, sizeof(text));
    if (event->text == NULL)
        return;
    bool fits = text_clean(&buf, event->text, strlen(event->text)) && !event->too_long;
    if (buf_length(&buf) == 0 && fits)
        return;
    struct page_typist page;
    if (page_typist_sits(network)) {
        if (!page_typist_find(host->tables, host->pages, event, &page))
            return;
        context.page = &page;
    }
    context_begin(&context);
    if (!fits) {
        tell_too_long(&context, text);
        context_end(&context);
        return;
    }
    if (command_link_leaks_code(&context, text)) {
        context_end(&context);
        return;
    }
    int64_t table = context.table != NULL && context.seat != SEAT_NONE ? context.table->id : 0;
    typed_unquote(text);
    run_command(&context, text, arguments);
    context_tell_permissions(&context);
    if (event->answers != 0 && !host->trouble && !context.panel_shown)
        answer_hand(&context, table);
    context_end(&context);
}

void dispatch_stale(struct host *host, struct network *network, uint32_t number)
{
    struct table *table = NULL;
    const struct ticket *ticket = ticket_again(host->show, number, &table);
    if (ticket == NULL)
        return;
    if (ticket->seat != SEAT_NONE) {
        ticket_redoes(host->show, true);
        if (ticket->seat < table->seat_count)
            render_hand_unasked(table, ticket->seat);
        ticket_redoes(host->show, false);
        return;
    }
    struct chat_event event = {
        .kind = CHAT_MESSAGE, .channel = ticket->channel, .text = ticket->words, .command = true};
    if (!network->adapter->impl->user(network->adapter, ticket->id, &event.user))
        return;
    struct command_context context = {.host = host, .network = network, .event = &event};
    ticket_redoes(host->show, true);
    context_begin(&context);
    dispatch_again(&context, ticket->words);
    context_end(&context);
    ticket_redoes(host->show, false);
}
