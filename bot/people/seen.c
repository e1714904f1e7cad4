#include "seen.h"

#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "bot/people/ban.h"
#include "bot/people/people_state.h"

enum { KEY_MAX = 2 * CHAT_ID_MAX };

struct seen {
    UT_hash_handle hh; /* handle in people->seen, where the user who was seen last is at the
                        * end */
    char tenant[TENANT_MAX];
    char key[]; /* "network account" */
};

static struct seen *find_seen(const struct people *people, const struct network *network,
                              const char *account, char key[KEY_MAX])
{
    struct seen *seen = NULL;
    snprintf(key, KEY_MAX, "%s %s", network->name, account);
    HASH_FIND_STR(people->seen, key, seen);
    return seen;
}

static void forget_seen(struct people *people, struct seen *seen)
{
    HASH_DEL(people->seen, seen); /* NOLINT(clang-analyzer-unix.Malloc): of uthash's making */
    free(seen);
}

void seen_note(const struct network *network, const struct chat_event *event)
{
    char key[KEY_MAX];
    struct people *people = network->people;
    const struct adapter *adapter = network->adapter;
    const char *account = event->user.account;
    if (event->channel == NULL || account == NULL || adapter->impl->tenant == NULL ||
        !people_stable_ids(network))
        return;
    const char *tenant = adapter->impl->tenant(adapter, event->channel);
    if (tenant == NULL || strlen(tenant) >= TENANT_MAX)
        return;
    struct seen *seen = find_seen(people, network, account, key);
    size_t size = strlen(key) + 1;
    if (seen != NULL)
        HASH_DEL(people->seen, seen); /* to the end */
    else
        seen = malloc(sizeof(*seen) + size);
    if (seen == NULL)
        return;
    memcpy(seen->tenant, tenant, strlen(tenant) + 1);
    memmove(seen->key, key, size);
    seen->hh.tbl = NULL;
    HASH_ADD_STR(people->seen, key, seen);
    if (seen->hh.tbl == NULL) /* memory is out */
        free(seen);
    else if (HASH_COUNT(people->seen) > SEEN_MAX)
        forget_seen(people, people->seen);
}

bool seen_in_banned(const struct network *network, const char *account)
{
    char key[KEY_MAX];
    const struct people *people = network->people;
    if (people->bans == NULL || account == NULL)
        return false;
    const struct seen *seen = find_seen(people, network, account, key);
    return seen != NULL && ban_is_tenant(network, seen->tenant);
}

void seen_finish(struct people *people)
{
    struct seen *seen = NULL;
    struct seen *next = NULL;
    HASH_ITER(hh, people->seen, seen, next)
    {
        forget_seen(people, seen);
    }
}
