#include "sts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DURATION_MAX UINT64_C(315360000) /* s; ten years */

/* Reads a number that is only digits. Once it is above `most`, further digits do not change it.
 * Returns false if it is no number. */
static bool read_number(const char *text, size_t length, uint64_t most, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        if (*value <= most)
            *value = *value * 10 + (uint64_t)(text[i] - '0');
    }
    return length > 0;
}

static bool key_value(const char *item, size_t length, const char *key, const char **value,
                      size_t *value_length)
{
    size_t key_length = strlen(key);
    if (length < key_length || memcmp(item, key, key_length) != 0)
        return false;
    *value = item + key_length;
    *value_length = length - key_length;
    return true;
}

void sts_parse(struct sts_offer *offer, const char *value, size_t length)
{
    *offer = (struct sts_offer){.port = 0};
    for (const char *end = value + length; value < end;) {
        const char *comma = memchr(value, ',', (size_t)(end - value));
        size_t item = (size_t)((comma != NULL ? comma : end) - value);
        const char *text;
        size_t text_length;
        uint64_t n;
        if (key_value(value, item, "port=", &text, &text_length)) {
            bool good = read_number(text, text_length, 65535, &n) && n <= 65535;
            offer->port = good ? (unsigned)n : 0;
        } else if (key_value(value, item, "duration=", &text, &text_length)) {
            offer->lasts = read_number(text, text_length, DURATION_MAX, &n);
            offer->duration = n > DURATION_MAX ? DURATION_MAX : n;
        }
        value += item + (comma != NULL);
    }
}

/* -- the policy as a text -- */

bool sts_key(char key[STS_KEY], const char *host)
{
    int length = snprintf(key, STS_KEY, "sts-%s", host);
    for (char *c = key; *c != '\0'; c++) /* the case of host names does not matter */
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    return length > 0 && length < STS_KEY;
}

void sts_read(struct sts_policy *policy, const char *record)
{
    char newline = '\0';
    struct sts_policy read = {.port = 0};
    *policy = read;
    /* NOLINTNEXTLINE(cert-err34-c): what does not fit is out of the bounds below */
    if (sscanf(record, "port=%5u duration=%" SCNu64 " expires=%" SCNd64 "%c", &read.port,
               &read.duration, &read.expires, &newline) == 4 &&
        newline == '\n' && read.port <= 65535 && read.duration <= DURATION_MAX)
        *policy = read;
}

void sts_record(const struct sts_policy *policy, char record[STS_RECORD])
{
    record[0] = '\0';
    if (policy->port) {
        snprintf(record, STS_RECORD, "port=%u duration=%" PRIu64 " expires=%" PRId64 "\n",
                 policy->port, policy->duration, policy->expires);
    }
}
