#include "crash_count.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The text always has the same length, so that writing a new one replaces all of the old one. */
#define FORM "at %020" PRId64 " %010u %010u %020" PRId64 "\n"
enum { TEXT_MAX = 96, FIELDS_MIN = 3 /* files of older versions have no time */ };

static bool write_count(const struct crash_count *crashes)
{
    char text[TEXT_MAX];
    int length = snprintf(text, sizeof(text), FORM, crashes->now.table, crashes->now.of_table,
                          crashes->now.starts, crashes->now.began);
    return pwrite(crashes->fd, text, (size_t)length, 0) == length;
}

static void read_last(struct store_crashes *last, const char *text, size_t length)
{
    char copy[TEXT_MAX] = "";
    struct store_crashes read = {0};
    if (length >= sizeof(copy))
        return;
    memcpy(copy, text, length);
    if (sscanf(copy, "at %" SCNd64 " %u %u %" SCNd64, &read.table, &read.of_table, &read.starts,
               &read.began) >= FIELDS_MIN)
        *last = read;
}

bool crash_count_begin(struct crash_count *crashes, int fd, const char *text, size_t length)
{
    *crashes = (struct crash_count){.fd = fd};
    read_last(&crashes->last, text, length);
    crashes->now.starts = crashes->last.starts + 1;
    crashes->now.began = time(NULL);
    return ftruncate(fd, 0) == 0 && write_count(crashes) && fdatasync(fd) == 0;
}

void crash_count_undo(const struct crash_count *crashes)
{
    const struct crash_count before = {.fd = crashes->fd, .now = crashes->last};
    if (before.fd >= 0)
        (void)write_count(&before);
}

void crash_count_at(struct crash_count *crashes, int64_t table)
{
    if (crashes->fd < 0 || crashes->now.table == table)
        return;
    crashes->now.table = table;
    crashes->now.of_table = 0;
    if (table != 0)
        crashes->now.of_table = crashes->last.table == table ? crashes->last.of_table + 1 : 1;
    (void)write_count(crashes); /* a failure is ignored: if the disk is full, the next start does
                                   not hear of the table */
}

void crash_count_forget(struct crash_count *crashes)
{
    crashes->last = (struct store_crashes){0};
    crashes->now = (struct store_crashes){.starts = 1, .began = crashes->now.began};
    if (crashes->fd >= 0)
        (void)write_count(crashes);
}
