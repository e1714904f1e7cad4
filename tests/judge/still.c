/* Loaded before a program (LD_PRELOAD): its clock of the day stands still, and its secrets come in
 * order, so that the same moves give the same game. For tests/judge/test_golden.mjs only. */
#include <openssl/rand.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STILL = 1800000000, SECRET = 32 };

int clock_gettime(clockid_t id, struct timespec *now)
{
    if (id == CLOCK_REALTIME) {
        *now = (struct timespec){.tv_sec = STILL};
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, id, now);
}

/* What has the length of a secret is one; all else only masks frames. */
int RAND_bytes(unsigned char *out, int size)
{
    static unsigned char secrets;
    memset(out, size == SECRET ? ++secrets : 1, (size_t)size);
    return 1;
}
