/* bench_irc as on a small machine, such as a Raspberry Pi: one core, which others may take (nice
 * 19), and a disk whose fsync takes 20 ms longer (slow_disk.c). The baseline has the same disk. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    if (nice(19) == -1 || setenv("LD_PRELOAD", SLOW_DISK_LIBRARY, 1) != 0)
        perror("bench_small");
    else
        execl(BENCH_IRC, BENCH_IRC, (char *)NULL);
    perror(BENCH_IRC);
    return 1;
}
