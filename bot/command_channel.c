/* Who of a channel has no seat: who looks on, and who wants to be called. */
#include "bot/alone.h"
#include "bot/language.h"
#include "bot/notify_list.h"
#include "bot/phrase.h"
#include "bot/watch.h"
#include "command.h"

/* Nobody is whispered to for it: one line to all says who looks on. */
void run_watch(struct call *call)
{
    struct table *table = call->table;
    if (call->seat == SEAT_NONE && call_person(call) == NULL)
        return;
    if (call->seat == SEAT_NONE && !watch_turn(table, call->person)) {
        call_tell(call, N_("So many look on already that I keep no more of them."));
        return;
    }
    struct message *message = call_public(call);
    struct message *names = watch_piece(table);
    if (message != NULL)
        PHRASE(message,
               tr(call->event->channel != NULL ? table->language : call->language,
                  names != NULL && message_empty(names) ? N_("Nobody looks on.")
                                                        : N_("Looking on: {names}.")),
               arg_piece(message, "names", names));
    message_destroy(names);
    call_say(call, message);
}

void run_notify(struct call *call)
{
    static const char *const words[][2] = {
        [NOTIFY_DONE] = {N_("You are called no more when a table opens here."),
                         N_("You are called when a table opens here, if you are in the channel: "
                            "{p}notify off ends that.")},
        [NOTIFY_AS_IT_WAS] = {N_("You are not called when a table opens here."),
                              N_("You are called already when a table opens here.")},
        [NOTIFY_FULL] = {N_("You are not called when a table opens here."),
                         N_("So many want to be called here that I keep no more of them.")},
        [NOTIFY_NOBODY] = {N_("I do not see who is in a channel here: nobody is called."),
                           N_("I do not see who is in a channel here: nobody is called.")},
    };
    const char *value = channel_read("quiet", *call->arguments != '\0' ? call->arguments : "on");
    if (alone_is(call->channel)) {
        call_tell(call, N_("Say that in the channel where you want to play."));
    } else if (value == NULL) {
        call_tell(call, N_("For example: {p}notify on, {p}notify off"));
    } else {
        bool on = value[1] == 'n';
        call_tell(call, words[notify_set(call->host, call->network, call->channel,
                                         &call->event->user, on)][on]);
    }
}
