#define _GNU_SOURCE /* sched_setaffinity */
#include "measure.h"

#include <dirent.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double measure_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

bool measure_pin(void)
{
    cpu_set_t mine;
    cpu_set_t one;
    if (sched_getaffinity(0, sizeof(mine), &mine) != 0)
        return false;
    int core = CPU_SETSIZE - 1;
    while (core > 0 && !CPU_ISSET((size_t)core, &mine))
        core--;
    CPU_ZERO(&one);
    CPU_SET((size_t)core, &one);
    return sched_setaffinity(0, sizeof(one), &one) == 0;
}

size_t measure_resident(pid_t pid)
{
    char path[64];
    char line[128];
    size_t kilobytes = 0;
    snprintf(path, sizeof(path), "/proc/%ld/status", (long)(pid != 0 ? pid : getpid()));
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 0;
    while (kilobytes == 0 && fgets(line, sizeof(line), file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = strtoul(line + 6, NULL, 10);
    }
    fclose(file);
    return kilobytes * 1024;
}

unsigned long long measure_written(void)
{
    unsigned long long bytes = 0;
    char line[128];
    FILE *file = fopen("/proc/self/io", "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        sscanf(line, "wchar: %llu", &bytes); /* NOLINT(cert-err34-c): other lines do not match */
    if (file != NULL)
        fclose(file);
    return bytes;
}

bool measure_folder(char path[MEASURE_PATH])
{
    const char *below = getenv("TMPDIR");
    if (below == NULL || *below == '\0')
        below = "/var/tmp";
    int length = snprintf(path, MEASURE_PATH, "%s/talon-bench-XXXXXX", below);
    if (length > 0 && length < MEASURE_PATH && mkdtemp(path) != NULL)
        return true;
    perror(path);
    return false;
}

void measure_folder_remove(const char *path)
{
    char name[2 * MEASURE_PATH + 2];
    DIR *folder = opendir(path);
    if (folder == NULL)
        return;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        unlink(name);
    }
    closedir(folder);
    rmdir(path);
}

/* -- samples -- */

void samples_add(struct samples *samples, double value)
{
    if (samples->count == samples->room) {
        size_t room = samples->room > 0 ? 2 * samples->room : 4096;
        double *at = realloc(samples->at, room * sizeof(*at));
        if (at == NULL)
            abort();
        samples->at = at;
        samples->room = room;
    }
    samples->at[samples->count++] = value;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

void samples_sort(struct samples *samples)
{
    if (samples->count > 0)
        qsort(samples->at, samples->count, sizeof(*samples->at), compare);
}

double samples_at(const struct samples *samples, double part)
{
    if (samples->count == 0)
        return 0;
    return samples->at[(size_t)(part * (double)(samples->count - 1))];
}

void samples_finish(struct samples *samples)
{
    free(samples->at);
    *samples = (struct samples){0};
}

/* -- results -- */

void measure_head(void)
{
    printf("%7s  %-34s %-28s %-34s %-24s %s\n", "ratio", "figure", "here", "baseline", "target",
           "met");
}

void measure_row(double ratio, const char *what, const char *here, const char *baseline,
                 const char *target, enum verdict verdict)
{
    static const char *const verdicts[] = {"-", "yes", "no"};
    char number[MEASURE_TEXT] = "-";
    if (ratio > 0)
        measure_text(number, "%.2f", ratio);
    printf("%7s  %-34s %-28s %-34s %-24s %s\n", number, what, here, baseline, target,
           verdicts[verdict]);
    fflush(stdout);
}

const char *measure_text(char text[MEASURE_TEXT], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, MEASURE_TEXT, format, arguments);
    va_end(arguments);
    return text;
}

unsigned measure_files(pid_t pid)
{
    char path[64];
    unsigned count = 0;
    snprintf(path, sizeof(path), "/proc/%ld/fd", (long)pid);
    DIR *folder = opendir(path);
    while (folder != NULL && readdir(folder) != NULL)
        count++;
    if (folder != NULL)
        closedir(folder);
    return count > 2 ? count - 2 : 0; /* . and .. */
}
