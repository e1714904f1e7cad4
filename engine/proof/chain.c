#include "chain.h"

#include <string.h>

#include "sha256.h"

void chain_climb(const uint8_t secret[32], unsigned times, uint8_t out[32])
{
    memmove(out, secret, SHA256_SIZE);
    for (; times > 0; times--)
        sha256(out, SHA256_SIZE, out);
}

void chain_seed(const uint8_t secret[32], const struct setup_cut *cuts, unsigned count,
                uint8_t seed[32])
{
    static const char head[] = "talon-seed-3\n";
    uint8_t bytes[sizeof(head) + SHA256_SIZE + (size_t)CUTS_MAX * CUT_SIZE];
    size_t size = sizeof(head) - 1;
    memcpy(bytes, head, size);
    memcpy(bytes + size, secret, SHA256_SIZE);
    size += SHA256_SIZE;
    for (unsigned i = 0; i < count && i < CUTS_MAX; i++) {
        size_t length = strlen(cuts[i].word);
        memcpy(bytes + size, cuts[i].word, length);
        bytes[size + length] = '\n';
        size += length + 1;
    }
    sha256(bytes, size, seed);
}

void bond_write(const uint8_t end[32], char text[BOND_TEXT])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned bits = 0;
    unsigned held = 0;
    unsigned made = 0;
    for (unsigned i = 0; i < BOND_SIZE; i++) {
        held = held << 8 | end[i];
        for (bits += 8; bits >= 6; bits -= 6)
            text[made++] = letters[held >> (bits - 6) & 63];
        held &= (1U << bits) - 1;
    }
    text[made++] = letters[held << (6 - bits) & 63];
    text[made] = '\0';
}
