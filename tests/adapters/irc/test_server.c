/* The adapter against a real ngircd, or another server that its argument names. */
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "adapters/irc/irc.h"
#include "server.h"

static enum ircd_kind kind;

static int start_server(void **state)
{
    (void)state;
    if (!ircd_has(kind))
        return 0;
    return ircd_start(&server, &(struct ircd_options){.kind = kind}) ? 0 : -1;
}

static int stop_server(void **state)
{
    (void)state;
    ircd_stop(&server);
    return 0;
}

static void test_talk(bool tls)
{
    struct irc_client *alice = server_person("alice"); /* first there: operator */
    struct irc_client *bob = irc_client_login(server.tls_port, true, "bob");
    assert_non_null(bob);
    irc_loop_init(server_keys(tls, NULL));
    irc_loop_event("CONNECTED *");
    irc_loop_event("ENTERED #cards *");
    if (kind == IRCD_NGIRCD) /* NAMES tells no hosts there, WHO does */
        irc_loop_event("JOIN #cards @alice[[]-] -");
    irc_loop_event("JOIN #cards @alice[[]-] - from *alice@*");
    irc_loop_hear(alice, ":talon!* JOIN *#cards*");
    irc_client_send(bob, "JOIN #cards");
    irc_loop_event("JOIN #cards bob[[]-] - from *bob@*");

    irc_client_send(alice, "PRIVMSG #cards :!join \00304red\017 caf\xc3\xa9");
    irc_loop_event("MESSAGE #cards @alice[[]-] !join red caf\xc3\xa9");
    irc_client_send(bob, "PRIVMSG talon :a secret");
    irc_loop_event("MESSAGE - bob[[]-] a secret");
    irc_client_send(bob, "NOTICE #cards :not for bots");
    irc_loop_say("#cards", NULL, "hello all");
    irc_loop_hear(alice, ":talon!* PRIVMSG #cards :hello all");
    irc_loop_hear(bob, ":talon!* PRIVMSG #cards :hello all");

    /* the first whisper by PRIVMSG, later ones by NOTICE, and to nobody else */
    irc_loop_say("#cards", "bob", "your hand");
    irc_loop_hear(bob, ":talon!* PRIVMSG bob :your hand");
    irc_loop_say("#cards", "bob", "your hand again");
    irc_loop_hear(bob, ":talon!* NOTICE bob :[[]#cards] your hand again");
    assert_true(irc_client_never(alice, "*your hand*"));
    irc_loop_say(NULL, "nobody", "lost");
    irc_loop_event("FAILED - nobody[[]-] *no channel of mine*");

    irc_client_send(bob, "NICK bobby");
    irc_loop_event("RENAME - bobby[[]-] - was bob");
    irc_client_send(alice, "MODE #cards -o+o alice bobby");
    irc_loop_hear(bob, "* MODE #cards *bobby*"); /* before he speaks */
    irc_client_send(bob, "PRIVMSG #cards :mine");
    irc_loop_event("MESSAGE #cards @bobby[[]-] mine");
    irc_client_send(alice, "PRIVMSG #cards :yours");
    irc_loop_event("MESSAGE #cards alice[[]-] yours");

    irc_client_send(alice, "PART #cards :tea");
    irc_loop_event("LEAVE #cards alice[[]-] *");
    irc_client_send(bob, "QUIT :bye");
    irc_loop_event("GONE - bobby[[]-] *");
    irc_loop_finish();
    server_leave(alice);
    irc_client_close(bob);
}

static void people_talk_in_plain_text(void **state)
{
    (void)state;
    server_need();
    test_talk(false);
}

static void people_talk_over_tls(void **state)
{
    (void)state;
    server_need();
    test_talk(true);
}

/* A long text arrives whole, in lines that the server does not cut or refuse. */
static void a_long_text_arrives_whole(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alice = server_meet("alice", server_keys(true, NULL));
    char text[4000] = "";
    for (unsigned i = 0; i < 300; i++) {
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s\xc3\xa9t\xc3\xa9%u",
                 i ? " " : "", i);
    }
    irc_loop_say("#cards", NULL, text);
    char got[4000] = "";
    while (strlen(got) < strlen(text)) {
        const char *line = irc_loop_hear(alice, ":talon!* PRIVMSG #cards :*");
        assert_true(strlen(line) <= 510);
        snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s", *got != '\0' ? " " : "",
                 strstr(line, " :") + 2);
    }
    assert_string_equal(got, text);
    irc_loop_finish();
    server_leave(alice);
}

/* Refused nick: another one, and the wanted one again when it is free. */
static void a_taken_nick_is_regained(void **state)
{
    (void)state;
    server_need();
    struct irc_client *thief = server_meet("talon", server_keys(false, NULL));
    irc_loop_hear(thief, ":talon_!* JOIN *#cards*");
    struct irc_client *alice = server_person("alice");
    irc_loop_event("JOIN #cards alice*");
    irc_client_send(thief, "QUIT");
    irc_loop_event("GONE - *talon*");
    irc_loop_hear(alice, ":talon_!* NICK *talon");
    irc_loop_finish();
    server_leave(alice);
    irc_client_close(thief);
}

/* A kick: out, and back once. (The wait of ten seconds is the session test's; here an invitation.)
 */
static void after_a_kick_we_are_back_once(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alice = server_meet("alice", server_keys(false, NULL));
    irc_client_send(alice, "KICK #cards talon :not now");
    irc_loop_event("REMOVED #cards *not now");
    irc_loop_say("#cards", NULL, "nobody hears this");
    irc_client_send(alice, "INVITE talon #cards");
    irc_loop_event("ENTERED #cards *");
    assert_true(irc_client_never(alice, "*nobody hears*"));
    irc_loop_finish();
    server_leave(alice);
}

static void a_lost_connection_comes_back(void **state)
{
    (void)state;
    server_need();
    for (int rough = 0; rough < 2; rough++) {
        irc_loop_init(server_keys(rough, NULL));
        irc_loop_event("ENTERED #more *");
        ircd_pause(&server, rough);
        irc_loop_event("DISCONNECTED *");
        irc_loop_say("#cards", NULL, "dropped");
        assert_true(ircd_again(&server));
        irc_loop_event("CONNECTED *");
        irc_loop_event("ENTERED #more *");
        irc_loop_finish();
    }
}

/* The server asks every four seconds (PING), we every three; both stay connected. */
static void pings_keep_the_connection(void **state)
{
    (void)state;
    server_need();
    ircd_stop(&server);
    assert_true(ircd_start(&server, &(struct ircd_options){.kind = kind, .ping_seconds = 4}));
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    irc_loop_init(server_keys(false, RIG_KEYS("ping_seconds", "3")));
    irc_loop_event("ENTERED #cards *");
    irc_loop_hear(alice, "PING *"); /* answered by the client's own reading */
    irc_client_send(alice, "PRIVMSG talon :still there?");
    irc_loop_event("MESSAGE - alice* still there?");
    for (unsigned i = 0; i < rig.count; i++)
        assert_null(strstr(rig.events[i], "DISCONNECTED"));
    irc_loop_finish();
    server_leave(alice);
}

/* Channels with a key: with the right one we are in, with a wrong one it is said why not, and the
 * key is in no log. */
static void a_channels_key_is_used_and_hidden(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    irc_client_send(alice, "JOIN #open,#shut");
    irc_client_send(alice, "MODE #open +k sesame");
    irc_client_send(alice, "MODE #shut +k sesame");
    assert_non_null(irc_client_expect(alice, IRC_CLIENT_PATIENCE, "* MODE #shut *+k *"));
    irc_loop_listen("#shut] cannot join: ");
    irc_loop_init(server_keys(false, RIG_KEYS("channels", "#open:sesame #shut:tulip")));
    irc_loop_event("ENTERED #open *");
    irc_loop_until(irc_loop_warning);
    assert_null(strstr(irc_loop_warning, "tulip"));
    irc_loop_finish();
    irc_loop_listen(NULL);
    server_leave(alice);
}

/* Neither server has SASL: who must log in does not come, who would like to comes without. */
static void without_sasl_only_optional_logins_connect(void **state)
{
    (void)state;
    server_need();
    for (unsigned required = 0; required < 2; required++) {
        const char *const *keys = server_keys(
            true, RIG_KEYS("tls_client_cert", server.client_cert, "tls_client_key",
                           server.client_key, "sasl_required", required ? "on" : "off"));
        if (required) {
            irc_loop_refused(keys, "not logged in");
            continue;
        }
        irc_loop_init(keys);
        irc_loop_event("ENTERED #cards *");
        irc_loop_finish();
    }
}

/* What ircd-hybrid keeps out: whispers by caller id, colours by +c. */
static void what_hybrid_keeps_out_is_told(void **state)
{
    (void)state;
    server_need();
    if (kind != IRCD_HYBRID)
        return; /* test_irc_hybrid has it */
    struct irc_client *bob = server_person("bob");
    server_mode(bob, "#cards", "+c");
    server_mode(bob, "bob", "+g");
    server_enter("bob", server_keys(false, NULL));
    irc_loop_say("#cards", "bob", "first hand");
    irc_loop_event("FAILED - bob[[]-] *");
    server_mode(bob, "bob", "-g");
    irc_loop_say("#cards", "bob", "second hand");
    irc_loop_hear(bob, ":talon!* PRIVMSG bob :second hand");
    server_card("[R 1]");
    irc_loop_hear(bob, ":talon!* PRIVMSG #cards :[[]R 1]");
    irc_loop_finish();
    server_leave(bob);
}

static void say_alone(const char *nick, const char *text)
{
    struct message *message = message_create(NULL, nick, URGENCY_HAND);
    assert_non_null(message);
    message->company = COMPANY_ALONE;
    message_text(message, text);
    irc_adapter.send(rig.adapter, message);
}

/* A server with a slow pace, and much more to say in private talks than it lets through: what is
 * said in a channel is there within the time of a few lines. */
static void private_talks_wait_for_channels(void **state)
{
    (void)state;
    enum { TALKS = 5, LINES = 40 };
    server_need();
    struct irc_client *alone[TALKS];
    char nick[16];
    struct irc_client *alice =
        server_meet("alice", server_keys(false, RIG_KEYS("flood_burst", "5", "flood_rate", "60")));
    for (unsigned i = 0; i < TALKS; i++) {
        snprintf(nick, sizeof(nick), "alone%u", i);
        alone[i] = server_person(nick);
    }
    irc_loop_event("JOIN #cards alone4*");
    for (unsigned i = 0; i < TALKS * LINES; i++) {
        char text[200];
        snprintf(nick, sizeof(nick), "alone%u", i % TALKS);
        snprintf(text, sizeof(text), "line %u of a table in private, %0100u", i / TALKS, i);
        say_alone(nick, text);
    }
    irc_loop_hear(alone[0], ":talon!* PRIVMSG alone0 :line 0 *");
    for (unsigned i = 0; i < 3; i++) {
        irc_loop_say("#cards", NULL, "a move");
        irc_loop_hear(alice, ":talon!* PRIVMSG #cards :a move");
    }
    assert_true(irc_adapter.behind(rig.adapter, true) > 30000);
    assert_true(irc_adapter.behind(rig.adapter, false) < 10000);
    irc_loop_finish();
    server_leave(alice);
    for (unsigned i = 0; i < TALKS; i++)
        server_leave(alone[i]);
}

/* Who comes to a listener of our own and says so, in plain text. */
static int first_words(int listener, bool tls)
{
    char first[11] = "";
    int fd = irc_loop_accept(listener);
    while (recv(fd, first, 10, MSG_PEEK) < 10)
        irc_loop_turn();
    if (!tls)
        assert_string_equal(first, "CAP LS 302");
    return fd;
}

/* A listener on ::1; -1: this machine has no such address. */
static int listen_six(char port[16])
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    socklen_t size = sizeof(address);
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && (bind(fd, (struct sockaddr *)&address, size) != 0 || listen(fd, 4) != 0 ||
                    getsockname(fd, (struct sockaddr *)&address, &size) != 0)) {
        close(fd);
        return -1;
    }
    snprintf(port, 16, "%u", ntohs(address.sin6_port));
    return fd;
}

/* A server that has but an address of IPv6. */
static void ipv6_connects(void **state)
{
    (void)state;
    char port[16];
    int fd = listen_six(port);
    if (fd < 0) {
        print_message("no IPv6 here\n");
        skip();
        return;
    }
    irc_loop_init(RIG_KEYS("host", "::1", "port", port, "tls", "off"));
    int accepted = first_words(fd, false);
    irc_loop_finish();
    close(accepted);
    close(fd);
}

/* What was said before the end has reached the server, and that is known. */
static void the_end_says_that_all_was_told(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alice = server_meet("alice", server_keys(false, NULL));
    irc_loop_say("#cards", NULL, "a move");
    irc_loop_say("#cards", NULL, "the last move");
    irc_loop_stop();
    assert_true(rig.told);
    assert_true(irc_client_send(alice, "PING :end"));
    assert_non_null(irc_client_expect(alice, IRC_CLIENT_PATIENCE, "* PRIVMSG #cards :*last move"));
    irc_loop_finish();
    server_leave(alice);
}

/* Or lines still wait after the last second. */
static void the_end_says_that_some_was_not_told(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alice =
        server_meet("alice", server_keys(false, RIG_KEYS("flood_burst", "1", "flood_rate", "6")));
    for (unsigned i = 0; i < 20; i++) {
        char text[200];
        snprintf(text, sizeof(text), "move %u, %0150u", i, i);
        irc_loop_say("#cards", NULL, text);
    }
    irc_loop_stop();
    assert_false(rig.told);
    irc_loop_finish();
    server_leave(alice);
}

/* A server that takes the connection and never says a word: stopping takes less than two seconds
 * all the same (irc_loop_finish checks). */
static void a_mute_server_does_not_delay_the_end(void **state)
{
    (void)state;
    char port[16];
    int fd = irc_loop_listener(port);
    for (unsigned tls = 0; tls < 2; tls++) {
        irc_loop_init(RIG_KEYS("host", "127.0.0.1", "port", port, "tls", tls ? "on" : "off"));
        int accepted = first_words(fd, tls);
        irc_loop_stop();
        assert_false(rig.told);
        irc_loop_finish();
        assert_int_equal(close(accepted), 0);
    }
    assert_int_equal(close(fd), 0);
}

int main(int count, char **arguments)
{
    kind = ircd_kind_of(count, arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_talk_in_plain_text),
        cmocka_unit_test(people_talk_over_tls),
        cmocka_unit_test(a_long_text_arrives_whole),
        cmocka_unit_test(a_taken_nick_is_regained),
        cmocka_unit_test(after_a_kick_we_are_back_once),
        cmocka_unit_test(a_lost_connection_comes_back),
        cmocka_unit_test(server_certificates),
        cmocka_unit_test(without_sasl_only_optional_logins_connect),
        cmocka_unit_test(what_hybrid_keeps_out_is_told),
        cmocka_unit_test(a_mute_server_does_not_delay_the_end),
        cmocka_unit_test(a_channels_key_is_used_and_hidden),
        cmocka_unit_test(ipv6_connects),
        cmocka_unit_test(private_talks_wait_for_channels),
        cmocka_unit_test(the_end_says_that_all_was_told),
        cmocka_unit_test(the_end_says_that_some_was_not_told),
        cmocka_unit_test(pings_keep_the_connection), /* last: it restarts the server */
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
