/* A connection that cannot even be begun (no memory, no TLS in the library). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/conn.h"
#include "rig.h"

struct conn *__wrap_conn_open(const struct conn_setup *setup);

static unsigned tries;
static char said[2][200];

struct conn *__wrap_conn_open(const struct conn_setup *setup)
{
    assert_non_null(setup);
    tries++;
    return NULL;
}

static void hear(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    unsigned next = *said[0] ? 1 : 0;
    if (level == LOG_WARN && strstr(line, "cannot connect"))
        snprintf(said[next], sizeof said[next], "%s", line);
}

/* It is said, and tried again later each time. */
static void test_back_off(void **state)
{
    (void)state;
    log_set_sink(hear, NULL);
    rig_init(RIG_KEYS("host", "localhost", "reconnect_min", "1"));
    rig_until(said[1]);
    assert_int_equal(tries, 2);
    assert_non_null(strstr(said[0], "again in 1 s"));
    assert_non_null(strpbrk(strstr(said[1], "again in "), "23"));
    rig_finish();
    log_set_sink(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_back_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
