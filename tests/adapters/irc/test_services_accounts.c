/* What services tell of accounts, ours and those of people: of Atheme, or of Anope if an argument
 * is given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "services.h"

/* Services without SASL: the password goes to their own server, by TLS, and to nobody else. */
static void nickserv_gets_the_password(void **state)
{
    (void)state;
    server_need();
    assert_true(ircd_start(&services_other, &(struct ircd_options){.kind = IRCD_INSPIRCD,
                                                                   .services = true,
                                                                   .anope = services_anope,
                                                                   .no_sasl = true}));
    assert_true(services_account(&services_other));
    char port[16];
    snprintf(port, sizeof(port), "%u", services_other.tls_port);
    struct irc_client *client = irc_client_login(services_other.port, false, "witness");
    irc_client_send(client, "CAP REQ :account-notify");
    irc_client_send(client, "JOIN #cards");
    irc_loop_init(RIG_KEYS("host", "127.0.0.1", "port", port, "tls_ca", services_other.ca,
                           "channels", "#cards", "sasl_user", "talon", "sasl_password_file",
                           services_secret, "nickserv", "NickServ@services.test"));
    irc_loop_event("ENTERED #cards *");
    irc_loop_event("JOIN #cards @witness*");
    irc_client_send(client, "WHOIS talon");
    const char *line =
        irc_loop_hear(client, "* 3[13][08] witness talon *"); /* 330, or 318: the end */
    if (!strstr(line, " 330 ")) { /* the services take their time; to ask on and on is a flood */
        irc_loop_hear(client, ":talon!* ACCOUNT *talon");
        irc_client_send(client, "WHOIS talon");
        line = irc_loop_hear(client, "* 330 witness talon *");
    }
    assert_non_null(strstr(line, " talon talon "));
    irc_loop_finish();
    server_leave(client);
    ircd_stop(&services_other);
}

/* Accounts of those who were there, of those who come, of each word; a netsplit's kin is in the
 * session's tests. */
static void accounts_are_known(void **state)
{
    (void)state;
    server_need();
    struct irc_client *early = server_person("early");
    irc_client_send(early, "PRIVMSG NickServ@services.test :IDENTIFY talon " SERVICES_PASSWORD);
    assert_non_null(irc_client_expect(early, IRC_CLIENT_PATIENCE, "* 900 *"));
    irc_loop_init(server_keys(true, RIG_KEYS("nick", "dealer")));
    irc_loop_event("ENTERED #cards *");
    irc_loop_event("JOIN #cards @early[[]-] - from *");
    irc_loop_event("IDENTITY - early[[]talon] *"); /* WHOX */
    irc_client_send(early, "PRIVMSG #cards :hello");
    irc_loop_event("MESSAGE #cards @early[[]talon] hello");
    irc_client_send(early, "PRIVMSG NickServ@services.test :LOGOUT");
    irc_loop_event("IDENTITY - early[[]-] *");
    irc_client_send(early, "MODE dealer");
    irc_client_send(early, "WHOIS dealer");
    assert_non_null(
        irc_client_expect(early, IRC_CLIENT_PATIENCE, "* 335 early dealer *")); /* a bot */
    irc_loop_finish();
    server_leave(early);
}

/* A nick that is grouped with an account is that account: it logs in by it, and who is logged in as
 * it is its owner. (Atheme takes no password for that.) */
static void a_grouped_nick_is_the_account(void **state)
{
    (void)state;
    server_need();
    if (!services_anope)
        return; /* test_irc_anope_accounts has it */
    struct irc_client *alias = server_person("other");
    irc_client_send(alias, "PRIVMSG NickServ@services.test :GROUP talon " SERVICES_PASSWORD);
    assert_non_null(irc_client_expect(alias, IRC_CLIENT_PATIENCE, "* NOTICE other :*group*"));
    irc_loop_init(server_keys(true, RIG_KEYS("nick", "dealer")));
    irc_loop_event("ENTERED #cards *");
    irc_loop_event("IDENTITY - other[[]talon] *");
    irc_client_send(alias, "PRIVMSG #cards :hello");
    irc_loop_event("MESSAGE #cards @other[[]talon] hello");
    irc_loop_finish();
    server_leave(alias);
    services_login(RIG_KEYS("sasl_user", "other", "sasl_password_file", services_secret,
                            "sasl_required", "on"),
                   "talon");
}

int main(int count, char **arguments)
{
    (void)arguments;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nickserv_gets_the_password),
        cmocka_unit_test(accounts_are_known),
        cmocka_unit_test(a_grouped_nick_is_the_account),
    };
    services_anope = count > 1;
    return cmocka_run_group_tests(tests, services_start, services_stop);
}
