#include "aim.h"

#include <string.h>

#include "bot/show/hand.h"
#include "bot/show/panel.h"
#include "bot/table/private_table.h"
#include "bot/table/seat.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { NAME_MOST = 200 };

/* The next table where they sit, from *at on; NULL behind the last. */
static struct table *next_table(const struct person *person, unsigned *at)
{
    struct table *table = NULL;
    while ((table = person_table(person, at)) != NULL)
        if (seat_of(table, person) != SEAT_NONE)
            return table;
    return NULL;
}

unsigned aim_tables(const struct person *person)
{
    unsigned count = 0;
    unsigned at = 0;
    while (person != NULL && next_table(person, &at) != NULL)
        count++;
    return count;
}

const struct table *aim_channel(const struct person *person)
{
    const struct table *table = NULL;
    unsigned at = 0;
    while (person != NULL && (table = next_table(person, &at)) != NULL)
        if (!private_table_is(table->channel))
            return table;
    return NULL;
}

static bool always(const struct table *table, const struct person *person)
{
    (void)table;
    (void)person;
    return true;
}

static bool is_private(const struct table *table, const struct person *person)
{
    (void)person;
    return private_table_is(table->channel);
}

static bool is_turn(const struct table *table, const struct person *person)
{
    return table->round != NULL && table->round->game.turn == seat_of(table, person);
}

/* The only one of their tables that is so; NULL: none is, or several are. */
static struct table *only(const struct person *person,
                          bool (*is)(const struct table *table, const struct person *person))
{
    struct table *found = NULL;
    struct table *table = NULL;
    unsigned at = 0;
    while (person != NULL && (table = next_table(person, &at)) != NULL) {
        if (!is(table, person))
            continue;
        if (found != NULL)
            return NULL;
        found = table;
    }
    return found;
}

/* The first of these that there is. */
static struct table *either(struct table *one, struct table *other)
{
    return one != NULL ? one : other;
}

/* The one whose hand or board was used. */
static struct table *stamped(const struct person *person, uint64_t stamp)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (stamp != 0 && person != NULL && (table = next_table(person, &at)) != NULL)
        if (table_stamp(table) >> 16 == stamp >> 16 || panel_stamp(table) >> 20 == stamp >> 20)
            return table;
    return NULL;
}

struct table *aim_first(const struct person *person, uint64_t stamp)
{
    struct table *table = stamped(person, stamp);
    if (table != NULL)
        return table;
    return either(only(person, always), either(only(person, is_turn), only(person, is_private)));
}

static void aim_at(struct command_context *context, struct table *table)
{
    context->table = table;
    context->channel = table != NULL ? table->channel : NULL;
    context->seat = table != NULL ? seat_of(table, context->person) : SEAT_NONE;
    context_choose_language(context);
}

/* -- names -- */

static struct table *table_named(const struct command_context *context, const char *word)
{
    char wanted[NAME_MOST];
    char name[NAME_MOST];
    struct table *table = NULL;
    unsigned at = 0;
    if (!network_fold(context->network, word, wanted, sizeof(wanted)))
        return NULL;
    while (context->person != NULL && (table = next_table(context->person, &at)) != NULL)
        if (network_fold(context->network, table->channel, name, sizeof(name)) &&
            strcmp(name, wanted) == 0)
            return table;
    return NULL;
}

bool aim_named(struct command_context *context, const char **text)
{
    char word[NAME_MOST];
    size_t length = strcspn(*text, " ");
    if (context->event->channel != NULL || length == 0 || length >= sizeof(word))
        return false;
    memcpy(word, *text, length);
    word[length] = '\0';
    struct table *table = table_named(context, word);
    if (table == NULL)
        return false;
    *text += length + strspn(*text + length, " ");
    aim_at(context, table);
    return true;
}

/* -- what is meant -- */

/* What is done in a round goes where it is one's turn. */
static bool is_move(const struct command *command)
{
    return command->needs == NEEDS_ROUND && command->run != run_hand && command->run != run_clock;
}

/* What only shows something cannot go wrong. */
static bool only_shows(const struct command *command)
{
    return command->run == run_hand || command->run == run_clock || command->run == run_table ||
           command->run == run_order || command->run == run_score || command->run == run_top ||
           command->run == run_stats;
}

static bool needs_table(const struct command *command)
{
    return command->needs != NEEDS_NOTHING || command->run == run_uno;
}

/* Where a table has its buttons for what is done there, the command that opens one means a table of
 * one's own in a private talk, wherever else its typist sits. */
static bool opens_own(const struct command_context *context)
{
    const struct chat_event *event = context->event;
    const struct command *command = context->command;
    return event->channel == NULL && event->command && !event->written && event->stamp == 0 &&
           context->network->adapter->impl->caps.controls && command != NULL &&
           (command->run == run_uno || command->run == run_new);
}

bool aim(struct command_context *context)
{
    const struct person *person = context->person;
    const struct command *command = context->command;
    if (opens_own(context)) {
        aim_at(context, only(person, is_private));
        return true;
    }
    if (context->event->channel != NULL || command == NULL || !needs_table(command) ||
        aim_tables(person) < 2 || stamped(person, context->event->stamp) != NULL)
        return true;
    struct table *turn = only(person, is_turn);
    struct table *alone = only(person, is_private);
    struct table *table = is_move(command)      ? either(turn, alone)
                          : only_shows(command) ? either(alone, turn)
                                                : alone;
    aim_at(context, table);
    if (table == NULL)
        aim_ask(context);
    return table != NULL;
}

void aim_ask(struct command_context *context)
{
    struct message *message = context_private(context);
    struct message *names = message_create(NULL, NULL, URGENCY_INFO);
    const struct table *table = NULL;
    const char *first = NULL;
    unsigned at = 0;
    while (names != NULL && (table = next_table(context->person, &at)) != NULL) {
        if (private_table_is(table->channel))
            continue;
        message_text(names, first != NULL ? ", " : "");
        message_text(names, table->channel);
        first = first != NULL ? first : table->channel;
    }
    if (message != NULL)
        PHRASE(message,
               tr(context->language,
                  context->network->adapter->impl->caps.controls
                      ? N_("You sit at several tables: say that in the channel of the one you "
                           "mean.")
                      : N_("You sit at several tables ({channels}): say which one you mean, for "
                           "example {p}{command} {channel}")),
               arg_piece(message, "channels", names),
               arg_text("p", network_prefix(context->network)),
               arg_text("command", context->command != NULL
                                       ? command_name(context->command, context->language)
                                       : "hand"),
               arg_text("channel", first != NULL ? first : ""));
    message_destroy(names);
    context_say(context, message);
}

/* -- whispers -- */

void aim_mark(struct message *message, const struct table *table, const struct person *person)
{
    enum whisper way = table->network->adapter->impl->caps.whisper;
    if (message == NULL || way != WHISPER_PRIVATE_MESSAGE || person->table_count < 2 ||
        aim_tables(person) < 2)
        return;
    const struct language *own = person_language(person);
    const struct language *language = own != NULL ? own : table->language;
    if (private_table_is(table->channel))
        PHRASE(message, "{table}: ", arg_text("table", tr(language, N_("Our own table"))));
    else /* as services do: clients show it in the channel's window */
        PHRASE(message, "[{channel}] ", arg_text("channel", table->channel));
}
