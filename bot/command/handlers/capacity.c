#include "capacity.h"

#include <string.h>

#include "bot/command/commands_state.h"
#include "bot/command/context.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

enum {
    SECOND = 1000,
    MEASURED_AFTER = 240 * SECOND /* ms, age from which the lines of a table are in the
                                   * measurement */
};

static bool says_little(const struct network *network)
{
    return network->adapter != NULL && network->adapter->impl->behind != NULL;
}

static uint64_t behind(const struct network *network, bool alone)
{
    const struct adapter *adapter = network->adapter;
    return says_little(network) ? adapter->impl->behind(adapter, alone) : 0;
}

/* Marks a network as late when its queue is above the bound, and as in time only when the queue is
 * below half of that. With one bound, a queue near it would fill the log. */
static void look_at(const struct host_options *options, struct network *network)
{
    uint64_t most = options->behind_max;
    uint64_t now = most > 0 ? behind(network, false) : 0;
    bool late = now > (network->late ? most / 2 : most);
    if (late == network->late)
        return;
    network->late = late;
    if (late) {
        log_warn(&network->adapter->log,
                 "the network limits the bot too much: lines come late, and no more tables open "
                 "late=%us",
                 (unsigned)(now / SECOND));
    } else
        log_info(&network->adapter->log, "the network has caught up: tables open again");
}

/* Forgets that a network was full when two more tables would fit, so that the log does not tell it
 * again and again. */
static void look_for_room(const struct commands *commands, struct network *network)
{
    unsigned most = network->full ? capacity_tables(commands, network) : 0;
    if (network->full && (most == 0 || network->table_count + 2 <= most)) {
        network->full = false;
        log_info(&network->adapter->log, "there is room for tables again tables=%u most=%u",
                 network->table_count, most);
    }
}

void capacity_look(struct commands *commands)
{
    const struct people *people = commands->lent.people;
    for (unsigned i = 0; i < network_count(people); i++) {
        look_at(commands->lent.options, network_at(people, i));
        look_for_room(commands, network_at(people, i));
    }
}

bool capacity_is_late(const struct host_options *options, struct network *network)
{
    look_at(options, network);
    return network->late;
}

static bool is_late(const struct command_context *context, bool alone)
{
    uint64_t most = context->host->options.behind_max;
    return context->network->late || (alone && most > 0 && behind(context->network, true) > most);
}

bool capacity_left(struct command_context *context)
{
    bool alone = context->channel == NULL || context_at_private_table(context);
    look_at(&context->host->options, context->network);
    if (!is_late(context, alone))
        return true;
    struct message *message = context_private(context);
    if (message == NULL)
        return false;
    PHRASE(
        message,
        tr(context->language,
           N_("This network slows me down, and I am {s} s behind. Please try again in a minute.")),
        arg_number("s", (long)(behind(context->network, alone) / SECOND)));
    context_say(context, message);
    return false;
}

/* -- how many tables a network can serve -- */

static unsigned count_unmeasured(const struct commands *commands, const struct network *network)
{
    const struct table *table = NULL;
    const struct table *next = NULL;
    unsigned count = 0;
    HASH_ITER(hh, tables_first(commands->lent.tables), table, next)
    {
        count += table->home.network == network &&
                 loop_now(commands->lent.loop) - table->opened_at < MEASURED_AFTER;
    }
    return count;
}

unsigned capacity_tables(const struct commands *commands, const struct network *network)
{
    const struct adapter *adapter = network->adapter;
    struct adapter_load load = {.lines_max = 0};
    if (adapter != NULL && adapter->impl->load != NULL && commands->lent.options->behind_max > 0)
        adapter->impl->load(adapter, &load);
    if (load.lines_max == 0)
        return 0;
    /* what these tables and one more would take, and how many of this kind fit */
    uint64_t tables = network->table_count + 1;
    uint64_t lines =
        load.lines + (uint64_t)(count_unmeasured(commands, network) + 1) * CAPACITY_LINES;
    uint64_t most = load.lines_max * tables / lines;
    return most < CAPACITY_ALWAYS ? CAPACITY_ALWAYS : (unsigned)most;
}

bool capacity_admits(struct command_context *context)
{
    struct network *network = context->network;
    unsigned most = capacity_tables(context->host->commands, network);
    if (most == 0 || network->table_count < most)
        return true;
    network->refused++;
    if (!network->full) {
        network->full = true;
        log_warn(&network->adapter->log,
                 "the network lets the bot say too little for more tables: see \"Many tables\" in "
                 "docs/irc.md tables=%u most=%u",
                 network->table_count, most);
    }
    struct message *message = context_private(context);
    if (message == NULL)
        return false;
    PHRASE(
        message,
        tr(context->language, N_("All my tables on this network are taken: it lets me serve {n}. "
                                 "Please try again later.")),
        arg_number("n", most));
    context_say(context, message);
    return false;
}

/* True if two hosts are the same from the '@' on. Anybody can choose the part before it. */
static bool same_place(const char *one, const char *other)
{
    const char *at = one != NULL ? strrchr(one, '@') : NULL;
    const char *other_at = other != NULL ? strrchr(other, '@') : NULL;
    one = at != NULL ? at : one;
    other = other_at != NULL ? other_at : other;
    return one != NULL && other != NULL && strcmp(one, other) == 0;
}

bool capacity_left_alone(struct command_context *context)
{
    const struct host_options *options = &context->host->options;
    const struct table *table = NULL;
    const struct table *next = NULL;
    unsigned count = 0;
    unsigned near = 0;
    if (!says_little(context->network))
        return true;
    HASH_ITER(hh, tables_first(context->host->tables), table, next)
    {
        if (table->home.network != context->network || !table_is_private(table))
            continue;
        count++;
        near += table->opener != NULL && same_place(table->opener->host, context->event->user.host);
    }
    if (options->private_per_host > 0 && near >= options->private_per_host) {
        context_tell(context, N_("Too many private tables come from your address. Play in a "
                                 "channel, or try again later."));
        return false;
    }
    if (options->private_per_network > 0 && count >= options->private_per_network) {
        context_tell(context,
                     N_("All private tables are taken. Play in a channel, or try again later."));
        return false;
    }
    return true;
}
