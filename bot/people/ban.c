#include "ban.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "bot/people/people_state.h"

/* Room for a row's key ("person libera ana") with the longest mask and name. */
enum { WHAT_MAX = 2 * CHAT_ID_MAX, KEY_MAX = WHAT_MAX + 64 };

static const char scope[] = "ban";

static const char *const kinds[] = {
    [BAN_PERSON] = "person", [BAN_MASK] = "mask", [BAN_GUILD] = "guild"};

enum { KINDS = ARRAY_SIZE(kinds) };

bool ban_kind_find(const char *word, enum ban_kind *kind)
{
    for (unsigned i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i], word) == 0) {
            *kind = (enum ban_kind)i;
            return true;
        }
    }
    return false;
}

const char *ban_kind_name(enum ban_kind kind)
{
    return kinds[kind];
}

/* -- the list -- */

static void ban_free(struct ban *ban)
{
    if (ban == NULL)
        return;
    free(ban->network);
    free(ban->what);
    free(ban);
}

static bool add_ban(struct people *people, enum ban_kind kind, const char *network,
                    const char *what)
{
    struct ban *ban = calloc(1, sizeof(*ban));
    if (ban == NULL)
        return false;
    *ban = (struct ban){people->bans, kind, strdup(network), strdup(what)};
    if (ban->network == NULL || ban->what == NULL) {
        ban_free(ban);
        return false;
    }
    people->bans = ban;
    return true;
}

/* Splits a row's key into kind, network and name. Returns false if it is not valid. */
static bool read_key(const char *key, char word[KEY_MAX], enum ban_kind *kind, char **network,
                     char **what)
{
    snprintf(word, KEY_MAX, "%s", key);
    *network = strchr(word, ' ');
    *what = *network != NULL ? strchr(*network + 1, ' ') : NULL;
    if (*what == NULL)
        return false;
    *(*network)++ = '\0';
    *(*what)++ = '\0';
    return ban_kind_find(word, kind);
}

/* Compares two names as the network does. If the network is not here, ASCII letters of both cases
 * are the same. */
static bool is_same(const struct network *network, enum ban_kind kind, const char *one,
                    const char *other)
{
    char a[WHAT_MAX];
    char b[WHAT_MAX];
    if (strcmp(one, other) == 0 || kind == BAN_GUILD)
        return strcmp(one, other) == 0;
    if (network == NULL)
        return strcasecmp(one, other) == 0;
    if (kind == BAN_PERSON) {
        return network_fold_account(network, one, a, sizeof(a)) &&
               network_fold_account(network, other, b, sizeof(b)) && strcmp(a, b) == 0;
    }
    return network_fold(network, one, a, sizeof(a)) && network_fold(network, other, b, sizeof(b)) &&
           strcmp(a, b) == 0;
}

/* Returns the address of the pointer to that ban; the pointer is NULL if there is no such ban. */
static struct ban **find_ban(struct people *people, enum ban_kind kind, const char *network,
                             const char *what)
{
    struct ban **at = &people->bans;
    while (*at != NULL && ((*at)->kind != kind || strcmp((*at)->network, network) != 0 ||
                           strcmp((*at)->what, what) != 0))
        at = &(*at)->next;
    return at;
}

/* Like find_ban(), but `what` is as somebody typed it: compared by is_same(). */
static struct ban **find_typed(struct people *people, enum ban_kind kind, const char *name,
                               const char *what)
{
    const struct network *network = network_named(people, name);
    struct ban **at = &people->bans;
    while (*at != NULL && ((*at)->kind != kind || strcmp((*at)->network, name) != 0 ||
                           !is_same(network, kind, (*at)->what, what)))
        at = &(*at)->next;
    return at;
}

static void take_out(struct ban **at)
{
    struct ban *ban = *at;
    *at = ban->next;
    ban_free(ban);
}

const struct ban *ban_first(const struct people *people)
{
    return people->bans;
}

void ban_unload(struct people *people, const char *key)
{
    char word[KEY_MAX];
    char *network = NULL;
    char *what = NULL;
    enum ban_kind kind;
    struct ban **at =
        read_key(key, word, &kind, &network, &what) ? find_ban(people, kind, network, what) : NULL;
    if (at != NULL && *at != NULL)
        take_out(at);
}

void ban_load(struct people *people, const char *key)
{
    char word[KEY_MAX];
    char *network = NULL;
    char *what = NULL;
    enum ban_kind kind;
    if (read_key(key, word, &kind, &network, &what) && !add_ban(people, kind, network, what))
        log_fatal(people->log, "out of memory for a ban, which must not be forgotten: ending");
}

void ban_finish(struct people *people)
{
    while (people->bans != NULL)
        take_out(&people->bans);
}

static void store_ban(struct people *people, const struct ban *ban, const char *value)
{
    char key[KEY_MAX];
    snprintf(key, sizeof(key), "%s %s %s", kinds[ban->kind], ban->network, ban->what);
    store_put_setting(people->store, scope, key, value);
}

const char *ban_set(struct people *people, enum ban_kind kind, const char *network,
                    const struct adapter_impl *impl, const char *what)
{
    unsigned count = 0;
    if (*what == '\0' || strlen(what) >= WHAT_MAX)
        return "that is nobody's name: it is empty or too long";
    if (kind == BAN_MASK && (strchr(what, '!') == NULL || strchr(what, '@') == NULL))
        return "a mask is nick!user@host, with * and ? for what may be anything";
    if (kind == BAN_GUILD && impl->tenant == NULL)
        return "channels of that network belong to nobody: ban persons or masks";
    if (*find_typed(people, kind, network, what) != NULL)
        return NULL;
    for (const struct ban *ban = people->bans; ban != NULL; ban = ban->next)
        count++;
    if (count >= BANS_MAX)
        return "the list of bans is full: lift some";
    if (!add_ban(people, kind, network, what))
        return "the daemon is out of memory: try again";
    store_ban(people, people->bans, "on");
    return NULL;
}

bool ban_lift(struct people *people, enum ban_kind kind, const char *network, const char *what)
{
    struct ban **at = find_typed(people, kind, network, what);
    bool any = *at != NULL;
    for (; *at != NULL; at = find_typed(people, kind, network, what)) {
        store_ban(people, *at, NULL);
        take_out(at);
    }
    return any;
}

/* -- who is meant -- */

/* Returns true if the text matches the mask, in which '*' stands for any text and '?' for one byte.
 */
static bool mask_matches(const char *mask, const char *text)
{
    const char *star = NULL; /* the place in the mask behind its last star; `from`: the place in the
                              * text where the star's match ends */
    const char *from = NULL;
    while (*text != '\0') {
        if (*mask == '*') {
            star = ++mask;
            from = text;
        } else if (*mask == '?' || *mask == *text) {
            mask++;
            text++;
        } else if (star != NULL) {
            mask = star;
            text = ++from;
        } else {
            return false;
        }
    }
    return mask[strspn(mask, "*")] == '\0';
}

static bool is_masked(const struct network *network, const char *mask, const struct chat_user *user)
{
    char who[WHAT_MAX];
    char folded[WHAT_MAX];
    char folded_mask[WHAT_MAX];
    const char *from = user->host != NULL ? user->host : "";
    snprintf(who, sizeof(who), "%s!%s%s", user->id, strchr(from, '@') != NULL ? "" : "@", from);
    return network_fold(network, who, folded, sizeof(folded)) &&
           network_fold(network, mask, folded_mask, sizeof(folded_mask)) &&
           mask_matches(folded_mask, folded);
}

static bool is_account(const struct network *network, const char *account,
                       const struct chat_user *user)
{
    char banned[CHAT_ID_MAX];
    char theirs[CHAT_ID_MAX];
    return user->account != NULL &&
           network_fold_account(network, account, banned, sizeof(banned)) &&
           network_fold_account(network, user->account, theirs, sizeof(theirs)) &&
           strcmp(banned, theirs) == 0;
}

bool ban_of_user(const struct network *network, const struct chat_user *user)
{
    for (const struct ban *ban = network->people->bans; ban != NULL; ban = ban->next) {
        if (strcmp(ban->network, network->name) != 0)
            continue;
        if ((ban->kind == BAN_PERSON && is_account(network, ban->what, user)) ||
            (ban->kind == BAN_MASK && is_masked(network, ban->what, user)))
            return true;
    }
    return false;
}

bool ban_is_tenant(const struct network *network, const char *tenant)
{
    for (const struct ban *ban = network->people->bans; ban != NULL; ban = ban->next) {
        if (ban->kind == BAN_GUILD && strcmp(ban->network, network->name) == 0 &&
            strcmp(ban->what, tenant) == 0)
            return true;
    }
    return false;
}

bool ban_of_tenant(const struct network *network, const char *channel)
{
    const struct adapter *adapter = network->adapter;
    if (network->people->bans == NULL || channel == NULL || adapter->impl->tenant == NULL)
        return false;
    const char *tenant = adapter->impl->tenant(adapter, channel);
    return tenant != NULL && ban_is_tenant(network, tenant);
}
