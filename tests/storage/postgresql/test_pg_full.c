/* The store on a PostgreSQL whose disk is full: what is to be written waits until there is room.
 * Where no disk may be mounted the test is left out. */
#include "tests/storage/store_fixture.h"

enum { ROWS = 40, ROW_SIZE = 1500 };

static bool small; /* its disk can be full */

static int begin(void **state)
{
    (void)state;
    small = pg_server_there() && pg_server_small();
    if (pg_server_there() && !small)
        print_message("skipped: no right to mount a disk\n");
    return 0;
}

static int end(void **state)
{
    (void)state;
    pg_server_stop();
    return 0;
}

static void put_much(struct fixture *f)
{
    static char value[ROW_SIZE];
    memset(value, 'y', sizeof(value) - 1);
    for (unsigned i = 0; i < ROWS; i++) {
        char key[16];
        snprintf(key, sizeof(key), "k%u", i);
        store_put_setting(f->store, "much", key, value);
    }
}

static void writes_wait_for_room_on_the_disk(void **state)
{
    struct fixture f;
    (void)state;
    if (!small)
        skip();
    fixture_init(&f, POSTGRESQL);
    must_open(&f);
    store_put_setting(f.store, "daemon", "a", "1");
    commit(&f);
    pg_server_fill(true);
    put_much(&f);
    store_commit(f.store);
    f.wanted_troubles = f.troubles + 1;
    loop_run(f.loop);
    assert_non_null(strstr(f.trouble, "53100"));
    assert_int_equal(pg_server_number(f.address, "SELECT count(*) FROM setting"), 1);
    pg_server_fill(false);
    store_put_setting(f.store, "daemon", "b", "2");
    commit(&f);
    assert_int_equal(f.overs, 1);
    assert_int_equal(pg_server_number(f.address, "SELECT count(*) FROM setting"), ROWS + 2);
    fixture_finish(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(writes_wait_for_room_on_the_disk)};
    return cmocka_run_group_tests(tests, begin, end);
}
