#include "sasl.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gsasl.h>
#include <openssl/crypto.h>

static const char *const names[SASL_MECHANISMS] = {
    [SASL_EXTERNAL] = "EXTERNAL",
    [SASL_SCRAM_SHA_256] = "SCRAM-SHA-256",
    [SASL_PLAIN] = "PLAIN",
};

struct sasl {
    const char *user, *password;
    Gsasl *library;
    Gsasl_session *exchange; /* NULL: no login runs */
    enum sasl_mechanism mechanism;
    bool complete;
    size_t heard;        /* how many bytes are in `in` */
    char *out;           /* base64 that is to be sent; NULL: nothing */
    size_t length, sent; /* bytes of `out`; how many of them were taken */
    bool waits;          /* the caller must still take a chunk, which may be empty */
    char in[SASL_MAX + 1];
};

const char *sasl_name(enum sasl_mechanism mechanism)
{
    return names[mechanism];
}

enum sasl_mechanism sasl_find(const char *name, size_t length)
{
    enum sasl_mechanism found = SASL_EXTERNAL;
    while (found < SASL_MECHANISMS &&
           (strlen(names[found]) != length || strncasecmp(names[found], name, length) != 0))
        found++;
    return found;
}

unsigned sasl_list(const char *list, size_t length)
{
    unsigned bits = 0;
    for (const char *end = list + length; list < end;) {
        const char *comma = memchr(list, ',', (size_t)(end - list));
        const char *word = list;
        list = comma != NULL ? comma + 1 : end;
        enum sasl_mechanism mechanism =
            sasl_find(word, (size_t)((comma != NULL ? comma : end) - word));
        bits |= mechanism < SASL_MECHANISMS ? 1U << mechanism : 0;
    }
    return bits;
}

struct sasl *sasl_create(const char *user, const char *password)
{
    struct sasl *sasl = calloc(1, sizeof(*sasl));
    if (sasl == NULL)
        return NULL;
    sasl->user = user;
    sasl->password = password;
    if (gsasl_init(&sasl->library) != GSASL_OK) {
        free(sasl);
        return NULL;
    }
    return sasl;
}

void sasl_destroy(struct sasl *sasl)
{
    if (sasl != NULL) {
        sasl_end(sasl);
        gsasl_done(sasl->library);
        free(sasl);
    }
}

static void drop_answer(struct sasl *sasl)
{
    if (sasl->out != NULL) {
        OPENSSL_cleanse(sasl->out, sasl->length);
        gsasl_free(sasl->out);
    }
    sasl->out = NULL;
    sasl->length = sasl->sent = 0;
    sasl->waits = false;
}

void sasl_end(struct sasl *sasl)
{
    drop_answer(sasl);
    if (sasl->exchange != NULL)
        gsasl_finish(sasl->exchange);
    sasl->exchange = NULL;
    sasl->complete = false;
    sasl->heard = 0;
}

/* With PLAIN and EXTERNAL we also name the account; IRC's SCRAM servers do not expect it. */
bool sasl_begin(struct sasl *sasl, enum sasl_mechanism mechanism)
{
    sasl_end(sasl);
    sasl->mechanism = mechanism;
    if (mechanism != SASL_EXTERNAL && (sasl->user == NULL || sasl->password == NULL))
        return false;
    if (gsasl_client_start(sasl->library, names[mechanism], &sasl->exchange) != GSASL_OK) {
        sasl->exchange = NULL;
        return false;
    }
    const char *authzid = sasl->user != NULL && mechanism != SASL_SCRAM_SHA_256 ? sasl->user : "";
    int failed = 0;
    if (*authzid != '\0' || mechanism == SASL_EXTERNAL)
        failed |= gsasl_property_set(sasl->exchange, GSASL_AUTHZID, authzid);
    if (mechanism != SASL_EXTERNAL) {
        failed |= gsasl_property_set(sasl->exchange, GSASL_AUTHID, sasl->user);
        failed |= gsasl_property_set(sasl->exchange, GSASL_PASSWORD, sasl->password);
    }
    if (failed)
        sasl_end(sasl);
    return !failed;
}

/* True if a SCRAM server demands so much work that the loop would stand still. */
static bool too_costly(const char *text, size_t length)
{
    for (size_t i = 0; i + 2 < length; i++) {
        if (memcmp(text + i, ",i=", 3) == 0) {
            unsigned long iterations = 0;
            for (i += 3; i < length && text[i] >= '0' && text[i] <= '9'; i++) {
                iterations = iterations * 10 + (unsigned long)(text[i] - '0');
                if (iterations > SASL_ITERATIONS_MAX)
                    return true;
            }
        }
    }
    return false;
}

static bool encode_output(struct sasl *sasl, const char *bytes, size_t length)
{
    drop_answer(sasl);
    if (length > 0 && gsasl_base64_to(bytes, length, &sasl->out, &sasl->length) != GSASL_OK) {
        sasl->out = NULL;
        sasl->length = 0;
        return false;
    }
    sasl->waits = true;
    return true;
}

static enum sasl_result step_exchange(struct sasl *sasl)
{
    char *challenge = NULL;
    char *answer = NULL;
    size_t length = 0;
    size_t answer_length = 0;
    enum sasl_result result = SASL_ABORT;
    if (sasl->heard > 0 &&
        gsasl_base64_from(sasl->in, sasl->heard, &challenge, &length) != GSASL_OK) {
        challenge = NULL;
        goto done;
    }
    if (sasl->mechanism == SASL_SCRAM_SHA_256 && too_costly(challenge, length))
        goto done;
    int code = gsasl_step(sasl->exchange, challenge, length, &answer, &answer_length);
    if (code != GSASL_OK && code != GSASL_NEEDS_MORE) {
        answer = NULL;
        goto done;
    }
    sasl->complete = code == GSASL_OK;
    result = encode_output(sasl, answer, answer_length) ? SASL_ANSWER : SASL_ABORT;
done:
    sasl->heard = 0;
    if (answer != NULL) {
        OPENSSL_cleanse(answer, answer_length);
        gsasl_free(answer);
    }
    gsasl_free(challenge);
    return result;
}

enum sasl_result sasl_hear(struct sasl *sasl, const char *chunk)
{
    size_t length = strcmp(chunk, "+") == 0 ? 0 : strlen(chunk);
    if (sasl->exchange == NULL || sasl->complete || length > SASL_CHUNK ||
        length > SASL_MAX - sasl->heard)
        return SASL_ABORT;
    memcpy(sasl->in + sasl->heard, chunk, length);
    sasl->heard += length;
    return length == SASL_CHUNK ? SASL_AGAIN : step_exchange(sasl);
}

bool sasl_take(struct sasl *sasl, char out[SASL_CHUNK + 1])
{
    if (!sasl->waits)
        return false;
    size_t length = sasl->length - sasl->sent;
    length = length > SASL_CHUNK ? SASL_CHUNK : length;
    if (length == 0) {
        memcpy(out, "+", 2);
    } else {
        memcpy(out, sasl->out + sasl->sent, length);
        out[length] = '\0';
    }
    sasl->sent += length;
    sasl->waits = length == SASL_CHUNK;
    if (!sasl->waits)
        drop_answer(sasl);
    return true;
}

bool sasl_complete(const struct sasl *sasl)
{
    return sasl->complete;
}
