/* What cannot be written down pauses play aloud (trouble.h), and what memory lost is told anew. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "bot/host/status.h"
#include "bot/show/speak.h"
#include "bot/text/language.h"
#include "storage/store_base.h"
#include "tests/bot/pair.h"
#include "tests/doubles/memory/memory.h"

static const char waits[] = "#table: I cannot save moves just now. The table waits";
static const char goes_on[] = "#table: I can save moves again";

/* -- what is logged, and the service's status -- */

static char logged[4096];
static unsigned levels[8];

static void keep(void *arg, enum log_level level, const char *line)
{
    size_t length = strlen(logged);
    (void)arg;
    levels[level]++;
    snprintf(logged + length, sizeof(logged) - length, "%s\n", line);
}

static int status_fd = -1;
static char status_path[] = "/tmp/talon-trouble-XXXXXX";

/* The newest one. While play waits, `talon ctl status` says exactly the same. */
static void expect_status(const char *wanted)
{
    char text[512] = "";
    for (ssize_t got = 0; got >= 0;) {
        char line[512];
        got = recv(status_fd, line, sizeof(line) - 1, MSG_DONTWAIT);
        if (got > 0 && strncmp(line, "STATUS=", 7) == 0)
            snprintf(text, sizeof(text), "%.*s", (int)got, line);
    }
    if (strncmp(text, wanted, strlen(wanted)) != 0)
        fail_msg("'%s', expected '%s'", text, wanted);
    if (scene.host.trouble) {
        char now[STATUS_WORDS_MAX];
        status_words(&scene.host, now);
        assert_string_equal(text + strlen("STATUS="), now);
    }
}

/* -- a disk that hangs -- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool hangs;

static ssize_t write_when_allowed(int fd, const void *bytes, size_t size, off_t at)
{
    pthread_mutex_lock(&mutex);
    while (hangs)
        pthread_cond_wait(&changed, &mutex);
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

static int set_up_all(void **state)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    sqlite3_syscall_ptr hook = (sqlite3_syscall_ptr)write_when_allowed;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)state;
    status_fd = mkstemp(status_path);
    close(status_fd);
    unlink(status_path);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", status_path);
    status_fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (bind(status_fd, (struct sockaddr *)&address, sizeof(address)) != 0 || !language_setup())
        return -1;
    setenv("NOTIFY_SOCKET", status_path, 1);
    return vfs->xSetSystemCall(vfs, "pwrite", hook) |
           (sizeof(off_t) == 8 ? vfs->xSetSystemCall(vfs, "pwrite64", hook) : 0);
}

static int tear_down_all(void **state)
{
    (void)state;
    close(status_fd);
    return unlink(status_path);
}

/* -- scenes -- */

static void begin(enum scene_store kind)
{
    scene_init(&scene, kind);
    scene_begin(&scene);
    pair_come();
    pair_seat(true);
    scene_settle(&scene);
    scene_mark(&scene);
    memset(levels, 0, sizeof(levels));
    *logged = '\0';
    log_set_sink(keep, NULL);
    log_set_level(LOG_WARN);
}

static int tear_down(void **state)
{
    (void)state;
    set_hangs(false);
    log_set_sink(NULL, NULL);
    scene_finish(&scene);
    return 0;
}

static void trouble_is_told_once_and_when_it_is_over(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    scene.host.daemon->trouble_wait = 0;
    store_memory_fail(scene.store, true);
    scene_type(&scene, pair_of_turn(), "!draw");
    scene_wait(&scene, waits);
    expect_status("STATUS=play waits: memory: told to fail");
    assert_int_equal(levels[LOG_ERROR], 1);
    assert_non_null(strstr(logged, "the database cannot be written, play waits"));
    for (unsigned turns = 0; turns < 50; turns++)
        scene_turn(&scene);
    assert_int_equal(scene_count(&scene, ""), 1);
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_said(&scene, goes_on);
    assert_said(&scene, " draws 1 card");
    expect_status("STATUS=running");
    assert_int_equal(levels[LOG_ERROR], 1);
}

/* A moment that somebody's tool takes is not worth a word. */
static void a_moment_is_not_told(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    scene.host.daemon->trouble_wait = 1000000;
    store_memory_fail(scene.store, true);
    scene_type(&scene, pair_of_turn(), "!draw");
    scene_await(&scene, &scene.host.trouble, true);
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_not_said(&scene, "journal");
    assert_int_equal(levels[LOG_ERROR], 1); /* the log has it all the same */
}

/* A write that neither fails nor ends. */
static void a_disk_that_hangs_is_told(void **state)
{
    (void)state;
    begin(SCENE_SQLITE);
    scene.host.daemon->slow_after = 1;
    scene.host.daemon->trouble_wait = 1;
    set_hangs(true);
    scene_type(&scene, pair_of_turn(), "!draw");
    scene_await(&scene, &scene.host.trouble, true);
    scene_wait(&scene, waits);
    assert_int_equal(levels[LOG_WARN], 1);
    assert_non_null(strstr(logged, "the disk is slow, play waits waited="));
    assert_int_equal(scene_count(&scene, ""), 1);
    expect_status("STATUS=play waits: the disk is slow");
    scene_type(&scene, "carol", "!join");
    scene_wait(&scene, "@carol: I cannot save moves just now");
    scene.host.daemon->slow_after = 1000000;
    set_hangs(false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_said(&scene, goes_on);
    assert_said(&scene, " draws 1 card");
}

/* What is written to a file that nobody will find is not told. */
static void a_database_that_is_moved_is_missed(void **state)
{
    char away[sizeof(scene.path) + 8];
    (void)state;
    begin(SCENE_SQLITE);
    scene.host.daemon->trouble_wait = 0;
    snprintf(away, sizeof(away), "%s-away", scene.path);
    assert_int_equal(rename(scene.path, away), 0);
    scene_type(&scene, pair_of_turn(), "!draw");
    scene_wait(&scene, waits);
    assert_int_equal(scene_count(&scene, ""), 1);
    assert_non_null(strstr(logged, " was removed: put it back, or restart talon"));
    expect_status("STATUS=play waits: /tmp/");
    assert_int_equal(rename(away, scene.path), 0);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_said(&scene, goes_on);
    assert_said(&scene, " draws 1 card");
}

/* -- what was lost -- */

static void lose(const char *channel, const char *user)
{
    struct message *message = message_create(channel, user, URGENCY_TABLE);
    message_text(message, "lost");
    message->failed = true;
    speak_durable(scene.network, message);
}

static void what_memory_lost_is_told_anew(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    lose("#table", NULL);
    scene_settle(&scene);
    assert_not_said(&scene, "lost");
    assert_said(&scene, "#table: The table goes on where it was. On top ");
    assert_int_equal(scene_count(&scene, "@alice: "), 1);
    assert_int_equal(scene_count(&scene, "@bob: "), 1);
    assert_int_equal(levels[LOG_ERROR], 1);
    assert_non_null(strstr(logged, "shown again lost=1 since_start=1"));
    scene_mark(&scene);
    lose("#table", "alice");
    lose(NULL, "bob");
    lose("#elsewhere", NULL);
    scene_settle(&scene);
    assert_said(&scene, "#table: The table goes on where it was. On top ");
    assert_int_equal(scene_count(&scene, "#table"), 1);
    assert_non_null(strstr(logged, "shown again lost=3 since_start=4"));
    scene_mark(&scene);
    lose("#elsewhere", "zoe");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
}

static const char no_number[] = "My database cannot be reached just now; nothing is lost";

/* A server that was away for long has given no numbers (lease.h): that is said, and is no end of a
 * match. */
static void without_numbers_one_waits_for_the_database(void **state)
{
    struct actor actors[2] = {{.name = "alice"}, {.name = "bob"}};
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    pair_come();
    struct leases *leases = &scene.store->leases;
    const struct numbers tables = leases->tables;
    leases->tables = (struct numbers){0};
    assert_refused(&scene, "alice", "!uno", no_number);
    leases->tables = tables;
    pair_seat(false);
    scene_do(&scene, "alice", "!set score points_500");
    struct numbers rounds = leases->rounds;
    leases->rounds = (struct numbers){0};
    scene_do(&scene, "alice", "!start");
    assert_said(&scene, no_number);
    assert_false(scene_table(&scene)->match_on);
    leases->rounds = (struct numbers){.next = rounds.next, .end = rounds.next + 1};
    scene_do(&scene, "alice", "!start");
    scene_play(&scene, actors, 2, "wins the round", 5000);
    scene_settle(&scene);
    assert_true(scene_table(&scene)->match_on); /* it waits for the next deal */
    assert_null(scene_table(&scene)->round);
    assert_not_said(&scene, "cannot be dealt");
    rounds.next++;
    leases->rounds = rounds;
    while (scene_table(&scene)->round == NULL)
        scene_turn(&scene);
}

/* Not only when the line of the status is made anew the next time. */
static void a_network_that_comes_and_goes_is_told_at_once(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    scene_settle(&scene);
    expect_status("STATUS=running: networks 1 of 1");
    script_disconnect(scene.adapter, 1);
    scene_await(&scene, &scene.network->connected, false);
    expect_status("STATUS=running: networks 0 of 1");
    scene_await(&scene, &scene.network->connected, true);
    expect_status("STATUS=running: networks 1 of 1");
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_network_that_comes_and_goes_is_told_at_once),
        TEST(trouble_is_told_once_and_when_it_is_over),
        TEST(a_moment_is_not_told),
        TEST(a_disk_that_hangs_is_told),
        TEST(a_database_that_is_moved_is_missed),
        TEST(what_memory_lost_is_told_anew),
        TEST(without_numbers_one_waits_for_the_database),
    };
    return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}
