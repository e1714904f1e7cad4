/* identity.h: the names of people as the stores keep and find them. */
#ifndef TALON_STORAGE_IDENTITY_H
#define TALON_STORAGE_IDENTITY_H

#include "store.h"

/* `name` cut to STORE_NAME_MAX between graphemes. */
void identity_set_name(char out[STORE_NAME_MAX], const char *name, size_t length);

enum { STORE_LINKED_MAX = STORE_ACCOUNT_MAX + STORE_MARK_MAX };
/* The account under which a nick that is linked is kept: the nick, a line end, its mark. False, and
 * an empty text: it is no nick, or has no mark. */
bool identity_linked_nick(const struct store_identity *who, char out[STORE_LINKED_MAX]);

enum { STORE_KEY_MAX = 256 };
/* `name` folded, as people are found by it. A longer one is found by its beginning. */
void identity_fold(char key[STORE_KEY_MAX], const char *name);

#endif
