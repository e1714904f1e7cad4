#include "code.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

bool code_make(const char *seed, const char *purpose, uint64_t number, char code[CODE_SIZE])
{
    static const char letters[32] = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k',
                                     'm', 'n', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x',
                                     'y', 'z', '2', '3', '4', '5', '6', '7', '8', '9'};
    uint8_t bytes[HASH_SIZE];
    char text[256];
    code[0] = '\0';
    if (seed != NULL)
        snprintf(text, sizeof(text), "%s %s", seed, purpose);
    if (seed != NULL ? !hash_secret_seeded(text, number, bytes) : !hash_secret(bytes))
        return false;
    for (unsigned i = 0; i < CODE_LENGTH; i++)
        code[i] = letters[bytes[i] % sizeof(letters)];
    code[CODE_LENGTH] = '\0';
    return true;
}

bool code_hash(const char *purpose, const char *code, uint8_t hash[HASH_SIZE])
{
    char text[512];
    int length = snprintf(text, sizeof(text), "%s\n%s", purpose, code);
    if (length < 0 || (size_t)length >= sizeof(text))
        return false;
    for (char *at = text + strlen(purpose); *at != '\0'; at++)
        *at = (char)tolower((unsigned char)*at);
    bool ok = EVP_Digest(text, (size_t)length, hash, NULL, EVP_sha256(), NULL) == 1;
    OPENSSL_cleanse(text, sizeof(text));
    return ok;
}

bool code_same(const uint8_t *one, const uint8_t *other, size_t size)
{
    return CRYPTO_memcmp(one, other, size) == 0;
}

void code_wipe(char *text, size_t size)
{
    OPENSSL_cleanse(text, size);
}
