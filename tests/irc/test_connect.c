/* A connection that cannot even be begun (no memory, no TLS in the library). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/conn.h"
#include "rig.h"

struct conn *__wrap_conn_open(const struct conn_setup *setup);

static unsigned tries;

struct conn *__wrap_conn_open(const struct conn_setup *setup)
{
    assert_non_null(setup);
    tries++;
    return NULL;
}

/* It is said, and tried again later each time. */
static void test_back_off(void **state)
{
    (void)state;
    rig_listen("cannot connect");
    rig_init(RIG_KEYS("host", "localhost", "reconnect_min", "1"));
    rig_until(rig_warning);
    assert_int_equal(tries, 1);
    assert_non_null(strstr(rig_warning, "again_in=1s"));
    rig_listen("cannot connect");
    rig_until(rig_warning);
    assert_int_equal(tries, 2);
    assert_non_null(strpbrk(strstr(rig_warning, "again_in="), "23"));
    rig_finish();
    rig_listen(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_back_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
