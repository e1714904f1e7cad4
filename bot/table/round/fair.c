#include "fair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "base/array.h"

/* What is hashed, piece by piece. */
struct seed_piece {
    const void *bytes;
    size_t size;
};

/* SHA-256. To find it in the library takes as long as to hash a short text, so it is found once.
 * Without memory the library finds it each time. */
static const EVP_MD *sha256(void)
{
    static EVP_MD *found;
    if (found == NULL)
        found = EVP_MD_fetch(NULL, "SHA256", NULL);
    return found != NULL ? found : EVP_sha256();
}

static bool digest(const struct seed_piece *pieces, unsigned count, uint8_t out[FAIR_SIZE])
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = context != NULL && EVP_DigestInit_ex(context, sha256(), NULL) == 1;
    for (unsigned i = 0; ok && i < count; i++)
        ok = EVP_DigestUpdate(context, pieces[i].bytes, pieces[i].size) == 1;
    ok = ok && EVP_DigestFinal_ex(context, out, NULL) == 1;
    EVP_MD_CTX_free(context);
    return ok;
}

static struct seed_piece words(const char *text)
{
    return (struct seed_piece){text, strlen(text)};
}

static struct seed_piece hash(const uint8_t bytes[FAIR_SIZE])
{
    return (struct seed_piece){bytes, FAIR_SIZE};
}

#define DIGEST(out, ...)                                                                           \
    digest((const struct seed_piece[]){__VA_ARGS__},                                               \
           ARRAY_SIZE(((const struct seed_piece[]){__VA_ARGS__})), (out))

static uint64_t low_first(const uint8_t *bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

bool fair_commitment(const uint8_t secret[FAIR_SIZE], uint8_t commitment[FAIR_SIZE])
{
    return DIGEST(commitment, hash(secret));
}

bool fair_climb(const uint8_t secret[FAIR_SIZE], unsigned times, uint8_t out[FAIR_SIZE])
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = context != NULL && EVP_DigestInit_ex(context, sha256(), NULL) == 1;
    memmove(out, secret, FAIR_SIZE);
    for (; ok && times > 0; times--) {
        /* NULL keeps the hash function that is set already, because looking it up again takes
         * longer. */
        ok = EVP_DigestInit_ex(context, NULL, NULL) == 1 &&
             EVP_DigestUpdate(context, out, FAIR_SIZE) == 1 &&
             EVP_DigestFinal_ex(context, out, NULL) == 1;
    }
    EVP_MD_CTX_free(context);
    return ok;
}

bool fair_seed_first(const uint8_t secret[FAIR_SIZE], const char *setup, uint8_t seed[FAIR_SIZE])
{
    return DIGEST(seed, hash(secret), words(setup));
}

bool fair_seed_second(const uint8_t secret[FAIR_SIZE], const char *text, uint8_t seed[FAIR_SIZE])
{
    return DIGEST(seed, words("talon-seed-2\n"), hash(secret), words(text));
}

bool fair_seed(const uint8_t secret[FAIR_SIZE], const struct setup_cut *cuts, unsigned count,
               uint8_t seed[FAIR_SIZE])
{
    struct seed_piece pieces[2 + 2 * CUTS_MAX] = {words("talon-seed-3\n"), hash(secret)};
    unsigned made = 2;
    for (unsigned i = 0; i < count; i++) {
        pieces[made++] = words(cuts[i].word);
        pieces[made++] = words("\n");
    }
    return digest(pieces, made, seed);
}

bool fair_told(const char *text, const char *who, uint8_t told[FAIR_SIZE])
{
    return DIGEST(told, words(text), words("\n"), words(who));
}

bool fair_who(const uint8_t salt[FAIR_SIZE], const char *who, uint8_t out[FAIR_SIZE])
{
    return DIGEST(out, words("talon-who-2\n"), hash(salt), words(who));
}

bool fair_lots(const uint8_t secret[FAIR_SIZE], uint64_t lots[LOTS])
{
    uint8_t bytes[FAIR_SIZE];
    if (!DIGEST(bytes, words("talon-lots-2\n"), hash(secret)))
        return false;
    for (unsigned i = 0; i < LOTS; i++)
        lots[i] = low_first(bytes + sizeof(uint64_t) * i);
    return true;
}

void fair_chain_begin(struct fair_chain *chain, const uint8_t root[FAIR_SIZE], unsigned length)
{
    memcpy(chain->root, root, FAIR_SIZE);
    chain->length = (uint16_t)length;
    chain->used = 0;
    memset(chain->ahead, 0, sizeof(chain->ahead));
}

/* Finds the nearest secret that is not before `number`, of the first `steps` ahead and the root.
 * Returns its number. */
static unsigned start_for(const struct fair_chain *chain, unsigned number, unsigned steps,
                          const uint8_t **secret)
{
    while (steps > 0 && (chain->ahead[steps - 1] == 0 || chain->ahead[steps - 1] < number))
        steps--;
    *secret = steps > 0 ? chain->coming[steps - 1] : chain->root;
    return steps > 0 ? chain->ahead[steps - 1] : chain->length;
}

static bool look_ahead(struct fair_chain *chain)
{
    /* How many deals go by until a step is computed again. Each is about a fifth of the one before
     * it, so that no step takes many hashes. */
    static const uint16_t deals[FAIR_STEPS] = {150, 28, 6};
    const uint8_t *from = NULL;
    for (unsigned step = 0; step < FAIR_STEPS; step++) {
        if (chain->used < chain->ahead[step])
            continue;
        unsigned last = start_for(chain, chain->used + 1U, step, &from);
        unsigned wanted = chain->used + deals[step];
        unsigned ahead = wanted < last ? wanted : last;
        chain->ahead[step] = 0;
        if (!fair_climb(from, last - ahead, chain->coming[step]))
            return false;
        chain->ahead[step] = (uint16_t)ahead;
    }
    return true;
}

/* If memory runs out before `end` is computed, ahead[0] is 0 again. So the next call computes it.
 */
bool fair_chain_look_ahead(struct fair_chain *chain)
{
    bool begins = chain->ahead[0] == 0;
    bool done =
        look_ahead(chain) && (!begins || fair_climb(chain->coming[FAIR_STEPS - 1],
                                                    chain->ahead[FAIR_STEPS - 1], chain->end));
    if (begins && !done)
        chain->ahead[0] = 0;
    return done;
}

bool fair_chain_secret(const struct fair_chain *chain, unsigned number, uint8_t secret[FAIR_SIZE])
{
    const uint8_t *from = NULL;
    if (number > chain->length)
        return false;
    if (number == 0 && chain->ahead[0] != 0) {
        memcpy(secret, chain->end, FAIR_SIZE);
        return true;
    }
    unsigned start = start_for(chain, number, FAIR_STEPS, &from);
    return fair_climb(from, start - number, secret);
}

char *fair_token(unsigned number, const uint8_t bytes[FAIR_SIZE], char token[FAIR_TOKEN])
{
    char hex[FAIR_HEX];
    if (number == 0)
        bond_write(bytes, hex);
    else
        hash_hex(bytes, hex);
    snprintf(token, FAIR_TOKEN, "s%u=%s", number % 10000, hex);
    return token;
}

static int digit_of(char letter)
{
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                            : -1;
}

bool fair_unhex(const char *hex, unsigned size, uint8_t *bytes)
{
    for (unsigned i = 0; i < size; i++) {
        int high = digit_of(hex[2 * i]);
        int low = high < 0 ? -1 : digit_of(hex[2 * i + 1]);
        if (low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* One context serves every stream: each refill sets key and position again, which happens a few
 * times a round. */
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
    for (unsigned i = 0; i < CHANCE_WORDS; i++) {
        base->words[i] = (uint32_t)stream[4 * i] | (uint32_t)stream[4 * i + 1] << 8 |
                         (uint32_t)stream[4 * i + 2] << 16 | (uint32_t)stream[4 * i + 3] << 24;
    }
    chance->block += sizeof(stream) / 64;
    base->at = chance->skip;
    chance->skip = 0;
}

void fair_init(struct chance_fair *chance, const uint8_t seed[FAIR_SIZE])
{
    memcpy(chance->seed, seed, FAIR_SIZE);
    chance->block = 0;
    chance->skip = 0;
    chance->base.refill = refill;
    chance->base.at = CHANCE_WORDS;
}

struct chance_mark fair_mark(const struct chance_fair *chance)
{
    bool made = chance->base.at < CHANCE_WORDS; /* and not all given */
    struct chance_mark mark = {.block = chance->block, .skip = chance->skip};
    if (made) {
        mark.block -= (uint32_t)(sizeof(chance->base.words) / 64);
        mark.skip = (uint8_t)chance->base.at;
    }
    memcpy(mark.seed, chance->seed, FAIR_SIZE);
    return mark;
}

void fair_resume(struct chance_fair *chance, const struct chance_mark *mark)
{
    fair_init(chance, mark->seed);
    chance->block = mark->block;
    chance->skip = mark->skip;
}
