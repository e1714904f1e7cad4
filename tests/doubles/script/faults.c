#include "faults.h"

void faults_init(struct faults *faults, uint64_t seed)
{
    faults->state = seed;
}

bool faults_happen(struct faults *faults, long percent)
{
    if (percent <= 0)
        return false;
    if (percent >= 100)
        return true;
    /* splitmix64 */
    uint64_t z = faults->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return z % 100 < (uint64_t)percent;
}
