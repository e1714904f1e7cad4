/* measure.h: what the measurements share: clocks, cores, memory, percentiles, a result in a line.
 *
 * A measurement stands beside a baseline of the same run: machines differ and drift, ratios do so
 * much less. Nothing here judges a build: a target that is missed is printed as missed, and the
 * program still ends with 0. It ends with 1 when something could not be measured. */
#ifndef TALON_TESTS_BENCH_MEASURE_H
#define TALON_TESTS_BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Seconds of a clock that never jumps. */
double measure_now(void);

/* Pins this process, and what it starts from now on, to the last core it may use. False when the
 * system does not allow it. */
bool measure_pin(void);

/* Resident memory of a process in bytes (VmRSS), 0: this one's. 0 when it cannot be read. */
size_t measure_resident(pid_t pid);
/* Descriptors that a process has open. 0 when they cannot be read. */
unsigned measure_files(pid_t pid);

/* Bytes that this process has given to write(2) and its like, to files and sockets. 0 when it
 * cannot be read. */
unsigned long long measure_written(void);

/* A new folder below $TMPDIR, or /var/tmp, which is a disk where /tmp may be memory. */
enum { MEASURE_PATH = 256 };
bool measure_folder(char path[MEASURE_PATH]);
/* Removes it and the files in it. */
void measure_folder_remove(const char *path);

/* Durations, kept to be put in order. */
struct samples {
    double *at;
    size_t count, room;
};
void samples_add(struct samples *samples, double value);
void samples_sort(struct samples *samples);
/* Of sorted samples: the one that `part` (0..1) of them do not exceed. 0 when there are none. */
double samples_at(const struct samples *samples, double part);
void samples_finish(struct samples *samples);

/* -- results -- */

enum verdict { VERDICT_NONE, VERDICT_MET, VERDICT_MISSED };

static inline enum verdict verdict_of(bool met)
{
    return met ? VERDICT_MET : VERDICT_MISSED;
}

/* The head of the table, once a program. */
void measure_head(void);
/* One line: here / baseline, what was measured, both figures in words, the target. `ratio` 0: there
 * is none. */
void measure_row(double ratio, const char *what, const char *here, const char *baseline,
                 const char *target, enum verdict verdict);
/* printf into memory of the caller's; gives it back. */
enum { MEASURE_TEXT = 96 };
const char *measure_text(char text[MEASURE_TEXT], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
