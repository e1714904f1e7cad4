/* Helpers on a real server, chosen by the first argument: hands come by them, whatever becomes of
 * them, and nobody else sees one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "guest.h"
#include "served_daemon.h"

static enum ircd_kind kind;
static struct irc_client *warden, *alice, *bob;

static int open_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = kind};
    return served_daemon_open(&options) ? 0 : -1;
}

/* Waits until the nick is on the server, or (`there` false) is not. */
static void await_nick(const char *nick, bool there)
{
    time_t end = time(NULL) + GUEST_PATIENCE / 1000;
    for (;;) {
        assert_true(irc_client_send(warden, "ISON %s", nick));
        const char *line = irc_client_expect(warden, GUEST_PATIENCE, "* 303 *");
        assert_non_null(line);
        bool found = strstr(strstr(line, " 303 "), nick) != NULL;
        if (found == there)
            return;
        assert_true(time(NULL) < end);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

/* Waits until the log says that a helper ("talon-h1") has connected so many times in all. */
static void await_connected(const char *nick, unsigned times)
{
    static char log[1 << 20];
    char text[64];
    unsigned count = 0;
    time_t end = time(NULL) + GUEST_PATIENCE / 1000;
    snprintf(text, sizeof(text), "[irc/test/h%c] connected ", nick[7]);
    for (;;) {
        FILE *file = fopen(talon.log, "r");
        assert_non_null(file);
        log[fread(log, 1, sizeof(log) - 1, file)] = '\0';
        fclose(file);
        count = 0;
        for (const char *at = log; (at = strstr(at, text)) != NULL; at++)
            count++;
        if (count >= times)
            return;
        assert_true(time(NULL) < end);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

/* Who whispers their hand, when they ask for it in the channel. */
static void who_whispers(struct irc_client *guest, const char *nick, char by[32])
{
    char pattern[96];
    irc_client_never(guest, "~"); /* reads what has come */
    guest_say(guest, "!hand");
    snprintf(pattern, sizeof(pattern), ":talon*!* %s :*our hand: *", nick);
    const char *line = irc_client_expect(guest, GUEST_PATIENCE, pattern);
    assert_non_null(line);
    snprintf(by, 32, "%.*s", (int)strcspn(line + 1, "!"), line + 1);
}

static void assert_whispers(struct irc_client *guest, const char *nick, const char *wanted)
{
    char by[32];
    who_whispers(guest, nick, by);
    assert_string_equal(by, wanted);
    assert_true(irc_client_never(guest, "*our hand: *")); /* and only once */
}

/* A kill by an operator of the network. */
static void kill_helper(const char *nick)
{
    assert_true(irc_client_send(warden, "KILL %s :go", nick));
}

/* The daemon stands still meanwhile, so that it cannot be back before the nick is taken. */
static void take_nick(struct irc_client *mallory, const char *nick)
{
    char pattern[80];
    daemon_pause(&talon, true);
    kill_helper(nick);
    await_nick(nick, false);
    assert_true(irc_client_send(mallory, "NICK %s", nick));
    snprintf(pattern, sizeof(pattern), ":*!* NICK *%s", nick);
    guest_hear(mallory, pattern);
    daemon_pause(&talon, false);
}

static void configure(const char *more)
{
    daemon_talon_lines = "";
    assert_true(daemon_configure(&talon, &server, false, more));
}

/* A round that alice and bob play, with two helpers there. */
static int come(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    warden = guest_enter(&server, "warden", "warden");
    assert_true(irc_client_send(warden, "OPER oper oper"));
    guest_hear(warden, "* 381 *");
    daemon_talon_lines = "";
    assert_true(daemon_init(&talon, &server, false, "helpers = 2\nreconnect_max = 2\n"));
    assert_true(daemon_start(&talon));
    guest_hear(warden, ":talon!* JOIN *");
    await_connected("talon-h1", 1);
    await_connected("talon-h2", 1);
    alice = guest_enter(&server, "alice", "alice");
    bob = guest_enter(&server, "bob", "bob");
    guest_say(alice, "!uno");
    guest_hear(bob, ":talon!* PRIVMSG #cards :*opens a table*");
    guest_say(bob, "!join");
    guest_hear(alice, ":talon!* PRIVMSG #cards :*bob*takes a seat*");
    guest_say(alice, "!start");
    guest_hear(bob, ":talon*!* bob :*our hand: *");
    guest_hear(alice, ":talon*!* alice :*our hand: *");
    /* there may be two: of the deal, and of the turn */
    assert_true(irc_client_send(alice, "PRIVMSG talon :!help draw"));
    guest_hear(alice, ":talon*!* alice :*draws a card*");
    return 0;
}

static int go(void **state)
{
    irc_client_close(alice);
    irc_client_close(bob);
    irc_client_close(warden);
    alice = bob = warden = NULL;
    return served_daemon_end(state);
}

static void each_player_has_a_helper(void **state)
{
    char alices[32];
    char bobs[32];
    (void)state;
    if (server.pid == 0)
        skip();
    who_whispers(alice, "alice", alices);
    who_whispers(bob, "bob", bobs);
    assert_string_not_equal(alices, bobs);
    assert_memory_equal(alices, "talon-h", 7);
    assert_memory_equal(bobs, "talon-h", 7);
    assert_whispers(alice, "alice", alices);
    /* it hides from nobody, and is in no channel */
    assert_true(irc_client_send(warden, "WHOIS %s", alices));
    guest_hear(warden, "* 311 * :Whispers hands of cards for talon");
    assert_true(irc_client_send(warden, "WHOIS %s", alices));
    assert_true(irc_client_never(warden, "* 319 *"));
    /* what is written to it is written to the bot */
    assert_true(irc_client_send(alice, "PRIVMSG %s :!hand", alices));
    guest_hear(alice, ":talon-h*!* alice :*our hand: *");
}

static void killed_helpers_come_back(void **state)
{
    char alices[32];
    char bobs[32];
    (void)state;
    if (server.pid == 0)
        skip();
    who_whispers(alice, "alice", alices);
    who_whispers(bob, "bob", bobs);
    kill_helper(alices);
    assert_whispers(alice, "alice", bobs);
    await_connected(alices, 2);
    assert_whispers(alice, "alice", alices);
    char by[32];
    kill_helper(alices);
    kill_helper(bobs);
    who_whispers(alice, "alice", by); /* the bot itself, or who is back already */
    await_connected(alices, 3);
    await_connected(bobs, 2);
    assert_whispers(alice, "alice", alices);
    assert_whispers(bob, "bob", bobs);
}

/* Somebody takes the nick of a dead helper: they get nothing, and the helper comes by another. */
static void a_taken_nick_gets_no_hand(void **state)
{
    char alices[32];
    char other[40];
    (void)state;
    if (server.pid == 0)
        skip();
    who_whispers(alice, "alice", alices);
    struct irc_client *mallory = irc_client_login(server.port, false, "mallory");
    assert_non_null(mallory);
    take_nick(mallory, alices);
    snprintf(other, sizeof(other), "%s_", alices);
    await_connected(alices, 2);
    assert_whispers(alice, "alice", other);
    assert_true(irc_client_never(mallory, "*our hand: *"));
    /* the bot's own nick changes hands, too */
    take_nick(mallory, "talon");
    guest_hear(warden, ":talon_!* JOIN *");
    guest_hear(alice, ":talon*!* alice :*our hand: *");
    who_whispers(alice, "alice", other); /* where MONITOR tells, the helper has its nick again */
    assert_memory_equal(other, alices, strlen(alices));
    assert_true(irc_client_send(alice, "PRIVMSG %s :!hand", other));
    guest_hear(alice, ":talon-h*!* alice :*our hand: *");
    assert_true(irc_client_never(mallory, "*our hand: *"));
    irc_client_close(mallory);
}

/* Carol accepts whispers only of people in a channel with her: the bot itself whispers to her. */
static void who_refuses_strangers_hears_the_bot(void **state)
{
    static const char *const modes[] = {
        [IRCD_NGIRCD] = "+C", [IRCD_INSPIRCD] = "+c", [IRCD_HYBRID] = "+G"};
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *carol = guest_enter(&server, "carol", "carol");
    assert_true(irc_client_send(carol, "MODE carol %s", modes[kind]));
    guest_hear(carol, "* MODE carol *");
    guest_say(carol, "!join");
    guest_hear(carol, ":talon!* carol :*seat word*");
    assert_true(irc_client_never(carol, "*cannot whisper to you*"));
    irc_client_close(carol);
}

static void a_reload_adds_and_removes_helpers(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    configure("helpers = 0\n");
    daemon_reload(&talon);
    await_nick("talon-h1", false);
    await_nick("talon-h2", false);
    assert_whispers(alice, "alice", "talon");
    configure("helpers = 1\n");
    daemon_reload(&talon);
    await_connected("talon-h1", 2);
    assert_whispers(alice, "alice", "talon-h1");
    assert_whispers(bob, "bob", "talon-h1");
    assert_int_equal(daemon_stop(&talon), 0);
    await_nick("talon-h1", false);
}

/* Where the bot has an account, its helpers log in to the same one. */
static void helpers_share_the_account(void **state)
{
    (void)state;
    static const char login[] = "password_file = password\nsasl_user = talon\nhelpers = 1\n"
                                "sasl_required = on\nsasl_password_file = password\n"
                                "sasl_mechanism = PLAIN\n";
    const struct ircd_options options = {.kind = IRCD_INSPIRCD, .services = true};
    if (server.pid == 0)
        skip();
    ircd_stop(&server);
    assert_true(ircd_start(&server, &options));
    struct irc_client *owner = guest_come(&server, "talon", "talon");
    assert_true(irc_client_welcomed(owner));
    guest_register(owner, "talon");
    irc_client_send(owner, "QUIT");
    guest_hear(owner, "ERROR *");
    irc_client_close(owner);
    warden = guest_enter(&server, "warden", "warden");
    daemon_talon_lines = "";
    assert_true(daemon_init(&talon, &server, true, login));
    assert_true(daemon_start(&talon));
    guest_hear(warden, ":talon!* JOIN *");
    await_connected("talon-h1", 1);
    assert_true(irc_client_send(warden, "WHOIS talon-h1"));
    guest_hear(warden, "* 330 * talon-h1 talon :*");
    assert_int_equal(daemon_stop(&talon), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_player_has_a_helper, come, go),
        cmocka_unit_test_setup_teardown(killed_helpers_come_back, come, go),
        cmocka_unit_test_setup_teardown(a_taken_nick_gets_no_hand, come, go),
        cmocka_unit_test_setup_teardown(who_refuses_strangers_hears_the_bot, come, go),
        cmocka_unit_test_setup_teardown(a_reload_adds_and_removes_helpers, come, go),
    };
    const struct CMUnitTest of_accounts[] = {
        cmocka_unit_test_teardown(helpers_share_the_account, go),
    };
    kind = ircd_kind_of(argc, argv);
    int failed = cmocka_run_group_tests(tests, open_server, served_daemon_close);
    if (kind == IRCD_INSPIRCD) /* the only one here with services */
        failed += cmocka_run_group_tests(of_accounts, open_server, served_daemon_close);
    return failed;
}
