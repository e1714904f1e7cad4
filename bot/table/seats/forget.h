/* forget.h: removes an identity from the texts that bot/table writes into the store
 * (storage/forget.h).
 *
 * These are setups (setup.h), private talks (private_table.h), states (save.h), preferences
 * (person:), linked nicks (nick:), unused codes of !link (link), and the lists of people to call
 * when a table opens (notify). */
#ifndef TALON_BOT_TABLE_SEATS_FORGET_H
#define TALON_BOT_TABLE_SEATS_FORGET_H

#include "storage/forget.h"

extern const struct store_forget_texts forget_texts;

struct tables;

/* Returns true if this identity, or anybody logged in to its account, is the opener of an open
 * table or has a seat there. A seat that they left counts until the round is over. */
bool forget_sits(struct tables *tables, const struct store_identity *who);
/* Removes an identity that has no seat from memory and from the store: preferences, proofs of
 * nicks, codes of !link, lists of people to call, cuts. Bans stay. */
void forget_here(struct tables *tables, const struct store_identity *who);

#endif
