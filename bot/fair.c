#include "fair.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/rand.h>

bool fair_secret(uint8_t secret[FAIR_SIZE])
{
    return RAND_bytes(secret, FAIR_SIZE) == 1;
}

static bool digest(const void *first, size_t first_size, const void *second, size_t second_size,
                   uint8_t out[FAIR_SIZE])
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = context != NULL && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1 &&
              EVP_DigestUpdate(context, first, first_size) == 1 &&
              EVP_DigestUpdate(context, second, second_size) == 1 &&
              EVP_DigestFinal_ex(context, out, NULL) == 1;
    EVP_MD_CTX_free(context);
    return ok;
}

bool fair_secret_seeded(const char *seed, uint64_t number, uint8_t secret[FAIR_SIZE])
{
    uint8_t counter[8];
    for (unsigned i = 0; i < sizeof(counter); i++)
        counter[i] = (uint8_t)(number >> (8 * i));
    return digest(seed, strlen(seed), counter, sizeof(counter), secret);
}

bool fair_commitment(const uint8_t secret[FAIR_SIZE], uint8_t commitment[FAIR_SIZE])
{
    return digest(secret, FAIR_SIZE, "", 0, commitment);
}

bool fair_seed(const uint8_t secret[FAIR_SIZE], const char *setup, uint8_t seed[FAIR_SIZE])
{
    return digest(secret, FAIR_SIZE, setup, strlen(setup), seed);
}

void fair_hex(const uint8_t bytes[FAIR_SIZE], char hex[FAIR_HEX])
{
    static const char digit[] = "0123456789abcdef";
    for (unsigned i = 0; i < FAIR_SIZE; i++) {
        hex[2 * i] = digit[bytes[i] >> 4];
        hex[2 * i + 1] = digit[bytes[i] & 15];
    }
    hex[FAIR_HEX - 1] = '\0';
}

/* One context serves every stream: it is set anew for each refill, a few times a round. */
void fair_short(const uint8_t bytes[FAIR_SIZE], char hex[FAIR_SHORT])
{
    char whole[FAIR_HEX];
    fair_hex(bytes, whole);
    memcpy(hex, whole, FAIR_SHORT - 1);
    hex[FAIR_SHORT - 1] = '\0';
}

static void refill(struct chance *base)
{
    struct chance_fair *chance = (struct chance_fair *)base;
    static EVP_CIPHER_CTX *context;
    static const uint8_t zeros[sizeof(base->words)];
    /* OpenSSL's ChaCha20 takes a 32-bit little-endian counter, then the nonce. */
    uint8_t counter[16] = {(uint8_t)chance->block, (uint8_t)(chance->block >> 8),
                           (uint8_t)(chance->block >> 16), (uint8_t)(chance->block >> 24)};
    uint8_t stream[sizeof(base->words)];
    int size = 0;
    if (context == NULL)
        context = EVP_CIPHER_CTX_new();
    if (context == NULL ||
        EVP_EncryptInit_ex(context, EVP_chacha20(), NULL, chance->seed, counter) != 1 ||
        EVP_EncryptUpdate(context, stream, &size, zeros, (int)sizeof(zeros)) != 1)
        abort(); /* a deck that is not shuffled must never be dealt */
    for (unsigned i = 0; i < CHANCE_WORDS; i++)
        base->words[i] = (uint32_t)stream[4 * i] | (uint32_t)stream[4 * i + 1] << 8 |
                         (uint32_t)stream[4 * i + 2] << 16 | (uint32_t)stream[4 * i + 3] << 24;
    chance->block += sizeof(stream) / 64;
    base->at = 0;
}

void fair_init(struct chance_fair *chance, const uint8_t seed[FAIR_SIZE])
{
    memcpy(chance->seed, seed, FAIR_SIZE);
    chance->block = 0;
    chance->base.refill = refill;
    chance->base.at = CHANCE_WORDS;
}
