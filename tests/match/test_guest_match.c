/* A match of two guests, on two linked ngircd with two processes that share a database, goes
 * through all that may happen to it: the bot is stopped and started, kicked, torn from one of them
 * by a netsplit, and replaced by the other process; they change their nicks. Nobody types a word.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/storage/postgresql/pg_server.h"
#include "wordless.h"

static struct ircd leaf;
static struct daemon other;

static int open_servers(void **state)
{
    if (sharing_open_shared(state) != 0)
        return -1;
    const struct ircd_options options = {.kind = IRCD_NGIRCD, .hub = &server};
    return server.pid == 0 || ircd_start(&leaf, &options) ? 0 : -1;
}

static int close_servers(void **state)
{
    ircd_stop(&leaf);
    return served_daemon_close(state);
}

static int end_both(void **state)
{
    if (*other.folder != '\0')
        daemon_finish(&other);
    return served_daemon_end(state);
}

static void tear(void)
{
    struct irc_client *oper = irc_client_login(server.port, false, "oper");
    assert_non_null(oper);
    assert_true(irc_client_send(oper, "OPER oper oper"));
    guest_hear(oper, "* 381 *");
    assert_true(irc_client_send(oper, "SQUIT leaf.test :torn"));
    guest_hear(seated.alice, ":bob!* QUIT *");
    irc_client_close(oper);
}

static void nobody_types_a_word(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    sharing_fresh();
    seated.alice = guest_enter(&server, "alice", "alice");
    seated.bob = guest_enter(&leaf, "bob", "bob");
    guest_hear(seated.alice, ":bob!* JOIN *#cards*");
    sharing_begin(&talon, &server, "process = north\n" SHARING_LONG_LIFE);
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
    wordless_listen();

    assert_int_equal(daemon_stop(&talon), 0);
    guest_hear(seated.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon)); /* at once: nothing is announced then */
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    wordless_expect("alice", "bob");

    assert_true(irc_client_send(seated.alice, "KICK #cards talon :hush"));
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    wordless_expect_back("alice", "bob");

    tear();
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :A netsplit: the table waits*");
    assert_true(ircd_link(&leaf));
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :Nobody is missing any more*");
    guest_hear(seated.bob, ":talon!* PRIVMSG #cards :Nobody is missing any more*");
    wordless_expect("alice", "bob");

    assert_true(irc_client_send(seated.bob, "NICK bob_away"));
    guest_hear(seated.alice, ":bob!* NICK *bob_away");
    assert_true(irc_client_send(seated.bob, "PART #cards"));
    guest_hear(seated.alice, ":bob_away!* PART *#cards*");
    assert_true(irc_client_send(seated.bob, "JOIN #cards"));
    guest_hear(seated.alice, ":bob_away!* JOIN *#cards*");
    wordless_expect("alice", "bob_away");

    sharing_begin(&other, &server, "process = south\n");
    sharing_await(&other, "north");
    daemon_kill(&talon);
    wordless_expect_back("alice", "bob_away");
    guest_draw(seated.alice, seated.bob);
    wordless_end();
    assert_int_equal(daemon_stop(&other), 0);
    seated_go();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(nobody_types_a_word, end_both)};
    return cmocka_run_group_tests(tests, open_servers, close_servers);
}
