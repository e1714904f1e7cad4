/* code.h: short codes that prove who somebody is: seat words and the codes of !link.
 *
 * A code has CODE_LENGTH letters and digits, 40 bits from the operating system, without letters
 * that look alike. The bot whispers it once and keeps only its hash. This does not protect
 * against a reader of the database, who can see hands as well. The flood limits stop guessing
 * (flood.h). */
#ifndef TALON_BOT_PEOPLE_CODE_H
#define TALON_BOT_PEOPLE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/people/hash.h"

enum { CODE_LENGTH = 8, CODE_SIZE = CODE_LENGTH + 1 };

/* A new code. With host_options.seed it depends only on seed, purpose and number; with NULL it
 * is random. Returns false if the system gives no randomness. */
bool code_make(const char *seed, const char *purpose, uint64_t number, char code[CODE_SIZE]);
/* The hash that is kept of a code. It holds the purpose ("seat libera"); upper and lower case
 * are the same. */
bool code_hash(const char *purpose, const char *code, uint8_t hash[HASH_SIZE]);
/* True if the first `size` bytes of two hashes are the same. The time it takes does not tell
 * where they differ. */
bool code_same(const uint8_t *one, const uint8_t *other, size_t size);
/* Overwrites a code, or words that hold one, so that no memory dump shows it. */
void code_wipe(char *text, size_t size);

#endif
