/* identity.h: how stores keep the names of people, and find people by them. */
#ifndef TALON_STORAGE_IDENTITY_H
#define TALON_STORAGE_IDENTITY_H

#include "store.h"

/* Copies `name`, cut between graphemes to STORE_NAME_MAX. */
void identity_set_name(char out[STORE_NAME_MAX], const char *name, size_t length);

enum { STORE_LINKED_MAX = STORE_ACCOUNT_MAX + STORE_MARK_MAX };
/* The account under which the store keeps a linked nick: the nick, a line end, its mark. False, and
 * an empty text: `who` is no nick or has no mark. */
bool identity_linked_nick(const struct store_identity *who, char out[STORE_LINKED_MAX]);

enum { STORE_KEY_MAX = 256 };
/* Folds `name` into the key by which people are found. Of a name that is too long for the key, only
 * the beginning counts. */
void identity_fold(char key[STORE_KEY_MAX], const char *name);

#endif
