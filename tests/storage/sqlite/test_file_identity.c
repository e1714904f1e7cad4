/* A database that goes away under us, a disk that is full at the start, and a start that takes
 * long: what is told is kept, and kept where the next start looks. */
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/storage/database_fixture.h"

/* Appends one action to the round and commits, which fails with `part`. */
static void expect_trouble(struct fixture *f, uint32_t seq, const char *part)
{
    uint64_t durable = store_durable(f->store);
    f->wanted_troubles = f->troubles + 1;
    append(f, 2, seq, seq);
    store_commit(f->store);
    loop_run(f->loop);
    if (!strstr(f->trouble, part))
        fail_msg("'%s', expected '%s'", f->trouble, part);
    assert_int_equal(f->announced, durable); /* nothing is told */
}

static void begin(struct fixture *f)
{
    must_open(f);
    fill(f, 1);
}

static void name_of(const struct fixture *f, const char *tail, char name[160])
{
    snprintf(name, 160, "%s%s", f->path, tail);
}

static int64_t last_seq(const struct fixture *f)
{
    return raw_number(f, "SELECT max(seq) FROM journal WHERE round = 2");
}

static void play_goes_on_when_the_database_is_moved_back(void **state)
{
    struct fixture *f = *state;
    char away[160];
    begin(f);
    name_of(f, "-away", away);
    for (uint32_t seq = 501; seq < 503; seq++) {
        assert_int_equal(rename(f->path, away), 0);
        expect_trouble(f, seq, "t.db was removed: put it back, or restart");
        assert_int_equal(rename(away, f->path), 0);
        commit(f);
        assert_int_equal(f->troubles, f->overs);
    }
    commit(f);
    close_store(f);
    assert_int_equal(last_seq(f), 502);
    must_open(f);
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[4 << 20];
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t length = read(in, bytes, sizeof(bytes));
    assert_true(length > 0 && (size_t)length < sizeof(bytes));
    assert_int_equal(write(out, bytes, (size_t)length), length);
    assert_int_equal(close(in) | close(out), 0);
}

/* A copy that was kept takes the place of the one in use. What the WAL holds by then is of the
 * other one: it must not get into the copy. */
static void a_replacing_database_is_left_alone(void **state)
{
    struct fixture *f = *state;
    char kept[160];
    begin(f);
    close_store(f);
    name_of(f, "-kept", kept);
    copy_file(f->path, kept);
    must_open(f);
    append(f, 2, 501, 520);
    commit(f);
    assert_int_equal(rename(kept, f->path), 0);
    expect_trouble(f, 521, "was replaced by another file: put the old file back, or restart");
    assert_false(store_close(f->store)); /* and says that not all is written */
    f->store = NULL;
    assert_int_equal(last_seq(f), 500);
    must_open(f);
    append(f, 2, 501, 501);
    commit(f);
    close_store(f);
    assert_int_equal(last_seq(f), 501);
    must_open(f);
}

/* Likewise without an end in good order. */
static void a_kill_does_not_harm_the_other_process(void **state)
{
    struct fixture *f = *state;
    char kept[160];
    begin(f);
    close_store(f);
    name_of(f, "-kept", kept);
    copy_file(f->path, kept);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        must_open(f);
        append(f, 2, 501, 520);
        commit(f);
        assert_int_equal(rename(kept, f->path), 0);
        expect_trouble(f, 521, "was replaced by another file");
        kill(getpid(), SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    must_open(f);
    assert_int_equal(last_seq(f), 500);
}

static void a_deleted_database_is_missed(void **state)
{
    struct fixture *f = *state;
    begin(f);
    assert_int_equal(unlink(f->path), 0);
    expect_trouble(f, 501, "t.db was removed");
    assert_false(store_close(f->store));
    f->store = NULL;
    must_open(f); /* a new one */
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round"), 0);
}

/* What was told is in the database, whatever becomes of the files beside it. */
static void files_beside_it_are_missed(void **state)
{
    static const char *const tails[] = {"-wal", "-shm", "-lock"};
    struct fixture *f = *state;
    begin(f);
    for (uint32_t i = 0; i < 3; i++) {
        char name[160], part[64];
        uint32_t seq = 501 + i * 10;
        name_of(f, tails[i], name);
        append(f, 2, seq, seq + 8);
        commit(f);
        assert_int_equal(unlink(name), 0);
        snprintf(part, sizeof(part), "t.db%s was removed: restart", tails[i]);
        expect_trouble(f, seq + 9, part);
        assert_false(store_close(f->store));
        f->store = NULL;
        must_open(f);
        assert_int_equal(last_seq(f), seq + 8);
        append(f, 2, seq + 9, seq + 9);
        commit(f);
    }
}

/* -- a full disk -- */

static void a_full_disk_at_the_start_is_told_apart(void **state)
{
    struct fixture *f = *state;
    if (mount("talon-test", f->folder, "tmpfs", 0, "size=1m") != 0) {
        print_message("needs the right to mount\n");
        skip();
    }
    char filler[160];
    name_of(f, "-filler", filler);
    static char zeros[1 << 20];
    for (int made = 0; made < 2; made++) { /* without a database, and with one */
        int fd = open(filler, O_WRONLY | O_CREAT, 0600);
        assert_true(write(fd, zeros, sizeof(zeros)) > 0);
        close(fd);
        assert_int_equal(try_open(f), STORE_FULL);
        assert_non_null(strstr(f->why.text, "the disk is full"));
        assert_int_equal(unlink(filler), 0);
        must_open(f);
        if (made == 0)
            fill(f, 1);
        append(f, 2, 501 + (uint32_t)made, 501 + (uint32_t)made);
        commit(f);
        close_store(f);
    }
    assert_int_equal(umount(f->folder), 0);
}

/* -- a start that takes long -- */

static unsigned extended;

void __wrap_notify_extend(void);
void __wrap_notify_extend(void)
{
    extended++;
}

static void a_long_check_asks_for_time(void **state)
{
    struct fixture *f = *state;
    begin(f);
    wait_known(f); /* else its end is none in good order */
    close_store(f);
    extended = 0;
    must_open(f); /* after an end in good order: there is little to read */
    unsigned little = extended;
    assert_int_equal(wait_known(f), STORE_WHOLE);
    assert_int_equal(store_close(f->store), true);
    f->store = NULL;
    char lock[160];
    name_of(f, "-lock", lock);
    assert_int_equal(truncate(lock, 0), 0);
    extended = 0;
    must_open(f);
    assert_true(extended > little + 10);
    assert_int_equal(wait_known(f), STORE_WHOLE);
    extended = 0;
    append(f, 2, 901, 950);
    commit(f);
    assert_int_equal(extended, 0); /* a daemon that runs asks for none */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_kill_does_not_harm_the_other_process), /* forks: before any thread has run */
        TEST(play_goes_on_when_the_database_is_moved_back),
        TEST(a_replacing_database_is_left_alone),
        TEST(a_deleted_database_is_missed),
        TEST(files_beside_it_are_missed),
        TEST(a_full_disk_at_the_start_is_told_apart),
        TEST(a_long_check_asks_for_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
