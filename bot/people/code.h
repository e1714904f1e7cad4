/* code.h: short codes that prove who somebody is: seat words and the codes of !link.
 *
 * A code has CODE_LENGTH letters and digits, 40 bits from the operating system, without letters
 * that look alike. The bot whispers a code once and keeps only its hash. The hash does not stop
 * somebody who reads the database, but they can see hands as well. The flood limits stop guessing
 * (flood.h). */
#ifndef TALON_BOT_PEOPLE_CODE_H
#define TALON_BOT_PEOPLE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/people/hash.h"

enum { CODE_LENGTH = 8, CODE_SIZE = CODE_LENGTH + 1 };

/* Makes a new code. If `seed` (host_options.seed) is not NULL, the code depends only on seed,
 * purpose and number; else it is random. Returns false if the system gives no randomness. */
bool code_make(const char *seed, const char *purpose, uint64_t number, char code[CODE_SIZE]);
/* Makes the hash that is kept of a code. The hash covers `purpose` ("seat libera"), too. Upper and
 * lower case give the same hash. */
bool code_hash(const char *purpose, const char *code, uint8_t hash[HASH_SIZE]);
/* True if the first `size` bytes of two hashes are the same. The call takes equally long wherever
 * they differ, so that its time gives nothing away. */
bool code_same(const uint8_t *one, const uint8_t *other, size_t size);
/* Overwrites a code, or words that contain one, so that no memory dump shows it. */
void code_wipe(char *text, size_t size);

#endif
