/* The daemon's pages for who watches it: health and measurements, as Debian's own promtool and
 * Prometheus read them (where they can be had), while people play on a real server. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cmocka.h>

#include "asking.h"
#include "bot/control/server.h"
#include "guest.h"
#include "served_daemon.h"
#include "tests/real/process.h"

static const struct ircd nowhere = {.port = 1};
static char lines[256];
static pid_t prometheus;

static int open_ngircd(void **state)
{
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    (void)state;
    return served_daemon_open(&options) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    process_stop(&prometheus, true);
    daemon_finish(&talon);
    daemon_talon_lines = "";
    return 0;
}

static void expect(const char *request, const char *start)
{
    asking_get(request);
    if (strncmp(asking_page, start, strlen(start)) != 0)
        fail_msg("%s: \"%s\" does not begin with \"%s\"", request, asking_page, start);
}

/* -- the daemon -- */

static void begin(const struct ircd *ircd, const char *more)
{
    assert_true(process_ports(&asking_port, 1));
    snprintf(lines, sizeof(lines), "http = 127.0.0.1:%u\n%s", asking_port, more);
    daemon_talon_lines = lines;
    assert_true(daemon_init(&talon, ircd, false, ""));
    assert_true(daemon_start(&talon));
    int fd = -1;
    for (int waited = 0; (fd = asking_come()) < 0; waited += 20) {
        assert_true(waited < IRC_CLIENT_PATIENCE);
        process_pause(20);
    }
    assert_int_equal(send(fd, "GET / HTTP/1.1\r\n\r\n", 18, MSG_NOSIGNAL), 18);
    asking_take(fd);
}

/* -- pages -- */

static void pages_are_three(void **state)
{
    static char long_head[SERVER_REQUEST_MAX + 1];
    (void)state;
    begin(&nowhere, "");
    expect("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", "HTTP/1.1 200 OK\r\n");
    assert_string_equal(asking_body(), "ok\n");
    expect("GET /healthz?verbose HTTP/1.0\r\n\r\n", "HTTP/1.1 200 OK\r\n");
    expect("HEAD /healthz HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\n");
    assert_string_equal(asking_body(), "");
    expect("GET /readyz HTTP/1.1\r\n\r\n", "HTTP/1.1 503 ");
    assert_string_equal(asking_body(), "Network test is not connected.\n");
    expect("GET /metrics HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\n");
    assert_non_null(strstr(asking_page, "Content-Type: text/plain; version=0.0.4"));
    assert_non_null(strstr(asking_body(), "\ntalon_build_info{version=\""));
    expect("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 404 ");
    expect("GET /healthzz HTTP/1.1\r\n\r\n", "HTTP/1.1 404 ");
    expect("POST /metrics HTTP/1.1\r\n\r\n", "HTTP/1.1 405 ");
    expect("hello\r\n\r\n", "HTTP/1.1 400 ");
    expect("\r\n\r\n", "HTTP/1.1 400 ");
    expect("GET /\r\n x HTTP/1.1\r\n\r\n", "HTTP/1.1 400 ");
    memset(long_head, 'x', sizeof(long_head) - 1);
    expect(long_head, "HTTP/1.1 431 ");
    expect("GET /healthz HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\n");
    assert_int_equal(daemon_stop(&talon), 0);
}

/* Who sends half a request keeps nobody else from theirs, and is hung up on. */
static void who_is_slow_holds_nobody_up(void **state)
{
    int slow[SERVER_CLIENTS_MAX];
    (void)state;
    begin(&nowhere, "");
    for (unsigned i = 0; i + 1 < SERVER_CLIENTS_MAX; i++) {
        slow[i] = asking_come();
        assert_int_equal(send(slow[i], "GET ", 4, MSG_NOSIGNAL), 4);
    }
    expect("GET /healthz HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\n");
    for (unsigned i = 0; i + 1 < SERVER_CLIENTS_MAX; i++)
        assert_string_equal(asking_take(slow[i]), "");
    expect("GET /healthz HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK\r\n");
}

/* A store that cannot be written is told, and that it can again. */
static void a_store_that_cannot_be_written_is_told(void **state)
{
    char aside[128];
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *alice = guest_enter(&server, "alice", "alice");
    begin(&server, "");
    guest_hear(alice, ":talon!* JOIN *");
    snprintf(aside, sizeof(aside), "%s.aside", talon.database);
    assert_int_equal(rename(talon.database, aside), 0);
    guest_say(alice, "!uno classic");
    for (int waited = 0;
         strncmp(asking_get("GET /readyz HTTP/1.1\r\n\r\n"), "HTTP/1.1 503", 12) != 0;
         waited += 20) {
        assert_true(waited < IRC_CLIENT_PATIENCE);
        process_pause(20);
    }
    assert_string_equal(asking_body(), "The database cannot be written: play waits.\n");
    assert_int_equal(strncmp(asking_get("GET /healthz HTTP/1.1\r\n\r\n"), "HTTP/1.1 200", 12), 0);
    assert_int_equal(rename(aside, talon.database), 0);
    for (int waited = 0;
         strncmp(asking_get("GET /readyz HTTP/1.1\r\n\r\n"), "HTTP/1.1 200", 12) != 0;
         waited += 20) {
        assert_true(waited < IRC_CLIENT_PATIENCE);
        process_pause(20);
    }
    assert_true(asking_measured("talon_commit_failures_total") > 0);
    irc_client_close(alice);
}

/* -- measurements -- */

/* A round of alice's and bob's, in which each has tried to draw, and one of them out of turn. */
static void play(struct irc_client **alice, struct irc_client **bob)
{
    *alice = guest_enter(&server, "alice", "alice");
    *bob = guest_enter(&server, "bob", "bob");
    begin(&server, "");
    guest_hear(*alice, ":talon!* JOIN *");
    guest_say(*alice, "!uno classic");
    guest_hear(*bob, "* PRIVMSG #cards :*opens a table*");
    guest_say(*bob, "!join");
    guest_hear(*alice, "* PRIVMSG #cards :*bob takes a seat*");
    guest_say(*alice, "!start");
    guest_hear(*bob, "* PRIVMSG #cards :*deals 7 cards each*");
    guest_draw(*alice, *bob);
    while (asking_measured("talon_refusals_total{reason=\"not_your_turn\"}") < 1) {
        guest_say(*alice, "!keep"); /* a card that she drew and may play */
        guest_say(*alice, "!draw");
        guest_hear(*alice, ":talon!* alice :*");
    }
}

static bool program(const char *given, const char *name, char path[PATH_MAX])
{
    bool found = process_find(given, name, path, PATH_MAX);
    if (!found)
        print_message("skipped: no %s\n", name);
    return found;
}

/* Debian's own reader finds nothing to object to. */
static void check_format(void)
{
    char command[PATH_MAX + 160];
    char tool[PATH_MAX];
    char file[128];
    if (!program("TALON_PROMTOOL", "promtool", tool))
        return;
    asking_get("GET /metrics HTTP/1.1\r\n\r\n");
    snprintf(file, sizeof(file), "%s/metrics", talon.folder);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(asking_body(), out);
    fclose(out);
    snprintf(command, sizeof(command), "'%s' check metrics <%s", tool, file);
    int status = system(command);
    unlink(file);
    assert_int_equal(status, 0);
}

static void what_happens_is_measured(void **state)
{
    struct irc_client *alice = NULL;
    struct irc_client *bob = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    play(&alice, &bob);
    assert_true(asking_measured("talon_tables") == 1);
    assert_true(asking_measured("talon_tables_in_round") == 1);
    assert_true(asking_measured("talon_players") == 2);
    assert_true(asking_measured("talon_moves_total") >= 1);
    assert_true(asking_measured("talon_rounds_total") == 1);
    assert_true(asking_measured("talon_commands_total") >= 4);
    assert_true(asking_measured("talon_commits_total") >= 1);
    assert_true(asking_measured("talon_commit_seconds_count") >= 1);
    assert_true(asking_measured("talon_event_to_line_seconds_count") >= 1);
    assert_true(asking_measured("talon_send_queue_age_seconds_count") >= 1);
    assert_true(asking_measured("talon_refusals_total{reason=\"not_your_turn\"}") >= 1);
    assert_true(asking_measured("talon_network_connected{network=\"test\"}") == 1);
    assert_true(asking_measured("talon_network_connects_total{network=\"test\"}") == 1);
    assert_true(asking_measured("talon_memory_bytes") > 1e6);
    check_format();
    irc_client_close(alice);
    irc_client_close(bob);
}

/* Waits until a measurement is printed, which takes a look at a disk or a backup. */
static void await_measured(const char *name)
{
    char line[128];
    snprintf(line, sizeof(line), "\n%s", name);
    for (int waited = 0; strstr(asking_get("GET /metrics HTTP/1.1\r\n\r\n"), line) == NULL;
         waited += 20) {
        assert_true(waited < IRC_CLIENT_PATIENCE);
        process_pause(20);
    }
}

static void begin_with_backups(void)
{
    begin(&nowhere, "backup = /tmp\n"); /* the daemon ends before it would make one */
    await_measured("talon_disk_free_bytes{");
}

/* What the dashboard and the alert rules beside the unit ask for is measured. */
static void the_dashboard_asks_for_what_there_is(void **state)
{
    (void)state;
    begin_with_backups();
    asking_expect_names(getenv("TALON_DASHBOARD"), false, 10);
    asking_expect_names(getenv("TALON_ALERTS"), false, 12);
}

/* Every measurement stands in the page for operators. */
static void every_measurement_is_explained(void **state)
{
    static char text[ASKING_PAGE];
    unsigned names = 0;
    const char *path = getenv("TALON_OPERATING");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    (void)state;
    assert_non_null(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    begin_with_backups();
    asking_get("GET /metrics HTTP/1.1\r\n\r\n");
    for (const char *at = asking_page; (at = strstr(at, "# TYPE ")) != NULL; names++) {
        char quoted[96];
        at += 7;
        snprintf(quoted, sizeof(quoted), "`%.*s`", (int)strcspn(at, " "), at);
        if (strstr(text, quoted) == NULL)
            fail_msg("%s does not explain %s", path, quoted);
    }
    assert_true(names >= 20);
}

/* Backups and disks: when the last good backup was made is known, also after a restart, and how
 * much room is left. */
static void backups_and_disks_are_measured(void **state)
{
    static const char when[] = "talon_backup_last_success_timestamp_seconds";
    char said[1024];
    int64_t before = (int64_t)time(NULL);
    (void)state;
    begin_with_backups();
    assert_true(asking_measured("talon_disk_free_bytes{disk=\"database\"}") > 0);
    assert_true(asking_measured("talon_disk_free_bytes{disk=\"database\"}") <=
                asking_measured("talon_disk_size_bytes{disk=\"database\"}"));
    assert_int_equal(daemon_ctl(&talon, "backup by-hand.db", said, sizeof(said)), 0);
    assert_true(asking_measured(when) >= (double)before);
    assert_true(asking_measured(when) <= (double)time(NULL));
    assert_true(asking_measured("talon_spectators{from=\"chat\"}") == 0);
    assert_true(asking_measured("talon_lines_refused_total{cause=\"no_room\"}") == 0);
    assert_non_null(strstr(asking_page, "\",process=\"\"} 1\n"));
    assert_non_null(strstr(asking_page, "commit=\""));
    snprintf(said, sizeof(said), "%s/by-hand.db", talon.folder);
    assert_int_equal(unlink(said), 0);
}

/* Debian's own reader takes the rules, and they fire when they should (tests/match/alerts.yml). */
static void the_alerts_fire(void **state)
{
    char command[3 * PATH_MAX];
    char tool[PATH_MAX];
    const char *rules = getenv("TALON_ALERTS");
    const char *cases = getenv("TALON_ALERT_CASES");
    (void)state;
    assert_non_null(rules);
    assert_non_null(cases);
    if (!program("TALON_PROMTOOL", "promtool", tool))
        skip();
    snprintf(command, sizeof(command), "'%s' check rules '%s' && '%s' test rules '%s'", tool, rules,
             tool, cases);
    assert_int_equal(system(command), 0);
}

/* A real Prometheus scrapes it, and answers what it found. */
static void prometheus_reads_it(void **state)
{
    char server_program[PATH_MAX];
    char tool[PATH_MAX];
    char config[128], data[128], log[128], flags[4][192];
    char command[2 * PATH_MAX];
    unsigned its_port = 0;
    (void)state;
    if (!program("TALON_PROMETHEUS", "prometheus", server_program) ||
        !program("TALON_PROMTOOL", "promtool", tool))
        skip();
    begin(&nowhere, "");
    assert_true(process_ports(&its_port, 1));
    snprintf(config, sizeof(config), "%s/prometheus.yml", talon.folder);
    snprintf(data, sizeof(data), "%s/data", talon.folder);
    snprintf(log, sizeof(log), "%s/prometheus.log", talon.folder);
    FILE *file = fopen(config, "w");
    assert_non_null(file);
    fprintf(file,
            "global:\n  scrape_interval: 1s\nscrape_configs:\n- job_name: talon\n"
            "  static_configs:\n  - targets: ['127.0.0.1:%u']\n",
            asking_port);
    fclose(file);
    snprintf(flags[0], sizeof(flags[0]), "--config.file=%s", config);
    snprintf(flags[1], sizeof(flags[1]), "--storage.tsdb.path=%s", data);
    snprintf(flags[2], sizeof(flags[2]), "--web.listen-address=127.0.0.1:%u", its_port);
    const char *arguments[] = {"prometheus", flags[0], flags[1], flags[2], NULL};
    const struct process process = {.program = server_program, .arguments = arguments, .log = log};
    prometheus = process_start(&process);
    assert_true(prometheus > 0);
    snprintf(
        command, sizeof(command),
        "'%s' query instant http://127.0.0.1:%u 'talon_build_info and on() up == 1' 2>/dev/null "
        "| grep -q talon_build_info",
        tool, its_port);
    for (int waited = 0; system(command) != 0; waited += 100) {
        assert_true(waited < IRC_CLIENT_PATIENCE);
        process_pause(100);
    }
    process_stop(&prometheus, false);
    snprintf(command, sizeof(command), "rm -rf '%s' '%s' '%s'", data, config, log);
    assert_int_equal(system(command), 0);
}

/* -- where -- */

static void a_unix_socket_does_as_well(void **state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat found;
    (void)state;
    snprintf(lines, sizeof(lines), "http = unix:/tmp/talon-http-%d\n", (int)getpid());
    daemon_talon_lines = lines;
    assert_true(daemon_init(&talon, &nowhere, false, ""));
    assert_true(daemon_start(&talon));
    snprintf(address.sun_path, sizeof(address.sun_path), "/tmp/talon-http-%d", (int)getpid());
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    for (int waited = 0; connect(fd, (const struct sockaddr *)&address, sizeof(address)) != 0;
         waited += 20) {
        assert_true(waited < IRC_CLIENT_PATIENCE);
        process_pause(20);
    }
    assert_int_equal(stat(address.sun_path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0660);
    assert_int_equal(send(fd, "GET /healthz HTTP/1.1\r\n\r\n", 25, MSG_NOSIGNAL), 25);
    assert_non_null(strstr(asking_take(fd), "200 OK"));
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_not_equal(stat(address.sun_path, &found), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(pages_are_three, end),
        cmocka_unit_test_teardown(who_is_slow_holds_nobody_up, end),
        cmocka_unit_test_teardown(a_store_that_cannot_be_written_is_told, end),
        cmocka_unit_test_teardown(what_happens_is_measured, end),
        cmocka_unit_test_teardown(the_dashboard_asks_for_what_there_is, end),
        cmocka_unit_test_teardown(every_measurement_is_explained, end),
        cmocka_unit_test_teardown(backups_and_disks_are_measured, end),
        cmocka_unit_test(the_alerts_fire),
        cmocka_unit_test_teardown(prometheus_reads_it, end),
        cmocka_unit_test_teardown(a_unix_socket_does_as_well, end),
    };
    return cmocka_run_group_tests(tests, open_ngircd, served_daemon_close);
}
