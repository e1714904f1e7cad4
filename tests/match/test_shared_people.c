/* Two processes that share one database, each with a network of its own: whom one bans is banned on
 * the other, a round of each counts on one board, who links their two names across them is one
 * player, and what somebody has chosen holds with whoever has their network next. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/people/code.h"
#include "chatter.h"
#include "guest.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/storage/postgresql/pg_server.h"

enum { TEXT = 4096, PEOPLE = 2, TRIES = 600, PAUSE = 100 /* milliseconds */ };

static struct ircd east; /* with services, beside `server`, which is that of the network "test" */
static struct daemon other;

/* A network, who plays there, and which process has it. */
static struct town {
    const char *network;
    struct crowd crowd;
    struct daemon *holder;
} towns[] = {{.network = "test"}, {.network = "east"}};

static void on_said(void *arg, const char *text)
{
    (void)arg;
    (void)text;
}

static int open_both(void **state)
{
    const struct ircd_options options = {.kind = IRCD_INSPIRCD, .services = true};
    if (!ircd_has(IRCD_INSPIRCD))
        return 0;
    if (sharing_open_shared(state) != 0)
        return -1;
    return server.pid == 0 || ircd_start(&east, &options) ? 0 : -1;
}

static int close_both(void **state)
{
    ircd_stop(&east);
    return served_daemon_close(state);
}

static void come(struct town *town, const struct ircd *ircd)
{
    unsigned ports[PEOPLE] = {ircd->port, ircd->port};
    bool secure[PEOPLE] = {false};
    town->crowd = (struct crowd){.said = on_said, .random = 1};
    assert_true(crowd_open(&town->crowd, PEOPLE, ports, secure));
}

/* `talon` has the network, or the other one; NULL: neither yet. */
static struct daemon *holder_of(const char *network)
{
    char text[TEXT];
    char line[64];
    assert_int_equal(daemon_ctl(&talon, "fleet", text, sizeof(text)), 0);
    snprintf(line, sizeof(line), "\n%s ", network);
    const char *at = strstr(text, line);
    if (at == NULL)
        return NULL;
    at += strlen(line) + strspn(at + strlen(line), " ");
    return strncmp(at, "north", 5) == 0 ? &talon : strncmp(at, "south", 5) == 0 ? &other : NULL;
}

static int begin(void **state)
{
    static char more[200];
    static const char *const epochs[] = {"SELECT epoch FROM lease WHERE name = 'test'",
                                         "SELECT epoch FROM lease WHERE name = 'east'"};
    (void)state;
    if (server.pid == 0)
        return 0;
    sharing_fresh();
    come(&towns[0], &server);
    come(&towns[1], &east);
    snprintf(more, sizeof(more),
             "[irc east]\nhost = 127.0.0.1\nport = %u\ntls = off\nchannels = #cards\n"
             "flood_rate = 0\nreconnect_min = 1\n",
             east.port);
    /* one of the two leaves the other time to come before it takes a second network */
    daemon_talon_lines = "process = north\nlease_life = 6000\nlease_renew = 2000\n";
    assert_true(daemon_init(&talon, &server, false, more));
    assert_true(daemon_start(&talon));
    daemon_talon_lines = "process = south\nlease_life = 6000\nlease_renew = 2000\n";
    assert_true(daemon_init(&other, &server, false, more));
    assert_true(daemon_start(&other));
    sharing_await(&talon, "north (this one)");
    sharing_await(&other, "south (this one)");
    for (unsigned i = 0; i < 2; i++) {
        towns[i].holder = holder_of(towns[i].network);
        assert_non_null(towns[i].holder);
        assert_true(crowd_await_bot(&towns[i].crowd));
        if (pg_server_number(daemon_server, epochs[i]) > 1) /* it has moved since */
            assert_true(crowd_await_bot(&towns[i].crowd));
    }
    assert_ptr_not_equal(towns[0].holder, towns[1].holder);
    return 0;
}

static int end(void **state)
{
    for (unsigned i = 0; i < 2 && server.pid != 0; i++)
        crowd_close(&towns[i].crowd);
    if (*other.folder != '\0')
        daemon_finish(&other);
    other = (struct daemon){0};
    return served_daemon_end(state);
}

static struct irc_client *alice(const struct town *town)
{
    return town->crowd.who[0].client;
}

static struct irc_client *bob(const struct town *town)
{
    return town->crowd.who[1].client;
}

/* The services remember her. */
static void log_in(const struct town *town)
{
    static bool known;
    if (known)
        guest_identify(alice(town), "alice");
    else
        guest_register(alice(town), "alice");
    known = true;
}

/* Until what that process prints has this in it, or (not `there`) has it no more. */
static void await_ctl(const struct daemon *daemon, const char *words, const char *part, bool there)
{
    char text[TEXT] = "";
    for (int tries = 0; tries < TRIES; tries++) {
        if (daemon_ctl(daemon, words, text, sizeof(text)) == 0 &&
            (strstr(text, part) != NULL) == there)
            return;
        poll(NULL, 0, PAUSE);
    }
    fail_msg("%s: %s", words, text);
}

/* -- bans -- */

/* Given to the process that does not have the network, and taken back by the one that has it. */
static void whom_one_bans_the_other_does_not_hear(void **state)
{
    char text[TEXT];
    (void)state;
    if (server.pid == 0)
        skip();
    const struct town *town = &towns[0];
    const struct daemon *away = towns[1].holder;
    assert_int_equal(daemon_ctl(away, "ban mask 'test/BOB!*@*'", text, sizeof(text)), 0);
    await_ctl(town->holder, "ban", "test/BOB!*@*", true);
    guest_say(bob(town), "!uno");
    assert_true(irc_client_send(bob(town), "PING :behind")); /* the server has passed it on */
    guest_hear(bob(town), "* PONG *");
    guest_say(alice(town), "!uno");
    guest_hear(bob(town), ":talon!* PRIVMSG #cards :*alice*opens a table*");
    assert_int_equal(daemon_ctl(town->holder, "unban mask 'test/BOB!*@*'", text, sizeof(text)), 0);
    await_ctl(away, "ban", "test/BOB!*@*", false);
    guest_say(bob(town), "!join");
    guest_hear(alice(town), ":talon!* PRIVMSG #cards :*bob*takes a seat*");
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

/* -- one board -- */

/* In private, to the bot; the answer, stripped. */
static void ask(const struct town *town, const char *words, const char *pattern, char answer[TEXT])
{
    char line[128];
    assert_true(irc_client_send(alice(town), "PRIVMSG talon :%s", words));
    snprintf(line, sizeof(line), ":talon!* alice :*%s*", pattern);
    const char *got = irc_client_expect(alice(town), GUEST_PATIENCE, line);
    assert_non_null(got);
    guest_strip(got, answer, TEXT);
}

/* What one process has set the other knows when it knows what was set behind that. */
static void let_hear(const struct daemon *teller, const struct daemon *listener)
{
    static unsigned times;
    char text[TEXT];
    char whom[40];
    char words[64];
    snprintf(whom, sizeof(whom), "test/NOBODY%u!*@*", ++times);
    snprintf(words, sizeof(words), "ban mask '%s'", whom);
    assert_int_equal(daemon_ctl(teller, words, text, sizeof(text)), 0);
    await_ctl(listener, "ban", whom, true);
}

/* The one has made a code, which the other one says. */
static void link_up(const struct town *maker, const struct town *taker)
{
    static const char start[] = "Your code is ";
    char answer[TEXT];
    char words[64];
    ask(maker, "link", start, answer);
    const char *code = strstr(answer, start) + strlen(start);
    snprintf(words, sizeof(words), "link %.*s", (int)strcspn(code, ". "), code);
    let_hear(maker->holder, taker->holder);
    ask(taker, words, "one player now", answer);
}

static void play(struct town *town)
{
    struct crowd *crowd = &town->crowd;
    crowd_type(crowd, 0, "!uno");
    assert_true(crowd_hear(crowd, IRC_CLIENT_PATIENCE, "alice opens a table"));
    crowd_type(crowd, 1, "!join");
    assert_true(crowd_hear(crowd, IRC_CLIENT_PATIENCE, "bob takes a seat"));
    crowd_type(crowd, 0, "!start");
    assert_true(crowd_hear(crowd, IRC_CLIENT_PATIENCE, "wins the round"));
}

/* The rows of the board behind its title, as that process tells them. */
static void read_board(const struct town *town, char rows[TEXT])
{
    char line[TEXT];
    guest_say(alice(town), "!top all overall");
    const char *got = irc_client_expect(alice(town), GUEST_PATIENCE, ":talon!* *Best of all time*");
    assert_non_null(got);
    guest_strip(got, line, sizeof(line));
    const char *at = strstr(line, "rounds won):");
    assert_non_null(at);
    snprintf(rows, TEXT, "%s", at);
}

static unsigned count(const char *text, const char *part)
{
    unsigned many = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        many++;
    return many;
}

static void rounds_of_both_are_on_one_board(void **state)
{
    char first[TEXT];
    char rows[2][TEXT];
    (void)state;
    if (server.pid == 0)
        skip();
    log_in(&towns[1]);
    link_up(&towns[0], &towns[1]);
    play(&towns[0]);
    read_board(&towns[0], first);
    assert_int_equal(count(first, "alice"), 1);
    assert_non_null(strstr(first, "/1"));
    ask(&towns[0], "name Ada", "Ada", rows[0]);
    play(&towns[1]);
    read_board(&towns[0], rows[0]);
    read_board(&towns[1], rows[1]);
    assert_string_equal(rows[0], rows[1]);
    assert_string_not_equal(rows[0], first);
    assert_int_equal(count(rows[0], "Ada"), 1); /* who has played a round on each */
    assert_int_equal(count(rows[0], "alice"), 0);
    assert_non_null(strstr(rows[0], "/2"));
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

/* And whoever has the network next speaks as somebody there likes it. */
static void what_is_chosen_holds_with_the_next(void **state)
{
    char text[TEXT];
    (void)state;
    if (server.pid == 0)
        skip();
    struct town *town = &towns[1];
    log_in(town);
    ask(town, "lang fr", "français", text);
    ask(town, "hand", "pas de table ici", text);
    assert_int_equal(daemon_ctl(town->holder, "drain", text, sizeof(text)), 0);
    assert_true(crowd_await_bot(&town->crowd));
    ask(town, "hand", "pas de table ici", text);
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whom_one_bans_the_other_does_not_hear, begin, end),
        cmocka_unit_test_setup_teardown(rounds_of_both_are_on_one_board, begin, end),
        cmocka_unit_test_setup_teardown(what_is_chosen_holds_with_the_next, begin, end),
    };
    return cmocka_run_group_tests(tests, open_both, close_both);
}
