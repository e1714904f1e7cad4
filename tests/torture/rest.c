/* The writer's rest between two tries (storage/writer.c) is a thousandth of what it is, for tests:
 * in the place of libuv's, by the linker's --wrap. */
#include <stdatomic.h>

#include <uv.h>

static atomic_uint_fast64_t skipped; /* nanoseconds */

uint64_t __real_uv_hrtime(void);
uint64_t __wrap_uv_hrtime(void);
uint64_t __wrap_uv_hrtime(void)
{
    return __real_uv_hrtime() + atomic_load(&skipped);
}

int __real_uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout);
int __wrap_uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout);
int __wrap_uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout)
{
    int result = __real_uv_cond_timedwait(cond, mutex, timeout / 1000);
    atomic_fetch_add(&skipped, timeout);
    return result;
}
