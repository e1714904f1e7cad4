#include "growth.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/measure.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { OF_SANITIZERS = 48 << 20 }; /* bytes: what was freed is kept for a while */
#else
enum { OF_SANITIZERS = 0 };
#endif

void growth_look(struct growth *growth, pid_t pid, unsigned long moves)
{
    double now = measure_now();
    if (growth->count == 0)
        growth->began = now;
    else if (now - growth->began - growth->samples[growth->count - 1].at < 0.25)
        return;
    if (growth->count == growth->room) {
        growth->room = growth->room > 0 ? 2 * growth->room : 256;
        growth->samples = realloc(growth->samples, growth->room * sizeof(*growth->samples));
        if (growth->samples == NULL)
            abort();
    }
    growth->samples[growth->count++] = (struct growth_sample){.at = now - growth->began,
                                                              .resident = measure_resident(pid),
                                                              .files = measure_files(pid),
                                                              .moves = moves};
}

void growth_print(const struct growth *growth)
{
    for (size_t tenth = 1; growth->count > 0 && tenth <= 10; tenth++) {
        const struct growth_sample *at = &growth->samples[(growth->count - 1) * tenth / 10];
        printf("torture: %7.1f s: %6.2f MiB, %u descriptors, %lu moves\n", at->at,
               (double)at->resident / (1 << 20), at->files, at->moves);
    }
}

/* The most of a quarter of the samples, from 0. */
static struct growth_sample peak(const struct growth *growth, size_t quarter)
{
    struct growth_sample most = {0};
    for (size_t i = growth->count * quarter / 4; i < growth->count * (quarter + 1) / 4; i++) {
        const struct growth_sample *at = &growth->samples[i];
        most.resident = at->resident > most.resident ? at->resident : most.resident;
        most.files = at->files > most.files ? at->files : most.files;
        most.moves = at->moves;
    }
    return most;
}

bool growth_ends(const struct growth *growth, char *why, size_t size)
{
    struct growth_sample before = peak(growth, 1), after = peak(growth, 3);
    size_t may = before.resident + GROWTH_BYTES + OF_SANITIZERS +
                 GROWTH_BYTES_OF_MOVE * (after.moves - before.moves);
    if (growth->count < GROWTH_SAMPLES || before.resident == 0 || before.files == 0)
        snprintf(why, size, "it was looked at %zu times only", growth->count);
    else if (after.resident > may) {
        snprintf(why, size, "memory grows: %zu bytes, then %zu, in %lu moves", before.resident,
                 after.resident, after.moves - before.moves);
    } else if (after.files > before.files + GROWTH_FILES)
        snprintf(why, size, "descriptors grow: %u, then %u", before.files, after.files);
    else
        return true;
    return false;
}

void growth_finish(struct growth *growth)
{
    free(growth->samples);
    *growth = (struct growth){.count = 0};
}
