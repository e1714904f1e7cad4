#include "capacity.h"

#include "bot/command.h"
#include "bot/host.h"
#include "bot/language.h"
#include "bot/phrase.h"

enum { SECOND = 1000 };

static uint64_t behind(const struct network *network)
{
    const struct adapter *adapter = network->adapter;
    return adapter != NULL && adapter->impl->behind != NULL ? adapter->impl->behind(adapter) : 0;
}

/* Over it is said at half of that, so that it is not said again and again. */
static void look_at(struct host *host, struct network *network)
{
    uint64_t most = host->options.behind_most;
    uint64_t now = most > 0 ? behind(network) : 0;
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

bool capacity_left(struct call *call)
{
    look_at(call->host, call->network);
    if (!call->network->late)
        return true;
    struct message *message = call_private(call);
    if (message == NULL)
        return false;
    PHRASE(
        message,
        tr(call->language,
           N_("I have more to say here than this network lets through, I am {s} s behind: please "
              "try again in a minute.")),
        arg_number("s", (long)(behind(call->network) / SECOND)));
    call_say(call, message);
    return false;
}
