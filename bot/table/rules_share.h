/* rules_share.h: one `struct rules` for all tables that play by the same rules. */
#ifndef TALON_BOT_TABLE_RULES_SHARE_H
#define TALON_BOT_TABLE_RULES_SHARE_H

#include "engine/ruleset.h"

struct rules_share {
    struct rules_share *next;
    unsigned holders;
    struct switches asked; /* with which the rules were made */
    unsigned players;
    struct rules rules;
};

/* Returns the rules of `set` with `switches`, for `players`, and holds them once. Returns NULL with
 * the reason in `error` if they contradict each other (RULES_OK: memory is out). `version` is
 * RULES_VERSION, or the version that dealt an older round. Release them with rules_share_put(). */
const struct rules *rules_share_get(struct rules_share **shares, const struct ruleset *set,
                                    const struct switches *switches, unsigned players,
                                    unsigned version, enum rules_error *error);
/* Holds rules once more that somebody holds already. */
void rules_share_hold(struct rules_share *shares, const struct rules *rules);
/* Accepts NULL. */
void rules_share_put(struct rules_share **shares, const struct rules *rules);

#endif
