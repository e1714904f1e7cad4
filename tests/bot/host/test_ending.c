/* The end of the daemon: in good order, and whatever the disk does. */
#define _DEFAULT_SOURCE /* mount */
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/array.h"
#include "base/notify.h"
#include "bot/cli/cli.h"
#include "bot/host/daemon.h"
#include "bot/host/shutdown.h"
#include "bot/table/round/round.h"
#include "storage/store_base.h"
#include "tests/bot/scene.h"

enum { PATIENCE = 60 }; /* seconds, for what surely comes */

static struct scene scene;

/* -- a disk that hangs -- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool hangs;
static int waiting; /* threads that do */

static ssize_t write_when_allowed(int fd, const void *bytes, size_t size, off_t at)
{
    pthread_mutex_lock(&mutex);
    waiting++;
    while (hangs)
        pthread_cond_wait(&changed, &mutex);
    waiting--;
    pthread_mutex_unlock(&mutex);
    return pwrite(fd, bytes, size, at);
}

static void set_hangs(bool now)
{
    pthread_mutex_lock(&mutex);
    hangs = now;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static bool is_hanging(void)
{
    pthread_mutex_lock(&mutex);
    bool any = waiting > 0;
    pthread_mutex_unlock(&mutex);
    return any;
}

static int use_the_disk(void **state)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_syscall_ptr hook = (sqlite3_syscall_ptr)write_when_allowed;
    (void)state;
    return vfs->xSetSystemCall(vfs, "pwrite", hook) |
           (sizeof(off_t) == 8 ? vfs->xSetSystemCall(vfs, "pwrite64", hook) : 0);
}

static int let_go(void **state)
{
    (void)state;
    set_hangs(false);
    scene_finish(&scene);
    return 0;
}

/* -- the host -- */

static bool stopped;

static void on_stopped(void *arg)
{
    (void)arg;
    stopped = true;
}

/* Two at a table, and a move that is decided in this turn. */
static struct table *begin(void)
{
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    scene.host.options.turn_reminder = scene.host.options.turn_whisper = 1000000;
    scene.host.options.turn_limit = 1000000;
    scene.host.daemon->hooks.stopped = on_stopped;
    stopped = false;
    scene_mark(&scene);
    return scene_table(&scene);
}

static void draw(struct table *table)
{
    struct action draw = action_make(ACTION_DRAW, table->round->game.turn);
    assert_int_equal(round_act(table, &draw), REFUSED_NOT);
    assert_true(timer_active(&table->timer));
}

/* What was decided when the daemon is told to end is told as soon as it is durable, and no clock
 * goes on; the loop does meanwhile. */
static void the_end_waits_for_the_disk(void **state)
{
    (void)state;
    struct table *table = begin();
    scene.host.daemon->patience = UINT32_MAX;
    set_hangs(true);
    draw(table);
    shutdown_begin(&scene.host, "");
    assert_false(timer_active(&table->timer));
    while (!is_hanging())
        scene_turn(&scene);
    assert_false(stopped);
    assert_int_equal(scene_count(&scene, ""), 0);
    set_hangs(false);
    scene_await(&scene, &stopped, true);
    assert_said(&scene, " draws 1 card");
}

/* What is not durable is not told, and the end comes. */
static void the_end_does_not_wait_for_ever(void **state)
{
    (void)state;
    struct table *table = begin();
    scene.host.daemon->patience = 0;
    set_hangs(true);
    draw(table);
    shutdown_begin(&scene.host, "");
    scene_await(&scene, &stopped, true);
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* What becomes durable after the host's end is told to nobody: a zeroed host could not bear it. */
static void a_finished_host_hears_nothing_of_its_store(void **state)
{
    (void)state;
    struct table *table = begin();
    set_hangs(true);
    draw(table);
    while (!is_hanging())
        scene_turn(&scene);
    host_finish(&scene.host);
    scene.host = (struct host){0};
    scene.running = false;
    assert_true(store_durable(scene.store) < store_batch(scene.store));
    set_hangs(false);
    while (scene.store->announced < store_batch(scene.store))
        scene_turn(&scene);
}

/* -- the program -- */

bool __real_notify_send(const char *state);
bool __wrap_notify_send(const char *state);

/* The daemon is ready: the disk hangs from now on, and it is told to end. */
bool __wrap_notify_send(const char *state)
{
    if (strcmp(state, NOTIFY_READY) == 0) {
        set_hangs(true);
        kill(getpid(), SIGTERM);
    }
    return __real_notify_send(state);
}

static void write_config(const char *folder, char *path, size_t size)
{
    snprintf(path, size, "%s/talon.conf", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "[talon]\ndatabase = %s/talon.db\n[irc test]\nhost = 127.0.0.1\nport = 1\ntls = off\n",
            folder);
    assert_int_equal(fclose(file), 0);
}

/* Its exit status, -1 when it had to be killed. */
static int end_of(pid_t child)
{
    static const struct timespec moment = {0, 10000000};
    int status = 0;
    for (time_t end = time(NULL) + PATIENCE; time(NULL) < end; nanosleep(&moment, NULL)) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

/* Its terminal goes while it still reads its configuration, which comes through a pipe to hold it
 * there. */
static void a_hangup_ends_no_start(void **state)
{
    char folder[] = "/tmp/talon-hangup-XXXXXX";
    char path[128];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/talon.conf", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        char *words[] = {"serve", "--config", path, NULL};
        _exit(cli_serve(3, words));
    }
    FILE *pipe = fopen(path, "w"); /* once it is read */
    assert_non_null(pipe);
    assert_int_equal(kill(child, SIGHUP), 0);
    fputs("[talon]\n", pipe);
    assert_int_equal(fclose(pipe), 0);
    assert_int_equal(end_of(child), CLI_CONFIG); /* there is no network */
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
}

static void the_program_ends_whatever_the_disk_does(void **state)
{
    static const char *const files[] = {"talon.conf",   "talon.db",      "talon.db-wal",
                                        "talon.db-shm", "talon.db-lock", "talon.db-control"};
    char folder[] = "/tmp/talon-ending-XXXXXX";
    char path[128];
    (void)state;
    assert_non_null(mkdtemp(folder));
    write_config(folder, path, sizeof(path));
    pid_t child = fork();
    if (child == 0) {
        char *words[] = {"serve", "--config", path, NULL};
        log_set_level(LOG_ERROR);
        _exit(cli_serve(3, words));
    }
    assert_int_equal(end_of(child), CLI_FAILED);
    for (unsigned i = 0; i < ARRAY_SIZE(files); i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, files[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

static char heard[512]; /* the last of it */

/* What the service says to systemd, up to a word of it. */
static void hear(int fd, const char *wanted)
{
    heard[0] = '\0';
    for (time_t end = time(NULL) + PATIENCE; strstr(heard, wanted) == NULL;) {
        struct pollfd one = {.fd = fd, .events = POLLIN};
        assert_true(time(NULL) < end);
        if (poll(&one, 1, 1000) > 0) {
            ssize_t length = recv(fd, heard, sizeof(heard) - 1, 0);
            heard[length > 0 ? length : 0] = '\0';
        }
    }
}

/* It says why, asks for time, and goes on by itself when there is room. */
static void a_full_disk_is_waited_for_at_the_start(void **state)
{
    static char zeros[1 << 20];
    char folder[] = "/tmp/talon-full-XXXXXX";
    char path[128];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)state;
    assert_non_null(mkdtemp(folder));
    if (mount("talon-test", folder, "tmpfs", 0, "size=1m") != 0) {
        rmdir(folder);
        print_message("needs the right to mount\n");
        skip();
    }
    write_config(folder, path, sizeof(path));
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s/notify", folder);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    char filler[128];
    snprintf(filler, sizeof(filler), "%s/filler", folder);
    FILE *file = fopen(filler, "w");
    assert_non_null(file);
    fwrite(zeros, 1, sizeof(zeros), file);
    fclose(file);
    pid_t child = fork();
    if (child == 0) {
        char *words[] = {"serve", "--config", path, NULL};
        setenv("NOTIFY_SOCKET", address.sun_path, 1);
        _exit(cli_serve(3, words));
    }
    hear(fd, "STATUS=waiting for room: ");
    hear(fd, "EXTEND_TIMEOUT_USEC=");
    assert_int_equal(unlink(filler), 0);
    hear(fd, "READY=1");
    assert_true(end_of(child) >= 0);
    close(fd);
    assert_int_equal(umount(folder), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* "No core": of the program as it runs. */
static void expect_no_core(pid_t pid)
{
    char path[64], line[256];
    bool found = false;
    snprintf(path, sizeof(path), "/proc/%ld/limits", (long)pid);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (!found && fgets(line, sizeof(line), file) != NULL)
        found = strncmp(line, "Max core file size        0                    0 ", 49) == 0;
    fclose(file);
    assert_true(found);
}

/* A folder of its own with a configuration, and what systemd and earlier starts leave there. */
struct set_up {
    char folder[32], config[64];
    int fd;
    pid_t child;
};

static void begin_after(struct set_up *place, const char *deaths)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char lock[64];
    strcpy(place->folder, "/tmp/talon-rest-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    write_config(place->folder, place->config, sizeof(place->config));
    place->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s/notify", place->folder);
    assert_int_equal(bind(place->fd, (struct sockaddr *)&address, sizeof(address)), 0);
    snprintf(lock, sizeof(lock), "%s/talon.db-lock", place->folder);
    FILE *file = fopen(lock, "w");
    assert_non_null(file);
    fputs(deaths, file);
    fclose(file);
    place->child = fork();
    if (place->child == 0) {
        char *words[] = {"serve", "--config", place->config, NULL};
        setenv("NOTIFY_SOCKET", address.sun_path, 1);
        log_set_level((enum log_level)0);
        _exit(cli_serve(3, words));
    }
}

static void leave_place(const struct set_up *place)
{
    static const char *const files[] = {"talon.conf",      "notify",       "talon.db",
                                        "talon.db-wal",    "talon.db-shm", "talon.db-lock",
                                        "talon.db-control"};
    char path[64];
    close(place->fd);
    for (unsigned i = 0; i < ARRAY_SIZE(files); i++) {
        snprintf(path, sizeof(path), "%s/%s", place->folder, files[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(place->folder), 0);
}

/* "No rest for ever after five starts": who dies at each start goes on with growing rests, says so,
 * and leaves no core. */
static void starts_that_do_not_last_are_followed_by_a_rest(void **state)
{
    struct set_up place;
    char lock[64], text[96] = "";
    (void)state;
    begin_after(&place, "at 0 0 5 9999999999\n"); /* nothing was changed since */
    hear(place.fd, "STATUS=waiting 20 s, because the last 5 starts failed within 10 min; after a "
                   "change of the configuration a restart begins at once");
    expect_no_core(place.child);
    kill(place.child, SIGKILL);
    assert_int_equal(waitpid(place.child, NULL, 0), place.child);
    snprintf(lock, sizeof(lock), "%s/talon.db-lock", place.folder);
    FILE *file = fopen(lock, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof(text), file));
    fclose(file);
    assert_non_null(strstr(text, " 0000000006 "));
    leave_place(&place);
}

static void end_when_made(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    (void)level;
    if (strstr(line, "created a new database") != NULL)
        kill(getpid(), SIGTERM);
}

/* Somebody who ends a start that rests, and whose database is known to be whole, leaves it as any
 * orderly end does: the next start has nothing to look at, and does not rest. */
static void a_start_that_is_ended_ends_in_good_order(void **state)
{
    struct set_up place;
    char lock[64], mark[96] = "";
    int status = -1;
    (void)state;
    log_set_sink(end_when_made, NULL);
    begin_after(&place, "at 0 0 5 9999999999\n");
    log_set_sink(NULL, NULL);
    assert_int_equal(waitpid(place.child, &status, 0), place.child);
    assert_int_equal(status, 0);
    snprintf(lock, sizeof(lock), "%s/talon.db-lock", place.folder);
    FILE *file = fopen(lock, "r");
    assert_non_null(file);
    assert_non_null(fgets(mark, sizeof(mark), file));
    fclose(file);
    assert_true(strtoll(mark, NULL, 10) > 0); /* the database's size: sqlite.c */
    leave_place(&place);
}

/* Who mended what ended these starts does not wait for the rest to be over. */
static void a_changed_configuration_begins_without_a_rest(void **state)
{
    static const char *const earlier[] = {
        "at 0 0 5 1000000000\n", /* the configuration is newer than that */
        "at 0 0 5\n",            /* of a version that kept no time */
    };
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(earlier); i++) {
        struct set_up place;
        begin_after(&place, earlier[i]);
        hear(place.fd, "STATUS=");
        assert_string_equal(heard, "STATUS=running: networks 0 of 1, tables 0 (0 in a round), "
                                   "players 0, waiting lines 0");
        assert_true(end_of(place.child) >= 0);
        leave_place(&place);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_end_waits_for_the_disk, let_go),
        cmocka_unit_test_teardown(the_end_does_not_wait_for_ever, let_go),
        cmocka_unit_test_teardown(a_finished_host_hears_nothing_of_its_store, let_go),
        cmocka_unit_test(a_hangup_ends_no_start),
        cmocka_unit_test(starts_that_do_not_last_are_followed_by_a_rest),
        cmocka_unit_test(a_start_that_is_ended_ends_in_good_order),
        cmocka_unit_test(a_changed_configuration_begins_without_a_rest),
        cmocka_unit_test(a_full_disk_is_waited_for_at_the_start),
        cmocka_unit_test(the_program_ends_whatever_the_disk_does)};
    return cmocka_run_group_tests(tests, use_the_disk, NULL);
}
