/* Several processes on one database even out what they have: those that come later get their share,
 * with a match going on. And an operator gives networks by hand, and names their home. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "asking.h"
#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/real/process.h"
#include "tests/storage/postgresql/pg_server.h"

enum { NETWORKS = 4, PATIENCE = 120000 /* milliseconds: some moves, ten seconds apart */ };

static const char *const networks[NETWORKS] = {"test", "second", "third", "fourth"};
static struct daemon north, south, west;
static char own[3][120]; /* lines of [talon] */

/* The sections of all networks; `homes`: their lines "home = NAME", or "". */
static const char *sections(const char *home)
{
    static char text[1000];
    size_t at = (size_t)snprintf(text, sizeof(text), "%s", home);
    for (unsigned i = 1; i < NETWORKS; i++) {
        at += (size_t)snprintf(text + at, sizeof(text) - at,
                               "[irc %s]\nhost = 127.0.0.1\nport = %u\ntls = off\nnick = %s\n"
                               "channels = #%s\n",
                               networks[i], server.port, networks[i], networks[i]);
    }
    return text;
}

static void start(struct daemon *daemon, const char *name, const char *more, const char *home)
{
    char *lines = own[daemon == &north ? 0 : daemon == &south ? 1 : 2];
    snprintf(lines, sizeof(own[0]), "process = %s\n%s", name, more);
    daemon_talon_lines = lines;
    assert_true(daemon_init(daemon, &server, false, sections(home)));
    assert_true(daemon_start(daemon));
}

static int begin(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    sharing_fresh();
    seated_come();
    return 0;
}

static int end(void **state)
{
    struct daemon *const all[] = {&north, &south, &west};
    (void)state;
    if (server.pid == 0)
        return 0;
    seated_go();
    for (unsigned i = 0; i < 3; i++) {
        if (*all[i]->folder == '\0')
            continue;
        daemon_kill(all[i]);
        daemon_finish(all[i]);
        *all[i] = (struct daemon){0};
    }
    return 0;
}

/* How many networks the process of that name has; `network` NULL: all count. */
static int64_t had(const char *process, const char *network)
{
    char sql[240];
    snprintf(sql, sizeof(sql),
             "SELECT count(*) FROM lease JOIN member ON member.process = lease.holder"
             " WHERE member.name = '%s'%s%s%s",
             process, network != NULL ? " AND lease.name = '" : "", network != NULL ? network : "",
             network != NULL ? "'" : "");
    return pg_server_number(daemon_server, sql);
}

static void await_had(const char *process, const char *network, int64_t count)
{
    for (int waited = 0; had(process, network) != count; waited += 250) {
        if (waited >= PATIENCE) {
            daemon_show_log(&north);
            daemon_show_log(&south);
            fail_msg("%s has %d, not %d", process, (int)had(process, network), (int)count);
        }
        process_pause(250);
    }
}

/* The times at which any network was taken, in the order of the numbers of their leases: how many
 * milliseconds the nearest two lie apart, by the server's clock. */
static int64_t least_pause(void)
{
    return pg_server_number(daemon_server,
                            "SELECT CAST(coalesce(min(pause), 1000000) * 1000 AS BIGINT) FROM"
                            " (SELECT extract(epoch FROM taken - lag(taken) OVER (ORDER BY taken))"
                            " AS pause FROM lease WHERE epoch > 1) AS pauses");
}

static void refused(const struct daemon *daemon, const char *words, const char *why)
{
    char text[4096];
    assert_int_equal(daemon_ctl(daemon, words, text, sizeof(text)), 1);
    if (strstr(text, why) == NULL)
        fail_msg("%s: %s", words, text);
}

static void ctl(const struct daemon *daemon, const char *words, const char *part)
{
    char text[4096];
    int status = daemon_ctl(daemon, words, text, sizeof(text));
    if (status != 0 || strstr(text, part) == NULL)
        fail_msg("%s: %d, lacks %s: %s", words, status, part, text);
}

static unsigned told; /* how often alice was told something of the table that nobody asked for */

static void on_line(void *arg, const char *line)
{
    (void)arg;
    told += strncmp(line, ":talon", 6) == 0 && strstr(line, "The table goes on") != NULL;
}

/* It gets two of four, one after another, and the match that goes on at one of them is not
 * disturbed: the hands are the same at either process. */
static void who_joins_later_gets_its_share(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    start(&north, "north", "", "");
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    await_had("north", NULL, NETWORKS);
    seated_deal();
    irc_client_watch(seated.alice, on_line, NULL);
    start(&south, "south", "", "");
    await_had("south", NULL, 2);
    await_had("north", NULL, 2);
    assert_true(least_pause() >= 5000); /* ten seconds, less what it took to give and to take */
    ctl(&north, "status", "south: ");
    ctl(&north, "status", "north (this one): ");
    ctl(had("north", "test") == 1 ? &north : &south, "tables", "tables of process ");
    guest_say(seated.alice, "!hand");
    char hand[GUEST_HAND];
    guest_hand(seated.alice, "alice", hand);
    assert_string_equal(hand, seated.alices);
    guest_draw(seated.alice, seated.bob);
    irc_client_watch(seated.alice, NULL, NULL);
}

static void after_a_rolling_restart_all_have_work(void **state)
{
    struct daemon *const all[] = {&north, &south, &west};
    static const char *const names[] = {"north", "south", "west"};
    (void)state;
    if (server.pid == 0)
        skip();
    for (unsigned i = 0; i < 3; i++) {
        start(all[i], names[i], "", "");
        sharing_await(all[i], "test");
    }
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(daemon_stop(all[i]), 0);
        assert_true(daemon_start(all[i]));
        sharing_await(all[i], "test");
    }
    for (int waited = 0;; waited += 50) {
        int64_t counts[3];
        int64_t all_had = 0;
        bool idle = false;
        for (unsigned i = 0; i < 3; i++) {
            counts[i] = had(names[i], NULL);
            all_had += counts[i];
            idle = idle || counts[i] == 0 || counts[i] > 2;
        }
        if (!idle && all_had == NETWORKS)
            break;
        assert_true(waited < PATIENCE);
        process_pause(50);
    }
}

/* The third one, which shares, gets its share of the first one's. By then the second one, which
 * does not, would have had its own. */
static void who_does_not_share_gets_nothing(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    start(&north, "north", SHARING_LONG_LIFE, "");
    sharing_await(&north, "test");
    await_had("north", NULL, NETWORKS);
    start(&south, "south", "share = off\n", "");
    sharing_await(&south, "north");
    start(&west, "west", "", "");
    await_had("west", NULL, 2);
    assert_int_equal(had("south", NULL), 0);
    assert_int_equal(daemon_stop(&west), 0);
    await_had("west", NULL, 0); /* what is free it takes as before */
    for (int waited = 0; had("north", NULL) + had("south", NULL) < NETWORKS; waited += 50) {
        assert_true(waited < PATIENCE);
        process_pause(50);
    }
}

static void one_is_given_by_hand(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    start(&north, "north", "share = off\n" SHARING_LONG_LIFE, "");
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    await_had("north", NULL, NETWORKS);
    seated_deal();
    refused(&north, "give test", "no other process can take test");
    start(&south, "south", "share = off\nroom = 1\n" SHARING_LONG_LIFE, "");
    sharing_await(&south, "north");
    refused(&north, "give nowhere south", "there is no network nowhere");
    refused(&north, "give test east", "there is no process east");
    refused(&north, "give test north", "process north has test already");
    refused(&south, "give test", "process north has test: ask that one");
    irc_client_watch(seated.alice, on_line, NULL);
    for (int tries = 0;; tries++) { /* until the other one has said what it takes */
        char text[512];
        if (daemon_ctl(&north, "give test south", text, sizeof(text)) == 0)
            break;
        assert_true(tries < 200);
        process_pause(50);
    }
    await_had("south", "test", 1);
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    refused(&north, "give second south", "process south is full: it has 1 networks and shards");
    guest_say(seated.alice, "!hand");
    char hand[GUEST_HAND];
    guest_hand(seated.alice, "alice", hand);
    assert_string_equal(hand, seated.alices);
    guest_draw(seated.alice, seated.bob);
    ctl(&south, "tables", "tables of process south");
    ctl(&south, "give test", "it moves to process north");
    await_had("north", "test", 1);
    irc_client_watch(seated.alice, NULL, NULL);
    ctl(&south, "drain", "networks given up: 0");
    for (int waited = 0; /* until it has told the others */
         pg_server_number(daemon_server, "SELECT count(*) FROM member WHERE name = 'south'"
                                         " AND wants = 0") == 0;
         waited += 50) {
        assert_true(waited < PATIENCE);
        process_pause(50);
    }
    sharing_await(&north, "test");
    for (int tries = 0;; tries++) { /* until it has begun here */
        char text[512];
        assert_int_equal(daemon_ctl(&north, "give test south", text, sizeof(text)), 1);
        if (strstr(text, "process south is drained") != NULL)
            break;
        assert_true(tries < 200);
        process_pause(50);
    }
}

/* It goes there by itself; another one has it while its home is away; and it comes back. */
static void a_network_has_a_home(void **state)
{
    static const char home[] = "home = south\n";
    (void)state;
    if (server.pid == 0)
        skip();
    start(&north, "north", "", home);
    sharing_await(&north, "test");
    await_had("north", NULL, NETWORKS);
    start(&south, "south", "", home);
    await_had("south", "test", 1);
    await_had("south", NULL, 2);
    daemon_kill(&south);
    await_had("north", NULL, NETWORKS);
    assert_true(daemon_start(&south));
    await_had("south", "test", 1);
    assert_int_equal(daemon_stop(&north), 0);
    await_had("south", NULL, NETWORKS);
    assert_true(daemon_start(&north));
    await_had("north", NULL, 2);
    assert_int_equal(had("south", "test"), 1);
}

static bool answers(const char *path, const char *start_of)
{
    char request[64];
    int fd = asking_come();
    if (fd < 0)
        return false;
    close(fd);
    snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\n\r\n", path);
    return strncmp(asking_get(request), start_of, strlen(start_of)) == 0;
}

static void await_answer(const char *path, const char *start_of, const char *body)
{
    for (int waited = 0; !answers(path, start_of) || strstr(asking_body(), body) == NULL;
         waited += 20) {
        if (waited >= PATIENCE)
            fail_msg("%s does not answer %s with %s: %s", path, start_of, body, asking_page);
        process_pause(20);
    }
}

static void readiness_is_more_than_life(void **state)
{
    static char lines[80];
    (void)state;
    if (server.pid == 0)
        skip();
    assert_true(process_ports(&asking_port, 1));
    snprintf(lines, sizeof(lines), "http = 127.0.0.1:%u\n", asking_port);
    start(&north, "north", lines, "");
    await_answer("/readyz", "HTTP/1.1 200 OK\r\n", "ready\n");
    assert_int_equal(had("north", NULL), NETWORKS);
    assert_true(asking_measured("talon_ready") > 0);
    pg_server_kill();
    await_answer("/readyz", "HTTP/1.1 503 ", "The database cannot be reached: play waits.\n");
    assert_true(answers("/healthz", "HTTP/1.1 200 OK\r\n"));
    assert_string_equal(asking_body(), "ok\n");
    pg_server_start();
    await_answer("/readyz", "HTTP/1.1 200 OK\r\n", "ready\n");
    ctl(&north, "drain", "networks given up: 4");
    await_answer("/readyz", "HTTP/1.1 503 ", "This process is drained.\n");
    assert_true(answers("/healthz", "HTTP/1.1 200 OK\r\n"));
    ctl(&north, "undrain", "networks wanted again: 4");
    await_answer("/readyz", "HTTP/1.1 200 OK\r\n", "ready\n");
    await_had("north", NULL, NETWORKS); /* it may be ready while it still gives them */
}

/* Killed at any moment of a hand-over: the other one has it, and plays on with the same hands. */
static void who_is_killed_in_a_hand_over_loses_nothing(void **state)
{
    enum { TIMES = 8, STEP = 35 /* milliseconds */ };
    (void)state;
    if (server.pid == 0)
        skip();
    start(&north, "north", "share = off\n", "");
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
    start(&south, "south", "share = off\n", "");
    for (int i = 0; i < TIMES; i++) {
        struct daemon *from = i % 2 == 0 ? &north : &south;
        const char *to = i % 2 == 0 ? "south" : "north";
        char words[40];
        char text[512];
        snprintf(words, sizeof(words), "give test %s", to);
        guest_draw(seated.alice, seated.bob);
        guest_hand_now(seated.alice, "alice", seated.alices);
        guest_hand_now(seated.bob, "bob", seated.bobs);
        for (int tries = 0; daemon_ctl(from, words, text, sizeof(text)) != 0; tries++) {
            if (tries >= 200)
                fail_msg("%s: %s", words, text);
            process_pause(50);
        }
        process_pause(i * STEP);
        daemon_kill(from);
        await_had(to, NULL, NETWORKS);
        guest_hear(seated.alice, ":talon!* JOIN *#cards*");
        seated_expect_hands();
        assert_true(daemon_start(from));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_joins_later_gets_its_share, begin, end),
        cmocka_unit_test_setup_teardown(after_a_rolling_restart_all_have_work, begin, end),
        cmocka_unit_test_setup_teardown(who_does_not_share_gets_nothing, begin, end),
        cmocka_unit_test_setup_teardown(one_is_given_by_hand, begin, end),
        cmocka_unit_test_setup_teardown(a_network_has_a_home, begin, end),
        cmocka_unit_test_setup_teardown(readiness_is_more_than_life, begin, end),
        cmocka_unit_test_setup_teardown(who_is_killed_in_a_hand_over_loses_nothing, begin, end),
    };
    return cmocka_run_group_tests(tests, sharing_open, served_daemon_close);
}
