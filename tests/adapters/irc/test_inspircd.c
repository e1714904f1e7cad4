/* What the adapter meets on InspIRCd: what it replays, refuses, allows, and where it sends us. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "services.h"

/* What a channel replays to who comes is no command. */
static void replayed_words_are_no_command(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alice = server_person("alice");
    irc_client_send(alice, "MODE #cards +H 10:1h");
    irc_client_send(alice, "PRIVMSG #cards :!play r5");
    assert_true(irc_client_never(alice, "* 4?? *"));
    server_enter("alice", server_keys(true, NULL));
    irc_client_send(alice, "PRIVMSG #cards :!draw");
    irc_loop_event("MESSAGE #cards @alice[[]-] !draw");
    for (unsigned i = 0; i < rig.count; i++)
        assert_null(strstr(rig.events[i], "!play"));
    irc_loop_finish();
    server_leave(alice);
}

/* Whom a hand does not reach: caller id, and a nick that is gone. */
static void a_hand_that_reaches_nobody_is_told(void **state)
{
    (void)state;
    server_need();
    struct irc_client *bob = server_meet("bob", server_keys(true, NULL));
    server_mode(bob, "bob", "+g");
    irc_loop_say("#cards", "bob", "first hand");
    irc_loop_event("FAILED - bob[[]-] *+g*");
    server_mode(bob, "bob", "-g");
    irc_loop_say("#cards", "bob", "second hand");
    irc_loop_hear(bob, ":talon!* PRIVMSG bob :second hand");
    irc_loop_say("#cards", "bob", "third hand");
    irc_loop_hear(bob, ":talon!* NOTICE bob :[[]#cards] third hand");
    irc_loop_finish();
    server_leave(bob);
}

/* A channel without colours gets the words; one that is moderated nothing, and we stay; a person
 * who hears accounts only is told of. */
static void channel_modes_change_how_we_speak(void **state)
{
    (void)state;
    server_need();
    struct irc_client *bob = server_meet("bob", server_keys(true, NULL));
    server_card("[R 1]");
    irc_loop_hear(bob, ":talon!* PRIVMSG #cards :\00301,04[[]R 1]*");
    server_mode(bob, "#cards", "+c");
    server_card("[R 2]");
    irc_loop_hear(bob, ":talon!* PRIVMSG #cards :[[]R 2]");

    server_mode(bob, "#cards", "+m");
    irc_loop_event("MUTED #cards *");
    server_card("[R 3]");
    irc_client_send(bob, "PRIVMSG talon :did you?");
    irc_loop_event("MESSAGE - bob* did you?");
    server_mode(bob, "#cards", "-m+T");
    irc_loop_event("ENTERED #cards *");
    server_card("[R 4]");
    irc_loop_hear(bob, ":talon!* PRIVMSG #cards :[[]R 4]");

    server_mode(bob, "bob", "+R");
    irc_loop_say("#cards", "bob", "a hand");
    irc_loop_event("FAILED - bob*");
    irc_loop_finish();
    server_leave(bob);
}

/* In plain text the server sends us to TLS; after that, and after a restart, nobody asks any more.
 */
static void plain_text_leads_to_tls(void **state)
{
    (void)state;
    server_need();
    char port[16];
    struct irc_client *client = server_person("witness");
    snprintf(port, sizeof(port), "%u", server.port);
    const char *keys[] = {"host",          "localhost", "port",   port,     "tls",
                          "off",           "channels",  "#cards", "tls_ca", server.ca,
                          "reconnect_min", "1",         NULL};
    for (unsigned again = 0; again < 2; again++) {
        (again == 0 ? irc_loop_init : irc_loop_again)(keys);
        irc_loop_event("ENTERED #cards *");
        irc_loop_event("JOIN #cards @witness*");
        irc_client_send(client, "WHOIS talon");
        assert_non_null(
            irc_client_expect(client, IRC_CLIENT_PATIENCE, "* 671 witness talon *")); /* secure */
        irc_loop_finish();
        assert_non_null(irc_loop_kept("sts-localhost"));
        keys[3] = "1"; /* where nobody listens */
    }
    server_leave(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replayed_words_are_no_command),
        cmocka_unit_test(a_hand_that_reaches_nobody_is_told),
        cmocka_unit_test(channel_modes_change_how_we_speak),
        cmocka_unit_test(plain_text_leads_to_tls),
        cmocka_unit_test(server_certificates),
    };
    return cmocka_run_group_tests(tests, services_start, services_stop);
}
