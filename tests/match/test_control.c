/* The control socket of a real daemon and those who misuse it: whoever is slow, greedy or not
 * allowed, what is no request, and a socket that was there before. Its network answers nowhere. */
#define _DEFAULT_SOURCE /* setgroups */
#include <errno.h>
#include <grp.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "bot/control/server.h"
#include "daemon.h"
#include "tests/real/irc_client.h"
#include "tests/real/process.h"

enum { TEXT_MAX = 8192, NOBODY = 65534 };

static const struct ircd nowhere = {.port = 1};
static struct daemon talon;
static char said[TEXT_MAX];

/* -- the daemon -- */

static bool answers(void)
{
    return daemon_ctl(&talon, "status", said, sizeof(said)) == 0;
}

static void begin(const char *lines)
{
    daemon_talon_lines = lines;
    assert_true(daemon_init(&talon, &nowhere, false, ""));
    assert_true(daemon_start(&talon));
}

static void await_answer(void)
{
    for (int waited = 0; !answers(); waited += 20) {
        if (waited >= IRC_CLIENT_PATIENCE)
            fail_msg("no answer: %s", said);
        process_pause(20);
    }
}

static void await_log(const struct daemon *daemon, const char *part)
{
    char log[TEXT_MAX] = "";
    for (int waited = 0; strstr(log, part) == NULL; waited += 20) {
        FILE *file = fopen(daemon->log, "r");
        size_t length = file != NULL ? fread(log, 1, sizeof(log) - 1, file) : 0;
        log[length] = '\0';
        if (file != NULL)
            fclose(file);
        if (waited >= IRC_CLIENT_PATIENCE)
            fail_msg("\"%s\" is not in \"%s\"", part, log);
        process_pause(20);
    }
}

static int end(void **state)
{
    (void)state;
    daemon_finish(&talon);
    daemon_talon_lines = "";
    return 0;
}

static void path_of(char path[128])
{
    snprintf(path, 128, "%s-control", talon.database);
}

/* -- a client -- */

static int come(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[128];
    path_of(path);
    memcpy(address.sun_path, path, strlen(path) + 1);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

static void put(int fd, const char *text)
{
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* All that comes until the daemon hangs up, which it does. */
static const char *take(int fd)
{
    size_t length = 0;
    for (ssize_t got = 1; got > 0;) {
        struct pollfd one = {.fd = fd, .events = POLLIN};
        assert_int_equal(poll(&one, 1, IRC_CLIENT_PATIENCE), 1);
        got = recv(fd, said + length, sizeof(said) - 1 - length, 0);
        length += got > 0 ? (size_t)got : 0;
    }
    said[length] = '\0';
    close(fd);
    return said;
}

static void expect(const char *request, const char *part)
{
    int fd = come();
    if (*request != '\0')
        put(fd, request);
    if (strstr(take(fd), part) == NULL)
        fail_msg("%s: \"%s\" is not in \"%s\"", request, part, said);
}

/* -- tests -- */

static void it_is_for_its_owner_alone(void **state)
{
    struct stat found;
    char path[128];
    (void)state;
    begin("");
    await_answer();
    path_of(path);
    assert_int_equal(stat(path, &found), 0);
    assert_true(S_ISSOCK(found.st_mode));
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_not_equal(stat(path, &found), 0);
}

/* Also where the socket's mode would let them. */
static void others_are_hung_up_on(void **state)
{
    char path[128];
    (void)state;
    if (geteuid() != 0)
        skip();
    begin("");
    await_answer();
    path_of(path);
    assert_int_equal(chmod(path, 0666), 0);
    assert_int_equal(chmod(talon.folder, 0755), 0);
    pid_t child = fork();
    if (child == 0) {
        if (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0)
            _exit(2);
        int fd = come();
        char byte = 0;
        send(fd, "{\"command\":\"status\"}\n", 21, MSG_NOSIGNAL);
        ssize_t got = recv(fd, &byte, 1, 0);
        _exit(got <= 0 ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_true(answers());
}

static void what_is_no_request_is_refused(void **state)
{
    static char long_line[SERVER_REQUEST_MAX + 1];
    (void)state;
    begin("");
    await_answer();
    expect("\n", "{\"error\":\"a request is a line of JSON");
    expect("hello\n", "{\"error\":\"a request is");
    expect("[[[[[[[[\n", "{\"error\":\"a request is");
    expect("{\"command\":7}\n", "{\"error\":\"a request is");
    expect("{\"command\":\"status\",\"arguments\":[[]]}\n", "{\"error\":\"a request is");
    expect("{\"command\":\"tables\",\"after\":-1}\n", "{\"error\":\"a request is");
    expect("{\"command\":\"dance\"}\n", "{\"error\":\"this daemon does not know the command");
    expect("{\"command\":\"say\",\"arguments\":[\"1\"]}\n", "{\"error\":\"say takes 2");
    expect("{\"command\":\"end\",\"arguments\":[\"\"]}\n", "{\"error\":\"there is no table");
    expect("{\"command\":\"log\",\"arguments\":[\"loud\"]}\n",
           "{\"error\":\"loud is not a log level");
    expect("{\"command\":\"backup\",\"arguments\":[\"no/where/x\"]}\n", "{\"error\":\"no/where/x");
    memset(long_line, 'x', sizeof(long_line) - 1);
    expect(long_line, "{\"error\":\"the request is too long");
    assert_true(answers());
}

/* Who sends no line, or reads no answer, keeps nobody else from theirs, and is hung up on. */
static void who_is_slow_holds_nobody_up(void **state)
{
    int slow[SERVER_CLIENTS_MAX];
    (void)state;
    begin("");
    await_answer();
    for (unsigned i = 0; i + 1 < SERVER_CLIENTS_MAX; i++) {
        slow[i] = come();
        put(slow[i], "{\"comm");
    }
    assert_true(answers());
    slow[SERVER_CLIENTS_MAX - 1] = come();
    expect("", "{\"error\":\"too many requests at once");
    for (unsigned i = 0; i < SERVER_CLIENTS_MAX; i++)
        assert_string_equal(take(slow[i]), "");
    assert_true(answers());
    assert_int_equal(daemon_stop(&talon), 0);
}

/* Connections that are open do not keep the daemon from ending. */
static void the_end_waits_for_no_client(void **state)
{
    (void)state;
    begin("");
    await_answer();
    int fd = come();
    put(fd, "{");
    assert_int_equal(daemon_stop(&talon), 0);
    assert_string_equal(take(fd), "");
}

static void a_dead_daemons_socket_is_replaced(void **state)
{
    struct daemon second;
    char lines[160];
    char path[128];
    (void)state;
    begin("");
    await_answer();
    daemon_kill(&talon);
    path_of(path);
    assert_int_equal(access(path, F_OK), 0);
    assert_true(daemon_start(&talon));
    await_answer();

    /* a living one's is not: the second plays without */
    snprintf(lines, sizeof(lines), "control_socket = %s\n", path);
    daemon_talon_lines = lines;
    assert_true(daemon_init(&second, &nowhere, false, ""));
    assert_true(daemon_start(&second));
    await_log(&second, "another daemon answers there");
    assert_int_equal(daemon_stop(&second), 0);
    daemon_finish(&second);
    assert_true(answers());
    char pid[32];
    snprintf(pid, sizeof(pid), "process %d\n", talon.pid);
    assert_non_null(strstr(said, pid));
}

/* A file that is no socket stays what it is. */
static void a_file_is_not_replaced(void **state)
{
    char path[128];
    struct stat found;
    (void)state;
    daemon_talon_lines = "";
    assert_true(daemon_init(&talon, &nowhere, false, ""));
    path_of(path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("mine", file);
    fclose(file);
    assert_true(daemon_start(&talon));
    await_log(&talon, "talon ctl will not work");
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_size, 4);
}

/* A folder that is missing is called so, and not a lack of rights. */
static void a_missing_folder_is_told(void **state)
{
    struct fault why = {0};
    const struct server_setup setup = {.loop = NULL};
    (void)state;
    assert_null(server_at_path(&setup, "/tmp/talon-nowhere/control", 0600, &why));
    assert_string_equal(why.text, "its folder /tmp/talon-nowhere/ does not exist: mkdir -p "
                                  "/tmp/talon-nowhere/");
}

static void the_log_is_told_how_much(void **state)
{
    (void)state;
    begin("log_level = warn\n");
    await_answer();
    assert_non_null(strstr(said, "log       warn\n"));
    assert_int_equal(daemon_ctl(&talon, "log debug", said, sizeof(said)), 0);
    assert_string_equal(said, "log level: debug\n");
    assert_int_equal(daemon_ctl(&talon, "log --json", said, sizeof(said)), 0);
    assert_string_equal(said, "{\"log_level\":\"debug\"}\n");
    assert_int_equal(daemon_ctl(&talon, "log loud", said, sizeof(said)), 1);
    assert_int_equal(daemon_ctl(&talon, "log a b", said, sizeof(said)), EX_USAGE);
    assert_int_equal(daemon_ctl(&talon, "dance", said, sizeof(said)), EX_USAGE);
    assert_int_equal(daemon_ctl(&talon, "help", said, sizeof(said)), 0);
    assert_non_null(strstr(said, "backup FILE"));
}

/* As SIGHUP does; a file with a fault is explained, and changes nothing. */
static void the_configuration_is_read_again(void **state)
{
    (void)state;
    begin("");
    await_answer();
    daemon_talon_lines = "log_level = warn\n";
    assert_true(daemon_configure(&talon, &nowhere, false, ""));
    assert_int_equal(daemon_ctl(&talon, "reload", said, sizeof(said)), 0);
    assert_non_null(strstr(said, "[talon] log_level: changed\n"));
    assert_true(answers());
    assert_non_null(strstr(said, "log       warn\n"));
    daemon_talon_lines = "log_level = info\nturn_limit = never\n";
    assert_true(daemon_configure(&talon, &nowhere, false, ""));
    assert_int_equal(daemon_ctl(&talon, "reload", said, sizeof(said)), 1);
    assert_non_null(strstr(said, "turn_limit"));
    assert_true(answers());
    assert_non_null(strstr(said, "log       warn\n"));
}

/* Rows of the scope "ban". */
static int count_bans(sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT count(*) FROM setting WHERE scope = 'ban'", -1, &stmt, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int count = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    return count;
}

/* Who is told that somebody is banned, or is no more, need fear no crash. */
static void a_change_is_answered_when_it_is_on_the_disk(void **state)
{
    static const char *const commands[] = {"ban", "unban"};
    char request[100];
    sqlite3 *db = NULL;
    (void)state;
    begin("");
    await_answer();
    assert_int_equal(sqlite3_open(talon.database, &db), SQLITE_OK);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(request, sizeof(request),
                 "{\"command\":\"%s\",\"arguments\":[\"person\",\"test/ana\"]}\n", commands[i]);
        assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
        int fd = come();
        char byte = 0;
        put(fd, request);
        assert_true(answers()); /* another one, who came later: it was heard */
        assert_int_equal(recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT), -1);
        assert_int_equal(errno, EAGAIN);
        assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
        assert_non_null(strstr(take(fd), "\"result\""));
        assert_int_equal(count_bans(db), i == 0);
    }
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    expect("{\"command\":\"unban\",\"arguments\":[\"person\",\"test/ana\"]}\n", "no such ban");
    int fd = come();
    put(fd, "{\"command\":\"ban\",\"arguments\":[\"person\",\"test/bob\"]}\n");
    assert_true(answers());
    daemon_kill(&talon); /* with nothing said of it */
    assert_string_equal(take(fd), "");
    sqlite3_close(db);
}

/* However many wait for the disk, who asks what is known at once is answered. */
static void who_waits_for_the_disk_holds_nobody_up(void **state)
{
    enum { MANY = SERVER_CLIENTS_MAX + 2 };
    int waiting[MANY];
    sqlite3 *db = NULL;
    (void)state;
    begin("");
    await_answer();
    assert_int_equal(sqlite3_open(talon.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    for (unsigned i = 0; i < MANY; i++) {
        static const char request[] =
            "{\"command\":\"ban\",\"arguments\":[\"person\",\"test/ana\"]}\n";
        waiting[i] = come();
        /* one too many is answered and hung up on at once, maybe before this */
        ssize_t sent = send(waiting[i], request, strlen(request), MSG_NOSIGNAL);
        assert_true(sent == (ssize_t)strlen(request) || i >= SERVER_CLIENTS_MAX - 1);
    }
    await_answer();
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    for (unsigned i = 0; i < MANY; i++)
        assert_string_not_equal(take(waiting[i]), "");
}

/* Whether the configuration is still being read. */
static bool is_reading(void)
{
    int fd = come();
    put(fd, "{\"command\":\"reload\"}\n");
    return strstr(take(fd), "already being reloaded") != NULL;
}

/* A pipe that nobody writes to is a disk that hangs: games and questions go on, and so does the
 * end; what comes out of it in the end is taken over. */
static void a_disk_that_hangs_holds_nobody_up(void **state)
{
    char aside[120];
    char command[300];
    (void)state;
    begin("log_level = info\n");
    await_answer();
    snprintf(aside, sizeof(aside), "%s.aside", talon.config);
    for (unsigned ends = 0; ends < 2; ends++) {
        assert_int_equal(rename(talon.config, aside), 0);
        assert_int_equal(mkfifo(talon.config, 0600), 0);
        int fd = come();
        put(fd, "{\"command\":\"reload\"}\n");
        assert_true(answers());
        daemon_reload(&talon); /* while it is read: it is read once more */
        assert_true(answers());
        expect("{\"command\":\"reload\"}\n", "already being reloaded");
        if (ends == 1) {
            assert_int_equal(daemon_stop(&talon), 0);
            assert_non_null(strstr(take(fd), "{\"error\":\"the daemon is stopping\"}"));
            unlink(aside);
            break;
        }
        snprintf(command, sizeof(command), "sed 's/log_level = info/log_level = warn/' '%s' > '%s'",
                 aside, talon.config);
        assert_int_equal(system(command), 0);
        assert_non_null(strstr(take(fd), "[talon] log_level: changed"));
        assert_int_equal(system(command), 0); /* the second reading */
        assert_true(answers());
        assert_non_null(strstr(said, "log       warn\n"));
        assert_int_equal(rename(aside, talon.config), 0);
        while (is_reading())
            process_pause(20);
    }
}

/* Who stands in the queue of a daemon that is stopped, as many as there may be. */
static unsigned fill_the_queue(int fds[], unsigned most)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char path[128];
    unsigned count = 0;
    path_of(path);
    memcpy(address.sun_path, path, strlen(path) + 1);
    for (bool room = true; room && count < most; count += room) {
        fds[count] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        assert_true(fds[count] >= 0);
        room = connect(fds[count], (const struct sockaddr *)&address, sizeof(address)) == 0;
        if (!room)
            close(fds[count]);
    }
    assert_int_equal(errno, EAGAIN);
    return count;
}

/* Nobody waits longer than they said, wherever it is that they wait. */
static void a_stopped_daemon_is_not_waited_for(void **state)
{
    int fds[64];
    (void)state;
    begin("");
    await_answer();
    assert_int_equal(kill(talon.pid, SIGSTOP), 0);
    assert_int_equal(daemon_ctl(&talon, "--timeout 1 status", said, sizeof(said)), 1);
    assert_non_null(strstr(said, "did not answer in time"));
    unsigned count = fill_the_queue(fds, 64);
    assert_int_equal(daemon_ctl(&talon, "--timeout 1 status", said, sizeof(said)), 1);
    assert_non_null(strstr(said, "did not answer in time"));
    while (count > 0)
        close(fds[--count]);
    assert_int_equal(kill(talon.pid, SIGCONT), 0);
    await_answer();
}

static void it_can_be_off(void **state)
{
    char path[128];
    (void)state;
    begin("control_socket = off\n");
    await_log(&talon, "cannot connect");
    assert_int_equal(daemon_stop(&talon), 0);
    path_of(path);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(daemon_ctl(&talon, "status", said, sizeof(said)), 1);
    assert_non_null(strstr(said, "no daemon answers at "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(it_is_for_its_owner_alone, end),
        cmocka_unit_test_teardown(others_are_hung_up_on, end),
        cmocka_unit_test_teardown(what_is_no_request_is_refused, end),
        cmocka_unit_test_teardown(who_is_slow_holds_nobody_up, end),
        cmocka_unit_test_teardown(the_end_waits_for_no_client, end),
        cmocka_unit_test_teardown(a_dead_daemons_socket_is_replaced, end),
        cmocka_unit_test_teardown(a_file_is_not_replaced, end),
        cmocka_unit_test(a_missing_folder_is_told),
        cmocka_unit_test_teardown(the_log_is_told_how_much, end),
        cmocka_unit_test_teardown(the_configuration_is_read_again, end),
        cmocka_unit_test_teardown(a_change_is_answered_when_it_is_on_the_disk, end),
        cmocka_unit_test_teardown(who_waits_for_the_disk_holds_nobody_up, end),
        cmocka_unit_test_teardown(a_disk_that_hangs_holds_nobody_up, end),
        cmocka_unit_test_teardown(a_stopped_daemon_is_not_waited_for, end),
        cmocka_unit_test_teardown(it_can_be_off, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
