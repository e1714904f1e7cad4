#include "channel_switches.h"

#include <stdio.h>

#include "bot/people/setting_store.h"

const char *channel_switches_key(enum switch_id id, char key[SWITCH_KEY_SIZE])
{
    snprintf(key, SWITCH_KEY_SIZE, "switch.%s", switch_info(id)->name);
    return key;
}

void channel_switches_read(struct network *network, const char *channel, const struct ruleset *set,
                           struct switches *switches)
{
    ruleset_defaults(set, switches);
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        char key[SWITCH_KEY_SIZE];
        const char *value = setting_channel(network, channel, channel_switches_key(id, key));
        struct switches wanted = *switches;
        struct rules rules;
        /* Keeps the default where the channel's value is not allowed: it may come from another set
         * of rules, or from a later version. */
        if (value != NULL && switches_parse(&wanted, id, value) &&
            rules_init(&rules, set, &wanted, 2) == RULES_OK)
            *switches = wanted;
    }
}
