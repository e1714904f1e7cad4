#include "rules_share.h"

#include <stdlib.h>
#include <string.h>

/* Finds rules that were made of exactly that: most tables play like another one, and to make rules
 * takes 10,000 instructions. */
static struct rules_share *find_asked(struct rules_share *share, const struct ruleset *set,
                                      const struct switches *switches, unsigned players,
                                      unsigned version)
{
    while (share != NULL && (share->rules.set != set || share->rules.version != version ||
                             share->players != players ||
                             memcmp(&share->asked, switches, sizeof(share->asked)) != 0))
        share = share->next;
    return share;
}

const struct rules *rules_share_get(struct rules_share **shares, const struct ruleset *set,
                                    const struct switches *switches, unsigned players,
                                    unsigned version, enum rules_error *error)
{
    struct rules_share *known = find_asked(*shares, set, switches, players, version);
    *error = RULES_OK;
    if (known != NULL) {
        known->holders++;
        return &known->rules;
    }
    struct rules_share *share = malloc(sizeof(*share));
    if (share == NULL)
        return NULL;
    *error = rules_init(&share->rules, set, switches, players);
    if (*error == RULES_OK && !rules_set_version(&share->rules, version))
        *error = RULES_VALUE;
    if (*error != RULES_OK) {
        free(share);
        return NULL;
    }
    for (struct rules_share *old = *shares; old != NULL; old = old->next) {
        if (old->rules.set != set || old->rules.version != version ||
            old->rules.decks != share->rules.decks ||
            memcmp(&old->rules.switches, &share->rules.switches, sizeof(*switches)) != 0)
            continue;
        free(share);
        old->holders++;
        return &old->rules;
    }
    share->holders = 1;
    share->asked = *switches;
    share->players = players;
    share->next = *shares;
    *shares = share;
    return &share->rules;
}

void rules_share_hold(struct rules_share *shares, const struct rules *rules)
{
    for (struct rules_share *share = shares; share != NULL; share = share->next) {
        if (&share->rules == rules)
            share->holders++;
    }
}

void rules_share_put(struct rules_share **shares, const struct rules *rules)
{
    for (struct rules_share **at = shares; rules != NULL && *at != NULL; at = &(*at)->next) {
        struct rules_share *share = *at;
        if (&share->rules != rules)
            continue;
        if (--share->holders == 0) {
            *at = share->next;
            free(share);
        }
        return;
    }
}
