/* code.h: short codes that prove who somebody is: seat words and the codes of !link.
 *
 * A code is CODE_LENGTH letters and digits, 40 bits from the operating system, without those that
 * look alike. It is whispered once and kept as a hash alone; whoever can read the database sees
 * hands as well. Guessing is for the flood limits to stop (flood.h). */
#ifndef TALON_BOT_PEOPLE_CODE_H
#define TALON_BOT_PEOPLE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bot/people/hash.h"

enum { CODE_LENGTH = 8, CODE_SIZE = CODE_LENGTH + 1 };

/* A new code; `seed` as in host_options: then it depends on seed, purpose and number alone. False:
 * no randomness from the system. */
bool code_make(const char *seed, const char *purpose, uint64_t number, char code[CODE_SIZE]);
/* What is kept of it: bound to its purpose ("seat libera"), upper or lower case alike. */
bool code_hash(const char *purpose, const char *code, uint8_t hash[HASH_SIZE]);
/* The beginnings of two hashes, in a time that does not tell where they differ. */
bool code_same(const uint8_t *one, const uint8_t *other, size_t size);
/* Overwrites a code, or words that hold one, so that no memory dump shows it. */
void code_wipe(char *text, size_t size);

#endif
