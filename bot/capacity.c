#include "capacity.h"

#include <string.h>

#include "bot/alone.h"
#include "bot/command.h"
#include "bot/host.h"
#include "bot/language.h"
#include "bot/phrase.h"

enum { SECOND = 1000 };

static bool says_little(const struct network *network)
{
    return network->adapter != NULL && network->adapter->impl->behind != NULL;
}

static uint64_t behind(const struct network *network, bool alone)
{
    const struct adapter *adapter = network->adapter;
    return says_little(network) ? adapter->impl->behind(adapter, alone) : 0;
}

/* Over it is said at half of that, so that it is not said again and again. */
static void look_at(struct host *host, struct network *network)
{
    uint64_t most = host->options.behind_most;
    uint64_t now = most > 0 ? behind(network, false) : 0;
    bool late = now > (network->late ? most / 2 : most);
    if (late == network->late)
        return;
    network->late = late;
    if (late)
        log_warn(&host->log,
                 "network %s lets us say too little: what is said there comes %u s late, no more "
                 "tables are opened",
                 network->name, (unsigned)(now / SECOND));
    else
        log_info(&host->log, "network %s has caught up: tables are opened again", network->name);
}

void capacity_look(struct host *host)
{
    for (unsigned i = 0; i < host->network_count; i++)
        look_at(host, &host->networks[i]);
}

static bool is_late(const struct call *call, bool alone)
{
    uint64_t most = call->host->options.behind_most;
    return call->network->late || (alone && most > 0 && behind(call->network, true) > most);
}

bool capacity_left(struct call *call)
{
    bool alone = call->channel == NULL || alone_is(call->channel);
    look_at(call->host, call->network);
    if (!is_late(call, alone))
        return true;
    struct message *message = call_private(call);
    if (message == NULL)
        return false;
    PHRASE(
        message,
        tr(call->language,
           N_("I have more to say here than this network lets through, I am {s} s behind: please "
              "try again in a minute.")),
        arg_number("s", (long)(behind(call->network, alone) / SECOND)));
    call_say(call, message);
    return false;
}

/* What stands before an '@' anybody may choose. */
static bool same_place(const char *one, const char *other)
{
    const char *at = one != NULL ? strrchr(one, '@') : NULL;
    const char *other_at = other != NULL ? strrchr(other, '@') : NULL;
    one = at != NULL ? at : one;
    other = other_at != NULL ? other_at : other;
    return one != NULL && other != NULL && strcmp(one, other) == 0;
}

bool capacity_left_alone(struct call *call)
{
    const struct host_options *options = &call->host->options;
    const struct table *table = NULL;
    const struct table *next = NULL;
    unsigned count = 0;
    unsigned near = 0;
    if (!says_little(call->network))
        return true;
    HASH_ITER(hh, call->host->tables, table, next)
    {
        if (table->network != call->network || !alone_is(table->channel))
            continue;
        count++;
        near += table->opener != NULL && same_place(table->opener->host, call->event->user.host);
    }
    if (options->private_per_host > 0 && near >= options->private_per_host) {
        call_tell(call,
                  N_("From your address as many play in private as may: play in a channel, or "
                     "try again later."));
        return false;
    }
    if (options->private_per_network > 0 && count >= options->private_per_network) {
        call_tell(call, N_("There are as many tables in private here as may be: play in a channel, "
                           "or try again later."));
        return false;
    }
    return true;
}
