/* Every row of servers.h for which a server can be had, on that server with the limits that it
 * ships: who speaks as the row allows is not delayed, let alone dropped. And whose 004 is whose. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "adapters/irc/sending/sendq.h"
#include "adapters/irc/wire/servers.h"
#include "tests/real/irc_client.h"
#include "tests/real/ircd.h"

enum { BEYOND = 12, LINES_MAX = 64, LATE = 1500 /* ms; servers count in whole seconds */ };

static enum ircd_kind kind;
static struct ircd server;

static const char *const names[] = {
    [IRCD_NGIRCD] = "ngircd", [IRCD_INSPIRCD] = "InspIRCd", [IRCD_HYBRID] = "ircd-hybrid"};

static int start_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = kind, .limits = true};
    return !ircd_has(kind) || ircd_start(&server, &options) ? 0 : -1;
}

static int stop_server(void **state)
{
    (void)state;
    if (server.pid)
        ircd_stop(&server);
    return 0;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* -- whose 004 it is -- */

static void take_version(void *arg, const char *line)
{
    char *version = arg;
    const char *at = strstr(line, " 004 ");
    if (at)
        sscanf(at, " 004 %*s %*s %63s", version);
}

static struct irc_client *login(const char *nick, char version[64])
{
    struct irc_client *client = irc_client_begin(server.port, false, nick, nick);
    assert_non_null(client);
    irc_client_watch(client, take_version, version);
    assert_true(irc_client_welcomed(client));
    irc_client_watch(client, NULL, NULL);
    return client;
}

/* -- the limits -- */

struct talk {
    struct sendq sendq;
    struct irc_client *talker, *listener;
    unsigned sent, heard, late;
    uint64_t at[LINES_MAX]; /* ms; when it was sent */
    uint64_t latest;        /* ms; of all delays */
};

static void speak(struct talk *talk)
{
    char line[600];
    size_t length;
    while ((length = sendq_take(&talk->sendq, now(), line, sizeof(line) - 1)) > 0) {
        line[length - 2] = '\0';
        if (strncmp(line, "PRIVMSG", 7) == 0)
            talk->at[talk->sent++] = now();
        assert_true(irc_client_send(talk->talker, "%s", line));
        uint32_t mark = inflight_ping(&talk->sendq.inflight, now(), false);
        if (mark) {
            int ping = snprintf(line, sizeof(line), "PING talon-%u\r\n", mark);
            sendq_put(&talk->sendq, SENDQ_PING, NULL, line, (size_t)ping);
        }
    }
}

static void listen_once(struct talk *talk)
{
    const char *line;
    while ((line = irc_client_line(talk->talker, 0))) {
        const char *mark = strstr(line, "talon-");
        if (strstr(line, " PONG ") && mark)
            inflight_pong(&talk->sendq.inflight, (uint32_t)strtoul(mark + 6, NULL, 10));
    }
    while ((line = irc_client_line(talk->listener, 0))) {
        const char *number = strstr(line, "PRIVMSG #p :");
        unsigned n = number ? (unsigned)strtoul(number + 12, NULL, 10) : LINES_MAX;
        if (n < talk->sent) {
            uint64_t delay = now() - talk->at[n];
            talk->heard++;
            talk->late += delay >= LATE;
            talk->latest = delay > talk->latest ? delay : talk->latest;
        }
    }
    assert_false(irc_client_gone(talk->talker));
}

static void put(struct talk *talk, const char *line)
{
    assert_true(sendq_put(&talk->sendq, SENDQ_MOVE, NULL, line, strlen(line)));
}

static void the_pace_of_the_real_server_holds(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    char version[64] = "";
    char line[200];
    struct talk talk = {.listener = login("listener", version), .talker = login("talker", version)};
    const struct server_kind *row = servers_find(version);
    assert_non_null(row);
    assert_string_equal(row->name, names[kind]);
    assert_true(row->limits.lines > 0);
    irc_client_send(talk.listener, "JOIN #p");
    assert_non_null(irc_client_expect(talk.listener, IRC_CLIENT_PATIENCE, "* 366 *"));
    sendq_init(&talk.sendq);
    sendq_limit(&talk.sendq, &row->limits);
    put(&talk, "JOIN #p\r\n");
    unsigned wanted = row->limits.burst + BEYOND;
    for (unsigned i = 0; i < wanted; i++) {
        snprintf(line, sizeof(line), "PRIVMSG #p :%u %0*d\r\n", i, i % 3 ? 40 : 150, 0);
        put(&talk, line);
    }
    for (uint64_t end = now() + IRC_CLIENT_PATIENCE; talk.heard < wanted && now() < end;) {
        speak(&talk);
        struct pollfd fds[] = {{.fd = irc_client_fd(talk.talker), .events = POLLIN},
                               {.fd = irc_client_fd(talk.listener), .events = POLLIN}};
        uint64_t due = sendq_due(&talk.sendq);
        uint64_t wait = due > now() ? due - now() : 0;
        poll(fds, 2, wait < 100 ? (int)wait : 100);
        listen_once(&talk);
    }
    print_message("%s: %s, %u lines, the latest after %u ms\n", names[kind], version, talk.heard,
                  (unsigned)talk.latest);
    assert_int_equal(talk.heard, wanted);
    /* A server that slows us down delays all lines from then on. A machine that stands still delays
     * those that are on their way. */
    assert_true(talk.late < BEYOND / 4);
    sendq_clear(&talk.sendq);
    irc_client_close(talk.talker);
    irc_client_close(talk.listener);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_pace_of_the_real_server_holds)};
    kind = ircd_kind_of(count, arguments);
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
