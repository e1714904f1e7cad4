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

#include "adapters/irc/irc.h"
#include "rig.h"
#include "tests/real/ircd.h"

#define PASSWORD "correct-horse"

static struct ircd server, other; /* `other` as a test needs one */
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
                irc_client_expect(owner, 10000, "* NOTICE talon :*registered*") &&
                irc_client_send(owner, "PRIVMSG NickServ@services.test :CERT ADD %s",
                                ircd->client_fingerprint) &&
                irc_client_expect(owner, 10000, "* NOTICE talon :*[Aa]dded *");
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

static void need_server(void)
{
    if (server.pid == 0)
        skip();
}

/* Leaves before the next test comes by that name. */
static void leave(struct irc_client *client)
{
    irc_client_send(client, "QUIT");
    assert_non_null(irc_client_expect(client, 5000, "ERROR *"));
    irc_client_close(client);
}

/* Connects by TLS to #cards, with more keys. */
static void connect_rig(struct rig *rig, const char *const *more)
{
    static char port[16];
    snprintf(port, sizeof port, "%u", server.tls_port);
    const char *values[40] = {"host",   "127.0.0.1", "port",       port, "channels",      "#cards",
                              "tls_ca", server.ca,   "flood_rate", "0",  "reconnect_min", "1"};
    unsigned count = 12;
    for (; *more; more++)
        values[count++] = *more;
    rig_init(rig, values);
}

/* Somebody in #cards, who can tell who has which account. */
static struct irc_client *witness(void)
{
    struct irc_client *client = irc_client_login(server.port, false, "witness");
    assert_non_null(client);
    irc_client_send(client, "JOIN #cards");
    assert_non_null(irc_client_expect(client, 5000, "* 366 *"));
    return client;
}

static void expect_account(struct irc_client *client, const char *account)
{
    char pattern[100];
    irc_client_send(client, "WHO #cards %%na");
    snprintf(pattern, sizeof pattern, "* 354 witness talon* :%s", account);
    assert_non_null(irc_client_expect(client, 5000, pattern));
    assert_non_null(irc_client_expect(client, 5000, "* 315 *"));
}

/* -- login -- */

static void login(const char *const *keys, const char *account)
{
    struct rig rig;
    struct irc_client *client = witness();
    connect_rig(&rig, keys);
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @witness*");
    expect_account(client, account);
    rig_finish(&rig);
    leave(client);
}

static void test_plain(void **state)
{
    (void)state;
    need_server();
    login((const char *[]){"sasl_user", "talon", "sasl_password_file", secret, "sasl_required",
                           "on", NULL},
          "talon");
    login((const char *[]){"sasl_user", "talon", "sasl_password_file", secret, "sasl_mechanism",
                           "PLAIN", NULL},
          "talon");
}

static void test_wrong_password(void **state)
{
    (void)state;
    need_server();
    login((const char *[]){"sasl_user", "talon", "sasl_password_file", wrong, NULL}, "0");
}

static void test_external(void **state)
{
    (void)state;
    need_server();
    login((const char *[]){"tls_client_cert", server.client_cert, "tls_client_key",
                           server.client_key, "sasl_required", "on", NULL},
          "talon");
    login((const char *[]){"tls_client_cert", server.client_cert, "tls_client_key",
                           server.client_key, "sasl_mechanism", "external", "sasl_user", "talon",
                           NULL},
          "talon");
}

/* Atheme has no SCRAM: its refusal is heard, and nothing weaker is tried when it is named. */
static void test_scram(void **state)
{
    (void)state;
    need_server();
    login((const char *[]){"sasl_user", "talon", "sasl_password_file", secret, "sasl_mechanism",
                           "SCRAM-SHA-256", NULL},
          "0");
}

static char logged[512];

static void keep_warning(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    if (level == LOG_WARN && strstr(line, "again in"))
        snprintf(logged, sizeof logged, "%s", line);
}

static void test_required(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    logged[0] = '\0';
    log_set_sink(keep_warning, NULL);
    connect_rig(&rig, (const char *[]){"sasl_user", "talon", "sasl_password_file", wrong,
                                       "sasl_required", "on", NULL});
    rig_until(&rig, logged);
    assert_non_null(strstr(logged, "not logged in"));
    assert_int_equal(rig.count, 0);
    rig_finish(&rig);
    log_set_sink(NULL, NULL);
}

/* Services without SASL: the password goes to their own server, by TLS, and to nobody else. */
static void test_nickserv(void **state)
{
    (void)state;
    need_server();
    assert_true(ircd_start(
        &other, &(struct ircd_options){
                    .kind = IRCD_INSPIRCD, .services = true, .anope = anope, .no_sasl = true}));
    assert_true(make_account(&other));
    char port[16];
    snprintf(port, sizeof port, "%u", other.tls_port);
    struct rig rig;
    struct irc_client *client = irc_client_login(other.port, false, "witness");
    irc_client_send(client, "JOIN #cards");
    rig_init(&rig,
             (const char *[]){"host", "127.0.0.1", "port", port, "tls_ca", other.ca, "channels",
                              "#cards", "sasl_user", "talon", "sasl_password_file", secret,
                              "nickserv", "NickServ@services.test", NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @witness*");
    const char *line = NULL;
    while (!line || !strstr(line, " 330 ")) { /* the services take their time */
        irc_client_send(client, "WHOIS talon");
        line = rig_hear(&rig, client, "* 3[13][08] witness talon *"); /* 330, or 318: the end */
    }
    assert_non_null(strstr(line, " talon talon "));
    rig_finish(&rig);
    leave(client);
    ircd_stop(&other);
}

/* -- what the network tells -- */

/* Accounts of those who were there, of those who come, of each word; a netsplit's kin is in the
 * session's tests. */
static void test_accounts(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *early = irc_client_login(server.port, false, "early");
    irc_client_send(early, "JOIN #cards");
    irc_client_send(early, "PRIVMSG NickServ@services.test :IDENTIFY talon " PASSWORD);
    assert_non_null(irc_client_expect(early, 10000, "* 900 *"));
    connect_rig(&rig, (const char *[]){"nick", "dealer", NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @early[[]-] - from *");
    rig_event(&rig, "IDENTITY - early[[]talon] *"); /* WHOX */
    irc_client_send(early, "PRIVMSG #cards :hello");
    rig_event(&rig, "MESSAGE #cards @early[[]talon] hello");
    irc_client_send(early, "PRIVMSG NickServ@services.test :LOGOUT");
    rig_event(&rig, "IDENTITY - early[[]-] *");
    irc_client_send(early, "MODE dealer");
    irc_client_send(early, "WHOIS dealer");
    assert_non_null(irc_client_expect(early, 5000, "* 335 early dealer *")); /* a bot */
    rig_finish(&rig);
    leave(early);
}

/* A nick that is grouped with an account is that account: it logs in by it, and who is logged in as
 * it is its owner. */
static void test_group(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *alias = irc_client_login(server.port, false, "other");
    irc_client_send(alias, "PRIVMSG NickServ@services.test :GROUP talon " PASSWORD);
    assert_non_null(irc_client_expect(alias, 10000, "* NOTICE other :*group*"));
    irc_client_send(alias, "JOIN #cards");
    connect_rig(&rig, (const char *[]){"nick", "dealer", NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "IDENTITY - other[[]talon] *");
    irc_client_send(alias, "PRIVMSG #cards :hello");
    rig_event(&rig, "MESSAGE #cards @other[[]talon] hello");
    rig_finish(&rig);
    leave(alias);
    login((const char *[]){"sasl_user", "other", "sasl_password_file", secret, "sasl_required",
                           "on", NULL},
          "talon");
}

/* What a channel replays to who comes is no command. */
static void test_history(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *alice = irc_client_login(server.port, false, "alice");
    irc_client_send(alice, "JOIN #cards");
    irc_client_send(alice, "MODE #cards +H 10:1h");
    irc_client_send(alice, "PRIVMSG #cards :!play r5");
    assert_true(irc_client_never(alice, "* 4?? *"));
    connect_rig(&rig, (const char *[]){NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @alice*");
    irc_client_send(alice, "PRIVMSG #cards :!draw");
    rig_event(&rig, "MESSAGE #cards @alice[[]-] !draw");
    for (unsigned i = 0; i < rig.count; i++)
        assert_null(strstr(rig.events[i], "!play"));
    rig_finish(&rig);
    leave(alice);
}

/* A server of the network is lost: who was there is away, not gone for good. */
static void test_netsplit(void **state)
{
    (void)state;
    need_server();
    assert_true(ircd_start(&other, &(struct ircd_options){.kind = IRCD_INSPIRCD, .hub = &server}));
    struct rig rig;
    struct irc_client *near = witness();
    struct irc_client *far = irc_client_login(other.port, false, "faraway");
    assert_non_null(far);
    connect_rig(&rig, (const char *[]){NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @witness*");
    irc_client_send(far, "JOIN #cards");
    rig_event(&rig, "JOIN #cards *faraway*");
    ircd_pause(&other, true);
    rig_event(&rig, "GONE - faraway* netsplit");
    irc_client_close(far);
    assert_true(ircd_again(&other));
    far = irc_client_login(other.port, false, "faraway");
    irc_client_send(far, "JOIN #cards");
    rig_event(&rig, "JOIN #cards *faraway*");
    irc_client_send(far, "QUIT :see you");
    assert_null(strstr(rig_event(&rig, "GONE - faraway[[]-] *see you*"), "netsplit"));
    rig_finish(&rig);
    leave(near);
    irc_client_close(far);
    ircd_stop(&other);
}

/* Whom a hand does not reach: caller id, and a nick that is gone. */
static void test_refusals(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *bob = irc_client_login(server.port, false, "bob");
    irc_client_send(bob, "JOIN #cards");
    connect_rig(&rig, (const char *[]){NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @bob*");
    irc_client_send(bob, "MODE bob +g");
    assert_non_null(irc_client_expect(bob, 5000, "* MODE bob *+g*"));
    rig_say(&rig, "#cards", "bob", "first hand");
    rig_event(&rig, "FAILED - bob[[]-] *+g*");
    irc_client_send(bob, "MODE bob -g");
    assert_non_null(irc_client_expect(bob, 5000, "* MODE bob *-g*"));
    rig_say(&rig, "#cards", "bob", "second hand");
    rig_hear(&rig, bob, ":talon!* PRIVMSG bob :second hand");
    rig_say(&rig, "#cards", "bob", "third hand");
    rig_hear(&rig, bob, ":talon!* NOTICE bob :third hand");
    rig_finish(&rig);
    leave(bob);
}

static void say_card(struct rig *rig, const char *text)
{
    struct message *message = message_create("#cards", NULL, URGENCY_TABLE);
    assert_non_null(message);
    message_add(message, STYLE_CARD, TINT_RED, text, strlen(text));
    irc_adapter.send(rig->adapter, message);
}

/* A channel without colours gets the words; one that is moderated nothing, and we stay; a person
 * who hears accounts only is told of. */
static void test_modes(void **state)
{
    (void)state;
    need_server();
    struct rig rig;
    struct irc_client *bob = irc_client_login(server.port, false, "bob");
    irc_client_send(bob, "JOIN #cards");
    connect_rig(&rig, (const char *[]){NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @bob*");
    say_card(&rig, "[R 1]");
    rig_hear(&rig, bob, ":talon!* PRIVMSG #cards :\00301,04[[]R 1]*");
    irc_client_send(bob, "MODE #cards +c");
    assert_non_null(irc_client_expect(bob, 5000, "* MODE #cards *+c"));
    say_card(&rig, "[R 2]");
    rig_hear(&rig, bob, ":talon!* PRIVMSG #cards :[[]R 2]");

    irc_client_send(bob, "MODE #cards +m");
    assert_non_null(irc_client_expect(bob, 5000, "* MODE #cards *+m"));
    rig_event(&rig, "MUTED #cards *");
    say_card(&rig, "[R 3]");
    irc_client_send(bob, "PRIVMSG talon :did you?");
    rig_event(&rig, "MESSAGE - bob* did you?");
    irc_client_send(bob, "MODE #cards -m+T");
    assert_non_null(irc_client_expect(bob, 5000, "* MODE #cards *-m+T"));
    rig_event(&rig, "ENTERED #cards *");
    say_card(&rig, "[R 4]");
    rig_hear(&rig, bob, ":talon!* PRIVMSG #cards :[[]R 4]");

    irc_client_send(bob, "MODE bob +R");
    assert_non_null(irc_client_expect(bob, 5000, "* MODE bob *+R*"));
    rig_say(&rig, "#cards", "bob", "a hand");
    rig_event(&rig, "FAILED - bob*");
    rig_finish(&rig);
    leave(bob);
}

static void say_forty(struct rig *rig)
{
    char text[400];
    for (unsigned i = 0; i < 40; i++) {
        memset(text, 'x', sizeof text - 1);
        text[sizeof text - 1] = '\0';
        text[snprintf(text, sizeof text, "<%02u>", i)] = ' ';
        rig_say(rig, "#cards", NULL, text);
    }
}

/* Forty long lines at once, on a server with the limits that it is shipped with: who does not wait
 * is thrown out, and we are not. */
static void test_burst(void **state)
{
    (void)state;
    need_server();
    assert_true(ircd_start(&other, &(struct ircd_options){.kind = IRCD_INSPIRCD, .limits = true}));
    char port[16];
    snprintf(port, sizeof port, "%u", other.port);
    const char *keys[] = {"host",     "127.0.0.1", "port",       port, "tls", "off",
                          "channels", "#cards",    "flood_rate", "0",  NULL};
    struct rig rig;
    rig_init(&rig, keys);
    rig_event(&rig, "ENTERED #cards *");
    say_forty(&rig);
    rig_event(&rig, "DISCONNECTED *");
    rig_finish(&rig);

    struct irc_client *client = irc_client_login(other.port, false, "witness");
    irc_client_send(client, "JOIN #cards");
    keys[8] = NULL;
    rig_init(&rig, keys);
    rig_event(&rig, "ENTERED #cards *");
    rig_event(&rig, "JOIN #cards @witness*");
    say_forty(&rig);
    for (unsigned next = 0; next < 5; next++) {
        const char *line = rig_hear(&rig, client, ":talon!* PRIVMSG #cards :<*");
        assert_int_equal(strtoul(strchr(line, '<') + 1, NULL, 10), next);
    }
    assert_int_equal(rig.next, rig.count); /* neither gone nor come again */
    rig_finish(&rig);
    leave(client);
    ircd_stop(&other);
}

/* -- TLS -- */

/* In plain text the server sends us to TLS; after that, and after a restart, nobody asks any more.
 */
static void test_sts(void **state)
{
    (void)state;
    need_server();
    char port[16];
    char memory[64];
    struct stat status;
    struct irc_client *client = witness();
    snprintf(memory, sizeof memory, "%s/sts-localhost", folder);
    snprintf(port, sizeof port, "%u", server.port);
    const char *keys[] = {"host",      "localhost", "port",          port,     "tls",
                          "off",       "channels",  "#cards",        "tls_ca", server.ca,
                          "state_dir", folder,      "reconnect_min", "1",      NULL};
    for (unsigned again = 0; again < 2; again++) {
        struct rig rig;
        rig_init(&rig, keys);
        rig_event(&rig, "ENTERED #cards *");
        rig_event(&rig, "JOIN #cards @witness*");
        irc_client_send(client, "WHOIS talon");
        assert_non_null(irc_client_expect(client, 5000, "* 671 witness talon *")); /* secure */
        rig_finish(&rig);
        assert_int_equal(stat(memory, &status), 0);
        keys[3] = "1"; /* where nobody listens */
    }
    assert_int_equal(unlink(memory), 0);
    leave(client);
}

/* The CA, or the pin, or nothing. */
static void test_certificates(void **state)
{
    (void)state;
    need_server();
    char port[16];
    snprintf(port, sizeof port, "%u", server.tls_port);
    struct rig rig;
    rig_init(&rig, (const char *[]){"host", "127.0.0.1", "port", port, "channels", "#cards",
                                    "tls_fingerprint", server.fingerprint, NULL});
    rig_event(&rig, "ENTERED #cards *");
    rig_finish(&rig);
    const char *const refused[][7] = {
        {"host", "127.0.0.1", "port", port, NULL},
        {"host", "127.0.0.1", "port", port, "tls_fingerprint", server.client_fingerprint, NULL},
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
        cmocka_unit_test(test_sts),      cmocka_unit_test(test_certificates),
    };
    anope = count > 1;
    return anope ? cmocka_run_group_tests(accounts, start, stop)
                 : cmocka_run_group_tests(tests, start, stop);
}
