/* Loaded before a program (LD_PRELOAD): a disk on which each fsync takes 20 ms longer, as on an SD
 * card. */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int slowly(long number, int fd)
{
    struct timespec left = {.tv_nsec = 20000000};
    while (nanosleep(&left, &left) != 0)
        continue;
    return (int)syscall(number, fd);
}

int fsync(int fd)
{
    return slowly(SYS_fsync, fd);
}

int fdatasync(int fildes)
{
    return slowly(SYS_fdatasync, fildes);
}
