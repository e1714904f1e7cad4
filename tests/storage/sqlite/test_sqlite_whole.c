/* What a start looks at after a disorderly end, and what is read behind its back while play goes
 * on (sqlite_whole.h). */
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>

#include "base/array.h"
#include "storage/store_base.h"
#include "tests/storage/database_fixture.h"

enum { PAGE = 512, ROUNDS = 200 };

/* Noise in the place of the first page of a table, or of an index. */
static void damage(struct fixture *f, const char *what)
{
    char sql[128];
    char noise[PAGE];
    snprintf(sql, sizeof(sql), "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", what);
    int64_t page = raw_number(f, sql);
    memset(noise, 0xa5, sizeof(noise));
    write_file(f, (long)(page - 1) * PAGE, noise, sizeof(noise));
}

static void fill_new(struct fixture *f)
{
    unlink(f->path);
    must_open(f);
    fill(f, ROUNDS);
    store_put_setting(f->store, "daemon", "key", "value");
    commit(f);
    close_store(f);
}

/* Nothing was written by whoever was killed here: no mark says that it ended in order. */
static void forget_the_end(const struct fixture *f)
{
    char lock[200];
    snprintf(lock, sizeof(lock), "%s-lock", f->path);
    assert_int_equal(truncate(lock, 0), 0);
}

static void damage_in_what_a_start_reads_stops_it(void **state)
{
    struct fixture *f = *state;
    static const char *const read[] = {"game_table",      "setting", "journal",
                                       "sqlite_sequence", "round",   "round_running"};
    for (size_t i = 0; i < ARRAY_SIZE(read); i++) {
        fill_new(f);
        damage(f, read[i]);
        expect_refused(f, STORE_DAMAGED, "");
    }
    fill_new(f);
    must_open(f);
}

static void deeper_damage_is_told_and_play_goes_on(void **state)
{
    struct fixture *f = *state;
    static const char *const deep[] = {"result", "identity_name", "score_order"};
    for (size_t i = 0; i < ARRAY_SIZE(deep); i++) {
        fill_new(f);
        damage(f, deep[i]);
        for (int again = 0; again < 2; again++) { /* an end with damage is no orderly one */
            must_open(f);
            assert_int_equal(wait_known(f), STORE_HURT);
            append(f, ROUNDS + 1, (uint32_t)(501 + again), (uint32_t)(501 + again));
            commit(f);
            close_store(f);
        }
    }
    fill_new(f);
    must_open(f);
}

static void an_undamaged_database_is_read_once(void **state)
{
    struct fixture *f = *state;
    fill_new(f);
    forget_the_end(f);
    must_open(f);
    assert_int_equal(wait_known(f), STORE_WHOLE);
    close_store(f);
    must_open(f);
    assert_int_equal(store_whole(f->store), STORE_WHOLE); /* at once: there is nothing to read */
}

/* -- a disk that is slow for who reads all of it -- */

typedef ssize_t read_fn(int fd, void *bytes, size_t size, off_t at);

static struct {
    const char *name;
    sqlite3_syscall_ptr before;
} reads[] = {{"pread", NULL}, {"pread64", NULL}};

static pthread_t main_thread;
static pthread_t writer;
static atomic_bool writer_known, stands, stood;

/* For the thread in question the disk stands still, and is slow when it goes on. */
static void hold_up(void)
{
    static const struct timespec pause = {.tv_nsec = 10000000};
    if (pthread_equal(pthread_self(), main_thread) ||
        (atomic_load(&writer_known) && pthread_equal(pthread_self(), writer)))
        return;
    do {
        atomic_store(&stood, true);
        nanosleep(&pause, NULL);
    } while (atomic_load(&stands));
}

/* clang-format off */
static ssize_t slow_read(int fd, void *bytes, size_t size, off_t at)
{
    hold_up();
    return ((read_fn *)reads[0].before)(fd, bytes, size, at);
}

static ssize_t slow_read_64(int fd, void *bytes, size_t size, off_t at)
{
    hold_up();
    return ((read_fn *)reads[1].before)(fd, bytes, size, at);
}
/* clang-format on */

static void slow_down(bool slow)
{
    static const sqlite3_syscall_ptr calls[] = {(sqlite3_syscall_ptr)slow_read,
                                                (sqlite3_syscall_ptr)slow_read_64};
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    for (size_t i = 0; i < ARRAY_SIZE(reads); i++) {
        if (slow)
            reads[i].before = vfs->xGetSystemCall(vfs, reads[i].name);
        if (reads[i].before != NULL)
            vfs->xSetSystemCall(vfs, reads[i].name, slow ? calls[i] : reads[i].before);
    }
}

static off_t lock_size(const struct fixture *f)
{
    char lock[200];
    struct stat st;
    snprintf(lock, sizeof(lock), "%s-lock", f->path);
    assert_int_equal(stat(lock, &st), 0);
    return st.st_size;
}

/* Neither the writer the loop nor an end waits for it, and the next start begins anew. */
static void nobody_waits_for_the_reading(void **state)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    struct fixture *f = *state;
    fill_new(f);
    forget_the_end(f);
    main_thread = pthread_self();
    atomic_store(&writer_known, false);
    atomic_store(&stands, true);
    slow_down(true);
    must_open(f);
    writer = f->store->thread;
    atomic_store(&writer_known, true);
    while (!atomic_load(&stood))
        nanosleep(&pause, NULL);
    append(f, ROUNDS + 1, 501, 600);
    commit(f);
    assert_int_equal(store_whole(f->store), STORE_READ);
    atomic_store(&stands, false);
    close_store(f);
    assert_int_equal(lock_size(f), 0); /* no mark, and no death either */
    slow_down(false);
    must_open(f);
    assert_int_equal(wait_known(f), STORE_WHOLE);
    close_store(f);
    assert_true(lock_size(f) > 0);
    must_open(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(damage_in_what_a_start_reads_stops_it),
        TEST(deeper_damage_is_told_and_play_goes_on),
        TEST(an_undamaged_database_is_read_once),
        TEST(nobody_waits_for_the_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
