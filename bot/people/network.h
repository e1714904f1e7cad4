/* network.h: one network that the daemon is on, and how names are written there. */
#ifndef TALON_BOT_PEOPLE_NETWORK_H
#define TALON_BOT_PEOPLE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/adapter.h"

struct host;

struct network {
    struct host *host;
    struct adapter *adapter;
    const char *name;
    unsigned table_count;
    const char *admins; /* as admin.h reads them; NULL: nobody. Not owned */
    bool connected;
    unsigned connects; /* how often it was */
    bool stopped;
    bool late; /* has more to tell than the network lets through (capacity.h) */
};

/* That of the configuration; NULL: there is none of that name. */
struct network *network_named(struct host *host, const char *name);
/* What stands before a command there: "!"; "/" where commands are offered; or nothing where all
 * that is typed is meant for us. */
const char *network_prefix(const struct network *network);
/* A name as the network compares them; false when it does not fit. */
bool network_fold(const struct network *network, const char *text, char *out, size_t size);
/* An account, as services compare them: where names are folded, upper and lower case of ASCII are
 * alike and nothing else is, whatever the network takes for one nick. */
bool network_fold_account(const struct network *network, const char *account, char *out,
                          size_t size);

#endif
