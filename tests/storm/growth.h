/* growth.h: whether a process grows without end: its memory and its descriptors, over time. */
#ifndef TALON_TESTS_STORM_GROWTH_H
#define TALON_TESTS_STORM_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The fewest samples that can be judged. */
enum { GROWTH_SAMPLES = 16 };

/* What may be more in the last quarter than in the second, by their peaks. The first quarter fills
 * what has a bound: caches, rings, tables of hashes. Whatever is left behind by each move grows
 * with the moves; a heap that is cut in pieces does not. */
enum {
    GROWTH_BYTES = 2 << 20,    /* once */
    GROWTH_BYTES_OF_MOVE = 16, /* the least that malloc gives */
    GROWTH_FILES = 4           /* that may just be open: a reader, a connection that begins */
};

struct growth_sample {
    double at; /* seconds since the first */
    size_t resident;
    unsigned files;
    unsigned long moves;
};

struct growth {
    struct growth_sample *samples;
    size_t count, room;
    double began;
};

/* Looks at the process, once in a quarter of a second at most. `moves`: made so far. */
void growth_look(struct growth *growth, pid_t pid, unsigned long moves);
/* A line for each tenth of the time. */
void growth_print(const struct growth *growth);
/* False, with a reason: it grows. */
bool growth_ends(const struct growth *growth, char *why, size_t size);
void growth_finish(struct growth *growth);

#endif
