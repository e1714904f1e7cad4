/* An administrator by certificate, on InspIRCd: no account, no rank, only what the server tells of
 * the TLS connection. Whoever has the nick and not the certificate is nobody. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "guest.h"
#include "served_daemon.h"

static struct irc_client *enter(const char *nick, bool certificate)
{
    const struct irc_client_files files = {server.client_cert, server.client_key};
    struct irc_client *guest =
        irc_client_certified(server.tls_port, certificate ? &files : NULL, nick);
    guest_join(guest);
    return guest;
}

static void open_table(struct irc_client *guest)
{
    guest_say(guest, "!uno");
    guest_hear(guest, ":talon!* #cards :*opens a table*");
}

static void refused(struct irc_client *guest)
{
    guest_say(guest, "!stop");
    guest_hear(guest, ":talon!* :*Only players at this table*and the bot's admins may do that.");
}

static void closes(struct irc_client *guest)
{
    guest_say(guest, "!stop");
    guest_hear(guest, ":talon!* #cards :*closes the table*");
}

static void the_certificate_decides(void **state)
{
    (void)state;
    char key[120];
    if (server.pid == 0)
        skip();
    struct irc_client *alice = guest_enter(&server, "alice", "alice");
    snprintf(key, sizeof(key), "admins = nobody, certfp:%s\n", server.client_fingerprint);
    assert_true(daemon_init(&talon, &server, true, key));
    assert_true(daemon_start(&talon));
    guest_hear(alice, ":talon!* JOIN *");
    open_table(alice);
    struct irc_client *mallory = enter("warden", false);
    refused(mallory);
    guest_leave(mallory, "warden", alice);

    struct irc_client *warden = enter("warden", true);
    closes(warden);
    open_table(alice);
    irc_client_send(warden, "NICK keeper"); /* asked for anew, and the same */
    guest_hear(warden, ":warden!* NICK *keeper");
    mallory = enter("warden", false);
    refused(mallory);
    closes(warden);
    open_table(alice);
    guest_leave(warden, "keeper", alice);
    irc_client_send(mallory, "NICK keeper");
    guest_hear(mallory, ":warden!* NICK *keeper");
    refused(mallory);
    assert_int_equal(daemon_stop(&talon), 0);
    irc_client_close(alice);
    irc_client_close(mallory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_certificate_decides, served_daemon_end)};
    return cmocka_run_group_tests(tests, served_daemon_inspircd, served_daemon_close);
}
