/* News for systemd (base/notify.h), to a socket of this test. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/notify.h"

static char path[64];

/* A datagram socket by that name ("@" for an abstract one), which NOTIFY_SOCKET names from now on.
 */
static int listen_at(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, name, strlen(name));
    if (*name == '@')
        address.sun_path[0] = '\0';
    socklen_t length =
        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name) + (*name != '@'));
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&address, length), 0);
    setenv("NOTIFY_SOCKET", name, 1);
    return fd;
}

static void assert_received(int fd, const char *expected)
{
    char text[400];
    ssize_t got = recv(fd, text, sizeof(text) - 1, MSG_DONTWAIT);
    assert_true(got >= 0);
    text[got] = '\0';
    assert_string_equal(text, expected);
    assert_int_equal(recv(fd, text, sizeof(text), MSG_DONTWAIT), -1);
}

static void news_reach_both_kinds_of_socket(void **state)
{
    (void)state;
    char abstract[64];
    snprintf(path, sizeof(path), "/tmp/talon-notify-%ld", (long)getpid());
    snprintf(abstract, sizeof(abstract), "@talon-notify-%ld", (long)getpid());
    const char *const names[] = {path, abstract};
    for (size_t i = 0; i < 2; i++) {
        int fd = listen_at(names[i]);
        assert_true(notify_send(NOTIFY_READY));
        assert_received(fd, "READY=1");
        assert_true(notify_send(NOTIFY_WATCHDOG));
        assert_received(fd, "WATCHDOG=1");
        assert_true(notify_status("%d tables", 3));
        assert_received(fd, "STATUS=3 tables");
        assert_true(notify_send(NOTIFY_STOPPING "\nSTATUS=bye"));
        assert_received(fd, "STOPPING=1\nSTATUS=bye");
        close(fd);
    }
    unlink(path);
}

static void a_status_stays_one_line(void **state)
{
    (void)state;
    char abstract[64], longest[400], expected[400] = "STATUS=";
    snprintf(abstract, sizeof(abstract), "@talon-notify-%ld", (long)getpid());
    int fd = listen_at(abstract);
    assert_true(notify_status("a\nREADY=1\x1b"));
    assert_received(fd, "STATUS=a READY=1 ");
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    assert_true(notify_status("%s", longest));
    memset(expected + 7, 'x', 200);
    assert_received(fd, expected);
    close(fd);
}

static void a_reload_tells_its_time(void **state)
{
    (void)state;
    char abstract[64], text[100] = "";
    struct timespec before, after;
    unsigned long long told = 0;
    snprintf(abstract, sizeof(abstract), "@talon-notify-%ld", (long)getpid());
    int fd = listen_at(abstract);
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert_true(notify_reloading());
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert_true(recv(fd, text, sizeof(text) - 1, MSG_DONTWAIT) > 0);
    assert_int_equal(sscanf(text, "RELOADING=1\nMONOTONIC_USEC=%llu", &told), 1);
    assert_true(told >= (unsigned long long)before.tv_sec * 1000000 +
                            (unsigned long long)before.tv_nsec / 1000);
    assert_true(told <= (unsigned long long)after.tv_sec * 1000000 +
                            (unsigned long long)after.tv_nsec / 1000);
    close(fd);
}

static void nobody_waits_for_news(void **state)
{
    (void)state;
    unsetenv("NOTIFY_SOCKET");
    assert_true(notify_send(NOTIFY_READY));
    setenv("NOTIFY_SOCKET", "", 1);
    assert_true(notify_send(NOTIFY_READY));
}

static void sockets_that_are_none(void **state)
{
    (void)state;
    char longest[300];
    memset(longest, '/', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    const struct {
        const char *name;
        int error;
    } rows[] = {
        {"/nonexistent/socket", ENOENT}, {"@talon-nobody-listens", ECONNREFUSED},
        {"vsock:2:9999", EAFNOSUPPORT},  {"@", EAFNOSUPPORT},
        {longest, ENAMETOOLONG},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        setenv("NOTIFY_SOCKET", rows[i].name, 1);
        assert_false(notify_send(NOTIFY_READY));
        assert_int_equal(errno, rows[i].error);
    }
    unsetenv("NOTIFY_SOCKET");
}

static void the_watchdog_is_fed_at_half_its_time(void **state)
{
    (void)state;
    char self[20];
    snprintf(self, sizeof(self), "%ld", (long)getpid());
    const struct {
        const char *usec, *pid;
        uint64_t milliseconds;
    } rows[] = {
        {NULL, NULL, 0},      {"30000000", NULL, 15000}, {"30000000", self, 15000},
        {"30000000", "1", 0}, {"30000000", "x", 0},      {"0", self, 0},
        {"-1", self, 0},      {"soon", self, 0},         {"10 ", self, 0},
        {"1000", self, 1},    {"3000000", "", 0},
    };
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        unsetenv("WATCHDOG_USEC");
        unsetenv("WATCHDOG_PID");
        if (rows[i].usec)
            setenv("WATCHDOG_USEC", rows[i].usec, 1);
        if (rows[i].pid)
            setenv("WATCHDOG_PID", rows[i].pid, 1);
        assert_int_equal(notify_watchdog(), rows[i].milliseconds);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(news_reach_both_kinds_of_socket),
        cmocka_unit_test(a_status_stays_one_line),
        cmocka_unit_test(a_reload_tells_its_time),
        cmocka_unit_test(nobody_waits_for_news),
        cmocka_unit_test(sockets_that_are_none),
        cmocka_unit_test(the_watchdog_is_fed_at_half_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
