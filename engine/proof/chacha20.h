/* chacha20.h: the ChaCha20 key stream (RFC 8439, nonce 0, from block 0) as a source of chance
 * for verifiers. The daemon uses OpenSSL (bot/table/round/fair.h), which gives the same words. */
#ifndef TALON_ENGINE_PROOF_CHACHA20_H
#define TALON_ENGINE_PROOF_CHACHA20_H

#include "engine/chance.h"

struct chance_chacha20 {
    struct chance base;
    uint32_t key[8];
    uint32_t block; /* the next one */
};

void chance_init_chacha20(struct chance_chacha20 *chance, const uint8_t key[32]);

#endif
