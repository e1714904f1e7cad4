/* forget.h: an identity taken out of the texts that the store keeps for us (storage/forget.h).
 *
 * They are written elsewhere: setups (setup.h), private talks (private_table.h), states (save.h),
 * preferences (person:), what is kept of nicks (nick:), links that wait (link), and the lists of
 * who is called when a table opens (notify). */
#ifndef TALON_BOT_TABLE_FORGET_H
#define TALON_BOT_TABLE_FORGET_H

#include "storage/forget.h"

extern const struct store_forget_texts forget_texts;

#endif
