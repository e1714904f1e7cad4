/* A connection that cannot even be begun (no memory, no TLS in the library), or may not be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/wire/conn.h"
#include "irc_loop.h"

struct conn *__wrap_conn_open(const struct conn_setup *setup);

static unsigned tries;

struct conn *__wrap_conn_open(const struct conn_setup *setup)
{
    assert_non_null(setup);
    tries++;
    return NULL;
}

/* It is said, and tried again later each time. */
static void each_try_waits_longer(void **state)
{
    (void)state;
    irc_loop_listen("cannot connect");
    irc_loop_init(RIG_KEYS("host", "localhost", "reconnect_min", "1"));
    irc_loop_until(irc_loop_warning);
    assert_int_equal(tries, 1);
    assert_non_null(strstr(irc_loop_warning, "again_in=1s"));
    irc_loop_listen("cannot connect");
    irc_loop_until(irc_loop_warning);
    assert_int_equal(tries, 2);
    assert_non_null(strpbrk(strstr(irc_loop_warning, "again_in="), "23"));
    irc_loop_finish();
    irc_loop_listen(NULL);
}

static bool speaks;
static unsigned in_vain; /* how often it was asked, and was not */

static bool may_speak(void *host)
{
    (void)host;
    in_vain += !speaks;
    return speaks;
}

/* Another process may have the network by now, and be in its channels. */
static void nothing_connects_while_nothing_may_be_told(void **state)
{
    enum { OFTEN = 5 };
    (void)state;
    tries = 0;
    irc_loop_init(RIG_KEYS("host", "localhost"));
    rig.adapter->setup.may_speak = may_speak;
    while (tries == 0 && in_vain < OFTEN)
        irc_loop_turn();
    assert_int_equal(tries, 0);
    speaks = true;
    while (tries == 0)
        irc_loop_turn();
    irc_loop_finish();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_try_waits_longer),
        cmocka_unit_test(nothing_connects_while_nothing_may_be_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
