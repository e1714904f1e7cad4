/* OpenSSL without memory while it prepares TLS (adapters/tls/tls.h): the process ends, or can use
 * TLS when memory is back. Each case has a process of its own, because OpenSSL prepares itself only
 * once. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <openssl/crypto.h>
#include <openssl/ssl.h>

#include "adapters/tls/tls.h"
#include "base/log.h"
#include "tests/torture/run.h"

enum {
    LAST = 100, /* each of the last 100 allocations fails once */
    STEP = 17   /* of those before, every 17th */
};

/* In the process of a case. */
static unsigned long asked, failing;
static bool told;

static void *allocate(size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return ++asked == failing ? NULL : malloc(size);
}

static void *reallocate(void *old, size_t size, const char *file, int line)
{
    (void)file, (void)line;
    return ++asked == failing ? NULL : realloc(old, size);
}

static void release(void *old, const char *file, int line)
{
    (void)file, (void)line;
    free(old);
}

static void on_log(void *arg, enum log_level level, const char *line)
{
    (void)arg, (void)line;
    told = told || level == LOG_ERROR;
}

static void on_abort(int number)
{
    (void)number;
    _exit(told ? 0 : 2);
}

/* Status 0: it was as it should be. */
static void prepare_without(unsigned long allocation, unsigned long *count)
{
    failing = allocation;
    signal(SIGABRT, on_abort);
    log_set_sink(on_log, NULL);
    if (CRYPTO_set_mem_functions(allocate, reallocate, release) != 1)
        _exit(3);
    tls_prepare();
    *count = asked;
    SSL_CTX *context = SSL_CTX_new(TLS_method());
    SSL *ssl = context != NULL ? SSL_new(context) : NULL;
    _exit(ssl != NULL ? 0 : 1);
}

/* `count`: how many allocations there were, unless the process has ended before it was prepared.
 * Shared memory. */
static void try_without(unsigned long allocation, unsigned long *count)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        prepare_without(allocation, count);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("without allocation %lu: status %#x", allocation, (unsigned)status);
}

static void a_failure_is_not_remembered(void **state)
{
    unsigned long *count = torture_shared(sizeof(*count));
    unsigned long ended = 0;
    (void)state;
    try_without(0, count);
    unsigned long all = *count;
    assert_true(all > LAST);
    for (unsigned long i = 1; i <= all; i += i + LAST > all ? 1 : STEP) {
        *count = 0;
        try_without(i, count);
        ended += *count == 0;
    }
    assert_true(ended > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_failure_is_not_remembered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
