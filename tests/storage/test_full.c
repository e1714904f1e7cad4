/* The store on a PostgreSQL whose disk is full: what is to be written waits until there is room.
 * The disk is one of memory, which only this process and the server see; where none may be mounted
 * the test is left out. */
#include "fixture.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "tests/real/process.h"

enum { ROWS = 40, ROW_SIZE = 1500 };

static char small[96]; /* where it is; "": nowhere */

static int mount_small(void **state)
{
    (void)state;
    if (!pg_server_there() || unshare(CLONE_NEWNS) != 0 ||
        mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return 0;
    snprintf(small, sizeof(small), "%s/small", pg_server_folder());
    if (mkdir(small, 0700) != 0 || mount("small", small, "tmpfs", 0, "size=4m,mode=0700") != 0) {
        small[0] = '\0';
        return 0;
    }
    process_give(small);
    return 0;
}

static int unmount(void **state)
{
    (void)state;
    int failed = *small != '\0' ? umount2(small, MNT_DETACH) : 0; /* the server ends behind it */
    pg_server_stop();
    return failed;
}

/* Whose tables lie on the small disk. */
static void open_there(struct fixture *f)
{
    char sql[160];
    fixture_init(f, POSTGRESQL);
    snprintf(sql, sizeof(sql), "CREATE TABLESPACE small LOCATION '%s'", small);
    pg_server_run(f->address, sql);
    char *end = strrchr(f->address, '\'');
    snprintf(end, sizeof(f->address) - (size_t)(end - f->address), " -c default_tablespace=small'");
    must_open(f);
}

/* Until there is no room for another page. */
static void fill(const struct fixture *f)
{
    pg_server_run(f->address,
                  "CREATE TABLE filler (t TEXT);"
                  "DO $$ BEGIN LOOP INSERT INTO filler SELECT repeat('x', 1500) FROM"
                  " generate_series(1, 5); END LOOP; EXCEPTION WHEN disk_full THEN NULL; END $$");
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

static void what_has_no_room_waits_for_it(void **state)
{
    struct fixture f;
    (void)state;
    if (*small == '\0')
        skip();
    open_there(&f);
    store_put_setting(f.store, "daemon", "a", "1");
    commit(&f);
    fill(&f);
    put_much(&f);
    store_commit(f.store);
    f.wanted_troubles = f.troubles + 1;
    loop_run(f.loop);
    assert_non_null(strstr(f.trouble, "53100"));
    assert_int_equal(pg_server_number(f.address, "SELECT count(*) FROM setting"), 1);
    pg_server_run(f.address, "DROP TABLE filler");
    store_put_setting(f.store, "daemon", "b", "2");
    commit(&f);
    assert_int_equal(f.overs, 1);
    assert_int_equal(pg_server_number(f.address, "SELECT count(*) FROM setting"), ROWS + 2);
    fixture_finish(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_has_no_room_waits_for_it)};
    return cmocka_run_group_tests(tests, mount_small, unmount);
}
