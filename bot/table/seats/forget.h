/* forget.h: an identity taken out of the texts that the store keeps for us (storage/forget.h).
 *
 * They are written elsewhere: setups (setup.h), private talks (private_table.h), states (save.h),
 * preferences (person:), what is kept of nicks (nick:), links that wait (link), and the lists of
 * who is called when a table opens (notify). */
#ifndef TALON_BOT_TABLE_SEATS_FORGET_H
#define TALON_BOT_TABLE_SEATS_FORGET_H

#include "storage/forget.h"

extern const struct store_forget_texts forget_texts;

struct host;

/* Whether they have anything to do with an open table: a seat (also one that they left, until the
 * round is over), as that account or logged in to it, or the table itself. */
bool forget_sits(struct host *host, const struct store_identity *who);
/* Takes an identity that sits nowhere out of all that is kept in memory, and by it in the store:
 * preferences, what proves a nick, codes of !link, who is called when a table opens, cuts. A ban
 * stays. */
void forget_here(struct host *host, const struct store_identity *who);

#endif
