#include "target.h"

#include <string.h>

#include "bot/command/context.h"
#include "bot/table/seats/own_tables.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

static struct table *table_named(const struct command_context *context, const char *word)
{
    char wanted[CHAT_ID_MAX];
    char name[CHAT_ID_MAX];
    struct table *table = NULL;
    unsigned at = 0;
    if (!network_fold(context->network, word, wanted, sizeof(wanted)))
        return NULL;
    while ((table = own_tables_next(context->person, &at)) != NULL) {
        if (network_fold(context->network, place_on(table, context->network)->channel, name,
                         sizeof(name)) &&
            strcmp(name, wanted) == 0)
            return table;
    }
    return NULL;
}

bool target_named(struct command_context *context, const char **text)
{
    char word[CHAT_ID_MAX];
    size_t length = strcspn(*text, " ");
    if (context->page != NULL || context->event->channel != NULL || length == 0 ||
        length >= sizeof(word))
        return false;
    memcpy(word, *text, length);
    word[length] = '\0';
    struct table *table = table_named(context, word);
    if (table == NULL)
        return false;
    *text += length + strspn(*text + length, " ");
    context_set_table(context, table);
    return true;
}

/* True for a private slash command that opens a table, on a network with controls. It means a
 * private table of the typist's own, even if they sit elsewhere: all actions at a table have
 * buttons there. */
static bool opens_own(const struct command_context *context)
{
    const struct chat_event *event = context->event;
    return context->page == NULL && event->channel == NULL && event->command && !event->written &&
           event->stamp == 0 && context->network->adapter->impl->caps.controls &&
           context->command != NULL && context->command->opens;
}

/* True if the typist must choose: the command is about a table, and the typist has several and has
 * named none. */
static bool is_open(const struct command_context *context)
{
    const struct command *command = context->command;
    return context->event->channel == NULL && command != NULL &&
           (command->needs != NEEDS_NOTHING || command->act == ACT_UNO) && !context->by_control &&
           own_tables_count(context->person) > 1;
}

static struct table *first_of(struct table *one, struct table *other)
{
    return one != NULL ? one : other;
}

bool target_choose(struct command_context *context)
{
    const struct command *command = context->command;
    bool opens = opens_own(context);
    if (!opens && !is_open(context))
        return true;
    struct table *alone = own_tables_only(context->person, OWN_TABLES_PRIVATE);
    if (opens) {
        context_set_table(context, alone);
        return true;
    }
    struct table *turn = own_tables_only(context->person, OWN_TABLES_TURN);
    context_set_table(context, command->looks                  ? first_of(alone, turn)
                               : command->needs == NEEDS_ROUND ? first_of(turn, alone)
                                                               : alone);
    if (context->table == NULL)
        target_ask(context);
    return context->table != NULL;
}

void target_ask(struct command_context *context)
{
    struct message *message = context_private(context);
    struct message *names = message_create(NULL, NULL, URGENCY_INFO);
    const struct table *table = NULL;
    const char *first = NULL;
    unsigned at = 0;
    while (names != NULL && (table = own_tables_next(context->person, &at)) != NULL) {
        const char *channel = place_on(table, context->network)->channel;
        if (table_is_private(table))
            continue;
        message_text(names, first != NULL ? ", " : "");
        message_text(names, channel);
        first = first != NULL ? first : channel;
    }
    if (message != NULL) {
        PHRASE(message,
               tr(context->language,
                  context->network->adapter->impl->caps.slash_commands
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
    }
    message_destroy(names);
    context_say(context, message);
}
