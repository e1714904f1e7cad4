/* !bridge: one table in channels of several networks. */
#include "base/text.h"
#include "bot/command/channel.h"
#include "bot/command/handlers/bridge.h"
#include "bot/command/handlers/handlers.h"
#include "bot/people/letter.h"
#include "bot/show/render/lines.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/presence.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum { MINUTE = 60000, GUESS_COST = 8 };

/* -- the table's side -- */

static void give_code(struct command_context *context)
{
    char code[CODE_SIZE];
    struct message *message = context_private(context);
    if (message == NULL || !bridge_offer(context->host->commands, context->table, code)) {
        message_destroy(message);
        context_tell(context, N_("I am out of memory: try again in a minute."));
        return;
    }
    message->urgency = URGENCY_HAND; /* secret, so it must never reach the next owner of the nick */
    PHRASE(message,
           tr(context->language,
              N_("The code of this table is {code}. If an operator of a channel on another network "
                 "says {p}bridge {code} there within {n} minutes, both channels play it.")),
           arg_strong("code", code), arg_text("p", network_prefix(context->network)),
           arg_number("n", (long)(context->host->options.link_life / MINUTE)));
    context_say(context, message);
    code_wipe(code, sizeof(code));
}

/* Tells one place that another network now shows the table, or shows it no longer. */
static void tell_place(struct place *place, const char *pattern, const struct network *network)
{
    struct message *message = place->reachable ? place_line(place, URGENCY_TABLE) : NULL;
    if (message == NULL)
        return;
    PHRASE(message, tr(place->language, pattern), arg_text("network", network->name),
           arg_text("p", network_prefix(place->network)));
    place_say(place, message);
}

static void tell_others(const struct table *table, const struct place *but, const char *pattern,
                        const struct network *network)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        if (place != but)
            tell_place(place, pattern, network);
    }
}

/* Players of that network no longer see the table, so we treat them as if they had left its
 * channel. */
static void take_away(struct place *place)
{
    struct table *table = place->table;
    const struct network *network = place->network;
    tell_place(place, N_("The table has left this channel. It goes on elsewhere."), network);
    table_remove_place(place);
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].person != NULL && table->seats[i].person->network == network)
            presence_left(table, i);
    }
    tell_others(table, NULL, N_("This table has left {network}."), network);
}

/* If the table's home is elsewhere, closes only this place. If its home is here, closes all other
 * places. */
static void end_bridge(struct command_context *context)
{
    struct table *table = context->table;
    struct place *here = context_place(context);
    bridge_drop(context->host->commands, table);
    if (table->home.next == NULL) {
        context_tell(context, N_("This table is on no other network."));
        return;
    }
    if (here != &table->home) {
        take_away(here);
    } else {
        while (table->home.next != NULL)
            take_away(table->home.next);
    }
    save_table(table);
}

/* -- the other channel's side -- */

static const char *why_not(const struct command_context *context, const struct table *table)
{
    if (table == NULL) {
        return N_("That code is wrong or expired. {p}bridge in the other channel gives a new one.");
    }
    if (context->table != NULL && context->table != table)
        return N_("There is a table here already: {p}stop ends it.");
    if (place_on(table, context->network)->network == context->network) {
        return N_("That table is on this network already. Choose a channel on another network.");
    }
    return NULL;
}

/* Returns true if the code is that of a table of another process, which carries out the command. */
static bool is_passed_on(const struct command_context *context, const char *code)
{
    const char *home = bridge_home(context->host->commands, code);
    const struct network *network =
        home != NULL ? network_named(context->host->people, home) : NULL;
    if (home == NULL || context->table != NULL || context->network->parts > 0 ||
        (network != NULL && !network->distant))
        return false;
    letter_send_event(context->host->people, home, context->network->name, context->event, NULL);
    return true;
}

static void take_code(struct command_context *context, const char *code)
{
    struct table *table = bridge_find(context->host->commands, code);
    if (table == NULL && is_passed_on(context, code))
        return;
    const char *why = why_not(context, table);
    if (table == NULL)
        context_charge(context, GUESS_COST);
    if (why != NULL) {
        context_tell(context, why);
        return;
    }
    if (context->table == NULL && context_tell_waits(context))
        return;
    struct place *place = place_add(table, context->network, context->event->channel);
    if (place == NULL) {
        context_tell(context, N_("I am out of memory: try again in a minute."));
        return;
    }
    bridge_drop(context->host->commands, table);
    table_set_reachable(place, !context->event->muted);
    save_table(table);
    tell_others(table, place, N_("This table is on {network} now too."), place->network);
    tell_place(place, N_("The table of {network} is here now too: {p}join takes a seat."),
               table->home.network);
    table_announce(place, false);
}

void run_bridge(struct command_context *context)
{
    const char *word = context->arguments;
    const char *state = channel_read_state(word);
    bool ends = state != NULL && state[1] == 'f';
    if (context->network->adapter->impl->caps.local) {
        context_tell(context, N_("You are alone here: there is nobody to play with elsewhere."));
    } else if (*word != '\0' && !ends) {
        if (context->event->channel == NULL)
            context_tell(context, N_("Say that in the channel where the table is to be played."));
        else if (context_require_rights(context))
            take_code(context, word);
    } else if (context->table == NULL) {
        if (!context_tell_waits(context))
            context_tell(context, N_("There is no table here: {p}uno opens one."));
    } else if (context_at_private_table(context)) {
        context_tell(context, N_("A private table cannot be shared. Open one in a channel."));
    } else if (context_require_rights(context)) {
        if (ends)
            end_bridge(context);
        else
            give_code(context);
    }
}
