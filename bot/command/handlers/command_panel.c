/* !settings, and the question before somebody leaves in mid-round: messages that only one person
 * sees (panel.h). */
#include <stdio.h>
#include <string.h>

#include "bot/command/dispatch.h"
#include "bot/command/handlers/handlers.h"
#include "bot/show/house_form.h"
#include "bot/show/panel.h"
#include "bot/show/render/lines.h"
#include "bot/table/seats/seat.h"
#include "bot/text/language.h"

enum { NAME_LENGTH_MAX = 32 };

/* Such a message can be shown only on a page, or to somebody whose client waits for an answer. */
static bool can_show(const struct command_context *context)
{
    return context->table != NULL && context_has_controls(context) &&
           (context->page != NULL || (context->event->answers != 0 && !context->event->written));
}

static struct message *panel_line(struct command_context *context)
{
    struct message *message = context_private(context);
    context->panel_shown = message != NULL;
    if (message != NULL)
        message->purpose = PURPOSE_PANEL;
    return message;
}

/* True if the button stood on a panel from another phase of the table, such as an earlier match. */
static bool is_old(struct command_context *context)
{
    uint64_t stamp = context->event->stamp;
    return panel_is_stamp(stamp) && stamp != panel_stamp(context->table);
}

/* True if the typist can be shown forms. The page of a seat has none. */
static bool has_forms(const struct command_context *context)
{
    return context->page == NULL && context->network->adapter->impl->caps.forms;
}

static void show_panel(struct command_context *context, enum panel panel)
{
    struct message *message = panel_line(context);
    if (message == NULL)
        return;
    enum panel_rights rights = context_is_operator(context)  ? PANEL_OPERATOR
                               : context_has_rights(context) ? PANEL_OPENER
                                                             : PANEL_VOTES;
    panel_write(context->table, context->seat, rights, has_forms(context), context->language, panel,
                message);
    context_say(context, message);
}

static void show_words(struct command_context *context, const char *words)
{
    struct message *message = panel_line(context);
    if (message == NULL)
        return;
    message_text(message, tr(context->language, words));
    context_say(context, message);
}

/* The table is gone: drops its seat, and uses the event's channel. */
static void show_closed(struct command_context *context)
{
    context->seat = SEAT_NONE;
    context->channel = context->event->channel;
    show_words(context, N_("The table is closed."));
}

static void show_old(struct command_context *context)
{
    show_words(context, N_("Those settings were out of date, so nothing changed. Press Settings "
                           "for the current ones."));
}

/* -- house rules in a form -- */

static void show_form(struct command_context *context, unsigned number)
{
    struct message *message = panel_line(context);
    if (message == NULL)
        return;
    house_form_write(context->table, context->language, number, message);
    context_say(context, message);
}

bool command_panel_house(struct command_context *context)
{
    if (!can_show(context) || !has_forms(context) || context->table->match_on ||
        !context_has_rights(context))
        return false;
    show_form(context, 1);
    return true;
}

/* "house N" opens form N; with more words they are what somebody chose in it. The panel follows in
 * its new state. Returns false if the words are neither. */
static bool run_house(struct command_context *context, const char *words)
{
    if (strncmp(words, "house ", 6) != 0 || words[6] < '1' || words[6] > '0' + HOUSE_FORMS ||
        !has_forms(context))
        return false;
    unsigned number = (unsigned)(words[6] - '0');
    const char *chosen = words + 7 + strspn(words + 7, " ");
    if (!context_require_rights(context))
        return true;
    if (*chosen == '\0' && !context->table->match_on) {
        show_form(context, number);
        return true;
    }
    command_set_house(context, number, chosen);
    show_panel(context, PANEL_SETTINGS);
    return true;
}

/* -- settings -- */

/* True if the words are a command that the panel offers. */
static bool is_pressed(const char *words)
{
    char word[NAME_LENGTH_MAX];
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(words, " "), words);
    const struct command *command = command_find(word);
    return command != NULL && command->settings;
}

/* "stop yes" answers the question of this panel, so !stop does not ask again. */
static const char *confirmed(struct command_context *context, const char *words)
{
    if (strcmp(words, "stop yes") != 0)
        return words;
    context->table->stop_until = loop_now(context->host->loop) + 1;
    return "stop";
}

void run_settings(struct command_context *context)
{
    const char *words = context->arguments;
    if (!context_has_controls(context)) {
        context->arguments = "";
        run_set(context);
    } else if (!can_show(context)) {
        context_tell(context,
                     N_("The button Settings of the table opens them, and so does {p}settings."));
    } else if (is_old(context)) {
        show_old(context);
    } else if (context->seat == SEAT_NONE && !context_require_rights(context)) {
        return;
    } else if (run_house(context, words)) {
        return;
    } else if (strcmp(words, "remove") == 0) {
        show_panel(context, PANEL_REMOVE);
    } else if (strcmp(words, "stop") == 0) {
        show_panel(context, PANEL_STOP);
    } else {
        if (is_pressed(words))
            dispatch_again(context, confirmed(context, words));
        if (context->table != NULL)
            show_panel(context, PANEL_SETTINGS);
        else
            show_closed(context);
    }
}

/* -- leaving -- */

bool command_panel_ask_leave(struct command_context *context)
{
    if (!can_show(context) || !seat_in_round(context->table, context->seat) ||
        *context->arguments != '\0')
        return false;
    show_panel(context, PANEL_LEAVE);
    return true;
}

bool command_panel_answer_leave(struct command_context *context)
{
    bool yes = strcmp(context->arguments, "yes") == 0;
    if (!can_show(context) || (!yes && strcmp(context->arguments, "no") != 0))
        return false;
    bool old = is_old(context);
    if (yes && !old)
        seat_leave(context->table, context->seat);
    show_words(context, yes && !old ? N_("You have left the table.") : N_("You keep your seat."));
    return true;
}
