/* hash.h: 32 bytes: hashes, secrets, and both as hexadecimal digits. */
#ifndef TALON_BOT_PEOPLE_HASH_H
#define TALON_BOT_PEOPLE_HASH_H

#include <stdbool.h>
#include <stdint.h>

enum { HASH_SIZE = 32, HASH_HEX = 2 * HASH_SIZE + 1 };

/* Takes 32 random bytes from the operating system. Returns false when it gives none. */
bool hash_secret(uint8_t secret[HASH_SIZE]);
/* Makes a secret that depends only on `seed` and `number`, so that games can be repeated (--seed):
 * the SHA-256 of the seed and of the number, low byte first. */
bool hash_secret_seeded(const char *seed, uint64_t number, uint8_t secret[HASH_SIZE]);
void hash_hex(const uint8_t bytes[HASH_SIZE], char hex[HASH_HEX]);
/* Reads what hash_hex() wrote. Returns false if the text is no hash. */
bool hash_read_hex(const char *hex, uint8_t hash[HASH_SIZE]);

#endif
