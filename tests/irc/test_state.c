/* What is remembered over restarts (adapters/irc/state.c, state.c): written by a thread, in order,
 * and never torn. The disk here is slow or bad when a test wants it so. */
#define _GNU_SOURCE /* accept4 */
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/irc/irc.h"
#include "adapters/irc/state_file.h"
#include "rig.h"

enum { KILLS = 20, WRITES = 50, BIG = 200000 };

/* -- the disk -- */

static atomic_bool stalled;  /* it takes as long as that is set */
static atomic_uint syncs;    /* begun */
static atomic_int inside;    /* not ended */
static atomic_bool together; /* two at once */
static atomic_uint failures; /* renames that do not work, next */

int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_rename(const char *old, const char *new);
int __wrap_rename(const char *old, const char *new);

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

int __wrap_fsync(int fd)
{
    int others = atomic_fetch_add(&inside, 1);
    if (others > 0)
        atomic_store(&together, true);
    atomic_fetch_add(&syncs, 1);
    while (atomic_load(&stalled))
        nap();
    int status = __real_fsync(fd);
    atomic_fetch_sub(&inside, 1);
    return status;
}

int __wrap_rename(const char *old, const char *new)
{
    if (atomic_load(&failures) == 0)
        return __real_rename(old, new);
    atomic_fetch_sub(&failures, 1);
    return -1;
}

static char folder[] = "/tmp/talon-state-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static int reset(void **state)
{
    (void)state;
    atomic_store(&stalled, false);
    atomic_store(&syncs, 0);
    atomic_store(&together, false);
    atomic_store(&failures, 0);
    return 0;
}

static void assert_file(const char *name, const char *expected)
{
    char text[64];
    assert_int_equal(state_file_read(folder, name, text, sizeof text), *expected != '\0');
    assert_string_equal(text, expected);
}

static void assert_no_file(const char *name)
{
    char path[100];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_not_equal(stat(path, &status), 0);
}

/* -- files -- */

static void test_files(void **state)
{
    (void)state;
    char text[16];
    assert_file("x", "");
    assert_true(state_file_write(folder, "x", "#a\n#b\n"));
    assert_file("x", "#a\n#b\n");
    assert_true(state_file_write(folder, "x", "longer than there is room"));
    assert_false(state_file_read(folder, "x", text, sizeof text));
    assert_string_equal(text, "");
    atomic_store(&failures, 1);
    assert_false(state_file_write(folder, "x", "lost"));
    assert_file("x", "longer than there is room");
    assert_no_file("x.new");
    assert_true(state_file_write(folder, "x", ""));
    assert_no_file("x");
    assert_true(state_file_write(folder, "x", "")); /* it is gone already */
    assert_false(state_file_write("/nowhere", "x", "y"));
}

/* -- off the loop -- */

struct desk {
    struct loop *loop;
    struct state_file file;
    unsigned idle;
    bool good;
};

static void on_idle(struct state_file *file, bool good)
{
    struct desk *desk = (struct desk *)((char *)file - offsetof(struct desk, file));
    desk->idle++;
    desk->good = good;
}

static void turn(const struct desk *desk)
{
    uv_run(loop_uv(desk->loop), UV_RUN_NOWAIT);
    nap();
}

static void open_desk(struct desk *desk, struct loop *loop)
{
    *desk = (struct desk){.loop = loop};
    state_file_init(&desk->file, desk->loop, folder, "x", on_idle);
    assert_false(state_file_busy(&desk->file));
}

static void until_idle(struct desk *desk)
{
    while (state_file_busy(&desk->file)) /* the test's own time limit ends it */
        turn(desk);
}

/* A put never waits for the disk; of what is put while that is slow only the last is written. */
static void test_last_wins(void **state)
{
    (void)state;
    struct desk desk;
    open_desk(&desk, loop_create());
    atomic_store(&stalled, true);
    assert_true(state_file_put(&desk.file, "first"));
    while (atomic_load(&syncs) == 0)
        turn(&desk);
    assert_true(state_file_put(&desk.file, "second"));
    assert_true(state_file_put(&desk.file, "third"));
    for (unsigned i = 0; i < 10; i++)
        turn(&desk);
    assert_true(state_file_busy(&desk.file));
    assert_int_equal(desk.idle, 0);
    assert_file("x", ""); /* not before the disk has it */
    atomic_store(&stalled, false);
    until_idle(&desk);
    assert_file("x", "third");
    assert_int_equal(atomic_load(&syncs), 2);
    assert_int_equal(desk.idle, 1);
    assert_true(desk.good);
    assert_true(state_file_put(&desk.file, "fourth"));
    assert_true(state_file_put(&desk.file, ""));
    until_idle(&desk);
    assert_no_file("x");
    assert_int_equal(desk.idle, 2);
    loop_destroy(desk.loop);
}

/* What counts is whether the last is there. */
static void test_failure(void **state)
{
    (void)state;
    struct desk desk;
    open_desk(&desk, loop_create());
    assert_true(state_file_put(&desk.file, "old"));
    until_idle(&desk);
    atomic_store(&failures, 1);
    assert_true(state_file_put(&desk.file, "lost"));
    until_idle(&desk);
    assert_false(desk.good);
    assert_file("x", "old");
    atomic_store(&failures, 1);
    assert_true(state_file_put(&desk.file, "lost"));
    assert_true(state_file_put(&desk.file, "new"));
    until_idle(&desk);
    assert_true(desk.good);
    assert_file("x", "new");
    assert_true(state_file_write(folder, "x", ""));
    loop_destroy(desk.loop);
}

/* Two connections may have one file, that of their host: one of them is last. */
static void test_shared(void **state)
{
    (void)state;
    struct desk desks[2];
    open_desk(&desks[0], loop_create());
    open_desk(&desks[1], desks[0].loop);
    for (unsigned i = 0; i < WRITES; i++) {
        assert_true(state_file_put(&desks[0].file, "a"));
        assert_true(state_file_put(&desks[1].file, "bb"));
        until_idle(&desks[0]);
        until_idle(&desks[1]);
        assert_true(desks[0].good && desks[1].good);
        char text[4];
        assert_true(state_file_read(folder, "x", text, sizeof text));
        assert_true(strcmp(text, "a") == 0 || strcmp(text, "bb") == 0);
    }
    assert_int_equal(atomic_load(&syncs), 2 * WRITES);
    assert_false(atomic_load(&together));
    assert_true(state_file_write(folder, "x", ""));
    loop_destroy(desks[0].loop);
}

/* Puts two texts by turns until it is killed. */
static void write_on(char *const texts[2])
{
    struct desk desk;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    open_desk(&desk, loop_create());
    for (unsigned i = 0;; i++) {
        state_file_put(&desk.file, texts[i % 2]);
        turn(&desk);
    }
}

/* A kill at any time leaves one text or the other, and nothing that hinders the next start. */
static void test_kill(void **state)
{
    (void)state;
    char *texts[2];
    char *read = malloc(BIG + 1);
    assert_non_null(read);
    for (unsigned i = 0; i < 2; i++) {
        texts[i] = malloc(BIG + 1);
        assert_non_null(texts[i]);
        memset(texts[i], i ? 'b' : 'a', BIG);
        texts[i][i ? BIG / 100 : BIG] = '\0';
    }
    for (unsigned i = 0; i < KILLS; i++) {
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0)
            write_on(texts);
        while (!state_file_read(folder, "x", read, BIG + 1)) {
            assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
            nap();
        }
        for (unsigned j = 0; j < i; j++) /* another moment each time */
            nap();
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, NULL, 0), pid);
        assert_true(state_file_read(folder, "x", read, BIG + 1));
        assert_true(strcmp(read, texts[0]) == 0 || strcmp(read, texts[1]) == 0);
        assert_true(state_file_write(folder, "x", "next"));
        assert_no_file("x.new");
        assert_true(state_file_write(folder, "x", ""));
    }
    free(texts[0]);
    free(texts[1]);
    free(read);
}

/* -- the adapter -- */

/* A server with one channel, where op invites us. */
static int welcome(int listener)
{
    static const char lines[] =
        ":s 001 talon :hi\r\n:s 005 talon PREFIX=(ov)@+ CHANTYPES=# :are\r\n"
        ":s 376 talon :end\r\n:op!a@h INVITE talon #new\r\n"
        ":talon!t@h JOIN #new\r\n:s 353 talon = #new :@op talon\r\n"
        ":s 366 talon #new :end\r\n";
    int fd = rig_accept(listener);
    assert_int_equal(send(fd, lines, sizeof lines - 1, MSG_NOSIGNAL), sizeof lines - 1);
    rig_event("ENTERED #new *");
    return fd;
}

/* Who wants us is written without the loop waiting for it; the adapter ends when it is on the disk,
 * and not before. */
static void test_stop_waits(void **state)
{
    (void)state;
    char port[16];
    int listener = rig_listener(port);
    rig_init(RIG_KEYS("host", "127.0.0.1", "port", port, "tls", "off", "state_dir", folder));
    atomic_store(&stalled, true);
    int fd = welcome(listener);
    while (atomic_load(&syncs) == 0)
        rig_turn();
    irc_adapter.stop(rig.adapter, "bye");
    assert_int_equal(close(fd), 0);
    rig_event("DISCONNECTED *");
    for (unsigned i = 0; i < 100; i++) {
        rig_turn();
        nap();
    }
    assert_int_equal(rig.next, rig.count);
    assert_file("invited-test", "");
    atomic_store(&stalled, false);
    rig_finish();
    assert_file("invited-test", "#new h\n");
    assert_true(state_file_write(folder, "invited-test", ""));
    assert_int_equal(close(listener), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* first: it forks, and nobody has threads yet */
        cmocka_unit_test_setup(test_kill, reset),
        cmocka_unit_test_setup(test_files, reset),
        cmocka_unit_test_setup(test_last_wins, reset),
        cmocka_unit_test_setup(test_failure, reset),
        cmocka_unit_test_setup(test_shared, reset),
        cmocka_unit_test_setup(test_stop_waits, reset),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
