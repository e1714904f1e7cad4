#include "crash_count.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The text always has the same length, so that a newer one covers an older one. */
#define FORM "at %020" PRId64 " %010u %010u %020" PRId64 "\n"
enum { TEXT_MAX = 96, FIELDS_MIN = 3 /* older ones had no time */ };

static bool put(const struct deaths *deaths)
{
    char text[TEXT_MAX];
    int length = snprintf(text, sizeof(text), FORM, deaths->now.table, deaths->now.of_table,
                          deaths->now.starts, deaths->now.began);
    return pwrite(deaths->fd, text, (size_t)length, 0) == length;
}

static void read_last(struct store_deaths *last, const char *text, size_t length)
{
    char copy[TEXT_MAX] = "";
    struct store_deaths read = {0};
    if (length >= sizeof(copy))
        return;
    memcpy(copy, text, length);
    if (sscanf(copy, "at %" SCNd64 " %u %u %" SCNd64, &read.table, &read.of_table, &read.starts,
               &read.began) >= FIELDS_MIN)
        *last = read;
}

bool deaths_begin(struct deaths *deaths, int fd, const char *text, size_t length)
{
    *deaths = (struct deaths){.fd = fd};
    read_last(&deaths->last, text, length);
    deaths->now.starts = deaths->last.starts + 1;
    deaths->now.began = time(NULL);
    return ftruncate(fd, 0) == 0 && put(deaths) && fdatasync(fd) == 0;
}

void deaths_undo(const struct deaths *deaths)
{
    const struct deaths before = {.fd = deaths->fd, .now = deaths->last};
    if (before.fd >= 0)
        (void)put(&before);
}

void deaths_at(struct deaths *deaths, int64_t table)
{
    if (deaths->fd < 0 || deaths->now.table == table)
        return;
    deaths->now.table = table;
    deaths->now.of_table = 0;
    if (table != 0)
        deaths->now.of_table = deaths->last.table == table ? deaths->last.of_table + 1 : 1;
    (void)put(deaths); /* if the disk is full, the next start does not know of it */
}

void deaths_forget(struct deaths *deaths)
{
    deaths->last = (struct store_deaths){0};
    deaths->now = (struct store_deaths){.starts = 1, .began = deaths->now.began};
    if (deaths->fd >= 0)
        (void)put(deaths);
}
