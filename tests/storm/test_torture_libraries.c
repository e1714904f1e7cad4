/* A real daemon whose libraries are out of memory at their n-th allocation, alone or with more
 * behind it, while it comes to a real server by TLS, people play and somebody looks at its pages.
 * What a library cannot do then is done later, or ends the daemon on purpose, with a line that says
 * so; when memory is back it answers, in the channel and on its pages, and its database is whole.
 *
 * TALON_TORTURE_SECONDS: for how long; each library has its turn at least once.
 * TALON_TORTURE_SEED chooses which allocations. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "scarcity.h"
#include "tests/match/guest.h"
#include "tests/match/served_daemon.h"
#include "tests/real/process.h"
#include "tests/torture/run.h"

enum { BURST = 40, SOON = 60, ANSWER = 500 /* ms */, LINE = 512 };

static const char *const libraries[] = {"libcurl", "libwebsockets", "libcrypto libssl"};
enum { LIBRARIES = ARRAY_SIZE(libraries) };

static struct scarcity *scarcity;
static char scarcity_path[] = "/tmp/talon-scarcity-XXXXXX";
static struct irc_client *alice;
static unsigned web_port, ended;

static int set_up(void **state)
{
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    (void)state;
    int fd = mkstemp(scarcity_path);
    assert_true(fd >= 0 && ftruncate(fd, sizeof(*scarcity)) == 0);
    scarcity = mmap(NULL, sizeof(*scarcity), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_true(scarcity != MAP_FAILED);
    close(fd);
    return served_daemon_open(&options) ? 0 : -1;
}

static int tear_down(void **state)
{
    munmap(scarcity, sizeof(*scarcity));
    unlink(scarcity_path);
    return served_daemon_close(state);
}

/* -- the daemon -- */

/* As log_fatal() does, or as a start that is refused does. */
static bool said_why(void)
{
    char line[LINE];
    bool found = false;
    FILE *log = fopen(talon.log, "r");
    assert_non_null(log);
    while (fgets(line, sizeof(line), log) != NULL)
        found = strncmp(line, "error: ", 7) == 0 || strstr(line, "<3>") == line;
    fclose(log);
    return found;
}

/* Of itself; nothing but memory may be the reason, and it must say so. */
static bool has_ended(void)
{
    int status = 0;
    if (talon.pid == 0)
        return true;
    if (waitpid(talon.pid, &status, WNOHANG) == 0)
        return false;
    talon.pid = 0;
    bool refused = WIFEXITED(status) && WEXITSTATUS(status) != 0;
    bool on_purpose = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    if ((!refused && !on_purpose) || !said_why() || atomic_load(&scarcity->failed) == 0) {
        daemon_show_log(&talon);
        fail_msg("it ended: status %#x", (unsigned)status);
    }
    ended++;
    return true;
}

static void start(bool scarce)
{
    if (scarce) {
        setenv("TALON_SCARCITY", scarcity_path, 1);
        setenv("LD_PRELOAD", SCARCITY_LIBRARY, 1);
    }
    assert_true(daemon_start(&talon));
    unsetenv("LD_PRELOAD");
    unsetenv("TALON_SCARCITY");
}

/* -- who asks it -- */

/* Whether the answer to that begins so, within a second. */
static bool asks_page(const char *request, const char *status)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)web_port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const struct timeval patience = {.tv_sec = 1};
    char text[LINE] = "";
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    bool good = connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0 &&
                send(fd, request, strlen(request), MSG_NOSIGNAL) > 0 &&
                recv(fd, text, sizeof(text) - 1, 0) > 0 &&
                strncmp(text, status, strlen(status)) == 0;
    close(fd);
    return good;
}

static bool sees_page(void)
{
    return asks_page("GET /api/1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "HTTP/1.1 200");
}

/* Not connected is answered, too: the socket of a table that nobody may watch. */
static bool sees_socket(void)
{
    char request[LINE];
    snprintf(request, sizeof(request),
             "GET /live/1 HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nOrigin: http://127.0.0.1:%u\r\n"
             "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
             web_port, web_port);
    return asks_page(request, "HTTP/1.1 101");
}

static bool is_said(const char *words)
{
    guest_say(alice, words);
    for (const char *line = ""; line != NULL;) {
        line = irc_client_line(alice, ANSWER);
        if (line != NULL && strncmp(line, ":talon!", 7) == 0 && strstr(line, " JOIN ") == NULL)
            return true;
    }
    return false;
}

/* Nobody expects anything yet. */
static void evening(void)
{
    static const char *const words[] = {"!uno classic", "!set channel web watch",
                                        "!bot normal",  "!start",
                                        "!draw",        "!hand",
                                        "!stats",       "!top"};
    for (unsigned i = 0; i < 2 * SOON && !has_ended() && !is_said("!ping"); i++) {
        if (atomic_load(&scarcity->failed) > 0 && i > 1)
            break; /* what comes next is for later */
    }
    for (unsigned i = 0; i < ARRAY_SIZE(words) && !has_ended(); i++) {
        is_said(words[i]);
        sees_page();
        sees_socket();
    }
}

/* Memory is back: whatever it was, it works again. */
static void need_answers(void)
{
    bool said = false, seen = false;
    double end = torture_now() + SOON;
    while (torture_now() < end && !(said && seen)) {
        if (has_ended())
            start(false);
        said = said || is_said("!table");
        seen = seen || sees_page();
    }
    if (!said || !seen) {
        daemon_show_log(&talon);
        fail_msg("when memory is back, %s is not answered", said ? "a page" : "the channel");
    }
}

static void need_whole(void)
{
    static const char *const words[] = {"check-db", "verify --all"};
    char text[LINE] = "it does not end in order";
    int status = daemon_stop(&talon);
    for (unsigned i = 0; i < 2 && status == 0; i++)
        status = daemon_tool(&talon, words[i], text, sizeof(text));
    if (status == 0)
        return;
    daemon_show_log(&talon);
    fail_msg("%d: %s", status, text);
}

/* -- the runs -- */

/* From that allocation on so many fail (0: none); gives how many there were. */
static unsigned long run(const char *library, unsigned long first, unsigned long length)
{
    static char lines[80];
    assert_true(process_ports(&web_port, 1));
    snprintf(lines, sizeof(lines), "log_level = debug\n[web]\nlisten = 127.0.0.1:%u\n", web_port);
    daemon_talon_lines = lines;
    assert_true(daemon_init(&talon, &server, true, "reconnect_max = 1\n"));
    snprintf(scarcity->libraries, sizeof(scarcity->libraries), "%s", library);
    atomic_store(&scarcity->asked, 0);
    atomic_store(&scarcity->failed, 0);
    atomic_store(&scarcity->first, first);
    atomic_store(&scarcity->last, first > 0 ? first + length - 1 : 0);
    alice = guest_enter(&server, "alice", "alice");
    start(true);
    evening();
    unsigned long asked = atomic_load(&scarcity->asked);
    atomic_store(&scarcity->last, 0);
    if (first == 0)
        assert_false(has_ended());
    need_answers();
    need_whole();
    irc_client_close(alice);
    daemon_finish(&talon);
    return asked;
}

static void failing_libraries_lose_nothing(void **state)
{
    unsigned long asked[LIBRARIES], runs = 0, hit = 0;
    (void)state;
    if (server.pid == 0)
        skip();
    torture_begin();
    for (unsigned i = 0; i < LIBRARIES; i++) {
        asked[i] = run(libraries[i], 0, 0);
        assert_true(asked[i] > 0);
    }
    for (; runs < LIBRARIES || torture_left() > 0; runs++) {
        unsigned which = (unsigned)(runs % LIBRARIES);
        unsigned long length = runs / LIBRARIES % 2 == 0 ? 1 : BURST;
        unsigned long at = 1 + torture_shuffled(runs / LIBRARIES, asked[which]);
        print_message("%s: %lu from %lu on\n", libraries[which], length, at);
        run(libraries[which], at, length);
        hit += atomic_load(&scarcity->failed) > 0;
    }
    print_message("torture: libraries without memory: %lu runs, %lu of them hit, %u ended on "
                  "purpose; allocations of an evening: %lu, %lu, %lu\n",
                  runs, hit, ended, asked[0], asked[1], asked[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(failing_libraries_lose_nothing, served_daemon_end)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
