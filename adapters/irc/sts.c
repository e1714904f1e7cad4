#include "sts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_MOST = 4096, RECORD = 96 };

#define DURATION_MOST UINT64_C(315360000) /* ten years: more is as good as ever */

/* Digits alone, up to `most`; false for anything else. */
static bool number(const char *text, size_t length, uint64_t most, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        if (*value <= most) {
            *value = *value * 10 + (uint64_t)(text[i] - '0');
        }
    }
    return length > 0;
}

static bool key_value(const char *item, size_t length, const char *key, const char **value,
                      size_t *value_length)
{
    size_t key_length = strlen(key);
    if (length < key_length || memcmp(item, key, key_length) != 0) {
        return false;
    }
    *value = item + key_length;
    *value_length = length - key_length;
    return true;
}

void sts_parse(struct sts_offer *offer, const char *value, size_t length)
{
    *offer = (struct sts_offer){.port = 0};
    for (const char *end = value + length; value < end;) {
        const char *comma = memchr(value, ',', (size_t)(end - value));
        size_t item = (size_t)((comma ? comma : end) - value);
        const char *text;
        size_t text_length;
        uint64_t n;
        if (key_value(value, item, "port=", &text, &text_length)) {
            bool good = number(text, text_length, 65535, &n) && n <= 65535;
            offer->port = good ? (unsigned)n : 0;
        } else if (key_value(value, item, "duration=", &text, &text_length)) {
            offer->lasts = number(text, text_length, DURATION_MOST, &n);
            offer->duration = n > DURATION_MOST ? DURATION_MOST : n;
        }
        value += item + (comma != NULL);
    }
}

/* -- the memory -- */

static bool path_of(char *path, size_t size, const char *folder, const char *host, const char *end)
{
    int length = snprintf(path, size, "%s/sts-%s%s", folder, host, end);
    if (length < 0 || (size_t)length >= size) {
        return false;
    }
    for (char *c = path + strlen(folder); *c; c++) { /* host names are the same in any case */
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    }
    return true;
}

void sts_load(struct sts_policy *policy, const char *folder, const char *host)
{
    char path[PATH_MOST];
    struct sts_policy read = {.port = 0};
    *policy = read;
    FILE *file = path_of(path, sizeof path, folder, host, "") ? fopen(path, "re") : NULL;
    if (!file) {
        return;
    }
    char record[RECORD] = "";
    char newline = '\0';
    if (fgets(record, sizeof record, file) &&
        /* NOLINTNEXTLINE(cert-err34-c): what does not fit is out of the bounds below */
        sscanf(record, "port=%5u duration=%" SCNu64 " expires=%" SCNd64 "%c", &read.port,
               &read.duration, &read.expires, &newline) == 4 &&
        newline == '\n' && read.port <= 65535 && read.duration <= DURATION_MOST) {
        *policy = read;
    }
    fclose(file);
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

bool sts_save(const struct sts_policy *policy, const char *folder, const char *host)
{
    char path[PATH_MOST];
    char fresh[PATH_MOST];
    char record[RECORD];
    if (!path_of(path, sizeof path, folder, host, "") ||
        !path_of(fresh, sizeof fresh, folder, host, ".new")) {
        return false;
    }
    if (policy->port == 0) {
        return unlink(path) == 0 || errno == ENOENT;
    }
    int length =
        snprintf(record, sizeof record, "port=%u duration=%" PRIu64 " expires=%" PRId64 "\n",
                 policy->port, policy->duration, policy->expires);
    int fd = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return false;
    }
    bool good = write_all(fd, record, (size_t)length) && fsync(fd) == 0;
    good = close(fd) == 0 && good && rename(fresh, path) == 0;
    if (!good) {
        unlink(fresh);
    }
    return good;
}
