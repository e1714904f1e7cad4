/* The adapter on a network with services: InspIRCd and Atheme, or Anope if the argument says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "server.h"

#define PASSWORD "correct-horse"

static struct ircd other; /* `other` as a test needs one */
static char folder[] = "/tmp/talon-network-XXXXXX";
static char secret[64], wrong[64];
static bool anope;

static bool write_file(char *path, size_t size, const char *name, const char *text)
{
    snprintf(path, size, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0 && chmod(path, 0600) == 0;
}

/* The account "talon", with the client's certificate. */
static bool make_account(const struct ircd *ircd)
{
    const struct irc_client_files files = {ircd->client_cert, ircd->client_key};
    struct irc_client *owner = irc_client_certified(ircd->tls_port, &files, "talon");
    bool good = irc_client_welcomed(owner) &&
                irc_client_send(owner, "PRIVMSG NickServ@services.test :REGISTER " PASSWORD
                                       " talon@mail.test") &&
                irc_client_expect(owner, IRC_CLIENT_PATIENCE, "* NOTICE talon :*registered*") &&
                irc_client_send(owner, "PRIVMSG NickServ@services.test :CERT ADD %s",
                                ircd->client_fingerprint) &&
                irc_client_expect(owner, IRC_CLIENT_PATIENCE, "* NOTICE talon :*[Aa]dded *");
    irc_client_close(owner);
    return good;
}

static int start(void **state)
{
    (void)state;
    if (!(anope ? ircd_has_anope() : ircd_has(IRCD_INSPIRCD)))
        return 0;
    const struct ircd_options options = {
        .kind = IRCD_INSPIRCD, .services = true, .anope = anope, .sts = 60};
    return mkdtemp(folder) && write_file(secret, sizeof secret, "secret", PASSWORD "\n") &&
                   write_file(wrong, sizeof wrong, "wrong", "incorrect\n") &&
                   ircd_start(&server, &options) && make_account(&server)
               ? 0
               : -1;
}

static int stop(void **state)
{
    (void)state;
    ircd_stop(&other);
    ircd_stop(&server);
    unlink(secret);
    unlink(wrong);
    rmdir(folder);
    return 0;
}

static void expect_account(struct irc_client *client, const char *account)
{
    char pattern[100];
    irc_client_send(client, "WHO #cards %%na");
    snprintf(pattern, sizeof pattern, "* 354 witness talon* :%s", account);
    assert_non_null(irc_client_expect(client, IRC_CLIENT_PATIENCE, pattern));
    assert_non_null(irc_client_expect(client, IRC_CLIENT_PATIENCE, "* 315 *"));
}

/* -- login -- */

static void login(const char *const *keys, const char *account)
{
    struct irc_client *client = server_meet("witness", server_keys(true, keys));
    expect_account(client, account);
    rig_finish();
    server_leave(client);
}

static void test_plain(void **state)
{
    (void)state;
    server_need();
    login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", secret, "sasl_required", "on"),
          "talon");
    login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", secret, "sasl_mechanism", "PLAIN"),
          "talon");
}

static void test_wrong_password(void **state)
{
    (void)state;
    server_need();
    login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", wrong), "0");
}

static void test_external(void **state)
{
    (void)state;
    server_need();
    login(RIG_KEYS("tls_client_cert", server.client_cert, "tls_client_key", server.client_key,
                   "sasl_required", "on"),
          "talon");
    login(RIG_KEYS("tls_client_cert", server.client_cert, "tls_client_key", server.client_key,
                   "sasl_mechanism", "external", "sasl_user", "talon"),
          "talon");
}

/* Atheme has no SCRAM: its refusal is heard, and nothing weaker is tried when it is named. */
static void test_scram(void **state)
{
    (void)state;
    server_need();
    login(RIG_KEYS("sasl_user", "talon", "sasl_password_file", secret, "sasl_mechanism",
                   "SCRAM-SHA-256"),
          "0");
}

static void test_required(void **state)
{
    (void)state;
    server_need();
    rig_refused(server_keys(true, RIG_KEYS("sasl_user", "talon", "sasl_password_file", wrong,
                                           "sasl_required", "on")),
                "not logged in");
}

/* Services without SASL: the password goes to their own server, by TLS, and to nobody else. */
static void test_nickserv(void **state)
{
    (void)state;
    server_need();
    assert_true(ircd_start(
        &other, &(struct ircd_options){
                    .kind = IRCD_INSPIRCD, .services = true, .anope = anope, .no_sasl = true}));
    assert_true(make_account(&other));
    char port[16];
    snprintf(port, sizeof port, "%u", other.tls_port);
    struct irc_client *client = irc_client_login(other.port, false, "witness");
    irc_client_send(client, "CAP REQ :account-notify");
    irc_client_send(client, "JOIN #cards");
    rig_init(RIG_KEYS("host", "127.0.0.1", "port", port, "tls_ca", other.ca, "channels", "#cards",
                      "sasl_user", "talon", "sasl_password_file", secret, "nickserv",
                      "NickServ@services.test"));
    rig_event("ENTERED #cards *");
    rig_event("JOIN #cards @witness*");
    irc_client_send(client, "WHOIS talon");
    const char *line = rig_hear(client, "* 3[13][08] witness talon *"); /* 330, or 318: the end */
    if (!strstr(line, " 330 ")) { /* the services take their time; to ask on and on is a flood */
        rig_hear(client, ":talon!* ACCOUNT *talon");
        irc_client_send(client, "WHOIS talon");
        line = rig_hear(client, "* 330 witness talon *");
    }
    assert_non_null(strstr(line, " talon talon "));
    rig_finish();
    server_leave(client);
    ircd_stop(&other);
}

/* -- what the network tells -- */

/* Accounts of those who were there, of those who come, of each word; a netsplit's kin is in the
 * session's tests. */
static void test_accounts(void **state)
{
    (void)state;
    server_need();
    struct irc_client *early = server_person("early");
    irc_client_send(early, "PRIVMSG NickServ@services.test :IDENTIFY talon " PASSWORD);
    assert_non_null(irc_client_expect(early, IRC_CLIENT_PATIENCE, "* 900 *"));
    rig_init(server_keys(true, RIG_KEYS("nick", "dealer")));
    rig_event("ENTERED #cards *");
    rig_event("JOIN #cards @early[[]-] - from *");
    rig_event("IDENTITY - early[[]talon] *"); /* WHOX */
    irc_client_send(early, "PRIVMSG #cards :hello");
    rig_event("MESSAGE #cards @early[[]talon] hello");
    irc_client_send(early, "PRIVMSG NickServ@services.test :LOGOUT");
    rig_event("IDENTITY - early[[]-] *");
    irc_client_send(early, "MODE dealer");
    irc_client_send(early, "WHOIS dealer");
    assert_non_null(
        irc_client_expect(early, IRC_CLIENT_PATIENCE, "* 335 early dealer *")); /* a bot */
    rig_finish();
    server_leave(early);
}

/* A nick that is grouped with an account is that account: it logs in by it, and who is logged in as
 * it is its owner. */
static void test_group(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alias = server_person("other");
    irc_client_send(alias, "PRIVMSG NickServ@services.test :GROUP talon " PASSWORD);
    assert_non_null(irc_client_expect(alias, IRC_CLIENT_PATIENCE, "* NOTICE other :*group*"));
    rig_init(server_keys(true, RIG_KEYS("nick", "dealer")));
    rig_event("ENTERED #cards *");
    rig_event("IDENTITY - other[[]talon] *");
    irc_client_send(alias, "PRIVMSG #cards :hello");
    rig_event("MESSAGE #cards @other[[]talon] hello");
    rig_finish();
    server_leave(alias);
    login(RIG_KEYS("sasl_user", "other", "sasl_password_file", secret, "sasl_required", "on"),
          "talon");
}

/* What a channel replays to who comes is no command. */
static void test_history(void **state)
{
    (void)state;
    server_need();
    struct irc_client *alice = server_person("alice");
    irc_client_send(alice, "MODE #cards +H 10:1h");
    irc_client_send(alice, "PRIVMSG #cards :!play r5");
    assert_true(irc_client_never(alice, "* 4?? *"));
    server_enter("alice", server_keys(true, NULL));
    irc_client_send(alice, "PRIVMSG #cards :!draw");
    rig_event("MESSAGE #cards @alice[[]-] !draw");
    for (unsigned i = 0; i < rig.count; i++)
        assert_null(strstr(rig.events[i], "!play"));
    rig_finish();
    server_leave(alice);
}

/* A server of the network is lost: who was there is away, not gone for good. */
static void test_netsplit(void **state)
{
    (void)state;
    server_need();
    assert_true(ircd_start(&other, &(struct ircd_options){.kind = IRCD_INSPIRCD, .hub = &server}));
    struct irc_client *near = server_person("witness");
    struct irc_client *far = irc_client_login(other.port, false, "faraway");
    assert_non_null(far);
    server_enter("witness", server_keys(true, NULL));
    irc_client_send(far, "JOIN #cards");
    rig_event("JOIN #cards *faraway*");
    ircd_pause(&other, true);
    rig_event("GONE - faraway* netsplit");
    irc_client_close(far);
    assert_true(ircd_again(&other));
    far = irc_client_login(other.port, false, "faraway");
    irc_client_send(far, "JOIN #cards");
    rig_event("JOIN #cards *faraway*");
    irc_client_send(far, "QUIT :see you");
    assert_null(strstr(rig_event("GONE - faraway[[]-] *see you*"), "netsplit"));
    rig_finish();
    server_leave(near);
    irc_client_close(far);
    ircd_stop(&other);
}

/* Whom a hand does not reach: caller id, and a nick that is gone. */
static void test_refusals(void **state)
{
    (void)state;
    server_need();
    struct irc_client *bob = server_meet("bob", server_keys(true, NULL));
    server_mode(bob, "bob", "+g");
    rig_say("#cards", "bob", "first hand");
    rig_event("FAILED - bob[[]-] *+g*");
    server_mode(bob, "bob", "-g");
    rig_say("#cards", "bob", "second hand");
    rig_hear(bob, ":talon!* PRIVMSG bob :second hand");
    rig_say("#cards", "bob", "third hand");
    rig_hear(bob, ":talon!* NOTICE bob :[[]#cards] third hand");
    rig_finish();
    server_leave(bob);
}

/* A channel without colours gets the words; one that is moderated nothing, and we stay; a person
 * who hears accounts only is told of. */
static void test_modes(void **state)
{
    (void)state;
    server_need();
    struct irc_client *bob = server_meet("bob", server_keys(true, NULL));
    server_card("[R 1]");
    rig_hear(bob, ":talon!* PRIVMSG #cards :\00301,04[[]R 1]*");
    server_mode(bob, "#cards", "+c");
    server_card("[R 2]");
    rig_hear(bob, ":talon!* PRIVMSG #cards :[[]R 2]");

    server_mode(bob, "#cards", "+m");
    rig_event("MUTED #cards *");
    server_card("[R 3]");
    irc_client_send(bob, "PRIVMSG talon :did you?");
    rig_event("MESSAGE - bob* did you?");
    server_mode(bob, "#cards", "-m+T");
    rig_event("ENTERED #cards *");
    server_card("[R 4]");
    rig_hear(bob, ":talon!* PRIVMSG #cards :[[]R 4]");

    server_mode(bob, "bob", "+R");
    rig_say("#cards", "bob", "a hand");
    rig_event("FAILED - bob*");
    rig_finish();
    server_leave(bob);
}

static void say_forty(void)
{
    char text[400];
    for (unsigned i = 0; i < 40; i++) {
        memset(text, 'x', sizeof text - 1);
        text[sizeof text - 1] = '\0';
        text[snprintf(text, sizeof text, "<%02u>", i)] = ' ';
        rig_say("#cards", NULL, text);
    }
}

/* Forty long lines at once, on a server with the limits that it is shipped with: who does not wait
 * is thrown out, and we are not. */
static void test_burst(void **state)
{
    (void)state;
    server_need();
    assert_true(ircd_start(&other, &(struct ircd_options){.kind = IRCD_INSPIRCD, .limits = true}));
    char port[16];
    snprintf(port, sizeof port, "%u", other.port);
    const char *keys[] = {"host",     "127.0.0.1", "port",       port, "tls", "off",
                          "channels", "#cards",    "flood_rate", "0",  NULL};
    rig_init(keys);
    rig_event("ENTERED #cards *");
    say_forty();
    rig_event("DISCONNECTED *");
    rig_finish();

    struct irc_client *client = irc_client_login(other.port, false, "witness");
    irc_client_send(client, "JOIN #cards");
    keys[8] = NULL;
    rig_init(keys);
    rig_event("ENTERED #cards *");
    rig_event("JOIN #cards @witness*");
    say_forty();
    for (unsigned next = 0; next < 5; next++) {
        const char *line = rig_hear(client, ":talon!* PRIVMSG #cards :<*");
        assert_int_equal(strtoul(strchr(line, '<') + 1, NULL, 10), next);
    }
    assert_int_equal(rig.next, rig.count); /* neither gone nor come again */
    rig_finish();
    server_leave(client);
    ircd_stop(&other);
}

/* -- TLS -- */

/* In plain text the server sends us to TLS; after that, and after a restart, nobody asks any more.
 */
static void test_sts(void **state)
{
    (void)state;
    server_need();
    char port[16];
    char memory[64];
    struct stat status;
    struct irc_client *client = server_person("witness");
    snprintf(memory, sizeof memory, "%s/sts-localhost", folder);
    snprintf(port, sizeof port, "%u", server.port);
    const char *keys[] = {"host",      "localhost", "port",          port,     "tls",
                          "off",       "channels",  "#cards",        "tls_ca", server.ca,
                          "state_dir", folder,      "reconnect_min", "1",      NULL};
    for (unsigned again = 0; again < 2; again++) {
        rig_init(keys);
        rig_event("ENTERED #cards *");
        rig_event("JOIN #cards @witness*");
        irc_client_send(client, "WHOIS talon");
        assert_non_null(
            irc_client_expect(client, IRC_CLIENT_PATIENCE, "* 671 witness talon *")); /* secure */
        rig_finish();
        assert_int_equal(stat(memory, &status), 0);
        keys[3] = "1"; /* where nobody listens */
    }
    assert_int_equal(unlink(memory), 0);
    server_leave(client);
}

int main(int count, char **arguments)
{
    (void)arguments;
    const struct CMUnitTest accounts[] = {
        cmocka_unit_test(test_plain),    cmocka_unit_test(test_wrong_password),
        cmocka_unit_test(test_external), cmocka_unit_test(test_scram),
        cmocka_unit_test(test_required), cmocka_unit_test(test_nickserv),
        cmocka_unit_test(test_accounts), cmocka_unit_test(test_group),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),    cmocka_unit_test(test_wrong_password),
        cmocka_unit_test(test_external), cmocka_unit_test(test_scram),
        cmocka_unit_test(test_required), cmocka_unit_test(test_nickserv),
        cmocka_unit_test(test_netsplit), cmocka_unit_test(test_accounts),
        cmocka_unit_test(test_history),  cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_burst),    cmocka_unit_test(test_modes),
        cmocka_unit_test(test_sts),      cmocka_unit_test(server_certificates),
    };
    anope = count > 1;
    return anope ? cmocka_run_group_tests(accounts, start, stop)
                 : cmocka_run_group_tests(tests, start, stop);
}
