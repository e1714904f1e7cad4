/* Preloaded into a daemon: its clock of the day is set to another time, by whoever writes into the
 * file that $TALON_CLOCK names (a number of milliseconds, int64_t, to be added). What measures how
 * long something takes goes on as it is, as on a machine whose clock is set. */
#define _DEFAULT_SOURCE /* syscall */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead; /* NULL: nobody sets it */

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("TALON_CLOCK");
    int fd = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *shared = mmap(NULL, sizeof(*ahead), PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (shared != MAP_FAILED)
        ahead = shared;
}

int clock_gettime(clockid_t clock, struct timespec *now) /* NOLINT(readability-*): its names */
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result != 0 || ahead == NULL || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE))
        return result;
    int64_t more = *ahead + now->tv_nsec / 1000000;
    int64_t seconds = more / 1000 - (more % 1000 < 0);
    now->tv_sec += seconds;
    now->tv_nsec = (long)(more - seconds * 1000) * 1000000 + now->tv_nsec % 1000000;
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) /* NOLINT(readability-*) */
{
    struct timespec then;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &then);
    *now = (struct timeval){.tv_sec = then.tv_sec, .tv_usec = then.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out) /* NOLINT(readability-*) */
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL)
        *out = now.tv_sec;
    return now.tv_sec;
}
