/* The adapter against a real ngircd, or another server that its argument names. */
#define _GNU_SOURCE /* accept4 */
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
#include "rig.h"
#include "tests/real/ircd.h"

static struct ircd server;
static enum ircd_kind kind;

static int start_server(void **state)
{
    (void)state;
    if (!ircd_has(kind))
        return 0;
    return ircd_start(&server, &(struct ircd_options){.kind = kind, .ping_seconds = 2}) ? 0 : -1;
}

static int stop_server(void **state)
{
    (void)state;
    ircd_stop(&server);
    return 0;
}

static void need_server(void)
{
    if (server.pid == 0)
        skip();
}

/* How to reach the server, with more keys behind. */
static void connect_rig(struct rig *rig, bool tls, const char *const *more)
{
    static char port[16];
    snprintf(port, sizeof port, "%u", tls ? server.tls_port : server.port);
    const char *values[40] = {
        "host", "127.0.0.1",        "port",          port, "channels",   "#cards, #more",
        "tls",  tls ? "on" : "off", "reconnect_min", "1",  "flood_rate", "0"};
    unsigned count = 12;
    if (tls) {
        values[count++] = "tls_ca";
        values[count++] = server.ca;
    }
    for (; more && *more; more++)
        values[count++] = *more;
    rig_init(rig, values);
}

static void test_talk(bool tls)
{
    struct rig rig;
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    struct irc_client *bob = irc_client_login(server.tls_port, true, "bob");
    assert_non_null(alice);
    assert_non_null(bob);
    irc_client_send(alice, "JOIN #cards"); /* first there: operator */
    assert_non_null(irc_client_expect(alice, 5000, "* 366 *"));
    connect_rig(&rig, tls, NULL);
    rig_event(&rig, "CONNECTED *");
    rig_event(&rig, "ENTERED #cards *");
    if (kind == IRCD_NGIRCD) /* NAMES tells no hosts there, WHO does */
        rig_event(&rig, "JOIN #cards @alice[[]-] -");
    rig_event(&rig, "JOIN #cards @alice[[]-] - from *alice@*");
    rig_hear(&rig, alice, ":talon!* JOIN *#cards*");
    irc_client_send(bob, "JOIN #cards");
    rig_event(&rig, "JOIN #cards bob[[]-] - from *bob@*");

    irc_client_send(alice, "PRIVMSG #cards :!join \00304red\017 caf\xc3\xa9");
    rig_event(&rig, "MESSAGE #cards @alice[[]-] !join red caf\xc3\xa9");
    irc_client_send(bob, "PRIVMSG talon :a secret");
    rig_event(&rig, "MESSAGE - bob[[]-] a secret");
    irc_client_send(bob, "NOTICE #cards :not for bots");
    rig_say(&rig, "#cards", NULL, "hello all");
    rig_hear(&rig, alice, ":talon!* PRIVMSG #cards :hello all");
    rig_hear(&rig, bob, ":talon!* PRIVMSG #cards :hello all");

    /* the first whisper by PRIVMSG, later ones by NOTICE, and to nobody else */
    rig_say(&rig, "#cards", "bob", "your hand");
    rig_hear(&rig, bob, ":talon!* PRIVMSG bob :your hand");
    rig_say(&rig, "#cards", "bob", "your hand again");
    rig_hear(&rig, bob, ":talon!* NOTICE bob :your hand again");
    assert_true(irc_client_never(alice, "*your hand*"));
    rig_say(&rig, NULL, "nobody", "lost");
    rig_event(&rig, "FAILED - nobody[[]-] *no channel of mine*");

    irc_client_send(bob, "NICK bobby");
    rig_event(&rig, "RENAME - bobby[[]-] - was bob");
    irc_client_send(alice, "MODE #cards -o+o alice bobby");
    irc_client_send(bob, "PRIVMSG #cards :mine");
    rig_event(&rig, "MESSAGE #cards @bobby[[]-] mine");
    irc_client_send(alice, "PRIVMSG #cards :yours");
    rig_event(&rig, "MESSAGE #cards alice[[]-] yours");

    irc_client_send(alice, "PART #cards :tea");
    rig_event(&rig, "LEAVE #cards alice[[]-] *");
    irc_client_send(bob, "QUIT :bye");
    rig_event(&rig, "GONE - bobby[[]-] *");
    rig_finish(&rig);
    irc_client_close(alice);
    irc_client_close(bob);
}

static void test_talk_plain(void **state)
{
    (void)state;
    need_server();
    test_talk(false);
}

static void test_talk_tls(void **state)
{
    (void)state;
    need_server();
    test_talk(true);
}

/* A long text arrives whole, in lines that the server does not cut or refuse. */
static void test_split(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    assert_non_null(alice);
    irc_client_send(alice, "JOIN #cards");
    connect_rig(&rig, true, NULL);
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @alice*");
    char text[4000] = "";
    for (unsigned i = 0; i < 300; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s\xc3\xa9t\xc3\xa9%u",
                 i ? " " : "", i);
    rig_say(&rig, "#cards", NULL, text);
    char got[4000] = "";
    while (strlen(got) < strlen(text)) {
        const char *line = rig_hear(&rig, alice, ":talon!* PRIVMSG #cards :*");
        assert_true(strlen(line) <= 510);
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s", *got ? " " : "",
                 strstr(line, " :") + 2);
    }
    assert_string_equal(got, text);
    rig_finish(&rig);
    irc_client_close(alice);
}

/* Refused nick: another one, and the wanted one again when it is free. */
static void test_nick(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *thief = irc_client_login(server.port, false, "talon");
    assert_non_null(thief);
    irc_client_send(thief, "JOIN #cards");
    connect_rig(&rig, false, NULL);
    rig_event(&rig, "ENTERED #cards *");
    rig_hear(&rig, thief, ":talon_!* JOIN *#cards*");
    rig_event(&rig, "JOIN #cards @talon*");
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    irc_client_send(alice, "JOIN #cards");
    rig_event(&rig, "JOIN #cards alice*");
    irc_client_send(thief, "QUIT");
    rig_event(&rig, "GONE - *talon*");
    rig_hear(&rig, alice, ":talon_!* NICK *talon");
    rig_finish(&rig);
    irc_client_close(alice);
    irc_client_close(thief);
}

/* A kick: out, and back once. (The wait of ten seconds is the session test's; here an invitation.)
 */
static void test_kick(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    irc_client_send(alice, "JOIN #cards");
    connect_rig(&rig, false, NULL);
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @alice*");
    irc_client_send(alice, "KICK #cards talon :not now");
    rig_event(&rig, "REMOVED #cards *not now");
    rig_say(&rig, "#cards", NULL, "nobody hears this");
    irc_client_send(alice, "INVITE talon #cards");
    rig_event(&rig, "ENTERED #cards *");
    assert_true(irc_client_never(alice, "*nobody hears*"));
    rig_finish(&rig);
    irc_client_close(alice);
}

static void test_reconnect(void **state)
{
    (void)state;
    need_server();
    for (int rough = 0; rough < 2; rough++) {
        struct rig rig;
        connect_rig(&rig, rough, NULL);
        rig_event(&rig, "ENTERED #more *");
        ircd_pause(&server, rough);
        rig_event(&rig, "DISCONNECTED *");
        rig_say(&rig, "#cards", NULL, "dropped");
        assert_true(ircd_again(&server));
        rig_event(&rig, "CONNECTED *");
        rig_event(&rig, "ENTERED #more *");
        rig_finish(&rig);
    }
}

/* The server asks every two seconds (PING), we every second; both stay connected. */
static void test_ping(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    connect_rig(&rig, false, (const char *[]){"ping_seconds", "1", NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_hear(&rig, alice, "PING *"); /* answered by the client's own reading */
    irc_client_send(alice, "PRIVMSG talon :still there?");
    rig_event(&rig, "MESSAGE - alice* still there?");
    for (unsigned i = 0; i < rig.count; i++)
        assert_null(strstr(rig.events[i], "DISCONNECTED"));
    rig_finish(&rig);
    irc_client_close(alice);
}

static char logged[512];

static void keep_warning(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    if (level == LOG_WARN)
        snprintf(logged, sizeof logged, "%s", line);
}

/* Channels with a key: with the right one we are in, with a wrong one it is said why not, and the
 * key is in no log. */
static void test_key(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    irc_client_send(alice, "JOIN #open,#shut");
    irc_client_send(alice, "MODE #open +k sesame");
    irc_client_send(alice, "MODE #shut +k sesame");
    assert_non_null(irc_client_expect(alice, 5000, "* MODE #shut *+k *"));
    logged[0] = '\0';
    log_set_sink(keep_warning, NULL);
    connect_rig(&rig, false, (const char *[]){"channels", "#open:sesame #shut:tulip", NULL});
    rig_event(&rig, "ENTERED #open *");
    rig_until(&rig, logged);
    assert_non_null(strstr(logged, "cannot join #shut: "));
    assert_null(strstr(logged, "tulip"));
    rig_finish(&rig);
    log_set_sink(NULL, NULL);
    irc_client_close(alice);
}

/* A pinned certificate replaces CA and name; a wrong pin, a CA that did not sign, are refused. */
static void test_certificate(void **state)
{
    (void)state;
    need_server();
    static char port[16];
    snprintf(port, sizeof port, "%u", server.tls_port);
    struct rig rig;
    rig_init(&rig, (const char *[]){"host", "127.0.0.1", "port", port, "channels", "#cards",
                                    "tls_fingerprint", server.fingerprint, NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_finish(&rig);

    char wrong[TLS_FINGERPRINT];
    memcpy(wrong, server.fingerprint, sizeof wrong);
    wrong[0] = wrong[0] == '0' ? '1' : '0';
    const char *const refused[][9] = {
        {"host", "127.0.0.1", "port", port, "tls_fingerprint", wrong, NULL},
        {"host", "127.0.0.1", "port", port, NULL},
    };
    log_set_sink(keep_warning, NULL);
    for (unsigned i = 0; i < 2; i++) {
        logged[0] = '\0';
        rig_init(&rig, refused[i]);
        rig_until(&rig, logged);
        assert_non_null(strstr(logged, "cannot connect: SSL certificate problem"));
        assert_int_equal(rig.count, 0);
        rig_finish(&rig);
    }
    log_set_sink(NULL, NULL);
}

/* Neither server has SASL: who must log in does not come, who would like to comes without. */
static void test_no_sasl(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    const char *keys[] = {"tls_client_cert",
                          server.client_cert,
                          "tls_client_key",
                          server.client_key,
                          "sasl_required",
                          "off",
                          NULL};
    connect_rig(&rig, true, keys);
    rig_event(&rig, "ENTERED #cards *");
    rig_finish(&rig);
    keys[5] = "on";
    logged[0] = '\0';
    log_set_sink(keep_warning, NULL);
    connect_rig(&rig, true, keys);
    rig_until(&rig, logged);
    assert_non_null(strstr(logged, "not logged in"));
    assert_int_equal(rig.count, 0);
    rig_finish(&rig);
    log_set_sink(NULL, NULL);
}

/* What ircd-hybrid keeps out: whispers by caller id, colours by +c. */
static void test_kept_out(void **state)
{
    (void)state;
    need_server();
    if (kind != IRCD_HYBRID)
        skip();
    struct rig rig;
    struct irc_client *bob = irc_client_login(server.port, false, "bob");
    irc_client_send(bob, "JOIN #cards");
    irc_client_send(bob, "MODE #cards +c");
    irc_client_send(bob, "MODE bob +g");
    assert_non_null(irc_client_expect(bob, 5000, "* MODE bob *+g*"));
    connect_rig(&rig, false, NULL);
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @bob*");
    rig_say(&rig, "#cards", "bob", "first hand");
    rig_event(&rig, "FAILED - bob[[]-] *");
    irc_client_send(bob, "MODE bob -g");
    assert_non_null(irc_client_expect(bob, 5000, "* MODE bob *-g*"));
    rig_say(&rig, "#cards", "bob", "second hand");
    rig_hear(&rig, bob, ":talon!* PRIVMSG bob :second hand");
    struct message *message = message_create("#cards", NULL, URGENCY_TABLE);
    assert_non_null(message);
    message_add(message, STYLE_CARD, TINT_RED, "[R 1]", 5);
    irc_adapter.send(rig.adapter, message);
    rig_hear(&rig, bob, ":talon!* PRIVMSG #cards :[[]R 1]");
    rig_finish(&rig);
    irc_client_close(bob);
}

/* A server that has but an address of IPv6. */
static void test_six(void **state)
{
    (void)state;
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, size) != 0 || listen(fd, 4) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &size) != 0) {
        if (fd >= 0)
            close(fd);
        print_message("no IPv6 here\n");
        skip();
    }
    char port[16];
    struct rig rig;
    snprintf(port, sizeof port, "%u", ntohs(address.sin6_port));
    rig_init(&rig, (const char *[]){"host", "::1", "port", port, "tls", "off", NULL});
    int accepted = -1;
    while (accepted < 0) {
        rig_turn(&rig);
        accepted = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    }
    char first[11] = "";
    while (recv(accepted, first, 10, MSG_PEEK) < 10)
        rig_turn(&rig);
    assert_string_equal(first, "CAP LS 302");
    rig_finish(&rig);
    close(accepted);
    close(fd);
}

/* A server that takes the connection and never says a word: stopping takes less than two seconds
 * all the same (rig_finish checks). */
static void test_mute(void **state)
{
    (void)state;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(fd, 4), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    char port[16];
    snprintf(port, sizeof port, "%u", ntohs(address.sin_port));
    for (unsigned tls = 0; tls < 2; tls++) {
        struct rig rig;
        rig_init(&rig, (const char *[]){"host", "127.0.0.1", "port", port, "tls",
                                        tls ? "on" : "off", NULL});
        int accepted = -1;
        while (accepted < 0) { /* the listener is not blocking: the loop must run meanwhile */
            rig_turn(&rig);
            accepted = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        }
        char first[11] = "";
        while (recv(accepted, first, 10, MSG_PEEK) < 10)
            rig_turn(&rig);
        if (!tls)
            assert_string_equal(first, "CAP LS 302");
        rig_finish(&rig);
        assert_int_equal(close(accepted), 0);
    }
    assert_int_equal(close(fd), 0);
}

int main(int count, char **arguments)
{
    kind = ircd_kind_of(count, arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_talk_plain), cmocka_unit_test(test_talk_tls),
        cmocka_unit_test(test_split),      cmocka_unit_test(test_nick),
        cmocka_unit_test(test_kick),       cmocka_unit_test(test_reconnect),
        cmocka_unit_test(test_ping),       cmocka_unit_test(test_certificate),
        cmocka_unit_test(test_no_sasl),    cmocka_unit_test(test_kept_out),
        cmocka_unit_test(test_mute),       cmocka_unit_test(test_key),
        cmocka_unit_test(test_six),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
