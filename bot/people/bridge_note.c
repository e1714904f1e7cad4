#include "bridge_note.h"

#include <stdio.h>
#include <string.h>

#include "adapters/pages.h"
#include "bot/people/people_state.h"
#include "bot/people/setting_store.h"
#include "storage/lease.h"

/* Writes the scope of the network and the channel's key there. Returns false if the channel is no
 * channel: its name is too long. */
static bool find_key(const struct network *network, const char *channel, char scope[128],
                     char key[CHAT_ID_MAX])
{
    snprintf(scope, 128, "bridge:%s", network->name);
    return network_fold(network, channel, key, CHAT_ID_MAX);
}

static bool is_whole(const struct network *network)
{
    return network->adapter != NULL && network->parts == 0 && !pages_have_seats(network->adapter);
}

void bridge_note(struct network *network, const char *channel, const struct network *home)
{
    char scope[128];
    char key[CHAT_ID_MAX];
    if (!store_shared(network->people->store) || !is_whole(network) ||
        (home != NULL && !is_whole(home)) || !find_key(network, channel, scope, key))
        return;
    const char *noted = setting_get(network->people, scope, key);
    const char *wanted = home != NULL ? home->name : NULL;
    if (noted == NULL ? wanted != NULL : wanted == NULL || strcmp(noted, wanted) != 0)
        setting_set(network->people, scope, key, wanted);
}

const char *bridge_noted(const struct network *network, const char *channel)
{
    char scope[128];
    char key[CHAT_ID_MAX];
    return channel != NULL && find_key(network, channel, scope, key)
               ? setting_get(network->people, scope, key)
               : NULL;
}

void bridge_notes(const struct network *network,
                  void (*each)(void *arg, const char *channel, const char *home), void *arg)
{
    char scope[128];
    snprintf(scope, sizeof(scope), "bridge:%s", network->name);
    setting_each(network->people, scope, each, arg);
}
