/* sha256.h: SHA-256 (FIPS 180-4), for the web pages' module. The daemon uses OpenSSL's. */
#ifndef TALON_ENGINE_PROOF_SHA256_H
#define TALON_ENGINE_PROOF_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

/* `hash` may lie in `bytes`. */
void sha256(const uint8_t *bytes, size_t size, uint8_t hash[SHA256_SIZE]);

#endif
