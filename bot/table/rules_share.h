/* rules_share.h: one `struct rules` for all tables that play by the same rules. */
#ifndef TALON_BOT_TABLE_RULES_SHARE_H
#define TALON_BOT_TABLE_RULES_SHARE_H

#include "engine/ruleset.h"

struct rules_share {
    struct rules_share *next;
    unsigned holders;
    struct rules rules;
};

/* The rules of `set` with `switches`, checked for `players`; Returns NULL with the reason in
 * `error` (RULES_OK when memory is out). `version` is RULES_VERSION, or the version that dealt an
 * older round. Give back with rules_share_put(). */
const struct rules *rules_share_get(struct rules_share **shares, const struct ruleset *set,
                                    const struct switches *switches, unsigned players,
                                    unsigned version, enum rules_error *error);
/* One holder more of rules that are held already. */
void rules_share_hold(struct rules_share *shares, const struct rules *rules);
/* Accepts NULL. */
void rules_share_put(struct rules_share **shares, const struct rules *rules);

#endif
