/* The configuration read again by SIGHUP, on a real server with a table in play: what changes at
 * once, what waits for a restart, and a file that is wrong. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/cli/config/config.h"
#include "bot/cli/config/reload.h"
#include "bot/host.h"
#include "guest.h"
#include "served_daemon.h"

enum { NOBODY = 65534 };

static struct irc_client *warden, *alice, *bob;
static int news = -1; /* what the service says to systemd */

static void open_news(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1, "talon-reload-%ld",
             (long)getpid());
    size_t length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(address.sun_path + 1);
    char name[128];
    snprintf(name, sizeof(name), "@%s", address.sun_path + 1);
    news = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_true(news >= 0);
    assert_int_equal(bind(news, (const struct sockaddr *)&address, (socklen_t)length), 0);
    assert_int_equal(setenv("NOTIFY_SOCKET", name, 1), 0);
}

static void hear(const char *wanted)
{
    char heard[512] = "";
    time_t end = time(NULL) + GUEST_PATIENCE / 1000;
    while (strncmp(heard, wanted, strlen(wanted)) != 0) {
        struct pollfd one = {.fd = news, .events = POLLIN};
        assert_true(time(NULL) < end);
        if (poll(&one, 1, 1000) > 0) {
            ssize_t length = recv(news, heard, sizeof(heard) - 1, 0);
            heard[length > 0 ? length : 0] = '\0';
        }
    }
}

/* Returns when all that comes of it is done and told. */
static void reload(void)
{
    daemon_reload(&talon);
    hear("RELOADING=1\nMONOTONIC_USEC=");
    hear("READY=1");
}

/* How often the log has a text. */
static unsigned logged(const char *text)
{
    static char log[1 << 20];
    FILE *file = fopen(talon.log, "r");
    unsigned count = 0;
    assert_non_null(file);
    log[fread(log, 1, sizeof(log) - 1, file)] = '\0';
    fclose(file);
    for (const char *at = log; (at = strstr(at, text)) != NULL; at++)
        count++;
    return count;
}

static void assert_logged(const char *text)
{
    if (logged(text) == 0) {
        daemon_show_log(&talon);
        fail_msg("the log lacks: %s", text);
    }
}

/* Adds lines to the end of the configuration, which is in [irc test]. */
static void configure(const char *talon_lines, const char *more)
{
    daemon_talon_lines = talon_lines;
    assert_true(daemon_configure(&talon, &server, false, more));
}

/* A table in #cards at which alice sits. */
static int come(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    open_news();
    warden = guest_enter(&server, "warden", "warden");
    daemon_talon_lines = "";
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(warden, ":talon!* JOIN *");
    hear("READY=1");
    irc_client_send(warden, "JOIN #second");
    alice = guest_enter(&server, "alice", "alice");
    bob = guest_enter(&server, "bob", "bob");
    guest_say(alice, "!uno");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*opens a table*");
    return 0;
}

static int go(void **state)
{
    irc_client_close(alice);
    irc_client_close(bob);
    irc_client_close(warden);
    alice = bob = warden = NULL;
    if (news >= 0)
        close(news);
    news = -1;
    unsetenv("NOTIFY_SOCKET");
    return served_daemon_end(state);
}

static void changes_hold_at_once(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    configure("prefix = .\nlog_level = info\n", "nick = dealer\nchannels = #second\n");
    reload();
    const char *const news_of_us[] = {":talon!* NICK *dealer", ":dealer!* JOIN *#second"};
    static char lines[2][IRC_CLIENT_LINE];
    assert_true(irc_client_expect_all(warden, GUEST_PATIENCE, news_of_us, 2, lines));
    guest_say(bob, "!join");
    guest_say(bob, ".join");
    guest_hear(alice, ":dealer!* PRIVMSG #cards :*bob*takes a seat*");
    guest_say(alice, ".start");
    guest_hear(bob, ":dealer!* PRIVMSG #cards :*deals*");
    assert_logged("[irc test] nick: changed");
    assert_logged("[irc test] channels: changed");
    assert_logged("[talon] prefix: changed");
    assert_logged("reloaded; changes now: 4, after a restart: 0");

    configure("", "");
    reload();
    const char *const back[] = {":dealer!* NICK *talon", ":*!* PART *#second*"};
    assert_true(irc_client_expect_all(warden, GUEST_PATIENCE, back, 2, lines));
    guest_say(bob, "!table");
    guest_hear(bob, ":talon!* :*");
    assert_int_equal(logged("[irc/test #cards] joined"), 1); /* nobody has left in all that time */
    assert_int_equal(daemon_stop(&talon), 0);
}

static void a_wrong_file_changes_nothing(void **state)
{
    char line[200];
    (void)state;
    if (server.pid == 0)
        skip();
    configure("prefix = .\nlangauge = fr\n", "nick = dealer\nping_seconds = 0\n");
    reload();
    snprintf(line, sizeof(line), "%s:6: unknown key \"langauge\" in [talon]; did you mean",
             talon.config);
    assert_logged(line);
    assert_logged(": ping_seconds = 0: must be 1 to 3600 seconds");
    assert_logged("mistakes: 2; nothing changed");
    assert_int_equal(logged("prefix: changed"), 0);
    guest_say(bob, "!join");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*bob*takes a seat*");

    unlink(talon.config);
    reload();
    snprintf(line, sizeof(line), "%s: No such file or directory", talon.config);
    assert_logged(line);

    configure("prefix = .\n", ""); /* mended */
    reload();
    guest_say(alice, ".start");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*deals*");
    assert_int_equal(daemon_stop(&talon), 0);
}

static void what_needs_a_restart_is_told_and_stays(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    configure("timezone = +02:00\n", "realname = Somebody else\nflood_burst = 3\nadmins = alice\n"
                                     "join_url = ircs://irc.example\n");
    reload();
    assert_logged("[talon] timezone: the change takes effect after a restart");
    assert_logged("[irc test] realname: the change takes effect after a restart");
    assert_logged("[irc test] flood_burst: the change takes effect after a restart");
    assert_logged("[irc test] admins: changed");
    assert_logged("[irc test] join_url: changed");
    assert_logged("reloaded; changes now: 2, after a restart: 3");
    irc_client_send(warden, "WHOIS talon");
    guest_hear(warden, ":* 311 warden talon *Talon, a host of card games");
    guest_say(bob, "!join");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*bob*takes a seat*");

    configure("", "admins = alice\njoin_url = gopher://irc.example\n");
    reload();
    assert_logged("join_url = gopher://irc.example: must begin with https://, http://, ircs://");
    configure("", "admins = alice\njoin_url = ircs://irc.example\n");
    reload();
    assert_logged("reloaded; changes now: 0, after a restart: 0"); /* as it has been all the time */
    assert_int_equal(daemon_stop(&talon), 0);
}

/* [irc more]: the same server under another nick. */
static void configure_more(bool there)
{
    char section[200] = "";
    if (there) {
        snprintf(
            section, sizeof(section),
            "flood_rate = 0\n[irc more]\nhost = 127.0.0.1\nport = %u\ntls = off\nnick = second\n"
            "channels = #more\nflood_rate = 0\nreconnect_min = 1\n",
            server.port);
    }
    configure("", section);
    reload();
}

/* A network is joined and left by the file alone, with a match on each: its own waits for it with
 * the same round, and the other one never stops. */
static void networks_come_and_go(void **state)
{
    char listed[4096];
    (void)state;
    if (server.pid == 0)
        skip();
    irc_client_send(warden, "JOIN #more");
    guest_say(bob, "!join");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*bob*takes a seat*");
    guest_say(alice, "!start");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*deals*");
    configure_more(true);
    assert_logged("[irc more] is new: joining");
    assert_logged("reloaded; changes now: 1, after a restart: 0");
    guest_hear(warden, ":second*!* JOIN *#more");
    irc_client_send(warden, "PRIVMSG #more :!new");
    guest_hear(warden, ":second*!* PRIVMSG #more :*opens a table*");
    irc_client_send(warden, "PRIVMSG #more :!bots 1");
    irc_client_send(warden, "PRIVMSG #more :!start");
    guest_hear(warden, ":second*!* PRIVMSG #more :*deals*");
    assert_int_equal(daemon_ctl(&talon, "tables", listed, sizeof(listed)), 0);
    assert_non_null(strstr(listed, "#more"));

    for (unsigned i = 0; i < 3; i++) {
        configure_more(false);
        assert_logged("[irc more] was removed: leaving");
        guest_hear(warden, ":second*!* QUIT *");
        guest_say(bob, "!table");
        guest_hear(bob, ":talon!* :*On top*");
        assert_int_equal(daemon_ctl(&talon, "tables", listed, sizeof(listed)), 0);
        assert_null(strstr(listed, "#more"));
        configure_more(true);
        guest_hear(warden, ":second*!* PRIVMSG #more :*The table goes on where it was.*");
    }
    guest_draw(alice, bob);
    assert_int_equal(logged("void=1"), 0);
    assert_int_equal(logged("[irc/test #cards] joined"), 1); /* nobody has left in all that time */
    assert_int_equal(daemon_stop(&talon), 0);
}

/* What cannot be joined is told, is in nobody's way, and is tried again with the next file. */
static void a_network_that_cannot_be_joined_is_told(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    configure("", "[irc more]\nhost = 127.0.0.1\nport = 1\ntls = off\nreconnect_min = 1\n");
    reload();
    assert_logged("[irc more] is new: joining");
    configure_more(false);
    assert_logged("[irc more] was removed: leaving");
    guest_say(bob, "!join");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*bob*takes a seat*");
    assert_int_equal(daemon_stop(&talon), 0);
}

static void keep_line(void *arg, const char *line)
{
    snprintf(arg, 300, "%s", line);
}

/* The child is the service's user, who has systemd's copy of the file alone. */
static void reload_out_of_reach(const char *path)
{
    char line[300] = "";
    struct host host = {.stopping = false};
    struct config config = {.network_count = 0};
    const struct reload reload = {&config, path, &host, keep_line, line};
    if (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)
        _exit(2);
    bool done = reload_take(&reload, reload_read(path));
    _exit(done || strstr(line, "only its owner may read it") == NULL ? 1 : 0);
}

static void a_file_that_cannot_be_read_again_is_told(void **state)
{
    char path[] = "/tmp/talon-reload-XXXXXX";
    int status = 0;
    (void)state;
    if (geteuid() != 0)
        skip();
    int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    pid_t child = fork();
    if (child == 0)
        reload_out_of_reach(path);
    assert_int_equal(waitpid(child, &status, 0), child);
    unlink(path);
    assert_int_equal(status, 0);
}

static int open_server(void **state)
{
    (void)state;
    return served_daemon_open(&(struct ircd_options){0}) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(changes_hold_at_once, come, go),
        cmocka_unit_test_setup_teardown(a_wrong_file_changes_nothing, come, go),
        cmocka_unit_test_setup_teardown(networks_come_and_go, come, go),
        cmocka_unit_test_setup_teardown(a_network_that_cannot_be_joined_is_told, come, go),
        cmocka_unit_test(a_file_that_cannot_be_read_again_is_told),
        cmocka_unit_test_setup_teardown(what_needs_a_restart_is_told_and_stays, come, go),
    };
    return cmocka_run_group_tests(tests, open_server, served_daemon_close);
}
