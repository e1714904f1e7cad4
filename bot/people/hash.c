#include "hash.h"

#include <string.h>

#include <openssl/evp.h>
#include <openssl/rand.h>

bool hash_secret(uint8_t secret[HASH_SIZE])
{
    return RAND_bytes(secret, HASH_SIZE) == 1;
}

bool hash_secret_seeded(const char *seed, uint64_t number, uint8_t secret[HASH_SIZE])
{
    uint8_t counter[8];
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    for (unsigned i = 0; i < sizeof(counter); i++)
        counter[i] = (uint8_t)(number >> (8 * i));
    bool ok = context != NULL && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1 &&
              EVP_DigestUpdate(context, seed, strlen(seed)) == 1 &&
              EVP_DigestUpdate(context, counter, sizeof(counter)) == 1 &&
              EVP_DigestFinal_ex(context, secret, NULL) == 1;
    EVP_MD_CTX_free(context);
    return ok;
}

void hash_hex(const uint8_t bytes[HASH_SIZE], char hex[HASH_HEX])
{
    static const char digit[] = "0123456789abcdef";
    for (unsigned i = 0; i < HASH_SIZE; i++) {
        hex[2 * i] = digit[bytes[i] >> 4];
        hex[2 * i + 1] = digit[bytes[i] & 15];
    }
    hex[HASH_HEX - 1] = '\0';
}

/* Returns the value of a hexadecimal digit; -1: it is none. */
static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool hash_read_hex(const char *hex, uint8_t hash[HASH_SIZE])
{
    if (strlen(hex) != 2 * HASH_SIZE)
        return false;
    for (unsigned i = 0; i < HASH_SIZE; i++) {
        int high = digit_of(hex[2 * i]);
        int low = digit_of(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        hash[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
