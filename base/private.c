#define _DEFAULT_SOURCE /* explicit_bzero */
#include "private.h"

#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

void private_wipe(void *bytes, size_t size)
{
    explicit_bzero(bytes, size);
}

bool private_process(void)
{
    static const struct rlimit none = {0, 0};
    struct rlimit now;
    /* The service may have set the limit already, and may forbid us to set it. */
    bool ok = (getrlimit(RLIMIT_CORE, &now) == 0 && now.rlim_max == 0) ||
              setrlimit(RLIMIT_CORE, &none) == 0;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && ok;
}
