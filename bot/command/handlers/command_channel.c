/* !watch and !notify: people of a channel who have no seat. */
#include "bot/command/channel.h"
#include "bot/command/handlers/handlers.h"
#include "bot/show/notify_list.h"
#include "bot/table/watch.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

/* Returns the names of those who watch, empty if nobody does; NULL if memory is out. */
static struct message *watchers_piece(struct table *table)
{
    struct message *piece = message_create(NULL, NULL, URGENCY_INFO);
    unsigned count = watch_count(table);
    for (unsigned i = 0; piece != NULL && i < count; i++) {
        PHRASE(piece, i > 0 ? ", {player}" : "{player}",
               arg_name("player", watch_at(table, i)->name));
    }
    return piece;
}

/* One line to the whole channel says who watches the table; nobody gets a whisper. */
void run_watch(struct command_context *context)
{
    struct table *table = context->table;
    if (context->seat == SEAT_NONE && context_require_person(context) == NULL)
        return;
    if (context->seat == SEAT_NONE && !watch_turn(table, context->person)) {
        context_tell(context,
                     N_("The list of spectators is full: you can look on without being on it."));
        return;
    }
    struct message *message = context_public(context);
    struct message *names = watchers_piece(table);
    const struct language *language =
        context->event->channel != NULL ? context_place(context)->language : context->language;
    if (message != NULL) {
        PHRASE(message,
               tr(language, names != NULL && message_empty(names) ? N_("Nobody looks on.")
                                                                  : N_("Looking on: {names}.")),
               arg_piece(message, "names", names));
    }
    message_destroy(names);
    context_say(context, message);
}

void run_notify(struct command_context *context)
{
    static const char *const words[][2] = {
        [NOTIFY_DONE] = {N_("I no longer call you when a table opens here."),
                         N_("I call you when a table opens here, if you are in the channel. "
                            "{p}notify off ends that.")},
        [NOTIFY_AS_IT_WAS] = {N_("I do not call you when a table opens here."),
                              N_("I already call you when a table opens here.")},
        [NOTIFY_FULL] =
            {N_("I do not call you when a table opens here."),
             N_("The list of people to call is full here. Please try again another day.")},
        [NOTIFY_NOBODY] = {N_("I do not see who is in a channel here: nobody is called."),
                           N_("I do not see who is in a channel here: nobody is called.")},
    };
    const char *value = channel_read_state(*context->arguments != '\0' ? context->arguments : "on");
    if (context_at_private_table(context)) {
        context_tell(context, N_("Say that in the channel where you want to play."));
    } else if (value == NULL) {
        context_tell(context, N_("For example: {p}notify on, {p}notify off"));
    } else {
        bool on = value[1] == 'n';
        context_tell(
            context,
            words[notify_set(context->network, context->channel, &context->event->user, on)][on]);
    }
}
