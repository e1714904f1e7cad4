/* What is opened beside the table (panel.h): its settings, and the question before one leaves. */
#include <string.h>

#include "bot/hand.h"
#include "bot/language.h"
#include "bot/panel.h"
#include "bot/seat.h"
#include "command.h"

/* Only who waits for an answer can be shown one. */
static bool can_show(const struct call *call)
{
    return call->table != NULL && table_has_controls(call->table) && call->event->answers != 0 &&
           !call->event->written;
}

static struct message *panel_line(struct call *call)
{
    struct message *message = call_private(call);
    call->shown = message != NULL;
    if (message != NULL)
        message->purpose = PURPOSE_PANEL;
    return message;
}

/* Pressed on a panel of a match, or of a time between two, that is over: nobody means it by now. */
static bool is_old(struct call *call)
{
    uint64_t stamp = call->event->stamp;
    return panel_is_stamp(stamp) && stamp != panel_stamp(call->table);
}

static void show(struct call *call, enum panel panel)
{
    struct message *message = panel_line(call);
    if (message == NULL)
        return;
    panel_write(call->table, call->seat, call_rules(call), call->language, panel, message);
    call_say(call, message);
}

static void show_words(struct call *call, const char *words)
{
    struct message *message = panel_line(call);
    if (message == NULL)
        return;
    message_text(message, tr(call->language, words));
    call_say(call, message);
}

/* With it all of it went that the call was about. */
static void show_closed(struct call *call)
{
    call->seat = SEAT_NONE;
    call->channel = call->event->channel;
    show_words(call, N_("The table is closed."));
}

static void show_old(struct call *call)
{
    show_words(call, N_("These were the settings of an earlier state of the table, and nothing is "
                        "changed: the button Settings shows those of now."));
}

/* -- settings -- */

/* What is pressed on the panel, by the command that it says: nothing else is one there. */
static const char *const pressed[] = {"new", "bots", "set", "kick", "stop"};

static bool is_pressed(const char *words)
{
    size_t length = strcspn(words, " ");
    for (unsigned i = 0; i < sizeof(pressed) / sizeof(pressed[0]); i++)
        if (strlen(pressed[i]) == length && strncmp(pressed[i], words, length) == 0)
            return true;
    return false;
}

/* "settings stop yes" was asked about already. */
static const char *meant(struct call *call, const char *words)
{
    if (strcmp(words, "stop yes") != 0)
        return words;
    call->table->stop_until = loop_now(call->host->loop) + 1;
    return "stop";
}

void run_settings(struct call *call)
{
    const char *words = call->arguments;
    if (!table_has_controls(call->table)) {
        call->arguments = "";
        run_set(call);
    } else if (!can_show(call)) {
        call_tell(call,
                  N_("The button Settings of the table opens them, and so does {p}settings."));
    } else if (is_old(call)) {
        show_old(call);
    } else if (call->seat == SEAT_NONE && !call_may_rule(call)) {
        return;
    } else if (strcmp(words, "remove") == 0) {
        show(call, PANEL_REMOVE);
    } else if (strcmp(words, "stop") == 0) {
        show(call, PANEL_STOP);
    } else {
        if (is_pressed(words))
            command_again(call, meant(call, words));
        if (call->table != NULL)
            show(call, PANEL_SETTINGS);
        else
            show_closed(call);
    }
}

/* -- leaving -- */

bool call_asks_leave(struct call *call)
{
    if (!can_show(call) || !seat_in_round(call->table, call->seat) || *call->arguments != '\0')
        return false;
    show(call, PANEL_LEAVE);
    return true;
}

bool call_means_leave(struct call *call)
{
    bool yes = strcmp(call->arguments, "yes") == 0;
    if (!can_show(call) || (!yes && strcmp(call->arguments, "no") != 0))
        return false;
    bool old = is_old(call);
    if (yes && !old)
        seat_leave_aloud(call->table, call->seat);
    show_words(call, yes && !old ? N_("You have left the table.") : N_("You keep your seat."));
    return true;
}
